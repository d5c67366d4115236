"""What a person has decided becomes a revision of its own, without an export.

So the history shows it, and a report made after it is not mistaken for one made before.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from syncd.bilingual import Text
from syncd.formats.snapshot import decode_snapshot, encode_snapshot
from syncd.pipeline.arrivals.forms import extent_of
from syncd.pipeline.deciding.decisionwords import what_was_decided
from syncd.pipeline.ranking.follow import follow
from syncd.store import decisions, revisions
from syncd.store.events import save_event
from syncd.store.revisions import NewRevision
from syncd.sync.identity import games_key

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Callable, Sequence

    from syncd.model.findings import Finding
    from syncd.model.tournament import Tournament
    from syncd.pipeline.context import Context
    from syncd.store.engine import Session
    from syncd.store.revisions import Head
    from syncd.sync.changewords import Line


@dataclass(frozen=True, slots=True)
class Content:
    """What a decision makes of the tournament.

    Attributes:
        tournament: as it is from now on.
        findings: what there is to notice in it.
        changes: against what it was, in words.
    """

    tournament: Tournament
    findings: Sequence[Finding]
    changes: Sequence[Line]


def decide(  # noqa: PLR0913 - what was decided, of what, and what follows
    context: Context,
    head: Head,
    kind: str,
    value: str,
    said: Sequence[Text],
    now: dt.datetime,
    *,
    content: Content | None = None,
    also: Callable[[Session], None] | None = None,
) -> None:
    """Store a decision and the revision that it makes.

    Args:
        context: the outside world.
        head: the tournament as it was loaded.
        kind: kind of the decision.
        value: what was decided.
        said: the same for people.
        now: aware UTC time.
        content: what it makes of the tournament; None if that stays as it is.
        also: what follows at once, in the same transaction.

    Raises:
        StaleRevisionError: the head moved since `head` was loaded.
    """
    before = decode_snapshot(head.snapshot) if content else None
    with context.store.write("people.decided") as session:
        revisions.lock_unmoved(session, head)
        decision_id = decisions.save_decision(session, head.id, kind, value, now)
        change = {
            "place": "decision", "field": kind, "old": "",
            "new": " ".join(text.en for text in said),
            "new_de": " ".join(text.de for text in said),
            "by": context.by,
        }  # fmt: skip
        if content is None:
            same = NewRevision(
                head.snapshot, [change], head.findings, None, decision_id
            )
            revisions.save_revision(
                session, head, same, head.name, now, changed_utc=head.changed_utc
            )
        else:
            name = content.tournament.name
            new = _revision(content, change, decision_id)
            revisions.save_revision(session, head, new, name, now)
            follow(session, head.id, before, content.tournament, now)
        what = what_was_decided(kind, value)
        text = Text(f"Decided: {what.en}.", f"Entschieden: {what.de}.")
        save_event(session, "decision", text, now, tournament_id=head.id)
        if also is not None:
            also(session)
    context.wake.tournament(head.id)


def _revision(
    content: Content, change: dict[str, str], decision_id: int
) -> NewRevision:
    """Return the revision of a decision that changes what the tournament says."""
    told = [
        {"place": one.place, "field": one.field, "old": one.old, "new": one.new}
        for one in content.changes
    ]
    return NewRevision(
        snapshot=encode_snapshot(content.tournament),
        changes=[change, *told],
        findings=content.findings,
        decision_id=decision_id,
        games_key=games_key(content.tournament),
        extent=extent_of(content.tournament),
    )
