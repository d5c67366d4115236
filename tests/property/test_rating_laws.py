"""Laws of the rating core over generated tournaments."""

from __future__ import annotations

import datetime as dt
import json
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from syncd.formats.titles import strip_titles
from syncd.model import results
from syncd.model.findings import Severity, has_errors
from syncd.model.pairings import BLACK, NO_COLOUR, WHITE, Cells, Pairings
from syncd.model.timecontrol import (
    Period,
    TimeControl,
    decode_time_control,
    encode_time_control,
    is_rated,
)
from syncd.model.tournament import Entrant, Kind, Tournament
from syncd.rating.confirmed import Confirmed, from_json, to_json
from syncd.rating.finished import unfinished
from syncd.rating.outcomes import POINTS
from syncd.rating.report import Built, ReportOptions, build_payload

if TYPE_CHECKING:
    from syncd.formats.dwzxml.elements import Payload

DAY = dt.timedelta(days=1)
FIRST = dt.date(2026, 7, 25)
NOBODY = Confirmed()

PLAYED = [pair for pair in POINTS if {*pair} <= results.PLAYED and pair != "00"]
UNPLAYED = [pair for pair in POINTS if not {*pair} & results.PLAYED]
MIXED = sorted({*POINTS} - {*PLAYED} - {*UNPLAYED} - {"00"})
RESTING = [results.PAIRING_BYE, results.FULL_BYE, results.HALF_BYE, results.ZERO_BYE]

OPTIONS = [ReportOptions(), ReportOptions(unplayed="list")]

Row = list[tuple[int, str, str]]


