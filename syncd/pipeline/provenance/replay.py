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
from syncd.errors import ConfigError, FormatError, MassRemovalError, NotFoundError
from syncd.formats.snapshot import decode_snapshot, encode_snapshot
from syncd.model.tournament import Tournament
from syncd.pipeline.arrivals.advance import Export
from syncd.pipeline.arrivals.heard import heard_in
from syncd.pipeline.arrivals.reading import read_export
from syncd.pipeline.arrivals.sayings import owner_told
from syncd.pipeline.provenance.rebuilding import Rebuilt, Sender, Telling
from syncd.pipeline.provenance.revert import revision_of
from syncd.pipeline.rules.policy import policy_of
from syncd.store import (
    bases,
    conflicts,
    decisions,
    deliveries,
    inbox,
    lineage,
    revisions,
)
from syncd.store.counting import load_counting
from syncd.store.inbox import Outcome
from syncd.store.rows import sha256_hex
from syncd.store.snapshots import load_snapshot
from syncd.sync.changewords import lines, names_of
from syncd.sync.counting import installation_of
from syncd.sync.diff import diff

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterable, Iterator, Mapping

    from syncd.formats.trf import Passport
    from syncd.settings import Settings
    from syncd.store.engine import Session, Store
    from syncd.store.inbox import Arrival
    from syncd.store.lineage import Revision, Step
    from syncd.store.revisions import Head
    from syncd.sync.places import Change, Place
    from syncd.sync.policy import Policy
    from syncd.sync.provenance import Cause


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


def replay(
    store: Store, settings: Settings, tournament_ids: Iterable[int]
) -> Iterator[Replayed]:
    """Yield how rebuilding each tournament ended, one in memory at a time.

    Args:
        store: only read.
        settings: limits of files, and how sources are merged.
        tournament_ids: row ids.

    Raises:
        NotFoundError: no such tournament.
    """
    for number in tournament_ids:
        with store.read() as session:
            head = revisions.load_head(session, number)
            steps = lineage.load_steps(session, number)
            difference = _first_difference(settings, session, head, steps)
        exports = sum(step.arrival is not None for step in steps)
        yield Replayed(number, head.name, head.number, exports, difference)


def _first_difference(
    settings: Settings, session: Session, head: Head, steps: list[Step]
) -> Difference | None:
    """Take all steps again; return where what comes out first differs."""
    asked = conflicts.list_questions(session, head.id)
    stored = {(one.arrival_id, one.place): one for one in asked}
    counting = load_counting(session, settings.rating.installation)
    rebuilt = Rebuilt(stored, counting)
    walk = _Walk(settings, session, head, rebuilt)
    for step in steps:
        arrival, revision = step.arrival, step.revision
        try:
            if arrival is not None:
                found = walk.export(arrival, revision, step.at_utc)
            else:
                found = walk.decision(revision) if revision else None
        except (ConfigError, FormatError, MassRemovalError, NotFoundError) as exc:
            number = walk.last + 1 if revision else walk.last
            found = Difference(number, arrival.id if arrival else None, exc.text)
        if found is not None:
            return found
    return walk.end()


