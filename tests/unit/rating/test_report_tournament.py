from __future__ import annotations

import datetime as dt
from dataclasses import replace

import crosstables
import pytest

from syncd.formats.dwzxml.elements import ReportTournament
from syncd.model.findings import Severity
from syncd.model.tournament import Kind, Tournament
from syncd.rating.confirmed import Confirmed
from syncd.rating.crosstable import crosstable
from syncd.rating.reporttournament import (
    ReportOptions,
    report_tournament,
    tournament_facts,
    tournament_findings,
)

OPEN = crosstables.drawn_up(crosstables.OPEN_16)
END = crosstables.FIRST_DAY + dt.timedelta(days=6)
SECTION = ReportTournament(
    label="Halle Open 2026", type="SW", timecontrol="5400+30", rounds=7,
    start=crosstables.FIRST_DAY, end=END, location="Halle (Saale)",
)  # fmt: skip


def section(
    t: Tournament, confirmed: Confirmed, options: ReportOptions
) -> ReportTournament | None:
    facts = tournament_facts(crosstable(t, confirmed), confirmed, options)
    return report_tournament(facts, confirmed, options, rounds=7)


@pytest.mark.parametrize(
    ("confirmed", "options", "expected"),
    [
        (Confirmed(), ReportOptions(), SECTION),
        (
            Confirmed(),
            ReportOptions(
                label="Open A", location="Halle", url="https://halle.example",
                notes="Gruppe A", age_class="U18", hybrid=True,
            ),
            replace(
                SECTION, label="Open A", location="Halle", url="https://halle.example",
                notes="Gruppe A", age_class="U18", type="SW-H",
            ),
        ),
        (
            Confirmed(
                label="Open B", location="Saale", age_class="U12", time_control="7200",
                kind=Kind.ROUND_ROBIN, start=dt.date(2026, 7, 1), end=END,
            ),
            ReportOptions(label="Open A", location="Halle", age_class="U18"),
            replace(
                SECTION, label="Open B", location="Saale", age_class="U12",
                timecontrol="7200", type="SR", start=dt.date(2026, 7, 1),
            ),
        ),
        (Confirmed(kind=Kind.KNOCKOUT), ReportOptions(), replace(SECTION, type="SC")),
        (Confirmed(), ReportOptions(usual_location="Bezirk Nord"), SECTION),
    ],
)  # fmt: skip
def test_a_person_goes_before_the_configuration_and_that_before_the_file(
    confirmed: Confirmed, options: ReportOptions, expected: ReportTournament
) -> None:
    assert section(OPEN, confirmed, options) == expected


def test_the_usual_place_stands_where_the_file_names_none() -> None:
    found = section(
        replace(OPEN, city=" "),
        Confirmed(),
        ReportOptions(usual_location="Bezirk Nord"),
    )
    assert found == replace(SECTION, location="Bezirk Nord")


def test_an_age_class_of_the_configuration_opens_no_gate() -> None:
    t = replace(OPEN, time_control_code="3600")
    options = ReportOptions(age_class="U12")
    facts = tournament_facts(crosstable(t, Confirmed()), Confirmed(), options)
    assert facts.gate.problem
    assert facts.gate.problem[0] == "not_dwz"


@pytest.mark.parametrize(
    ("t", "rules"),
    [
        (OPEN, []),
        (replace(OPEN, name=" "), ["T18"]),
        (replace(OPEN, city=""), ["T18"]),
        (replace(OPEN, kind=Kind.UNKNOWN), ["T02"]),
        (replace(OPEN, time_control_code=""), ["T18"]),
        (replace(OPEN, round_dates=()), ["T06", "T09"]),
        (replace(OPEN, round_dates=(None, *OPEN.round_dates[1:])), ["T06"]),
    ],
)
def test_a_missing_value_is_an_error_and_leaves_no_section(
    t: Tournament, rules: list[str]
) -> None:
    facts = tournament_facts(crosstable(t, Confirmed()), Confirmed(), ReportOptions())
    findings = list(tournament_findings(facts))
    assert [finding.code for finding in findings] == rules
    assert {finding.severity for finding in findings} <= {Severity.ERROR}
    has_section = section(t, Confirmed(), ReportOptions()) is not None
    assert has_section is (not rules)


@pytest.mark.parametrize(
    ("t", "confirmed", "rule", "severity"),
    [
        (replace(OPEN, time_control_code="600+5"), Confirmed(), "T16", Severity.ERROR),
        (
            replace(OPEN, time_control_code="15+5"),
            Confirmed(),
            "T04",
            Severity.WARNING,
        ),
        (OPEN, Confirmed(end=dt.date(2026, 7, 1)), "T12", Severity.ERROR),
    ],
)
def test_a_wrong_value_is_shown_with_its_finding(
    t: Tournament, confirmed: Confirmed, rule: str, severity: Severity
) -> None:
    facts = tournament_facts(crosstable(t, confirmed), confirmed, ReportOptions())
    (finding,) = tournament_findings(facts)
    assert (finding.code, finding.severity) == (rule, severity)
    assert section(t, confirmed, ReportOptions()) is not None


def test_days_in_the_wrong_order_are_named() -> None:
    confirmed = Confirmed(end=dt.date(2026, 7, 1))
    facts = tournament_facts(crosstable(OPEN, confirmed), confirmed, ReportOptions())
    (finding,) = tournament_findings(facts)
    assert "(2026-07-25)" in finding.text.en
    assert "(1.7.2026)" in finding.text.de
