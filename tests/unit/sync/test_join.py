"""Joining two exports: who is whom, which result counts, what is asked."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from syncd.bilingual import Text
from syncd.errors import InconsistentError
from syncd.model.findings import Finding, Severity
from syncd.model.pairings import Cells, Game, Pairings
from syncd.model.tournament import Entrant, GameDate, Kind, Team, Tournament
from syncd.sync.join import join, unanswered
from syncd.sync.kinship import Kinship, is_same, kinship
from syncd.sync.lostletters import reads_as
from syncd.sync.persons import link

if TYPE_CHECKING:
    from collections.abc import Mapping

DAY = dt.date(2026, 9, 5)
ANNA = Entrant(1, "Muster", "Anna", vkz="10101", member_number=1, birth_year=1990)
BERT = Entrant(2, "Klein", "Bert", fide_id=460, birth_year=1980)
CARL = Entrant(3, "Groß", "Carl", birth_year=1970)
DORA = Entrant(4, "Łang", "Dora", birth_year=1960)
FOUR = (ANNA, BERT, CARL, DORA)

Row = tuple[int, str, str]


def tournament(
    rows: Mapping[int, tuple[Row, ...]],
    people: tuple[Entrant, ...] = FOUR,
    **values: object,
) -> Tournament:
    """Return a tournament with these cells: opponent, colour, result."""
    rounds = max((len(row) for row in rows.values()), default=0)
    cells = {
        one.id: Cells(
            tuple(cell[0] for cell in rows.get(one.id, ((0, "-", " "),) * rounds)),
            "".join(cell[1] for cell in rows.get(one.id, ((0, "-", " "),) * rounds)),
            "".join(cell[2] for cell in rows.get(one.id, ((0, "-", " "),) * rounds)),
        )
        for one in people
    }
    fields: dict[str, object] = {
        "name": "Open", "start": DAY, "kind": Kind.SWISS, "rounds": rounds, **values,
    }  # fmt: skip
    return Tournament(
        entrants=people,
        pairings=Pairings(rounds, cells),
        **fields,  # type: ignore[arg-type]
    )


def one_game(letters: str, **values: object) -> Tournament:
    """Return a tournament in which Anna has White against Bert."""
    rows = {1: ((2, "w", letters[0]),), 2: ((1, "b", letters[1]),)}
    return tournament(rows, **values)  # type: ignore[arg-type]


def letters_of(t: Tournament) -> list[str]:
    return [game.white_result + game.black_result for game in t.pairings.games()]


@pytest.mark.parametrize(
    ("trf", "xml", "counts", "code"),
    [
        ("10", "10", "10", ""),
        ("  ", "10", "10", "join.filled"),
        ("**", "10", "10", "join.filled"),
        ("00", "10", "10", "join.filled"),
        ("00", "00", "00", "join.zero_zero"),
        ("00", "**", "**", ""),
        ("  ", "**", "  ", ""),
        ("--", "**", "--", ""),
        ("10", "**", "10", "join.filled"),
        ("+-", "**", "+-", "join.filled"),
        ("10", "01", "10", "join.result"),
        ("10", "+-", "10", "join.result"),
        ("==", "10", "==", "join.result"),
        ("=0", "==", "=0", "join.result"),
    ],
)
def test_results_of_an_individual_game(
    trf: str, xml: str, counts: str, code: str
) -> None:
    joined = join(one_game(trf), one_game(xml))
    assert letters_of(joined.tournament) == [counts]
    assert [finding.code for finding in joined.findings] == ([code] if code else [])
    asks = [f.severity for f in joined.findings] == [Severity.ERROR]
    assert asks == (code == "join.result")


TEAMS = (Team(1, "I", (1, 3)), Team(2, "II", (2, 4)))


@pytest.mark.parametrize(
    ("trf", "xml", "counts", "code"),
    [
        ("11", "10", "10", ""),
        ("11", "01", "01", ""),
        ("00", "10", "10", ""),
        ("==", "=0", "=0", ""),
        ("==", "0=", "0=", ""),
        ("++", "-+", "-+", ""),
        ("10", "10", "10", ""),
        ("00", "**", "**", ""),
        ("11", "**", "11", "join.doubtful_game"),
        ("10", "01", "10", "join.result"),
        ("11", "==", "11", "join.result"),
        ("==", "10", "==", "join.result"),
    ],
)
def test_results_of_a_board(trf: str, xml: str, counts: str, code: str) -> None:
    joined = join(one_game(trf, is_team=True, teams=TEAMS), one_game(xml, is_team=True))
    assert letters_of(joined.tournament) == [counts]
    assert joined.tournament.teams == TEAMS
    assert [finding.code for finding in joined.findings] == ([code] if code else [])
    assert ("trf.team" in joined.answered) == (code != "join.doubtful_game")


@pytest.mark.parametrize(
    ("trf", "xml", "before", "newer", "counts", "code"),
    [
        ("==", "10", "10", "trf", "==", "join.newer_result"),
        ("10", "==", "10", "xml", "==", "join.newer_result"),
        ("==", "10", "==", "trf", "==", "join.result"),
        ("==", "10", "01", "trf", "==", "join.result"),
        ("==", "10", "10", "", "==", "join.result"),
        ("==", "10", "10", "xml", "==", "join.result"),
    ],
)
def test_a_correction_counts_if_only_the_newer_file_has_it(
    trf: str, xml: str, before: str, newer: str, counts: str, code: str
) -> None:
    agreed = join(one_game(before), one_game(before)).agreed
    joined = join(one_game(trf), one_game(xml), agreed=agreed, newer=newer)
    assert letters_of(joined.tournament) == [counts]
    assert [finding.code for finding in joined.findings] == [code]
    assert letters_of(joined.agreed) == [before]
    again = join(one_game(trf), one_game(xml), agreed=joined.agreed, newer=newer)
    assert again == joined


@pytest.mark.parametrize(
    ("trf", "xml", "newer", "counts", "code"),
    [
        ("00", "==", "trf", "00", "join.reopened"),
        ("**", "==", "trf", "**", "join.reopened"),
        ("==", "**", "xml", "**", "join.reopened"),
        ("==", "**", "trf", "==", "join.filled"),
        ("00", "==", "xml", "==", "join.filled"),
        ("==", "**", "", "==", "join.filled"),
        ("--", "**", "xml", "--", ""),
    ],
)
def test_a_result_that_the_newer_file_takes_back_is_open(
    trf: str, xml: str, newer: str, counts: str, code: str
) -> None:
    before = "--" if trf == "--" else "=="
    agreed = join(one_game(before), one_game(before)).agreed
    joined = join(one_game(trf), one_game(xml), agreed=agreed, newer=newer)
    assert letters_of(joined.tournament) == [counts]
    assert [finding.code for finding in joined.findings] == ([code] if code else [])
    again = join(one_game(trf), one_game(xml), agreed=joined.agreed, newer=newer)
    assert again == joined


@pytest.mark.parametrize(
    ("trf", "xml", "newer", "counts"),
    [
        ("11", "**", "xml", "**"),
        ("00", "10", "trf", "10"),
        ("00", "==", "trf", "00"),
    ],
)
def test_a_board_that_the_newer_file_takes_back_is_open(
    trf: str, xml: str, newer: str, counts: str
) -> None:
    last = "10" if "=" not in xml else "=="
    team = {"is_team": True, "teams": TEAMS}
    agreed = join(one_game(last, **team), one_game(last, is_team=True)).agreed
    joined = join(
        one_game(trf, **team), one_game(xml, is_team=True), agreed=agreed, newer=newer
    )
    assert letters_of(joined.tournament) == [counts]


def test_a_nil_nil_of_the_xml_is_known_as_played_under_the_numbers_of_the_trf() -> None:
    moved = tuple(replace(one, id=one.id + 10) for one in FOUR)
    rows = {11: ((12, "w", "0"),), 12: ((11, "b", "0"),)}
    joined = join(tournament(rows, moved), one_game("00"))
    assert joined.tournament.played_zeros == ((1, 11, 12),)


def test_without_an_earlier_join_nothing_decides() -> None:
    joined = join(one_game("=="), one_game("10"), newer="trf")
    assert [finding.code for finding in joined.findings] == ["join.result"]
    assert letters_of(joined.agreed) == []


def test_a_renumbered_tournament_keeps_what_was_agreed() -> None:
    agreed = join(one_game("10"), one_game("10")).agreed
    moved = tuple(replace(one, id=one.id + 10) for one in FOUR)
    rows = {11: ((12, "w", "="),), 12: ((11, "b", "="),)}
    joined = join(tournament(rows, moved), one_game("10"), agreed=agreed, newer="trf")
    assert [finding.code for finding in joined.findings] == ["join.newer_result"]


def test_different_pairings_are_asked_about() -> None:
    other = tournament({1: ((3, "w", "1"),), 3: ((1, "b", "0"),)})
    joined = join(one_game("10"), other)
    assert [(f.code, f.severity) for f in joined.findings] == [
        ("join.pairing", Severity.ERROR)
    ]
    assert "1 Muster – 2 Klein" in joined.findings[0].text.en


def test_each_file_may_have_games_that_the_other_lacks() -> None:
    rows = {
        1: ((2, "w", "1"), (0, "-", "U")), 2: ((1, "b", "0"), (0, "-", " ")),
        3: ((0, "-", " "), (0, "-", "Z")), 4: ((0, "-", " "), (0, "-", " ")),
    }  # fmt: skip
    more = {
        1: ((0, "-", " "),) * 2, 2: ((0, "-", " "), (4, "w", "=")),
        3: ((4, "w", "0"), (0, "-", " ")), 4: ((3, "b", "1"), (2, "b", "=")),
    }  # fmt: skip
    joined = join(tournament(rows), tournament(more))
    assert sorted(letters_of(joined.tournament)) == ["01", "10", "=="]
    assert joined.tournament.pairings.rows[1].results == "1U"
    assert joined.tournament.pairings.rows[3].results == "0Z"
    assert [f.code for f in joined.findings] == ["join.only_trf", "join.only_xml"]


@pytest.mark.parametrize("letter", ["H", "U", "F", "Z", "-", " "])
@pytest.mark.parametrize("newer", ["", "xml", "trf"])
def test_a_game_in_place_of_a_bye_is_asked_about(letter: str, newer: str) -> None:
    rows = {1: ((0, "-", letter),), 2: ((0, "-", letter),)}
    joined = join(tournament(rows), one_game("10"), newer=newer)
    is_told = letter != " " and (letter, newer) != ("Z", "xml")
    code = "join.denied" if is_told else "join.only_xml"
    assert [f.code for f in joined.findings] == [code]
    assert is_told == (joined.findings[0].severity is Severity.ERROR)


def test_a_pair_in_two_rounds_is_asked_about() -> None:
    nobody = (0, "-", " ")
    trf = {1: ((2, "w", "1"), nobody), 2: ((1, "b", "0"), nobody)}
    xml = {1: (nobody, (2, "w", "1")), 2: (nobody, (1, "b", "0"))}
    joined = join(tournament(trf), tournament(xml))
    assert ("join.moved", Severity.ERROR) in [
        (f.code, f.severity) for f in joined.findings
    ]


@pytest.mark.parametrize(
    ("cell", "asked"), [("10", False), ("01", True), ("==", False), ("00", False)]
)
def test_a_cell_of_mixed_loops_has_the_result_of_one_of_them(
    cell: str, *, asked: bool
) -> None:
    both = {
        1: ((2, "w", "1"), (2, "b", "=")), 2: ((1, "b", "0"), (1, "w", "=")),
    }  # fmt: skip
    joined = join(one_game(cell, kind=Kind.ROUND_ROBIN), tournament(both))
    assert asked == ("join.result" in [f.code for f in joined.findings])


def test_colours_of_the_xml_count_and_are_said() -> None:
    turned = tournament({1: ((2, "b", "1"),), 2: ((1, "w", "0"),)})
    joined = join(one_game("10"), turned)
    (game,) = joined.tournament.pairings.games()
    assert (game.white, game.white_result) == (2, "0")
    assert [f.code for f in joined.findings] == ["join.colours"]


def test_further_games_of_a_round_stay() -> None:
    xml = one_game("10")
    again = Game(1, 2, 1, "1", "0")
    xml = replace(xml, pairings=replace(xml.pairings, extra=(again,)))
    joined = join(one_game("10"), xml)
    assert joined.tournament.pairings.extra == (again,)


def test_what_either_file_knows_is_there() -> None:
    trf = one_game(
        "10", name="Open Muehlheim", city="", time_control_code="5400+30",
        parameters=(("a", "b"),), kind=Kind.UNKNOWN, round_dates=(None,), end=None,
    )  # fmt: skip
    born = replace(ANNA, surname="Müster", club="SV Groß", birth_date=DAY, dsb_id="N1")
    xml = one_game(
        "10", people=(born, *FOUR[1:]), name="Open Mühlheim", city="Köln", end=DAY,
        time_control_text="90 min", round_dates=(DAY,),
        game_dates=(GameDate(1, 1, 2, DAY + dt.timedelta(days=3)),),
    )  # fmt: skip
    trf = replace(
        trf, entrants=(replace(ANNA, surname="Muester", title="FM"), *FOUR[1:])
    )
    joined = join(trf, xml)
    t = joined.tournament
    assert (t.name, t.city, t.kind) == ("Open Mühlheim", "Köln", Kind.SWISS)
    assert (t.time_control_code, t.time_control_text) == ("5400+30", "")
    assert (t.round_dates, t.end, t.parameters) == ((DAY,), DAY, (("a", "b"),))
    assert t.game_dates == xml.game_dates
    anna = t.entrant(1)
    assert (anna.surname, anna.title, anna.club) == ("Müster", "FM", "SV Groß")
    assert (anna.dsb_id, anna.birth_date) == ("N1", DAY)
    assert joined.findings == ()
    assert "trf.kind" in joined.answered


@pytest.mark.parametrize(("newer", "year"), [("", 1991), ("xml", 1991), ("trf", 1990)])
def test_different_facts_of_a_person_are_said(newer: str, year: int) -> None:
    other = replace(ANNA, birth_year=1991)
    xml = one_game("10", people=(other, *FOUR[1:]))
    joined = join(one_game("10"), xml, newer=newer)
    assert joined.tournament.entrant(1).birth_year == year
    assert [(f.code, f.severity) for f in joined.findings] == [
        ("join.person_value", Severity.WARNING)
    ]
    assert "1990" in joined.findings[0].text.de
    assert "1991" in joined.findings[0].text.de


def test_a_person_whom_the_trf_lacks_is_added() -> None:
    emil = Entrant(9, "Neu", "Emil", birth_year=2000)
    rows = {9: ((2, "w", "1"),), 2: ((9, "b", "0"),)}
    joined = join(tournament({1: ((0, "-", "Z"),)}), tournament(rows, (*FOUR, emil)))
    assert joined.tournament.entrant(5).surname == "Neu"
    (game,) = joined.tournament.pairings.games()
    assert (game.white, game.black) == (5, 2)
    assert [f.code for f in joined.findings] == ["join.person_added", "join.only_xml"]


def test_two_persons_of_one_name_are_asked_about() -> None:
    father, son = Entrant(1, "Alt", "Max"), Entrant(2, "Alt", "Max")
    people = (father, son, CARL, DORA)
    unknown = (Entrant(7, "Alt", "Max", birth_year=1950), CARL, DORA)
    joined = join(tournament({}, people), tournament({}, unknown))
    (finding,) = joined.findings
    assert (finding.code, finding.severity) == (
        "join.person_doubtful", Severity.ERROR,
    )  # fmt: skip
    assert "1 Alt, Max (60 %: same name); 2 Alt, Max (60" in finding.text.en


@pytest.mark.parametrize(
    ("one", "two", "same"),
    [
        (ANNA, replace(ANNA, id=8, surname="Other"), True),
        (BERT, replace(BERT, id=8, birth_year=None), True),
        (CARL, replace(CARL, id=8, surname="Gross"), True),
        (CARL, replace(CARL, id=8, birth_year=1971), False),
        (replace(DORA, surname="?ang"), replace(DORA, id=8), True),
        (replace(DORA, surname="?ang", birth_year=1), replace(DORA, id=8), False),
        (BERT, replace(BERT, id=8, fide_id=461), False),
        (BERT, Entrant(8, "Someone", "Else", fide_id=460, birth_year=1950), False),
    ],
)
def test_who_is_whom(one: Entrant, two: Entrant, *, same: bool) -> None:
    assert link([one], [two]) == ({two.id: one.id} if same else {})


@pytest.mark.parametrize(
    ("lost", "whole", "fits"),
    [
        ("K?M?im", "Köln-Mülheim", True),
        ("Gro?e", "Große", True),
        ("R?unde", "Rückrunde", True),
        ("K?ln", "Bonn", False),
        ("Köln", "Köln", False),
        ("?" * 12, "a" * 100, True),
        ("?" * 12, "a" * 109, False),
        ("?" * 13, "a" * 13, False),
        ("?" * 400, "a" * 400, False),
        ("a?b", "aab", True),
        ("?", "", True),
    ],
)
def test_names_with_lost_letters(lost: str, whole: str, *, fits: bool) -> None:
    assert reads_as(lost, whole) == fits


def test_what_is_another_tournament() -> None:
    mine = one_game("10")
    assert is_same(mine, one_game("01", name="OPEN"))
    assert not is_same(mine, one_game("10", is_team=True))
    others = tuple(
        replace(one, surname=f"X{one.id}", fide_id=None, vkz="") for one in FOUR
    )
    assert not is_same(mine, one_game("10", people=others))
    next_season = tournament(
        {1: ((3, "w", "1"),), 3: ((1, "b", "0"),)}, start=dt.date(2027, 9, 4)
    )
    assert not is_same(mine, next_season)
    a_year_later = one_game("10", start=dt.date(2027, 9, 4), round_dates=(None,))
    assert not is_same(mine, a_year_later)
    with pytest.raises(InconsistentError, match="different tournaments"):
        join(mine, next_season)


@pytest.mark.parametrize(
    ("trf", "xml", "is_answered"),
    [("K?ln", "Köln", True), ("Wo?", "Wo?", True), ("K?ln", "Bonn", False)],
)
def test_lost_letters_of_the_place_are_answered_by_the_whole_one(
    trf: str, xml: str, *, is_answered: bool
) -> None:
    people = (replace(ANNA, surname="M?ster"), *FOUR[1:])
    joined = join(
        one_game("10", city=trf, people=people),
        one_game("10", city=xml, people=people),
    )
    assert ("clm.lost_letters" in joined.answered) == is_answered


def test_lost_letters_of_the_name_are_answered_by_the_whole_one() -> None:
    joined = join(
        one_game("10", name="Gro?e Runde"), one_game("10", name="Große Runde")
    )
    assert "clm.lost_letters" in joined.answered


def all_meet(letters: str, **values: object) -> Tournament:
    """Return a round robin of four: results of the first named of each game."""
    games = ((1, 1, 2), (1, 3, 4), (2, 1, 3), (2, 2, 4), (3, 1, 4), (3, 2, 3))
    cells: dict[int, list[Row]] = {one.id: [(0, "-", " ")] * 3 for one in FOUR}
    for (number, white, black), code in zip(games, letters, strict=True):
        other = {"1": "0", "0": "1"}.get(code, code)
        if code != ".":
            cells[white][number - 1] = (black, "w", code)
            cells[black][number - 1] = (white, "b", other)
    rows = {key: tuple(row) for key, row in cells.items()}
    return tournament(rows, **values)  # type: ignore[arg-type]


SURE, DOUBT, OTHER = Kinship.SAME, Kinship.DOUBTFUL, Kinship.OTHER


@pytest.mark.parametrize(
    ("trf", "xml", "kin"),
    [
        ("110=01", "110=01", SURE),
        ("110=01", "110=00", SURE),  # one result corrected
        ("110=01", "110...", SURE),  # the XML is of an earlier round
        ("110=  ", "110=..", SURE),  # games that are still open
        ("110101", "001010", DOUBT),  # the same pairings, the other way round
        ("110=01", "1.....", DOUBT),  # one common game shows nothing
        ("......", "110=01", DOUBT),
        ("1.1...", "...1.1", OTHER),
        ("1.1.1.", ".1.1.1", OTHER),
    ],
)
def test_a_renamed_tournament_is_known_by_its_games(
    trf: str, xml: str, kin: Kinship
) -> None:
    assert kinship(all_meet(trf), all_meet(xml, name="Cup")) is kin
    days = {"round_dates": (DAY, None, None)}
    moved = all_meet(xml, start=DAY - dt.timedelta(days=1), **days)
    assert kinship(all_meet(trf, **days), moved) is kin


def test_findings_that_need_no_answer_any_more() -> None:
    found = [
        Finding(code, Severity.ERROR, Text("", ""))
        for code in ("trf.team", "trf.one_sided", "trf.date", "trf.loops")
    ]
    left = unanswered(found, join(one_game("10"), one_game("10")))
    assert [item.code for item in left] == ["trf.date", "trf.loops"]


@pytest.mark.parametrize(
    ("xml", "newer", "points"),
    [("110=01", "xml", None), ("110=01", "trf", 30), ("110=0.", "xml", 30)],
)
def test_points_of_an_older_trf_tell_nothing_of_a_complete_xml(
    xml: str, newer: str, points: int | None
) -> None:
    people = tuple(replace(one, points_x10=30) for one in FOUR)
    joined = join(all_meet("110=0.", people=people), all_meet(xml), newer=newer)
    assert {one.points_x10 for one in joined.tournament.entrants} == {points}
