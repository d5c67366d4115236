from __future__ import annotations

from pathlib import PurePosixPath as P

import pytest

from syncd.intake.ignore import IgnoreList, conflict_reason

IGNORED = [
    ("a.part", "unfinished"),
    ("A.PART", "unfinished"),
    ("a.trf.filepart", "unfinished"),
    ("a.trf.crdownload", "unfinished"),
    ("a.trf.tmp", "unfinished"),
    (".syncthing.a.trf.tmp", "unfinished"),
    ("~syncthing~a.trf.tmp", "unfinished"),
    ("~$Liga.docx", "office"),
    ("a.trf~", "office"),
    ("#a.trf#", "office"),
    (".a.trf.swp", "office"),
    (".DS_Store", "operating system"),
    ("._a.trf", "operating system"),
    ("Thumbs.db", "operating system"),
    ("desktop.ini", "operating system"),
    ("index.html", "accompanies"),
    ("a.trf.sha256", "accompanies"),
    ("a.trf.ok", "accompanies"),
    (".htaccess", "dot"),
    (".a.trf.Xy12Zq", "dot"),
    ("@eaDir/a.trf", "operating system"),
    ("2026/@eaDir/SYNO/a.trf", "operating system"),
    ("#recycle/a.trf", "operating system"),
    (".stversions/a.trf", "dot"),
    ("processed/a.trf", "belongs to syncd"),
    ("Processed/duplicates/a.trf", "belongs to syncd"),
    ("quarantine/a.trf", "belongs to syncd"),
]

CONFLICTS = [
    "a.sync-conflict-20261129-101112-ABCDEFG.trf",
    "a (conflicted copy 2026-11-29 101112).trf",
    "a (Annas in Konflikt stehende Kopie 2026-11-29).trf",
    "a (Anna's conflicted copy 2026-11-29).trf",
    "a_conflict-20261129-101112.trf",
]

TAKEN = [
    *CONFLICTS,
    "a.trf",
    "Liga_A__01-02-2026__10-11-12.xml",
    "Liga A__01-02-2026__10-11-12 (1).txt",
    "a.pdf",
    "a.zip",
    "a",
    "processed.trf",
    "processed",
    "2026/processed/a.trf",
    "part.trf",
    "tmp/a.trf",
    "Konflikt.trf",
    "zeile\numbruch.trf",
    "latin-\udcfc.trf",
]


@pytest.mark.parametrize(("name", "word"), IGNORED)
def test_is_skipped_with_its_reason(name: str, word: str) -> None:
    """A16: temporary, hidden and system files are no exports."""
    reason = IgnoreList().file_reason(P(name))
    assert reason is not None
    assert word in reason.en
    assert reason.de


@pytest.mark.parametrize("name", TAKEN)
def test_is_taken(name: str) -> None:
    assert IgnoreList().file_reason(P(name)) is None


@pytest.mark.parametrize("name", CONFLICTS)
def test_a_conflict_copy_is_kept_for_a_person(name: str) -> None:
    reason = conflict_reason(name)
    assert reason is not None
    assert "conflict copy" in reason.en
    assert "Konfliktkopie" in reason.de


def test_an_export_is_no_conflict_copy() -> None:
    assert [conflict_reason(name) for name in TAKEN if name not in CONFLICTS] == [
        None for name in TAKEN if name not in CONFLICTS
    ]


def test_a_folder_is_judged_by_its_own_name() -> None:
    ignore = IgnoreList()
    assert ignore.folder_reason(P("@eaDir")) is not None
    assert ignore.folder_reason(P(".git/objects")) is None
    assert ignore.tree_reason(P(".git/objects")) is not None
    assert ignore.folder_reason(P("2026")) is None
    assert ignore.folder_reason(P("index.html")) is None


def test_the_watched_folder_itself_is_never_skipped() -> None:
    assert IgnoreList(extra=("*",)).folder_reason(P("x")) is not None
    assert IgnoreList().tree_reason(P()) is None


def test_an_extra_pattern_names_itself() -> None:
    reason = IgnoreList(extra=("*.PDF",)).file_reason(P("2026/aushang.pdf"))
    assert reason is not None
    assert "*.PDF" in reason.en
    assert "*.PDF" in reason.de


def test_an_extra_pattern_with_a_slash_is_compared_with_the_path() -> None:
    ignore = IgnoreList(extra=("alt/*.trf",))
    assert ignore.file_reason(P("Alt/a.trf")) is not None
    assert ignore.file_reason(P("a.trf")) is None


def test_an_extra_pattern_also_skips_a_folder() -> None:
    assert IgnoreList(extra=("archiv",)).file_reason(P("Archiv/a.trf")) is not None


def test_own_folders_can_be_named_otherwise() -> None:
    ignore = IgnoreList(own_folders=frozenset({"erledigt"}))
    assert ignore.file_reason(P("Erledigt/a.trf")) is not None
    assert ignore.file_reason(P("processed/a.trf")) is None
