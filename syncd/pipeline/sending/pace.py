"""How many reports are claimed together: as many as lately left in a second.

So a slow portal gets them one by one, and whatever ends a worker in between leaves few
open: those are asked about or sent again, as after any other crash.
"""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Collection

TOGETHER: Final = dt.timedelta(seconds=1)
MOST: Final = 64


class Pace:
    """The number of reports that are claimed next, learnt from those before."""

    def __init__(self) -> None:
        self.reports = 1

    def learn(self, states: Collection[str], good: str, took: dt.timedelta) -> None:
        """Note how the last ones went.

        Args:
            states: what became of them.
            good: the state after which more may be claimed at once.
            took: for all of them together; the clock may have been set meanwhile.
        """
        if not states:
            return  # other workers were faster
        if took < dt.timedelta(0) or any(one != good for one in states):
            self.reports = 1
            return
        fit = int(TOGETHER * len(states) / took) if took else MOST
        self.reports = max(1, min(2 * self.reports, fit, MOST))
