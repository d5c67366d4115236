"""Operating by the command line, on a real store, with `syncd once` doing the work."""

from __future__ import annotations

import datetime as dt
import io
import json
import os
import shutil
from pathlib import Path

import pytest
from command_line import run_json, run_line

from syncd.formats.dwzxml.decode import decode_report

CLM = Path(__file__).resolve().parents[1] / "data" / "clm"
CONFIG = """
language = "en"
[rating]
mode = "{mode}"
quiet_individual_s = 0
first_contact_hold_days = {hold_days}
deadline_warn_days = 36500
deadline_stop_days = 36500
[[sources]]
name = "bezirk"
folder = "inbox"
after = "{after}"
stable_s = 0
{portal}
"""
PORTAL = """
[[portals]]
name = "upload"
kind = "directory"
folder = "reports"
"""
STAMPED = "Turnier__{day:%d-%m-%Y}__20-00-00.trf"


class Office:
    """A folder with configuration, inbox and report folder, and somebody typing."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self.capsys = capsys
        self.inbox = folder / "inbox"
        self.reports = folder / "reports"
        self.inbox.mkdir()
        self.reports.mkdir()
        self.configure()

    def configure(
        self,
        *,
        mode: str = "draft",
        hold_days: int = 0,
        after: str = "leave",
        portal: str = PORTAL,
    ) -> None:
        text = CONFIG.format(mode=mode, hold_days=hold_days, after=after, portal=portal)
        (self.folder / "syncd.toml").write_text(text)

    def drop(self, export: str, name: str | None = None, *, day: int = 1) -> Path:
        """Drop an export as CLM would have named it on a day of August 2026."""
        stamped = STAMPED.format(day=dt.date(2026, 8, day))
        target = self.inbox / (name or f"{export}_{stamped}")
        shutil.copyfile(CLM / f"{export}.trf", target)
        os.utime(target, (1_780_000_000 + day, 1_780_000_000 + day))
        return target

    def say(self, *arguments: object) -> tuple[int, str, str]:
        return run_line(self.capsys, "-c", self.folder / "syncd.toml", *arguments)

    def ask(self, *arguments: object) -> tuple[int, object]:
        return run_json(self.capsys, "-c", self.folder / "syncd.toml", *arguments)

    def why(self, named: object = 1) -> str:
        return self.say("why", named)[1].strip()

    def sent(self) -> list[Path]:
        return sorted(self.reports.glob("*.xml"))


@pytest.fixture
def office(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Office:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SYNCD_CONFIG", raising=False)
    return Office(tmp_path, capsys)


def test_a_draft_leaves_after_one_command(office: Office) -> None:
    office.drop("E07_clm")
    code, done = office.ask("once")
    assert code == 1
    assert isinstance(done, dict)
    assert done["files"] == 1
    assert "syncd approve 1" in done["needs_person"][0]
    assert office.sent() == []

    assert office.say("approve", "Daehne")[0] == 0
    assert office.say("once")[0] == 0
    (report,) = office.sent()
    assert decode_report(report.read_bytes()).payload.tournament.type == "SC"
    assert "newest report" in office.why()


def test_a_portal_that_cannot_be_reached_is_told_and_has_an_exit_code(
    office: Office,
) -> None:
    portal = PORTAL.replace("directory", "http").replace(
        'folder = "reports"', 'url = "http://127.0.0.1:9/reports"'
    )
    office.configure(mode="auto", portal=portal)
    office.drop("E07_clm")
    for _ in range(2):
        code, done = office.ask("once")
        assert isinstance(done, dict)
        assert (3, []) == (code, done["needs_person"])
        assert "not at upload yet" in done["undelivered"][0]


def test_auto_reports_and_nothing_happens_twice(office: Office) -> None:
    office.configure(mode="auto")
    office.drop("E07_clm")
    assert office.say("once")[0] == 0
    first = {path: path.stat().st_mtime_ns for path in office.sent()}
    office.drop("E07_clm", day=2)
    assert office.say("once")[0] == 0
    assert first == {path: path.stat().st_mtime_ns for path in office.sent()}
    _, reports = office.ask("reports")
    assert isinstance(reports, list)
    assert [(item["state"], item["sends"]) for item in reports] == [("accepted", 1)]


def test_both_forms_of_one_export_are_one_tournament(office: Office) -> None:
    office.configure(mode="auto")
    office.drop("E07_fide")
    office.drop("E07_clm")
    office.say("once")
    office.drop("E07_fide", "again__01-08-2026__20-00-00.trf")
    office.say("once")
    _, status = office.ask("status")
    assert isinstance(status, dict)
    assert len(status["tournaments"]) == 1
    clubs = {
        player.vkz
        for path in office.sent()[-1:]
        for player in decode_report(path.read_bytes()).payload.players
    }
    assert "" not in clubs


def test_a_real_0_0_waits_for_one_confirmation(office: Office) -> None:
    office.configure(mode="auto")
    office.drop("E13_clm")
    assert office.say("once")[0] == 1
    assert "65 Schulz, Finn" in office.why()
    code, said, _ = office.say("confirm", 1, "--yes")
    assert code == 0
    assert "Round 5, Schulz - Wolf" in said or "Round 5, Wolf - Schulz" in said
    assert office.say("once")[0] == 0
    assert len(office.sent()) == 1
    assert office.say("confirm", 1, "--yes")[0] == 1


def test_what_the_export_lacks_can_be_confirmed(office: Office) -> None:
    office.configure(mode="auto")
    office.drop("E06_clm")
    assert office.say("once")[0] == 1
    assert "time control" in office.why()
    office.say(
        "confirm", 1, "--yes", "--time-control", "5400+30", "--location", "Äpfelhausen"
    )
    assert office.say("once")[0] == 0
    (report,) = office.sent()
    assert decode_report(report.read_bytes()).payload.tournament.type == "SR"


def test_old_tournaments_are_held_at_first_contact(office: Office) -> None:
    office.configure(mode="auto", hold_days=42)
    office.drop("E07_clm")
    assert office.say("once")[0] == 1
    assert "syncd adopt" in office.why()
    assert office.say("approve", 1)[0] == 0
    assert office.say("once")[0] == 0
    assert len(office.sent()) == 1


def test_a_report_sent_by_hand_is_adopted(office: Office) -> None:
    office.configure(mode="auto", hold_days=42)
    office.drop("E07_clm")
    office.say("once")
    by_hand = office.folder / "by_hand.xml"
    assert office.say("report", CLM / "E07_clm.trf", "--out", by_hand)[0] == 0
    code, said, _ = office.say("adopt", by_hand)
    assert (code, "nothing more" in said) == (0, True)
    assert office.say("once")[0] == 0
    assert "newest report" in office.why()
    assert office.sent() == []
    _, status = office.ask("status")
    assert isinstance(status, dict)
    uuid = decode_report(by_hand.read_bytes()).tournament_uuid
    assert status["tournaments"][0]["uuid"] == uuid


def test_without_a_portal_nothing_leaves_and_it_is_said(office: Office) -> None:
    office.configure(mode="auto", portal="")
    office.drop("E07_clm")
    assert office.say("once")[0] == 1
    assert "[[portals]]" in office.why()


def test_a_hold_stops_and_approve_releases(office: Office) -> None:
    office.drop("E10_clm")
    office.say("once")
    assert office.say("hold", 1, "--reason", "protest")[0] == 0
    assert "protest" in office.why()
    assert office.say("approve", 1)[0] == 0
    assert "protest" not in office.why()


def test_a_hold_is_released_by_its_own_command(office: Office) -> None:
    office.drop("E07_clm")
    office.say("once")
    office.say("hold", 1, "--reason", "protest")
    assert "syncd release 1" in office.why()
    code, done = office.ask("release", 1, "--reason", "protest rejected")
    assert isinstance(done, dict)
    assert (code, done["tournament"], len(done["done"])) == (0, 1, 1)
    assert "syncd approve 1" in office.why()
    assert office.say("release", 1)[0] == 1
    told = office.say("history", 1)[1]
    assert "Held: protest" in told
    assert "The hold is lifted. protest rejected" in told


def test_who_approved_is_remembered(office: Office) -> None:
    office.drop("E07_clm")
    office.say("once")
    for name in (3000 * "x", "Ada\u202e", "A\x07"):
        code, _, err = office.say("approve", 1, "--by", name)
        assert (code, "at most 100 letters" in " ".join(err.split())) == (2, True)
    assert office.say("approve", 1, "--by", "Ada")[0] == 0
    _, reports = office.ask("reports")
    assert isinstance(reports, list)
    assert [line["approved_by"] for line in reports] == ["Ada"]


def test_what_the_portal_has_is_not_sent_again(office: Office) -> None:
    office.drop("E07_clm")
    office.say("once")
    office.say("approve", 1)
    office.say("once")
    code, refused = office.ask("resubmit", 1)
    assert code == 1
    assert "upload" in str(refused)


@pytest.mark.parametrize("after", ["leave", "move", "delete"])
def test_taken_files_are_left_moved_or_deleted(office: Office, after: str) -> None:
    office.configure(after=after)
    file = office.drop("E07_clm")
    office.say("once")
    assert (after == "leave") == file.exists()
    assert (after == "move") == (office.inbox / "processed" / file.name).exists()
    _, again = office.ask("once")
    assert isinstance(again, dict)
    _, status = office.ask("status")
    assert isinstance(status, dict)
    assert status["arrivals"] == {"done": 1}


def test_history_tells_everything_without_names_of_persons(office: Office) -> None:
    office.drop("E07_clm")
    office.say("once")
    office.say("approve", 1)
    office.say("once")
    code, history = office.ask("history", 1)
    assert code == 0
    assert isinstance(history, list)
    kinds = [entry["kind"] for entry in history]
    assert kinds == [
        "arrival.done", "report.drafted", "report.approved", "report.queued",
        "report.sending", "report.accepted", "send.accepted",
    ]  # fmt: skip
    assert "Vogel" not in str(history)


def test_history_lists_some_changes_and_counts_the_others(office: Office) -> None:
    office.drop("E02_clm")
    office.say("once")
    target = office.drop("E02_clm", day=2)
    lines = target.read_bytes().splitlines(keepends=True)
    renamed = [
        line[:14] + b"X" + line[15:] if line.startswith(b"001 ") else line
        for line in lines
    ]
    target.write_bytes(b"".join(renamed).replace(b"/  /  ", b"/01/01"))
    os.utime(target, (1_780_000_002, 1_780_000_002))
    office.say("once")
    _, history = office.ask("history", 1)
    assert isinstance(history, list)
    count = max(len(entry["changes"]) for entry in history)
    assert count > 20
    _, out, _ = office.say("history", 1)
    assert f"{count - 20} weitere" in out or f"{count - 20} more" in out
    assert sum("→" in line for line in out.splitlines()) == 20


def test_a_broken_file_is_shown_and_stops_nothing(office: Office) -> None:
    office.configure(mode="auto")
    (office.inbox / "login.trf").write_bytes(b"<html>Anmelden</html>")
    os.utime(office.inbox / "login.trf", (1_780_000_000, 1_780_000_000))
    office.drop("E07_clm")
    code, out, _ = office.say("once")
    assert code == 1
    assert "login.trf" in out
    assert len(office.sent()) == 1


def test_unknown_tournaments_are_named(office: Office) -> None:
    office.drop("E07_clm")
    office.say("once")
    code, _, err = office.say("why", "Nirgendwo")
    assert code == 1
    assert "Nirgendwo" in err


def test_commands_without_a_store_say_what_to_do(office: Office) -> None:
    code, _, err = office.say("status")
    assert code == 2
    assert "syncd run" in err


def test_status_is_readable_in_german(office: Office) -> None:
    office.drop("E10_clm")
    office.say("once")
    code, out, _ = office.say("--lang", "de", "status")
    assert code == 0
    assert "Turniere" in out
    assert "Der Daemon läuft nicht." in out


def test_config_check_names_every_problem(office: Office) -> None:
    (office.folder / "syncd.toml").write_text(
        "languge = 'de'\n[rating]\nmode = 'sometimes'\n[[sources]]\nname = 'x'\n"
    )
    code, document = office.ask("config", "check")
    assert code == 2
    assert isinstance(document, dict)
    text = str(document["error"])
    assert all(word in text for word in ("languge", "[rating] mode", "number 1, pull"))


def test_config_show_hides_secrets(office: Office) -> None:
    office.configure(
        portal='[[portals]]\nname = "p"\nkind = "http"\nurl = "https://x.example"\n'
        'headers = { Authorization = "Bearer geheim" }'
    )
    code, out, _ = office.say("config", "show")
    assert code == 0
    assert "geheim" not in out


def test_a_second_daemon_is_refused(office: Office) -> None:
    from syncd.daemon.lock import take_lock  # noqa: PLC0415

    lock = take_lock(office.folder / "var", "d-test")
    code, _, err = office.say("once")
    lock.release()
    assert code == 2
    assert str(os.getpid()) in err


def test_status_goes_by_the_lock(office: Office) -> None:
    from syncd.daemon.lock import take_lock  # noqa: PLC0415

    office.say("db", "upgrade")
    state = office.folder / "var"
    fresh = dt.datetime.now(dt.UTC).isoformat()
    why = {"en": "/usr/bin/valkey-server", "de": "/usr/bin/valkey-server"}
    broker = {"kind": "own", "why": why}
    health = {"pid": 1, "at": fresh, "broker": broker, "sources": []}
    (state / "daemon.json").write_text(json.dumps(health))
    assert office.say("status", "--check")[0] == 1
    lock = take_lock(state, "d-test")
    code, out, _ = office.say("status", "--check")
    assert code == 0
    assert out.splitlines()[0] == "The daemon is running (process 1, broker own)."
    (state / "daemon.json").unlink()
    assert "starting" in office.say("status")[1]
    lock.release()


def test_status_of_a_fresh_store_has_sentences_and_no_empty_table(
    office: Office,
) -> None:
    office.configure(portal="")
    office.say("db", "upgrade")
    _, out, _ = office.say("status")
    assert "No portal is configured" in out
    assert "There are no tournaments yet." in out
    _, reports, _ = office.say("reports")
    assert reports.strip() == "There are no reports yet."
    assert all(line == line.rstrip() for line in (out + reports).splitlines())


def test_status_names_portals_and_states_in_german(office: Office) -> None:
    office.drop("E10_clm")
    office.say("once")
    _, out, _ = office.say("status", "--lang", "de")
    lines = out.splitlines()
    assert "Portale: upload." in lines
    assert f"bezirk: {office.inbox}, zurzeit unbeobachtet." in lines
    assert "Dateien: 1 erledigt." in out
    assert "Turniere" in lines


def test_status_names_what_waits_and_who_works_with_the_daemon_down(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    from syncd.cli import backlog_text  # noqa: PLC0415
    from syncd.daemon.worker_files import WorkerFile, write_worker  # noqa: PLC0415

    office.configure(mode="auto", portal=PORTAL.replace("reports", "gone"))
    (office.folder / "gone").write_text("no folder")
    office.drop("E07_clm")
    office.say("once")
    worker = WorkerFile("io", "north", 7, "threads", 2, ("submit", "deliver"))
    write_worker(office.folder / "var", worker)
    _, document = office.ask("status")
    assert isinstance(document, dict)
    waits = [(item["kind"], item["portal"]) for item in document["oldest"]]
    assert waits == [("submission", "upload")]
    assert document["workers"][0]["queues"] == ["submit", "deliver"]
    assert (document["dead"], document["held"], document["breakers"]) == (0, 0, [])
    assert document["store"]["free_bytes"] > 0
    assert document["daemon"]["running"] is False
    monkeypatch.setattr(backlog_text, "LOW_BYTES", 2**62)
    _, english, _ = office.say("status")
    _, german, _ = office.say("status", "--lang", "de")
    assert "Longest waiting report: " in english
    assert " → upload, since " in english
    assert "Workers: io@north (submit, deliver)." in english
    assert "Warning: only " in english
    assert "Am längsten wartender Bericht: " in german
    assert "Warnung: Wo der Zustand liegt" in german


# --- what approving will do, said before it is done ---

TWO = PORTAL + PORTAL.replace("upload", "second").replace('"reports"', '"others"')


class Terminal(io.StringIO):
    """Somebody typing."""

    def isatty(self) -> bool:
        return True


def test_an_old_tournament_is_approved_in_one_call_that_says_what_it_does(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    (office.folder / "others").mkdir()
    office.configure(hold_days=42, portal=TWO)
    office.drop("E02_clm")
    office.say("once")
    assert "long before syncd came" in office.why()
    monkeypatch.setattr("sys.stdin", Terminal("n\n"))
    code, out, _ = office.say("approve", 1)
    assert code == 1
    for said in ("ended before first contact", "goes to upload", "goes to second"):
        assert said in out
    assert out.rstrip().endswith("Nothing was approved.")
    assert "long before syncd came" in office.why()
    monkeypatch.setattr("sys.stdin", Terminal("y\n"))
    assert office.say("approve", 1)[0] == 0
    office.say("once")
    assert len(list(office.reports.glob("*.xml"))) == 1
    assert len(list((office.folder / "others").glob("*.xml"))) == 1


def test_a_report_is_approved_for_one_portal_only(office: Office) -> None:
    (office.folder / "others").mkdir()
    office.configure(portal=TWO)
    office.drop("E02_clm")
    office.say("once")
    frees = office.ask("page", 1)[1]["frees"]  # type: ignore[index]
    assert [line.split()[-1] for line in frees if "goes to" in line] == [
        "upload.", "second.",
    ]  # fmt: skip
    assert office.say("approve", 1, "--portal", "nix")[0] == 1
    assert office.say("approve", 1, "--portal", "second", "--yes")[0] == 0
    office.say("once")
    assert list(office.reports.glob("*.xml")) == []
    assert len(list((office.folder / "others").glob("*.xml"))) == 1


def test_history_and_page_say_who_decided(office: Office) -> None:
    office.drop("E02_clm")
    office.say("once")
    office.say("hold", 1, "--by", "Ada")
    office.say("release", 1, "--by", "Bea")
    office.say("approve", 1, "--by", "Eva")
    history = office.say("history", 1)[1]
    for said in ("hold. (Ada)", "hold lifted. (Bea)", "(Eva)"):
        assert said in history
    page = office.ask("page", 1)[1]
    assert [line["by"] for line in page["decisions"]] == ["Ada", "Bea"]  # type: ignore[index]


def test_reports_are_filtered(office: Office) -> None:
    office.drop("E02_clm")
    office.say("once")
    assert len(office.ask("reports", 1, "--state", "Entwurf")[1]) == 1  # type: ignore[arg-type]
    assert office.ask("reports", "--state", "accepted")[1] == []
    assert len(office.ask("reports", "--portal", "upload")[1]) == 1  # type: ignore[arg-type]
    assert office.say("reports", "--state", "nix")[0] == 1
    assert office.say("reports", "--portal", "nix")[0] == 1
    assert office.say("reports", 2)[0] == 1


def test_an_old_tournament_is_not_overdue_while_it_waits_for_something(
    office: Office,
) -> None:
    """From before first contact: whoever reported it then was in time."""
    office.configure(hold_days=42)
    text = (office.folder / "syncd.toml").read_text()
    (office.folder / "syncd.toml").write_text(
        text.replace("deadline_warn_days = 36500", "deadline_warn_days = 1")
    )
    office.drop("E05_clm")
    office.say("once")
    assert office.ask("why", 1)[1]["urgent"] is None  # type: ignore[index]