@st.composite
def tournaments(draw: st.DrawFn, pairs: list[str] | None = None) -> Tournament:
    """A Swiss tournament with complete data and results that go together."""
    numbers = draw(st.lists(st.integers(1, 999), min_size=2, max_size=9, unique=True))
    rows: dict[int, Row] = {number: [] for number in numbers}
    rounds = draw(st.integers(1, 5))
    for _ in range(rounds):
        order = draw(st.permutations(numbers))
        for white, black in zip(order[::2], order[1::2], strict=False):
            codes = draw(st.sampled_from(pairs or [*PLAYED, *UNPLAYED, *MIXED]))
            rows[white].append((black, WHITE, codes[0]))
            rows[black].append((white, BLACK, codes[1]))
        for rest in order[len(order) // 2 * 2 :]:
            rows[rest].append((0, NO_COLOUR, draw(st.sampled_from(RESTING))))
    return drawn_up(rows, rounds)


@st.composite
def arbitrary(draw: st.DrawFn) -> Tournament:
    """Whatever a file might hold: cells that need not fit, data that may be absent."""
    numbers = draw(st.lists(st.integers(1, 20), max_size=6, unique=True))
    rounds = draw(st.integers(0, 4))
    cells = st.tuples(
        st.sampled_from([0, 99, *numbers]),
        st.sampled_from("wb-"),
        st.sampled_from(sorted(results.KNOWN)),
    )
    row = st.lists(cells, min_size=rounds, max_size=rounds)
    t = drawn_up({number: draw(row) for number in numbers}, rounds)
    days = st.none() | st.dates(FIRST, FIRST + 9 * DAY)
    return replace(
        t,
        name=draw(st.sampled_from(["", "Open"])),
        city=draw(st.sampled_from(["", "Halle"])),
        kind=draw(st.sampled_from(Kind)),
        rounds=draw(st.integers(0, 5)),
        loops=draw(st.integers(1, 2)),
        is_team=draw(st.booleans()),
        time_control_code=draw(st.sampled_from(["", "5400+30", "300", "90 min"])),
        round_dates=tuple(draw(st.lists(days, max_size=5))),
        entrants=tuple(draw(entrants(number)) for number in numbers),
    )


def entrants(number: int) -> st.SearchStrategy[Entrant]:
    """Somebody about whom little may be known, perhaps nobody."""
    return st.builds(
        Entrant,
        id=st.just(number),
        surname=st.sampled_from(["", "Wolf", "Freilos", "Dr. Wolf"]),
        forename=st.sampled_from(["", "Eva", "Dr."]),
        birth_year=st.sampled_from([None, 1990]),
        fide_id=st.sampled_from([None, 4606576]),
        points_x10=st.none() | st.integers(0, 50),
    )


def drawn_up(rows: dict[int, Row], rounds: int) -> Tournament:
    """Return the tournament of these rows, with complete data."""
    return Tournament(
        name="Halle Open 2026",
        kind=Kind.SWISS,
        rounds=rounds,
        city="Halle (Saale)",
        time_control_code="5400+30",
        round_dates=tuple(FIRST + number * DAY for number in range(rounds)),
        entrants=tuple(
            Entrant(number, f"Wolf{number}", "Eva", birth_year=1990) for number in rows
        ),
        pairings=Pairings(rounds, {key: columns(row) for key, row in rows.items()}),
    )


def columns(row: Row) -> Cells:
    return Cells(
        opponents=tuple(opponent for opponent, _, _ in row),
        colours="".join(colour for _, colour, _ in row),
        results="".join(code for _, _, code in row),
    )


def built(t: Tournament, options: ReportOptions) -> Built:
    return build_payload(t, NOBODY, options)


def named_games(payload: Payload) -> Counter[tuple[int, str, str, str, str]]:
    """Return the games with names for numbers."""
    names = {player.number: player.surname for player in payload.players}
    return Counter(
        (
            game.round,
            names[game.white] if game.white else "",
            names[game.black] if game.black else "",
            game.white_points,
            game.black_points,
        )
        for game in payload.games
    )


def renumbered(t: Tournament, numbers: dict[int, int]) -> Tournament:
    """Return the tournament with other start numbers for the same people."""
    rows = {
        numbers[key]: replace(
            cells, opponents=tuple(numbers.get(x, 0) for x in cells.opponents)
        )
        for key, cells in t.pairings.rows.items()
    }
    return replace(
        t,
        entrants=tuple(replace(each, id=numbers[each.id]) for each in t.entrants),
        pairings=Pairings(t.pairings.rounds, rows),
    )


@given(tournaments(), st.sampled_from(OPTIONS), st.data())
def test_renumbering_changes_nothing_but_the_order(
    t: Tournament, options: ReportOptions, data: st.DataObject
) -> None:
    old = [entrant.id for entrant in t.entrants]
    new = data.draw(st.permutations(range(1, 21)))[: len(old)]
    before = built(t, options).payload
    after = built(renumbered(t, dict(zip(old, new, strict=True))), options).payload
    assert (before is None) is (after is None)
    if before and after:
        assert named_games(before) == named_games(after)
        assert before.tournament == after.tournament
        people = {replace(player, number=1) for player in before.players}
        assert people == {replace(player, number=1) for player in after.players}


@given(tournaments(), st.sampled_from(OPTIONS), st.data())
def test_the_order_of_the_file_changes_nothing(
    t: Tournament, options: ReportOptions, data: st.DataObject
) -> None:
    keys = data.draw(st.permutations([entrant.id for entrant in t.entrants]))
    turned = replace(
        t,
        entrants=tuple(t.entrant(key) for key in keys),
        pairings=replace(t.pairings, rows={key: t.pairings.rows[key] for key in keys}),
    )
    assert built(t, options).payload == built(turned, options).payload


@given(tournaments(), st.sampled_from(OPTIONS))
def test_every_rated_game_appears_exactly_once(
    t: Tournament, options: ReportOptions
) -> None:
    expected = Counter(
        (game.round, frozenset({game.white, game.black}))
        for game in t.pairings.games()
        if {game.white_result, game.black_result} & results.PLAYED
    )
    payload = built(t, options).payload
    assert (payload is None) is (not expected)
    if payload:
        ids = {f"Wolf{entrant.id}": entrant.id for entrant in t.entrants}
        found = Counter(
            (number, frozenset({ids[white], ids[black]}))
            for number, white, black, *points in named_games(payload).elements()
            if white and black and {*points} & {"1", "0.5", "0"}
        )
        assert found == expected


@given(tournaments())
def test_points_of_rated_games_add_up(t: Tournament) -> None:
    expected = sum(
        results.STANDARD_POINTS_X10[code]
        for game in t.pairings.games()
        for code in (game.white_result, game.black_result)
        if code in results.PLAYED
    )
    payload = built(t, ReportOptions()).payload
    worth = {"1": 10, "0.5": 5}
    games = payload.games if payload else ()
    sides = [
        points for each in games for points in (each.white_points, each.black_points)
    ]
    assert sum(worth.get(points, 0) for points in sides) == expected


@given(tournaments(), st.sampled_from(OPTIONS))
def test_people_are_real_numbered_without_gaps_and_in_a_game(
    t: Tournament, options: ReportOptions
) -> None:
    payload = built(t, options).payload
    if payload is None:
        return
    numbers = [player.number for player in payload.players]
    assert numbers == list(range(1, len(numbers) + 1))
    sides = {side for game in payload.games for side in (game.white, game.black)}
    assert sides - {None} == set(numbers)
    names = {(entrant.surname, entrant.forename) for entrant in t.entrants}
    assert {(player.surname, player.forename) for player in payload.players} <= names
    assert max(game.round for game in payload.games) == payload.tournament.rounds


@given(tournaments(pairs=[*PLAYED, *UNPLAYED]))
def test_left_out_means_no_plus_and_no_minus(t: Tournament) -> None:
    payload = built(t, ReportOptions()).payload
    if payload:
        marks = {
            points
            for each in payload.games
            for points in (each.white_points, each.black_points)
        }
        assert marks <= {"1", "0.5", "0"}
        assert all(each.white and each.black for each in payload.games)


@given(tournaments(), st.sampled_from(OPTIONS))
def test_dates_of_games_span_the_tournament(
    t: Tournament, options: ReportOptions
) -> None:
    payload = built(t, options).payload
    if payload:
        dates = [game.date for game in payload.games if game.date]
        tournament = payload.tournament
        assert (min(dates), max(dates)) == (tournament.start, tournament.end)


@given(tournaments(), st.dates(FIRST - DAY, FIRST + 9 * DAY))
def test_finished_means_reportable(t: Tournament, today: dt.date) -> None:
    if not unfinished(t, NOBODY, today):
        result = built(t, ReportOptions())
        assert result.payload is not None
        assert not has_errors(result.findings)


@given(arbitrary(), st.dates(FIRST - DAY, FIRST + 9 * DAY), st.sampled_from(OPTIONS))
def test_anything_is_judged_without_an_exception(
    t: Tournament, today: dt.date, options: ReportOptions
) -> None:
    reasons = unfinished(t, NOBODY, today)
    result = built(t, options)
    assert all(reason.text.en and reason.text.de for reason in reasons)
    assert all(finding.text.en and finding.text.de for finding in result.findings)
    assert result.payload is not None or has_errors(result.findings)
    if not reasons:
        errors = {x.code for x in result.findings if x.severity is Severity.ERROR}
        assert errors <= {"P09", "T18"}


@given(tournaments(), st.data())
def test_a_day_more_never_adds_a_reason(t: Tournament, data: st.DataObject) -> None:
    today = data.draw(st.dates(FIRST - DAY, FIRST + 9 * DAY))
    before = {reason.code for reason in unfinished(t, NOBODY, today)}
    assert {reason.code for reason in unfinished(t, NOBODY, today + DAY)} <= before


KEYS = st.frozensets(st.tuples(*[st.integers(1, 99)] * 3), max_size=3)


@given(
    st.builds(
        Confirmed,
        zero_zero=KEYS,
        double_forfeits=KEYS,
        accepted=st.frozensets(st.text(max_size=5), max_size=3),
        start=st.none() | st.dates(),
        end=st.none() | st.dates(),
        time_control=st.text(),
        location=st.text(),
        label=st.text(),
        age_class=st.text(),
        kind=st.none() | st.sampled_from(Kind),
    )
)
def test_decisions_survive_the_store(confirmed: Confirmed) -> None:
    assert from_json(json.loads(json.dumps(to_json(confirmed)))) == confirmed


PERIODS = st.lists(
    st.builds(
        Period,
        seconds=st.integers(0, 20_000),
        increment_s=st.integers(0, 90),
        moves=st.none() | st.integers(1, 99),
    ),
    min_size=1,
    max_size=3,
).map(tuple)


@given(st.builds(TimeControl, white=PERIODS, black=PERIODS))
def test_a_time_control_survives_its_notation(control: TimeControl) -> None:
    assert decode_time_control(encode_time_control(control)) == control


@given(PERIODS, st.integers(1, 3600))
def test_more_time_is_never_slower(periods: tuple[Period, ...], more: int) -> None:
    longer = (replace(periods[0], seconds=periods[0].seconds + more), *periods[1:])
    before = is_rated(TimeControl(periods, periods)).seconds
    assert is_rated(TimeControl(longer, longer)).seconds == before + more
    assert is_rated(TimeControl(longer, periods)).seconds == before


WORDS = st.sampled_from(
    ["Dr.", "Prof.", "med.", "h.c.", "Dipl.-Ing.", "Eva", "Phil", "Ma", "Ing", "M.A."]
)


@given(st.lists(WORDS, max_size=6), st.sampled_from([" ", ", ", ","]))
def test_titles_come_off_in_one_go(words: list[str], separator: str) -> None:
    once = strip_titles(separator.join(words))
    assert strip_titles(once) == once


@given(st.lists(WORDS, max_size=6))
def test_no_name_is_lost_with_the_titles(words: list[str]) -> None:
    names = {"Eva", "Phil", "Ma", "Ing"}
    kept = [word for word in strip_titles(" ".join(words)).split() if word in names]
    assert kept == [word for word in words if word in names]
