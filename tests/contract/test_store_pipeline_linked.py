"""Two installations that pass on to each other end with one truth, told once.

SQLite only: what differs on PostgreSQL is tested with the store.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from edited_tournaments import counted
from linked_worlds import OTHER, Linked, linked
from pipeline_world import NOW
from replayed import check_replay

from syncd.formats.trf import read_passport
from syncd.model.results import BLANK
from syncd.sync.answers import OURS, THEIRS
from syncd.sync.apply import apply
from syncd.sync.facts import facts_of
from syncd.sync.places import Change, Part, Place, Score

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from syncd.store.conflicts import Question

LAST_GAME = Place(Part.GAME, (4, 5, 6, 0))
EDITS = 8
SEED = 20261130


def local_time() -> dt.datetime:
    return NOW.replace(tzinfo=None)


@pytest.fixture
def link(tmp_path: Path, migrated_sqlite: Path) -> Iterator[Callable[[str], Linked]]:
    """Call it with the owner to get two installations."""
    made: list[Linked] = []

    def start(owner: str = "nord") -> Linked:
        made.append(linked(tmp_path, migrated_sqlite, local_time, owner))
        return made[-1]

    yield start
    for one in made:
        one.close()


def begun(pair: Linked, at: str = "nord") -> str:
    """Let a tournament be entered at one installation and reach the other."""
    pair.drop(at, pair.clms[at].enter(0))
    pair.exchange()
    (name,) = pair.heads(OTHER[at])
    return name


def says(
    pair: Linked, at: str, name: str, white: str, black: str, *also: Change
) -> None:
    """Let somebody enter a result of the last but one round in a CLM, and export."""
    clm = pair.clms[at]
    if name not in clm.held:
        pair.take(at, name)
    score = facts_of(clm.held[name])[LAST_GAME]
    assert isinstance(score, Score)
    new = score._replace(white_result=white, black_result=black)
    changes = [Change(LAST_GAME, score, new), *also]
    clm.held[name] = counted(apply(changes, clm.held[name]))
    pair.drop(at, clm.export(name))


def results(pair: Linked, name: str) -> list[str]:
    """Return what White has in that game, at both installations."""
    found = []
    for at in OTHER:
        score = facts_of(pair.heads(at)[name])[LAST_GAME]
        assert isinstance(score, Score)
        found.append(score.white_result)
    return found


def test_a_tournament_is_one_at_both(link: Callable[[str], Linked]) -> None:
    pair = link("nord")
    begun(pair, "sued")
    assert pair.differences() == []
    assert pair.exchange() == 0


@pytest.mark.parametrize(
    ("owner", "result", "asked"), [("nord", "=", 0), ("sued", "0", 0), ("", "=", 1)]
)
def test_whoever_corrects_what_he_never_said_is_asked_or_owns_it(
    link: Callable[[str], Linked], owner: str, result: str, asked: int
) -> None:
    """A CLM does not say that it has imported what it corrects."""
    pair = link(owner)
    name = begun(pair)
    city = Change(Place(Part.TOURNAMENT, (), "city"), None, "Anderswo")
    says(pair, "nord", name, "=", "=", city)
    pair.exchange()
    pair.take("sued", name)
    says(pair, "sued", name, "0", "1")
    pair.exchange()
    assert results(pair, name) == [result] * 2
    assert len(pair.questions("sued")) == asked
    assert pair.differences() == []


def contradicted(pair: Linked) -> str:
    """Let both have another result at the same time; both are asked."""
    name = begun(pair)
    says(pair, "sued", name, "1", "0")
    pair.exchange()
    pair.take("nord", name)
    says(pair, "nord", name, "=", "=")
    says(pair, "sued", name, "0", "1")
    pair.exchange()
    return name


@pytest.mark.parametrize("answer", [OURS, THEIRS])
def test_an_answer_reaches_the_other_one(
    link: Callable[[str], Linked], answer: str
) -> None:
    """It is news there even if nothing has changed here."""
    pair = link("")
    name = contradicted(pair)
    assert pair.questions("nord")
    before = results(pair, name)
    pair.answer("nord", lambda _: answer)
    pair.exchange()
    assert results(pair, name) == [before[0 if answer == OURS else 1]] * 2
    assert pair.questions("sued") == []
    assert pair.differences() == []
    shown = pair.heads("nord")[name]
    assert counted(shown) == shown, "points follow the answer"


def test_answers_that_contradict_each_other_are_asked_about_once_more(
    link: Callable[[str], Linked],
) -> None:
    pair = link("")
    name = contradicted(pair)
    before = results(pair, name)
    assert len(set(before)) == 2
    for at in OTHER:
        pair.answer(at, lambda _: OURS)
    pair.exchange()
    while any(pair.questions(at) for at in OTHER):
        pair.answer("nord", lambda _: OURS)
        pair.answer("sued", lambda _: THEIRS)
        pair.exchange()
    assert results(pair, name) == before[:1] * 2
    assert pair.exchange() == 0


def test_a_file_names_the_state_that_went_into_it(
    link: Callable[[str], Linked],
) -> None:
    pair = link("sued")
    name = begun(pair)
    says(pair, "sued", name, "=", "=")
    says(pair, "sued", name, "0", "1")
    pair.pass_on("sued")
    parcel = pair.worlds["sued"].peer("other").received[-1]
    passport = read_passport(parcel.data)
    assert passport is not None
    assert (passport.reader, passport.seen) == ("nord", 1)


def edit(pair: Linked, at: str, name: str, chance: random.Random) -> None:
    if name not in pair.clms[at].held or chance.random() < 0.8:
        pair.take(at, name)
    pair.drop(at, pair.clms[at].edit(name, chance))


def settle(pair: Linked, chance: random.Random) -> None:
    """Exchange, and answer at the owner's side, until nothing moves any more."""

    def anything(_: Question) -> str:
        return chance.choice((OURS, THEIRS))

    for _ in range(10):
        pair.exchange()
        if not sum(
            (
                pair.answer("nord", anything),
                pair.answer(
                    "sued", lambda one: THEIRS if one.source == "peer" else OURS
                ),
                *map(pair.link, OTHER),
                *map(pair.confirm, OTHER),
            )
        ):
            return
    pytest.fail("the questions come to no end")


@pytest.mark.parametrize(
    ("seed", "edits"),
    [(SEED, EDITS), *(pytest.param(n, 60, marks=pytest.mark.full) for n in range(20))],
)
def test_edits_on_both_sides_end_in_one_tournament_reported_once(
    link: Callable[[str], Linked], seed: int, edits: int
) -> None:
    chance = random.Random(seed)
    pair = link("nord")
    name = begun(pair, chance.choice(list(OTHER)))
    for _ in range(edits):
        edit(pair, chance.choice(list(OTHER)), name, chance)
        if chance.random() < 0.6:
            pair.pass_on(*chance.choice((["nord"], ["sued"], ["nord", "sued"])))
        for at in OTHER:
            pair.link(at)  # what waits for that is not merged any more
    settle(pair, chance)
    pair.take("nord", name)
    export = pair.clms["nord"].complete(name, chance)
    if export is not None:
        pair.drop("nord", export)
    settle(pair, chance)
    assert pair.differences() == []
    assert not any(
        score.white_result == BLANK
        for score in facts_of(pair.heads("nord")[name]).values()
        if isinstance(score, Score)
    )
    assert len(pair.reporters()[name]) == 1
    for world in pair.worlds.values():
        check_replay(world)
