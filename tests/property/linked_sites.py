"""Installations that pass a tournament on by the real merge, without store and files.

Each keeps in memory what its store would keep, takes exports and answers with the
functions of the pipeline, and decides by the same rules what each neighbour is to get:
only something new, never an echo, with the passport that says which of the reader's
states went into it. A file that is lost is fetched later, at the latest when all is
settled; one that is overtaken by a newer one is no news any more.
"""

from __future__ import annotations

import datetime as dt
import json
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

from installations import NAMES, joined, links, paired
from tournament_edits import start

from syncd.formats.trf import Reading
from syncd.pipeline.arrivals.advance import Export, advance
from syncd.pipeline.arrivals.heard import Heard, past_known
from syncd.pipeline.provenance.rebuilding import Rebuilt, Telling
from syncd.store import conflicts, decisions
from syncd.store.bases import TRF
from syncd.store.conflicts import Question
from syncd.store.inbox import Arrival
from syncd.sync.answers import OURS, THEIRS
from syncd.sync.apply import apply
from syncd.sync.changewords import told
from syncd.sync.counting import Counting, Named
from syncd.sync.facts import facts_of
from syncd.sync.numbers import align
from syncd.sync.places import Part
from syncd.sync.policy import Origin, Policy
from syncd.sync.provenance import Cause
from syncd.sync.verdict import Reason

if TYPE_CHECKING:
    from collections.abc import Iterable

    from syncd.model.tournament import Tournament
    from syncd.pipeline.arrivals.advance import Known
    from syncd.pipeline.arrivals.questions import Asked
    from syncd.sync.places import Change, Place
    from syncd.sync.sayings import Sayings

CLM = "clm"
_DAY = dt.datetime(2026, 10, 1, tzinfo=dt.UTC)


class File(NamedTuple):
    """A file on its way."""

    sender: str
    to: int
    tournament: Tournament
    sayings: Sayings
    stamp_utc: dt.datetime


@dataclass(slots=True)
class Given:
    """What a neighbour, or the CLM, was to get last."""

    revision: int
    sayings: Sayings | None


