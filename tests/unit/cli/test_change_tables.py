"""What `diff` and `merge` print for people."""

from __future__ import annotations

import pytest

from syncd.bilingual import Language, Text
from syncd.cli import change_shapes
from syncd.cli.blame_table import shortened
from syncd.cli.change_tables import _WHY, print_changes, print_merge
from syncd.cli.output import Output
from syncd.model.tournament import Tournament
from syncd.sync.merge3 import Conflict, Kept, Merged
from syncd.sync.notes import Note
from syncd.sync.places import Change, Part, Place
from syncd.sync.verdict import Reason

CLUB = Place(Part.PLAYER, (3,), "club")
CITY = Place(Part.TOURNAMENT, (), "city")
NOTHING = Tournament("")
ASKED = {Reason.VALUE, Reason.RESULT, Reason.FORFEIT, Reason.REOPENED}
"""Reasons of questions only: these say it in whole sentences."""


def printed(
    capsys: pytest.CaptureFixture[str], merged: Merged, language: Language = "en"
) -> str:
    print_merge(Output(language), merged)
    return capsys.readouterr().out


def test_changes_are_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    changed = [Change(CITY, "Köln", "Bonn"), Change(CLUB, None, "X")]
    print_changes(Output("de"), changed, {3: "Müller, Jörg"})
    shown = capsys.readouterr().out
    assert "Unterschiede: 2" in shown
    for word in ("Köln", "Bonn", "Müller", "Verein", "vorher", "jetzt"):
        assert word in shown


def test_no_change_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    print_changes(Output("en"), [], {})
    assert "No difference." in capsys.readouterr().out


def test_what_was_not_taken_is_told_with_its_reason(
    capsys: pytest.CaptureFixture[str],
) -> None:
    kept = (Kept(CLUB, "SK Köln", None, Reason.EMPTY),)
    shown = printed(capsys, Merged(NOTHING, kept=kept), "de")
    assert "Nicht übernommen: 1" in shown
    assert "Gefülltes bleibt" in shown
    assert "Von Hand zu entscheiden: 0" in shown


def test_questions_are_numbered(capsys: pytest.CaptureFixture[str]) -> None:
    asked = tuple(
        Conflict(CITY, "A", "B", "C", Reason.VALUE, Text(f"Which {n}?", f"Was {n}?"))
        for n in (1, 2)
    )
    shown = printed(capsys, Merged(NOTHING, conflicts=asked))
    assert "1. Which 1?" in shown
    assert "2. Which 2?" in shown
    assert "To be decided by a person: 2" in shown


def test_notes_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    note = Note("green_table", CLUB, Text("Decided.", "Am grünen Tisch."))
    merged = Merged(NOTHING, notes=(note,))
    assert "Am grünen Tisch." in printed(capsys, merged, "de")
    (shape,) = change_shapes.merge(merged, "de")["notes"]
    assert shape == {
        "part": "player", "key": [3], "field": "club",
        "code": "green_table", "message": "Am grünen Tisch.",
    }  # fmt: skip


@pytest.mark.parametrize("reason", sorted(set(Reason) - ASKED))
def test_every_reason_has_its_words(reason: Reason) -> None:
    assert reason in _WHY
    assert _WHY[reason].de != _WHY[reason].en


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Open__01-08-2026__20-00-00.trf (bezirk)", "Open__0…00.trf (bezirk)"),
        ("Open.trf (bezirk)", "Open.trf (bezirk)"),
        ("question between sources answered", "question between sources answered"),
    ],
)
def test_a_long_name_loses_its_middle_and_keeps_its_end(text: str, shown: str) -> None:
    assert shortened(text, 14) == shown
