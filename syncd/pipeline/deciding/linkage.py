"""A person's answer whether an export is a tournament that another source has.

The answer is a decision on that tournament. The export, and those that came after it,
are then processed again: linked they are merged, else they make a tournament of their
own, which is no twin of the other.
"""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.errors import NotFoundError
from syncd.pipeline.arrivals import elsewhere
from syncd.pipeline.arrivals.process import read_work
from syncd.pipeline.arrivals.refusals import LINK
from syncd.pipeline.arrivals.work import Work
from syncd.pipeline.deciding.recording import decide
from syncd.store import (
    asked,
    bases,
    conflicts,
    decisions,
    lineage,
    origins,
    revisions,
)

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterable

    from syncd.pipeline.context import Context
    from syncd.store.engine import Session
    from syncd.store.revisions import Head


def link(
    context: Context, arrival_id: int, tournament_id: int, now: dt.datetime
) -> tuple[Text, ...]:
    """Link a source's tournament with one of another source; return what was done.

    Args:
        context: the outside world, with who decides.
        arrival_id: row id of an export that waits with the question.
        tournament_id: row id of the tournament that it is.
        now: aware UTC time.

    Raises:
        NotFoundError: no such tournament, or the export does not wait for that.
        StaleRevisionError: the tournament moved meanwhile.
    """
    work, candidate = _work(context, arrival_id)
    with context.store.read() as session:
        head = revisions.load_head(session, tournament_id, work.key.source_id)
        known = origins.sent_by(session, tournament_id)
    if work.key.source_id in known or not head.number:
        raise NotFoundError(_has_it(work.arrival.source, tournament_id))
    named = elsewhere.described(work.key, work.arrival.source)
    value = json.dumps({**named, "arrival": arrival_id}, ensure_ascii=False)
    name, source = work.reading.tournament.name, work.arrival.source
    said = Text(
        f"“{name}” of {source} is this tournament.",
        f"„{name}“ von {source} ist dieses Turnier.",
    )
    ids = _waiting(context, work, {candidate})
    also = partial(_save_link, work=work, head=head, ids=ids, now=now)
    decide(context, head, decisions.LINK, value, (said,), now, also=also)
    _announce(context, ids)
    return (said,)


def keep_apart(context: Context, arrival_id: int, now: dt.datetime) -> tuple[Text, ...]:
    """Say that an export is a tournament of its own; return what was done.

    Args:
        context: the outside world, with who decides.
        arrival_id: row id of an export that waits with the question.
        now: aware UTC time.

    Raises:
        NotFoundError: the export does not wait for that.
        StaleRevisionError: a tournament moved meanwhile.
    """
    work, candidate = _work(context, arrival_id)
    others = sorted({candidate, *elsewhere.search(context, work).alike})
    ids = _waiting(context, work, others)
    said = []
    for number in others:
        with context.store.read() as session:
            head = revisions.load_head(session, number)
            values = decisions.load_decisions(session, number)
        text = _apart(work, head)
        named = elsewhere.named_apart(values)
        named.append(elsewhere.described(work.key, work.arrival.source))
        value = json.dumps(named, ensure_ascii=False)
        also = partial(_renew, ids=ids, now=now) if number == others[-1] else None
        decide(context, head, decisions.NOT_LINKED, value, (text,), now, also=also)
        said.append(text)
    _announce(context, ids)
    return tuple(said)


def unlink(
    context: Context, tournament_id: int, source: str, now: dt.datetime
) -> tuple[Text, ...]:
    """Say that a source was linked by mistake; return what was done.

    Its newest files, and all that come, make a tournament of their own. What it has
    said in this one stays, as nothing is rewritten: going back is another decision.

    Args:
        context: the outside world, with who decides.
        tournament_id: row id of the tournament.
        source: name of a further source of it.
        now: aware UTC time.

    Raises:
        NotFoundError: no such tournament, or the source is not linked with it.
        StaleRevisionError: the tournament moved meanwhile.
    """
    with context.store.read() as session:
        head = revisions.load_head(session, tournament_id)
        keys = origins.linked_keys(session, source, tournament_id)
        if not keys:
            raise NotFoundError(_not_linked(source, head))
        values = decisions.load_decisions(session, tournament_id)
        made = lineage.load_revisions(session, tournament_id)
        its = revisions.load_head(session, tournament_id, keys[0].source_id).bases
    ids = sorted(
        {its[form].arrival_id for form in (bases.TRF, bases.XML) if form in its}
    )
    named = elsewhere.named_apart(values)
    named += [elsewhere.described(key, source) for key in keys]
    value = json.dumps(named, ensure_ascii=False)
    first = next((o.cause.revision for o in made if o.cause.source == source), None)
    said = (_apart_again(source), *([_stays(head, first - 1)] if first else []))
    also = partial(
        _save_unlink, source_id=keys[0].source_id, source=source, head=head, ids=ids,
        now=now,
    )  # fmt: skip
    decide(context, head, decisions.NOT_LINKED, value, said[:1], now, also=also)
    _announce(context, ids)
    return said


