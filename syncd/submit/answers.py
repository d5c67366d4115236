"""What an answer means in our own protocol: a receipt, or the error that says why not.

Pure. An answer counts as a receipt only if it names the fileUUID that was sent: a
login page, a proxy's greeting or a cut body must never look like success. Portals that
answer in another way are `syncd.submit.recognise`'s.

Source: RFC 9110 section 15 (status codes);
draft-ietf-httpapi-idempotency-key-header-07 section 2.6 (409 in flight, 422).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from syncd.submit import answer_errors as errors
from syncd.submit.answer import (
    CLIENT_ERRORS,
    COME_BACK,
    NO_LOGIN,
    NOT_FOUND,
    REDIRECTS,
    SERVER_ERRORS,
)
from syncd.submit.answer_text import one_line, to_json
from syncd.submit.portal import Receipt

if TYPE_CHECKING:
    from syncd.errors import RemoteError
    from syncd.submit.answer import Answer
    from syncd.submit.portal import Package

MOST_WORD_CHARACTERS: Final = 100
_RECEIVED: Final = frozenset({200, 201, 202})
_IN_FLIGHT: Final = 409
_NO_SUCH_PLACE: Final = frozenset({NOT_FOUND, 405, 410})
"""The address is wrong or gone: says nothing about the report."""
_TAKEN: Final = frozenset(
    {"", "accepted", "created", "ok", "queued", "received", "stored"}
)


def to_receipt(answer: Answer, package: Package, *, portal: str) -> Receipt:
    """Return the receipt that the answer holds.

    Args:
        answer: what came back.
        package: what was sent.
        portal: name of the portal for messages.

    Raises:
        UnreachableError: the portal asks to come back later or to log in.
        BadReceiptError: the answer is no receipt of this report.
        RejectedError: the portal refused the report.
    """
    if answer.status in _RECEIVED:
        return _read_receipt(answer, package, portal)
    if answer.status == _IN_FLIGHT and _is_already_there(answer, package):
        return _read_receipt(answer, package, portal)
    raise _refusal(answer, portal)


def _fields(answer: Answer) -> dict[str, str]:
    """Return the plain fields of a JSON answer as text, empty if it is none."""
    document = to_json(answer.body)
    if not isinstance(document, dict):
        return {}
    return {
        name: one_line(str(value))
        for name, value in document.items()
        if isinstance(value, str | int)
    }


def _state(fields: dict[str, str]) -> str:
    return fields.get("status", "").lower().replace("-", " ").replace("_", " ")


def _names(fields: dict[str, str], package: Package) -> bool:
    """Return whether the answer is about this report and no other."""
    tournament = fields.get("tournamentUUID", package.tournament_uuid)
    return (
        fields.get("fileUUID", "").lower() == package.file_uuid.lower()
        and tournament.lower() == package.tournament_uuid.lower()
    )


def _is_already_there(answer: Answer, package: Package) -> bool:
    fields = _fields(answer)
    return _names(fields, package) and _state(fields).startswith("already")


def _read_receipt(answer: Answer, package: Package, portal: str) -> Receipt:
    """Return the receipt, which must name our report and say that it was taken."""
    fields = _fields(answer)
    state = _state(fields)
    if not _names(fields, package):
        raise errors.no_receipt(answer, portal)
    if state not in _TAKEN and not state.startswith("already"):
        raise errors.unknown_state(answer, portal, state[:MOST_WORD_CHARACTERS])
    return Receipt(
        already_there=state.startswith("already"),
        number=fields.get("receipt", "")[:MOST_WORD_CHARACTERS],
        status=answer.status,
        answer=answer.body,
    )


def _refusal(answer: Answer, portal: str) -> RemoteError:
    """Return the error for an answer that is no receipt by its status alone."""
    status = answer.status
    if status in NO_LOGIN:
        return errors.not_logged_in(answer, portal)
    if status in _NO_SUCH_PLACE:
        return errors.wrong_address(answer, portal)
    if status in COME_BACK or status == _IN_FLIGHT or status >= SERVER_ERRORS:
        return errors.later(answer, portal)
    if status >= CLIENT_ERRORS:
        return errors.rejected(answer, portal)
    if status >= REDIRECTS:
        return errors.redirected(answer, portal)
    return errors.no_receipt(answer, portal)
