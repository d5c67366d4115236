"""So many threads of a process work for one portal at a time, and no more.

Leases limit the connections of all workers, but a lease ends. A portal that never comes
back from a call, such as a share that hangs, would then get thread after thread, until
none is left for the others.
"""

from __future__ import annotations

import threading
from collections import Counter
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

_lock: Final = threading.Lock()
_taken: Final = Counter[str]()


@contextmanager
def place(portal: str, most: int) -> Iterator[bool]:
    """Take a place at a portal; False if all are taken.

    Args:
        portal: its name.
        most: its connections.
    """
    with _lock:
        is_free = _taken[portal] < most
        _taken[portal] += is_free
    try:
        yield is_free
    finally:
        with _lock:
            _taken[portal] -= is_free
