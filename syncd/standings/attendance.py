"""Who was there, who has left, and what came on top: columns beside the points.

Source: TRF26, result codes of record 001, and record 299 for points on top.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.bilingual import Text
from syncd.model.tournament import Kind
from syncd.standings.field import FORFEIT_WIN, OVER_THE_BOARD, PAIRING_BYE
from syncd.standings.leavers import AWAY, rounds_to_come

if TYPE_CHECKING:
    from syncd.model.tournament import Tournament
    from syncd.standings.contest import Contest
    from syncd.standings.field import Field

_PRESENT: Final = OVER_THE_BOARD + FORFEIT_WIN + PAIRING_BYE
_FEWEST_AWAY: Final = 2
"""One round sat out is no withdrawal, also not the last one."""

ROUNDS_PRESENT: Final = Text("rounds present", "Runden dabei")
EXTRA_POINTS: Final = Text("extra points", "Zusatzpunkte")
"""Headings of the two columns."""


class Withdrawn(NamedTuple):
    """Somebody who has left.

    Attributes:
        since: the first round (from 1) without him.
        text: the mark for his row.
    """

    since: int
    text: Text


def rounds_present(field: Field) -> list[int]:
    """Return in how many rounds each participant was there to play.

    Games, forfeit wins and the pairing-allocated bye; no requested byes.
    """
    return [sum(map(kinds.count, _PRESENT)) for kinds in field.kinds]


def extra_points(field: Field) -> list[int]:
    """Return bonus and penalty points of each participant, in tenths.

    Those that count in the standings only are among them.
    """
    return [
        sum(field.extra.get(index, ())) + field.top.get(index, 0)
        for index in range(len(field.numbers))
    ]


def has_extra_points(field: Field) -> bool:
    """Return whether the column of extra points is worth showing."""
    return bool(field.extra or field.top)


def withdrawn(tournament: Tournament, contest: Contest) -> dict[int, Withdrawn]:
    """Return who has left, by index.

    Somebody has left who is away in at least two rounds, the last ones that there will
    be: as counted, as the file has the rounds to come, or as announced (240). Whoever
    left a round robin early is among them. In a knockout everybody but one is away to
    the end, because he lost.
    """
    field = contest.primary
    if tournament.kind is Kind.KNOCKOUT:
        return {}
    marks = {}
    for index, coming in enumerate(rounds_to_come(tournament, field)):
        since = len((field.kinds[index] + coming).rstrip(AWAY)) + 1
        if since <= field.planned + 1 - _FEWEST_AWAY and since <= field.rounds + 1:
            marks[index] = Withdrawn(since, _withdrawn(since))
    return marks | {
        index: Withdrawn(_outside_since(tournament, field, index), _OUTSIDE)
        for index in contest.outside
    }


def _outside_since(tournament: Tournament, field: Field, index: int) -> int:
    """Return the round since which somebody is away whose games do not count."""
    results = tournament.pairings.rows[field.numbers[index]].results[: field.rounds]
    return len(results.rstrip(AWAY + " ")) + 1


def _withdrawn(since: int) -> Text:
    if since == 1:
        return Text("withdrawn before round 1", "vor Runde 1 zurückgetreten")
    return Text(
        f"withdrawn after round {since - 1}", f"nach Runde {since - 1} zurückgetreten"
    )


_OUTSIDE: Final = Text(
    "left before half of the games; the results do not count (C.05, 6.6)",
    "vor der Hälfte der Partien ausgeschieden; die Ergebnisse zählen nicht (C.05, 6.6)",
)
