"""What becomes of one value that a source has changed.

Rules, in this order: what a person has decided stays decided; empty never overwrites
filled; two spellings of one text are no difference; what only one side changed is
taken, save that a played game is neither opened nor made a forfeit without a person;
what both sides changed is decided by the policy, and where that does not say, by a
person.

A played game that the owner opens again is a question; opened by anybody else it stays
played, for an old export and a failed run look just the same.

Source: docs/architecture.md, "Merging"; practice of rating officers.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Final, NamedTuple, cast

from syncd.model import results
from syncd.model.pairings import NO_COLOUR
from syncd.model.tournament import TeamMatch
from syncd.sync.former import was_called
from syncd.sync.places import Cell, Part, Place, Score
from syncd.sync.policy import Group, Policy, Voices, group_of, is_newer
from syncd.sync.renumber import lower_first
from syncd.sync.spelling import better_text, is_one_text
from syncd.sync.unite import is_open

if TYPE_CHECKING:
    from syncd.model.tournament import Tournament


class Verdict(StrEnum):
    """What is done with theirs."""

    TAKE = "take"
    KEEP = "keep"
    ASK = "ask"


class Reason(StrEnum):
    """Why something is asked or not taken.

    Attributes:
        VALUE: both sides have changed a field differently.
        RESULT: both sides have different results.
        FORFEIT: a played game is a forfeit on the other side.
        REOPENED: the owner has opened a played game again.
        PAIRING: both sides pair somebody differently, or a played game would go.
        EMPTY: theirs is empty.
        PLAYED: who has played, and what was played, stays.
        SPELLING: ours is the better spelling of the same text.
        EQUAL: both mean the same.
        DECIDED: the policy prefers ours.
        RESOLVED: a person has decided so before.
        REMOVED: it was removed here.
        FORMER: theirs is a name that the player had before.
        COUNTED: the points follow from games of both sides.
    """

    VALUE = "value"
    RESULT = "result"
    FORFEIT = "played_or_forfeit"
    REOPENED = "reopened"
    PAIRING = "pairing"
    EMPTY = "empty"
    PLAYED = "played"
    SPELLING = "spelling"
    EQUAL = "equal"
    DECIDED = "decided"
    RESOLVED = "resolved"
    REMOVED = "removed"
    FORMER = "former"
    COUNTED = "counted"


class Sides(NamedTuple):
    """The three values at a place, None where there is none."""

    base: object
    ours: object
    theirs: object

    @property
    def is_ours_unchanged(self) -> bool:
        """Whether only the source has changed it."""
        return self.ours == self.base


class Ruling(NamedTuple):
    """What becomes of a value.

    Attributes:
        verdict: what is done.
        value: what then stands at the place.
        reason: why, None where it is simply taken.
    """

    verdict: Verdict
    value: object
    reason: Reason | None = None


@dataclass(frozen=True, slots=True)
class Case:
    """What the values are judged by.

    Attributes:
        policy: who decides.
        voices: who speaks.
        zeros: round and ids of games of either side that really ended 0-0.
        empty_lists: parts of which theirs has no entry at all.
        lacked: players whom theirs lacks, and who stay nevertheless.
        lacked_teams: teams likewise.
    """

    policy: Policy
    voices: Voices
    zeros: frozenset[tuple[int, int, int]] = frozenset()
    empty_lists: frozenset[Part] = frozenset()
    lacked: frozenset[int] = frozenset()
    lacked_teams: frozenset[int] = frozenset()

    def is_owner_speaking(self, place: Place) -> bool:
        """Return whether what theirs says at a place is the owner's."""
        owner = self.policy.owner
        return bool(owner) and self.voices.speaker(place).source == owner

    def is_of_lacked(self, place: Place) -> bool:
        """Return whether a game, match or line-up is gone only with who played it."""
        if place.part in {Part.MATCH, Part.LINE_UP}:
            return not self.lacked_teams.isdisjoint(place.key[1:-1])
        return place.part is Part.GAME and not self.lacked.isdisjoint(place.key[1:3])


_LISTS: Final = {Part.MATCH, Part.LINE_UP, Part.GAME_DATE, Part.PLAYED_ZERO}
_SPELLED: Final = frozenset({
    "surname", "forename", "club", "name", "city", "venue", "arbiter", "deputies",
    "time_control_text", "type_text",
})  # fmt: skip
"""Fields that are names or words: umlauts, lost letters and capitals are no news. Codes
are not among them, in which every sign counts."""

_WIDTHS: Final = {"surname": 33, "club": 40, "name": 32}
"""Columns of a TRF in which a longer text is cut off."""


_ABSENT: Final = Cell(0, NO_COLOUR, results.ZERO_BYE)
"""Says no more than an empty cell: CLM writes it for whoever does not play."""


