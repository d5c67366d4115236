from __future__ import annotations

import datetime as dt
import json
from dataclasses import replace

import pytest

from syncd.errors import DecodeError, EncodeError
from syncd.formats.snapshot import decode_snapshot, encode_snapshot
from syncd.model.pairings import Cells, Pairings
from syncd.model.tournament import Entrant, Kind, Team, Tournament

FULL = Tournament(
    name="Köln Open",
    kind=Kind.SWISS,
    is_team=True,
    rounds=2,
    start=dt.date(2026, 9, 5),
    round_dates=(dt.date(2026, 9, 5), None),
    parameters=(("time_control", "20"), ("a", "")),
    tiebreaks=(1, 0),
    entrants=(
        Entrant(12, "Müller", "Eva", birth_date=dt.date(1999, 2, 3), points_x10=15),
        Entrant(3, "Weiß"),
    ),
    pairings=Pairings(
        2, {12: Cells((3, 0), "w-", "=U"), 3: Cells((12, 0), "b-", "= ")}
    ),
    teams=(Team(1, "SV Groß-Gerau", (12, 3)), Team(2, "spielfrei")),
)


def test_a_snapshot_is_written_as_documented() -> None:
    document = json.loads(encode_snapshot(FULL))
    assert document["schema"] == 1
    assert document["tournament"] == {
        "name": "Köln Open",
        "kind": "swiss",
        "is_team": True,
        "rounds": 2,
        "start": "2026-09-05",
        "round_dates": ["2026-09-05", None],
        "parameters": [["time_control", "20"], ["a", ""]],
        "tiebreaks": [1, 0],
        "entrants": [
            {
                "id": 12,
                "surname": "Müller",
                "forename": "Eva",
                "birth_date": "1999-02-03",
                "points_x10": 15,
            },
            {"id": 3, "surname": "Weiß"},
        ],
        "pairings": {
            "rounds": 2,
            "rows": [[12, "3 0", "w-", "=U"], [3, "12 0", "b-", "= "]],
        },
        "teams": [
            {"number": 1, "name": "SV Groß-Gerau", "roster": [12, 3]},
            {"number": 2, "name": "spielfrei"},
        ],
    }


@pytest.mark.parametrize("tournament", [FULL, Tournament(name="")])
def test_a_snapshot_gives_the_same_tournament_back(tournament: Tournament) -> None:
    data = encode_snapshot(tournament)
    again = decode_snapshot(data)
    assert tournament == again
    assert list(tournament.pairings.rows) == list(again.pairings.rows)
    assert data == encode_snapshot(again)


def changed(**values: object) -> bytes:
    document = json.loads(encode_snapshot(FULL))
    document["tournament"] |= values
    return json.dumps(document).encode()


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[]",
        b"{}",
        b"\xff",
        b"[" * 100_000,
        b'{"schema":1}',
        b'{"schema":true,"tournament":{}}',
        changed(name=5),
        changed(name="\ud800"),
        changed(kind="chess"),
        changed(is_team=1),
        changed(rounds=1.5),
        changed(start="yesterday"),
        changed(unheard_of=1),
        changed(teams={}),
        changed(parameters=[["a"]]),
        changed(parameters=["ab", ["a", 1]]),
        changed(entrants=[{"id": 0, "surname": "x"}]),
        changed(entrants=[{"id": 1, "surname": "x", "mail": "x"}]),
        changed(entrants=[{"id": 1, "surname": "x", "rating": None}]),
        changed(pairings={"rounds": 2, "rows": [[1, "", "", ""]]}),
        changed(pairings={"rounds": 2, "rows": [[1, "x 0", "--", "  "]]}),
        changed(pairings=None),
        json.dumps({**json.loads(encode_snapshot(FULL)), "more": 1}).encode(),
    ],
)
def test_a_damaged_snapshot_is_refused(data: bytes) -> None:
    with pytest.raises(DecodeError) as caught:
        decode_snapshot(data)
    assert caught.value.causes


def test_another_version_is_named() -> None:
    with pytest.raises(DecodeError, match="version 2"):
        decode_snapshot(b'{"schema":2,"tournament":{}}')


def test_half_a_character_cannot_be_written() -> None:
    with pytest.raises(EncodeError):
        encode_snapshot(replace(FULL, city="\ud800"))