@dataclass(slots=True)
class Site(Rebuilt):
    """One installation with its CLM.

    Attributes:
        policy: who decides.
        revisions: all, the oldest first.
        clm: what its CLM holds.
        given: neighbour, or the CLM -> what it was to get last, or has said itself.
        owner: the installation whose word counts.
        is_due: whether it is to be looked at what the neighbours get.
        source: who has spoken last.
        now: when that was.
    """

    policy: Policy = field(default_factory=Policy)
    revisions: list[tuple[Cause, Tournament]] = field(default_factory=list)
    clm: Tournament = field(default_factory=start)
    given: dict[str, Given] = field(default_factory=dict)
    owner: str = ""
    is_due: bool = False
    source: str = ""
    now: dt.datetime = _DAY

    def receive(
        self, source: str, t: Tournament, now: dt.datetime, file: File | None = None
    ) -> None:
        """Take an export of the CLM, or a file that another one has passed on."""
        self.source, self.now = source, now
        stamp = file.stamp_utc if file else now
        arrival = Arrival(
            int(now.timestamp()), _row(source), source, "", "", stamp, 1, "", now
        )
        sender = self.senders.get(arrival.source_id)
        if sender is not None and stamp < sender.bases[TRF].stamp_utc:
            return
        export = Export(arrival, TRF, Reading(t, ()), is_passed_on=file is not None)
        known = self._known_with_past(export, file)
        step, before = advance(known, export, self.policy), self.tournament
        self._remember(arrival, step)
        self._follow(step.asked, arrival.id)
        knew, tells = self.sayings, self._telling(file) if file else None
        self.follow_told(step, tells)
        if before is None or told(before, step.tournament) or step.asked.is_news:
            cause = Cause(self.number + 1, now, stamp, source, arrival.id)
            self._make(cause, step.tournament, arrival.source_id)
        if self.sayings != knew:
            self.is_due = True
        if file is not None and not step.deviates:
            self.given[source] = Given(self.number, step.heard)

    @property
    def number(self) -> int:
        """Number of the newest revision."""
        return len(self.revisions)

    def _telling(self, file: File) -> Telling:
        by = self.counting.dot(self.number + 1, self.now)
        return Telling(self.owner, file.sayings, by)

    @property
    def own(self) -> str:
        """Its name."""
        return self.counting.own

    def _known_with_past(self, export: Export, file: File | None) -> Known | None:
        known = self._known(export)
        if known is None or self.sayings is None:
            return known
        if file is not None:
            return self.with_told(known, self._telling(file))
        if known.shared is None:
            return known
        given = self.given.get(CLM)
        later = self.revisions[given.revision - 1 :] if given else []
        heard = Heard(given.revision if given else 0)
        past = past_known(heard, later, self.tracer.marks, CLM, self._asked())
        said = {place: self.sayings.at(place)[0] for place in self.tracer.marks}
        origins = {
            place: Origin(CLM if who == self.own else who)
            for place, who in said.items()
        }
        return replace(known, shared=replace(known.shared, past=past, origins=origins))

    def _make(self, cause: Cause, t: Tournament, sender: int | None) -> None:
        self.made(cause, t, sender)
        self.revisions.append((cause, t))
        self.is_due = True

    def _follow(self, asked: Asked, arrival_id: int) -> None:
        Rebuilt._follow(self, replace(asked, opened=()), arrival_id)
        for one in asked.opened:
            number = len(self.questions) + 1
            self.questions[number] = Question(
                number, 1, self.source, arrival_id, one.place, one.base, one.ours,
                one.theirs, one.reason, one.text, conflicts.OPEN, self.now,
            )  # fmt: skip

    @property
    def asked_first(self) -> Question | None:
        """The question that has waited longest, None if all are answered."""
        return next(iter(self._open()), None)

    def answer(self, answer: str, now: dt.datetime) -> None:
        """Let a person decide the question that has waited longest."""
        first = self.asked_first
        if first is None:
            return
        ids = [one.id for one in _together(first, self._open())]
        value = json.dumps({"questions": ids, "answer": answer})
        cause = Cause(self.number + 1, now, now, decision=decisions.RESOLVED)
        self.decide(cause, value, None)
        for number in ids:
            self._change(number, ended_utc=now)
        assert self.tournament is not None
        self._make(cause, self.tournament, None)

    def plan(self, to: str) -> tuple[Tournament, Sayings] | None:
        """Return what a neighbour or the CLM is to get now, None for nothing."""
        if self.tournament is None or self.sayings is None:
            return None
        wanted = Given(self.number, None if to == CLM else self.sayings)
        if self.given.get(to) == wanted:
            return None
        self.given[to] = wanted
        return self.tournament, self.sayings


def _together(first: Question, asked: Iterable[Question]) -> list[Question]:
    """Return the questions that have one answer: who met whom in one round."""
    if first.reason is not Reason.PAIRING:
        return [first]
    return [
        one
        for one in asked
        if (one.reason, one.source) == (first.reason, first.source)
        and _round(one.place) == _round(first.place)
    ]


def _round(place: Place) -> int:
    return place.key[1 if place.part is Part.CELL else 0]


def _row(source: str) -> int:
    return 1 + (CLM, *NAMES).index(source)