def _save_unlink(
    session: Session,
    *,
    source_id: int,
    source: str,
    head: Head,
    ids: Iterable[int],
    now: dt.datetime,
) -> None:
    origins.drop_names(session, source_id, head.id)
    bases.forget_findings(session, source_id, head.id)
    left = conflicts.list_questions(session, head.id, is_open=True)
    its = [one.id for one in left if one.source == source]
    conflicts.drop_questions(session, its, now)
    for number in ids:
        asked.take_again(session, number, now)


def _work(context: Context, arrival_id: int) -> tuple[Work, int]:
    """Return the export, read again, and the tournament that it may be."""
    with context.store.read() as session:
        arrival, candidate = asked.load_asked(session, arrival_id, LINK)
    work = read_work(context, arrival)
    if not isinstance(work, Work):
        raise NotFoundError(work.note)
    return work, candidate


def _waiting(context: Context, work: Work, candidates: Iterable[int]) -> list[int]:
    """Return all exports of the source that wait with the same question."""
    with context.store.read() as session:
        return sorted(
            {
                work.arrival.id,
                *(
                    one
                    for number in candidates
                    for one in asked.find_asked(
                        session, work.key.source_id, number, LINK
                    )
                ),
            }
        )


def _save_link(
    session: Session, *, work: Work, head: Head, ids: Iterable[int], now: dt.datetime
) -> None:
    origins.save_name(session, work.key, head.id)
    _renew(session, ids=ids, now=now)


def _renew(session: Session, *, ids: Iterable[int], now: dt.datetime) -> None:
    for number in ids:
        asked.renew(session, number, now)


def _announce(context: Context, ids: Iterable[int]) -> None:
    for number in ids:
        context.wake.arrival(number)


def _apart(work: Work, head: Head) -> Text:
    name, source = work.reading.tournament.name, work.arrival.source
    return Text(
        f"“{name}” of {source} is another one than tournament {head.id} "
        f"(“{head.name}”).",
        f"„{name}“ von {source} ist ein anderes als Turnier {head.id} („{head.name}“).",
    )


def _has_it(source: str, tournament_id: int) -> Text:
    return Text(
        f"The source {source} sends tournament {tournament_id} already, so this export "
        "cannot be the same one.",
        f"Die Quelle {source} schickt Turnier {tournament_id} schon; also kann dieser "
        "Export nicht dasselbe sein.",
    )


def _not_linked(source: str, head: Head) -> Text:
    if source == head.source:
        return Text(
            f"Tournament {head.id} was made from the exports of {source}; only a "
            "source that was linked with it later can be taken away.",
            f"Turnier {head.id} entstand aus den Exporten von {source}; lösen lässt "
            "sich nur eine Quelle, die später damit verknüpft wurde.",
        )
    return Text(
        f"The source {source} does not send tournament {head.id}. Which ones do: "
        f"syncd policy {head.id}",
        f"Die Quelle {source} schickt Turnier {head.id} nicht. Welche es tun: "
        f"syncd policy {head.id}",
    )


def _apart_again(source: str) -> Text:
    return Text(
        f"What {source} sends is a tournament of its own from now on.",
        f"Was {source} schickt, ist ab jetzt ein eigenes Turnier.",
    )


def _stays(head: Head, number: int) -> Text:
    """Return that what a source has said stays, and how to go back before it."""
    if number < 1:
        return _KEPT
    command = f"syncd revert {head.id} {number}"
    later = head.number - number
    return Text(
        f"{_KEPT.en} It can be undone only together with everything since, whoever "
        f"said it: {command} takes back the last {later} of {head.number} revisions "
        "and shows before what would change.",
        f"{_KEPT.de} Das lässt sich nur zusammen mit allem rückgängig machen, was "
        f"seitdem dazukam, von wem auch immer: {command} nimmt die letzten {later} von "
        f"{head.number} Revisionen zurück und zeigt vorher, was sich ändern würde.",
    )


_KEPT: Final = Text(
    "What this source has said about this tournament so far stays.",
    "Was diese Quelle bisher zu diesem Turnier beigetragen hat, bleibt stehen.",
)
