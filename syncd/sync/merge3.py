"""What a source has changed since it last spoke, put into the tournament.

Never the file as a whole: `theirs` is compared with `base`, the tournament as that
source last sent it, and only the difference is judged, place by place, against what
stands in `head`. So an export that lags behind changes nothing, and what others have
entered meanwhile stays.

Who has played never vanishes: a player is removed with everything of his, or not at
all, and only if he has played no game and nobody else has changed anything of his.

Source: docs/architecture.md, "Merging".
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.model import results
from syncd.sync.apply import apply
from syncd.sync.changewords import names_of
from syncd.sync.conflictwords import question
from syncd.sync.decompose import COLUMNS, ROWS
from syncd.sync.departures import Departures, departures
from syncd.sync.diff import changes_between
from syncd.sync.former import with_former
from syncd.sync.loops import in_loops, refuse_lost_loop
from syncd.sync.merge import GAMES, PLAYERS, refuse_loss, refuse_strangers
from syncd.sync.notes import notes
from syncd.sync.numbers import align
from syncd.sync.past import common
from syncd.sync.places import LISTED, Change, Part, Place, Score
from syncd.sync.policy import ALL_PERCENT, Group, Policy, Voices, group_of
from syncd.sync.repairing import Ruled, judge_rounds
from syncd.sync.sayings import Crossed, joined, known_before, moved
from syncd.sync.stated import points_of_rows
from syncd.sync.verdict import Case, Reason, Ruling, Sides, Verdict, judge, zeros_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from syncd.bilingual import Text
    from syncd.model.tournament import Tournament
    from syncd.sync.former import Former
    from syncd.sync.notes import Note
    from syncd.sync.numbers import Aligned
    from syncd.sync.sayings import Sayings, Told


class Conflict(NamedTuple):
    """Something that a person has to decide; until then what stands is kept.

    Attributes:
        place: where, under the numbers of the tournament.
        base: what the source said before, None for nothing.
        ours: what stands in the tournament.
        theirs: what the source says now.
        reason: why it is asked.
        text: the question.
    """

    place: Place
    base: object
    ours: object
    theirs: object
    reason: Reason
    text: Text


class Kept(NamedTuple):
    """A change of theirs that was not taken, without a question.

    Attributes:
        place: where.
        ours: what stands.
        theirs: what the source says.
        reason: why it was not taken.
    """

    place: Place
    ours: object
    theirs: object
    reason: Reason


@dataclass(frozen=True, slots=True)
class Merged:
    """What a merge leads to.

    Attributes:
        tournament: the next state.
        applied: what theirs has changed in it.
        conflicts: what a person has to decide.
        kept: what was not taken without a question, and why.
        quiet: what was taken too and is no change to speak of: better spellings, orders
            and lengths of lists.
        ids: number of theirs -> number in the tournament, to be remembered.
        theirs: what the source says, under the numbers of the tournament.
        heard: what theirs has told, under the numbers of the tournament.
        sayings: what is known afterwards of who said what, if theirs has told it.
        former: number -> names that players had before, to be remembered.
        notes: what people should know though nothing is to be decided.
    """

    tournament: Tournament
    applied: tuple[Change, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    kept: tuple[Kept, ...] = ()
    quiet: tuple[Change, ...] = ()
    ids: Mapping[int, int] = field(default_factory=dict)
    theirs: Tournament | None = None
    sayings: Sayings | None = None
    heard: Sayings | None = None
    former: Former = field(default_factory=dict)
    notes: tuple[Note, ...] = ()


_DERIVED: Final = {Place(Part.LENGTH, (), COLUMNS), Place(Part.ORDER, (), ROWS)}
"""What follows from what else is taken: how many rounds, in what order the rows."""


def merge(
    base: Tournament,
    head: Tournament,
    theirs: Tournament,
    policy: Policy,
    ids: Mapping[int, int] | None = None,
    *,
    voices: Voices | None = None,
) -> Merged:
    """Return head with what theirs has changed since base.

    Args:
        base: as the source last sent it; an empty tournament before its first export.
        head: the tournament as it stands.
        theirs: as the source sends it now.
        policy: who decides.
        ids: number in base -> number in head, as far as it is remembered
            (`Merged.ids` of the last merge of this source).
        voices: who speaks on both sides, and what persons have decided; places are
            those of head.

    Raises:
        MassRemovalError: theirs lacks too much, or is another tournament.
        LostLoopError: theirs shows a second loop where the first one stood.
    """
    voices = voices or Voices()
    aligned = align(base, head, theirs, ids, voices.former)
    base, theirs = in_loops(aligned.base, aligned.theirs, head)
    is_of_one = voices.told is not None and voices.told.is_of_one
    if policy.most_lost_percent < ALL_PERCENT and not is_of_one:
        refuse_strangers(theirs, base)
    if voices.past is not None:
        base = common(base, head, theirs, voices.past)
        aligned = aligned._replace(base=base)
    if voices.told is not None:
        numbers = _with_gone(aligned.ids, ids or {})
        told = voices.told._replace(
            theirs=moved(voices.told.theirs, numbers, aligned.teams)
        )
        voices, base = replace(voices, told=told), known_before(told, head, theirs)
        aligned = aligned._replace(base=base)
    changes = changes_between(base, theirs)
    refuse_lost_loop(changes, theirs, base)
    _refuse_mass_removal(changes, base, policy.most_lost_percent)
    ours = {change.place: change.new for change in changes_between(base, head)}
    case = _case(policy, voices, head, theirs)
    parting = departures(changes, ours, (head, theirs), voices.resolved)
    case = replace(
        case, lacked=parting.lacked_of(Part.PLAYER),
        lacked_teams=parting.lacked_of(Part.TEAM),
    )  # fmt: skip
    ruled = [
        *_judge_players_and_teams(changes, ours, parting, case),
        *_judge_pairings(changes, ours, (head, theirs), parting, case),
    ]
    merged = _carried_out(
        _with_zeros(ruled), head, aligned, is_told=voices.told is not None
    )
    same = _said_otherwise(aligned, theirs)
    noted = notes(changes, (one.place for one in merged.kept), head)
    former = with_former(voices.former, head, merged.applied)
    kept = (*merged.kept, *same)
    merged = replace(merged, kept=kept, former=former, notes=tuple(noted))
    return merged if voices.told is None else _with_sayings(merged, head, voices.told)


def _with_gone(ids: Mapping[int, int], remembered: Mapping[int, int]) -> dict[int, int]:
    """Return the numbers of theirs with those of players who are gone from it.

    That somebody is gone was said under the number that he had.
    """
    taken = set(ids.values())
    gone = {
        was: here
        for was, here in remembered.items()
        if was not in ids and here not in taken
    }
    return gone | {**ids}


def _with_sayings(merged: Merged, head: Tournament, told: Told) -> Merged:
    """Return a merge with what is known afterwards of who said what."""
    theirs = merged.theirs or head
    crossed = Crossed(head, theirs, merged.tournament)
    asked = [one.place for one in merged.conflicts]
    return replace(merged, heard=told.theirs, sayings=joined(told, crossed, asked))


def _said_otherwise(aligned: Aligned, meant: Tournament) -> Iterator[Kept]:
    """Yield in what theirs now says the same with other numbers: rounds for loops."""
    came = aligned.theirs
    if (came.rounds, came.loops) != (aligned.base.rounds, aligned.base.loops):
        for change in changes_between(came, meant) if came is not meant else ():
            yield Kept(change.place, change.new, change.old, Reason.EQUAL)


def _refuse_mass_removal(
    changes: Iterable[Change], base: Tournament, most_percent: int
) -> None:
    """Refuse an export in which too many players or played games are gone."""
    players = games = 0
    for place, old, new in changes:
        players += new is None and place.part is Part.PLAYER and place.field == LISTED
        games += _is_played(old) and not _is_played(new)
    there = len(base.entrants)
    refuse_loss(PLAYERS, there, there - players, most_percent)
    if games:
        played = sum(game.is_played for game in base.pairings.games())
        refuse_loss(GAMES, played, played - games, most_percent)


def _is_played(value: object) -> bool:
    """Return whether a value is a game of which both sides have a result."""
    return isinstance(value, Score) and (
        {value.white_result, value.black_result} <= results.PLAYED
    )


def _case(policy: Policy, voices: Voices, head: Tournament, theirs: Tournament) -> Case:
    lists = {
        Part.MATCH: theirs.matches,
        Part.LINE_UP: theirs.line_ups,
        Part.GAME_DATE: theirs.game_dates,
        Part.PLAYED_ZERO: theirs.played_zeros,
    }
    return Case(
        policy,
        voices,
        zeros_of(head) | zeros_of(theirs),
        frozenset(part for part, entries in lists.items() if not entries),
    )


def _ours(change: Change, ours: Mapping[Place, object]) -> Sides:
    """Return all three values at the place of a change."""
    return Sides(change.old, ours.get(change.place, change.old), change.new)


def _judge_players_and_teams(
    changes: Iterable[Change],
    ours: Mapping[Place, object],
    parting: Departures,
    case: Case,
) -> list[Ruled]:
    """Judge everything but the rows; who leaves does so with all his fields."""
    found = list(parting.ruled)
    for change in changes:
        place = change.place
        if _is_of_rows(place) or parting.has(place):
            continue
        sides = _ours(change, ours)
        if place in _DERIVED:
            continue
        if sides.ours != sides.theirs:
            found.append(Ruled(place, sides, judge(place, sides, case)))
    return found


def _is_of_rows(place: Place) -> bool:
    return place.part is Part.CELL or (place.part is Part.GAME and not place.key[3])


def _judge_pairings(
    changes: Iterable[Change],
    ours: Mapping[Place, object],
    sides: tuple[Tournament, Tournament],
    parting: Departures,
    case: Case,
) -> list[Ruled]:
    head, _ = sides
    own = [change for change in changes if _is_of_rows(change.place)]
    staying = [one for one in own if not parting.lacks(one.place)]
    lost = [
        Ruled(
            one.place,
            _ours(one, ours),
            Ruling(Verdict.KEEP, ours.get(one.place), Reason.REMOVED),
        )
        for one in own
        if parting.lacks(one.place)
    ]
    return [*judge_rounds(staying, head.pairings, parting.gone, case), *lost]


def _with_zeros(ruled: Iterable[Ruled]) -> list[Ruled]:
    """Let a stated 0-0 stand or fall with the game of which it is said."""
    rest = list(ruled)
    refused = {
        one.place.key[:3]: one.ruling
        for one in rest
        if one.place.part is Part.GAME and one.ruling.verdict is not Verdict.TAKE
    }
    return [
        one._replace(ruling=Ruling(Verdict.KEEP, one.sides.ours, Reason.PLAYED))
        if one.place.part is Part.PLAYED_ZERO and one.place.key[:3] in refused
        else one
        for one in rest
    ]


def _carried_out(
    ruled: Iterable[Ruled],
    head: Tournament,
    aligned: Aligned,
    *,
    is_told: bool,
) -> Merged:
    taken: list[Change] = []
    quiet: list[Change] = []
    conflicts: list[Conflict] = []
    kept: list[Kept] = []
    names: dict[int, str] = {}
    for place, sides, ruling in ruled:
        if ruling.verdict is Verdict.TAKE:
            change = Change(place, sides.ours, ruling.value)
            (quiet if _is_quiet(place, ruling) else taken).append(change)
        elif ruling.verdict is Verdict.ASK and ruling.reason is not None:
            names = names or names_of(aligned.theirs) | names_of(head)
            text = question(place, sides, ruling.reason, names)
            conflicts.append(Conflict(place, *sides, ruling.reason, text))
        elif ruling.reason is not None:
            kept.append(Kept(place, sides.ours, sides.theirs, ruling.reason))
    made = apply((*taken, *quiet), head)
    counted = tuple(points_of_rows(made, head, aligned.theirs))
    if counted:
        taken = _with_points(taken, counted)
        kept += _other_points(counted, aligned.theirs)
        made = apply(counted, made)
    columns = _columns(made, aligned, is_told=is_told)
    if columns is not None:
        taken.append(columns)
        made = apply([columns], made)
    return Merged(
        made, tuple(taken), tuple(conflicts), tuple(kept), tuple(quiet), aligned.ids,
        aligned.theirs,
    )  # fmt: skip


def _with_points(taken: Iterable[Change], counted: Iterable[Change]) -> list[Change]:
    """Return what was taken with the points that follow, each said once."""
    found = {change.place: change for change in taken}
    for place, old, new in counted:
        before = found.pop(place)[1] if place in found else old
        if before != new:
            found[place] = Change(place, before, new)
    return list(found.values())


def _other_points(counted: Iterable[Change], theirs: Tournament) -> Iterator[Kept]:
    stated = {one.id: one.points_x10 for one in theirs.entrants}
    for place, _, points in counted:
        other = stated[place.key[0]]
        if other != points:
            yield Kept(place, points, other, Reason.COUNTED)


def _is_quiet(place: Place, ruling: Ruling) -> bool:
    return ruling.reason is Reason.EQUAL or group_of(place) is Group.SHAPE


def _columns(made: Tournament, aligned: Aligned, *, is_told: bool) -> Change | None:
    """Return the change of the number of rounds, None if it is right already.

    Rounds are added where theirs has got more, even empty ones, and never removed: an
    empty round is no loss, and one that is missing may be a lost one.
    """
    before, now = made.pairings.rounds, aligned.theirs.pairings.rounds
    known = before if is_told else max(before, aligned.base.pairings.rounds)
    if now <= known:
        return None
    return Change(Place(Part.LENGTH, (), COLUMNS), before or None, now)
