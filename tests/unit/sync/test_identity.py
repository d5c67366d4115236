from __future__ import annotations

import datetime as dt
from dataclasses import replace

import pytest
import tournaments

from syncd.sync.identity import (
    MAX_FOLDED,
    IdentityKey,
    fold_name,
    identity_key,
    is_same_crosstable,
)

OPEN = tournaments.tournament()


@pytest.mark.parametrize(
    ("name", "folded"),
    [
        ("", ""),
        ("  ", ""),
        ("„!“ – …", ""),
        ("Open 2026", "open 2026"),
        ("  OPEN   2026 ", "open 2026"),
        ("Köln-Mülheim", "koeln muelheim"),
        ("Koeln-Muelheim", "koeln muelheim"),
        ("Köln–Mülheim", "koeln muelheim"),  # a long dash is a dash
        ("KÖLN / MÜLHEIM", "koeln muelheim"),
        ("Ko\u0308ln-Mu\u0308lheim", "koeln muelheim"),  # decomposed, as macOS writes
        ("Große Straße", "grosse strasse"),
        ("GROSSE STRASSE", "grosse strasse"),
        ("GROẞE", "grosse"),
        ("Łódź", "lodz"),
        ("Çağrı Dvořák", "cagr dvorak"),  # no plain form of the dotless i
        ("Zoë Señor", "zoe senor"),
        ("Ærø", "aero"),
        ("Damen & Herren (U12)", "damen herren u12"),
        ("12. Stadtmeisterschaft", "12 stadtmeisterschaft"),
        ("U 12", "u 12"),
        ("ﬁde ½ №5", "fide 1 2 no5"),  # compatibility forms are taken apart
        ("Шахматы", ""),
    ],
)
def test_names_fold(name: str, folded: str) -> None:
    assert fold_name(name) == folded
    assert fold_name(folded) == folded


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Kölner Open", "Kolner Open"),
        ("Open A", "Open B"),
        ("Open 1", "Open 11"),
        ("U12", "U 12"),
    ],
)
def test_names_that_differ_stay_different(one: str, other: str) -> None:
    assert fold_name(one) != fold_name(other)


def test_the_key_is_name_start_and_kind_of_event() -> None:
    expected = IdentityKey("koeln muelheim open", "2026-10-03", is_team=False)

    assert identity_key(OPEN) == expected
    assert identity_key(replace(OPEN, name="KOELN-MUELHEIM Open")) == expected
    assert identity_key(replace(OPEN, end=dt.date(2026, 12, 1))) == expected
    assert identity_key(replace(OPEN, is_team=True)) != expected
    assert identity_key(replace(OPEN, start=dt.date(2027, 10, 3))) != expected


@pytest.mark.parametrize("changes", [{"name": ""}, {"name": "–"}, {"start": None}])
def test_without_name_or_start_there_is_no_key(changes: dict[str, str | None]) -> None:
    assert identity_key(replace(OPEN, **changes)) is None  # type: ignore[arg-type]


def test_a_long_name_is_cut_to_what_the_store_takes() -> None:
    key = identity_key(replace(OPEN, name="ß" * 400))
    assert key is not None
    assert key.folded_name == "s" * MAX_FOLDED


# --- the same crosstable under another start date ---


def test_the_same_games_are_the_same_crosstable() -> None:
    later = replace(OPEN, start=dt.date(2026, 10, 10), name="Another name")
    assert is_same_crosstable(OPEN, later)


def test_spelling_of_names_does_not_tell_crosstables_apart() -> None:
    ascii_ = replace(tournaments.ANNA, surname="AERMEL")
    other = tournaments.tournament((ascii_, *OPEN.entrants[1:]))
    assert is_same_crosstable(OPEN, other)


def test_start_numbers_do_not_tell_crosstables_apart() -> None:
    renumbered = tuple(replace(item, id=item.id + 10) for item in OPEN.entrants)
    rows = {11: "12w1 13b=", 12: "11b0 14w1", 13: "14w= 11w=", 14: "13b= 12b0"}
    assert is_same_crosstable(OPEN, tournaments.tournament(renumbered, rows))


def test_most_games_must_be_shared() -> None:
    half = {1: "2w1 3b1", 2: "1b0 4w1", 3: "4w1 1w0", 4: "3b0 2b0"}
    three = {1: "2w1 3b=", 2: "1b0 4w1", 3: "4w1 1w=", 4: "3b0 2b0"}

    assert not is_same_crosstable(OPEN, tournaments.tournament(rows=half))
    assert is_same_crosstable(OPEN, tournaments.tournament(rows=three))


def test_other_people_are_another_crosstable() -> None:
    others = tuple(replace(item, forename="Xaver") for item in OPEN.entrants)
    next_year = replace(tournaments.tournament(others), round_dates=())
    assert not is_same_crosstable(OPEN, next_year)


def test_renamed_people_on_the_same_days_are_the_same_crosstable() -> None:
    others = tuple(replace(item, forename="Xaver") for item in OPEN.entrants)
    renamed = tournaments.tournament(others)
    assert renamed.round_dates
    assert is_same_crosstable(OPEN, renamed)


def test_without_games_nothing_is_the_same() -> None:
    empty = tournaments.tournament(rows=dict.fromkeys((1, 2, 3, 4), ". ."))
    assert not is_same_crosstable(empty, empty)
