"""Laws of the standings: the games alone make a value, and all of it is shown."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from explained_sums import explained_adds_up
from hypothesis import assume, given
from hypothesis import strategies as st
from small_events import standings_of
from standings_events import (
    ALL_CODES,
    GAMES,
    OPTIONS,
    RATINGS,
    absurd_events,
    cut_after,
    events,
    given_to_others,
    joined_by,
    renumbered,
    reordered,
)

from syncd.model.tournament import Kind, Tournament
from syncd.standings.codes import Code
from syncd.standings.options import Options, Unrated
from syncd.standings.ranking import rank
from syncd.standings.standings import (
    Standings,
    contest_of,
    in_points,
)
from syncd.standings.tiebreaks import SPLITTERS, column_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from syncd.standings.contest import Contest
    from syncd.standings.rows import Column

Values = dict[int, Fraction | None]

PLAYED = Options()
LISTS = st.lists(st.sampled_from(ALL_CODES), min_size=5, max_size=25)
SUMMED = st.lists(
    st.sampled_from([code for code in ALL_CODES if code.name not in SPLITTERS]),
    min_size=5,
    max_size=25,
)


def all_of(event: Tournament, options: Options, codes: Sequence[Code]) -> Standings:
    return standings_of(event, codes, options, keeps_undefined=True)


def by_number(contest: Contest, column: Column) -> Values:
    values = [in_points(value, column.scale) for value in column.values]
    return dict(zip(contest.primary.numbers, values, strict=True))


def table(standings: Standings) -> list[tuple[str, Values]]:
    """Return each tie-break with everybody's values."""
    return [
        (str(column.code), by_number(standings.contest, column))
        for column in standings.ranking.columns
    ]


def places(standings: Standings) -> dict[int, int]:
    numbers = standings.contest.primary.numbers
    return dict(zip(numbers, standings.ranking.ranks, strict=True))


@given(events(), OPTIONS, st.integers(2, 30), LISTS)
def test_other_numbers_change_nobodys_value(
    event: Tournament, options: Options, factor: int, codes: list[Code]
) -> None:
    def new(number: int) -> int:
        return factor * number % 31  # a prime, so that no two get the same number

    codes = [code for code in codes if code.name != "TPN"]
    before = all_of(event, options, codes)
    after = all_of(renumbered(event, new), given_to_others(options, new), codes)
    assert places(after) == {new(number): at for number, at in places(before).items()}
    for (code, old), (_, now) in zip(table(before), table(after), strict=True):
        assert now == {new(number): value for number, value in old.items()}, code


@given(st.data(), events(), OPTIONS, LISTS)
def test_another_order_in_the_file_changes_nobodys_value(
    data: st.DataObject, event: Tournament, options: Options, codes: list[Code]
) -> None:
    order = data.draw(st.permutations(list(event.pairings.rows)))
    before = all_of(event, options, codes)
    after = all_of(reordered(event, order), options, codes)
    assert table(after) == table(before)
    assert places(after) == places(before)


@given(events(), OPTIONS, st.sampled_from("Z "), RATINGS, SUMMED)
def test_somebody_who_never_plays_changes_nobodys_value(
    event: Tournament,
    options: Options,
    result: str,
    rating: int | None,
    codes: list[Code],
) -> None:
    made = all_of(event, options, codes)
    assume(has_begun(made.contest) or rating)
    assume(has_begun(made.contest) or options.ratings.unrated not in FROM_THE_FIELD)
    alone = dict(table(made))
    joined = table(all_of(joined_by(event, 99, result, rating), options, codes))
    for code, values in joined:
        del values[99]
        assert values == alone[code], code


FROM_THE_FIELD = {Unrated.LOWEST, Unrated.AVERAGE}


def has_begun(contest: Contest) -> bool:
    """Return whether somebody came; before, all who are entered count (article 10)."""
    return any(kinds.strip("Z-.") for kinds in contest.primary.kinds)


@given(events(), OPTIONS, st.sampled_from("Z "), RATINGS)
def test_somebody_who_never_plays_leaves_the_order_of_the_others(
    event: Tournament, options: Options, result: str, rating: int | None
) -> None:
    codes = [Code("PTS"), Code("BH"), Code("SB"), Code("WIN"), Code("PS")]
    joined = places(all_of(joined_by(event, 99, result, rating), options, codes))
    before = places(all_of(event, options, codes))
    del joined[99]
    assert sorted(joined, key=lambda number: (joined[number], number)) == sorted(
        before, key=lambda number: (before[number], number)
    )
    assert len(set(joined.values())) == len(set(before.values()))


