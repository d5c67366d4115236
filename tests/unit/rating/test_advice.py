from __future__ import annotations

import pytest

from syncd.bilingual import Text
from syncd.rating.advice import ANSWERABLE, with_command, with_options

ASKED = Text("Name it with `syncd confirm`.", "Bitte mit `syncd confirm` angeben.")


@pytest.mark.parametrize(
    ("code", "command"),
    [
        ("zero_zero", "`syncd confirm 7`"),
        ("time_control", "`syncd confirm 7 --time-control 5400+30`"),
        ("rule.T18", "`syncd confirm 7 --location ORT`"),
        ("trf.kind", "`syncd confirm 7 --type swiss`"),
    ],
)
def test_the_command_is_named_in_full(code: str, command: str) -> None:
    assert f"Bitte mit {command} angeben." == with_command(ASKED, code, 7).de


@pytest.mark.parametrize(
    ("code", "option"),
    [
        ("zero_zero", "`--zero-zero`"),
        ("kind", "`--type swiss`"),
        ("trf.kind", "`--type swiss`"),
        ("T18", "`--location PLACE`"),
        ("not_dwz", "`--time-control 5400+30`"),
        *(
            (code, f"`--accept {code}`")
            for code in sorted(ANSWERABLE - {"repeated_pairs"})
        ),
    ],
)
def test_a_report_by_hand_has_options_instead(code: str, option: str) -> None:
    assert f"Name it with {option}." == with_options(ASKED, code).en


def test_what_has_no_option_stays() -> None:
    assert ASKED == with_options(ASKED, "open_games")


def test_an_option_that_a_reason_names_is_kept() -> None:
    asked = Text(*["Say `syncd confirm --time-control 900+5`."] * 2)
    full = with_command(asked, "time_control", 7).en
    assert full == "Say `syncd confirm 7 --time-control 900+5`."
    assert with_options(asked, "time_control").de == "Say `--time-control 900+5`."
