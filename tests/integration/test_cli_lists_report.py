"""`syncd report` completed from lists, and `syncd person`, as a person runs them."""

from __future__ import annotations

import datetime as dt
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from command_line import run_json, run_line

from syncd import settings as settings_module
from syncd.cli.reading import read_tournament
from syncd.cli.session import now
from syncd.formats.dwzxml.decode import decode_report

if TYPE_CHECKING:
    from syncd.model.tournament import Entrant

CLM = Path(__file__).resolve().parents[1] / "data" / "clm"
HEAD = 'ID,ZPS,Mitgliedsnummer,Status,"Name,Vorname",Geschlecht,Geburtsjahr\n'


@pytest.fixture(autouse=True)
def _empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SYNCD_CONFIG", raising=False)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setattr(settings_module, "SYSTEM_FILE", tmp_path / "etc" / "syncd.toml")
    shutil.copyfile(CLM / "E02_clm.trf", "open.trf")


def first_player() -> Entrant:
    return read_tournament(Path("open.trf")).tournament.entrants[0]


def write_report(capsys: pytest.CaptureFixture[str]) -> list[dict[str, str]]:
    _, verdict = run_json(
        capsys, "report", "open.trf", "--out", "x.xml", "--location", "Köln"
    )
    findings: list[dict[str, str]] = verdict["findings"]
    return findings


