"""Laws of the standings that hold for any tournament of players, sound or absurd."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st
from model_tournaments import sound_rows, tournaments

from syncd.model.pairings import Cells, Pairings
from syncd.model.tournament import Entrant, Kind, Tournament
from syncd.standings.codes import Code, parse_code
from syncd.standings.options import Options, Ratings, Unrated
from syncd.standings.ranking import rank
from syncd.standings.ratings_used import half_up
from syncd.standings.standings import contest_of, in_points
from syncd.standings.tiebreaks import FAMILIES, SPLITTERS, column_of

if TYPE_CHECKING:
    from random import Random

    from syncd.standings.rows import Working

TEXTS = (
    "PTS WIN WON BPG BWG PS PS/C1 PS/C2 REP STD KS KS/L+1 KS/L-1 KS/L40 BH BH/C1 "
    "BH/C2 BH/M1 BH/M2 BH/P BH/C1/P FB FB/C1 FB/M1 FB/P AOB AOB/F SB SB/C1 SB/C2 SB/P "
    "SB/C1/P ARO ARO/C1 ARO/M1 TPR PTP APRO APPO RTNG TPN DE DE/P"
)
CODES = [code for code in map(parse_code, TEXTS.split()) if isinstance(code, Code)]
SHOWN = [code for code in CODES if code.name in FAMILIES]
RATED = Options(ratings=Ratings(Unrated.FIXED))
SOME = st.sampled_from(CODES)


@st.composite
def events(draw: st.DrawFn) -> Tournament:
    """Return an event of players in which opponents name each other."""
    ids = list(range(1, draw(st.integers(2, 6)) + 1))
    rounds = draw(st.integers(1, 5))
    rows = draw(sound_rows(ids, rounds, "11==00+-WDL* "))
    return Tournament(
        "",
        kind=draw(st.sampled_from([Kind.SWISS, Kind.ROUND_ROBIN])),
        rounds=rounds,
        entrants=tuple(
            Entrant(number, "", rating=draw(st.integers(1000, 2800))) for number in ids
        ),
        pairings=Pairings(rounds, rows),
    )


def shown(event: Tournament, code: Code) -> dict[int, Fraction | None]:
    """Return number -> value in points."""
    contest = contest_of(event, RATED)
    column = rank(contest, [code]).columns[0]
    values = [in_points(value, column.scale) for value in column.values]
    return dict(zip(contest.primary.numbers, values, strict=True))


@given(
    tournaments(), st.sampled_from([Options(), RATED]), st.none() | st.integers(0, 4)
)
def test_anything_ends_in_a_ranking_whose_values_add_up(
    event: Tournament, options: Options, after: int | None
) -> None:
    options = replace(options, after_round=after, removes_early_leavers=True)
    contest = contest_of(replace(event, is_team=False), options)
    ranking = rank(contest, CODES)
    everybody = list(range(len(event.entrants)))
    assert sorted(each for group in ranking.groups for each in group) == everybody
    for column in ranking.columns:
        if column.code in SHOWN:
            for index, value in enumerate(column.values):
                working = FAMILIES[column.code.name].working(
                    contest, column.code, index
                )
                assert_adds_up(working, value, is_perfect=column.code.name == "PTP")


def assert_adds_up(
    working: Working, value: int | Fraction | None, *, is_perfect: bool
) -> None:
    """A perfect performance is the rating whose expected scores are enough."""
    assert working.value == value
    kept = [part.value for part in working.parts if not part.cut]
    assert sum(kept) == working.total
    if value is not None and not is_perfect:
        assert mean(working, len(kept)) == value


def mean(working: Working, count: int) -> Fraction | int:
    assert working.divisor in {1, count}
    if working.is_rounded:
        return half_up(int(working.total), working.divisor) + working.offset
    return Fraction(working.total, working.divisor) + working.offset


@given(events(), st.lists(SOME, max_size=4), SOME)
def test_each_code_alone_gives_what_it_gives_in_a_list(
    event: Tournament, before: list[Code], code: Code
) -> None:
    if code.name in SPLITTERS:
        return
    contest = contest_of(event, RATED)
    together = rank(contest, [*before, code]).columns[-1]
    assert together == column_of(contest_of(event, RATED), code)


@given(events(), SOME, st.randoms(use_true_random=False))
def test_the_order_of_the_rows_leaves_no_trace(
    event: Tournament, code: Code, order: Random
) -> None:
    numbers = list(event.pairings.rows)
    order.shuffle(numbers)
    rows = {number: event.pairings.rows[number] for number in numbers}
    other = replace(event, pairings=Pairings(event.pairings.rounds, rows))
    assert shown(other, code) == shown(event, code)


@given(events(), SOME, st.data())
def test_other_numbers_change_nobodys_value(
    event: Tournament, code: Code, data: st.DataObject
) -> None:
    if code.name == "TPN":
        return
    numbers = [entrant.id for entrant in event.entrants]
    new = dict(zip(numbers, data.draw(st.permutations(numbers)), strict=True))
    rows = {
        new[number]: replace(
            cells, opponents=tuple(new.get(each, 0) for each in cells.opponents)
        )
        for number, cells in event.pairings.rows.items()
    }
    other = replace(
        event,
        entrants=tuple(replace(each, id=new[each.id]) for each in event.entrants),
        pairings=Pairings(event.pairings.rounds, rows),
    )
    assert shown(other, code) == {
        new[number]: value for number, value in shown(event, code).items()
    }


@given(events(), st.sampled_from(SHOWN))
def test_who_never_plays_changes_nobodys_value(event: Tournament, code: Code) -> None:
    rounds = event.pairings.rounds
    absent = Cells((0,) * rounds, "-" * rounds, "Z" * rounds)
    other = replace(
        event,
        entrants=(*event.entrants, Entrant(99, "", rating=2000)),
        pairings=Pairings(rounds, {**event.pairings.rows, 99: absent}),
    )
    values = shown(other, code)
    values.pop(99)
    assert values == shown(event, code)


@given(events())
def test_all_points_are_those_of_the_games(event: Tournament) -> None:
    field = contest_of(event).primary
    worth = {"1": 10, "+": 10, "U": 10, "F": 10, "=": 5}
    given_out = [worth.get(kind, 0) for row in field.kinds for kind in row]
    assert sum(field.scores) == sum(given_out)
    points = column_of(contest_of(event), CODES[0]).values
    assert sum(value or 0 for value in points) == sum(given_out)


@given(events(), st.lists(SOME, min_size=1, max_size=4))
def test_places_follow_from_the_values(event: Tournament, codes: list[Code]) -> None:
    ranking = rank(contest_of(event, RATED), codes)
    for index, place in enumerate(ranking.ranks):
        assert place == 1 + sum(other < place for other in ranking.ranks)
        shared = [at for at, other in enumerate(ranking.ranks) if other == place]
        for column in ranking.columns:
            assert {column.values[at] for at in shared} == {column.values[index]}
