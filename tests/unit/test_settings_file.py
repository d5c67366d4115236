"""What TOML's reader finds, in both languages; and what editors of Windows write."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from syncd.errors import ConfigError
from syncd.settings_file import parse, read_text, write_template

if TYPE_CHECKING:
    from pathlib import Path


def test_a_byte_order_mark_is_no_fault(tmp_path: Path) -> None:
    file = tmp_path / "syncd.toml"
    file.write_bytes(b"\xef\xbb\xbflanguage = 'de'\r\n")
    assert parse(read_text(file), file) == {"language": "de"}


@pytest.mark.parametrize("data", [b"a = '\xe4'", "a = 'ä'".encode("utf-16")])
def test_another_encoding_is_told(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "syncd.toml"
    file.write_bytes(data)
    with pytest.raises(ConfigError) as caught:
        read_text(file)
    assert "als UTF-8 speichern" in caught.value.text.de


@pytest.mark.parametrize(
    ("text", "german"),
    [
        ("nix", "fehlt ="),
        ("= 1", "Zeile 1, Spalte 1"),
        ("a = 1\na = 2", "steht schon"),
        ("[a]\n[a]", "diesen Abschnitt gibt es schon"),
        ("a = [1", "am Ende"),
        ("a = { b = 1,\n c = 2 }", "Zeile 1"),
        ('a = "x', "Anführungszeichen"),
        ('a = "c:\\x"', "statt"),
        ("a = auto", "Text gehört in Anführungszeichen"),
        ("a = 2026-02-31", "Datum gibt es nicht"),
        ("a = " + "9" * 5000, "gibt es nicht"),
        ("a = " + "[" * 5000, "zu tief"),
    ],
)
def test_faults_are_said_in_german(text: str, german: str) -> None:
    with pytest.raises(ConfigError) as caught:
        parse(text, None)
    said = caught.value.text
    assert german in said.de
    assert not {"at", "Invalid", "Expected", "statement", "value"} & set(
        said.de.split()
    )
    assert "cannot be read as TOML" in said.en


def test_the_system_speaks_german_too(tmp_path: Path) -> None:
    (tmp_path / "there.toml").touch()
    for target, why in (
        (tmp_path / "there.toml", "gibt es schon"),
        (tmp_path / "no" / "x.toml", "gibt es nicht"),
    ):
        with pytest.raises(ConfigError) as caught:
            write_template(target, "syncd")
        assert why in caught.value.text.de
