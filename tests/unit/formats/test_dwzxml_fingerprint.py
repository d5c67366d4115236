from __future__ import annotations

import datetime as dt
from dataclasses import replace

import pytest
from dwzxml_samples import REPORT, edited

from syncd.formats.dwzxml.elements import (
    Payload,
    Report,
    ReportGame,
    ReportPlayer,
    ReportTournament,
)
from syncd.formats.dwzxml.fingerprint import payload_sha256, tournament_key

DAY = dt.date(2026, 9, 12)
SMALL = Payload(
    ReportTournament("Übung 2026", "SR", "5400+30", 1, DAY, DAY, "Ort"),
    (ReportPlayer(1, "A", "B", 1990), ReportPlayer(2, "C", "D", 1991)),
    (ReportGame(1, 1, None, "0", "-"),),
)


def test_the_hash_never_changes_by_itself() -> None:
    """The store keeps these hashes: another value would report everything anew."""
    digest = "0a43d5ad6c99cabc3f9fc9a81bb605647055c332043b3ae21e5677c8956df2ac"
    assert payload_sha256(SMALL) == digest


def test_equal_payloads() -> None:
    assert payload_sha256(edited().payload) == payload_sha256(REPORT.payload)


@pytest.mark.parametrize(
    "changed",
    [
        edited({"rounds": 4}),
        edited({"start": dt.date(2026, 9, 11)}),
        edited({"notes": "x"}),
        edited(players={1: {"club": ""}}),
        edited(players={2: {"dob_date": dt.date(1971, 2, 3)}}),
        edited(players={3: {"fide_id": 1}}),
        edited(games={1: {"white_points": "0"}}),
        edited(games={1: {"date": None}}),
        edited(games={6: {"white": None, "black": 2}}),
    ],
)
def test_every_field_counts(changed: Report) -> None:
    assert payload_sha256(changed.payload) != payload_sha256(REPORT.payload)


def test_the_order_counts() -> None:
    payload = REPORT.payload
    turned = replace(payload, games=payload.games[::-1])
    assert payload_sha256(turned) != payload_sha256(payload)


def test_key_of_a_tournament() -> None:
    assert tournament_key(SMALL) == "2026-09-12 übung 2026"
    shouted = replace(SMALL.tournament, label=" ÜBUNG  2026")
    assert tournament_key(replace(SMALL, tournament=shouted)) == tournament_key(SMALL)
    assert tournament_key(CORRECTED.payload) == tournament_key(REPORT.payload)


CORRECTED = edited(games={1: {"white_points": "0", "black_points": "1"}})