class _Walk:
    """One way through the steps of a tournament."""

    def __init__(
        self, settings: Settings, session: Session, head: Head, rebuilt: Rebuilt
    ) -> None:
        self._settings, self._session = settings, session
        self._head, self._rebuilt = head, rebuilt
        self._made: list[tuple[Cause, str]] = []
        self._passports: dict[str, Passport] = {}
        self._counting = rebuilt.counting

    @property
    def last(self) -> int:
        """Number of the newest revision so far, 0 before the first."""
        return len(self._made)

    def export(
        self, arrival: Arrival, revision: Revision | None, at_utc: dt.datetime
    ) -> Difference | None:
        """Take an export again; return how what comes out differs.

        Args:
            arrival: the export.
            revision: what it made, None if nothing.
            at_utc: when it was taken.

        Raises:
            FormatError: its bytes cannot be read any more, or it is another tournament.
            MassRemovalError: it would not be taken any more.
            NotFoundError: its bytes, or what it made, are not kept any more.
        """
        data = inbox.load_bytes(self._session, arrival.sha256)
        read = read_export(data, self._settings.limits)
        if isinstance(read, Outcome):
            raise FormatError(read.note)
        before = self._rebuilt.tournament
        passed_on = read.passport is not None
        export = Export(arrival, read.form, read.reading, is_passed_on=passed_on)
        given = deliveries.load_given_then(self._session, arrival.id)
        heard = heard_in(read.passport, self._counting.called(at_utc), given)
        later = self._since(heard.revision)
        policy, told = self._policy(), None
        if read.passport is not None:
            self._passports[arrival.source] = read.passport
        else:
            self._passports.pop(arrival.source, None)
        if read.said is not None:
            by = self._counting.dot(self.last + 1, at_utc)
            told = Telling(self._owner(by[0]), read.said, by)
        made = self._rebuilt.take(export, policy, heard, later, told)
        if revision is not None:
            return self._compared(revision, made, arrival.source_id)
        changes = () if before is None else diff(before, made)
        if lines(changes):
            return _first((self.last, arrival.id), _EXPORT, changes, made)
        return None

    def _owner(self, name: str) -> str:
        """Return the installation whose word counts, if this one counts under a name.

        Args:
            name: the name.
        """
        own = installation_of(name)
        return owner_told(self._policy().owner, own, self._passports)

    def _policy(self) -> Policy:
        """Return who decides where sources differ, by today's configuration."""
        settings, head = self._settings, self._head
        values = self._rebuilt.values
        owner = policy_of(settings, head.source, head.name, values).owner
        return settings.sync.policy(head.source, owner)

    def decision(self, revision: Revision) -> Difference | None:
        """Take a decision again; return how what comes out differs.

        Raises:
            ConfigError: no such value can stand at its place any more.
            FormatError: what was decided cannot be read.
            NotFoundError: what it went back to is not kept any more.
        """
        former, kind = None, revision.cause.decision
        try:
            if kind == decisions.REVERT:
                former = self._content(self._made[revision_of(revision.value) - 1][1])
            if kind:
                self._rebuilt.decide(revision.cause, revision.value, former)
        except (ValueError, KeyError, TypeError, IndexError) as exc:
            raise FormatError(_DAMAGED) from exc
        return self._compared(revision, self._rebuilt.tournament or _NOTHING, None)

    def _compared(
        self, revision: Revision, made: Tournament, sender: int | None
    ) -> Difference | None:
        """Return how a revision differs from what came out."""
        sha256 = revision.snapshot_sha256
        self._made.append((revision.cause, sha256))
        self._rebuilt.made(revision.cause, made, sender)
        if sha256_hex(encode_snapshot(made)) == sha256:
            return None
        stored = self._content(sha256)
        changes = diff(stored, made)
        if not changes:  # an older version may have written the same otherwise
            return None
        at = self.last, revision.cause.arrival
        return _first(at, _CONTENT, changes, stored)

    def _since(self, number: int) -> list[tuple[Cause, Tournament]]:
        """Return a revision and all later ones; none if there is no such one."""
        made = self._made[number - 1 :] if 0 < number <= self.last else []
        return [(cause, self._content(sha256)) for cause, sha256 in made]

    def _content(self, sha256: str) -> Tournament:
        return decode_snapshot(load_snapshot(self._session, sha256))

    def end(self) -> Difference | None:
        """Return how what the sources have said last differs from what is stored."""
        for number in sorted(bases.senders(self._session, self._head.id)):
            stored = bases.load_bases(self._session, number, self._head.id)
            mine = self._rebuilt.senders.get(number, Sender())
            for form, base in stored.items():
                known = mine.bases.get(form)
                if known and known.snapshot_sha256 == base.snapshot_sha256:
                    continue
                said = self._content(base.snapshot_sha256)
                changes = diff(said, mine.states.get(form, _NOTHING))
                if changes:
                    at = self._head.number, base.arrival_id
                    return _first(at, _base(form), changes, said)
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
_DAMAGED: Final = Text(
    "A stored decision is damaged.", "Eine gespeicherte Entscheidung ist beschädigt."
)
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