@dataclass
class Web:
    """Such installations, who sends to whom, and the files under way.

    Attributes:
        size: how many there are.
        shape: ring, star or mesh.
        owner: whose word counts where two differ, None for nobody's.
        sites: the installations.
        files: those under way.
        newest: sender and receiver -> the newest file between them, lost or not.
        mishaps: what became of files.
        now: the time, everywhere the same.
    """

    size: int
    shape: str
    owner: int | None = None
    sites: list[Site] = field(default_factory=list, repr=False)
    files: list[File] = field(default_factory=list, repr=False)
    newest: dict[tuple[str, int], File] = field(default_factory=dict, repr=False)
    mishaps: Counter[str] = field(default_factory=Counter)
    now: dt.datetime = _DAY

    def __post_init__(self) -> None:
        for one in range(self.size):
            owner = "" if self.owner is None else NAMES[self.owner]
            own = CLM if self.owner == one else owner
            policy = Policy(owner=own, most_lost_percent=100)
            counting = Counting(NAMES[one], (Named(_DAY, NAMES[one]),))
            site = Site({}, counting, policy=policy, owner=owner)
            self.sites.append(site)
        self.export(0)
        self.flow()

    def _tick(self) -> dt.datetime:
        self.now += dt.timedelta(seconds=1)
        return self.now

    def enter(self, one: int, changes: list[Change], exports: object) -> None:
        """Let somebody enter something in his CLM, which may export it at once."""
        at = self.sites[one]
        at.clm = apply(changes, at.clm)
        if exports:
            self.export(one)

    def join(self, one: int, who: int) -> None:
        """Let somebody join."""
        at = self.sites[one]
        at.clm = joined(at.clm, who)

    def pair(self, one: int, two: int, three: int) -> None:
        """Let two players who are free in a new round meet."""
        at = self.sites[one]
        at.clm = paired(at.clm, two, three)

    def export(self, one: int) -> None:
        """Let a CLM export."""
        at = self.sites[one]
        at.receive(CLM, at.clm, self._tick())

    def load(self, one: int) -> None:
        """Let a CLM import what its installation shows."""
        at = self.sites[one]
        at.plan(CLM)
        assert at.tournament is not None
        at.clm = at.tournament

    def answer(self, one: int) -> None:
        """Let a person answer a question; all persons are of one mind."""
        at = self.sites[one]
        asked = at.asked_first
        if asked is not None:
            is_theirs = repr(asked.theirs) > repr(asked.ours)
            at.answer(THEIRS if is_theirs else OURS, self._tick())

    def send(self, one: int) -> None:
        """Look at what is due, and put files on their way."""
        at = self.sites[one]
        if not at.is_due:
            return
        at.is_due, now = False, self._tick()
        at.plan(CLM)
        for sender, to in links(self.size, self.shape):
            if sender == one and (what := at.plan(NAMES[to])):
                file = File(at.own, to, *what, now)
                self.newest[at.own, to] = file
                self.files.append(file)

    def deliver(self, which: int, *, again: bool) -> None:
        """Let any file arrive, also out of turn; it may come again later."""
        if not self.files:
            return
        which %= len(self.files)
        self.mishaps["doubled"] += again
        self.mishaps["overtaken"] += which > 0
        self._receive(self.files[which] if again else self.files.pop(which))

    def lose(self, which: int) -> None:
        """Lose a file for the time being."""
        if self.files:
            self.mishaps["lost"] += 1
            del self.files[which % len(self.files)]

    def _receive(self, file: File) -> None:
        at = self.sites[file.to]
        at.receive(file.sender, file.tournament, self._tick(), file)

    def flow(self, most: int = 40) -> int:
        """Let all files arrive until none moves; return the rounds, -1 if for ever."""
        self.files = list(self.newest.values())
        for count in range(most):
            for one in range(self.size):
                self.send(one)
            if not self.files:
                return count
            files, self.files = self.files, []
            for file in files:
                self._receive(file)
        return -1

    def settle(self, most: int = 400) -> bool:
        """Let files flow and persons answer; return whether that comes to an end."""
        for _ in range(most):
            if self.flow() < 0:
                return False
            asked = [n for n, site in enumerate(self.sites) if site.asked_first]
            if not asked:
                return True
            self.answer(self.owner if self.owner in asked else asked[0])
        return False

    def shown(self) -> list[dict[Place, object]]:
        """Return what all say under the numbers of the first, in any order."""
        first = self.sites[0].tournament
        assert first is not None
        return [
            {
                place: value
                for place, value in facts_of(align(first, first, t).theirs).items()
                if place.part is not Part.ORDER
            }
            for site in self.sites
            if (t := site.tournament) is not None
        ]
