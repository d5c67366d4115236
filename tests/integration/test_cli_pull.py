"""`syncd pull`, `syncd sources` and what `status` and `once` say of downloads."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from command_line import run_json, run_line
from pull_server import PullServer, Reply

from syncd import settings as settings_module

if TYPE_CHECKING:
    from collections.abc import Iterator

EXPORT = (Path(__file__).parents[1] / "data" / "clm" / "E02_clm.trf").read_bytes()


@pytest.fixture(autouse=True)
def _empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SYNCD_CONFIG", raising=False)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setattr(settings_module, "SYSTEM_FILE", tmp_path / "etc" / "syncd.toml")


@pytest.fixture
def server() -> Iterator[PullServer]:
    with PullServer({"/x/": b"<html><a href=E02.trf>x</a></html>"}) as running:
        running.pages["/x/E02.trf"] = EXPORT
        yield running


def configure(server: PullServer, *paths: str) -> None:
    names = ("north", "south", "west")
    Path("syncd.toml").write_text(
        "".join(
            f'[[sources]]\nname = "{name}"\n'
            f'pull = {{ url = "{server.url(path)}?key=hidden" }}\n'
            for name, path in zip(names, paths, strict=False)
        )
        + '[[sources]]\nname = "folder"\nfolder = "inbox"\n',
        encoding="utf-8",
    )
    for path in paths:
        if path in server.pages:
            server.pages[f"{path}?key=hidden"] = server.pages[path]


def test_a_pull_by_hand_and_what_is_shown_of_it(
    server: PullServer, capsys: pytest.CaptureFixture[str]
) -> None:
    configure(server, "/x/")
    code, done = run_json(capsys, "pull")
    assert (code, done) == (
        0,
        {
            "sources": [
                {"name": "north", "new": 1, "unchanged": 0, "error": None,
                 "not_taken": []}
            ]
        },
    )  # fmt: skip
    code, shown = run_json(capsys, "sources")
    folder, north = shown["sources"]
    assert code == 0
    assert folder["name"] == "folder"
    assert folder["kind"] == "folder"
    assert folder["places"][0].endswith("inbox")
    assert north["name"] == "north"
    assert north["kind"] == "auto"
    assert north["places"] == [server.url("/x/")]
    assert north["last_contact"] == north["last_success"] is not None
    assert (north["last_trouble"], north["in_trouble"]) == (None, False)
    assert north["next"] > north["last_success"]
    _, status = run_json(capsys, "status")
    assert status["pulled"] == [north]
    assert [item["name"] for item in status["schedules"]] == ["pull:north"]
    code, out, _ = run_line(capsys, "--lang", "de", "sources")
    assert "letzter Kontakt" in out
    assert server.url("/x/") in out
    assert "hidden" not in out
    code, out, _ = run_line(capsys, "pull", "north", "--lang", "de")
    assert (code, "0 neu, 1 unverändert" in out) == (0, True)


def test_what_is_pulled_is_worked_off_like_any_file(
    server: PullServer, capsys: pytest.CaptureFixture[str]
) -> None:
    configure(server, "/x/")
    run_line(capsys, "pull")
    Path("inbox").mkdir()
    code, _, _ = run_line(capsys, "once")
    assert code in {0, 1}
    _, status = run_json(capsys, "status")
    assert len(status["tournaments"]) == 1
    assert status["tournaments"][0]["source"] == "north"


def test_what_is_not_taken_is_shown_everywhere(
    server: PullServer, capsys: pytest.CaptureFixture[str]
) -> None:
    server.pages["/login"] = Reply(
        b"<html><input type=password></html>", headers={"Content-Type": "text/html"}
    )
    configure(server, "/login", "/x/", "/gone")
    code, done = run_json(capsys, "pull", "--lang", "de")
    assert code == 1
    assert [item["new"] for item in done["sources"]] == [0, 1, 0]
    reason = done["sources"][0]["not_taken"][0]["reason"]
    assert "nach einem Passwort fragt" in reason
    _, shown = run_json(capsys, "sources", "--lang", "de")
    troubles = {item["name"]: item["trouble"] for item in shown["sources"]}
    assert troubles["north"] == f"north, {server.url('/login')}: {reason}"
    assert troubles["south"] == ""
    for command in ("sources", "status", "once"):
        _, out, err = run_line(capsys, command)
        assert "asks for a password" in out + err, command
        assert "hidden" not in out + err


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("pull", "folder"), 1, "folder has a folder, which is read by itself"),
        (("pull", "east"), 1, "Sources with an address: north"),
        (("pull", "north"), 3, "no complete answer"),
    ],
)
def test_what_cannot_be_pulled(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], code: int, said: str
) -> None:
    with PullServer({}) as gone:
        configure(gone, "/x/")
    ended, out, err = run_line(capsys, *words)
    assert ended == code
    assert said in out + err


def test_a_certificate_that_is_not_there_is_found_by_the_check(
    capsys: pytest.CaptureFixture[str],
) -> None:
    pull = 'pull = { url = "https://a.example/", ca_file = "gone.pem" }'
    Path("syncd.toml").write_text(f'[[sources]]\nname = "n"\n{pull}\n')
    code, _, err = run_line(capsys, "config", "check")
    assert code == 2
    assert "Source “n” cannot be used as configured" in err


def test_nothing_to_pull_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    Path("syncd.toml").write_text('[[sources]]\nname = "n"\nfolder = "x"\n')
    code, _, err = run_line(capsys, "pull")
    assert code == 1
    assert "No source has an address" in err
