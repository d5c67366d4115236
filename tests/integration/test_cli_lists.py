"""`syncd lists import` and `syncd lists status`, as a person runs them."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_line import run_json, run_line
from scripted_server import Scripted, answer

from syncd import settings as settings_module

DATA = Path(__file__).parents[1] / "data" / "dwz" / "data"


@pytest.fixture(autouse=True)
def _empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SYNCD_CONFIG", raising=False)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setattr(settings_module, "SYSTEM_FILE", tmp_path / "etc" / "syncd.toml")


def write(name: str, data: bytes) -> Path:
    path = Path(name)
    path.write_bytes(data)
    return path


def test_lists_from_files_and_their_status(capsys: pytest.CaptureFixture[str]) -> None:
    code, done = run_json(
        capsys, "lists", "import", DATA / "spieler.csv", DATA / "vereine.csv"
    )
    assert 0 == code
    assert [("dsb-members", 4, True), ("dsb-clubs", 3, True)] == [
        (item["kind"], item["rows"], item["new"])
        for place in done["lists"]
        for item in place["imported"]
    ]
    code, lists = run_json(capsys, "lists", "status")
    assert (0, ["dsb-clubs", "dsb-members"]) == (code, [it["kind"] for it in lists])
    assert {"spieler.csv", "vereine.csv"} == {item["origin"] for item in lists}
    assert not any(item["is_old"] for item in lists)
    code, out, _ = run_line(capsys, "lists", "status", "--lang", "de")
    assert "spieler.csv" in out
    code, out, _ = run_line(capsys, "lists", "import", DATA / "spieler.csv")
    assert (0, True) == (code, "there already, 4 rows" in out)


def test_one_bad_place_does_not_stop_the_others(
    capsys: pytest.CaptureFixture[str],
) -> None:
    bad = write("bad.csv", b"<html>login</html>")
    good = DATA / "spieler.csv"
    code, done = run_json(capsys, "lists", "import", bad, "missing.csv", good)
    assert 1 == code
    assert ["web page", "missing.csv", None] == [
        next((word for word in ("web page", "missing.csv")
              if word in (place["error"] or "")), None)
        for place in done["lists"]
    ]  # fmt: skip
    assert 4 == done["lists"][2]["imported"][0]["rows"]


def test_a_file_that_is_not_there_is_named_once(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, _, err = run_line(capsys, "lists", "import", "nix.csv")
    assert (1, 1) == (code, err.count("nix.csv"))


def test_addresses_of_the_settings_are_asked_for_news_only(
    capsys: pytest.CaptureFixture[str],
) -> None:
    body = (DATA / "spieler.csv").read_bytes()
    with Scripted(answer("200 OK", body, 'ETag: "7"'), end=b"\r\n\r\n") as server:
        url = server.url.replace("://", "://me:secret@") + "?token=secret"
        write("syncd.toml", f'[lists]\nurls = ["{url}"]\n'.encode())
        for _ in range(2):
            code, _ = run_json(capsys, "lists", "import")
            assert 0 == code
        plain_url = server.url
        run_json(capsys, "lists", "import", "--accept-smaller")
        first, second, accepting = server.requests
    assert b"If-None-Match" not in first
    assert b'If-None-Match: "7"' in second
    assert b"If-None-Match" not in accepting
    _, lists = run_json(capsys, "lists", "status")
    assert [plain_url] == [item["origin"] for item in lists]
    _, out, _ = run_line(capsys, "config", "show")
    assert "me:secret" not in out


def test_a_server_that_is_away_is_remote_trouble(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, done = run_json(capsys, "lists", "import", "http://127.0.0.1:9/list.zip")
    assert 3 == code
    assert "127.0.0.1" in done["lists"][0]["error"]


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("--kind", "uscf", "x"), "dsb-members"),
        (("--month", "11/2026", "x"), "2026-11"),
        (("--month", "2026-13", "x"), "2026-11"),
        ((), "[lists] urls"),
    ],
)
def test_wrong_arguments_are_named(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], word: str
) -> None:
    code, _, err = run_line(capsys, "lists", "import", *arguments)
    assert (2, True) == (code, word in err)


def test_a_wrong_address_in_the_settings_is_a_problem(
    capsys: pytest.CaptureFixture[str],
) -> None:
    write("syncd.toml", b'[lists]\nurls = ["ftp://me:secret@h/x"]\n')
    code, _, err = run_line(capsys, "config", "check", "--lang", "de")
    assert (2, True, False) == (code, "Adresse einer Liste" in err, "secret" in err)


def test_status_without_any_list(capsys: pytest.CaptureFixture[str]) -> None:
    run_line(capsys, "db", "upgrade")
    code, out, _ = run_line(capsys, "lists", "status")
    assert (0, True) == (code, "No list was imported yet" in out)
