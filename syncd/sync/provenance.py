"""Who has said what stands in a tournament: computed from its revisions, never stored.

Revisions are compared one with the next, and of each place only its last change is
kept: so it can never say anything else than the revisions do, costs what has changed,
and holds two tournaments and one mark per place, however long the history is.

Where start numbers have moved, everybody keeps what is known of him.

Source: docs/architecture.md, "Provenance and undo".
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, NamedTuple, cast

from syncd.model.tournament import Tournament
from syncd.sync.diff import diff
from syncd.sync.facts import facts_of
from syncd.sync.former import with_former
from syncd.sync.moved import moved_place, moved_value
from syncd.sync.places import Change, Part, Place
from syncd.sync.policy import Origin, Resolution
from syncd.sync.renumber import renumbered
from syncd.sync.wanted import joined

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterable, Iterator, Mapping

    from syncd.sync.former import Former
    from syncd.sync.wanted import Groups, Wanted

_NOTHING = Tournament("")


class Cause(NamedTuple):
    """What a revision was made by.

    Attributes:
        revision: its number, from 1.
        at_utc: when it was made.
        said_utc: when its content was said: stamp of the export, or time of the
            decision.
        source: name of the source that sent the export, empty for a decision.
        arrival: row id of the export, None for a decision.
        file: name of the exported file, empty for a decision.
        decision: kind of the decision, empty for an export.
        by: who decided, empty for an export or if unknown.
    """

    revision: int
    at_utc: dt.datetime
    said_utc: dt.datetime
    source: str = ""
    arrival: int | None = None
    file: str = ""
    decision: str = ""
    by: str = ""


class Mark(NamedTuple):
    """The last change at a place.

    Attributes:
        cause: the revision that made it.
        replaced: what stood there before, None for nothing.
    """

    cause: Cause
    replaced: object


class Traced(NamedTuple):
    """A value of the tournament and where it comes from.

    Attributes:
        place: where it stands, under the numbers of the newest revision.
        value: what stands there.
        mark: who has put it there, and what it replaced.
    """

    place: Place
    value: object
    mark: Mark


class Traces(NamedTuple):
    """What is known of all places.

    Attributes:
        tournament: of the newest revision.
        marks: place -> its last change, also where nothing stands any more, unless
            start numbers have moved since.
        former: start number -> names that this player had before.
    """

    tournament: Tournament
    marks: Mapping[Place, Mark]
    former: Former


class Tracer:
    """The last change at every place, told revision by revision.

    Attributes:
        tournament: of the newest revision told.
        marks: place -> its last change.
        former: start number -> names that this player had before.
        newest: number of the newest revision told, 0 before the first.
    """

    def __init__(self) -> None:
        self.tournament = _NOTHING
        self.marks: dict[Place, Mark] = {}
        self.former: Former = {}
        self.newest = 0

    def add(self, cause: Cause, tournament: Tournament) -> None:
        """Take the next revision."""
        before, self.tournament = self.tournament, tournament
        self.newest = cause.revision
        if tournament is before:
            return
        changes = diff(before, tournament)
        if ids := numbers_moved(changes):
            self.marks = _moved(self.marks, before, ids, cause)
            self.former = {ids.get(one, one): self.former[one] for one in self.former}
            before = renumbered(before, ids)
        self.former = with_former(self.former, before, changes)
        for place, old, _ in changes:
            if place.part is not Part.NUMBERS:
                self.marks[place] = Mark(cause, old)

    @property
    def traces(self) -> Traces:
        """What is known now; it changes with the next revision."""
        return Traces(self.tournament, self.marks, self.former)


def traces_of(revisions: Iterable[tuple[Cause, Tournament]]) -> Traces:
    """Return the last change at every place.

    Args:
        revisions: all of a tournament, the oldest first; each is asked for once.
    """
    tracer = Tracer()
    for cause, tournament in revisions:
        tracer.add(cause, tournament)
    return tracer.traces


def blame(traces: Traces) -> list[Traced]:
    """Return every value of the newest revision with where it comes from."""
    found = facts_of(traces.tournament).items()
    return [Traced(place, value, traces.marks[place]) for place, value in found]


def origins_of(traces: Traces) -> dict[Place, Origin]:
    """Return place -> who has said what the tournament says there.

    The source is empty where a person has decided. A place that has been emptied is
    named too: that nothing stands there was said by somebody.
    """
    return {
        place: Origin(mark.cause.source, mark.cause.said_utc)
        for place, mark in traces.marks.items()
    }


def refused_in(traces: Traces, kinds: frozenset[str]) -> dict[Place, Resolution]:
    """Return place -> what a person has put there, and the value refused thereby.

    Another source may repeat what a person has undone; it must not come back.

    Args:
        traces: of a tournament.
        kinds: kinds of the decisions that change values.
    """
    facts = facts_of(traces.tournament)
    return {
        place: Resolution(facts.get(place), frozenset({mark.replaced}))
        for place, mark in traces.marks.items()
        if mark.cause.decision in kinds
    }


def changes_at(
    revisions: Iterable[tuple[Cause, Tournament]], wanted: Wanted
) -> Iterator[tuple[Cause, tuple[Change, ...]]]:
    """Yield the changes at the places that are wanted, the newest first.

    Players are meant by the number that they have now, or by name; where numbers have
    moved, they are followed. Places are those of the revision that made the change.

    Args:
        revisions: all of a tournament, the newest first; each is asked for once.
        wanted: which places.
    """
    groups = wanted.players(_NOTHING)
    after: tuple[Cause, Tournament] | None = None
    for older in chain(revisions, (None,)):
        if after is not None:
            cause, tournament = after
            before = older[1] if older else _NOTHING
            changes = diff(before, tournament)
            ids = numbers_moved(changes)
            groups = joined(groups, wanted.named(tournament))
            here = joined(groups, _renamed(wanted.named(before), ids))
            found = (one for one in changes if wanted.fits(one.place, here))
            yield cause, tuple(found)
            groups = _renamed(groups, {now: was for was, now in ids.items()})
        after = older


def _renamed(groups: Groups, ids: Mapping[int, int]) -> Groups:
    return tuple(
        frozenset(ids.get(number, number) for number in group) for group in groups
    )


def numbers_moved(changes: Iterable[Change]) -> dict[int, int]:
    """Return old -> new start number of everybody, empty where nobody's has moved."""
    for change in changes:
        if change.place.part is Part.NUMBERS:
            return dict(cast("tuple[tuple[int, int], ...]", change.new))
        break
    return {}


def _moved(
    marks: Mapping[Place, Mark],
    before: Tournament,
    ids: Mapping[int, int],
    cause: Cause,
) -> dict[Place, Mark]:
    """Return the marks of what stands there under other start numbers.

    Moving itself can make facts, as the order of the players: those are of this cause.
    """
    moved = {}
    for place in facts_of(before):
        mark = marks[place]
        replaced = moved_value(place, mark.replaced, ids)
        moved[moved_place(place, ids)] = Mark(mark.cause, replaced)
    made = {place: Mark(cause, None) for place in facts_of(renumbered(before, ids))}
    return made | moved
