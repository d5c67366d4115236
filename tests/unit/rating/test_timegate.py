from __future__ import annotations

from dataclasses import replace

import crosstables
import pytest

from syncd.rating.confirmed import Confirmed
from syncd.rating.reason import Why
from syncd.rating.timegate import time_gate

NOBODY = Confirmed()
OPEN = crosstables.drawn_up(crosstables.OPEN_16)


def test_a_slow_control_passes_in_canonical_form() -> None:
    gate = time_gate(replace(OPEN, time_control_code="40/5400+030:900"), NOBODY)
    assert (gate.notation, gate.problem) == ("40/5400+30:900", None)


@pytest.mark.parametrize(
    ("code", "words", "notation", "why", "said"),
    [
        ("600+5", "", "600+5", Why.NOT_DWZ, "15 min"),
        ("5399", "", "5399", Why.NOT_DWZ, "89 min 59 s"),
        ("90 Minuten", "", "90 Minuten", Why.TIME_CONTROL, "90 Minuten"),
        ("", "", "", Why.TIME_CONTROL, "as a code. Choose"),
        (" ", "90 min", "", Why.TIME_CONTROL, "only in words (90 min)"),
    ],
)
def test_what_stops_there(
    code: str, words: str, notation: str, why: Why, said: str
) -> None:
    t = replace(OPEN, time_control_code=code, time_control_text=words)
    gate = time_gate(t, NOBODY)
    assert gate.problem is not None
    assert (gate.notation, gate.problem[0]) == (notation, why)
    assert said in gate.problem[1].en


def test_a_person_goes_before_the_file() -> None:
    t = replace(OPEN, time_control_code="600+5")
    assert time_gate(t, Confirmed(time_control="5400")).notation == "5400"


@pytest.mark.parametrize(
    ("confirmed", "assumed", "passes"),
    [("", "U12", True), ("U12", "", True), ("U14", "U12", False), ("", "", False)],
)
def test_the_age_class_decides(confirmed: str, assumed: str, *, passes: bool) -> None:
    t = replace(OPEN, time_control_code="3600")
    gate = time_gate(t, Confirmed(age_class=confirmed), assumed)
    assert (gate.problem is None) is passes
