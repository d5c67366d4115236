"""Questions between sources: asked once, answered once, and blocking the report only.

Which database it is does not matter here, so only the quicker one is used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pipeline_world
import pytest
import shared_world
from replayed import check_replay
from shared_world import (
    DRAWN,
    FORFEITED,
    LOST,
    OPEN,
    WON,
    drop,
    head,
    questions,
    result,
    states,
    take,
)

from syncd.errors import NotFoundError, StaleRevisionError
from syncd.pipeline.deciding import resolving
from syncd.store import conflicts, decisions, inbox, outbox, readmodels
from syncd.store.conflicts import MOOT, RESOLVED
from syncd.sync.places import Score
from syncd.sync.verdict import Reason

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pipeline_world import World

    from syncd.store.engine import Store

pytestmark = pytest.mark.parametrize("store", ["sqlite"], indirect=True)
ACCEPTED = (outbox.FIRST, outbox.ACCEPTED)


@pytest.fixture
def world(store: Store) -> Iterator[World]:
    """Both have the game open; then north says 1-0 and south 0-1.

    Whatever follows, it comes out again from the files and the answers.
    """
    world = shared_world.make_shared(store)
    take(world, OPEN, "north")
    take(world, OPEN, "south")
    take(world, WON, "north")
    take(world, LOST, "south")
    yield world
    check_replay(world)


def answer(world: World, what: str, number: int = 1) -> resolving.Resolved:
    done = resolving.resolve(world.context(), number, what, world.now)
    world.wait(seconds=1)
    return done


def told(world: World) -> str:
    """Return what the history says of the newest decision."""
    with world.store.read() as session:
        lines = readmodels.list_history(session, 1)
    return next(line for line in lines[::-1] if line.kind == "decision").changes[0][
        "new"
    ]


def test_a_contradiction_is_asked_about_and_blocks_the_report(world: World) -> None:
    (asked,) = questions(world)
    world.settle()

    assert (asked.source, asked.arrival_id, asked.reason) == ("south", 4, Reason.RESULT)
    assert isinstance(asked.ours, Score)
    assert isinstance(asked.theirs, Score)
    assert result(world) == "10"
    waiting = world.stored_why()
    assert (waiting.code, waiting.needs_person) == ("sync.conflict", True)
    assert "Round 7, White " in waiting.text.en
    assert "syncd conflicts 1" in waiting.text.de
    assert world.reports() == []


@pytest.mark.full
def test_the_sync_goes_on_meanwhile(world: World) -> None:
    assert take(world, WON.replace(b"022 ", b"022 Neu"), "north") == inbox.DONE

    assert head(world).city.startswith("Neu")
    assert states(world) == ["open"]


def test_repeated_exports_ask_nothing_twice(world: World) -> None:
    before = world.head().number
    for data, source in ((LOST, "south"), (WON, "north"), (LOST, "south")):
        take(world, data + b"\n", source)

    assert states(world) == ["open"]
    assert world.head().number == before


@pytest.mark.parametrize(
    ("data", "source", "expected"),
    [
        (WON, "south", "10"),
        pytest.param(LOST, "north", "01", marks=pytest.mark.full),
    ],
)
def test_sides_that_agree_later_need_no_answer(
    world: World, data: bytes, source: str, expected: str
) -> None:
    take(world, data, source)
    world.settle()

    assert states(world) == [MOOT]
    assert result(world) == expected
    assert world.why() != "sync.conflict"


@pytest.mark.full
def test_a_third_value_is_a_new_question(world: World) -> None:
    take(world, DRAWN, "south")

    assert states(world) == [MOOT, "open"]
    assert questions(world)[1].theirs != questions(world)[0].theirs


@pytest.mark.full
def test_the_question_follows_what_the_tournament_says(world: World) -> None:
    take(world, DRAWN, "north")

    (asked,) = questions(world)
    assert asked.state == "open"
    assert asked.ours == Score(15, 5, "=", "=")
    assert "=:=" in asked.text.de


@pytest.mark.parametrize(
    ("what", "expected"),
    [
        ("theirs", "01"),
        pytest.param("ours", "10", marks=pytest.mark.full),
        pytest.param("1/2-1/2", "==", marks=pytest.mark.full),
        pytest.param("+:-", "-+", marks=pytest.mark.full),
    ],
)
def test_an_answer_stands_whatever_is_repeated(
    world: World, what: str, expected: str
) -> None:
    before = world.head().number
    done = answer(world, what)

    assert (done.tournament_id, done.left) == (1, 0)
    assert world.head().number == before + 1
    assert (states(world), result(world)) == ([RESOLVED], expected)
    for data, source in (
        (LOST, "south"), (WON, "north"), (OPEN, "south"), (LOST, "south"),
        (OPEN, "north"), (WON, "north"),
    ):  # fmt: skip
        take(world, data + b"\n", source)
    assert (states(world), result(world)) == ([RESOLVED], expected)
    with pytest.raises(NotFoundError, match="needs no answer"):
        answer(world, "theirs")
    with pytest.raises(NotFoundError, match="no question number 9"):
        answer(world, "ours", 9)


def test_an_answer_is_a_decision_that_names_who_gave_it(world: World) -> None:
    resolving.resolve(
        pipeline_world.replaced(world.context(), by="kim"),
        1, "theirs", world.now,
    )  # fmt: skip

    with world.store.read() as session:
        values = decisions.load_decisions(session, 1)
        assert conflicts.list_questions(session, is_open=True) == []
    assert values[decisions.RESOLVED] == '{"questions": [1], "answer": "theirs"}'
    (asked,) = questions(world)
    assert (asked.by, asked.chosen) == ("kim", asked.theirs)
    assert (
        told(world)
        == "Question 1 (Round 7, White 15 – Black 5): what south says counts."
    )


def test_an_answered_question_lets_the_report_go(world: World) -> None:
    answer(world, "ours")
    world.settle()

    assert world.reports() == [ACCEPTED]


@pytest.mark.full
def test_an_answer_to_what_has_moved_is_not_given(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = conflicts.list_questions

    def slow(*given: Any, **named: Any) -> list[conflicts.Question]:  # noqa: ANN401
        found = real(*given, **named)
        monkeypatch.undo()
        take(world, DRAWN, "north")
        return found

    monkeypatch.setattr(conflicts, "list_questions", slow)
    with pytest.raises(StaleRevisionError):
        answer(world, "ours")
    assert (states(world), result(world)) == (["open"], "==")


@pytest.mark.full
def test_the_owner_is_right_and_nobody_is_asked(store: Store) -> None:
    world = shared_world.make_shared(store, owner="south")
    for data, source in (
        (OPEN, "north"), (OPEN, "south"), (WON, "north"), (LOST, "south"),
    ):  # fmt: skip
        take(world, data, source)

    assert (result(world), questions(world)) == ("01", [])
    take(world, DRAWN, "north")
    assert (result(world), questions(world)) == ("01", [])


@pytest.mark.full
def test_played_or_forfeited_is_always_asked(store: Store) -> None:
    world = shared_world.make_shared(store, owner="south")
    for data, source in ((WON, "north"), (WON, "south"), (FORFEITED, "south")):
        take(world, data, source)

    (asked,) = questions(world)
    assert asked.reason is Reason.FORFEIT
    answer(world, "theirs")
    assert result(world) == "+-"


@pytest.mark.full
def test_what_is_drawn_from_the_first_difference_is_asked_too(store: Store) -> None:
    world = shared_world.make_shared(store)
    take(world, WON, "north")
    take(world, LOST, "south")

    assert states(world) == ["open"]
    assert drop(world, WON, "south") == inbox.DONE
    assert states(world) == [MOOT]
