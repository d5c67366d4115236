"""The commands on files, as other programs call them."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest
from command_line import run_json, run_line
from lxml import etree

from syncd.formats.dwzxml.decode import decode_report

DATA = Path(__file__).resolve().parents[1] / "data"
CLM = DATA / "clm"
OFFICIAL = (
    Path(__file__).resolve().parents[3]
    / "shared" / "spec" / "DSB_DWZ_Tounament_2_5_1.xsd"
)  # fmt: skip


@pytest.fixture(autouse=True)
def _empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SYNCD_CONFIG", raising=False)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


def test_check_has_the_agreed_shape(capsys: pytest.CaptureFixture[str]) -> None:
    code, found = run_json(capsys, "check", CLM / "E02_clm.trf")
    assert code == 0
    assert sorted(found) == [
        "dialects", "encoding", "file", "findings", "format", "summary",
    ]  # fmt: skip
    assert found["format"] == "trf"
    assert found["summary"] == {
        "players": 16, "teams": 0, "rounds": 7, "games": 55, "byes": 1,
    }  # fmt: skip
    assert sorted(found["findings"][0]) == [
        "code", "column", "line", "message", "severity",
    ]  # fmt: skip


def test_check_counts_teams_and_what_was_put_right(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, found = run_json(capsys, "check", CLM / "T02_clm.trf")
    assert code == 0
    assert found["summary"]["teams"] == 10
    assert found["summary"]["players"] == 60
    codes = [finding["code"] for finding in found["findings"]]
    assert codes.count("clm.home_view") == 68


def test_check_of_several_files_is_an_array(capsys: pytest.CaptureFixture[str]) -> None:
    files = [CLM / "E02_clm.trf", CLM / "E07_fide.trf"]
    code, found = run_json(capsys, "check", *files)
    assert [str(file) for file in files] == [item["file"] for item in found]
    assert code == 0


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\0\1\2",
        b"<html>login</html>",
        b"PK\x03\x04zip",
        "0\ufeff".encode("utf-16"),
    ],
)
def test_check_of_anything_else_is_a_document_too(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, content: bytes
) -> None:
    file = tmp_path / "x.trf"
    file.write_bytes(content)
    code, found = run_json(capsys, "check", file)
    assert code == 1
    assert found["summary"]["players"] == 0
    assert [item["severity"] for item in found["findings"]] == ["error"]


def checked_at_a_terminal(*arguments: object) -> tuple[str, bytes]:
    """Return what `check` prints, and what a terminal on stderr got."""
    mine, theirs = os.openpty()
    command = [sys.executable, "-m", "syncd", "check", *map(str, arguments)]
    done = subprocess.run(
        command, check=False, stdout=subprocess.PIPE, stderr=theirs, text=True,
        cwd=Path(__file__).parents[2],
    )  # fmt: skip
    os.write(theirs, b"|")  # so that reading never waits
    said = os.read(mine, 100_000)
    os.close(theirs)
    os.close(mine)
    return done.stdout, said


def test_progress_is_shown_to_who_watches() -> None:
    files = (CLM / "E02_clm.trf", CLM / "E07_fide.trf")
    _, bar = checked_at_a_terminal(*files)
    assert b"Checking" in bar
    _, nothing = checked_at_a_terminal(files[0])
    assert nothing == b"|"
    out, nothing = checked_at_a_terminal(*files, "--json")
    assert (len(json.loads(out)), nothing) == (2, b"|")


def test_no_progress_is_shown_where_nobody_watches(
    capsys: pytest.CaptureFixture[str],
) -> None:
    files = (CLM / "E02_clm.trf", CLM / "E07_fide.trf")
    assert run_line(capsys, "check", *files)[2] == ""


def test_check_of_a_missing_file_names_it(capsys: pytest.CaptureFixture[str]) -> None:
    code, found = run_json(capsys, "check", "nowhere.trf")
    assert code == 1
    assert "nowhere.trf" in found["findings"][0]["message"]


def test_check_counts_a_report(capsys: pytest.CaptureFixture[str]) -> None:
    code, found = run_json(capsys, "check", DATA / "dwz" / "good" / "01-base.xml")
    assert (code, found["format"]) == (0, "dwz")
    assert found["summary"]["players"] > 1


@pytest.mark.parametrize(
    "name",
    ["schema-01-no-namespace", "schema-22-type-lowercase", "schema-85-version-3.0"],
)
def test_check_counts_what_is_no_valid_report(
    capsys: pytest.CaptureFixture[str], name: str
) -> None:
    code, found = run_json(capsys, "check", DATA / "dwz" / "bad" / f"{name}.xml")
    _, good = run_json(capsys, "check", DATA / "dwz" / "good" / "01-base.xml")
    assert (code, found["summary"]) == (1, good["summary"])


def test_check_counts_the_rounds_that_have_games(
    capsys: pytest.CaptureFixture[str],
) -> None:
    bad = DATA / "dwz" / "bad"
    for name in ("schema-96-rounds-plus-sign", "schema-05-tournament-missing"):
        _, found = run_json(capsys, "check", bad / f"{name}.xml")
        assert (found["summary"]["rounds"], found["summary"]["players"] > 1) == (
            3,
            True,
        )
    _, found = run_json(capsys, "check", bad / "schema-67-not-wellformed.xml")
    assert found["summary"]["players"] == 4


def test_check_says_what_was_made_of_an_unsound_export(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, found = run_json(capsys, "check", CLM / "T01_dsb25_ampersand.xml")
    assert (code, found["format"]) == (1, "dwz")
    assert found["summary"] == {
        "players": 88, "teams": 0, "rounds": 14, "games": 414, "byes": 0,
    }  # fmt: skip
    places = [
        (item["line"], item["column"])
        for item in found["findings"]
        if item["code"] == "xml.escape"
    ]
    assert places[0] == (281, 32)


def test_show_prints_the_tournament_of_an_xml(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, found = run_json(capsys, "show", CLM / "E15_dsb25.xml")
    assert code == 0
    tournament = found["tournament"]
    assert tournament["name"] == "Drei-Punkte-Turnier (3-1-0) & Sonderpunkte <Test>"
    assert len(tournament["entrants"]) == 10


@pytest.mark.parametrize("is_xml_first", [True, False])
def test_trf_and_xml_make_one_report(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, *, is_xml_first: bool
) -> None:
    out = tmp_path / "report.xml"
    files = [CLM / "E02_clm.trf", CLM / "E02_dsb25.xml"]
    if is_xml_first:
        files.reverse()
    code, found = run_json(capsys, "report", *files, "--out", out)
    assert (code, found["valid"]) == (0, True)
    payload = decode_report(out.read_bytes()).payload
    assert len([g for g in payload.games if g.white_points in "10.5"]) == 52
    assert all(player.dsb_id for player in payload.players)
    assert {player.club for player in payload.players} >= {
        "SC Weiße Dame Bärenstein & Umgebung"
    }


def test_trf_and_xml_of_two_tournaments_make_no_report(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    files = CLM / "E02_clm.trf", CLM / "E07_dsb25.xml"
    code, found = run_json(capsys, "report", *files, "--out", tmp_path / "x.xml")
    assert (code, found["valid"]) == (1, False)
    assert "different tournaments" in found["findings"][0]["message"]


def test_two_trf_with_different_results_make_no_report(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    first = CLM / "E02_clm.trf"
    lines = first.read_bytes().split(b"\n")
    changed = tmp_path / "changed.trf"
    rows = {line[4:8]: n for n, line in enumerate(lines) if line.startswith(b"001")}
    for number, letter in ((rows[b"   7"], b"1"), (rows[b"   8"], b"0")):
        assert lines[number][98:99] == b"="
        lines[number] = lines[number][:98] + letter + lines[number][99:]
    changed.write_bytes(b"\n".join(lines))
    code, found = run_json(
        capsys, "report", first, changed, "--out", tmp_path / "x.xml"
    )
    assert (code, found["valid"]) == (1, False)
    assert "file.results" in {item["rule"] for item in found["findings"]}


def test_an_xml_alone_makes_a_report(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    out = tmp_path / "report.xml"
    line = ("report", CLM / "E07_dsb25.xml", "--out", out)
    code, _ = run_json(capsys, *line, "--time-control", "5400+30")
    assert code == 0
    report = decode_report(out.read_bytes())
    assert len(report.payload.games) == 6
    assert report.tournament_uuid != "0f78c93c-d73d-4da6-b9a6-20dfdbaa65e7"


def test_check_reads_what_show_printed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    _, out, _ = run_line(capsys, "show", CLM / "E02_clm.trf")
    file = tmp_path / "shown.json"
    file.write_text(out, encoding="utf-8")
    code, found = run_json(capsys, "check", file)
    assert (code, found["format"]) == (0, "json")
    _, original = run_json(capsys, "check", CLM / "E02_clm.trf")
    assert original["summary"] == found["summary"]


def test_check_speaks_german(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run_line(capsys, "--lang", "de", "check", CLM / "E05_clm.trf")
    assert "Spieler: 6, Mannschaften: 0, " in out
    assert "Durchgänge" in out


def test_show_prints_the_tournament(capsys: pytest.CaptureFixture[str]) -> None:
    code, found = run_json(capsys, "show", CLM / "E07_clm.trf")
    assert (code, found["tournament"]["kind"]) == (0, "knockout")
    assert "@" not in json.dumps(found)


def test_show_of_a_broken_file_is_an_error_run_json(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "x.trf"
    file.write_bytes(b"")
    code, found = run_json(capsys, "show", file)
    assert (code, list(found)) == (1, ["error"])


@pytest.mark.parametrize("name", ["E02_clm", "E02_fide", "E03_clm", "E07_clm"])
def test_a_report_is_valid_everywhere(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str
) -> None:
    out = tmp_path / "report.xml"
    code, found = run_json(capsys, "report", CLM / f"{name}.trf", "--out", out)
    assert (code, found["valid"]) == (0, True)
    assert sorted(found["findings"][0]) == ["message", "path", "rule", "severity"]
    code, verdict = run_json(capsys, "validate", out, "--as-of", "2026-09-01")
    assert (code, verdict["valid"]) == (0, True)
    if not OFFICIAL.exists():
        pytest.skip("the federation's schema is not on this machine")
    schema = etree.XMLSchema(etree.parse(OFFICIAL))
    assert schema.validate(etree.parse(out)), schema.error_log


def test_a_report_keeps_its_uuids_until_something_rated_changes(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    export, out = tmp_path / "export.trf", tmp_path / "report.xml"
    shutil.copyfile(CLM / "E07_clm.trf", export)
    run_json(capsys, "report", export, "--out", out)
    first = out.read_bytes()
    _, again = run_json(capsys, "report", export, "--out", out)
    assert "file.unchanged" in {item["rule"] for item in again["findings"]}
    assert first == out.read_bytes()
    run_json(capsys, "report", export, "--out", out, "--location", "Anderswo")
    old, new = decode_report(first), decode_report(out.read_bytes())
    assert old.tournament_uuid == new.tournament_uuid
    assert old.header is not None
    assert new.header is not None
    assert old.header.file_uuid != new.header.file_uuid


def test_an_unchanged_report_is_not_written_but_checked(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    out = tmp_path / "report.xml"
    line = ("report", CLM / "E07_clm.trf", "--out", out)
    _, first, _ = run_line(capsys, *line)
    assert f"Written: {out}" in first
    assert first.splitlines()[-1] == "Valid."
    _, again, _ = run_line(capsys, *line)
    assert "Written" not in again
    assert "file.unchanged" in again
    _, verdict = run_json(capsys, "validate", out)
    _, unchanged = run_json(capsys, *line)
    rules = [item["rule"] for item in unchanged["findings"]]
    assert {item["rule"] for item in verdict["findings"]} <= set(rules)


def test_findings_of_an_export_say_their_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    line_of = ("report", CLM / "E02_clm.trf", "--out", tmp_path / "x.xml")
    _, found = run_json(capsys, *line_of)
    assert "line 39, column 47" in [item["path"] for item in found["findings"]]


@pytest.mark.parametrize("content", [b"", b"<html>login</html>", b"001 broken"])
def test_what_cannot_be_read_is_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, content: bytes
) -> None:
    file = tmp_path / "odd.trf"
    file.write_bytes(content)
    assert str(file) in run_line(capsys, "show", file)[2]
    _, found = run_json(capsys, "report", file, "--out", "x.xml")
    assert str(file) in found["findings"][0]["message"]


def test_a_missing_file_is_told_in_german_too(
    capsys: pytest.CaptureFixture[str],
) -> None:
    _, out, _ = run_line(capsys, "validate", "nowhere.xml", "--lang", "de")
    words = " ".join(word for word in out.split() if word != "│")
    assert "nowhere.xml ist nicht lesbar: diese Datei gibt es nicht." in words


def test_the_two_forms_of_an_export_make_one_report(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    out = tmp_path / "report.xml"
    code, _ = run_json(
        capsys, "report", CLM / "E07_fide.trf", CLM / "E07_clm.trf", "--out", out
    )
    assert code == 0
    assert decode_report(out.read_bytes()).payload.players[0].vkz == "51207"


def test_different_tournaments_make_no_report(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    out = tmp_path / "report.xml"
    code, found = run_json(
        capsys, "report", CLM / "E07_clm.trf", CLM / "E02_clm.trf", "--out", out
    )
    assert (code, found["valid"]) == (1, False)
    assert not out.exists()


@pytest.mark.parametrize(
    ("name", "rule"),
    [("E05_clm", "trf.loops"), ("E06_clm", "time_control"), ("E10_clm", "zero_zero"),
     ("E13_clm", "zero_zero"), ("E15_clm", "not_dwz"), ("T02_clm", "not_over"),
     ("T01_clm", "trf.loops"), ("T03_clm_textfix", "rounds")],
)  # fmt: skip
def test_what_must_not_leave_is_refused_with_its_reason(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str, rule: str
) -> None:
    out = tmp_path / "report.xml"
    code, found = run_json(capsys, "report", CLM / f"{name}.trf", "--out", out)
    assert (code, found["valid"], out.exists()) == (1, False, False)
    errors = {item["rule"] for item in found["findings"] if item["severity"] == "error"}
    assert rule in errors


def test_a_team_event_is_reported_from_its_trf_alone(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    out = tmp_path / "report.xml"
    code, found = run_json(
        capsys, "report", CLM / "T02_clm.trf", "--out", out,
        "--start", "2026-11-20", "--end", "2026-11-25",
    )  # fmt: skip
    assert (code, found["valid"]) == (0, True)
    payload = decode_report(out.read_bytes()).payload
    assert payload.tournament.type == "TW"
    assert (54, 94, 5) == (
        len(payload.players), len(payload.games), payload.tournament.rounds,
    )  # fmt: skip


def test_an_xml_of_a_league_alone_is_reported_once_a_person_has_looked(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    out = tmp_path / "report.xml"
    line = (
        "report", CLM / "T02_dsb25.xml", "--out", out, "--time-control", "5400+30",
        "--start", "2026-11-20", "--end", "2026-11-25", "--location", "Magdeburg",
    )  # fmt: skip
    code, found = run_json(capsys, *line)
    assert (code, out.exists()) == (1, False)
    errors = [item for item in found["findings"] if item["severity"] == "error"]
    assert ["rosters"] == [item["rule"] for item in errors]
    assert run_json(capsys, *line, "--accept", "rosters")[0] == 0
    assert decode_report(out.read_bytes()).payload.tournament.type == "TW"


@pytest.mark.parametrize("code", ["not_dwz", "time_control"])
def test_only_what_can_be_looked_at_can_be_accepted(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, code: str
) -> None:
    out = tmp_path / "a.xml"
    ended, _, said = run_line(
        capsys, "report", CLM / "E06_clm.trf", "--out", out, "--accept", code
    )
    assert ended == 2
    assert code in said
    assert "missing_matches" in said


def test_a_person_can_state_what_the_file_lacks(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    out = tmp_path / "report.xml"
    code, _ = run_json(
        capsys, "report", CLM / "E06_clm.trf", "--out", out,
        "--time-control", "5400+30", "--location", "Äpfelhausen",
    )  # fmt: skip
    assert code == 0
    assert decode_report(out.read_bytes()).payload.tournament.location == "Äpfelhausen"
    code, _ = run_json(
        capsys,
        "report",
        CLM / "E13_clm.trf",
        "--out",
        tmp_path / "b.xml",
        "--zero-zero",
    )
    assert code == 0


@pytest.mark.parametrize(
    ("files", "named"),
    [
        (["T01_clm.trf", "T01_dsb25.xml"], "--accept missing_matches"),
        (["T05_clm_textfix.trf", "T05_dsb25.xml"], "--accept "),
        (["E06_clm.trf"], "--location PLACE"),
        (["E15_clm.trf"], "--time-control 5400+30"),
        (["E09_clm.trf"], "--type swiss"),
    ],
)
def test_each_question_names_the_option_that_answers_it(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    files: list[str],
    named: str,
) -> None:
    _, found = run_json(
        capsys,
        "report",
        *(CLM / name for name in files),
        "--out",
        tmp_path / "x",
    )
    texts = " ".join(str(item) for item in found["findings"])
    assert named in texts
    assert "syncd confirm" not in texts


@pytest.mark.parametrize(
    ("name", "cause", "repeated"),
    [
        ("T01_clm.trf", "trf.loops", {"report.one_sided", "G22", "contradiction"}),
        ("E09_clm.trf", "kind", {"trf.kind", "T02"}),
    ],
)
def test_one_cause_is_told_once(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    name: str,
    cause: str,
    repeated: set[str],
) -> None:
    _, found = run_json(capsys, "report", CLM / name, "--out", tmp_path / "x")
    said = [item["rule"] for item in found["findings"]]
    assert said.count(cause) == 1
    assert repeated.isdisjoint(said)


def test_a_reason_that_was_looked_at_is_accepted(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    files = CLM / "T01_clm.trf", CLM / "T01_dsb25.xml"
    days = "--start", "2026-09-20", "--end", "2026-11-20"
    out = tmp_path / "a.xml"
    code, _ = run_json(
        capsys, "report", *files, *days, "--accept", "missing_matches", "--out", out
    )
    assert (code, out.exists()) == (0, True)


@pytest.mark.parametrize("name", ["T01_genB_clm.trf", "E02_genA_clm.trf"])
def test_check_names_commands_that_can_be_run(
    capsys: pytest.CaptureFixture[str], name: str
) -> None:
    _, found = run_json(capsys, "check", CLM / name)
    texts = " ".join(str(item) for item in found["findings"])
    assert "syncd confirm T --" in texts
    assert "syncd confirm --" not in texts


def test_a_file_that_is_no_report_is_never_overwritten(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    out = tmp_path / "diary.txt"
    out.write_text("Dear diary")
    code, _, _ = run_line(capsys, "report", CLM / "E07_clm.trf", "--out", out)
    assert (code, out.read_text()) == (2, "Dear diary")


def test_validate_names_the_rule(capsys: pytest.CaptureFixture[str]) -> None:
    code, found = run_json(
        capsys, "validate", DATA / "dwz" / "bad" / "rule-G13-self.xml"
    )
    assert (code, found["valid"]) == (1, False)
    assert "G13" in {item["rule"] for item in found["findings"]}


LISTS = DATA / "dwz" / "data"
DIFFERENT = DATA / "dwz" / "bad" / "warn-P13-name-differs.xml"
NO_FIDE_ID = DATA / "dwz" / "bad" / "rule-P34-zps-in-fideid.xml"


def zipped(tmp_path: Path, *files: Path) -> Path:
    archive = tmp_path / "download.zip"
    with zipfile.ZipFile(archive, "w") as target:
        for file in files:
            target.write(file, file.name)
    return archive


def rules_of(verdict: dict[str, Any]) -> set[str]:
    return {item["rule"] for item in verdict["findings"]}


@pytest.mark.parametrize("packed", [False, True])
def test_validate_asks_the_lists(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, *, packed: bool
) -> None:
    members, clubs = LISTS / "spieler.csv", LISTS / "vereine.csv"
    if packed:
        members = clubs = zipped(tmp_path, members, clubs)
    line = ["--members", members, "--clubs", clubs, "--as-of", "2026-09-15"]
    code, found = run_json(capsys, "validate", DIFFERENT, *line)
    assert (code, found["valid"]) == (0, True)
    assert rules_of(found) == {"P13", "P44"}
    code, found = run_json(capsys, "validate", NO_FIDE_ID, *line)
    assert (code, found["valid"]) == (1, False)
    assert "P34" in rules_of(found)


def test_validate_reads_a_report_in_an_archive(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    code, found = run_json(capsys, "validate", zipped(tmp_path, NO_FIDE_ID))
    assert (code, "P34" in rules_of(found)) == (0, True)
    code, found = run_json(capsys, "validate", zipped(tmp_path, NO_FIDE_ID, DIFFERENT))
    assert (code, rules_of(found)) == (1, {"F03"})
    assert "it holds 2" in found["findings"][0]["message"]


FIDE_LIST = (
    "<playerslist><player><fideid>{}</fideid><name>Wolf, Eva</name><rating>{}</rating>"
    "</player><player><fideid>x</fideid></player></playerslist>"
)


@pytest.mark.parametrize("packed", [False, True])
def test_validate_asks_fides_list(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, *, packed: bool
) -> None:
    report = decode_report(DIFFERENT.read_bytes()).payload
    rated, rating = next(
        (one, one.fide_rating) for one in report.players if one.fide_rating
    )
    fide = tmp_path / "standard.xml"
    fide.write_text(FIDE_LIST.format(rated.fide_id, rating + 1))
    line = ["--fide", zipped(tmp_path, fide) if packed else fide]
    code, _, err = run_line(capsys, "validate", DIFFERENT, *line)
    assert (code, "--month 2026-11" in err) == (1, True)
    month = f"{report.tournament.end:%Y-%m}"
    code, found = run_json(capsys, "validate", DIFFERENT, *line, "--month", month)
    weights = {item["severity"] for item in found["findings"] if item["rule"] == "P35"}
    assert (code, weights) == (1, {"error"})
    _, found = run_json(capsys, "validate", DIFFERENT, *line, "--month", "2001-01")
    told = {item["rule"]: item for item in found["findings"]}
    assert "warning" == told["P35"]["severity"]
    assert "line 1" in told["lists.damaged_row"]["message"]
    other = tmp_path / "rapid.xml"
    other.write_text(fide.read_text())
    _, _, err = run_line(
        capsys, "validate", DIFFERENT, "--fide", zipped(tmp_path, fide, other)
    )
    assert "should hold one list of FIDE; it holds 2" in err


def test_validate_names_damaged_rows_of_a_list(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    members = tmp_path / "spieler.csv"
    good = (LISTS / "spieler.csv").read_bytes()
    members.write_bytes(good + b"NU1,short\r\n")
    code, found = run_json(capsys, "validate", DIFFERENT, "--members", members)
    (row,) = [it for it in found["findings"] if it["rule"].startswith("lists.")]
    assert (code, row["severity"], "line" in row) == (0, "warning", False)
    assert f"spieler.csv, line {len(good.splitlines()) + 1}" in row["message"]


@pytest.mark.parametrize(
    ("option", "file"),
    [("--members", "vereine.csv"), ("--clubs", "spieler.csv"), ("--clubs", "no.csv")],
)
def test_a_list_that_is_none_is_named(
    capsys: pytest.CaptureFixture[str], option: str, file: str
) -> None:
    code, _, err = run_line(capsys, "validate", DIFFERENT, option, LISTS / file)
    assert code == 1
    assert file in err


def test_the_settings_weigh_warnings(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "syncd.toml").write_text('[rules]\nP37 = "error"\nT20 = "off"\n')
    file = DATA / "dwz" / "bad" / "warn-P37-fideid-without-rating.xml"
    code, found = run_json(capsys, "validate", file, "--as-of", "2030-01-01")
    assert (code, found["valid"], rules_of(found)) == (1, False, {"P37"})


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('P99 = "off"', "[rules] P99: there is no rule P99"),
        ('F05 = "off"', "[rules] F05: F05 has no warnings"),
        ('P13 = "loud"', '[rules] P13: "loud" is not possible here'),
    ],
)
def test_a_rule_that_cannot_be_weighed_is_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, line: str, said: str
) -> None:
    (tmp_path / "syncd.toml").write_text(f"[rules]\n{line}\n")
    code, _, err = run_line(capsys, "validate", DIFFERENT)
    assert (code, said in err) == (2, True)


def test_validate_lists_all_rules(capsys: pytest.CaptureFixture[str]) -> None:
    code, rules = run_json(capsys, "validate", "--rules")
    assert (code, len(rules)) == (0, 121)
    assert rules[0] == {
        "rule": "F01", "level": "MUST", "severities": ["error", "warning"],
        "where": ["file"], "adjustable": True, "remark": "",
        "text": "The XML declaration is the very first thing in the file.",
    }  # fmt: skip
    code, out, _ = run_line(capsys, "validate", "--rules", "--lang", "de")
    assert code == 0
    assert "G33" in out
    assert "Mitgliederliste" in out.replace("\n", "")


def test_validate_needs_a_file_or_a_wish(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run_line(capsys, "validate")
    assert (code, out) == (2, "")
    assert "--rules" in err


def test_wrong_usage_is_exit_code_2(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run_line(capsys, "report", "x.trf")
    assert (code, out) == (2, "")
    assert "--out" in err


def test_an_unknown_language_is_exit_code_2(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run_line(capsys, "--lang", "fr", "check", "x.trf")
    assert code == 2
    assert "fr" in err


def test_a_terminal_obeys_nothing_in_a_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "\x1b[31m.trf"
    file.write_bytes((CLM / "E07_clm.trf").read_bytes())
    _, out, _ = run_line(capsys, "check", file)
    assert "\x1b" not in out


def test_a_pipe_is_no_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.trf"
    os.mkfifo(pipe)
    code, found = run_json(capsys, "check", pipe)
    assert (code, found["summary"]["players"]) == (1, 0)
    code, _, _ = run_line(capsys, "report", CLM / "E07_clm.trf", "--out", pipe)
    assert code == 2


def test_check_holds_ranks_against_the_games(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Rank 13 (2.5 points) and rank 4 (4 points) have changed places."""
    data = (CLM / "E02_clm.trf").read_bytes()
    lines = data.split(b"\n")
    at = {line[85:89]: place for place, line in enumerate(lines) if line[:3] == b"001"}
    high, low = at[b"   4"], at[b"  13"]
    lines[high] = lines[high][:85] + b"  13" + lines[high][89:]
    lines[low] = lines[low][:85] + b"   4" + lines[low][89:]
    file = tmp_path / "x.trf"
    file.write_bytes(b"\n".join(lines))
    code, found = run_json(capsys, "check", file)
    told = [item for item in found["findings"] if item["code"] == "standings.rank"]
    assert (code, [item["line"] for item in told]) == (0, sorted((high + 1, low + 1)))
    assert {item["column"] for item in told} == {86}
    texts = " ".join(item["message"] for item in told)
    assert "states rank 13; 4 points give 4 to 7" in texts
