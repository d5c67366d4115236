"""What the demonstration drops into the watched folder, in order."""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib import resources
from typing import Final

from syncd.rating.confirmed import Confirmed

FAULTS: Final = "rotate:503+timeout-after+cut-after+429+garbage"
"""The first send of each report meets the next of these faults of the simulator."""


@dataclass(frozen=True, slots=True)
class Drop:
    """One file of the demonstration.

    Attributes:
        export: file among the shipped exports.
        name: file name under which it arrives, as CLM names its downloads.
        is_slow: whether it is written bit by bit while the daemon watches.
    """

    export: str
    name: str
    is_slow: bool = False

    def read(self) -> bytes:
        """Return the bytes of the export."""
        return (resources.files("syncd.demo") / "exports" / self.export).read_bytes()


SLOW: Final = Drop(
    "round_robin.trf", "Stadtmeisterschaft__29-06-2026__20-14-05.trf", is_slow=True
)
FIRST: Final = (
    Drop("swiss_accelerated.trf", "Beschleunigtes_Open__30-07-2026__20-13-58.trf"),
    Drop("swiss_odd.trf", "Open_3_Gruppen_(ungerade)__31-07-2026__20-13-59.trf"),
    Drop("knockout.trf", "Daehne-Pokal_Bezirk__31-05-2026__20-14-06.trf"),
    Drop("unfinished.trf", "Herbst-Open_2026_(laufend)__01-11-2026__20-14-10.trf"),
    Drop("double_loop.trf", "Vereinsmeisterschaft__02-04-2026__20-14-03.trf"),
    Drop("broken.trf", "Offene_Meisterschaft__01-08-2026__09-00-00.trf"),
)
AGAIN: Final = Drop(
    "swiss_accelerated.trf", "Beschleunigtes_Open__31-07-2026__08-00-00.trf"
)
CORRECTED: Final = Drop(
    "swiss_accelerated_corrected.trf", "Beschleunigtes_Open__01-08-2026__18-30-00.trf"
)
REPORTED_FIRST: Final = 4
"""Reports from the first exports: two Swiss, one knockout, one round robin."""


@dataclass(frozen=True, slots=True)
class Helped:
    """A tournament that needs more than its first export.

    Attributes:
        drops: its exports, one after the other.
        name: part of its name, by which a person finds it.
        facts: what a person states without being asked.
    """

    drops: tuple[Drop, ...]
    name: str
    facts: Confirmed = field(default_factory=Confirmed)


HELPED: Final = (
    # The TRF of two loops holds half of the games; CLM's XML holds all of them.
    Helped(
        (
            Drop("league_two_loops.trf", "Oberliga__03-05-2026__18-00-00.trf"),
            Drop("league_two_loops.xml", "Oberliga__03-05-2026__18-00-30.xml"),
        ),
        "Oberliga Nord",
    ),
    # Nobody chose the time control in CLM.
    Helped(
        (Drop("team_swiss.trf", "DVM_U20__31-12-2025__12-00-00.trf"),),
        "Vereinsmeisterschaft U20",
        Confirmed(
            time_control="40/6000+30:20/3000+30:900+30",
            label="Deutsche Vereinsmeisterschaft U20, Magdeburg 2025",
        ),
    ),
    # Its TRF came among the first exports and has waited since.
    Helped(
        (Drop("double_loop.xml", "Vereinsmeisterschaft__07-05-2026__09-00-00.xml"),),
        "Vereinsmeisterschaft doppelrundig",
    ),
)
MOST_QUESTIONS: Final = 8
"""Questions that a person answers for one tournament, one after the other."""
