"""What became of a report, in one plain sentence for every state (pure)."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.store import outbox
from syncd.store.revisions import Waiting

if TYPE_CHECKING:
    from collections.abc import Callable

    from syncd.store.outbox import Submission

SLOW_AFTER: Final = dt.timedelta(days=14)
"""After two weeks without a yes or no somebody has forgotten the report."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """A host to which nobody sends for the time being.

    Attributes:
        host: host and port, or the folder.
        since_utc: when it failed first.
        next_utc: when the next try may go.
        reports: how many reports wait for it.
        note: what the last failure said.
    """

    host: str
    since_utc: dt.datetime
    next_utc: dt.datetime
    reports: int
    note: Text


@dataclass(frozen=True, slots=True)
class Around:
    """What a sentence about a report has to know besides the report.

    Attributes:
        zone: local time of the source.
        trouble: of the portal's host, None if it works.
        accepted: fileUUIDs of reports whose differences a person has accepted.
        now: aware UTC time; None where the age of a report does not matter.
        is_shadow: whether the portal only compares, so that nothing is ever sent.
    """

    zone: dt.tzinfo = dt.UTC
    trouble: Trouble | None = None
    accepted: frozenset[str] = frozenset()
    now: dt.datetime | None = None
    is_shadow: bool = False

    def settles(self, submission: Submission) -> bool:
        """Return whether a person has accepted in what a report differs."""
        return submission.file_uuid in self.accepted


def waiting_of(submission: Submission, around: Around = Around()) -> Waiting | None:
    """Return what a tournament waits for while its report is in this state."""
    state = submission.state
    if state in {outbox.ACCEPTED, outbox.RATED}:
        return None
    return Waiting(
        f"report.{state}",
        sentence(submission, around),
        needs_person=_needs_person(submission, around),
        recheck_utc=submission.due_utc if state in outbox.STAGED else None,
    )


def sentence(submission: Submission, around: Around = Around()) -> Text:
    """Return one plain sentence: what the state is, and what happens next."""
    return _SENTENCES[submission.state](submission, around)


def approval_wanted(
    tournament_id: int,
    note: Text = Text("", ""),  # noqa: B008 - a value
) -> Waiting:
    """Return the waiting of a tournament whose report a person has to approve.

    Args:
        tournament_id: row id.
        note: what that person should know; may be empty.
    """
    command = f"syncd approve {tournament_id}"
    text = Text(
        f"The report is ready and waits for approval: {command} {note.en}".rstrip(),
        f"Der Bericht ist fertig und wartet auf Freigabe: {command} {note.de}".rstrip(),
    )
    return Waiting("report.drafted", text, needs_person=True, recheck_utc=None)


def local_time(at: dt.datetime | None, zone: dt.tzinfo) -> str:
    """Return a time as people of the source write it, empty if there is none."""
    return f"{at.astimezone(zone):%d.%m.%Y %H:%M}" if at else ""


def _needs_person(submission: Submission, around: Around) -> bool:
    if submission.state == outbox.DIFFERS:
        return not around.settles(submission)
    is_stuck = submission.is_parked or is_slow(submission, around)
    return submission.state in _FOR_PERSONS or is_stuck


def is_slow(submission: Submission, around: Around) -> bool:
    """Return whether a portal has kept a report undecided for too long."""
    since, now = submission.first_sent_utc, around.now
    if submission.state != outbox.UNKNOWN or since is None or now is None:
        return False
    return now - since >= SLOW_AFTER


def _note(submission: Submission) -> Text:
    """Return what was said last, without the portal's name: the sentence has it."""
    start, note = f"{submission.portal}: ", submission.note
    return Text(note.en.removeprefix(start), note.de.removeprefix(start))


def _ended(text: str) -> str:
    """Return a sentence with its full stop."""
    return text if not text or text.endswith((".", "!", "?")) else f"{text}."


def _drafted(submission: Submission, _: Around) -> Text:
    return approval_wanted(submission.tournament_id, submission.note).text


