"""What all requests share."""

from __future__ import annotations

from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from syncd.web import problems

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Callable, Iterator

    from syncd.bilingual import Text
    from syncd.pipeline.context import Context
    from syncd.settings_web import WebSettings

MOST_AT_ONCE: Final = 4
"""So many files of one token are on their way together."""
MOST_REMEMBERED: Final = 10_000


@dataclass(slots=True)
class Served:
    """The outside world of the HTTP interface.

    Attributes:
        context: of the use cases.
        web: settings of the interface.
        clock: tells the aware UTC time.
    """

    context: Context
    web: WebSettings
    clock: Callable[[], dt.datetime]
    _under_way: Counter[int] = field(default_factory=Counter)
    _unwritable: dict[str, Text] = field(default_factory=dict)

    @contextmanager
    def turn(self, number: int) -> Iterator[None]:
        """Let a token do one more thing at a time; call it in the event loop.

        Raises:
            RequestError: it has enough under way.
        """
        if self._under_way[number] >= MOST_AT_ONCE:
            raise problems.too_many_at_once()
        self._under_way[number] += 1
        try:
            yield
        finally:
            self._under_way[number] -= 1

    def note_unwritable(self, snapshot_sha256: str, why: Text) -> None:
        """Remember that a state of a tournament cannot be written as TRF.

        It can be found out again at any time, so this may be forgotten.
        """
        if len(self._unwritable) >= MOST_REMEMBERED:
            self._unwritable.clear()
        self._unwritable[snapshot_sha256] = why

    def why_unwritable(self, snapshot_sha256: str) -> Text | None:
        """Return why a state cannot be written, None if nobody has found that out."""
        return self._unwritable.get(snapshot_sha256)
