"""What a file may have in common with the files before it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from dwzxml_samples import FILE_UUID, REPORT, TOURNAMENT_UUID, edited

from syncd.formats.dwzxml.encode import encode_report
from syncd.formats.dwzxml.export_log import ExportedFile, check_log, exported_file
from syncd.formats.dwzxml.fingerprint import payload_sha256, tournament_key

if TYPE_CHECKING:
    from syncd.formats.dwzxml.elements import Report

NEW_FILE, NEWER_FILE = (f"{n:08}-6a53-4c0e-9d0b-2f6a1f3f8a01" for n in (1, 2))
NEW_TOURNAMENT = "00000001-91e5-4f3c-b6a8-5d0e7c1b2a02"
CORRECTED = edited(games={1: {"white_points": "0", "black_points": "1"}})
OTHER = edited({"label": "Winteropen Musterdorf 2026"})
FILE, TOURNAMENT = "header/fileUUID", "tournament/tournamentUUID"


def named(
    report: Report, file_uuid: str, tournament_uuid: str = TOURNAMENT_UUID
) -> Report:
    """Return the report under other UUIDs."""
    assert report.header is not None
    header = replace(report.header, file_uuid=file_uuid)
    return replace(report, header=header, tournament_uuid=tournament_uuid)


def logged(*reports: Report) -> list[ExportedFile]:
    return [exported_file(report, encode_report(report)) for report in reports]


def faults(report: Report, *earlier: Report) -> list[tuple[str, str]]:
    data = encode_report(report)
    return [(f.code, f.path) for f in check_log(report, data, logged(*earlier))]


def test_a_line_of_the_log() -> None:
    data = encode_report(REPORT)
    line = exported_file(REPORT, data)
    assert line.file_uuid == FILE_UUID
    assert line.tournament_uuid == TOURNAMENT_UUID
    assert line.payload_sha256 == payload_sha256(REPORT.payload)
    assert len(line.file_sha256) == 64
    assert line.tournament_key == tournament_key(REPORT.payload)
    assert exported_file(REPORT, data, key="17").tournament_key == "17"


def test_first_file() -> None:
    assert faults(REPORT) == []


def test_the_same_bytes_again() -> None:
    assert faults(REPORT, REPORT) == []
    assert faults(REPORT, REPORT, named(CORRECTED, NEW_FILE)) == []


def test_a_right_correction() -> None:
    assert faults(named(CORRECTED, NEW_FILE), REPORT) == []


def test_a_correction_taken_back() -> None:
    corrected = named(CORRECTED, NEW_FILE)
    assert faults(named(REPORT, NEWER_FILE), REPORT, corrected) == []


def test_another_tournament_in_a_file_of_its_own() -> None:
    assert faults(named(OTHER, NEW_FILE, NEW_TOURNAMENT), REPORT) == []


WRONG = [
    ("U02", FILE, named(OTHER, FILE_UUID, NEW_TOURNAMENT)),
    ("U03", FILE, named(REPORT, NEW_FILE)),
    ("U04", FILE, CORRECTED),
    ("U06", TOURNAMENT, named(OTHER, NEW_FILE)),
    ("U08", TOURNAMENT, named(CORRECTED, NEW_FILE, NEW_TOURNAMENT)),
]


@pytest.mark.parametrize(("code", "path", "report"), WRONG)
def test_wrong_uuids(code: str, path: str, report: Report) -> None:
    assert faults(report, REPORT) == [(code, path)]


def test_exported_again_under_two_new_uuids() -> None:
    again = named(REPORT, NEW_FILE, NEW_TOURNAMENT)
    assert faults(again, REPORT) == [("U03", FILE), ("U07", TOURNAMENT)]


def test_only_the_time_of_writing_is_new() -> None:
    assert REPORT.header is not None
    later = replace(REPORT, header=replace(REPORT.header, sender="SK Beispielstadt 2"))
    assert faults(later, REPORT) == [("U04", FILE)]


def test_a_file_of_two_tournaments_before() -> None:
    twice = named(OTHER, FILE_UUID, NEW_TOURNAMENT)
    assert faults(CORRECTED, REPORT, twice) == [("U04", FILE)]


def test_files_without_header() -> None:
    plain = replace(REPORT, header=None)
    renamed = replace(plain, tournament_uuid=NEW_TOURNAMENT)
    assert faults(plain, plain) == []
    assert faults(renamed, plain) == [("U07", TOURNAMENT)]


def test_capitals_are_the_same_uuid() -> None:
    line = replace(logged(REPORT)[0], file_sha256="0" * 64)
    shouted = named(REPORT, FILE_UUID.upper(), TOURNAMENT_UUID.upper())
    assert [f.code for f in check_log(shouted, b"", [line])] == ["U04"]


def test_a_better_key_of_the_caller() -> None:
    line = exported_file(REPORT, encode_report(REPORT), key="17")
    renamed = named(OTHER, NEW_FILE)
    data = encode_report(renamed)
    assert check_log(renamed, data, [line], key="17") == ()
    assert [f.code for f in check_log(renamed, data, [line], key="18")] == ["U06"]


def test_words_and_value() -> None:
    report = named(REPORT, NEW_FILE)
    (finding,) = check_log(report, encode_report(report), logged(REPORT))
    assert finding.value == NEW_FILE
    assert finding.text.en.startswith("Nothing has changed since the last file")
    assert finding.text.de.startswith("Seit der letzten Datei")
