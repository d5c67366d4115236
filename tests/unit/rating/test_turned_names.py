from __future__ import annotations

import datetime as dt
from dataclasses import replace

import pytest

from syncd.formats.dwzxml.elements import Payload, ReportPlayer, ReportTournament
from syncd.rating.turned_names import turned_findings

DAY = dt.date(2026, 5, 1)
TOURNAMENT = ReportTournament("Open 2026", "SW", "5400+30", 1, DAY, DAY, "Halle")
PLAIN = Payload(TOURNAMENT, (ReportPlayer(1, "Abel", "Anna", 1990, club="Köln"),), ())


@pytest.mark.parametrize("sign", ["\u202e", "\u2066", "\u200f"])
def test_a_name_that_reads_otherwise_is_told(sign: str) -> None:
    (player,) = PLAIN.players
    odd = replace(PLAIN, players=(replace(player, surname=f"Ab{sign}el"),))
    (finding,) = turned_findings(odd)
    assert finding.path == "players/player[1]/surname"
    assert f"U+{ord(sign):04X}" in finding.text.de
    assert sign not in finding.text.en


def test_ordinary_names_are_left_alone() -> None:
    assert turned_findings(PLAIN) == ()
