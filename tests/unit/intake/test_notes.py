from __future__ import annotations

import errno
from pathlib import Path

import pytest

from syncd.intake.notes import emptied_text, unavailable_text, unreadable_text
from syncd.intake.reading import TooLarge

FOLDER = Path("/srv/clm")


def test_a_missing_folder_asks_for_the_share() -> None:
    text = unavailable_text(FOLDER, FileNotFoundError(errno.ENOENT, "x"))
    assert "/srv/clm does not exist" in text.en
    assert "/srv/clm gibt es nicht" in text.de


def test_a_closed_folder_names_the_cause_in_both_languages() -> None:
    text = unavailable_text(FOLDER, PermissionError(errno.EACCES, "x"))
    assert "cannot be read: no permission" in text.en
    assert "nicht lesbar: keine Berechtigung" in text.de


@pytest.mark.parametrize(
    ("error", "cause"),
    [
        (OSError(errno.ENOSPC, "x"), "the disk is full"),
        (OSError(errno.EMLINK, "x"), "Too many links"),
        (OSError("something odd"), "something odd"),
    ],
)
def test_every_fault_of_a_file_has_a_cause(error: OSError, cause: str) -> None:
    assert cause in unreadable_text(FOLDER / "a.trf", error).en


def test_an_odd_file_name_can_be_shown() -> None:
    text = unreadable_text(FOLDER / "a\n\udcfc", OSError(errno.EIO, "x"))
    assert r"/srv/clm/a\n\xfc cannot be taken" in text.en


def test_an_emptied_folder_says_how_much_it_held() -> None:
    text = emptied_text(FOLDER, 12)
    assert "12 files" in text.en
    assert "12 Dateien" in text.de


def test_a_file_beyond_the_limit_names_both_sizes() -> None:
    text = TooLarge(2_147_483_648, 50_000_000).text
    assert "2148 MB, the limit is 50 MB" in text.en
    assert "die Grenze ist 50 MB" in text.de
