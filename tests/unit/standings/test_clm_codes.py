from __future__ import annotations

import pytest

from syncd.model.tournament import Tournament
from syncd.standings.clm_codes import clm_number, code_of_clm, codes_of_clm
from syncd.standings.codes import Code, Refused, parse_code

PLAYERS = {
    1: "BH", 3: "SB", 4: "WIN", 5: "BH/M1", 6: "ARO", 7: "PS", 11: "BH/C1",
    13: "SB/C1", 15: "BH/M2", 16: "ARO/C1", 25: "DE", 30: "TPR",
}  # fmt: skip
TEAMS = {
    1: "BH:MP", 4: "WIN:MP", 5: "GP", 7: "BH:GP", 9: "MP", 10: "BB", 11: "BH:MP/C1",
    17: "BH:GP/C1", 23: "EMMSB", 25: "DE:MP", 33: "EMMSB/C1",
}  # fmt: skip


@pytest.mark.parametrize(
    ("number", "text", "is_team"),
    [(number, text, False) for number, text in PLAYERS.items()]
    + [(number, text, True) for number, text in TEAMS.items()],
)
def test_a_number_of_clm_both_ways(number: int, text: str, *, is_team: bool) -> None:
    code = code_of_clm(number, is_team=is_team)
    assert isinstance(code, Code)
    assert str(code) == text
    assert clm_number(code, is_team=is_team) == number


def test_the_old_sonneborn_berger_of_teams_is_only_read() -> None:
    assert str(code_of_clm(3, is_team=True)) == "EMMSB"


@pytest.mark.parametrize(
    ("number", "is_team", "name"),
    [(2, False, "Buchholzsumme"), (9, False, "TWZ"), (8, True, "Buchholzsumme"),
     (51, True, "Hand"), (77, False, "unbekannt")],
)  # fmt: skip
def test_what_fide_does_not_have(number: int, name: str, *, is_team: bool) -> None:
    refused = code_of_clm(number, is_team=is_team)
    assert isinstance(refused, Refused)
    assert name in refused.reason.de
    assert str(number) in refused.reason.en


def test_what_clm_does_not_have() -> None:
    code = parse_code("FB")
    assert isinstance(code, Code)
    assert clm_number(code, is_team=False) is None


def test_the_list_has_the_points_in_front() -> None:
    tournament = Tournament("X", tiebreaks=(11, 0, 3))
    assert list(map(str, codes_of_clm(tournament))) == ["PTS", "BH/C1", "SB"]
    teams = Tournament("X", is_team=True, tiebreaks=(5, 0, 0))
    assert list(map(str, codes_of_clm(teams))) == ["MP", "GP"]
    assert codes_of_clm(Tournament("X")) == []
