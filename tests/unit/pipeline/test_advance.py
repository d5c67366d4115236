"""The pure step of a tournament: no store is needed to merge what sources say."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from syncd.bilingual import Text
from syncd.errors import MassRemovalError
from syncd.formats.snapshot import decode_snapshot
from syncd.formats.trf import Reading, decode, to_tournament
from syncd.model.findings import Finding, Severity
from syncd.pipeline.arrivals.advance import (
    Export,
    Known,
    Next,
    Shared,
    advance,
)
from syncd.pipeline.arrivals.forms import Before
from syncd.store.bases import TRF, WHOLE
from syncd.store.conflicts import OPEN, Question
from syncd.store.inbox import Arrival
from syncd.sync.apply import apply
from syncd.sync.merge3 import Conflict
from syncd.sync.places import Change, Part, Place, Score
from syncd.sync.policy import Policy, Resolution
from syncd.sync.verdict import Reason

if TYPE_CHECKING:
    from syncd.model.tournament import Tournament

DATA: Final = Path(__file__).parents[2] / "data" / "clm"
NOW: Final = dt.datetime(2026, 11, 29, 12, 0, tzinfo=dt.UTC)
SWISS: Final = to_tournament(decode((DATA / "E02_clm.trf").read_bytes())).tournament
GAME: Final = Place(Part.GAME, (7, 5, 15, 0))
FAULT: Final = Finding("x.y", Severity.ERROR, Text("Wrong.", "Falsch."))


def score(codes: str) -> Score:
    return Score(15, 5, codes[0], codes[1])


def ended(codes: str) -> Tournament:
    """Return the tournament with another result of players 15 and 5 in round 7."""
    return apply([Change(GAME, None, score(codes))], SWISS)


def export(tournament: Tournament, source: str = "south", number: int = 9) -> Export:
    arrival = Arrival(number, 2, source, "x.trf", "", NOW, 1, "", NOW)
    return Export(arrival, TRF, Reading(tournament, ()))


def known(head: Tournament, base: Tournament | None, **shared: object) -> Known:
    """Return what is known of a tournament that another source feeds as well."""
    said = Shared(**shared) if base is None else Shared(base, **shared)  # type: ignore[arg-type]
    return Known(head, {}, Before(None, None, None), said)


def question(
    ours: str, theirs: str, source: str = "south", number: int = 4
) -> Question:
    return Question(
        number, 1, source, 8, GAME, None, score(ours), score(theirs), Reason.RESULT,
        Text("?", "?"), OPEN, NOW,
    )  # fmt: skip


def asked(step: Next) -> list[tuple[object, object]]:
    return [(one.ours, one.theirs) for one in step.asked.opened]


ASK: Final = Policy()


def test_the_first_export_is_the_tournament() -> None:
    step = advance(None, export(SWISS), ASK)

    assert step.tournament == SWISS
    assert [one.form for one in step.bases] == [TRF]


def test_an_export_of_the_only_source_is_the_tournament() -> None:
    alone = Known(ended("10"), {}, Before(ended("10"), None, None))
    step = advance(alone, export(ended("01")), ASK)

    assert step.tournament == ended("01")
    assert [one.form for one in step.bases] == [TRF]


def test_only_what_the_source_has_changed_is_taken() -> None:
    theirs = replace(SWISS, city="Neu")
    step = advance(known(ended("10"), SWISS), export(theirs), ASK)

    assert step.tournament == replace(ended("10"), city="Neu")
    form, whole = step.bases
    assert (form.form, whole.form) == (TRF, WHOLE)
    assert decode_snapshot(whole.snapshot) == theirs
    assert whole.ids == {one.id: one.id for one in SWISS.entrants}


def test_at_first_contact_whatever_differs_is_asked() -> None:
    step = advance(known(ended("10"), None), export(ended("01")), ASK)

    assert step.tournament == ended("10")
    assert asked(step) == [(score("10"), score("01"))]
    assert (step.asked.left, step.asked.is_news) == (1, True)


def test_at_first_contact_other_persons_are_refused() -> None:
    others = replace(
        SWISS,
        entrants=tuple(
            replace(one, surname=f"Fremd{one.id}", fide_id=None, dsb_id="", vkz="")
            for one in SWISS.entrants
        ),
    )
    with pytest.raises(MassRemovalError):
        advance(known(SWISS, None), export(others), ASK)
    allowed = replace(export(others), may_remove=True)
    assert advance(known(SWISS, None), allowed, ASK).tournament.name == SWISS.name


def test_what_the_other_source_left_unclear_stays_said() -> None:
    step = advance(known(SWISS, SWISS, noticed=(FAULT,)), export(SWISS), ASK)

    assert step.findings == (FAULT,)


@pytest.mark.parametrize(
    ("head", "base", "theirs", "dropped", "opened"),
    [
        pytest.param("10", "01", "01", (), [], id="repeated"),
        pytest.param("10", "01", "10", (4,), [], id="agreed"),
        pytest.param("10", "01", "==", (4,), [("10", "==")], id="a third value"),
    ],
)
def test_what_becomes_of_a_question_of_the_speaker(
    head: str, base: str, theirs: str, dropped: tuple[int, ...],
    opened: list[tuple[str, str]],
) -> None:  # fmt: skip
    before = known(ended(head), ended(base), questions=(question(head, base),))
    step = advance(before, export(ended(theirs)), ASK)

    assert step.asked.dropped == dropped
    assert asked(step) == [(score(one), score(two)) for one, two in opened]
    assert step.asked.left == 1 - len(dropped) + len(opened)


@pytest.mark.parametrize(
    ("theirs", "dropped", "changed"),
    [("01", (4,), None), ("==", (), score("==")), ("10", (), None)],
)
def test_what_becomes_of_a_question_of_the_other(
    theirs: str, dropped: tuple[int, ...], changed: Score | None
) -> None:
    before = known(ended("10"), ended("10"), questions=(question("10", "01"),))
    step = advance(before, export(ended(theirs), "north"), ASK)

    assert (step.tournament, step.asked.dropped) == (ended(theirs), dropped)
    now = step.asked.changed.get(4)
    assert (now and now[0]) == changed
    assert step.asked.is_news == bool(dropped)


def test_what_was_refused_changes_nothing_any_more() -> None:
    resolved = {GAME: Resolution(score("10"), frozenset({score("01")}))}
    before = known(ended("10"), ended("=="), resolved=resolved)
    step = advance(before, export(ended("01")), Policy(owner="south"))

    assert step.tournament == ended("10")
    assert asked(step) == []


def test_a_conflict_is_a_value() -> None:
    step = advance(known(ended("10"), ended("==")), export(ended("01")), ASK)

    (conflict,) = step.asked.opened
    assert isinstance(conflict, Conflict)
    assert conflict.place == GAME
