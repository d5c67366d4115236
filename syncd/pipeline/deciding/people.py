"""What people decide: confirming, approving, holding and releasing."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.errors import NotFoundError, StaleRevisionError
from syncd.formats.snapshot import decode_snapshot
from syncd.pipeline.arrivals.takeover import MASS_REMOVAL
from syncd.pipeline.deciding.approval import approve_ready
from syncd.pipeline.deciding.confirmwords import FORFEIT, ZERO, facts_said, games_said
from syncd.pipeline.deciding.recording import decide
from syncd.pipeline.judging import staging, twins
from syncd.pipeline.judging.assess import assess, explain, load_case
from syncd.pipeline.judging.deadline import STOPPED
from syncd.pipeline.judging.hosts import refuse_unknown
from syncd.pipeline.judging.readiness import confirmed_of, judge
from syncd.pipeline.outcome import differences
from syncd.pipeline.sending import alreadythere
from syncd.rating.confirmed import (
    Confirmed,
    both_forfeited,
    both_zero,
    combined,
    named,
    refuse_impossible,
    to_json,
)
from syncd.rating.reason import ACCEPTABLE, WORDS, Why
from syncd.store import asked, decisions, outbox

if TYPE_CHECKING:
    import datetime as dt

    from syncd.pipeline.context import Context
    from syncd.pipeline.judging.readiness import Case


def confirm(
    context: Context, tournament_id: int, given: Confirmed, now: dt.datetime
) -> tuple[Text, ...]:
    """Record what a person confirms; return one sentence per thing confirmed.

    With facts (dates, time control, place, label, age class, type) exactly these are
    recorded. Without, what `syncd why` asks at this moment is answered with yes, and
    nothing else: that games with 0 on both sides really ended 0-0, that double forfeits
    were not played, that it is another event than a tournament that seems to be the
    same, or that a reason to wait was looked at and does not matter.

    Args:
        context: the outside world.
        tournament_id: row id of the tournament.
        given: the facts; empty to answer the question.
        now: aware UTC time.

    Raises:
        FormatError: a fact that cannot be.
        NotFoundError: no such tournament, or nothing to confirm.
    """
    case, answer = _answer(context, tournament_id, given, now)
    if not answer.said:
        raise NotFoundError(
            Text(
                f"There is nothing to confirm in tournament {tournament_id}. "
                f"What it waits for: syncd why {tournament_id}",
                f"Bei Turnier {tournament_id} gibt es nichts zu bestätigen. "
                f"Worauf es wartet: syncd why {tournament_id}",
            )
        )
    decide(context, case.head, answer.kind, answer.value, answer.said, now)
    if answer.kind == decisions.REMOVAL:
        with context.store.write("people.removal") as session:
            asked.renew(session, int(answer.value), now)
        context.wake.arrival(int(answer.value))
    return answer.said


def to_confirm(
    context: Context, tournament_id: int, given: Confirmed, now: dt.datetime
) -> tuple[Text, ...]:
    """Return what `confirm` would record, one sentence per thing.

    Raises:
        FormatError: a fact that cannot be.
        NotFoundError: no such tournament.
    """
    return _answer(context, tournament_id, given, now)[1].said


@dataclass(frozen=True, slots=True)
class _Answer:
    """A decision to be stored, and what it says."""

    kind: str
    value: str
    said: tuple[Text, ...]


def _answer(
    context: Context, tournament_id: int, given: Confirmed, now: dt.datetime
) -> tuple[Case, _Answer]:
    case = load_case(context, tournament_id)
    before = replace(confirmed_of(case), accepted=frozenset())
    if given != Confirmed():
        after = combined(before, given)
        refuse_impossible(after, now.astimezone(case.policy.timezone).date())
        return case, _confirmed(after, facts_said(before, after))
    code = explain(context, tournament_id, now).code
    if code in ACCEPTABLE:
        what = WORDS[Why(code)]
        text = Text(
            f"Looked at and accepted: {what.en}.", f"Geprüft und akzeptiert: {what.de}."
        )
        codes = sorted({*confirmed_of(case).accepted, code})
        value = {"snapshot": case.head.snapshot_sha256, "codes": codes}
        return case, _Answer(decisions.ACCEPTED, json.dumps(value), (text,))
    if code == twins.CODE:
        found = twins.to_confirm(case.twins, case.decisions)
        return case, _Answer(decisions.NO_TWIN, *found)
    answer = _games(case, before, code)
    answer = answer if answer.said else _removal(context, case)
    if not answer.said:
        found = differences.to_accept(context, case.head.id, case.decisions)
        answer = _Answer(decisions.DIFFERENCES, *found)
    return case, answer


def _removal(context: Context, case: Case) -> _Answer:
    """Allow the export that waits because it would remove most of the tournament."""
    with context.store.read() as session:
        arrival_id = asked.find_waiting(session, case.head.id, MASS_REMOVAL)
    if arrival_id is None:
        return _Answer("", "", ())
    text = Text(
        "The export may remove what it no longer holds.",
        "Der Export darf entfernen, was er nicht mehr enthält.",
    )
    return _Answer(decisions.REMOVAL, str(arrival_id), (text,))


def _games(case: Case, before: Confirmed, code: str) -> _Answer:
    """Answer the question about games of one kind, if that is what is asked."""
    tournament = decode_snapshot(case.head.snapshot)
    if code == Why.ZERO_ZERO:
        keys = both_zero(tournament) - before.zero_zero
        after = replace(before, zero_zero=before.zero_zero | keys)
        return _confirmed(named(after, tournament), games_said(tournament, keys, ZERO))
    if code == Why.DOUBLE_FORFEIT:
        keys = both_forfeited(tournament) - before.double_forfeits
        after = replace(before, double_forfeits=before.double_forfeits | keys)
        return _confirmed(
            named(after, tournament), games_said(tournament, keys, FORFEIT)
        )
    return _Answer("", "", ())


def _confirmed(after: Confirmed, said: tuple[Text, ...]) -> _Answer:
    value = json.dumps(to_json(after), ensure_ascii=False)
    return _Answer(decisions.CONFIRMED, value, said)


def approve(
    context: Context,
    tournament_id: int,
    now: dt.datetime,
    by: str = "",
    portal: str | None = None,
) -> tuple[Text, ...]:
    """Let the tournament's reports go; return one sentence per thing approved.

    A hold is lifted, and nothing else is done. Otherwise: releases a tournament from
    before first contact, ends the quiet period, makes the report if it is due, and
    approves every draft and every refused report: it leaves as soon as the window is
    open. A queued report is tried at once. A tournament that is not ready has none to
    approve: its drafts are out of date.

    Args:
        context: the outside world.
        tournament_id: row id of the tournament.
        now: aware UTC time.
        by: name of the person who approves.
        portal: the only portal whose reports are approved; None = all.

    Raises:
        NotFoundError: no such tournament or portal, or nothing to approve.
        StaleRevisionError: the draft that was to be approved has changed.
    """
    refuse_unknown(context, portal)
    context = replace(context, by=by or context.by)
    if _lift_hold(context, tournament_id, now, LIFTED):
        return (LIFTED,)
    seen = _drafts(context, tournament_id)
    said = _release(context, tournament_id, now)
    assess(context, tournament_id, now)
    drafts = _drafts(context, tournament_id)
    if seen and not said and drafts != seen:
        raise StaleRevisionError(_changed(tournament_id))
    said += approve_ready(context, tournament_id, by, now, portal)
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


def _drafts(context: Context, tournament_id: int) -> set[tuple[int, int]]:
    """Return the drafts that wait for approval, with the reports they hold."""
    with context.store.read() as session:
        submissions = outbox.load_submissions(session, tournament_id)
    return {
        (item.id, item.report_id)
        for item in submissions
        if item.state == outbox.DRAFTED
    }


def hold(context: Context, tournament_id: int, reason: str, now: dt.datetime) -> None:
    """Stop the reports of a tournament until it is released.

    What no portal has is held; one that may have arrived is brought to its end.

    Raises:
        NotFoundError: no such tournament.
    """
    case = load_case(context, tournament_id)
    text = Text(f"Held: {reason}", f"Angehalten: {reason}") if reason else _HELD
    value = reason or decisions.NO_REASON
    stop = partial(staging.hold_unsent, tournament_id=tournament_id, why=text, now=now)
    decide(context, case.head, decisions.HOLD, value, (text,), now, also=stop)
    assess(context, tournament_id, now)


def release(
    context: Context, tournament_id: int, now: dt.datetime, reason: str = ""
) -> Text:
    """Lift the hold of a tournament; its reports go on from where they stood.

    The reason is kept in the tournament's history, like that of the hold.

    Raises:
        NotFoundError: no such tournament, or it is not held.
    """
    en, de = LIFTED.en, LIFTED.de
    said = Text(f"{en} {reason}", f"{de} {reason}") if reason else LIFTED
    if _lift_hold(context, tournament_id, now, said):
        return said
    raise NotFoundError(
        Text(
            f"Tournament {tournament_id} is not held. What it waits for: "
            f"syncd why {tournament_id}",
            f"Turnier {tournament_id} ist nicht angehalten. Worauf es wartet: "
            f"syncd why {tournament_id}",
        )
    )


def _release(context: Context, tournament_id: int, now: dt.datetime) -> list[Text]:
    """Take back what keeps the tournament from being reported by itself."""
    said = []
    for _ in RELEASES:
        case = load_case(context, tournament_id)
        found = RELEASES.get(_judge_code(case, now))
        if found is None:
            break
        kind, text = found
        value = release_value(case, kind)
        decide(context, case.head, kind, value, (text,), now)
        said.append(text)
    return said


def release_value(case: Case, kind: str) -> str:
    """Return what a release holds for: this state, or what was found at a portal."""
    if kind == decisions.ANOTHER_ONE:
        return alreadythere.answer(case.decisions)
    return case.head.snapshot_sha256


def _lift_hold(
    context: Context, tournament_id: int, now: dt.datetime, said: Text
) -> bool:
    """Lift a hold; what is sent then is a decision of its own."""
    case = load_case(context, tournament_id)
    if not case.decisions.get(decisions.HOLD):
        return False
    go_on = partial(staging.release_held, tournament_id=tournament_id, now=now)
    decide(context, case.head, decisions.HOLD, "", (said,), now, also=go_on)
    assess(context, tournament_id, now)
    return True


def _judge_code(case: Case, now: dt.datetime) -> str:
    """Return the code of what the tournament waits for, empty if it is ready."""
    waiting = judge(case, now).waiting
    return waiting.code if waiting else ""


def _changed(tournament_id: int) -> Text:
    return Text(
        "The report has changed since you saw it. Look at it again (syncd reports), "
        f"then: syncd approve {tournament_id}",
        "Der Bericht hat sich seither geändert. Bitte noch einmal ansehen (syncd "
        f"reports), dann: syncd approve {tournament_id}",
    )


_HELD: Final = Text("Held.", "Angehalten.")
LIFTED: Final = Text("The hold is lifted.", "Der Halt ist aufgehoben.")
RELEASES: Final = {
    alreadythere.CODE: (
        decisions.ANOTHER_ONE,
        Text(
            "What the portal has is another tournament.",
            "Was das Portal hat, ist ein anderes Turnier.",
        ),
    ),
    "quiet": (
        decisions.NOT_QUIET,
        Text("The quiet period is over.", "Die Ruhezeit ist beendet."),
    ),
    "first_contact": (
        decisions.RELEASED,
        Text(
            "Released although it ended before first contact.",
            "Freigegeben, obwohl es vor dem ersten Kontakt endete.",
        ),
    ),
    STOPPED: (
        decisions.LATE,
        Text(
            "Released although the deadline has long passed.",
            "Freigegeben, obwohl die Frist längst vorbei ist.",
        ),
    ),
}
"""What `approve` answers by itself, by the code of what is waited for."""
