from __future__ import annotations

import datetime as dt

from syncd.formats.dwzxml.decode import decode_report
from syncd.formats.dwzxml.encode import encode_report
from syncd.formats.dwzxml.rules import check_report
from syncd.rating.trial import TOURNAMENT_UUID, trial_report

DAY = dt.date(2026, 11, 6)


def uuid_of(day: dt.date, sender: str = "") -> str:
    header = trial_report(day, sender).header
    assert header is not None
    return header.file_uuid


def test_it_breaks_no_rule_and_gives_no_warning() -> None:
    assert list(check_report(encode_report(trial_report(DAY)))) == []


def test_it_says_in_both_languages_that_it_is_a_test() -> None:
    report = trial_report(DAY)
    label = report.payload.tournament.label
    assert label.startswith("TEST")
    assert "nicht auswerten" in label
    assert "do not rate" in label
    assert all(player.surname.startswith("Test") for player in report.payload.players)


def test_it_is_the_same_file_all_day_and_another_tomorrow() -> None:
    assert encode_report(trial_report(DAY)) == encode_report(trial_report(DAY))
    tomorrow = DAY + dt.timedelta(days=1)
    assert uuid_of(tomorrow) != uuid_of(DAY)
    assert uuid_of(DAY, "SK") != uuid_of(DAY)
    assert trial_report(tomorrow).tournament_uuid == TOURNAMENT_UUID


def test_it_can_be_read_back() -> None:
    report = trial_report(DAY, "SK")
    assert decode_report(encode_report(report)) == report
