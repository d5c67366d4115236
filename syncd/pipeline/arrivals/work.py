"""An arrival on its way into its tournament."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from syncd.pipeline.arrivals.advance import Export
from syncd.pipeline.arrivals.heard import UNHEARD, Heard

if TYPE_CHECKING:
    from syncd.bilingual import Text
    from syncd.formats.trf import Passport, Reading
    from syncd.store.inbox import Arrival
    from syncd.store.revisions import TournamentKey
    from syncd.sync.sayings import Sayings


@dataclass(frozen=True, slots=True)
class Work:
    """One arrival, decoded, on its way into its tournament.

    Attributes:
        arrival: held under a lease.
        form: `trf` or `dwz`.
        reading: the tournament as the export has it, and what was noticed.
        key: which tournament it is.
        games_key: hash over its played games.
        lookalikes: tournaments it was compared with before it was made.
        apart: tournaments of other sources that it is not, as a person has said.
        linked: why it is a tournament of another source, empty if it was known before.
        passport: what another syncd has said of it in the file, None if it was none.
        said: who has said what last, if another syncd tells it.
        heard: which revision of the tournament the source had.
    """

    arrival: Arrival
    form: str
    reading: Reading
    key: TournamentKey
    games_key: str
    lookalikes: tuple[int, ...] = ()
    apart: tuple[int, ...] = ()
    linked: tuple[Text, ...] = ()
    passport: Passport | None = None
    said: Sayings | None = None
    heard: Heard = UNHEARD

    def export(self, *, may_remove: bool = False) -> Export:
        """Return it on its way into its tournament."""
        return Export(
            self.arrival, self.form, self.reading, may_remove=may_remove,
            is_passed_on=self.passport is not None,
        )  # fmt: skip