@given(events(), OPTIONS, LISTS)
def test_each_code_alone_gives_what_it_gives_in_a_long_list(
    event: Tournament, options: Options, codes: list[Code]
) -> None:
    in_list = all_of(event, options, codes)
    for at, column in enumerate(in_list.ranking.columns):
        code = column.code
        if code.name in SPLITTERS:
            assert column == last_of(event, options, codes[: at + 1]), code
        else:
            alone = column_of(contest_of(event, options), code)
            assert column == alone, code


def last_of(event: Tournament, options: Options, codes: Sequence[Code]) -> Column:
    """Return a tie-break among the tied, asked of those whom the list leaves tied."""
    contest = contest_of(event, options)
    groups = rank(contest, codes[:-1]).groups
    fresh = contest_of(event, options)
    values: dict[int, int] = {}
    outside = {*contest.outside}
    tied = tuple(
        tuple(group) for group in groups if len(group) > 1 and not outside & {*group}
    )
    for group in tied:
        place = 1
        for part in SPLITTERS[codes[-1].name](fresh, codes[-1], group):
            values |= dict.fromkeys(part, place)
            place += len(part)
    column = rank(contest, codes).columns[-1]
    everybody = range(len(contest.primary.numbers))
    return column._replace(values=[values.get(who) for who in everybody], tied=tied)


@given(events(), st.integers(0, 5), LISTS)
def test_an_earlier_round_knows_nothing_of_later_ones(
    event: Tournament, after: int, codes: list[Code]
) -> None:
    then = all_of(cut_after(event, after), PLAYED, codes)
    now = all_of(event, Options(after_round=then.contest.primary.rounds), codes)
    assert table(now) == table(then)
    assert places(now) == places(then)


@given(events(GAMES, "Z"))
def test_each_game_gives_one_point_in_all(event: Tournament) -> None:
    event = replace(event, rules=Tournament("").rules)
    games = [game for game in event.pairings.games() if game.is_played]
    assert total(event, "PTS") == len(games)
    assert total(event, "WON") == sum(game.white_result != "=" for game in games)
    assert total(event, "BPG") == len(games)
    assert total(event, "BWG") == sum(game.black_result == "1" for game in games)
    assert total(event, "REP") == 2 * len(games)
    assert total(event, "STD") == len(games)


@given(events(GAMES, "Z"))
def test_each_score_is_in_the_buchholz_of_all_who_met_it(event: Tournament) -> None:
    # in pre-determined pairings absences are no rounds, so all of it comes from games
    event = replace(event, kind=Kind.ROUND_ROBIN, rules=Tournament("").rules)
    scores = by_code(event, "PTS")
    games = [game for game in event.pairings.games() if game.is_played]
    met = [number for game in games for number in (game.white, game.black)]
    assert total(event, "BH") == sum(scores[number] or 0 for number in met)
    won = [scores[game.white] or 0 for game in games if game.black_result == "1"]
    lost = [scores[game.black] or 0 for game in games if game.white_result == "1"]
    drawn = [
        Fraction((scores[game.white] or 0) + (scores[game.black] or 0), 2)
        for game in games
        if game.white_result == "="
    ]
    assert total(event, "SB") == sum([*won, *lost, *drawn])


def by_code(event: Tournament, name: str) -> Values:
    contest = contest_of(event)
    return by_number(contest, column_of(contest, Code(name)))


def total(event: Tournament, name: str) -> Fraction:
    return sum(
        (value or Fraction(0) for value in by_code(event, name).values()), Fraction(0)
    )


@given(events(), OPTIONS, LISTS)
def test_what_is_explained_adds_up_to_the_value(
    event: Tournament, options: Options, codes: list[Code]
) -> None:
    explained_adds_up(all_of(event, options, codes))


@given(absurd_events(), OPTIONS, LISTS)
def test_what_is_explained_adds_up_whatever_a_file_says(
    event: Tournament, options: Options, codes: list[Code]
) -> None:
    explained_adds_up(all_of(event, options, codes))
