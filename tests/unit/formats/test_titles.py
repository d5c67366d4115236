from __future__ import annotations

import pytest

from syncd.formats.titles import has_title, is_title, strip_titles

TITLED = [
    ("Dr. Fitz", "Fitz"),
    ("Dr Fitz", "Fitz"),
    ("DR. FITZ", "FITZ"),
    ("Fitz, Dr.", "Fitz"),
    ("Georg,Dr.", "Georg"),
    ("Georg, Prof. Dr.", "Georg"),
    ("Dr.Fitz", "Fitz"),
    ("Prof.Dr.Fitz", "Fitz"),
    ("Univ.-Prof. Dr. med. dent. Georg", "Georg"),
    ("Georg Dr. rer. nat. habil.", "Georg"),
    ("Dr.-Ing. Georg", "Georg"),
    ("Dr. h.c. Georg", "Georg"),
    ("Dr. h. c. mult. Georg", "Georg"),
    ("Dr. med Georg", "Georg"),
    ("Dipl.-Ing. (FH) Georg", "Georg"),
    ("Dipl.-Wirt.-Inf. Georg", "Georg"),
    ("Dipl. Kfm. Georg", "Georg"),
    ("Mag. Georg", "Georg"),
    ("Ing. Georg", "Georg"),
    ("Priv.-Doz. Dr. Georg", "Georg"),
    ("PD Dr. Georg", "Georg"),
    ("Georg, Ph.D.", "Georg"),
    ("Georg PhD", "Georg"),
    ("Georg, M.A.", "Georg"),
    ("Georg M.Sc.", "Georg"),
    ("Dr. Phil Georg", "Phil Georg"),
    ("Dr. Nat", "Nat"),
]
NAMES = [
    "Fitz", "Drescher", "Drost", "Prof", "Profanter", "Ing-Marie", "Ing", "Ingo",
    "Mag", "Magdalena", "Ma", "MA", "Phil", "Nat", "Med", "Jur", "Karl-Theodor Maria",
    "Freiherr von und zu Hohenlohe", "O'Connor", "M.A.", "J. M. A.", "Sean-Dr", "Dr.",
    "?ukaszewski", "Ağa", "Đorđe", "Diplan", "Abimael", "",
]  # fmt: skip


@pytest.mark.parametrize(("name", "plain"), TITLED)
def test_titles_come_off(name: str, plain: str) -> None:
    assert strip_titles(name) == plain
    assert has_title(name)
    assert strip_titles(plain) == plain


@pytest.mark.parametrize("name", NAMES)
def test_real_names_stay(name: str) -> None:
    assert strip_titles(name) == name
    assert not has_title(name)


def test_space_around_a_name_is_no_title() -> None:
    assert strip_titles("  Anna  Maria ") == "Anna Maria"
    assert not has_title("  Anna  Maria ")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Dr.", True), ("Prof. Dr.", True), ("Dr. rer. nat.", True), ("M.A.", True),
        ("Dr., Prof.", True), ("Dr. Fitz", False), ("Prof", True), ("", False),
    ],
)  # fmt: skip
def test_nothing_but_a_title(text: str, *, expected: bool) -> None:
    assert is_title(text) is expected
