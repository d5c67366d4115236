"""Real situations as three files and what must follow, one folder each."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
from clm_acceptance import complaints
from scenario_files import FOLDER, RULES, Scenario, load_scenarios, readme

from syncd.errors import EncodeError, MergeError
from syncd.formats.trf import Form, decode, from_tournament, to_tournament
from syncd.model import results
from syncd.model.tournament import Kind
from syncd.rating.confirmed import Confirmed
from syncd.rating.report import ReportOptions, build_payload
from syncd.sync.merge3 import Merged, merge
from syncd.sync.policy import Choice, Group, Origin, Policy, Resolution, Voices

if TYPE_CHECKING:
    from syncd.formats.dwzxml.elements import Payload
    from syncd.model.tournament import Tournament

ALL = load_scenarios()
MERGES = [one for one in ALL if one.merge is not None]
TAKEN = [one for one in MERGES if "refused" not in (one.merge or {})]
MORNING = dt.datetime(2026, 11, 29, 8, tzinfo=dt.UTC)
EVENING = MORNING + dt.timedelta(hours=12)


def each(scenarios: list[Scenario]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(
        "scenario", [pytest.param(one, id=one.name) for one in scenarios]
    )


def told(scenario: Scenario) -> dict[str, Any]:
    assert scenario.merge is not None
    return dict(scenario.merge)


def policy(said: dict[str, Any]) -> Policy:
    choices = {Group(k): Choice(v) for k, v in said.get("choices", {}).items()}
    return Policy(said.get("owner", ""), choices, tuple(said.get("priority", ())))


def voices(scenario: Scenario) -> Voices:
    said = told(scenario)
    newer = said.get("newer", "theirs")
    times = {"ours": MORNING, "theirs": MORNING, newer: EVENING}
    names = {int(k): (name_of(v),) for k, v in said.get("known_as", {}).items()}
    known = Voices(
        Origin("theirs", times["theirs"]), Origin("ours", times["ours"]), former=names
    )
    before = said.get("refused_before", [])
    if not before:
        return known
    asked = merge(*three(scenario), policy(said)).conflicts
    resolved = {
        one.place: Resolution(one.ours, frozenset([one.theirs]))
        for one in asked
        if one.text.de.startswith(tuple(before))
    }
    assert len(resolved) == len(before)
    return replace(known, resolved=resolved)


def three(scenario: Scenario) -> tuple[Tournament, Tournament, Tournament]:
    base, ours, theirs = map(scenario.read, ("base", "ours", "theirs"))
    return base, ours, theirs


def name_of(text: str) -> tuple[str, str]:
    surname, _, forename = text.partition(", ")
    return surname, forename


def merged(scenario: Scenario) -> Merged:
    return _merged(scenario.name)


@cache
def _merged(name: str) -> Merged:
    """Return the merge of a scenario; several tests look at the same one."""
    scenario = next(one for one in MERGES if one.name == name)
    return merge(*three(scenario), policy(told(scenario)), voices=voices(scenario))


def payload(t: Tournament) -> Payload | None:
    return build_payload(t, Confirmed(), ReportOptions()).payload


@each(TAKEN)
def test_what_follows(scenario: Scenario) -> None:
    said, found = told(scenario), merged(scenario)
    expected = scenario.read("expected")
    assert found.tournament == expected
    asked = [(one.text.de, one.reason.value) for one in found.conflicts]
    wanted = [(one["where"], one["reason"]) for one in said.get("asks", [])]
    assert len(asked) == len(wanted), asked
    for where, reason in wanted:
        assert any(
            text.startswith(f"{where}: ") and why == reason for text, why in asked
        )
    assert {one.reason.value for one in found.kept} >= set(said.get("kept", ()))
    assert [one.code for one in found.notes] == said.get("told", [])
    if said.get("silent"):
        assert found.applied == ()
    ids = {str(k): v for k, v in found.ids.items()}
    assert ids | said.get("ids", {}) == ids
    former = {str(k): ", ".join(v[-1]) for k, v in found.former.items()}
    assert former == said.get("former", {})


@each([one for one in TAKEN if "report" in told(one)])
def test_the_report_changes_only_where_it_must(scenario: Scenario) -> None:
    before, after = (payload(scenario.read(name)) for name in ("ours", "expected"))
    assert after is not None
    assert (before != after) == (told(scenario)["report"] == "changed")


@each([one for one in MERGES if one not in TAKEN])
def test_what_is_refused(scenario: Scenario) -> None:
    with pytest.raises(MergeError) as raised:
        merged(scenario)
    assert told(scenario)["refused"] in raised.value.text.de


@each([one for one in TAKEN if told(one).get("both_ways")])
def test_who_sends_first_does_not_matter(scenario: Scenario) -> None:
    base, ours, theirs = three(scenario)
    found = merge(base, theirs, ours, policy(told(scenario)))
    assert found.tournament == scenario.read("expected")
    assert found.conflicts == ()


@each(TAKEN)
def test_the_same_export_again_changes_nothing(scenario: Scenario) -> None:
    _, _, theirs = three(scenario)
    found = merged(scenario)
    again = merge(
        theirs, found.tournament, theirs, policy(told(scenario)), found.ids,
        voices=voices(scenario),
    )  # fmt: skip
    assert again.tournament == found.tournament
    assert (again.applied, again.conflicts, again.quiet) == ((), (), ())


def with_points(t: Tournament) -> Tournament:
    """Return the tournament with points: an XML has none, and CLM counts its own."""
    if any(one.points_x10 is not None for one in t.entrants) or t.is_team:
        return t
    worth = results.STANDARD_POINTS_X10
    return replace(
        t,
        entrants=tuple(
            replace(
                one, points_x10=sum(worth[c] for c in t.pairings.rows[one.id].results)
            )
            for one in t.entrants
        ),
    )


@each(TAKEN)
def test_our_own_file_changes_nothing(scenario: Scenario) -> None:
    """What a CLM has imported from us comes back in its next export."""
    base, _, _ = three(scenario)
    found = with_points(merged(scenario).tournament)
    form = Form.TRF26 if found.is_team else Form.CLM
    data = from_tournament(found, form, lossy=True).data
    if not found.is_team:
        assert complaints(data) == []
    echo = to_tournament(decode(data)).tournament
    for before in (base, echo):
        back = merge(before, found, echo, policy(told(scenario)))
        assert back.tournament == found
        assert (back.applied, back.conflicts) == ((), ())


@each([one for one in TAKEN if one.read("expected").is_team])
def test_a_league_is_reported_as_not_importable(scenario: Scenario) -> None:
    league = scenario.read("expected")
    told_of = from_tournament(league, Form.CLM, lossy=True).findings
    assert any("CLM refuses to import team events" in one.text.en for one in told_of)
    with pytest.raises(EncodeError):
        from_tournament(league, Form.CLM)


def test_most_of_them_are_individual_swiss() -> None:
    """Else the check for CLM would prove little."""
    expected = [one.read("expected") for one in TAKEN]
    swiss = [one for one in expected if one.kind is Kind.SWISS and not one.is_team]
    assert 2 * len(swiss) > len(TAKEN)


def test_every_named_situation_is_told() -> None:
    assert {one.rule for one in ALL} >= set(range(1, RULES + 1))
    assert len(ALL) >= 40
    assert all(one.de and one.en for one in ALL)


def test_the_list_is_that_of_the_folders() -> None:
    found = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert found == readme(), "run python tests/scenarios/scenario_files.py"
