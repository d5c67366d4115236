"""What people are asked and told: confirming, reports, history."""

from __future__ import annotations

import datetime as dt
import io
import re
import shutil
from pathlib import Path

import pytest
from command_line import run_json, run_line

CLM = Path(__file__).resolve().parents[1] / "data" / "clm"
CONFIG = """
language = "en"
[rating]
mode = "auto"
quiet_individual_s = 0
first_contact_hold_days = 0
deadline_warn_days = 36500
deadline_stop_days = 36500
[[sources]]
name = "bezirk"
folder = "inbox"
stable_s = 0
[[portals]]
name = "upload"
kind = "directory"
folder = "{reports}"
"""


class Terminal(io.StringIO):
    """Somebody typing."""

    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def _office(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SYNCD_CONFIG", raising=False)
    for name in ("inbox", "reports"):
        (tmp_path / name).mkdir()
    configure()


def configure(reports: str = "reports") -> None:
    Path("syncd.toml").write_text(CONFIG.format(reports=reports), encoding="utf-8")


def take(capsys: pytest.CaptureFixture[str], name: str) -> None:
    shutil.copyfile(CLM / f"{name}.trf", Path("inbox") / f"{name}.trf")
    run_line(capsys, "once")


@pytest.mark.parametrize("answer", ["j\n", "yes\n"])
def test_a_person_at_a_terminal_is_asked(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, answer: str
) -> None:
    take(capsys, "E13_clm")
    monkeypatch.setattr("sys.stdin", Terminal(answer))
    code, out, _ = run_line(capsys, "confirm", 1)
    assert (code, "Confirm this? [y/N]" in out) == (0, True)
    assert run_line(capsys, "once")[0] == 0


@pytest.mark.parametrize("answer", ["n\n", ""])
def test_no_answer_confirms_nothing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, answer: str
) -> None:
    take(capsys, "E13_clm")
    monkeypatch.setattr("sys.stdin", Terminal(answer))
    code, out, _ = run_line(capsys, "confirm", 1, "--lang", "de")
    assert (code, "nichts bestätigt" in out) == (1, True)
    assert run_line(capsys, "once")[0] == 1


