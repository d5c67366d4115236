"""How long one exchange may take with all that belongs to it: logins, pages, repeats.

Every single request has its own limit; what consists of several needs one over them
all, or a report's lease could end while it is being sent.
"""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING

from syncd.bilingual import Text

if TYPE_CHECKING:
    from collections.abc import Callable


class Allowance:
    """Time that several requests share; without a start there is no limit.

    Args:
        clock: gives seconds that only ever grow.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._until_s = math.inf

    def start(self, seconds: float) -> None:
        """Let everything from now on take so many seconds together."""
        self._until_s = self._clock() + seconds

    @property
    def left_s(self) -> float:
        """Seconds that are left; 0 or less when they are used up."""
        return self._until_s - self._clock()


def out_of_time(name: str) -> Text:
    """Return that the time for all requests together is used up."""
    return Text(
        f"{name} answers too slowly: logging in, asking and reading took longer than "
        "they may together (timeout_s).",
        f"{name} antwortet zu langsam: Anmelden, Fragen und Lesen dauerten zusammen "
        "länger als erlaubt (timeout_s).",
    )
