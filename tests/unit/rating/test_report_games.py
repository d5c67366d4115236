from __future__ import annotations

from typing import TYPE_CHECKING

import crosstables
import pytest

from syncd.model.findings import Severity
from syncd.rating.confirmed import Confirmed
from syncd.rating.crosstable import crosstable
from syncd.rating.reportgames import Entry, game_entries, game_findings

if TYPE_CHECKING:
    from syncd.model.tournament import Tournament

MIXED = crosstables.drawn_up("""
 1 | 2w1 3b+ 4w-  U
 2 | 1b0  H  3wW 9b+
 3 | 4w= 1w- 2bL  Z
 4 | 3b0  F  1b-  .
""")


def entries(t: Tournament, *, listed: bool) -> set[Entry]:
    table = crosstable(t, Confirmed())
    days = {1: crosstables.FIRST_DAY, 2: crosstables.AFTERWARDS}
    dates = {
        (each.game.round, each.game.white, each.game.black): days[each.game.round]
        for each in table.outcomes
        if each.game.round in days
    }
    found = game_entries(table, dates, "list" if listed else "omit")
    assert len(found) == len(set(found))
    return set(found)


PLAYED = {
    Entry(1, 1, 2, ("1", "0"), crosstables.FIRST_DAY),
    Entry(1, 3, 4, ("0.5", "0"), crosstables.FIRST_DAY),
}
UNPLAYED = {
    Entry(2, 3, 1, ("-", "+")),
    Entry(3, 1, 4, ("-", "-")),
    Entry(3, 2, 3, ("+", "-")),
    Entry(4, 1, None, ("+", "-")),
    Entry(2, 2, None, ("0.5", "-")),
    Entry(4, None, 2, ("-", "+")),
    Entry(2, 4, None, ("+", "-")),
}


def test_only_rated_games_by_default() -> None:
    assert entries(MIXED, listed=False) == PLAYED


def test_everything_but_absences_when_listed() -> None:
    assert entries(MIXED, listed=True) == PLAYED | UNPLAYED


def test_who_rests_in_a_round_robin_is_listed_without_points() -> None:
    t = crosstables.drawn_up(crosstables.EVERYBODY_7)
    resting = {entry for entry in entries(t, listed=True) if len(entry.players) == 1}
    assert len(resting) == 7
    assert {entry.points for entry in resting} == {("-", "-")}


def test_a_mixed_result_is_rated_for_one_side_and_stays() -> None:
    t = crosstables.with_results(MIXED, 1, {1: "0", 2: "-"})
    assert Entry(1, 1, 2, ("0", "-"), crosstables.FIRST_DAY) in entries(t, listed=False)


@pytest.mark.parametrize(
    ("codes", "rule", "said"),
    [
        ({1: "0", 2: "0"}, "report.open_game", "ended 0-0"),
        ({1: "*", 2: "*"}, "report.open_game", "ended 0-0"),
        ({2: "1"}, "G22", "The results 1:1 do not go together"),
        ({1: "+", 2: "1"}, "G27", "The results +:1 do not go together"),
        ({1: "H"}, "G27", "The results H:0 do not go together"),
    ],
)
def test_a_faulty_game_is_an_error_that_names_it(
    codes: dict[int, str], rule: str, said: str
) -> None:
    table = crosstable(crosstables.with_results(MIXED, 1, codes), Confirmed())
    (finding,) = game_findings(table, "list")
    assert (finding.code, finding.severity) == (rule, Severity.ERROR)
    assert said in finding.text.en
    assert "round 1: 1 Player1, Anna – 2 Player2, Anna" in finding.text.en
    assert "Runde 1: 1 Player1, Anna – 2 Player2, Anna" in finding.text.de


@pytest.mark.parametrize(
    ("table", "rule"),
    [
        ("1 | 2w1\n2 | 3b0\n3 | Z", "report.one_sided"),
        ("1 | 1w1\n2 | Z", "G13"),
    ],
)
def test_an_impossible_pairing_is_an_error(table: str, rule: str) -> None:
    t = crosstables.drawn_up(table)
    findings = list(game_findings(crosstable(t, Confirmed()), "omit"))
    assert {finding.code for finding in findings} == {rule}
    assert {finding.severity for finding in findings} == {Severity.ERROR}


def test_how_many_were_left_out_is_said() -> None:
    table = crosstable(MIXED, Confirmed())
    (finding,) = game_findings(table, "omit")
    assert (finding.code, finding.severity) == ("G29", Severity.INFO)
    assert finding.text.en.endswith("left out (3).")
    assert finding.text.de.endswith("entfallen (3).")
    assert list(game_findings(table, "list")) == []
