"""Individual events as they happen: games that both sides agree on, byes, forfeits."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from hypothesis import strategies as st
from model_tournaments import cells_of

from syncd.model.pairing_rules import Adjustment, PairingRules
from syncd.model.pairings import Cells, Pairings
from syncd.model.tournament import Entrant, Kind, Tournament
from syncd.standings.code_table import KNOWN
from syncd.standings.codes import Code, parse_code
from syncd.standings.given import Datum, Formula, Given, Term
from syncd.standings.options import Options, Ratings, Unrated

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

GAMES: Final = ("10", "==", "01")
ENDINGS: Final = (*GAMES, "+-", "-+", "--", "WL", "DD", "00", "**")
ALONE: Final = "UHFZ "
SCORINGS: Final = ((), (("1", 30), ("=", 10), ("0", 0)))
EXTRAS: Final = (
    Adjustment("", -5, round=1, ids=(1,)),
    Adjustment("", 10, round=999, ids=(2,)),
    Adjustment("H", 0, round=2),
)
FIRST_DAYS: Final = (None, dt.date(2025, 5, 1), dt.date(2026, 5, 1))
_MODIFIERS: Final = {
    "C": ("/C1", "/C2"), "M": ("/M1", "/M2"), "P": ("/P", "/C1/P"), "F": ("/F",),
    "R": ("/R",), "L": ("/L+1", "/L-2", "/L40"), "K": ("/K3",),
}  # fmt: skip


def _spelled(name: str, modifiers: str) -> list[str]:
    return [
        name,
        *(
            f"{name}{written}"
            for letter in modifiers
            for written in _MODIFIERS[letter]
            if written != "/C1/P" or "C" in modifiers
        ),
    ]


ALL_CODES: Final[tuple[Code, ...]] = tuple(
    code
    for known in KNOWN.values()
    if known.for_individuals
    for written in _spelled(known.spelling, known.modifiers)
    if isinstance(code := parse_code(written), Code)
)
"""Every tie-break of players with every modifier that it knows."""


@st.composite
def events(
    draw: st.DrawFn, endings: Sequence[str] = ENDINGS, alone: str = ALONE
) -> Tournament:
    """Return an event in which each game is the same in both rows."""
    ids = draw(st.lists(st.integers(1, 30), unique=True, min_size=1, max_size=7))
    rounds = draw(st.sampled_from((0, 1, 2, 3, 4, 5, 5)))
    cells: dict[int, list[tuple[int, str, str]]] = {number: [] for number in ids}
    for _ in range(rounds):
        order = draw(st.permutations(ids))
        boards = max(0, len(order) // 2 - draw(st.sampled_from((0, 0, 0, 1, 2))))
        for white, black in zip(
            order[:boards], order[boards : 2 * boards], strict=True
        ):
            ending = draw(st.sampled_from(endings))
            cells[white].append((black, "w", ending[0]))
            cells[black].append((white, "b", ending[1]))
        for number in order[2 * boards :]:
            cells[number].append((0, "-", draw(st.sampled_from(alone))))
    extras = [each for each in EXTRAS if draw(st.booleans())]
    return Tournament(
        "Open",
        kind=draw(st.sampled_from([Kind.SWISS, Kind.SWISS, Kind.ROUND_ROBIN])),
        rounds=rounds,
        start=draw(st.sampled_from(FIRST_DAYS)),
        entrants=tuple(
            Entrant(number, f"P{number}", rating=draw(RATINGS)) for number in ids
        ),
        pairings=Pairings(rounds, {number: _row(cells[number]) for number in ids}),
        rules=PairingRules(
            scoring=draw(st.sampled_from(SCORINGS)), adjustments=tuple(extras)
        ),
    )


@st.composite
def absurd_events(draw: st.DrawFn) -> Tournament:
    """Return an event whose rows contradict each other and name who is not there."""
    ids = draw(st.lists(st.integers(1, 6), unique=True, max_size=5))
    rounds = draw(st.integers(0, 4))
    return Tournament(
        "Open",
        kind=draw(st.sampled_from(Kind)),
        start=draw(st.sampled_from(FIRST_DAYS)),
        entrants=tuple(Entrant(number, "P", rating=draw(RATINGS)) for number in ids),
        pairings=Pairings(rounds, {number: draw(cells_of(rounds)) for number in ids}),
        rules=PairingRules(scoring=draw(st.sampled_from(SCORINGS)), adjustments=EXTRAS),
    )


RATINGS: Final = st.sampled_from([None, 1400, 1700, 1701, 2050, 2700])
HALVES: Final = st.integers(0, 6).map(lambda number: Fraction(number, 2))
OPTIONS: Final = st.builds(
    Options,
    after_round=st.none() | st.integers(0, 5),
    is_absence_voluntary=st.booleans(),
    removes_early_leavers=st.booleans(),
    ratings=st.builds(Ratings, st.sampled_from(Unrated)),
    given=st.builds(
        Given,
        st.dictionaries(st.integers(1, 30), HALVES, max_size=3),
        st.builds(
            Formula,
            st.lists(
                st.builds(Term, st.sampled_from(Datum), HALVES, st.booleans()),
                max_size=3,
            ).map(tuple),
        ),
    ),
)


def _row(cells: Sequence[tuple[int, str, str]]) -> Cells:
    return Cells(
        tuple(opponent for opponent, _, _ in cells),
        "".join(colour for _, colour, _ in cells),
        "".join(result for _, _, result in cells),
    )


def renumbered(event: Tournament, new: Callable[[int], int]) -> Tournament:
    """Return the same event with other start numbers, in the same order."""
    rows = {
        new(number): replace(
            cells,
            opponents=tuple(other and new(other) for other in cells.opponents),
        )
        for number, cells in event.pairings.rows.items()
    }
    adjustments = tuple(
        replace(each, ids=tuple(map(new, each.ids))) for each in event.rules.adjustments
    )
    return replace(
        event,
        entrants=tuple(
            replace(entrant, id=new(entrant.id)) for entrant in event.entrants
        ),
        pairings=Pairings(event.pairings.rounds, rows),
        rules=replace(event.rules, adjustments=adjustments),
    )


def given_to_others(options: Options, new: Callable[[int], int]) -> Options:
    """Return the options with values by hand for the same players under new numbers."""
    external = {new(number): value for number, value in options.given.external.items()}
    return replace(options, given=Given(external, options.given.formula))


def reordered(event: Tournament, order: Sequence[int]) -> Tournament:
    """Return the same event with its players in another order."""
    rows = {number: event.pairings.rows[number] for number in order}
    return replace(
        event,
        entrants=tuple(reversed(event.entrants)),
        pairings=Pairings(event.pairings.rounds, rows),
    )


def joined_by(
    event: Tournament, number: int, result: str, rating: int | None = 1700
) -> Tournament:
    """Return the same event with somebody who never plays, first in the file."""
    rounds = event.pairings.rounds
    row = Cells((0,) * rounds, "-" * rounds, result * rounds)
    return replace(
        event,
        entrants=(Entrant(number, "Absent", rating=rating), *event.entrants),
        pairings=Pairings(rounds, {number: row, **event.pairings.rows}),
    )


def cut_after(event: Tournament, after: int) -> Tournament:
    """Return the same event with nothing known of the rounds behind one."""
    rows = {
        number: Cells(
            cells.opponents[:after] + (0,) * len(cells.opponents[after:]),
            cells.colours[:after] + "-" * len(cells.colours[after:]),
            cells.results[:after] + " " * len(cells.results[after:]),
        )
        for number, cells in event.pairings.rows.items()
    }
    return replace(event, pairings=Pairings(event.pairings.rounds, rows))
