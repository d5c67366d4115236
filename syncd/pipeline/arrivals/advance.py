"""One step of a tournament: what was known, an export, and what then stands. No I/O.

Everything that decides is an argument, so the same step can be made again from the
inbox at any time. A tournament that one source feeds and nobody has changed by hand is
what its exports say. As soon as a second source feeds it, or a person has changed it,
only what the source has changed since it last spoke is merged into what stands.

Source: docs/architecture.md, "Merging".
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from syncd.formats.snapshot import encode_snapshot
from syncd.model.tournament import Tournament
from syncd.pipeline.arrivals.forms import (
    Before,
    advanced,
    as_findings,
    first,
    together,
)
from syncd.pipeline.arrivals.questions import NOTHING_ASKED, Asked, asked_after
from syncd.store.bases import WHOLE, NewBase
from syncd.sync.merge import refuse_strangers
from syncd.sync.merge3 import merge
from syncd.sync.policy import ALL_PERCENT, Origin, Voices

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from syncd.bilingual import Text
    from syncd.formats.trf import Reading
    from syncd.model.findings import Finding
    from syncd.pipeline.arrivals.forms import Together
    from syncd.store.bases import Base
    from syncd.store.conflicts import Question
    from syncd.store.inbox import Arrival
    from syncd.sync.former import Former
    from syncd.sync.past import Past
    from syncd.sync.places import Place
    from syncd.sync.policy import Policy, Resolution
    from syncd.sync.sayings import Sayings, Told

NOTHING: Final = Tournament("")
"""What a source has said before its first export."""


@dataclass(frozen=True, slots=True)
class Export:
    """An export on its way into its tournament.

    Attributes:
        arrival: the file; only id, stamp and source count.
        form: `trf` or `dwz`.
        reading: what it holds, and what was noticed.
        may_remove: whether a person has allowed that it removes much.
        is_passed_on: whether another syncd has written it: its time says when it was
            passed on, and not when anything was said.
    """

    arrival: Arrival
    form: str
    reading: Reading
    may_remove: bool = False
    is_passed_on: bool = False

    @property
    def origin(self) -> Origin:
        """Who speaks in it, and since when if that is known."""
        said_utc = None if self.is_passed_on else self.arrival.stamp_utc
        return Origin(self.arrival.source, said_utc)


@dataclass(frozen=True, slots=True)
class Shared:
    """What is known of a tournament that several have changed.

    Attributes:
        base: as this source had it when it was merged last.
        ids: entrant id in that -> entrant id in the tournament.
        noticed: findings on what the other sources have sent.
        origins: place -> who has said what stands there.
        resolved: place -> what a person has decided there.
        questions: those that nobody has answered yet.
        former: entrant id -> names that a player had before.
        past: which state of the tournament the source knew, as far as that is known.
        told: who has said what on both sides, if the source is a syncd that tells it.
    """

    base: Tournament = NOTHING
    ids: Mapping[int, int] = field(default_factory=dict)
    noticed: tuple[Finding, ...] = ()
    origins: Mapping[Place, Origin] = field(default_factory=dict)
    resolved: Mapping[Place, Resolution] = field(default_factory=dict)
    questions: Sequence[Question] = ()
    former: Former = field(default_factory=dict)
    past: Past | None = None
    told: Told | None = None


@dataclass(frozen=True, slots=True)
class Known:
    """What was known of a tournament before an export.

    Attributes:
        tournament: its head.
        bases: form -> what the exports of this source make together, of its store rows.
        before: the same as tournaments.
        shared: None while only this source has changed it.
    """

    tournament: Tournament
    bases: Mapping[str, Base]
    before: Before
    shared: Shared | None = None


@dataclass(frozen=True, slots=True)
class Next:
    """What an export leads to.

    Attributes:
        tournament: the next head.
        findings: on what all sources have sent last.
        bases: what is to be remembered of this source.
        asked: what becomes of the questions.
        noted: what people should know of the merge.
        deviates: whether the source says something else than what then stands.
        sayings: who has said what then stands, if the source has told it.
        heard: what the source has told, under the numbers of the tournament.
    """

    tournament: Tournament
    findings: tuple[Finding, ...]
    bases: tuple[NewBase, ...]
    asked: Asked = NOTHING_ASKED
    noted: tuple[Text, ...] = ()
    deviates: bool = False
    sayings: Sayings | None = None
    heard: Sayings | None = None


def advance(known: Known | None, export: Export, policy: Policy) -> Next:
    """Return what a tournament becomes by an export.

    Args:
        known: what was known before, None before the first export of all.
        export: the export.
        policy: who decides where sources differ.

    Raises:
        MassRemovalError: the export would remove too much, and nobody has allowed it.
        LostLoopError: it shows a second loop where the first one stood.
        InconsistentError: its two forms are of two tournaments.
    """
    if known is None:
        made = first(export.form, export.arrival, export.reading)
        return Next(made.tournament, made.findings, made.bases)
    if export.may_remove:
        policy = replace(policy, most_lost_percent=ALL_PERCENT)
    if known.shared is not None and known.shared.told is not None:
        made = first(export.form, export.arrival, export.reading)
        return _merged(known.tournament, known.shared, made, export, policy)
    state = advanced(
        export.form, export.arrival, export.reading, known.bases, known.before,
        most_lost_percent=policy.most_lost_percent,
    )  # fmt: skip
    made = together(state, known.bases, known.before)
    if known.shared is None:
        return Next(made.tournament, made.findings, made.bases)
    return _merged(known.tournament, known.shared, made, export, policy)


def _merged(
    head: Tournament,
    shared: Shared,
    made: Together,
    export: Export,
    policy: Policy,
) -> Next:
    """Merge what a source makes of both its forms into the tournament."""
    voices = Voices(
        theirs=export.origin,
        ours=Origin(),
        of=shared.origins,
        resolved=shared.resolved,
        former=shared.former,
        past=shared.past,
        told=shared.told,
    )
    if shared.told is not None:
        policy = replace(policy, owner=shared.told.owner)
        voices = replace(voices, resolved={}, past=None)
    is_known = shared.base is not NOTHING or (
        shared.told is not None and shared.told.is_of_one
    )
    if not is_known and policy.most_lost_percent < ALL_PERCENT:
        refuse_strangers(made.tournament, head)
    merged = merge(
        shared.base, head, made.tournament, policy, shared.ids, voices=voices
    )
    arrival, theirs = export.arrival, merged.theirs or made.tournament
    asked = asked_after(
        shared.questions, merged.conflicts, arrival.source, merged.tournament, theirs
    )
    whole = NewBase(
        WHOLE, arrival.id, arrival.stamp_utc, encode_snapshot(made.tournament),
        made.findings, merged.ids,
    )  # fmt: skip
    findings = (*made.findings, *shared.noticed, *as_findings(merged.notes))
    noted = tuple(note.text for note in merged.notes)
    return Next(
        merged.tournament, findings, (*made.bases, whole), asked, noted,
        deviates=merged.tournament != theirs, sayings=merged.sayings,
        heard=merged.heard,
    )  # fmt: skip