def _waiting(submission: Submission, around: Around) -> Text:
    at = local_time(submission.due_utc, around.zone)
    return Text(
        f"Ready; it leaves for {submission.portal} by itself when its window opens, "
        f"at {at}.",
        f"Fertig; er geht von selbst an {submission.portal}, sobald das Zeitfenster "
        f"beginnt: {at}.",
    )


def _approved(submission: Submission, around: Around) -> Text:
    at, by = local_time(submission.due_utc, around.zone), submission.approved_by
    en, de = (f" by {by}", f" von {by}") if by else ("", "")
    return Text(
        f"Approved{en}; it leaves for {submission.portal} when its window opens, at "
        f"{at}.",
        f"Freigegeben{de}; er geht an {submission.portal}, sobald das Zeitfenster "
        f"beginnt: {at}.",
    )


def _queued(submission: Submission, around: Around) -> Text:
    if around.is_shadow:
        return _compared(submission.portal)
    if around.trouble is not None:
        return _in_trouble(submission, around.trouble, around.zone)
    portal, note = submission.portal, _note(submission)
    if not submission.failures:
        return Text(
            f"The report is on its way to {portal}. {note.en}".rstrip(),
            f"Der Bericht ist unterwegs zu {portal}. {note.de}".rstrip(),
        )
    at, count = local_time(submission.due_utc, around.zone), submission.failures
    return Text(
        f"The report is not at {portal} yet after {_times(count)}; next try {at}. "
        f"{note.en}".rstrip(),
        f"Der Bericht ist nach {_times_de(count)} noch nicht bei {portal}; nächster "
        f"Versuch {at}. {note.de}".rstrip(),
    )


def _compared(portal: str) -> Text:
    return Text(
        f"The report is made and is only compared, not sent: it is held against the "
        f"one submitted by hand as soon as that lies in the folder of {portal}.",
        f"Der Bericht ist erstellt und wird nur verglichen, nicht gesendet: sobald der "
        f"von Hand eingereichte im Ordner von {portal} liegt.",
    )


def _in_trouble(submission: Submission, trouble: Trouble, zone: dt.tzinfo) -> Text:
    since = local_time(trouble.since_utc, zone)
    at = local_time(trouble.next_utc, zone)
    return Text(
        f"The portal {submission.portal} ({trouble.host}) has not worked since "
        f"{since}; {_reports(trouble.reports)} for it; next try {at}. "
        f"{trouble.note.en}".rstrip(),
        f"Das Portal {submission.portal} ({trouble.host}) ist seit {since} gestört; "
        f"{_reports_de(trouble.reports)} darauf; nächster Versuch {at}. "
        f"{trouble.note.de}".rstrip(),
    )


def _sending(submission: Submission, _: Around) -> Text:
    return Text(
        f"The report is being sent to {submission.portal} right now.",
        f"Der Bericht wird gerade an {submission.portal} gesendet.",
    )


def _unknown(submission: Submission, around: Around) -> Text:
    portal, note = submission.portal, _note(submission)
    if submission.is_parked:
        command = f"syncd resubmit {submission.tournament_id}"
        return Text(
            f"It is not known whether {portal} has the report. {note.en} Please ask "
            f"the portal; if it has not got it, send it again with: {command}",
            f"Ob {portal} den Bericht hat, ist ungewiss. {note.de} Bitte beim Portal "
            f"nachfragen; hat es ihn nicht, noch einmal senden: {command}",
        )
    if around.trouble is not None:
        return _in_trouble(submission, around.trouble, around.zone)
    at = local_time(submission.due_utc, around.zone)
    sent = local_time(submission.first_sent_utc, around.zone)
    en, de = (f" on {sent}", f" am {sent}") if sent else ("", "")
    ask = _ASK if is_slow(submission, around) else Text("", "")
    return Text(
        f"The report went to {portal}{en}; nobody knows yet what became of it; next "
        f"look {at}.{ask.en} {note.en}".rstrip(),
        f"Der Bericht ging{de} an {portal}; was daraus wurde, ist noch ungewiss; "
        f"nächste Prüfung am {at}.{ask.de} {note.de}".rstrip(),
    )