def zeros_of(t: Tournament) -> frozenset[tuple[int, int, int]]:
    """Return round, lower and higher id of the games that really ended 0-0."""
    return frozenset(
        (n, min(one, two), max(one, two)) for n, one, two in t.played_zeros
    )


def judge(place: Place, sides: Sides, case: Case) -> Ruling:
    """Return what becomes of a value that theirs has changed.

    Args:
        place: where, under the numbers of ours.
        sides: base and theirs differ.
        case: what to judge by.
    """
    before = case.voices.resolved.get(place)
    if before is not None and sides.theirs in before.refused:
        if not case.voices.knows(sides.base, before):
            return _keep(sides, Reason.RESOLVED)
        reason = Reason.RESULT if place.part is Part.GAME else Reason.VALUE
        return by_policy(place, sides, case, reason)
    if place.part is Part.GAME:
        return _judge_game(place, sides, case)
    group = group_of(place)
    if group is Group.STATED:
        return _judge_stated(place, sides, case)
    if group is Group.SHAPE:
        return _judge_shape(sides)
    return _judge_value(place, sides, case)


def _keep(sides: Sides, reason: Reason) -> Ruling:
    return Ruling(Verdict.KEEP, sides.ours, reason)


def _take(sides: Sides) -> Ruling:
    return Ruling(Verdict.TAKE, sides.theirs)


def _ask(sides: Sides, reason: Reason) -> Ruling:
    return Ruling(Verdict.ASK, sides.ours, reason)


def by_policy(
    place: Place, sides: Sides, case: Case, reason: Reason, here: Place | None = None
) -> Ruling:
    """Return what becomes of a value that both sides have changed.

    Args:
        place: where theirs has it.
        sides: the values.
        case: what to judge by.
        reason: why a person is asked, where nothing else decides.
        here: where ours has it, None for the same place.
    """
    prefers = case.policy.prefers_theirs(place, case.voices, here)
    if prefers is None:
        return _ask(sides, reason)
    return _take(sides) if prefers else _keep(sides, Reason.DECIDED)


def _judge_stated(place: Place, sides: Sides, case: Case) -> Ruling:
    """Computed values: the last ones count, and an empty one is one too.

    Where it cannot be told which are the last, both sides must find the same.
    """
    prefers = is_newer(case.voices.speaker(place), case.voices.at(place))
    if prefers is None:
        prefers = case.policy.prefers_theirs(place, case.voices)
    if prefers is None:
        prefers = repr(sides.theirs) > repr(sides.ours)
    if sides.is_ours_unchanged or prefers:
        return _take(sides)
    return _keep(sides, Reason.DECIDED)


def _judge_shape(sides: Sides) -> Ruling:
    """Orders and lengths: the same of two is taken by everybody, nobody is asked."""
    if sides.is_ours_unchanged or sides.ours is None:
        return _take(sides)
    if sides.theirs is None or repr(sides.ours) >= repr(sides.theirs):
        return _keep(sides, Reason.DECIDED)
    return _take(sides)


def _judge_value(place: Place, sides: Sides, case: Case) -> Ruling:
    if sides.theirs is None:
        return _judge_emptied(place, sides, case)
    if sides.ours is None:
        is_absence = sides.theirs == _ABSENT
        return _take(sides)._replace(reason=Reason.EQUAL if is_absence else None)
    same = _same_meaning(place, sides)
    if same is not None:
        return same
    if sides.is_ours_unchanged:
        return _take(sides)
    is_told = case.voices.told is not None
    if not is_told and was_called(place, sides.theirs, case.voices.former):
        return _keep(sides, Reason.FORMER)
    return by_policy(place, sides, case, Reason.VALUE)


def _judge_emptied(place: Place, sides: Sides, case: Case) -> Ruling:
    """Empty never overwrites filled, but one entry of a list may be removed."""
    if place.part not in _LISTS or place.part in case.empty_lists:
        return _keep(sides, Reason.EMPTY)
    if case.is_of_lacked(place):
        return _keep(sides, Reason.PLAYED)
    return _take(sides) if sides.is_ours_unchanged else _keep(sides, Reason.EMPTY)


def _same_meaning(place: Place, sides: Sides) -> Ruling | None:
    """Return what becomes of two values that mean the same, None if they do not."""
    ours, theirs = sides.ours, sides.theirs
    if isinstance(ours, Cell) and isinstance(theirs, Cell):
        if _as_pairing_bye(ours) != _as_pairing_bye(theirs):
            return None
        best: object = _as_pairing_bye(ours)
    elif isinstance(ours, TeamMatch) and isinstance(theirs, TeamMatch):
        if lower_first(replace(ours, is_home_known=False)) != theirs:
            return None
        best = ours
    elif place.field in _SPELLED and is_one_text(
        ours, theirs, _WIDTHS.get(place.field)
    ):
        best = better_text(ours, theirs, is_news=sides.is_ours_unchanged)
    else:
        return None
    if best == ours:
        is_text = place.field in _SPELLED
        return _keep(sides, Reason.SPELLING if is_text else Reason.EQUAL)
    return Ruling(Verdict.TAKE, best, Reason.EQUAL)


