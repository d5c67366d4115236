"""What the page of a report says beside the report itself."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from crosstables import EVERYBODY_7, FIRST_DAY, OPEN_16, drawn_up

from syncd.bilingual import Text
from syncd.model.findings import Finding, Severity
from syncd.model.tournament import Entrant, Kind, Tournament
from syncd.rating.confirmed import Confirmed
from syncd.rating.crosstable import crosstable
from syncd.rating.page import Basis, Content, Fact, page_content
from syncd.rating.pagegames import player_lines, unplayed_lines
from syncd.rating.report import ReportOptions, build_payload

if TYPE_CHECKING:
    from syncd.formats.dwzxml.elements import Payload
    from syncd.rating.reportgames import Unplayed

OPEN = drawn_up(OPEN_16)
LAST_DAY = FIRST_DAY + dt.timedelta(days=6)


def reported(t: Tournament, confirmed: Confirmed = Confirmed()) -> Payload:  # noqa: B008 - frozen
    """Return the report of a tournament."""
    payload = build_payload(t, confirmed, ReportOptions()).payload
    assert payload is not None
    return payload


def content(t: Tournament, **changes: object) -> Content:
    """Return the page of a tournament."""
    basis = Basis(reported(t), t, Confirmed())
    return page_content(replace(basis, **changes))  # type: ignore[arg-type]


def fact(found: Content, name: str) -> Fact:
    """Return the line of this name."""
    (line,) = [item for item in found.facts if item.name.en == name]
    return line


def with_entrant(t: Tournament, number: int, **changes: object) -> Tournament:
    """Return the tournament with one player changed."""

    def changed(one: Entrant) -> Entrant:
        if one.id != number:
            return one
        return replace(one, **changes)  # type: ignore[arg-type]

    return replace(t, entrants=tuple(map(changed, t.entrants)))


def test_points_in_file_and_report_agree() -> None:
    lines = player_lines(reported(OPEN), crosstable(OPEN, Confirmed()))
    assert [line.start_number for line in lines] == list(range(1, 17))
    assert not [line for line in lines if line.differs]
    sixth = lines[5]
    assert (sixth.games, sixth.report_x10, sixth.unplayed_x10) == (6, 50, 0)
    second = lines[1]
    assert (second.report_x10, second.unplayed_x10, second.file_x10) == (25, 5, 30)


@pytest.mark.parametrize(
    ("points_x10", "differs"),
    [(30, False), (25, False), (35, True), (0, True), (None, False)],
)
def test_points_that_follow_from_nothing_are_marked(
    points_x10: int | None, *, differs: bool
) -> None:
    """The half point of the bye may stand in the points of the file or not."""
    changed = with_entrant(OPEN, 2, points_x10=points_x10)
    lines = player_lines(reported(changed), crosstable(changed, Confirmed()))
    assert [line.number for line in lines if line.differs] == [2] * differs


def test_namesakes_are_told_apart_by_their_order() -> None:
    t = OPEN
    for number in (3, 5):
        t = with_entrant(
            t, number, surname="Meier", forename="Max", birth_year=1990, dsb_id="",
            fide_id=None, vkz="", member_number=None,
        )  # fmt: skip
    lines = player_lines(reported(t), crosstable(t, Confirmed()))
    assert [(lines[at].start_number, lines[at].file_x10) for at in (2, 4)] == [
        (3, 40), (5, 25),
    ]  # fmt: skip


def test_what_is_not_rated_has_a_reason() -> None:
    lines = unplayed_lines(crosstable(OPEN, Confirmed()))
    assert [(line.round, line.reason.en) for line in lines] == [
        (3, "half-point bye (H)"),
        (4, "forfeit (+ : -)"),
        (5, "forfeit (- : +)"),
        (6, "both absent (- : -)"),
    ]


def test_rests_against_nobody_are_no_entry_without_a_point() -> None:
    t = drawn_up(EVERYBODY_7, Kind.ROUND_ROBIN)
    lines = unplayed_lines(crosstable(t, Confirmed()))
    assert {line.reason.en for line in lines} == {"no opponent of this number (0)"}
    assert len(lines) == 7


@pytest.mark.parametrize(
    ("end", "confirmed", "origin", "is_warning"),
    [
        (LAST_DAY, Confirmed(), "proposed from the days of the games", False),
        (LAST_DAY, Confirmed(end=LAST_DAY), "confirmed by a person", False),
        (dt.date(2026, 9, 1), Confirmed(), "exports say something else now", True),
    ],
)
def test_where_a_day_comes_from(
    end: dt.date, confirmed: Confirmed, origin: str, *, is_warning: bool
) -> None:
    payload = reported(OPEN)
    payload = replace(payload, tournament=replace(payload.tournament, end=end))
    line = fact(content(OPEN, payload=payload, confirmed=confirmed), "Last day")
    assert origin in line.origin.en
    assert line.is_warning is is_warning


def test_planned_days_are_named_where_they_differ() -> None:
    planned = replace(OPEN, start=FIRST_DAY, end=dt.date(2026, 9, 13))
    found = content(planned)
    assert "13.9.2026" in fact(found, "Last day").origin.de
    assert "plan" not in fact(found, "First day").origin.en


@pytest.mark.parametrize(
    ("code", "words", "is_warning"),
    [
        ("5400+30", "slow enough for DWZ: 120 min", False),
        ("300+2", "not DWZ", True),
        ("slow", "not in FIDE notation", True),
    ],
)
def test_verdict_on_the_time_control(
    code: str, words: str, *, is_warning: bool
) -> None:
    payload = reported(OPEN)
    changed = replace(payload.tournament, timecontrol=code)
    found = content(OPEN, payload=replace(payload, tournament=changed))
    line = fact(found, "Time control")
    assert line.origin.en.startswith(words)
    assert line.is_warning is is_warning


def test_findings_are_sorted_by_what_they_are_about() -> None:
    findings = [
        Finding("G16", Severity.INFO, Text("white", "weiß")),
        Finding("P10", Severity.WARNING, Text("no id", "keine Id")),
        Finding("T16", Severity.ERROR, Text("fast", "schnell")),
        Finding("x", Severity.INFO, Text("list", "Liste"), path="entrants/3"),
    ]
    reading = [Finding("clm.phone", Severity.INFO, Text("phone", "Telefon"))]
    found = content(OPEN, findings=findings, reading=reading)
    assert [item.code for item in found.rules] == ["T16", "G16"]
    assert [item.code for item in found.persons] == ["P10", "x"]
    assert [item.code for item in found.repairs] == ["clm.phone"]


def test_without_a_report_the_page_says_what_the_exports_have() -> None:
    found = content(OPEN, payload=None)
    assert [item.value.de for item in found.facts] == [
        "16 Spieler, 52 gewertete Partien"
    ]
    assert found.players == ()
    assert found.differences is None


def test_differences_to_the_report_before() -> None:
    payload = reported(OPEN)
    assert content(OPEN, previous=payload).differences == ()
    before = replace(payload, games=payload.games[1:])
    (line,) = content(OPEN, previous=before).differences or ()
    assert line.de.endswith("nur in diesem Bericht.")


@pytest.mark.parametrize("unplayed", ["omit", "list"])
def test_whether_forfeits_stand_in_the_report_is_what_its_bytes_say(
    unplayed: Unplayed,
) -> None:
    """The policy may have changed since the report was made."""
    options = ReportOptions(unplayed=unplayed)
    payload = build_payload(OPEN, Confirmed(), options).payload
    other: Unplayed = "list" if unplayed == "omit" else "omit"
    found = content(OPEN, payload=payload, unplayed=other)
    assert found.is_unplayed_listed is (unplayed == "list")


def test_the_games_of_the_report_are_listed_by_round() -> None:
    options = ReportOptions(unplayed="list")
    payload = build_payload(OPEN, Confirmed(), options).payload
    assert payload is not None
    rounds = content(OPEN, payload=payload).rounds
    assert [item.number for item in rounds] == list(range(1, 8))
    assert sum(len(item.games) for item in rounds) == len(payload.games)
    third = rounds[2].games
    assert next(line for line in third if line.black == "–").result == "½ : -"
    assert [line.is_rated for line in third].count(False) == 1


def test_the_same_said_twice_is_shown_once() -> None:
    said = Finding("xml.escape", Severity.INFO, Text("A sign.", "Ein Zeichen."))
    found = content(OPEN, reading=[said, replace(said, line=9)])
    assert [item.code for item in found.repairs] == ["xml.escape"]


def test_the_type_is_told_in_words() -> None:
    assert fact(content(OPEN), "Type").value.de == "Schweizer System (SW)"


def test_signs_that_turn_the_writing_stay_out_of_the_report() -> None:
    turned = with_entrant(OPEN, 2, surname="Mei\u202eer")
    assert reported(turned) == reported(with_entrant(OPEN, 2, surname="Meier"))
    built = build_payload(turned, Confirmed(), ReportOptions())
    assert "report.direction" in [item.code for item in built.findings]
