"""Announcing due rows without announcing the same row at every sweep.

It is itself a wake-up call: what the daemon announces right after a commit is
remembered, and the sweep repeats it only when nobody has acted for a while.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from syncd.pipeline.sweep import Due
    from syncd.wake import Wake

_Row = tuple[str, int]


@dataclass(slots=True)
class Announcer:
    """Passes announcements on and remembers when each was made.

    Attributes:
        wake: the wake-up call behind it.
        republish_s: seconds after which an announcement counts as lost.
        elapsed_s: a clock that never goes back.
    """

    wake: Wake
    republish_s: float
    elapsed_s: Callable[[], float]
    _made_s: dict[_Row, float] = field(default_factory=dict)

    def arrival(self, arrival_id: int) -> bool:
        """Announce an arrival unless that was done a moment ago."""
        return self._once(("arrival", arrival_id), self.wake.arrival)

    def tournament(self, *tournament_ids: int) -> bool:
        """Announce tournaments unless that was done a moment ago."""
        return all(
            self._once(("tournament", one), self.wake.tournament)
            for one in tournament_ids
        )

    def submission(self, submission_id: int) -> bool:
        """Announce a submission unless that was done a moment ago."""
        return self._once(("submission", submission_id), self.wake.submission)

    def delivery(self, delivery_id: int) -> bool:
        """Announce a file for a peer unless that was done a moment ago."""
        return self._once(("delivery", delivery_id), self.wake.delivery)

    def schedule_run(self, run_id: int) -> bool:
        """Announce a run of a recurring job unless that was done a moment ago."""
        return self._once(("run", run_id), self.wake.schedule_run)

    def announce(self, due: Due) -> bool:
        """Announce all due rows; False as soon as the broker cannot be reached."""
        self._forget_done(due)
        return (
            all(self.arrival(row) for row in due.arrivals)
            and all(self.tournament(row) for row in due.tournaments)
            and all(self.submission(row) for row in due.submissions)
            and all(self.delivery(row) for row in due.deliveries)
            and all(self.schedule_run(row) for row in due.runs)
        )

    def forget(self) -> None:
        """Forget all announcements: the broker lost its messages."""
        self._made_s.clear()

    def _once(self, row: _Row, announce: Callable[[int], bool]) -> bool:
        now_s = self.elapsed_s()
        made_s = self._made_s.get(row)
        if made_s is not None and now_s - made_s < self.republish_s:
            return True
        if not announce(row[1]):
            return False
        self._made_s[row] = now_s
        return True

    def _forget_done(self, due: Due) -> None:
        """Forget rows that are no longer due; they may become due anew at any time."""
        still = {
            *(("arrival", row) for row in due.arrivals),
            *(("tournament", row) for row in due.tournaments),
            *(("submission", row) for row in due.submissions),
            *(("delivery", row) for row in due.deliveries),
            *(("run", row) for row in due.runs),
        }
        self._made_s = {row: at for row, at in self._made_s.items() if row in still}