def test_without_a_terminal_only_yes_confirms(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    take(capsys, "E13_clm")
    monkeypatch.setattr("sys.stdin", io.StringIO("y\n"))
    code, out, err = run_line(capsys, "confirm", 1)
    assert (code, out) == (1, "")
    assert "--yes" in err
    assert "Schulz" in err
    code, document = run_json(capsys, "confirm", 1)
    assert code == 1
    assert "--yes" in document["error"][0]
    assert "Schulz" in document["error"][1]
    assert run_line(capsys, "once")[0] == 1
    assert run_json(capsys, "confirm", 1, "--yes")[0] == 0


def test_a_report_that_cannot_leave_says_when_it_is_tried_again(
    capsys: pytest.CaptureFixture[str],
) -> None:
    configure(reports="nowhere")
    take(capsys, "E07_clm")
    _, (report,) = run_json(capsys, "reports")
    due = dt.datetime.fromisoformat(report["due"])
    assert report["state"] in {"queued", "unknown"}
    _, out, _ = run_line(capsys, "reports")
    words = "".join(word for word in out.split() if word != "│").replace("│", "")
    assert f"{due.astimezone():%H:%M}" in words


def test_an_accepted_report_is_not_due(capsys: pytest.CaptureFixture[str]) -> None:
    take(capsys, "E07_clm")
    _, (report,) = run_json(capsys, "reports")
    assert (report["state"], report["due"]) == ("accepted", None)
    _, out, _ = run_line(capsys, "reports", "--lang", "de")
    assert "angenommen" in out
    assert "accepted" not in out


def test_history_is_in_local_time_and_german(
    capsys: pytest.CaptureFixture[str],
) -> None:
    take(capsys, "E07_clm")
    _, out, _ = run_line(capsys, "history", 1, "--lang", "de")
    zone = f"{dt.datetime.now().astimezone():%Z}"
    first = out.splitlines()[0]
    assert f" {zone} Datei erledigt: " in first
    for command in ("hold", "approve"):
        run_line(capsys, command, 1)
    _, out, _ = run_line(capsys, "history", 1, "--lang", "de")
    assert "Entschieden: Halt." in out
    assert "    Angehalten." in out
    assert "    Der Halt ist aufgehoben." in out
    assert "hold" not in out
    _, out, _ = run_line(capsys, "history", 1, "--lang", "en")
    assert "    The hold is lifted." in out
    _, history = run_json(capsys, "history", 1, "--lang", "de")
    assert history[0]["kind"] == "arrival.done"


def test_a_tournament_is_found_by_what_tables_print(
    capsys: pytest.CaptureFixture[str],
) -> None:
    take(capsys, "E07_clm")
    _, (report,) = run_json(capsys, "reports")
    for named in ("Dähne", report["file_uuid"][:8], report["tournament_uuid"][:8]):
        assert run_json(capsys, "why", named)[1]["tournament"] == 1


@pytest.mark.parametrize("content", [None, b"", b"<html>login</html>"])
def test_adopt_names_the_file_it_cannot_read(
    capsys: pytest.CaptureFixture[str], content: bytes | None
) -> None:
    take(capsys, "E07_clm")
    if content is not None:
        Path("by_hand.xml").write_bytes(content)
    code, document = run_json(capsys, "adopt", "by_hand.xml", "--tournament", "1")
    assert (code, "by_hand.xml" in document["error"][0]) == (1, True)


def test_the_rules_of_a_tournament_are_shown_with_their_origin(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with Path("syncd.toml").open("a", encoding="utf-8") as file:
        file.write('[[tournaments]]\nmatch = "*open*"\nseason = "2026"\n')
    take(capsys, "E02_clm")
    code, out, _ = run_line(capsys, "policy", 1)
    assert code == 0
    for cells in (
        ("rating", "auto", "[rating]"),
        ("season", "2026", "[[tournaments]] *open*"),
        ("unplayed", "omit", "default"),
    ):
        assert re.search(".*".join(re.escape(cell) for cell in cells), out)

    _, done = run_json(
        capsys, "policy", 1, "--set", "label=Open {season}", "--set", "notes=Halle"
    )
    assert done["done"] == ["label = Open {season}", "notes = Halle"]
    label = done["policy"]["label"]
    assert (label["value"], label["from"]) == ("Open {season}", "command")
    assert label["at"]
    assert done["policy"]["portals"]["value"] is None

    code, out, _ = run_line(capsys, "policy", 1, "--unset", "notes", "--lang", "de")
    assert (code, out.strip()) == (0, "notes folgt wieder der Konfiguration.")
    code, out, _ = run_line(capsys, "history", 1)
    assert "label = Open {season}" in out


def test_tournaments_with_rules_of_their_own_are_listed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with Path("syncd.toml").open("a", encoding="utf-8") as file:
        file.write('[[tournaments]]\nmatch = "Liga*"\nseason = "2026"\n')
    take(capsys, "E02_clm")
    _, none = run_json(capsys, "policy")
    assert none == {"tournaments": [], "idle": ["Liga*"]}
    run_line(capsys, "policy", 1, "--set", "notes=Halle")
    _, one = run_json(capsys, "policy")
    assert [item["policy"] for item in one["tournaments"]] == [{"notes": "Halle"}]
    code, out, _ = run_line(capsys, "policy", "--lang", "de")
    assert (code, "notes = Halle" in out, "Liga*: passt bisher" in out) == (
        0,
        True,
        True,
    )
    assert run_line(capsys, "policy", "--set", "notes=x")[0] == 2


@pytest.mark.parametrize("rule", ["label", "labell=x", "portals=elsewhere"])
def test_a_rule_that_cannot_be_is_an_error_of_the_configuration(
    capsys: pytest.CaptureFixture[str], rule: str
) -> None:
    take(capsys, "E02_clm")
    code, _, err = run_line(capsys, "policy", 1, "--set", rule)
    assert (code, bool(err)) == (2, True)


def test_an_overdue_tournament_is_loud(capsys: pytest.CaptureFixture[str]) -> None:
    """E13 asks for its 0-0 games; its end is long ago for whoever runs this."""
    with Path("syncd.toml").open("a", encoding="utf-8") as file:
        file.write('[[tournaments]]\nmatch = "*"\ndeadline_warn_days = 1\n')
    take(capsys, "E13_clm")
    _, why = run_json(capsys, "why", 1)
    assert why["code"] == "zero_zero"
    assert why["urgent"].startswith("Overdue since ")
    assert why["reason"].startswith(why["urgent"])
    _, status = run_json(capsys, "status")
    (line,) = status["tournaments"]
    assert line["reason"] == why["reason"]
