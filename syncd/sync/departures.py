"""Players and teams that theirs no longer has, or has changed though ours has none.

Nobody leaves by halves: either everything of his goes, or everything stays. He goes
only if he has played no game and nothing of his was changed here since.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

from syncd.sync.decompose import cell_facts, player_facts
from syncd.sync.places import LISTED, Change, Part, Place, Score
from syncd.sync.records import TEAMS, entries
from syncd.sync.repairing import Ruled
from syncd.sync.unite import is_open
from syncd.sync.verdict import Reason, Ruling, Sides, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from syncd.model.tournament import Tournament
    from syncd.sync.policy import Resolution

_Owner = tuple[Part, tuple[int, ...]]
"""Player or team: part and key of its places."""


@dataclass(frozen=True, slots=True)
class Departures:
    """Who goes, stays, or comes back, as a whole.

    Attributes:
        ruled: what becomes of their fields.
        owners: whose fields these are.
        gone: numbers of players who go.
        missing: numbers of players whom ours has removed, and who stay so.
        lacked: players and teams whom theirs lacks, and who stay nevertheless.
    """

    ruled: list[Ruled] = field(default_factory=list)
    owners: set[_Owner] = field(default_factory=set)
    gone: set[int] = field(default_factory=set)
    missing: set[int] = field(default_factory=set)
    lacked: set[_Owner] = field(default_factory=set)

    def has(self, place: Place) -> bool:
        """Return whether a field was judged here already."""
        return (place.part, place.key) in self.owners

    def lacks(self, place: Place) -> bool:
        """Return whether a game or cell is of a player who is not there."""
        if not self.missing:
            return False
        players = place.key[:1] if place.part is Part.CELL else place.key[1:3]
        return not self.missing.isdisjoint(players)

    def lacked_of(self, part: Part) -> frozenset[int]:
        """Return the numbers of players, or of teams, whom theirs lacks."""
        return frozenset(key[0] for kind, key in self.lacked if kind is part)


def departures(
    changes: Iterable[Change],
    ours: Mapping[Place, object],
    sides: tuple[Tournament, Tournament],
    resolved: Mapping[Place, Resolution],
) -> Departures:
    """Return what becomes of players and teams as a whole.

    Args:
        changes: what theirs has changed since base.
        ours: what ours has changed since base: place -> value now.
        sides: ours and theirs, under the same numbers.
        resolved: what persons have decided.
    """
    head, theirs = sides
    found = Departures()
    refused = _Refused(resolved, changes)
    fields: dict[_Owner, list[Change]] = {}
    for change in changes:
        if change.place.part in {Part.PLAYER, Part.TEAM}:
            fields.setdefault((change.place.part, change.place.key), []).append(change)
    touched = _touched(ours)
    played, theirs_played = _players_of(head), _players_of(theirs)
    here: set[_Owner] = {(Part.PLAYER, (one.id,)) for one in head.entrants}
    here |= {(Part.TEAM, key) for key in entries(head, TEAMS)}
    for owner, mine in fields.items():
        is_leaving = any(c.place.field == LISTED and c.new is None for c in mine)
        if is_leaving:
            stays = owner in touched or _has_played(owner, head, played)
            _judge(found, owner, mine, ours, stays=stays)
        elif refused.has(owner) and owner not in here:
            _keep_out(found, owner, mine, theirs, is_new=refused.plays_anew(owner))
        elif Place(*owner, LISTED) in ours and ours[Place(*owner, LISTED)] is None:
            _judge_missing(found, owner, mine, (theirs, theirs_played))
    _find_missing(found, changes, ours, here, (theirs, theirs_played))
    _add_cells(found, changes, theirs)
    return found


def _judge(
    found: Departures,
    owner: _Owner,
    fields: Iterable[Change],
    ours: Mapping[Place, object],
    *,
    stays: bool,
) -> None:
    """Let somebody go with all his fields, or stay with all of them."""
    found.owners.add(owner)
    if stays:
        found.lacked.add(owner)
    elif owner[0] is Part.PLAYER:
        found.gone.add(owner[1][0])
    for change in fields:
        sides = Sides(change.old, ours.get(change.place, change.old), change.new)
        if sides.ours is None:
            continue
        if stays:
            ruling = Ruling(Verdict.KEEP, sides.ours, Reason.PLAYED)
        else:
            ruling = Ruling(Verdict.TAKE, None)
        found.ruled.append(Ruled(change.place, sides, ruling))


@dataclass(frozen=True, slots=True)
class _Refused:
    """Whom a person has taken out, so that no source brings him back by repeating.

    Attributes:
        resolved: what persons have decided.
        changes: what theirs has changed.
    """

    resolved: Mapping[Place, Resolution]
    changes: Iterable[Change]

    def has(self, owner: _Owner) -> bool:
        """Return whether a player or team was taken out."""
        return self._is_refused(Place(*owner, LISTED), value=True)

    def plays_anew(self, owner: _Owner) -> bool:
        """Return whether a player has a result that was not taken out with him."""
        return owner[0] is Part.PLAYER and any(
            place.part is Part.GAME
            and owner[1][0] in place.key[1:3]
            and isinstance(new, Score)
            and not is_open((new.white_result, new.black_result))
            and not self._is_refused(place, value=new)
            for place, _, new in self.changes
        )

    def _is_refused(self, place: Place, *, value: object) -> bool:
        decided = self.resolved.get(place)
        return decided is not None and value in decided.refused


def _keep_out(
    found: Departures,
    owner: _Owner,
    fields: Iterable[Change],
    theirs: Tournament,
    *,
    is_new: bool,
) -> None:
    """Leave out whom a person has taken out, unless he has played meanwhile."""
    found.owners.add(owner)
    if is_new:
        _bring_back(found, owner[1][0], theirs)
        return
    if owner[0] is Part.PLAYER:
        found.missing.add(owner[1][0])
    for change in fields:
        sides = Sides(change.old, None, change.new)
        ruling = Ruling(Verdict.KEEP, None, Reason.RESOLVED)
        found.ruled.append(Ruled(change.place, sides, ruling))


def _judge_missing(
    found: Departures,
    owner: _Owner,
    fields: Iterable[Change],
    side: tuple[Tournament, Callable[[], set[int]]],
) -> None:
    """Leave somebody out who was removed here, unless he has played meanwhile."""
    found.owners.add(owner)
    if owner[0] is Part.PLAYER and _has_played(owner, *side):
        _bring_back(found, owner[1][0], side[0])
        return
    for change in fields:
        sides = Sides(change.old, None, change.new)
        ruling = Ruling(Verdict.KEEP, None, Reason.REMOVED)
        found.ruled.append(Ruled(change.place, sides, ruling))


def _find_missing(
    found: Departures,
    changes: Iterable[Change],
    ours: Mapping[Place, object],
    here: set[_Owner],
    side: tuple[Tournament, Callable[[], set[int]]],
) -> None:
    """Look after players removed here of whom theirs has new games."""
    removed = {
        place.key[0]
        for place, value in ours.items()
        if place.part is Part.PLAYER and place.field == LISTED and value is None
    }
    if not removed:
        return
    back = {one.place.key[0] for one in found.ruled if one.sides.ours is None}
    played = {
        number
        for change in changes
        if change.place.part is Part.GAME and isinstance(change.new, Score)
        for number in change.place.key[1:3]
    }
    for number in sorted(removed & played - back):
        owner: _Owner = (Part.PLAYER, (number,))
        if owner not in here and _has_played(owner, *side):
            found.owners.add(owner)
            _bring_back(found, number, side[0])
    returned = {
        one.place.key[0]
        for one in found.ruled
        if one.place.part is Part.PLAYER and one.ruling.value is not None
    }
    found.missing.update(removed - returned)


def _bring_back(found: Departures, number: int, theirs: Tournament) -> None:
    """Add a player as theirs has him."""
    for place, value in player_facts(theirs.entrant(number)):
        ruling = Ruling(Verdict.TAKE, value)
        found.ruled.append(Ruled(place, Sides(None, None, value), ruling))


def _add_cells(
    found: Departures, changes: Iterable[Change], theirs: Tournament
) -> None:
    """Bring the byes of those who come back; what has changed is judged elsewhere."""
    back = {
        one.place.key[0]
        for one in found.ruled
        if one.place.part is Part.PLAYER
        and one.place.field == LISTED
        and one.ruling.value is not None
    }
    if not back:
        return
    changed = {change.place for change in changes}
    cells = [(n, index) for n in back for index in range(theirs.pairings.rounds)]
    for place, value in cell_facts(theirs.pairings, cells):
        if place.part is Part.CELL and place not in changed:
            ruling = Ruling(Verdict.TAKE, value)
            found.ruled.append(Ruled(place, Sides(None, None, value), ruling))


def _touched(ours: Mapping[Place, object]) -> set[_Owner]:
    """Return the players and teams of whom ours has changed something."""
    found: set[_Owner] = set()
    for place in ours:
        if place.part in {Part.PLAYER, Part.TEAM}:
            found.add((place.part, place.key))
        elif place.part is Part.CELL:
            found.add((Part.PLAYER, place.key[:1]))
        elif place.part is Part.GAME:
            found |= {(Part.PLAYER, (number,)) for number in place.key[1:3]}
    return found


def _has_played(owner: _Owner, t: Tournament, players: Callable[[], set[int]]) -> bool:
    """Return whether a player, or anybody in the roster of a team, has a result."""
    part, key = owner
    if part is Part.PLAYER:
        return key[0] in players()
    return any(
        not players().isdisjoint(team.roster)
        for team in t.teams
        if team.number == key[0]
    )


def _players_of(t: Tournament) -> Callable[[], set[int]]:
    """Return a function that finds once who has a result, as few merges ask for it."""

    @cache
    def found() -> set[int]:
        return {
            player
            for game in t.pairings.games()
            if not is_open((game.white_result, game.black_result))
            for player in (game.white, game.black)
        }

    return found
