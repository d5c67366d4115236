"""The two forms of an export, TRF and XML, and the tournament that they make together.

Each form has a state of its own: what its exports make together, in the order of their
stamps. The tournament is the join of both states, whatever came first, so that the
order of arrivals leaves no trace.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from syncd.formats.snapshot import decode_snapshot, encode_snapshot
from syncd.model.findings import Finding, Severity
from syncd.store import snapshots
from syncd.store.bases import AGREED, TRF, XML, NewBase
from syncd.store.revisions import Extent
from syncd.sync.diff import changes_between, diff
from syncd.sync.join import join, unanswered
from syncd.sync.kinship import Kinship, kinship
from syncd.sync.loops import refuse_lost_loop
from syncd.sync.merge import fill_from, merge_export
from syncd.sync.notes import notes
from syncd.sync.numbers import align
from syncd.sync.places import Part
from syncd.sync.policy import ALL_PERCENT

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from syncd.formats.trf import Reading
    from syncd.model.tournament import Tournament
    from syncd.store.bases import Base
    from syncd.store.engine import Session
    from syncd.store.inbox import Arrival
    from syncd.sync.notes import Note

OTHER: Final = {TRF: XML, XML: TRF}


@dataclass(frozen=True, slots=True)
class State:
    """What the exports of one form make together.

    Attributes:
        base: how it stands in the store afterwards.
        tournament: what they make.
        findings: on the newest.
    """

    base: NewBase
    tournament: Tournament
    findings: Sequence[Finding]


@dataclass(frozen=True, slots=True)
class Together:
    """The tournament that an arrival leads to.

    Attributes:
        tournament: of one form, or joined from both.
        findings: on both files, without what the other one has answered.
        state: of the form that has arrived.
        bases: what the store has to remember.
    """

    tournament: Tournament
    findings: tuple[Finding, ...]
    state: Tournament
    bases: tuple[NewBase, ...]


@dataclass(frozen=True, slots=True)
class Before:
    """What the store knows of a tournament, read at once.

    Attributes:
        own: state of the form that has arrived, None before its first export.
        other: state of the other form, None before its first export.
        agreed: results on which both forms agreed last, None before the first join.
    """

    own: Tournament | None
    other: Tournament | None
    agreed: Tournament | None


def load_before(session: Session, bases: Mapping[str, Base], form: str) -> Before:
    """Return what was known before an export of this form."""

    def state(name: str) -> Tournament | None:
        base = bases.get(name)
        if base is None:
            return None
        return decode_snapshot(snapshots.load_snapshot(session, base.snapshot_sha256))

    return Before(state(form), state(OTHER[form]), state(AGREED))


def came_before(arrival: Arrival, base: Base | None) -> bool:
    """Return whether an export of the same stamp was received later, yet taken first.

    Two workers can overtake each other. The later one counts; what came before it may
    still fill what it left empty (the plain and the detailed form of one export).
    """
    if base is None:
        return False
    return arrival.stamp_utc == base.stamp_utc and arrival.id < base.arrival_id


def advanced(
    form: str,
    arrival: Arrival,
    reading: Reading,
    bases: Mapping[str, Base],
    before: Before,
    *,
    most_lost_percent: int,
) -> State:
    """Return the state of a form after an export of it.

    Args:
        form: `trf` or `dwz`.
        arrival: the export.
        reading: what it holds.
        bases: form -> how it stands in the store.
        before: what was known before.
        most_lost_percent: share of players or played games that may be lost; 100 where
            a person has allowed that the export removes much.

    Raises:
        MassRemovalError: the export would remove too much.
        LostLoopError: it shows a second loop where the first one stood.
    """
    base, own, theirs = bases.get(form), before.own, reading.tournament
    if base is not None and own is not None and came_before(arrival, base):
        filled = fill_from(own, theirs)
        kept = NewBase(
            form, base.arrival_id, base.stamp_utc, encode_snapshot(filled),
            base.findings,
        )  # fmt: skip
        return State(kept, filled, base.findings)
    noted = () if own is None else _noted(own, before.other, theirs)
    if own is None:
        merged = theirs
    elif most_lost_percent < ALL_PERCENT:
        merged = merge_export(theirs, own, most_lost_percent=most_lost_percent)
    else:
        merged = fill_from(theirs, own)
    findings = (*reading.findings, *noted)
    if base is not None and own == merged and _lacks_records(theirs, merged):
        findings = base.findings
    new = NewBase(
        form, arrival.id, arrival.stamp_utc, encode_snapshot(merged), findings
    )
    return State(new, merged, findings)


def _noted(
    own: Tournament, other: Tournament | None, theirs: Tournament
) -> Iterator[Finding]:
    """Yield what is worth telling about what an export has changed.

    Raises:
        LostLoopError: it shows a second loop where the first one stood.
    """
    same = align(own, own, theirs).theirs
    changes = changes_between(own, same)
    if not _has_all_loops(other, theirs):
        refuse_lost_loop(changes, same, own)
    return as_findings(notes(changes, (), own))


def as_findings(told: Iterable[Note]) -> Iterator[Finding]:
    """Yield notes of a merge as findings."""
    for note in told:
        yield Finding(f"merge.{note.code}", Severity.INFO, note.text)


def _has_all_loops(other: Tournament | None, theirs: Tournament) -> bool:
    """Return whether the other form has rounds that this one has no room for."""
    return other is not None and other.pairings.rounds > theirs.pairings.rounds


def first(form: str, arrival: Arrival, reading: Reading) -> Together:
    """Return the tournament that the first export of it makes."""
    tournament = reading.tournament
    base = NewBase(
        form, arrival.id, arrival.stamp_utc, encode_snapshot(tournament),
        reading.findings,
    )  # fmt: skip
    return Together(tournament, tuple(reading.findings), tournament, (base,))


def _lacks_records(theirs: Tournament, merged: Tournament) -> bool:
    """Return whether an export is the plain form: it lacks records of the tournament.

    It cannot show an error that is in those records, so it answers none. A value that
    only some player has lost does not make an export plain.
    """
    changed = {change.place.part for change in diff(theirs, merged)}
    return bool(changed - {Part.NUMBERS, Part.PLAYER, Part.GAME, Part.CELL})


def together(state: State, bases: Mapping[str, Base], before: Before) -> Together:
    """Return the tournament that the new state of a form leads to.

    Raises:
        InconsistentError: the other form is of another tournament.
    """
    form = state.base.form
    other = bases.get(OTHER[form])
    if other is None or before.other is None:
        return Together(
            state.tournament, tuple(state.findings), state.tournament, (state.base,)
        )
    tournaments = {form: state.tournament, OTHER[form]: before.other}
    stamps = {form: state.base.stamp_utc, OTHER[form]: other.stamp_utc}
    joined = join(
        tournaments[TRF],
        tournaments[XML],
        agreed=before.agreed,
        newer=_newer(stamps[TRF], stamps[XML]),
    )
    findings = {form: tuple(state.findings), OTHER[form]: other.findings}
    left = unanswered((*findings[TRF], *findings[XML]), joined)
    agreed = NewBase(
        AGREED, state.base.arrival_id, state.base.stamp_utc,
        encode_snapshot(joined.agreed),
    )  # fmt: skip
    return Together(
        joined.tournament,
        (*left, *joined.findings),
        state.tournament,
        (state.base, agreed),
    )


def _newer(trf: dt.datetime, xml: dt.datetime) -> str:
    if trf == xml:
        return ""
    return "trf" if trf > xml else "xml"


def kinship_of(form: str, theirs: Tournament, head: Tournament) -> Kinship:
    """Return whether an export of a form is of a tournament known by the other one."""
    return kinship(theirs, head) if form == TRF else kinship(head, theirs)


def extent_of(tournament: Tournament) -> Extent:
    """Return the known days and the size of a tournament."""
    known = {*tournament.round_dates, tournament.start, tournament.end}
    days = sorted(day.isoformat() for day in known if day is not None)
    first_day, last_day = (days[0], days[-1]) if days else ("", "")
    return Extent(first_day, last_day, len(tournament.entrants))
