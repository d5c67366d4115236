from __future__ import annotations

from dataclasses import replace

import crosstables
import pytest

from syncd.rating.confirmed import Confirmed
from syncd.rating.reason import Why
from syncd.rating.timegate import Gate, time_gate

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
        ("lang", "", "lang", Why.TIME_CONTROL, "“lang” is not in FIDE notation"),
        ("", "", "", Why.TIME_CONTROL, "as a code. Choose"),
        (" ", "lang", "", Why.TIME_CONTROL, "only in words (lang)"),
        ("", "60 min", "3600", Why.NOT_DWZ, "60 min"),
        ("15+5", "", "15+5", Why.TIME_CONTROL, "confirm --time-control 900+5`"),
        ("90+30", "", "90+30", Why.TIME_CONTROL, "confirm --time-control 5400+30`"),
        ("40/6000", "", "40/6000", Why.TIME_CONTROL, "after the last time check"),
        ("", "2x 90 min", "", Why.TIME_CONTROL, "confirm --time-control 5400`"),
        ("5400+30", "60 min", "5400+30", Why.TIME_CONTROL, "3600 (122"),
        ("3600", "90 min", "3600", Why.TIME_CONTROL, "5400 (122"),
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


@pytest.mark.parametrize(
    ("code", "words", "number", "notation"),
    [
        ("", "90 min + 30 s/Zug", "", "5400+30"),
        ("90 Minuten", "", "", "5400"),
        ("", "", "18", "5400+30"),
        ("5400+30", "90 min", "", "5400+30"),  # both are slow enough
        ("90+30", "90 min + 30 sec", "", "5400+30"),
        ("W5400-B7200", "", "", "W5400-B7200"),
    ],
)
def test_what_passes_without_a_question(
    code: str, words: str, number: str, notation: str
) -> None:
    parameters = (("time_control", number),)
    t = replace(
        OPEN, time_control_code=code, time_control_text=words, parameters=parameters
    )
    assert time_gate(t, NOBODY) == Gate(notation)


def test_two_sources_matter_only_where_they_are_judged_otherwise() -> None:
    t = replace(OPEN, time_control_code="3600+30", time_control_text="60 min")
    question = time_gate(t, NOBODY).problem
    assert question
    assert question[0] is Why.TIME_CONTROL
    assert time_gate(t, Confirmed(age_class="U12")).problem is None


def test_a_person_who_writes_minutes_is_told() -> None:
    problem = time_gate(OPEN, Confirmed(time_control="90+30")).problem
    assert problem
    assert problem[0] is Why.NOT_DWZ
    assert "in minutes it would be 5400+30" in problem[1].en


def test_an_unreadable_decision_is_not_believed() -> None:
    problem = time_gate(OPEN, Confirmed(time_control="lang")).problem
    assert problem
    assert problem[0] is Why.TIME_CONTROL


def test_a_person_goes_before_the_file() -> None:
    t = replace(OPEN, time_control_code="600+5")
    assert time_gate(t, Confirmed(time_control="5400")).notation == "5400"


@pytest.mark.parametrize(
    ("confirmed", "passes"), [("U12", True), ("U14", False), ("", False)]
)
def test_the_age_class_decides(confirmed: str, *, passes: bool) -> None:
    t = replace(OPEN, time_control_code="3600")
    gate = time_gate(t, Confirmed(age_class=confirmed))
    assert (gate.problem is None) is passes


@pytest.mark.parametrize(
    ("code", "age_class", "is_said"),
    [("3600", "", True), ("3599", "", False), ("1800", "U10", False)],
)
def test_children_need_less(code: str, age_class: str, *, is_said: bool) -> None:
    t = replace(OPEN, time_control_code=code)
    problem = time_gate(t, Confirmed(age_class=age_class)).problem
    assert problem
    assert ("`syncd confirm --age-class U12`" in problem[1].en) is is_said
