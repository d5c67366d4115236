"""Rebuilding a tournament from the inbox, to prove that the store follows from it.

Every export that was taken is read again and every decision taken again, in the order
in which they were, by the functions that the pipeline uses. Each revision must come out
with the content that is stored, and at the end what each source has said last. Nothing
is written. To which tournament an export belongs is not asked anew.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.errors import FormatError, MassRemovalError, NotFoundError
from syncd.formats.snapshot import decode_snapshot, encode_snapshot
from syncd.model.tournament import Tournament
from syncd.pipeline.arrivals.forms import OTHER, Before, first, following
from syncd.pipeline.arrivals.reading import read_export
from syncd.pipeline.provenance.revert import revision_of
from syncd.store import decisions, inbox, lineage, revisions
from syncd.store.bases import AGREED, Base
from syncd.store.inbox import Outcome
from syncd.store.rows import sha256_hex
from syncd.store.snapshots import load_snapshot
from syncd.sync.changewords import lines, names_of
from syncd.sync.diff import diff

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from syncd.pipeline.arrivals.forms import Together
    from syncd.pipeline.arrivals.reading import Export
    from syncd.pipeline.context import Context
    from syncd.store.engine import Session
    from syncd.store.inbox import Arrival
    from syncd.store.lineage import Revision, Step
    from syncd.store.revisions import Head
    from syncd.sync.places import Change, Place


@dataclass(frozen=True, slots=True)
class Difference:
    """Where a rebuilt tournament first is not the stored one.

    Attributes:
        revision: number of the revision that differs.
        arrival: row id of the export that it comes from, None for a decision.
        text: what differs.
        place: the first place that does, None if nothing could be rebuilt.
        stored: what is stored there.
        rebuilt: what came out there.
        names: entrant id -> name, where a place is named.
    """

    revision: int
    arrival: int | None
    text: Text
    place: Place | None = None
    stored: object = None
    rebuilt: object = None
    names: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Replayed:
    """How rebuilding one tournament ended.

    Attributes:
        tournament_id: row id.
        name: of the tournament.
        revisions: how many there are.
        exports: how many exports were read again.
        difference: None if everything is equal.
    """

    tournament_id: int
    name: str
    revisions: int
    exports: int
    difference: Difference | None


def replay(context: Context, tournament_ids: Iterable[int]) -> Iterator[Replayed]:
    """Yield how rebuilding each tournament ended, one in memory at a time.

    Raises:
        NotFoundError: no such tournament.
    """
    for number in tournament_ids:
        with context.store.read() as session:
            head = revisions.load_head(session, number)
            steps = lineage.load_steps(session, number)
            difference = _first_difference(context, session, head, steps)
        exports = sum(step.arrival is not None for step in steps)
        yield Replayed(number, head.name, head.number, exports, difference)


@dataclass(slots=True)
class _Rebuilt:
    """What the steps so far have made.

    Attributes:
        tournament: None before the first export.
        sha256: of the snapshot that it equals.
        bases: form -> what the source has said in it.
        states: form -> the tournament that this makes.
        removal: newest permission to remove much.
        contents: hashes of the snapshots of all revisions so far.
    """

    tournament: Tournament | None = None
    sha256: str = ""
    bases: dict[str, Base] = field(default_factory=dict)
    states: dict[str, Tournament] = field(default_factory=dict)
    removal: str = ""
    contents: list[str] = field(default_factory=list)

    @property
    def last(self) -> int:
        """Number of the newest revision so far, 0 before the first."""
        return len(self.contents)


def _first_difference(
    context: Context, session: Session, head: Head, steps: list[Step]
) -> Difference | None:
    rebuilt = _Rebuilt()
    for step in steps:
        arrival, revision = step.arrival, step.revision
        try:
            found = None
            if arrival is not None:
                found = _after_export(context, session, rebuilt, arrival, revision)
            elif revision is not None:
                found = _after_decision(session, rebuilt, revision)
        except (FormatError, MassRemovalError, NotFoundError) as exc:
            number = rebuilt.last + 1 if revision else rebuilt.last
            found = Difference(number, arrival.id if arrival else None, exc.text)
        if found is not None:
            return found
    return _other_base(session, rebuilt, head)


def _after_export(
    context: Context,
    session: Session,
    rebuilt: _Rebuilt,
    arrival: Arrival,
    revision: Revision | None,
) -> Difference | None:
    """Take an export again; return how what comes out differs.

    Raises:
        FormatError: its bytes cannot be read any more, or it is another tournament now.
        MassRemovalError: it would not be taken any more.
        NotFoundError: its bytes, or what it made, are not kept any more.
    """
    data = inbox.load_bytes(session, arrival.sha256)
    export = read_export(data, context.settings.limits)
    if isinstance(export, Outcome):
        raise FormatError(export.note)
    merged = _taken(rebuilt, arrival, export)
    before = rebuilt.tournament
    _remember(rebuilt, arrival, export.form, merged)
    if revision is None:
        changes = () if before is None else diff(before, merged.tournament)
        is_told = bool(lines(changes))
        at = rebuilt.last, arrival.id
        return _first(at, _EXPORT, changes, merged.tournament) if is_told else None
    rebuilt.tournament = merged.tournament
    rebuilt.sha256 = sha256_hex(encode_snapshot(merged.tournament))
    return _compared(session, rebuilt, revision)


def _taken(rebuilt: _Rebuilt, arrival: Arrival, export: Export) -> Together:
    """Return the tournament that an export leads to, as the pipeline does."""
    form = export.form
    if rebuilt.tournament is None:
        return first(form, arrival, export.reading)
    states = rebuilt.states
    before = Before(states.get(form), states.get(OTHER[form]), states.get(AGREED))
    may_remove = rebuilt.removal == str(arrival.id)
    return following(
        form, arrival, export.reading, rebuilt.bases, before, may_remove=may_remove
    )


def _remember(rebuilt: _Rebuilt, arrival: Arrival, form: str, merged: Together) -> None:
    """Keep what the source has said, as the next export is held against it."""
    for new in merged.bases:
        rebuilt.bases[new.form] = Base(
            arrival_id=new.arrival_id, stamp_utc=new.stamp_utc,
            received_utc=arrival.received_utc, findings=tuple(new.findings),
            snapshot_sha256=sha256_hex(new.snapshot),
        )  # fmt: skip
        is_own = new.form == form
        state = merged.state if is_own else decode_snapshot(new.snapshot)
        rebuilt.states[new.form] = state


def _after_decision(
    session: Session, rebuilt: _Rebuilt, revision: Revision
) -> Difference | None:
    """Take a decision again; return how what comes out differs.

    Raises:
        NotFoundError: what it went back to is not kept any more.
    """
    kind, value = revision.cause.decision, revision.value
    if kind == decisions.REMOVAL:
        rebuilt.removal = value
    if kind == decisions.REVERT:
        rebuilt.sha256 = rebuilt.contents[revision_of(value) - 1]
        rebuilt.tournament = decode_snapshot(load_snapshot(session, rebuilt.sha256))
    return _compared(session, rebuilt, revision)


def _compared(
    session: Session, rebuilt: _Rebuilt, revision: Revision
) -> Difference | None:
    """Return how a revision differs from what came out."""
    sha256 = revision.snapshot_sha256
    rebuilt.contents.append(sha256)
    if rebuilt.sha256 == sha256:
        return None
    stored = decode_snapshot(load_snapshot(session, sha256))
    changes = diff(stored, rebuilt.tournament or _NOTHING)
    rebuilt.sha256 = sha256  # an older version may have written the same otherwise
    at = rebuilt.last, revision.cause.arrival
    return _first(at, _CONTENT, changes, stored) if changes else None


def _other_base(session: Session, rebuilt: _Rebuilt, head: Head) -> Difference | None:
    """Return how what a source has said last differs from what is stored."""
    for form, base in head.bases.items():
        mine = rebuilt.bases.get(form)
        if mine is None or mine.snapshot_sha256 != base.snapshot_sha256:
            stored = decode_snapshot(load_snapshot(session, base.snapshot_sha256))
            changes = diff(stored, rebuilt.states.get(form, _NOTHING))
            if changes:
                at = head.number, base.arrival_id
                return _first(at, _base(form), changes, stored)
    return None


def _first(
    at: tuple[int, int | None],
    text: Text,
    changes: tuple[Change, ...],
    named: Tournament,
) -> Difference:
    """Return the first of several differences.

    Args:
        at: revision and arrival.
        text: what differs.
        changes: from what is stored to what came out.
        named: with the names of the players.
    """
    place, stored, rebuilt = changes[0]
    return Difference(*at, text, place, stored, rebuilt, names_of(named))


_NOTHING: Final = Tournament("")
_CONTENT: Final = Text("Something else comes out.", "Es kommt etwas anderes heraus.")
_EXPORT: Final = Text(
    "An export that changed nothing would now change something.",
    "Ein Export, der nichts geändert hat, würde jetzt etwas ändern.",
)


def _base(form: str) -> Text:
    return Text(
        f"What the source has said last ({form}) comes out otherwise.",
        f"Was die Quelle zuletzt gesagt hat ({form}), kommt anders heraus.",
    )
