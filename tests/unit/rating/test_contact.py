from __future__ import annotations

import datetime as dt
from dataclasses import replace

import pytest

from syncd.formats.dwzxml.elements import (
    Payload,
    ReportGame,
    ReportPlayer,
    ReportTournament,
)
from syncd.rating.contact import contact_findings

DAY = dt.date(2026, 5, 1)
TOURNAMENT = ReportTournament("Open 2026", "SW", "5400+30", 1, DAY, DAY, "Halle")
PLAYERS = (
    ReportPlayer(1, "Abel", "Anna", 1990, club="SV 1876 Halle 04"),
    ReportPlayer(2, "Brenner", "Bernd", 1980, club="SK Köln 1920 e.V."),
)
PLAIN = Payload(TOURNAMENT, PLAYERS, (ReportGame(1, 1, 2, "1", "0", DAY),))


def labelled(label: str) -> Payload:
    return replace(PLAIN, tournament=replace(TOURNAMENT, label=label))


@pytest.mark.parametrize(
    "label",
    [
        "Open, Info max@example.org",
        "Open Tel 0171-2345678",
        "Open Tel.: 04421 123456",
        "Open +49 221 1234567",
        "Open 0221/1234567",
    ],
)
def test_contact_data_is_found_and_not_repeated(label: str) -> None:
    (finding,) = contact_findings(labelled(label))
    assert finding.path == "tournament/label"
    assert "example" not in finding.text.en
    assert "123" not in finding.text.en


@pytest.mark.parametrize(
    "label",
    [
        "Open 2026",
        "12. Offene Stadtmeisterschaft 2025/26",
        "Liga 2026/27 (Hin- und Rückrunde)",
        "3-1-0 Turnier 5.-9. September 2026",
        "100 Jahre SV 1920",
        "Hotel Post Open",
    ],
)
def test_ordinary_names_are_left_alone(label: str) -> None:
    assert contact_findings(labelled(label)) == ()


def test_every_text_of_the_report_is_looked_at() -> None:
    players = (replace(PLAYERS[0], club="SV, anna@example.org"), PLAYERS[1])
    (finding,) = contact_findings(replace(PLAIN, players=players))
    assert finding.path == "players/player[1]/club"