def test_a_report_by_hand_obeys_the_rules_for_tournaments(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("syncd.toml").write_text(
        '[rating]\nseason = "2026"\nsender = "Verband"\n[[tournaments]]\n'
        'match = "*open*"\nlabel = "{name} ({season})"\nsender = "Bezirk"\n'
        "hybrid = true\n",
        encoding="utf-8",
    )
    write_report(capsys)
    report = decode_report(Path("x.xml").read_bytes())
    told = report.payload.tournament
    assert report.header
    assert report.header.sender == "Bezirk"
    assert told.label == "Beschleunigtes Open 2 Gruppen (2026)"
    assert (told.type, told.location) == ("SW-H", "Köln")


def test_a_report_is_completed_from_the_store_of_the_state_directory(
    capsys: pytest.CaptureFixture[str],
) -> None:
    she = first_player()
    name = f"{she.surname},{she.forename}"
    row = f'NU4000001,{she.vkz},0012,A,"{name}",{she.sex.upper()},{she.birth_year}\n'
    Path("list.csv").write_text(HEAD + row, encoding="utf-8")
    run_line(capsys, "lists", "import", "list.csv")
    findings = write_report(capsys)
    player = decode_report(Path("x.xml").read_bytes()).payload.players[0]
    assert ("NU4000001", she.vkz) == (player.dsb_id, player.vkz)
    told = [item for item in findings if "NU4000001" in item["message"]]
    assert [("P10", "info")] == [(item["rule"], item["severity"]) for item in told]


def test_a_question_about_a_file_is_asked_once_and_can_be_answered(
    capsys: pytest.CaptureFixture[str],
) -> None:
    she = first_player()
    lines = Path("open.trf").read_bytes().splitlines(keepends=True)
    place = next(i for i, line in enumerate(lines) if line.startswith(b"001 "))
    lines[place] = lines[place][:69] + b" " * 10 + lines[place][79:]
    Path("open.trf").write_bytes(b"".join(lines))
    rows = [
        f'NU4000001,{vkz},0012,{state},"{she.surname},{she.forename}",,1960\n'
        for vkz, state in (("Z9901", "A"), ("Z9902", "P"))
    ]
    Path("list.csv").write_text(HEAD + "".join(rows), encoding="utf-8")
    run_line(capsys, "lists", "import", "list.csv")
    (asked,) = (it for it in write_report(capsys) if it["severity"] == "error")
    message = asked["message"]
    name = f"{she.surname}, {she.forename}"
    answer = f'syncd person set "{name}" --dsb-id NU4000001'
    assert "P18" == asked["rule"]
    assert answer in message
    assert "person link" not in message
    assert ("Z9901" in message, "Z9902" in message) == (True, False)
    run_line(capsys, "person", "set", name, "--dsb-id", "NU4000001")
    assert [] == [it for it in write_report(capsys) if it["severity"] == "error"]
    player = decode_report(Path("x.xml").read_bytes()).payload.players[0]
    assert (1960, "NU4000001") == (player.dob_year, player.dsb_id)


def test_an_old_list_is_used_with_a_warning(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("list.csv").write_text(
        HEAD + 'NU1,Z9901,0012,A,"Wolf,Eva",W,1990\n', encoding="utf-8"
    )
    run_line(capsys, "lists", "import", "list.csv")
    arguments = ("report", "open.trf", "--out", "x.xml", "--location", "Köln")
    assert "days old" not in run_line(capsys, *arguments)[2]
    later = now() + dt.timedelta(days=36)
    monkeypatch.setattr("syncd.cli.lists.now", lambda: later)
    for line in (arguments, ("lists", "status"), ("status",)):
        code, _, err = run_line(capsys, *line)
        assert (0, True) == (code, "dsb-members is 36 days old" in err)


def test_a_store_of_another_version_is_said_and_not_used(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("var").mkdir()
    (Path("var") / "syncd.db").touch()
    code, _, err = run_line(
        capsys, "report", "open.trf", "--out", "x.xml", "--location", "Köln"
    )
    assert (0, True) == (code, "Nothing is completed from lists" in err)


def test_what_no_list_holds_is_entered_once(
    capsys: pytest.CaptureFixture[str],
) -> None:
    she = first_player()
    name = f"{she.surname}, {she.forename}"
    code, entries = run_json(
        capsys, "person", "set", name, "--club", "SC Weit", "--vkz", she.vkz.lower(),
        "--dsb-id", "NU77", "--forename", "Ganz Lang",
    )  # fmt: skip
    assert (0, she.vkz, "Ganz Lang") == (
        code, entries[0]["vkz"], entries[0]["full_forename"],
    )  # fmt: skip
    _, listed = run_json(capsys, "person", "list")
    assert entries == listed
    write_report(capsys)
    player = decode_report(Path("x.xml").read_bytes()).payload.players[0]
    assert "NU77" == player.dsb_id
    code, out, _ = run_line(capsys, "person", "list")
    assert "SC Weit" in out
    code, gone = run_json(capsys, "person", "forget", name)
    assert (0, "NU77") == (code, gone["forgotten"]["dsb_id"])
    assert (0, []) == run_json(capsys, "person", "list")
    code, _, err = run_line(capsys, "person", "forget", name)
    assert (1, True) == (code, "Nothing was entered" in err)


def test_a_second_person_of_a_name_is_entered_on_purpose_only(
    capsys: pytest.CaptureFixture[str],
) -> None:
    entry = ("person", "set", "Wolf, Eva", "--birth-year")
    assert 0 == run_line(capsys, *entry, "1990")[0]
    code, _, err = run_line(capsys, *entry, "1991")
    assert (1, True) == (code, "--new" in err)
    assert 0 == run_line(capsys, *entry, "1991", "--new")[0]
    _, entries = run_json(capsys, "person", "list")
    assert [1990, 1991] == [item["birth_year"] for item in entries]


@pytest.mark.parametrize(
    ("options", "word"),
    [
        (("--sex", "d"), "--sex"),
        (("--vkz", "12"), "five letters"),
        (("--dsb-id", "Hans"), "NU4000001"),
        (("--birth-year", "1990", "--birth-date", "1991-01-01"), "different years"),
        (("--birth-year", "90"), "--birth-year"),
        (("--birth-date", "1.1.1990"), "--birth-date"),
    ],
)
def test_wrong_options_are_named(
    capsys: pytest.CaptureFixture[str], options: tuple[str, ...], word: str
) -> None:
    code, _, err = run_line(capsys, "person", "set", "Wolf, Eva", *options)
    assert (2, True) == (code, word in err)
    code, _, _ = run_line(capsys, "person", "set", " , Eva")
    assert 2 == code
