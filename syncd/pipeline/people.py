"""What people decide: confirming, approving, holding and releasing.

A decision is a revision of its own (without an export), so that the history shows it
and a report made after it is not mistaken for one made before.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.errors import NotFoundError
from syncd.formats.snapshot import decode_snapshot
from syncd.pipeline.assess import assess, load_case
from syncd.pipeline.readiness import confirmed_of, judge
from syncd.rating.confirmed import Confirmed, both_forfeited, both_zero, to_json
from syncd.rating.reason import ACCEPTABLE
from syncd.store import decisions, outbox, revisions
from syncd.store.events import save_event
from syncd.store.revisions import NewRevision

if TYPE_CHECKING:
    import datetime as dt

    from syncd.model.tournament import Tournament
    from syncd.pipeline.context import Context
    from syncd.pipeline.readiness import Case
    from syncd.rating.confirmed import GameKey
    from syncd.store.revisions import Head


def confirm(
    context: Context, tournament_id: int, given: Confirmed, now: dt.datetime
) -> tuple[Text, ...]:
    """Record what a person confirms; return one sentence per thing confirmed.

    Confirmed is what the tournament asks: every game with 0 on both sides as a real
    0-0, every double forfeit as not played, and the present reason to wait if it is one
    that a person may wave through. Dates, time control, place, label, age class and
    type are taken where `given` has them.

    Args:
        context: the outside world.
        tournament_id: row id of the tournament.
        given: what the person says beyond the both-0 games.
        now: aware UTC time.

    Raises:
        NotFoundError: no such tournament, or nothing to confirm.
    """
    case = load_case(context, tournament_id)
    after, said = _confirmation(context, case, given)
    if not said:
        raise NotFoundError(
            Text(
                f"There is nothing to confirm in tournament {tournament_id}. "
                f"What it waits for: syncd why {tournament_id}",
                f"Bei Turnier {tournament_id} gibt es nichts zu bestätigen. "
                f"Worauf es wartet: syncd why {tournament_id}",
            )
        )
    value = json.dumps(to_json(after), ensure_ascii=False)
    _decide(context, case.head, decisions.CONFIRMED, value, now)
    return said


def to_confirm(
    context: Context, tournament_id: int, given: Confirmed
) -> tuple[Text, ...]:
    """Return what `confirm` would record, one sentence per thing.

    Raises:
        NotFoundError: no such tournament.
    """
    return _confirmation(context, load_case(context, tournament_id), given)[1]


def _confirmation(
    context: Context, case: Case, given: Confirmed
) -> tuple[Confirmed, tuple[Text, ...]]:
    before = confirmed_of(case.decisions)
    tournament = decode_snapshot(case.head.snapshot)
    with context.store.read() as session:
        code = revisions.load_waiting(session, case.head.id).code
    after = _combined(before, given, tournament, code)
    return after, _said(before, after, tournament)


def approve(context: Context, tournament_id: int, now: dt.datetime) -> tuple[Text, ...]:
    """Let the tournament's reports go; return one sentence per thing approved.

    Releases a tournament from before first contact and one held by hand, makes its
    report if it is due, and queues every draft and every refused report. A tournament
    that is not ready has none to queue: its drafts are out of date.

    Raises:
        NotFoundError: no such tournament, or nothing to approve.
        StaleRevisionError: the tournament changed at the same moment.
    """
    said = _release(context, tournament_id, now)
    assess(context, tournament_id, now)
    for item in _queue(context, tournament_id, now):
        said.append(_approved(item))
        context.wake.submission(item.id)
    if not said:
        raise NotFoundError(
            Text(
                f"Tournament {tournament_id} has no report to approve. "
                f"What it waits for: syncd why {tournament_id}",
                f"Zu Turnier {tournament_id} gibt es keinen Bericht zum Freigeben. "
                f"Worauf es wartet: syncd why {tournament_id}",
            )
        )
    return tuple(said)


def _queue(
    context: Context, tournament_id: int, now: dt.datetime
) -> list[outbox.Submission]:
    """Queue what waits for approval; nothing while the tournament is not ready."""
    case = load_case(context, tournament_id)
    is_ready = judge(case, now).waiting is None
    with context.store.write() as session:
        revisions.lock_unmoved(session, case.head)
        revisions.save_recheck(session, tournament_id, now)
        submissions = outbox.load_submissions(session, tournament_id)
        waiting = _to_approve(submissions) if is_ready else []
        for item in waiting:
            note = Text("Approved.", "Freigegeben.")
            outbox.move_submission(session, item.id, outbox.QUEUED, note, now)
            save_event(
                session, "report.approved", note, now,
                tournament_id=tournament_id, submission_id=item.id,
            )  # fmt: skip
    return waiting


def hold(context: Context, tournament_id: int, reason: str, now: dt.datetime) -> None:
    """Stop new reports of a tournament until it is approved.

    Raises:
        NotFoundError: no such tournament.
    """
    case = load_case(context, tournament_id)
    _decide(context, case.head, decisions.HOLD, reason or "-", now)


def _release(context: Context, tournament_id: int, now: dt.datetime) -> list[Text]:
    """Take back what keeps the tournament from being reported by itself."""
    case = load_case(context, tournament_id)
    said = []
    if case.decisions.get(decisions.HOLD):
        head = _decide(context, case.head, decisions.HOLD, "", now)
        case = replace(case, head=head)
        said.append(Text("The hold is lifted.", "Der Halt ist aufgehoben."))
    with context.store.read() as session:
        code = revisions.load_waiting(session, tournament_id).code
    if code == "first_contact":
        _decide(context, case.head, decisions.RELEASED, "yes", now)
        said.append(
            Text(
                "Released although it ended before first contact.",
                "Freigegeben, obwohl es vor dem ersten Kontakt endete.",
            )
        )
    return said


def _decide(
    context: Context, head: Head, kind: str, value: str, now: dt.datetime
) -> Head:
    """Store a decision and the revision that it makes; return the new head."""
    with context.store.write() as session:
        decision_id = decisions.save_decision(session, head.id, kind, value, now)
        change = {"place": "decision", "field": kind, "old": "", "new": value}
        number = revisions.save_revision(
            session, head,
            NewRevision(head.snapshot, [change], head.findings, None, decision_id),
            head.name, now, changed_utc=head.changed_utc,
        )  # fmt: skip
        text = Text(f"Decided: {kind}.", f"Entschieden: {kind}.")
        save_event(session, "decision", text, now, tournament_id=head.id)
    context.wake.tournament(head.id)
    return replace(head, number=number)


def _combined(
    before: Confirmed, given: Confirmed, tournament: Tournament, code: str
) -> Confirmed:
    accepted = frozenset({code} & ACCEPTABLE)
    return Confirmed(
        zero_zero=before.zero_zero | given.zero_zero | both_zero(tournament),
        double_forfeits=before.double_forfeits | both_forfeited(tournament),
        accepted=before.accepted | given.accepted | accepted,
        start=given.start or before.start,
        end=given.end or before.end,
        time_control=given.time_control or before.time_control,
        location=given.location or before.location,
        label=given.label or before.label,
        age_class=given.age_class or before.age_class,
        kind=given.kind or before.kind,
    )


def _said(
    before: Confirmed, after: Confirmed, tournament: Tournament
) -> tuple[Text, ...]:
    zero = sorted(after.zero_zero - before.zero_zero)
    forfeited = sorted(after.double_forfeits - before.double_forfeits)
    said = [
        *(_game_text(tournament, key, _ZERO) for key in zero),
        *(_game_text(tournament, key, _FORFEIT) for key in forfeited),
        *(
            Text(f"Looked at and accepted: {code}.", f"Geprüft und akzeptiert: {code}.")
            for code in sorted(after.accepted - before.accepted)
        ),
    ]
    for field, en, de in _FIELDS:
        value = getattr(after, field)
        if value and value != getattr(before, field):
            said.append(Text(f"{en}: {value}", f"{de}: {value}"))
    return tuple(said)


def _game_text(tournament: Tournament, key: GameKey, ending: Text) -> Text:
    round_, white, black = key
    names = " - ".join(tournament.entrant(number).surname for number in (white, black))
    return Text(
        f"Round {round_}, {names}: {ending.en}", f"Runde {round_}, {names}: {ending.de}"
    )


def _to_approve(submissions: list[outbox.Submission]) -> list[outbox.Submission]:
    """Return, per portal, the newest report that counts if it waits for a person."""
    newest = {
        item.portal: item for item in submissions if item.state != outbox.SUPERSEDED
    }
    states = {outbox.DRAFTED, outbox.REJECTED}
    return [item for item in newest.values() if item.state in states]


def _approved(item: outbox.Submission) -> Text:
    return Text(
        f"Report {item.file_uuid} goes to {item.portal}.",
        f"Bericht {item.file_uuid} geht an {item.portal}.",
    )


_ZERO: Final = Text("really ended 0-0.", "endete wirklich 0-0.")
_FORFEIT: Final = Text("was not played.", "wurde nicht gespielt.")
_FIELDS: Final = (
    ("start", "First day", "Erster Tag"),
    ("end", "Last day", "Letzter Tag"),
    ("time_control", "Time control", "Bedenkzeit"),
    ("location", "Place", "Ort"),
    ("label", "Name in the report", "Name im Bericht"),
    ("age_class", "Age class", "Altersklasse"),
    ("kind", "Type", "Turnierart"),
)
