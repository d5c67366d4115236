"""Asking where values come from, and going back, by the command line."""

from __future__ import annotations

import io
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pipeline_world
import pytest
from command_line import run_json, run_line

from syncd.settings import load_settings

CONFIG = """
language = "en"
[rating]
mode = "draft"
[[sources]]
name = "bezirk"
folder = "inbox"
stable_s = 0
"""


class Terminal(io.StringIO):
    """Somebody typing."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def capsys_office(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> pytest.CaptureFixture[str]:
    """Take an export and its correction: player 5 has won the last game after all."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SYNCD_CONFIG", raising=False)
    Path("inbox").mkdir()
    Path("syncd.toml").write_text(CONFIG, encoding="utf-8")
    exports = (pipeline_world.SWISS, pipeline_world.corrected())
    for day, data in enumerate(exports, 1):
        name = f"Open__{day:02}-08-2026__20-00-00.trf"
        (Path("inbox") / name).write_bytes(data)
    run_line(capsys, "once")
    return capsys


Office = pytest.CaptureFixture[str]


def blamed(office: Office, field: str, *more: str) -> list[dict[str, Any]]:
    code, found = run_json(office, "blame", 1, "--field", field, *more)
    assert code == 0
    assert isinstance(found, list)
    return found


def test_blame_says_who_has_said_a_value_and_what_it_replaced(
    capsys_office: Office,
) -> None:
    (game,) = blamed(capsys_office, "Runde 7 5-15")
    assert (game["part"], game["key"], game["field"]) == ("game", [7, 5, 15, 0], "")
    results = [
        (game[name]["white_result"], game[name]["black_result"])
        for name in ("value", "replaced")
    ]
    assert results == [("0", "1"), ("=", "=")]
    assert game["file"] == "Open__02-08-2026__20-00-00.trf"
    said = [game[name] for name in ("source", "arrival", "revision", "decision", "by")]
    assert said == ["bezirk", 2, 2, None, None]
    (city,) = blamed(capsys_office, "city")
    assert (city["revision"], city["replaced"]) == (1, None)
    assert len(blamed(capsys_office, "")) > 200


def test_blame_is_a_table_for_people(capsys_office: Office) -> None:
    _, out, _ = run_line(capsys_office, "blame", 1, "--field", "5 points", "--lang=de")
    assert out.startswith("Werte: 1")
    for word in ("vorher", "bezirk", "2,5", "3,0"):
        assert word in out
    _, out, _ = run_line(capsys_office, "blame", 1)
    assert "Revision" not in out
    assert "revision" in out
    _, out, _ = run_line(capsys_office, "blame", 1, "--field", "Nobody")
    assert "Nothing stands there" in out


def test_the_history_of_a_place_begins_with_who_filled_it(
    capsys_office: Office,
) -> None:
    code, lines = run_json(capsys_office, "history", 1, "--field", "player 5 points")
    assert code == 0
    assert [set(line) for line in lines] == [
        {"at", "kind", "text", "by", "revision", "changes"}
    ] * 2
    assert [(line["revision"], line["changes"]) for line in lines] == [
        (number, [{"place": "player 5", "field": "points_x10", "old": o, "new": n}])
        for number, o, n in [(1, "", "25"), (2, "25", "30")]
    ]
    code, _, err = run_line(capsys_office, "history", 1, "--field", "Nobody")
    assert (code, "“Nobody”" in err) == (1, True)


def test_going_back_is_a_revision_of_its_own(capsys_office: Office) -> None:
    code, done = run_json(capsys_office, "revert", 1, 1, "--by", "Rita")
    assert (code, done["done"]) == (0, ["Back to revision 1: 3 changes."])
    (game,) = blamed(capsys_office, "5-15")
    assert (game["revision"], game["decision"], game["by"]) == (3, "revert", "Rita")
    assert (game["source"], game["value"]["white_result"]) == (None, "=")
    _, out, _ = run_line(capsys_office, "history", 1, "--lang", "de")
    assert "zurück zu früherem Stand. (Rita)" in out
    assert "Zurück zu Revision 1: 3 Änderungen." in out
    _, lines = run_json(capsys_office, "history", 1, "--field", "revert")
    assert [line["revision"] for line in lines] == [3]

    for number, words in [(3, "nothing to undo"), (9, "no revision 9")]:
        code, _, err = run_line(capsys_office, "revert", 1, number)
        assert (code, words in err) == (1, True)


def test_a_person_at_a_terminal_sees_what_would_change(
    capsys_office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    for answer, code, newest in [("n\n", 1, 2), ("y\n", 0, 3)]:
        monkeypatch.setattr("sys.stdin", Terminal(answer))
        ended, out, _ = run_line(capsys_office, "revert", 1, 1)
        assert ended == code
        assert "Klein, Felix (5), points: 3.0 → 2.5" in out
        assert [one["revision"] for one in blamed(capsys_office, "5-15")] == [newest]


def test_replay_says_that_all_is_equal_or_where_it_is_not(
    capsys_office: Office,
) -> None:
    code, found = run_json(capsys_office, "replay")
    assert (code, found["equal"]) == (0, True)
    (one,) = found["tournaments"]
    assert (one["tournament"], one["revisions"], one["exports"]) == (1, 2, 2)
    assert one["difference"] is None
    _, out, _ = run_line(capsys_office, "replay", "Beschleunigtes", "--lang", "de")
    assert out == "1 Turnier, 2 Revisionen aus 2 Exporten: alles gleich.\n"

    folder = load_settings(Path("syncd.toml")).state_directory
    with closing(sqlite3.connect(folder / "syncd.db")) as connection, connection:
        connection.execute(
            "UPDATE revision SET snapshot_sha256 = (SELECT snapshot_sha256 FROM "
            "revision WHERE number = 1) WHERE number = 2"
        )
    code, found = run_json(capsys_office, "replay", 1)
    assert (code, found["equal"]) == (1, False)
    difference = found["tournaments"][0]["difference"]
    assert (difference["revision"], difference["arrival"]) == (2, 2)
    assert difference["place"]["field"] == "points_x10"
    assert (difference["stored"], difference["rebuilt"]) == (25, 30)
    code, out, _ = run_line(capsys_office, "replay", 1)
    assert "stored 2.5, rebuilt 3.0" in out
