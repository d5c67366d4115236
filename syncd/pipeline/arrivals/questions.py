"""Which questions between sources are new, go on, or need no answer any more.

An export that repeats what it said asks nothing twice. A question ends by itself when
both sides agree, or when its source now says something that needs no question. No I/O.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from syncd.sync.changewords import names_of
from syncd.sync.conflictwords import question
from syncd.sync.facts import facts_of
from syncd.sync.places import Score
from syncd.sync.verdict import Sides

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from syncd.bilingual import Text
    from syncd.model.tournament import Tournament
    from syncd.store.conflicts import Question
    from syncd.sync.merge3 import Conflict


@dataclass(frozen=True, slots=True)
class Asked:
    """What becomes of the questions of a tournament.

    Attributes:
        opened: new ones.
        changed: row id -> what the tournament says there now, and the question anew.
        dropped: row ids of those that need no answer any more.
        left: how many are open afterwards.
    """

    opened: tuple[Conflict, ...] = ()
    changed: Mapping[int, tuple[object, Text]] = field(default_factory=dict)
    dropped: tuple[int, ...] = ()
    left: int = 0

    @property
    def is_news(self) -> bool:
        """Whether a question began or ended."""
        return bool(self.opened or self.dropped)


NOTHING_ASKED: Final = Asked()


def asked_after(
    before: Sequence[Question],
    conflicts: Sequence[Conflict],
    source: str,
    tournament: Tournament,
    theirs: Tournament,
) -> Asked:
    """Return what becomes of the questions after a merge.

    Args:
        before: all open ones.
        conflicts: what the merge asks.
        source: name of the source that has spoken.
        tournament: what the merge leads to.
        theirs: what that source says, under the same numbers.
    """
    if not before and not conflicts:
        return NOTHING_ASKED
    new = {one.place: one for one in conflicts}
    facts = facts_of(tournament) if before else {}
    said = facts_of(theirs) if before else {}
    changed: dict[int, tuple[object, Text]] = {}
    dropped: list[int] = []
    for one in before:
        ours, is_its = facts.get(one.place), one.source == source
        now = said.get(one.place) if is_its else one.theirs
        again = new.get(one.place) if is_its else None
        if again is not None and (again.ours, again.theirs) == (one.ours, one.theirs):
            del new[one.place]
        elif again is not None or now != one.theirs or agrees(ours, now):
            dropped.append(one.id)
        elif ours != one.ours:
            changed[one.id] = ours, _anew(one, ours, tournament)
    left = len(before) - len(dropped) + len(new)
    return Asked(tuple(new.values()), changed, tuple(dropped), left)


def agrees(ours: object, theirs: object) -> bool:
    """Return whether two values say the same; of a game only the result counts."""
    if isinstance(ours, Score) and isinstance(theirs, Score):
        return _codes(ours) == _codes(theirs)
    return ours == theirs


def _codes(score: Score) -> dict[int, str]:
    return {score.white: score.white_result, score.black: score.black_result}


def _anew(one: Question, ours: object, tournament: Tournament) -> Text:
    names = names_of(tournament)
    return question(one.place, Sides(one.base, ours, one.theirs), one.reason, names)
