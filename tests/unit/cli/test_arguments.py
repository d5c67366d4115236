from __future__ import annotations

import pytest

from syncd.cli.arguments import globals_first, wants_json


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("", ""),
        ("check x.trf", "check x.trf"),
        ("--lang de check x.trf", "--lang de check x.trf"),
        ("check x.trf --lang de", "--lang de check x.trf"),
        ("check --lang=de x.trf --json", "--lang=de check x.trf --json"),
        ("status -c a.toml", "-c a.toml status"),
        ("status -ca.toml", "-ca.toml status"),
        ("status --config a.toml --lang en", "--config a.toml --lang en status"),
        ("config check --config=a.toml", "--config=a.toml config check"),
        ("why 1 --check --clang", "why 1 --check --clang"),
        ("check -- --lang de", "check -- --lang de"),
        ("check --lang en -- -c", "--lang en check -- -c"),
        ("check x.trf --lang", "--lang"),
    ],
)
def test_options_of_the_program_come_first(typed: str, expected: str) -> None:
    assert expected.split() == globals_first(typed.split())


@pytest.mark.parametrize(
    ("typed", "expected"),
    [("check x --json", True), ("check x", False), ("check -- --json", False)],
)
def test_json_is_wanted_where_it_is_an_option(typed: str, *, expected: bool) -> None:
    assert expected == wants_json(typed.split())