def _as_pairing_bye(cell: Cell) -> Cell:
    """Return a cell with U for F: CLM's versions write either for the same bye."""
    if cell.result == results.FULL_BYE:
        return cell._replace(result=results.PAIRING_BYE)
    return cell


def _judge_game(place: Place, sides: Sides, case: Case) -> Ruling:
    ours = cast("Score | None", sides.ours)
    theirs = cast("Score | None", sides.theirs)
    if theirs is None:
        return _judge_lost_game(place, sides, case)
    if ours is None:
        was_removed = sides.base is not None and not _has_result(place, theirs, case)
        return _keep(sides, Reason.REMOVED) if was_removed else _take(sides)
    theirs = _turned_to(theirs, ours)
    sides = sides._replace(theirs=theirs)
    if _codes(theirs) == _codes(ours):
        return _judge_colours(place, sides, case)
    if not _has_result(place, theirs, case):
        return _judge_opened(place, sides, case)
    return _judge_results(place, sides, case)


def _judge_lost_game(place: Place, sides: Sides, case: Case) -> Ruling:
    ours = cast("Score", sides.ours)
    if _has_result(place, ours, case):
        is_opened = case.is_owner_speaking(place) and sides.is_ours_unchanged
        if is_opened and not case.is_of_lacked(place):
            return _ask(sides, Reason.REOPENED)
        return _keep(sides, Reason.PLAYED)
    return _take(sides) if sides.is_ours_unchanged else _keep(sides, Reason.EMPTY)


def _judge_colours(place: Place, sides: Sides, case: Case) -> Ruling:
    """Same result, other colours: never worth a question, for a rating ignores them."""
    if sides.theirs == sides.ours:
        return _keep(sides, Reason.EQUAL)
    prefers = case.policy.prefers_theirs(place, case.voices)
    if prefers is None and case.voices.told is not None:
        prefers = repr(sides.theirs) > repr(sides.ours)
    if sides.is_ours_unchanged or prefers:
        return _take(sides)
    return _keep(sides, Reason.DECIDED)


def _judge_opened(place: Place, sides: Sides, case: Case) -> Ruling:
    """Judge a game that is open in theirs."""
    if not _has_result(place, cast("Score", sides.ours), case):
        if not sides.is_ours_unchanged:
            return _keep(sides, Reason.EQUAL)
        return _take(sides)._replace(reason=Reason.EQUAL)
    if case.is_owner_speaking(place) and sides.is_ours_unchanged:
        return _ask(sides, Reason.REOPENED)
    return _keep(sides, Reason.EMPTY)


def _judge_results(place: Place, sides: Sides, case: Case) -> Ruling:
    """Judge a game with another result in theirs."""
    ours, theirs = cast("Score", sides.ours), cast("Score", sides.theirs)
    if not _has_result(place, ours, case):
        return _take(sides)
    is_forfeit = [_is_forfeit(score) for score in (ours, theirs)]
    if is_forfeit == [False, True]:
        return _ask(sides, Reason.FORFEIT)
    if sides.is_ours_unchanged:
        return _take(sides)
    if is_forfeit == [True, False]:
        return _ask(sides, Reason.FORFEIT)
    return by_policy(place, sides, case, Reason.RESULT)


def _turned_to(theirs: Score, ours: Score) -> Score:
    """Return theirs with the colours of ours, if only ours knows them."""
    if theirs.has_colours or not ours.has_colours:
        return theirs
    codes = _codes(theirs)
    return ours._replace(white_result=codes[ours.white], black_result=codes[ours.black])


def _codes(score: Score) -> dict[int, str]:
    return {score.white: score.white_result, score.black: score.black_result}


def _has_result(place: Place, score: Score, case: Case) -> bool:
    """Return whether a game has ended; both 0 is open unless somebody has said so."""
    codes = score.white_result, score.black_result
    return not is_open(codes) or (
        codes == (results.LOSS, results.LOSS) and place.key[:3] in case.zeros
    )


def has_result(place: Place, value: object, case: Case) -> bool:
    """Return whether a value is a game that has ended."""
    return isinstance(value, Score) and _has_result(place, value, case)


def _is_forfeit(score: Score) -> bool:
    return {score.white_result, score.black_result} <= results.FORFEIT
