"""`syncd convert`, as a person and as another program call it."""

from __future__ import annotations

import json
import re
from itertools import cycle
from pathlib import Path

import pytest
from command_line import run_json, run_line

from syncd.formats.dwzxml.tolerant import read_xml
from syncd.formats.snapshot import decode_snapshot
from syncd.formats.trf import decode, to_tournament

DATA = Path(__file__).resolve().parents[1] / "data"
CLM = DATA / "clm"
FOREIGN = Path(__file__).resolve().parents[3] / "shared" / "cases" / "trf"
FILES = sorted([*FOREIGN.glob("*.trf"), *FOREIGN.glob("*.tab"), *CLM.glob("*.trf")])
FORMS = ["trf06", "trf16", "trf26", "clm", "pairing"]


@pytest.fixture(autouse=True)
def _empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SYNCD_CONFIG", raising=False)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


def plain(name: str) -> bytes:
    return (CLM / name).read_bytes()


def test_what_can_be_expressed_is_written(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    out = tmp_path / "new.trf"
    source = tmp_path / "old.trf"
    source.write_bytes(b"012 Open\n092 Swiss\n001    1      Meier,Anna\n")
    code, found = run_json(capsys, "convert", source, out, "--to", "trf26")
    assert code == 0
    assert found == {"written": str(out), "findings": []}
    assert out.read_bytes().startswith(b"012 Open\r\n062 1\r\n")
    assert [path.name for path in tmp_path.iterdir() if "part" in path.name] == []


@pytest.mark.parametrize(
    ("old", "form", "new"),
    [
        (b"XCF 11  1  3", "trf26", b"202 BH/C1,BH,SB"),
        (b"202 BH/C1,BH,SB", "clm", b"XCF 11  1  3"),
    ],
)
def test_the_list_of_tie_breaks_is_restated_and_told_of(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    old: bytes,
    form: str,
    new: bytes,
) -> None:
    source, out = tmp_path / "old.trf", tmp_path / "new.trf"
    source.write_bytes(b"012 Open\n092 Swiss\n%b\n001    1      Meier,Anna\n" % old)
    code, found = run_json(capsys, "convert", source, out, "--to", form)
    assert code == 0
    assert "convert.tiebreaks" in {each["code"] for each in found["findings"]}
    assert new in out.read_bytes().splitlines()


def test_a_loss_is_refused_and_everything_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    out = tmp_path / "new.trf"
    out.write_bytes(b"before")
    code, found = run_json(capsys, "convert", CLM / "E02_clm.trf", out, "--to", "trf26")
    assert code == 1
    assert found["written"] is None
    assert out.read_bytes() == b"before"
    errors = [each for each in found["findings"] if each["severity"] == "error"]
    assert {each["code"] for each in errors} == {"convert.lost"}
    told = " ".join(each["message"] for each in errors)
    for word in ("--lossy", "venue", "parameters of CLM", "club", "DWZ"):
        assert word in told
    assert sorted(found["findings"][0]) == [
        "code", "column", "line", "message", "severity",
    ]  # fmt: skip


def test_lossy_writes_it_and_still_names_it(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    out = tmp_path / "new.trf"
    code, found = run_json(
        capsys, "convert", CLM / "E02_clm.trf", out, "--to", "trf26", "--lossy"
    )
    assert code == 0
    assert found["written"] == str(out)
    assert all(each["severity"] != "error" for each in found["findings"])
    lost = [each for each in found["findings"] if each["code"] == "convert.lost"]
    assert len(lost) > 5
    assert decode(out.read_bytes()).dialects[0] == "trf26"


@pytest.mark.parametrize("flags", [[], ["--lossy"]])
def test_people_are_told_every_loss(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, flags: list[str]
) -> None:
    line = "convert", CLM / "E02_clm.trf", tmp_path / "new.trf", "--to", "trf06", *flags
    _, found = run_json(capsys, *line)
    losses = [each for each in found["findings"] if each["code"] == "convert.lost"]
    assert len(losses) > 3
    _, said, _ = run_line(capsys, *line)
    assert said.count("convert.lost") == len(losses)
    assert "more of this kind" not in said


def test_unknown_records_are_a_loss_comments_are_not(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    source, out = tmp_path / "a.trf", tmp_path / "b.trf"
    text = "012 Open\n092 Swiss\n### hello\n001    1      Meier\n"
    source.write_text(text)
    code, found = run_json(capsys, "convert", source, out, "--to", "trf16")
    assert code == 0
    assert [each["code"] for each in found["findings"]] == ["convert.comment"]
    source.write_text(text + "XYZ what\n")
    code, found = run_json(capsys, "convert", source, out, "--to", "trf16")
    assert code == 1
    assert "XYZ" in found["findings"][-1]["message"]
    code, found = run_json(capsys, "convert", source, out, "--to", "trf16", "--lossy")
    assert code == 0


def test_a_snapshot_goes_both_ways(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    source = CLM / "E05_fide.trf"
    middle, out = tmp_path / "t.json", tmp_path / "t.trf"
    assert run_json(capsys, "convert", source, middle, "--to", "json")[0] == 0
    tournament = to_tournament(decode(source.read_bytes())).tournament
    assert decode_snapshot(middle.read_bytes()) == tournament
    assert run_json(capsys, "convert", middle, out, "--to", "trf26", "--lossy")[0] == 0
    again = to_tournament(decode(out.read_bytes())).tournament
    assert again.entrants == tournament.entrants
    assert again.pairings == tournament.pairings


def test_trf_and_xml_together_have_all_games(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for name in ("T01", "E05"):
        trf, xml = CLM / f"{name}_clm.trf", CLM / f"{name}_dsb25.xml"
        wanted = read_xml(xml.read_bytes()).tournament.pairings
        for one, other in ((trf, xml), (xml, trf)):
            out = tmp_path / "both.json"
            code, found = run_json(
                capsys, "convert", one, out, "--with", other, "--to", "json"
            )
            assert code == 0, found
            joined = decode_snapshot(out.read_bytes())
            assert joined.pairings.rounds == wanted.rounds
            assert len(list(joined.pairings.games())) == len(list(wanted.games()))
        out = tmp_path / "both.trf"
        code, found = run_json(
            capsys, "convert", trf, out, "--with", xml, "--to", "trf26", "--lossy"
        )
        assert code == 0, found
        again = to_tournament(decode(out.read_bytes())).tournament
        assert len(list(again.pairings.games())) == len(list(wanted.games()))


def test_an_xml_alone_is_converted_and_what_it_loses_is_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    source, out = tmp_path / "in.xml", tmp_path / "out.trf"
    text = (CLM / "E05_dsb25.xml").read_text(encoding="utf-8")
    text = re.sub("<notes>.*</notes>", "", text)
    assert "</location>" in text
    line = "convert", source, out, "--to", "json"
    source.write_text(text, encoding="utf-8")
    _, before = run_json(capsys, *line)
    source.write_text(
        text.replace("</location>", "</location><notes>!</notes><klub>x</klub>"),
        encoding="utf-8",
    )
    code, found = run_json(capsys, *line)
    assert code == 0
    added = [each for each in found["findings"] if each not in before["findings"]]
    assert {each["code"] for each in added} == {"convert.lost"}
    told = " ".join(each["message"] for each in added)
    assert "notes" in told
    assert "klub" in told
    code, _ = run_json(capsys, "convert", source, tmp_path / "o.trf", "--to", "trf26")
    assert code == 1
    lossy = "convert", source, tmp_path / "o.trf", "--to", "trf26", "--lossy"
    assert run_json(capsys, *lossy)[0] == 0


@pytest.mark.parametrize("other", ["E05_fide.trf", "E02_dsb25.xml"])
def test_files_that_do_not_belong_together_are_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, other: str
) -> None:
    code, found = run_json(
        capsys, "convert", CLM / "E05_clm.trf", tmp_path / "o.trf",
        "--with", CLM / other, "--to", "json",
    )  # fmt: skip
    assert code == 1
    assert found["written"] is None
    assert found["findings"][0]["code"] == "file.unreadable"


def test_stdout_holds_the_file_and_nothing_else(
    capfdbinary: pytest.CaptureFixture[bytes],
) -> None:
    from syncd.cli import main  # noqa: PLC0415 - after the streams are caught

    with pytest.raises(SystemExit) as ended:
        main(["convert", str(CLM / "E02_clm.trf"), "-", "--to", "json"])
    out, err = capfdbinary.readouterr()
    assert not ended.value.code
    assert decode_snapshot(out).name == "Beschleunigtes Open 2 Gruppen"
    assert b"Left behind" in err


def test_json_and_stdout_do_not_go_together(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run_line(
        capsys, "convert", CLM / "E02_clm.trf", "-", "--to", "trf26", "--json"
    )
    assert code == 2
    assert "--json" in err
    assert json.loads(out)["error"]


def test_a_dwz_report_as_report_makes_it(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    refused = tmp_path / "no.xml"
    code, found = run_json(
        capsys, "convert", CLM / "E10_clm.trf", refused, "--to", "dwz"
    )
    assert code == 1
    assert found["written"] is None
    assert found["findings"]
    assert not refused.exists()


def test_facts_are_taken_for_a_dwz_report_only(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    out = tmp_path / "a.xml"
    facts = "--time-control", "5400+30", "--location", "Äpfelhausen"
    source = CLM / "E06_clm.trf"
    code, found = run_json(capsys, "convert", source, out, "--to", "dwz", *facts)
    assert (code, found["written"]) == (0, str(out))
    code, _, _ = run_line(capsys, "convert", source, out, "--to", "trf26", *facts)
    assert code == 2


@pytest.mark.parametrize(
    "content", [b"", b"<html></html>", b"\x00\x01binary", b"PK\x03\x04"]
)
def test_what_is_no_tournament_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, content: bytes
) -> None:
    source = tmp_path / "in.trf"
    source.write_bytes(content)
    out = tmp_path / "out.trf"
    code, found = run_json(capsys, "convert", source, out, "--to", "trf26")
    assert code == 1
    assert found["findings"][0]["code"] == "file.unreadable"
    assert not out.exists()


def test_people_read_what_was_written_and_what_was_lost(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    out = tmp_path / "out.trf"
    source = CLM / "E07_clm.trf"
    code, said, _ = run_line(
        capsys, "--lang", "de", "convert", source, out, "--to", "trf16", "--lossy"
    )
    assert code == 0
    assert "Geschrieben:" in said
    assert "Nicht in der Datei:" in said
    code, said, _ = run_line(capsys, "convert", source, out, "--to", "trf16")
    assert code == 1
    assert "Nothing was written." in said


@pytest.mark.parametrize(
    ("path", "form"),
    list(zip(FILES, cycle(FORMS), strict=False)),  # each file in one form, in turn
    ids=lambda value: getattr(value, "name", value)[:40],
)
def test_every_file_is_written_with_lossy(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, path: Path, form: str
) -> None:
    out = tmp_path / "out.trf"
    code, found = run_json(capsys, "convert", path, out, "--to", form, "--lossy")
    assert code == 0, found
    before = to_tournament(decode(path.read_bytes())).tournament
    after = to_tournament(decode(out.read_bytes())).tournament
    assert len(after.entrants) == len(before.entrants)
    strict, refused = run_json(capsys, "convert", path, out, "--to", form)
    has_lost = any(each["code"] == "convert.lost" for each in found["findings"])
    assert strict == int(has_lost)
    assert (refused["written"] is None) == has_lost
