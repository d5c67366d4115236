"""Choosing what the standings of a stored tournament go by, on the command line."""

from __future__ import annotations

import re
import shutil
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from command_line import FOLDERS, run_json, run_line

from syncd.cli import main

EXPORT = Path(__file__).resolve().parents[1] / "data" / "clm" / "E02_clm.trf"
NOBODY_ASKED = "Say so with --yes"


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with the tournament in it, as `syncd once` makes it."""
    folder = tmp_path_factory.mktemp("office")
    (folder / "inbox").mkdir()
    (folder / "inbox" / "a.trf").write_bytes(EXPORT.read_bytes())
    config = folder / "syncd.toml"
    config.write_text(f'language = "en"\n{FOLDERS}', encoding="utf-8")
    with pytest.raises(SystemExit):
        main(["--config", str(config), "once"])
    return folder


@pytest.fixture(autouse=True)
def _at_the_office(
    office: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(shutil.copytree(office, tmp_path / "office"))
    monkeypatch.delenv("SYNCD_CONFIG", raising=False)


def ranking(
    capsys: pytest.CaptureFixture[str], what: str, *arguments: object
) -> tuple[int, Any]:
    return run_json(capsys, "ranking", what, 1, *arguments)


def test_a_volunteer_chooses(capsys: pytest.CaptureFixture[str]) -> None:
    _, usual = run_json(capsys, "standings", EXPORT)
    code, shown = ranking(capsys, "show")
    assert (code, shown) == (0, {**usual, "choices": {}}), (
        "nothing chosen, nothing else"
    )

    code, done = ranking(capsys, "set", "--tiebreaks", "PTS,EXT,WIN", "--by", "kim")
    assert (code, done["done"][0]) == (0, "tie-breaks: as usual → PTS,EXT,WIN")
    assert "EXT is left out for now" in done["done"][1]
    code, done = ranking(capsys, "ext", 6, "2,5")
    assert (code, done["done"]) == (0, ["EXT of number 6: – → 2.5"])
    _, shown = ranking(capsys, "show", "--round", 6, "--number", 6, "--explain")
    assert (shown["round"], shown["tiebreaks"]) == (6, ["PTS", "EXT", "WIN"])
    assert shown["players"]["6"]["values"][1] == 2.5
    assert set(shown["explain"]) == {"6"}
    assert shown["choices"] == {"tiebreaks": "PTS,EXT,WIN", "external": {"6": "2.5"}}
    assert ranking(capsys, "ext", 6, "-3")[1]["done"] == ["EXT of number 6: 2.5 → -3"]
    assert ranking(capsys, "ext", 6)[1]["done"] == ["EXT of number 6: -3 → –"]


def test_what_is_not_named_stays(capsys: pytest.CaptureFixture[str]) -> None:
    ranking(capsys, "set", "--tiebreaks", "PTS")
    _, done = ranking(capsys, "custom", "2*wins - blacks")
    assert "CUSTOM is not in the list" in done["done"][1]
    ranking(capsys, "set", "--preset", "none", "--prizes", "3,U14:2", "--keizer")
    _, shown = ranking(capsys, "show")
    assert shown["tiebreaks"] == ["PTS", "CUSTOM"], "what is entered goes behind a list"
    assert {"prizes", "keizer", "formula"} <= set(shown)
    ranking(capsys, "custom", "")
    Path("values.csv").write_text("Nr;Wert\n2;1,5\n3;2\n", encoding="utf-8")
    _, done = ranking(capsys, "ext", "--file", "values.csv")
    assert done["done"][:2] == ["EXT of number 2: – → 1.5", "EXT of number 3: – → 2"]
    Path("values.csv").write_text("2;3;1900\n", encoding="utf-8")
    ranking(
        capsys, "set", "--rating-changes", "values.csv", "--rating-use", "per_round"
    )
    shown = ranking(capsys, "show")[1]["choices"]
    assert (shown.pop("rating_use"), shown["rating_changes"]) == (
        "per_round", {"2": [[3, 1900]]},
    )  # fmt: skip
    ranking(capsys, "reset", "--yes")
    ranking(
        capsys, "set", "--no-keizer", "--prizes", "", "--unrated", "fixed",
        "--absences", "excused", "--unrated-rating", 1500, "--drop-leavers",
        "--expected",
    )  # fmt: skip
    assert ranking(capsys, "show")[1]["choices"] == {
        "unrated": "fixed", "unrated_rating": 1500,
        "removes_early_leavers": True, "is_absence_voluntary": False,
        "shows_expected": True,
    }  # fmt: skip
    code, out, _ = run_line(capsys, "ranking", "show", 1, "--lang", "de")
    assert (code, "Endstand nach Runde 7" in out) == (0, True)
    code, _, _ = run_line(capsys, "ranking", "show", 1, "--html", "--out", "a.html")
    assert (code, "Final standings" in Path("a.html").read_text(encoding="utf-8")) == (
        0, True,
    )  # fmt: skip

    assert NOBODY_ASKED in ranking(capsys, "reset")[1]["error"][0]
    ranking(capsys, "reset", "--yes", "--by", "lea")
    assert ranking(capsys, "show")[1]["choices"] == {}
    _, lines = run_json(capsys, "history", 1)
    chosen = [line for line in lines if line["kind"] == "standings.chosen"]
    assert chosen[-1]["by"] == "lea"
    assert "tie-breaks: as usual → PTS" in chosen[0]["text"]


def test_the_advised_command_can_be_typed_as_it_is(
    capsys: pytest.CaptureFixture[str],
) -> None:
    ranking(capsys, "set", "--tiebreaks", "PTS,WIN")
    _, done = ranking(capsys, "ext", 6, 2)
    assert done["done"][1].endswith("syncd ranking set 1 --tiebreaks PTS,WIN,EXT")
    _, done = ranking(capsys, "custom", "2*wins")
    assert done["done"][1].endswith("syncd ranking set 1 --tiebreaks PTS,WIN,CUSTOM")


def test_lots_are_drawn_once(capsys: pytest.CaptureFixture[str]) -> None:
    ranking(capsys, "set", "--tiebreaks", "PTS")
    assert NOBODY_ASKED in ranking(capsys, "lots")[1]["error"][0]
    assert "lots" not in ranking(capsys, "show")[1]
    code, done = ranking(capsys, "lots", "--yes")
    (drawn,) = done["done"]
    assert (code, "Lots were drawn with the number" in drawn) == (0, True)
    assert ranking(capsys, "lots")[1]["done"] == [drawn], "a repetition gives the same"
    _, shown = ranking(capsys, "show")
    assert shown["lots"]["text"] == drawn
    assert sorted(shown["places"].values()) == list(range(1, 17))
    assert NOBODY_ASKED in ranking(capsys, "lots", "--again")[1]["error"][0]
    _, again = ranking(capsys, "lots", "--again", "--yes")
    numbers = re.findall(r"number (\d+)", f"{drawn} {again['done']}")
    assert numbers[0] != numbers[1]
    _, lines = run_json(capsys, "history", 1)
    assert "Order of the tied:" in lines[-1]["text"], "the journal keeps the draw"

    for switching_off in (("lots", "--off"), ("reset", "--yes")):
        ranking(capsys, *switching_off)
        ranking(capsys, "set", "--tiebreaks", "PTS")
        off = {"seed": int(numbers[1]), "is_off": True}
        shown = ranking(capsys, "show")[1]
        assert shown["choices"] == {"tiebreaks": "PTS", "lots": off}
        assert "places" not in shown
        _, restored = ranking(capsys, "lots")
        assert again["done"][0] in restored["done"], "no other number without --again"
    _, told = ranking(capsys, "set", "--ties", "rating")
    assert "The lots that were drawn decide nothing now." in told["done"][-1]
    ranking(capsys, "set", "--ties", "shared")


def test_whoever_says_no_draws_no_lots(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    ranking(capsys, "set", "--tiebreaks", "PTS")

    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(sys.stdin, "readline", lambda: "n\n", raising=False)
    code, out, _ = run_line(capsys, "ranking", "lots", 1)
    assert (code, "Nothing was changed." in out) == (1, True)


def test_an_order_by_hand(capsys: pytest.CaptureFixture[str]) -> None:
    assert ranking(capsys, "order", 15, 1)[0] == 0
    refused = ranking(capsys, "lots", "--yes")[1]["error"][0]
    assert "Switch it off first" in refused
    _, shown = ranking(capsys, "show")
    assert shown["places"]["15"] == 1
    assert len(shown["manual"]["banners"]) == 1
    changed = EXPORT.read_bytes().replace(b"11 w 0    15 b =", b"11 w 0    15 b 1")
    changed = changed.replace(b"13 w 0     5 w =", b"13 w 0     5 w 0")
    Path("inbox/b.trf").write_bytes(changed)
    run_line(capsys, "once")
    _, out, _ = run_line(capsys, "ranking", "show", 1)
    assert "Results have changed since this order was set" in " ".join(out.split())
    ranking(capsys, "order", "--agree")
    assert len(ranking(capsys, "show")[1]["manual"]["banners"]) == 1
    ranking(capsys, "order", "--off")
    assert ranking(capsys, "show")[1]["choices"] == {}


REFUSED: tuple[tuple[tuple[object, ...], str], ...] = (
    (("set",), "Say what is to be chosen"),
    (("set", "--tiebreaks", "PTS", "--preset", "swiss"), "Choose one list"),
    (("set", "--tiebreaks", "PTS,SONNE,BH,BH"), "SONNE"),
    (("set", "--prizes", "many"), "--prizes"),
    (("ext", 6, "much"), "is no number"),
    (("ext", "--file", "none.csv"), "none.csv"),
    (("custom", "__import__"), "is no term"),
    (("order", 6, 1, "--off"), "Name who is moved"),
    (("order", "--agree"), "No order was set by hand"),
    (("show", "--out", "x.html"), "--out belongs to"),
)


def test_what_is_refused_says_why(capsys: pytest.CaptureFixture[str]) -> None:
    for (what, *rest), said in REFUSED:
        code, told = ranking(capsys, str(what), *rest)
        assert code in {1, 2}, said
        assert said in " ".join(told["error"])
    assert ranking(capsys, "show")[1]["choices"] == {}


def test_damaged_choices_are_told_and_forgotten(
    capsys: pytest.CaptureFixture[str],
) -> None:
    ranking(capsys, "set", "--tiebreaks", "PTS,WIN")
    (database,) = Path.cwd().rglob("*.db")
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE standings_choices SET choices = '{'")
    code, out, _ = run_line(capsys, "ranking", "show", 1)
    assert code == 0
    assert "cannot be read any more" in out
    code, done = ranking(capsys, "reset", "--yes")
    assert code == 0
    assert "cannot be read any more" in done["done"][0]
    _, out, _ = run_line(capsys, "ranking", "show", 1)
    assert "cannot be read any more" not in out


def test_a_keizer_table_is_refused_for_teams(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("inbox/t.trf").write_bytes((EXPORT.parent / "T02_clm.trf").read_bytes())
    run_line(capsys, "once")
    code, found = run_json(capsys, "ranking", "set", 2, "--keizer")
    assert (code, "for players only" in found["error"][0]) == (2, True)
