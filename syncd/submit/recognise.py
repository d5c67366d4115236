"""What an answer means by the rules that a portal's section names. Pure.

The first of these that has a rule for the answer counts: later, rejected, pending,
absent, already, accepted. So a doubt never becomes a receipt. A rule without a status
holds only for statuses that can mean what it says; thus a rule that was written too
freely makes neither a broken server a receipt nor a full one a refusal. What no rule
recognises is never a success.

Source: RFC 9110 section 15 (status codes) and 10.2.3 (Retry-After).
"""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from syncd.submit import answer_errors as errors
from syncd.submit.answer import (
    CLIENT_ERRORS,
    COME_BACK,
    FORBIDDEN,
    NO_LOGIN,
    NOT_FOUND,
    REDIRECTS,
    SERVER_ERRORS,
)
from syncd.submit.answer_places import Content
from syncd.submit.answer_text import one_line, plain
from syncd.submit.answers import MOST_WORD_CHARACTERS, to_receipt
from syncd.submit.portal import Receipt

if TYPE_CHECKING:
    from syncd.errors import RemoteError
    from syncd.settings_answers import AnswerSettings, MatchSettings
    from syncd.submit.answer import Answer
    from syncd.submit.portal import Package

_SUCCESS: Final = frozenset(range(200, REDIRECTS))
_REFUSALS: Final = (
    frozenset(range(CLIENT_ERRORS, SERVER_ERRORS)) - NO_LOGIN - COME_BACK - {FORBIDDEN}
)
_ANY: Final = frozenset(range(100, 600))


class Meaning(StrEnum):
    """What an answer can mean, in the order in which it is asked."""

    LATER = "later"
    REJECTED = "rejected"
    PENDING = "pending"
    ABSENT = "absent"
    ALREADY = "already"
    ACCEPTED = "accepted"


_POSSIBLE: Final = {
    Meaning.LATER: _ANY,
    Meaning.REJECTED: _SUCCESS | _REFUSALS,
    Meaning.PENDING: _SUCCESS,
    Meaning.ABSENT: _SUCCESS | _REFUSALS,
    Meaning.ALREADY: _SUCCESS | _REFUSALS,
    Meaning.ACCEPTED: _SUCCESS,
}
"""Statuses for which a rule holds that names none."""


def to_configured_receipt(
    answer: Answer, package: Package, settings: AnswerSettings, *, portal: str
) -> Receipt:
    """Return the receipt that an answer to a report is by the portal's rules.

    Args:
        answer: what came back.
        package: what was sent.
        settings: the rules; where there are none, our own protocol counts.
        portal: name of the portal for messages.

    Raises:
        UnreachableError: the portal asks to come back later or to log in.
        BadReceiptError: no rule recognises the answer.
        PendingError: the portal has not decided.
        RejectedError: the portal refused the report.
    """
    if settings.is_own_protocol:
        return to_receipt(answer, package, portal=portal)
    content = Content(answer.body, package)
    answer = _with_reason(answer, content, settings)
    meaning = meaning_of(answer, content, settings)
    if meaning in {Meaning.ACCEPTED, Meaning.ALREADY}:
        return _receipt(answer, content, settings, meaning)
    raise _error(answer, portal, meaning)


def to_status(
    answer: Answer, package: Package, settings: AnswerSettings, *, portal: str
) -> Receipt | None:
    """Return the receipt that an answer to a status request is; None: not there.

    Without a rule for `absent`, status 404 says so. What is there was there before.

    Raises:
        UnreachableError: the portal cannot be asked now.
        BadReceiptError: no rule recognises the answer.
        PendingError: the portal has not decided.
        RejectedError: the portal refused the report.
    """
    content = Content(answer.body, package)
    meaning = meaning_of(answer, content, settings)
    if meaning is Meaning.ABSENT:
        return None
    if meaning is None and answer.status == NOT_FOUND and not settings.absent:
        return None
    if settings.is_own_protocol and answer.status not in _SUCCESS:
        # Refusing the question is no refusal of the report.
        raise _unrecognised(answer, portal)
    receipt = to_configured_receipt(answer, package, settings, portal=portal)
    return replace(receipt, already_there=True)


def meaning_of(
    answer: Answer, content: Content, settings: AnswerSettings
) -> Meaning | None:
    """Return what an answer means, None if no rule recognises it."""
    for meaning in Meaning:
        rules: tuple[MatchSettings, ...] = getattr(settings, meaning.value)
        statuses = _POSSIBLE[meaning]
        if any(_holds(rule, answer.status, statuses, content) for rule in rules):
            return meaning
    return None


def _holds(
    rule: MatchSettings, status: int, possible: frozenset[int], content: Content
) -> bool:
    """Return whether everything that a rule names holds."""
    if status not in (rule.status or possible):
        return False
    return not rule.is_place or bool(content.values(rule))


def _with_reason(answer: Answer, content: Content, settings: AnswerSettings) -> Answer:
    """Return the answer with what stands at the configured place of the reason."""
    if not settings.reason.is_place:
        return answer
    told = plain("; ".join(content.values(settings.reason)))
    return replace(answer, reason=told or None)


def _receipt(
    answer: Answer, content: Content, settings: AnswerSettings, meaning: Meaning
) -> Receipt:
    place = settings.receipt
    numbers = content.values(place) if place.is_place else []
    return Receipt(
        already_there=meaning is Meaning.ALREADY,
        number=one_line(next(iter(numbers), ""))[:MOST_WORD_CHARACTERS],
        status=answer.status,
        answer=answer.body,
    )


def _error(answer: Answer, portal: str, meaning: Meaning | None) -> RemoteError:
    """Return the error for an answer that is no receipt."""
    match meaning:
        case Meaning.LATER:
            return errors.later(answer, portal)
        case Meaning.REJECTED:
            return errors.rejected(answer, portal)
        case Meaning.PENDING:
            return errors.pending(answer, portal)
        case _:
            return _unrecognised(answer, portal)


def _unrecognised(answer: Answer, portal: str) -> RemoteError:
    """Return the error that the status alone allows: never a receipt or a refusal."""
    status = answer.status
    if status in NO_LOGIN or status == FORBIDDEN:
        return errors.not_logged_in(answer, portal)
    if status in COME_BACK or status >= SERVER_ERRORS:
        return errors.later(answer, portal)
    if REDIRECTS <= status < CLIENT_ERRORS:
        return errors.redirected(answer, portal)
    return errors.unrecognised(answer, portal)
