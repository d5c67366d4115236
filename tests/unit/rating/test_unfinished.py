from __future__ import annotations

import datetime as dt
from dataclasses import replace

import crosstables
import pytest

from syncd.model.tournament import Kind, Tournament
from syncd.rating.confirmed import Confirmed
from syncd.rating.finished import unfinished
from syncd.rating.reason import ACCEPTABLE, Why

TODAY = crosstables.AFTERWARDS
OPEN = crosstables.drawn_up(crosstables.OPEN_16)
RUNNING = crosstables.drawn_up(crosstables.RUNNING_20)


def codes(
    t: Tournament, confirmed: Confirmed | None = None, today: dt.date = TODAY
) -> list[str]:
    return [reason.code for reason in unfinished(t, confirmed or Confirmed(), today)]


def unknown(table: str) -> Tournament:
    return crosstables.drawn_up(table, Kind.UNKNOWN)


@pytest.mark.parametrize(
    ("t", "confirmed"),
    [
        (OPEN, Confirmed()),
        (unknown(crosstables.OPEN_16), Confirmed(kind=Kind.SWISS)),
        (unknown(crosstables.EVERYBODY_7), Confirmed(kind=Kind.ROUND_ROBIN)),
        (unknown(crosstables.CUP_8), Confirmed(kind=Kind.KNOCKOUT)),
        (
            replace(OPEN, time_control_code="", round_dates=()),
            Confirmed(
                time_control="5400+30",
                start=crosstables.FIRST_DAY,
                end=crosstables.FIRST_DAY,
            ),
        ),
    ],
)
def test_finished(t: Tournament, confirmed: Confirmed) -> None:
    assert codes(t, confirmed) == []


@pytest.mark.parametrize(
    ("t", "expected"),
    [
        (RUNNING, [Why.ROUNDS, Why.ZERO_ZERO]),
        (crosstables.drawn_up(crosstables.NOT_STARTED), [Why.NOT_STARTED]),
        (unknown(crosstables.EVERYBODY_7), [Why.KIND]),
        (unknown(crosstables.LOST_LOOP_6), [Why.LOST_GAMES, Why.KIND]),
        (
            crosstables.drawn_up(crosstables.LOST_LOOP_6, Kind.ROUND_ROBIN),
            [Why.LOST_GAMES],
        ),
        (
            replace(unknown(crosstables.FREE_7), time_control_code="300+2"),
            [
                Why.NOT_DWZ,
                Why.LOST_GAMES,
                Why.KIND,
                Why.ROUNDS,
                Why.CONTRADICTION,
                Why.ZERO_ZERO,
            ],
        ),
        (replace(OPEN, time_control_code="600+5"), [Why.NOT_DWZ]),
        (replace(OPEN, time_control_code="90+30"), [Why.TIME_CONTROL]),
        (replace(OPEN, loops=2), [Why.ROUNDS]),
        (replace(OPEN, round_dates=()), [Why.DATES]),
        (replace(OPEN, missing_results="Runde 3"), [Why.MISSING_RESULTS]),
    ],
)
def test_unfinished(t: Tournament, expected: list[Why]) -> None:
    assert codes(t) == expected


def test_the_first_sentence_of_a_running_tournament_names_its_rounds() -> None:
    first = unfinished(RUNNING, Confirmed(), TODAY)[0]
    assert "rounds 4 to 7" in first.text.en
    assert "Runden 4 bis 7" in first.text.de


def test_while_rounds_are_to_come_nobody_needs_to_act() -> None:
    t = replace(RUNNING, time_control_code="")
    today = crosstables.FIRST_DAY + dt.timedelta(days=4)
    progress, control = unfinished(t, Confirmed(), today)
    assert (progress.code, control.code) == (Why.ROUNDS, Why.TIME_CONTROL)
    assert not progress.needs_person
    assert not control.needs_person
    assert progress.recheck == crosstables.FIRST_DAY + dt.timedelta(days=7)


def test_one_zero_zero_is_named_with_what_to_do() -> None:
    t = crosstables.with_results(OPEN, 7, {1: "0", 7: "0"})
    (reason,) = unfinished(t, Confirmed(), TODAY)
    assert reason.code == Why.ZERO_ZERO
    assert reason.needs_person
    assert "round 7: 7 Player7, Anna – 1 Player1, Anna" in reason.text.en
    assert "Runde 7: 7 Player7, Anna – 1 Player1, Anna" in reason.text.de
    assert "`syncd confirm`" in reason.text.en
    assert "`syncd confirm`" in reason.text.de
    assert codes(t, Confirmed(zero_zero=frozenset({(7, 7, 1)}))) == []


