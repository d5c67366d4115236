"""Laws of the standings that hold for any tournament of teams, sound or absurd."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from explained_sums import explained_adds_up
from hypothesis import given
from hypothesis import strategies as st
from model_tournaments import tournaments
from small_events import standings_of
from small_team_events import team_event

from syncd.model.tournament import Kind, Team, Tournament
from syncd.standings.codes import Code, parse_code
from syncd.standings.explain import explain
from syncd.standings.options import Options
from syncd.standings.ranking import rank
from syncd.standings.standings import contest_of, in_points
from syncd.standings.tiebreaks import FAMILIES, SPLITTERS, column_of

if TYPE_CHECKING:
    from random import Random

    from syncd.standings.contest import Contest

TEXTS = (
    "PTS MP GP WIN WON BPG BWG REP STD:MP STD:GP PS:MP PS:GP/C1 KS:MP KS:GP/L-1 BH:MP "
    "BH:GP BH:GP/C1 BH:MP/M1/P FB:MP FB:GP/C1 AOB:MP AOB:GP/F SB:GP SB:MP/C1/P EMMSB "
    "EMGSB/C1 EGMSB/P EGGSB/C2 BC BB MPVGP SSSC SSSC/F/P SSSC/K2 TPN TBR BBE DE:MP "
    "DE:GP/P EDE EDE/P EDET EDEB EDEBT EDEBB/P"
)
CODES = [code for code in map(parse_code, TEXTS.split()) if isinstance(code, Code)]
SHOWN = [code for code in CODES if code.name in FAMILIES]
SOME = st.sampled_from(CODES)
BOARDS = 3


@st.composite
def events(draw: st.DrawFn, symbols: str = "10=+-X><!") -> Tournament:
    """Return a team event of a few rounds, some matches forfeited, some byes."""
    teams = draw(st.integers(2, 6))
    rounds = []
    for _ in range(draw(st.integers(1, 4))):
        order = draw(st.permutations(range(1, teams + 1)))
        words = [
            draw(_matches(one, two, symbols))
            for one, two in zip(order[::2], order[1::2], strict=False)
        ]
        if teams % 2:
            words.append(f"{draw(st.sampled_from('UFHZ'))}{order[-1]}")
        rounds.append(" ".join(words))
    return team_event(
        *rounds,
        kind=draw(st.sampled_from([Kind.SWISS, Kind.ROUND_ROBIN])),
        bye=draw(st.sampled_from([(10, 15), (20, 20), (None, None)])),
        type_code=draw(st.sampled_from(["", "FIDE_TEAM_GP_MP"])),
        teams=teams,
    )


@st.composite
def _matches(draw: st.DrawFn, one: int, two: int, symbols: str) -> str:
    if draw(st.integers(0, 9)) == 0:
        return f"{one}*{two}:{draw(st.sampled_from(['+-', '-+', '--']))}"
    boards = [draw(st.sampled_from(symbols)) for _ in range(BOARDS)]
    return f"{one}-{two}:{''.join(boards)}"


def shown(event: Tournament, code: Code) -> dict[int, Fraction | None]:
    """Return number of the team -> value in points."""
    contest = contest_of(event)
    column = rank(contest, [code]).columns[0]
    values = [in_points(value, column.scale) for value in column.values]
    return dict(zip(contest.primary.numbers, values, strict=True))


@given(tournaments(), SOME, st.none() | st.integers(0, 4))
def test_anything_ends_in_a_ranking(
    event: Tournament, code: Code, after: int | None
) -> None:
    options = Options(after_round=after, removes_early_leavers=True)
    contest = contest_of(replace(event, is_team=True), options)
    ranking = rank(contest, [code])
    everybody = list(range(len(contest.primary.numbers)))
    assert sorted(each for group in ranking.groups for each in group) == everybody
    if contest.is_team and code in SHOWN:
        assert_adds_up(contest, code)


@given(events(), st.sampled_from(SHOWN), st.none() | st.integers(0, 4))
def test_values_are_the_sums_of_their_parts(
    event: Tournament, code: Code, after: int | None
) -> None:
    assert_adds_up(contest_of(event, Options(after_round=after)), code)


@given(events(), st.lists(SOME, min_size=1, max_size=4), st.none() | st.integers(0, 4))
def test_what_is_explained_adds_up_to_the_value(
    event: Tournament, codes: list[Code], after: int | None
) -> None:
    listed = [Code("MP"), *codes]
    options = Options(after_round=after)
    made = standings_of(event, listed, options, keeps_undefined=True)
    explained_adds_up(made)


@given(tournaments(), st.lists(SOME, min_size=1, max_size=3))
def test_what_is_explained_adds_up_whatever_a_file_says(
    event: Tournament, codes: list[Code]
) -> None:
    teams = replace(event, is_team=True)
    explained_adds_up(standings_of(teams, codes, keeps_undefined=True))


@given(events(), st.sampled_from(["BC", "BB"]))
def test_each_board_is_shown_with_its_weight(event: Tournament, name: str) -> None:
    made = standings_of(event, [Code(name)])
    for index in range(len(made.contest.primary.numbers)):
        for step in explain(made, 0, index).steps:
            match = step.text.en.rsplit(": ", 1)[-1] if "×" in step.text.en else ""
            terms = [term.split(" × ") for term in match.split(" + ") if term]
            shown = [Fraction(weight) * Fraction(won) for weight, won in terms]
            assert sum(shown) == step.value


def assert_adds_up(contest: Contest, code: Code) -> None:
    for index, value in enumerate(column_of(contest, code).values):
        working = FAMILIES[code.name].working(contest, code, index)
        kept = [part.value for part in working.parts if not part.cut]
        assert sum(kept) == working.total
        assert working.value == value
        if value is not None:
            total = Fraction(working.total, working.divisor)
            assert total + working.offset == value


@given(events(), st.lists(SOME, max_size=4), SOME)
def test_each_code_alone_gives_what_it_gives_in_a_list(
    event: Tournament, before: list[Code], code: Code
) -> None:
    if code.name not in SPLITTERS:
        together = rank(contest_of(event), [*before, code]).columns[-1]
        assert together == column_of(contest_of(event), code)


@given(events(), SOME, st.randoms(use_true_random=False))
def test_the_order_of_the_teams_leaves_no_trace(
    event: Tournament, code: Code, order: Random
) -> None:
    teams = list(event.teams)
    order.shuffle(teams)
    assert shown(replace(event, teams=tuple(teams)), code) == shown(event, code)


@given(events(), SOME, st.data())
def test_other_numbers_change_no_value(
    event: Tournament, code: Code, data: st.DataObject
) -> None:
    if code.name == "TPN":
        return
    numbers = [team.number for team in event.teams]
    new = dict(zip(numbers, data.draw(st.permutations(numbers)), strict=True))
    byes = event.team_byes
    other = replace(
        event,
        teams=tuple(replace(each, number=new[each.number]) for each in event.teams),
        matches=tuple(
            replace(each, home=new[each.home], guest=new[each.guest])
            for each in event.matches
        ),
        team_byes=byes
        and replace(byes, teams=tuple(new.get(each, 0) for each in byes.teams)),
        rules=replace(
            event.rules,
            byes=tuple(
                replace(each, ids=tuple(new[number] for number in each.ids))
                for each in event.rules.byes
            ),
        ),
    )
    assert shown(other, code) == {
        new[number]: value for number, value in shown(event, code).items()
    }


@given(events(), st.sampled_from(SHOWN))
def test_a_team_that_never_plays_changes_no_value(
    event: Tournament, code: Code
) -> None:
    everybody = replace(event, teams=(*event.teams, Team(99, "", roster=(999,))))
    values = shown(everybody, code)
    values.pop(99)
    assert values == shown(event, code)


@given(events(symbols="10="))
def test_points_are_those_of_the_boards(event: Tournament) -> None:
    """Each match gives two match points in all and a game point per board."""
    contest = contest_of(event)
    both = [contest.of("MP"), contest.of("GP")]
    for field, each in zip(both, (20, 10 * BOARDS), strict=True):
        given_out = sum(
            given
            for kinds, points in zip(field.kinds, field.points, strict=True)
            for kind, given in zip(kinds, points, strict=True)
            if kind in "10="
        )
        played = sum(map("".join(field.kinds).count, "10="))
        assert 2 * given_out == each * played
    counted, turned = (column_of(contest, code).values for code in (_COUNT, _TURNED))
    for rows, one, two in zip(contest.boards, counted, turned, strict=True):
        points = sum(sum(match) for match in rows)
        assert (one or 0) + (two or 0) == (BOARDS + 1) * points


_COUNT, _TURNED = (code for code in CODES if code.name in {"BC", "BB"})
