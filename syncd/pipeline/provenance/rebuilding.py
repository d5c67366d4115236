"""What the exports and decisions of a tournament make, one after the other. No I/O.

It keeps in memory what the store keeps between two steps, and takes each step with the
functions of the pipeline.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

from syncd.formats.snapshot import decode_snapshot
from syncd.pipeline.arrivals.advance import NOTHING, Export, Known, Shared, advance
from syncd.pipeline.arrivals.forms import OTHER, Before
from syncd.pipeline.arrivals.heard import Heard, past_known
from syncd.pipeline.arrivals.questions import asked_after
from syncd.pipeline.arrivals.sayings import said_here
from syncd.pipeline.deciding.resolving import resolved
from syncd.pipeline.provenance.tracing import REVERTS
from syncd.store import conflicts, decisions
from syncd.store.bases import AGREED, WHOLE, Base
from syncd.store.rows import sha256_hex
from syncd.sync.answers import value_of
from syncd.sync.provenance import Tracer, origins_of, refused_in
from syncd.sync.sayings import Told

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from syncd.model.tournament import Tournament
    from syncd.pipeline.arrivals.advance import Next
    from syncd.pipeline.arrivals.questions import Asked
    from syncd.store.conflicts import Question
    from syncd.store.inbox import Arrival
    from syncd.sync.counting import Counting
    from syncd.sync.places import Place
    from syncd.sync.policy import Policy, Resolution
    from syncd.sync.provenance import Cause
    from syncd.sync.sayings import Dot, Sayings


@dataclass(slots=True)
class Sender:
    """What one source has said.

    Attributes:
        bases: form -> how it stands in the store.
        states: form -> the tournament that it is.
        last: the newest revision that an export of it made.
    """

    bases: dict[str, Base] = field(default_factory=dict)
    states: dict[str, Tournament] = field(default_factory=dict)
    last: Tournament = NOTHING


class Telling(NamedTuple):
    """What an export tells of who said what, and what is said with it here.

    Attributes:
        owner: the installation whose word counts, empty if there is none.
        said: who has said what last.
        by: name and count of what this installation says itself.
    """

    owner: str
    said: Sayings
    by: Dot


@dataclass(slots=True)
class Rebuilt:
    """A tournament as the steps so far have made it.

    Attributes:
        stored: every question of the tournament, as the store has it now.
        counting: how this installation counts.
        tournament: None before the first export.
        senders: row id of a source -> what it has said.
        values: kind of decision -> the newest of it.
        questions: row id -> each that was asked so far.
        is_by_hand: whether a person has changed what the tournament says.
        tracer: who has said what stands where.
        sayings: who has said what last, None before the first revision.
        is_told: whether they say already what the last export has made.
    """

    stored: Mapping[tuple[int, Place], Question]
    counting: Counting
    tournament: Tournament | None = None
    senders: dict[int, Sender] = field(default_factory=dict)
    values: dict[str, str] = field(default_factory=dict)
    questions: dict[int, Question] = field(default_factory=dict)
    is_by_hand: bool = False
    tracer: Tracer = field(default_factory=Tracer)
    sayings: Sayings | None = None
    is_told: bool = False

    def take(
        self,
        export: Export,
        policy: Policy,
        heard: Heard,
        later: Sequence[tuple[Cause, Tournament]],
        told: Telling | None = None,
    ) -> Tournament:
        """Take an export; return what the tournament is then.

        Args:
            export: the export.
            policy: who decides where sources differ.
            heard: which revision the source had.
            later: that revision and all after it.
            told: who has said what last, if the source tells it.

        Raises:
            MassRemovalError: it would remove too much, and nobody has allowed it.
            InconsistentError: its two forms are of two tournaments.
        """
        arrival = export.arrival
        allowed = self.values.get(decisions.REMOVAL) == str(arrival.id)
        known = self._known(export)
        if known is not None and known.shared is not None:
            past = past_known(
                heard, later, self.tracer.marks, arrival.source, self._asked()
            )
            known = replace(known, shared=replace(known.shared, past=past))
        known = self.with_told(known, told)
        step = advance(known, replace(export, may_remove=allowed), policy)
        self._remember(arrival, step)
        self._follow(step.asked, arrival.id)
        self.follow_told(step, told)
        return step.tournament

    def with_told(self, known: Known | None, told: Telling | None) -> Known | None:
        """Return what is known before an export, with who has said what last."""
        if known is None or told is None or self.sayings is None:
            return known
        both = Told(told.by, told.owner, self.sayings, told.said)
        return replace(known, shared=replace(known.shared or Shared(), told=both))

    def follow_told(self, step: Next, told: Telling | None) -> None:
        """Take over who has said what last, if the source of an export tells it."""
        self.is_told = told is not None
        if told is not None:
            self.sayings = step.sayings or told.said

    def decide(self, cause: Cause, value: str, former: Tournament | None) -> None:
        """Take a decision.

        Args:
            cause: the revision that it made.
            value: what it says.
            former: of the revision to which it went back, None if it is no such one.
        """
        self.values[cause.decision], self.is_told = value, False
        before = self.tournament
        if former is not None:
            self.tournament = former
            asked = asked_after(self._open(), (), "", former, NOTHING)
            self._follow(asked, 0)
        elif cause.decision == decisions.RESOLVED:
            self._resolve(value)
        self.is_by_hand = self.is_by_hand or self.tournament != before

    def made(self, cause: Cause, tournament: Tournament, sender: int | None) -> None:
        """Note that a revision has been made.

        Args:
            cause: what made it.
            tournament: what it holds.
            sender: row id of the source whose export made it, None for a decision.
        """
        self.tournament = tournament
        if not self.is_told:
            made = cause, self.tracer.tournament, tournament
            self.sayings = said_here(self.sayings, self.counting, made, self._asked())
        self.is_told = False
        self.tracer.add(cause, tournament)
        if sender is not None:
            self.senders[sender].last = tournament

    def _known(self, export: Export) -> Known | None:
        if self.tournament is None:
            return None
        sender = self.senders.get(export.arrival.source_id, Sender())
        states, form = sender.states, export.form
        before = Before(states.get(form), states.get(OTHER[form]), states.get(AGREED))
        shared = self._shared(sender, export.arrival.source_id)
        return Known(self.tournament, sender.bases, before, shared)

    def _shared(self, sender: Sender, source_id: int) -> Shared | None:
        if self.senders.keys() <= {source_id} and not self.is_by_hand:
            return None
        base, ids = NOTHING, {}
        if WHOLE in sender.bases:
            base, ids = sender.states[WHOLE], dict(sender.bases[WHOLE].ids)
        elif sender.bases:
            base = sender.last
        return Shared(
            base, ids, (), origins_of(self.tracer.traces), self._resolutions(),
            self._open(), self.tracer.former,
        )  # fmt: skip

    def _resolutions(self) -> dict[Place, Resolution]:
        found = conflicts.resolutions_of(self._asked())
        if REVERTS.isdisjoint(self.values):
            return found
        return found | refused_in(self.tracer.traces, REVERTS)

    def _asked(self) -> list[Question]:
        return [self.questions[number] for number in sorted(self.questions)]

    def _open(self) -> list[Question]:
        return [one for one in self._asked() if one.state == conflicts.OPEN]

    def _remember(self, arrival: Arrival, step: Next) -> None:
        """Keep what the source has said, as its next export is held against it."""
        sender = self.senders.setdefault(arrival.source_id, Sender())
        for new in step.bases:
            sender.bases[new.form] = Base(
                arrival_id=new.arrival_id, stamp_utc=new.stamp_utc,
                received_utc=arrival.received_utc, findings=tuple(new.findings),
                snapshot_sha256=sha256_hex(new.snapshot), ids=dict(new.ids),
            )  # fmt: skip
            sender.states[new.form] = decode_snapshot(new.snapshot)

    def _follow(self, asked: Asked, arrival_id: int) -> None:
        """Take over what becomes of the questions."""
        for number, (ours, text) in asked.changed.items():
            self._change(number, ours=ours, text=text)
        for number in asked.dropped:
            self._change(number, state=conflicts.MOOT)
        for one in asked.opened:
            stored = self.stored.get((arrival_id, one.place))
            if stored is not None:
                self.questions[stored.id] = replace(
                    stored, ours=one.ours, text=one.text, state=conflicts.OPEN,
                    chosen=None,
                )  # fmt: skip

    def _change(self, number: int, **values: object) -> None:
        one = self.questions[number]
        self.questions[number] = replace(one, **values)  # type: ignore[arg-type] # its fields

    def _resolve(self, value: str) -> None:
        """Answer questions as a person has."""
        decided = json.loads(value)
        chosen: dict[Place, object] = {}
        for number in decided["questions"]:
            if one := self.questions.get(number):
                answer = value_of(one.place, one.ours, one.theirs, decided["answer"])
                chosen[one.place] = answer
                self._change(number, state=conflicts.RESOLVED, chosen=answer)
        if self.tournament is not None:
            self.tournament = resolved(self.tournament, chosen)