def test_a_zero_zero_that_was_not_played_has_its_way_too() -> None:
    t = crosstables.with_results(OPEN, 7, {1: "0", 7: "0"})
    (reason,) = unfinished(t, Confirmed(), TODAY)
    assert "Not played: set it as not played in CLM" in reason.text.en
    assert "really ended 0-0" in reason.text.en
    assert "Nicht gespielt: in CLM als nicht gespielt eintragen" in reason.text.de
    assert "wirklich 0:0" in reason.text.de
    assert "in its XML, 0:0 is a result" in reason.text.en  # as the join says
    assert "in der XML-Datei ist 0:0 ein Ergebnis" in reason.text.de


@pytest.mark.parametrize("code", ["*", " "])
def test_a_missing_result_waits_for_the_next_export(code: str) -> None:
    t = crosstables.with_results(OPEN, 7, {1: code, 7: code})
    (reason,) = unfinished(t, Confirmed(), TODAY)
    assert (reason.code, reason.needs_person) == (Why.OPEN_GAMES, False)


def test_a_contradiction_needs_a_person() -> None:
    t = crosstables.with_results(OPEN, 7, {1: "1", 7: "1"})
    (reason,) = unfinished(t, Confirmed(), TODAY)
    assert (reason.code, reason.needs_person) == (Why.CONTRADICTION, True)


def test_the_day_after_the_end() -> None:
    end = crosstables.FIRST_DAY + dt.timedelta(days=6)
    after = end + dt.timedelta(days=1)
    (reason,) = unfinished(OPEN, Confirmed(), end)
    assert (reason.code, reason.recheck) == (Why.NOT_OVER, after)
    assert not reason.needs_person
    assert "31.7.2026" in reason.text.de
    assert codes(OPEN, today=after) == []


def test_a_confirmed_end_goes_before_the_dates_of_the_rounds() -> None:
    end = crosstables.AFTERWARDS
    (reason,) = unfinished(OPEN, Confirmed(end=end), end)
    assert reason.code == Why.NOT_OVER


def test_an_end_before_the_start_needs_a_person() -> None:
    (reason,) = unfinished(OPEN, Confirmed(end=dt.date(2026, 1, 1)), TODAY)
    assert (reason.code, reason.needs_person) == (Why.DATES, True)


def test_a_fast_tournament_needs_nobody() -> None:
    (reason,) = unfinished(replace(OPEN, time_control_code="600+5"), Confirmed(), TODAY)
    assert not reason.needs_person


def test_the_confirmed_age_class_counts() -> None:
    t = replace(OPEN, time_control_code="3600")
    assert codes(t) == [Why.NOT_DWZ]
    assert codes(t, Confirmed(age_class="U12")) == []


def test_the_warning_of_the_exporter_is_quoted() -> None:
    t = replace(OPEN, missing_results="Vermutlich fehlen Ergebnisse: Runde 3.")
    (reason,) = unfinished(t, Confirmed(), TODAY)
    assert t.missing_results in reason.text.en
    assert t.missing_results in reason.text.de


@pytest.mark.parametrize(
    ("t", "why"),
    [
        (replace(OPEN, missing_results="Runde 3"), Why.MISSING_RESULTS),
        (replace(OPEN, rounds=9), Why.ROUNDS),
        (
            crosstables.drawn_up(crosstables.LOST_LOOP_6, Kind.ROUND_ROBIN),
            Why.LOST_GAMES,
        ),
    ],
)
def test_a_person_may_wave_a_question_through(t: Tournament, why: Why) -> None:
    assert why in ACCEPTABLE
    assert codes(t) == [why]
    assert codes(t, Confirmed(accepted=frozenset({why.value}))) == []


def test_nobody_may_wave_a_fact_through() -> None:
    t = replace(OPEN, time_control_code="600+5")
    everything = Confirmed(accepted=frozenset(why.value for why in Why))
    assert codes(t, everything) == [Why.NOT_DWZ]
    assert codes(RUNNING, everything) == [Why.ZERO_ZERO]


def test_the_exporters_own_words_end_with_a_full_stop() -> None:
    (reason, *_) = unfinished(
        replace(OPEN, missing_results="Durchgang: 1"), Confirmed(), TODAY
    )
    assert "Durchgang: 1. Enter them" in reason.text.en
    assert "Durchgang: 1. Bitte" in reason.text.de
