"""What a source knew when it spoke: base, ours, theirs, what it knew, what follows."""

from __future__ import annotations

from dataclasses import replace

import pytest
from test_merge3 import DRAWN, GAME, LOST, OPEN, WON

from syncd.model.tournament import Tournament
from syncd.sync.apply import apply
from syncd.sync.facts import facts_of
from syncd.sync.merge3 import merge
from syncd.sync.past import Past
from syncd.sync.places import LISTED, Change, Part, Place
from syncd.sync.policy import Origin, Policy, Resolution, Voices
from syncd.sync.verdict import Reason

ASKING = Policy()
CHANGED = frozenset({GAME})
NOTHING = Tournament("")
LATE = apply(
    [
        Change(Place(Part.PLAYER, (5,), name), None, value)
        for name, value in ((LISTED, True), ("surname", "Spät"), ("forename", "Eva"))
    ],
    WON,
)


def moved(t: Tournament) -> Tournament:
    """Return a tournament in another place."""
    return replace(t, city="Anderswo")


def voices(past: Past, **more: object) -> Voices:
    return Voices(past=past, **more)  # type: ignore[arg-type] # its attributes


@pytest.mark.parametrize(
    ("base", "ours", "theirs", "past", "expected"),
    [
        pytest.param(OPEN, WON, DRAWN, Past(WON), DRAWN, id="corrects what it knew"),
        pytest.param(WON, DRAWN, WON, Past(DRAWN), WON, id="insists, knowingly"),
        pytest.param(
            WON, DRAWN, WON, Past(WON, CHANGED), DRAWN, id="lags behind a correction"
        ),
        pytest.param(
            OPEN, DRAWN, WON, Past(WON, CHANGED), DRAWN, id="has ours of before"
        ),
        pytest.param(
            DRAWN, DRAWN, WON, Past(WON, CHANGED), DRAWN, id="ours of before, again"
        ),
        pytest.param(
            OPEN, OPEN, WON, Past(OPEN, CHANGED), WON, id="enters what is still open"
        ),
    ],
)
def test_what_it_knew_decides(
    base: Tournament,
    ours: Tournament,
    theirs: Tournament,
    past: Past,
    expected: Tournament,
) -> None:
    merged = merge(base, ours, theirs, ASKING, voices=voices(past))
    assert merged.tournament == expected
    assert not merged.conflicts


@pytest.mark.parametrize(
    ("base", "ours", "then", "theirs", "expected", "asked"),
    [
        pytest.param(NOTHING, WON, WON, DRAWN, WON, 1, id="a first export differs"),
        pytest.param(NOTHING, LATE, LATE, WON, LATE, 0, id="and lacks a late entrant"),
        pytest.param(NOTHING, DRAWN, WON, WON, DRAWN, 0, id="and repeats what was"),
        pytest.param(OPEN, WON, WON, OPEN, WON, 0, id="not imported"),
        pytest.param(
            OPEN, moved(WON), moved(WON), moved(DRAWN), moved(WON), 1, id="differs"
        ),
        pytest.param(
            OPEN, DRAWN, moved(WON), moved(WON), DRAWN, 0, id="repeats what was"
        ),
    ],
)
def test_what_it_was_given_it_may_not_have_imported(
    base: Tournament,
    ours: Tournament,
    then: Tournament,
    theirs: Tournament,
    expected: Tournament,
    asked: int,
) -> None:
    past = Past(then, is_certain=False)
    merged = merge(base, ours, theirs, ASKING, voices=voices(past))
    assert merged.tournament == expected
    assert len(merged.conflicts) == asked


def test_both_at_once_is_still_a_question() -> None:
    past = Past(OPEN, CHANGED)
    merged = merge(OPEN, WON, LOST, ASKING, voices=voices(past))
    assert [one.reason for one in merged.conflicts] == [Reason.RESULT]


def test_a_first_file_after_ours_changes_only_what_it_changes() -> None:
    merged = merge(Tournament(""), WON, DRAWN, ASKING, voices=voices(Past(WON)))
    assert merged.tournament == DRAWN
    assert [change.place for change in merged.applied] == [GAME]


@pytest.mark.parametrize(
    ("owner", "expected"), [("theirs", DRAWN), ("ours", WON), ("", WON)]
)
def test_who_knows_a_decision_and_says_otherwise_is_weighed_anew(
    owner: str, expected: Tournament
) -> None:
    won, drawn = (facts_of(one)[GAME] for one in (WON, DRAWN))
    merged = merge(
        OPEN, WON, DRAWN, Policy(owner),
        voices=voices(
            Past(WON),
            of={GAME: Origin("ours")},
            resolved={GAME: Resolution(won, frozenset({drawn}))},
        ),
    )  # fmt: skip
    assert merged.tournament == expected
    assert bool(merged.conflicts) == (not owner)
