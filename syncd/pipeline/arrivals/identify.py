"""Which tournament an export is: one that is known, a new one, or a person is asked."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from syncd.bilingual import Text
from syncd.errors import StaleRevisionError
from syncd.formats.snapshot import decode_snapshot
from syncd.pipeline.arrivals import elsewhere
from syncd.pipeline.arrivals.forms import extent_of, kinship_of
from syncd.pipeline.arrivals.refusals import looks_like, may_be, may_be_shared
from syncd.store import origins, revisions
from syncd.sync.identity import is_same_crosstable
from syncd.sync.kinship import Kinship

if TYPE_CHECKING:
    from syncd.pipeline.arrivals.work import Work
    from syncd.pipeline.context import Context
    from syncd.store.engine import Session
    from syncd.store.inbox import Outcome
    from syncd.store.revisions import Head


def identify(context: Context, work: Work) -> Outcome | tuple[Work, Head | None]:
    """Return the tournament of an export, None if it is new, or why it must wait.

    The work that comes back tells what it was compared with.
    """
    named = elsewhere.find_named(context, work)
    if named.is_doubtful:
        return may_be_shared(work, named)
    if named.head is not None:
        return replace(work, linked=named.reasons), named.head
    lookalikes = _lookalikes(context, work)
    head, doubtful = _counterpart(work, lookalikes)
    if doubtful is not None:
        return may_be(work, doubtful)
    if head is None and (twin := _twin(work, lookalikes)) is not None:
        return looks_like(work, twin)
    work = replace(work, lookalikes=tuple(item.id for item in lookalikes))
    head = head or _known(context, work)
    return (work, head) if head is not None else _elsewhere(context, work)


def _elsewhere(context: Context, work: Work) -> Outcome | tuple[Work, Head | None]:
    """Look among the tournaments of the sources that share with this one."""
    shared = elsewhere.search(context, work)
    if shared.is_doubtful:
        return may_be_shared(work, shared)
    compared = replace(
        work, apart=shared.apart, linked=shared.reasons,
        lookalikes=(*work.lookalikes, *shared.met),
    )  # fmt: skip
    return compared, shared.head


def _lookalikes(context: Context, work: Work) -> list[Head]:
    """Return the tournaments that a new one could be a second time.

    None where the tournament has revisions already: then it is not new.
    """
    with context.store.read() as session:
        found = origins.find_tournament(session, work.key)
        if found is not None and revisions.load_head(session, found).number:
            return []
        return [
            revisions.load_head(session, number, work.key.source_id)
            for number in _find_lookalikes(session, work)
        ]


def _find_lookalikes(session: Session, work: Work) -> list[int]:
    extent = extent_of(work.reading.tournament)
    found = [
        *origins.find_lookalikes(session, work.key, work.games_key),
        *origins.find_counterparts(session, work.key, work.form, extent),
    ]
    return list(dict.fromkeys(found))


def _counterpart(work: Work, lookalikes: list[Head]) -> tuple[Head | None, Head | None]:
    """Return the tournament of which this is the first export in the other form.

    Its name may be written differently, or destroyed by an older exporter.

    Returns:
        The one that it surely is, and the first of those that it may be.
    """
    doubtful = None
    for head in lookalikes:
        if work.form in head.bases:
            continue
        ours = decode_snapshot(head.snapshot)
        found = kinship_of(work.form, work.reading.tournament, ours)
        if found is Kinship.SAME:
            return head, None
        if found is Kinship.DOUBTFUL and doubtful is None:
            doubtful = head
    return None, doubtful


def _twin(work: Work, lookalikes: list[Head]) -> Head | None:
    """Return the tournament that this new one would be a second time."""
    theirs = work.reading.tournament
    for head in lookalikes:
        if is_same_crosstable(theirs, decode_snapshot(head.snapshot)):
            return head
    return None


def _known(context: Context, work: Work) -> Head | None:
    """Return the tournament of this export, None if it is new."""
    with context.store.read() as session:
        found = origins.find_tournament(session, work.key)
        if found is None:
            return None
        return revisions.load_head(session, found, work.key.source_id)


def refuse_unseen_lookalikes(session: Session, context: Context, work: Work) -> None:
    """Start again if a tournament that this may be was made since we looked.

    Raises:
        StaleRevisionError: one was; it may be this one under another start date.
    """
    elsewhere.lock_sources(session, context, work)
    found = {
        *_find_lookalikes(session, work),
        *elsewhere.find(session, context, work),
    }
    if not found <= {*work.lookalikes, *work.apart}:
        raise StaleRevisionError(
            Text("A namesake was made meanwhile.", "Ein Namensvetter kam dazwischen.")
        )