def _accepted(submission: Submission, _: Around) -> Text:
    portal = submission.portal
    return Text(
        f"Nothing is waited for: the portal {portal} has the newest report.",
        f"Nichts steht aus: das Portal {portal} hat den neuesten Bericht.",
    )


def _rated(submission: Submission, _: Around) -> Text:
    portal = submission.portal
    return Text(
        f"Nothing is waited for: the portal {portal} has rated the newest report.",
        f"Nichts steht aus: das Portal {portal} hat den neuesten Bericht ausgewertet.",
    )


def _differs(submission: Submission, around: Around) -> Text:
    portal, note = submission.portal, _note(submission)
    command = f"syncd confirm {submission.tournament_id}"
    en, de = f"To accept it as it is: {command}", f"So hinnehmen: {command}"
    if around.settles(submission):
        en, de = "A person has accepted that.", "Ein Mensch hat das akzeptiert."
    return Text(
        f"What {portal} shows differs from the report: {_ended(note.en)} {en}",
        f"Was {portal} zeigt, weicht vom Bericht ab: {_ended(note.de)} {de}",
    )


def _rejected(submission: Submission, _: Around) -> Text:
    portal, note = submission.portal, _note(submission)
    command = f"syncd resubmit {submission.tournament_id}"
    return Text(
        f"The portal {portal} refused the report: {_ended(note.en)} Please correct the "
        f"cause and export again; unchanged it is sent with: {command}",
        f"Das Portal {portal} hat den Bericht abgelehnt: {_ended(note.de)} Bitte die "
        f"Ursache beheben und neu exportieren; unverändert geht er mit: {command}",
    )


def _superseded(submission: Submission, _: Around) -> Text:
    portal = submission.portal
    return Text(
        f"This report never went to {portal}: a newer one took its place.",
        f"Dieser Bericht ging nie an {portal}: ein neuerer trat an seine Stelle.",
    )


def _held(submission: Submission, _: Around) -> Text:
    command = f"syncd release {submission.tournament_id}"
    return Text(
        f"{submission.note.en} Nothing leaves until: {command}",
        f"{submission.note.de} Nichts geht hinaus bis: {command}",
    )


def _dead(submission: Submission, _: Around) -> Text:
    command = f"syncd resubmit {submission.tournament_id}"
    portal, note = submission.portal, _note(submission)
    return Text(
        f"Sending to {portal} was given up: {_ended(note.en)} Once the cause is gone: "
        f"{command}",
        f"Das Senden an {portal} wurde aufgegeben: {_ended(note.de)} Ist die Ursache "
        f"behoben: {command}",
    )


def _times(count: int) -> str:
    return "one try" if count == 1 else f"{count} tries"


def _times_de(count: int) -> str:
    return "einem Versuch" if count == 1 else f"{count} Versuchen"


def _reports(count: int) -> str:
    return "one report waits" if count == 1 else f"{count} reports wait"


def _reports_de(count: int) -> str:
    return "ein Bericht wartet" if count == 1 else f"{count} Berichte warten"


_ASK: Final = Text(
    " That takes too long: please ask there.",
    " Das dauert zu lange: bitte dort nachfragen.",
)
_FOR_PERSONS: Final = frozenset(
    {outbox.DRAFTED, outbox.REJECTED, outbox.HELD, outbox.DEAD}
)
_SENTENCES: Final[dict[str, Callable[[Submission, Around], Text]]] = {
    outbox.DRAFTED: _drafted,
    outbox.WAITING: _waiting,
    outbox.APPROVED: _approved,
    outbox.QUEUED: _queued,
    outbox.SENDING: _sending,
    outbox.UNKNOWN: _unknown,
    outbox.ACCEPTED: _accepted,
    outbox.RATED: _rated,
    outbox.DIFFERS: _differs,
    outbox.REJECTED: _rejected,
    outbox.SUPERSEDED: _superseded,
    outbox.HELD: _held,
    outbox.DEAD: _dead,
}
