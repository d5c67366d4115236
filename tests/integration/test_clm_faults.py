"""Every known fault of CLM's exporters: seen in a real file, noted, and put right."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from syncd.formats.trf import decode, to_tournament
from syncd.model.findings import Severity
from syncd.model.tournament import Kind

if TYPE_CHECKING:
    from syncd.formats.trf import Reading

CLM = Path(__file__).resolve().parents[1] / "data" / "clm"


def read(name: str) -> Reading:
    return to_tournament(decode((CLM / f"{name}.trf").read_bytes()))


FAULTS = [
    ("B1 phone numbers as XCP", "E01_clm", "clm.phone", Severity.INFO),
    ("B2 type left empty", "E06_clm", "clm.type_missing", Severity.INFO),
    ("B2 type that nothing proves", "E09_clm", "trf.kind", Severity.ERROR),
    ("B3 running league", "T03_clm_textfix", "clm.home_view", Severity.INFO),
    ("B5 home player's result", "T02_clm", "clm.home_view", Severity.INFO),
    ("B6 loops of single events", "E05_clm", "trf.loops", Severity.ERROR),
    ("B6 loops of leagues", "T01_clm", "trf.loops", Severity.ERROR),
    ("B7 columns that moved", "E13_clm", "trf.column_shift", Severity.INFO),
    ("B8 open game as 0-0", "E13_clm", "clm.open_or_zero", Severity.INFO),
    ("B9 rounds to come as Z", "E10_clm", "clm.future_rounds", Severity.INFO),
    ("B10 second entry", "T05_clm_textfix", "trf.start_number_zero", Severity.WARNING),
    ("B10 second roster", "T01_clm", "clm.second_roster", Severity.INFO),
    ("B11 spielfrei", "T03_clm_textfix", "clm.spielfrei", Severity.INFO),
    ("B12 empty parameter", "E02_clm", "clm.empty_parameter", Severity.INFO),
    ("A generation", "E01_genA_clm", "clm.generation", Severity.INFO),
    ("A day first", "E01_genA_clm", "trf.date_form", Severity.INFO),
    ("A ruler", "E01_genA_clm", "clm.ruler", Severity.INFO),
    ("A empty place", "E01_genA_clm", "clm.empty_record", Severity.INFO),
    ("A time control", "E01_genA_clm", "clm.no_time_control", Severity.INFO),
    ("A rating 0", "E01_genA_clm", "clm.zero_rating", Severity.INFO),
    ("A says Swiss", "E05_genA_clm", "clm.type_disproved", Severity.INFO),
    ("B generation", "E01_genB_clm", "clm.generation", Severity.INFO),
    ("B joined", "E01_genB_clm", "clm.joined_parameters", Severity.INFO),
    ("B lost letters", "E01_genB_clm", "clm.lost_letters", Severity.WARNING),
]


@pytest.mark.parametrize(
    ("name", "code", "severity"),
    [row[1:] for row in FAULTS],
    ids=[row[0] for row in FAULTS],
)
def test_each_fault_is_noted(name: str, code: str, severity: Severity) -> None:
    found = [item for item in read(name).findings if item.code == code]
    assert found
    assert {severity} == {item.severity for item in found}
    assert all(item.text.en and item.text.de for item in found)


def test_each_fault_of_generation_a_is_noted_once() -> None:
    lines = (CLM / "E01_genA_clm.trf").read_text("latin-1").splitlines()
    starts = [line[:4] for line in lines]
    places = [starts.index(record) + 1 for record in ("042 ", "052 ", "DDD ")]
    found = [item for item in read("E01_genA_clm").findings if item.line in places]
    assert places == [item.line for item in found]
    assert ["trf.date_form", "trf.date_form", "clm.ruler"] == [
        item.code for item in found
    ]


def test_what_generation_a_breaks_is_put_right() -> None:
    tournament = read("E05_genA_clm").tournament
    assert "2026-09-05" == str(tournament.start)
    assert Kind.ROUND_ROBIN is tournament.kind
    assert ("", "", "") == (
        tournament.city, tournament.federation, tournament.time_control_text,
    )  # fmt: skip
    assert [2031, 1967, None] == [one.rating for one in tournament.entrants[:3]]


def test_what_generation_b_joins_is_taken_apart() -> None:
    parameters = dict(read("E01_genB_clm").tournament.parameters)
    assert ("0", "1") == (parameters["teamranking"], parameters["pgnInput"])


def test_phone_numbers_stay_outside() -> None:
    reading = read("E01_clm")
    assert not any("221" in value for _, value in reading.tournament.parameters)
    (note,) = [item for item in reading.findings if item.code == "clm.phone"]
    assert not note.value


def test_a_file_of_another_program_has_no_faults_of_clm() -> None:
    data = (CLM / "E10_fide.trf").read_bytes().replace(b"###", b"%%%")
    reading = to_tournament(decode(data))
    assert not [item for item in reading.findings if item.code.startswith("clm.")]
