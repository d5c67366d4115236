"""Whole files of many programs: nothing lost, nothing fatal, known oddities seen."""

from __future__ import annotations

import csv
import re
from collections import Counter
from pathlib import Path

import pytest

from syncd.formats.registry import detect
from syncd.formats.snapshot import decode_snapshot, encode_snapshot
from syncd.formats.trf import decode, encode, summary, to_tournament
from syncd.model.findings import Finding, Severity, has_errors

HERE = Path(__file__).resolve()
CLM = HERE.parents[1] / "data" / "clm"
OTHERS = HERE.parents[2] / ".." / "shared" / "cases" / "trf"

CLM_FILES = sorted(CLM.glob("*.trf"))
OTHER_FILES = sorted([*OTHERS.glob("*.trf"), *OTHERS.glob("*.tab")])
ABSENT = "the collection of foreign TRF files beside the project is not here"


def name_of(path: Path) -> str:
    return path.name[:50]


@pytest.mark.parametrize("path", [*CLM_FILES, *OTHER_FILES], ids=name_of)
def test_every_file_is_kept_byte_by_byte_and_maps(path: Path) -> None:
    data = path.read_bytes()
    decoded = decode(data)
    reading = to_tournament(decoded)
    tournament = reading.tournament
    assert detect(data) == "trf"
    assert encode(decoded) == data
    assert decode_snapshot(encode_snapshot(tournament)) == tournament
    assert summary(decoded, reading).players == len(tournament.entrants)


@pytest.mark.skipif(not OTHER_FILES, reason=ABSENT)
def test_files_of_other_programs_are_there() -> None:
    assert len(index(OTHERS / "INDEX.tsv")) == len(OTHER_FILES)


def index(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


@pytest.mark.skipif(not OTHER_FILES, reason=ABSENT)
@pytest.mark.parametrize("row", index(OTHERS / "INDEX.tsv") if OTHER_FILES else [])
def test_players_and_rounds_of_other_programs(row: dict[str, str]) -> None:
    """Rounds there are those with entries; ours also count rounds still to come."""
    decoded = decode((OTHERS / row["file"]).read_bytes())
    numbers = summary(decoded, to_tournament(decoded))
    assert int(row["players"]) == numbers.players
    assert int(row["rounds"]) <= numbers.rounds


@pytest.mark.parametrize(
    "row", [row for row in index(CLM / "INDEX.tsv") if row["file"].endswith(".trf")]
)
def test_known_oddities_of_clm_files(row: dict[str, str]) -> None:
    """What another reader counted in the same files."""
    checks = dict(check.split("=") for check in row["checks"].split())
    decoded = decode((CLM / row["file"]).read_bytes())
    seen: Counter[str] = Counter()
    for finding in to_tournament(decoded).findings:
        seen[finding.code] += how_many(finding)
        seen["won twice"] += is_won_twice(finding)
    counted = {
        "players": sum(line.text.startswith("001") for line in decoded.lines),
        "drifted_001": seen["trf.column_shift"],
        "contradicting_pairs": seen["trf.result_contradiction"] + seen["won twice"],
        "one_sided": seen["trf.one_sided"] + seen["trf.unknown_opponent"],
    }
    assert {key: int(checks[key]) for key in counted} == counted


def is_won_twice(finding: Finding) -> bool:
    """Return whether it is a board on which both players had won."""
    return finding.code == "clm.home_view" and finding.value[0] in "1+"


def how_many(finding: Finding) -> int:
    """Return the number in a finding that sums up many boards of a team event."""
    match = re.search(r"(\d+) (?:board|entr)\w* \(first in line", finding.text.en)
    return int(match[1]) if match else 1


@pytest.mark.parametrize("path", sorted(CLM.glob("T*.trf")), ids=name_of)
def test_a_team_file_names_each_known_fault_once(path: Path) -> None:
    findings = to_tournament(decode(path.read_bytes())).findings
    pairs = {"trf.result_contradiction", "trf.one_sided", "trf.colours"}
    found = [finding for finding in findings if finding.code in pairs]
    assert len({finding.code for finding in found}) == len(found)
    errors = {each.code for each in findings if each.severity is Severity.ERROR}
    assert errors == ({"trf.loops"} if path.name.startswith("T01") else set())


def test_names_that_clm_destroyed_are_seen() -> None:
    """Where a plain file does not show its exporter, its broken letters do."""
    found = {
        path.name
        for path in CLM.glob("*_fide.trf")
        if any(
            finding.code == "clm.lost_letters"
            for finding in to_tournament(decode(path.read_bytes())).findings
        )
    }
    assert found == {
        "E01_fide.trf",  # typographic quotes in its name
        "E01_genA_fide.trf",
        "E01_genB_fide.trf",
        "T01_fide.trf",
        "T01_genB_fide.trf",
    }


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("E01_clm.trf", (9, 0, 5, 18, 5)),
        ("E05_clm.trf", (6, 0, 5, 15, 0)),
        ("E06_clm.trf", (7, 0, 7, 21, 7)),
        ("E13_clm.trf", (120, 0, 9, 531, 2)),
        ("T02_clm.trf", (60, 10, 5, 96, 0)),
        ("T03_clm_textfix.trf", (56, 8, 7, 34, 0)),  # one team is "spielfrei"
        ("T05_clm_textfix.trf", (47, 6, 5, 80, 0)),  # a player in two rosters
    ],
)
def test_summary(name: str, expected: tuple[int, ...]) -> None:
    decoded = decode((CLM / name).read_bytes())
    assert expected == tuple(summary(decoded, to_tournament(decoded)))


@pytest.mark.parametrize("path", CLM_FILES, ids=name_of)
def test_what_cannot_be_reported_yet_waits_with_its_reason(path: Path) -> None:
    reading = to_tournament(decode(path.read_bytes()))
    codes = {finding.code for finding in reading.findings}
    reasons = {
        "trf.loops": path.name.startswith(("E05", "T01")),
        "trf.kind": path.name.startswith("E09"),
    }
    assert reasons == {code: code in codes for code in reasons}
    assert any(reasons.values()) == has_errors(reading.findings)


def test_rosters_of_a_team_file() -> None:
    decoded = decode((CLM / "T03_clm_textfix.trf").read_bytes())
    teams = to_tournament(decoded).tournament.teams
    assert [(team.number, len(team.roster)) for team in teams] == [
        *((number, 8) for number in range(1, 8)),
        (8, 0),
    ]
    assert teams[6].roster == tuple(range(49, 57))
    assert teams[7].name == "spielfrei"


def test_missing_results_that_clm_itself_reports() -> None:
    decoded = decode((CLM / "T03_clm_textfix.trf").read_bytes())
    warning = to_tournament(decoded).tournament.missing_results
    assert warning.count("Vermutlich fehlen die Ergebnisse in Runde") == 4
