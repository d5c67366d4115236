"""What the answer of a portal means: a receipt, or the error that says what to do.

Pure. An answer counts as a receipt only if it names the fileUUID that was sent: a
login page, a proxy's greeting or a cut body must never look like success. What the
portal itself says is passed on to people as plain text; markup is cut off, because an
error page may echo the report and with it the players' data.

Source: RFC 9110 section 15 (status codes) and 10.2.3 (Retry-After);
draft-ietf-httpapi-idempotency-key-header-07 section 2.6 (409 in flight, 422).
"""

from __future__ import annotations

import datetime as dt
import json
import re
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.errors import BadReceiptError, RejectedError, RemoteError, UnreachableError
from syncd.submit.portal import Receipt

if TYPE_CHECKING:
    from syncd.submit.portal import Package

MOST_REASON_CHARACTERS: Final = 2_000
_MOST_WORD_CHARACTERS: Final = 100
# Keeps every date that is computed from it within the calendar: a year.
_MOST_RETRY_AFTER_S: Final = 366 * 86_400.0

_RECEIVED: Final = frozenset({200, 201, 202})
_IN_FLIGHT: Final = 409
_NO_LOGIN: Final = frozenset({401, 407})
_NO_SUCH_PLACE: Final = frozenset({404, 405, 410})
"""The address is wrong or gone: says nothing about the report."""
_COME_BACK: Final = frozenset({408, 425, 429})
"""Refused before it was looked at: nothing was stored."""
_REDIRECTS: Final = 300
_CLIENT_ERRORS: Final = 400
_SERVER_ERRORS: Final = 500
_TAKEN: Final = frozenset(
    {"", "accepted", "created", "ok", "queued", "received", "stored"}
)
_REASON_KEYS: Final = ("rule", "message", "title", "detail", "error", "errors")
_REASON_DEPTH: Final = 5

# A lone tag ("<surname> is empty") is a word of the portal; two tags are an echo.
_ECHO: Final = re.compile(r"<[?!]|&lt;|<[^<>]*>[^<]*<", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Answer:
    """One HTTP answer, as far as it matters here.

    Attributes:
        status: HTTP status.
        body: at most 64 KiB of the body.
        retry_after_s: seconds it asks to wait, None if it names none.
        location: header `Location` or empty.
    """

    status: int
    body: bytes = b""
    retry_after_s: float | None = None
    location: str = ""


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


def retry_after_s(value: str, now: dt.datetime | None) -> float | None:
    """Return the seconds a `Retry-After` header asks to wait.

    Args:
        value: the header, seconds or an HTTP date.
        now: aware time to count from, None if it is unknown.

    Returns:
        Seconds from 0 to one year, None if the header cannot be read.

    Source: RFC 9110 section 10.2.3.
    """
    value = value.strip()
    if value.isascii() and value.isdigit():
        return min(float(value), _MOST_RETRY_AFTER_S)
    until = http_date(value)
    if until is None or now is None:
        return None
    return min(max(0.0, (until - now).total_seconds()), _MOST_RETRY_AFTER_S)


def http_date(value: str) -> dt.datetime | None:
    """Return the aware time of an HTTP date in any of its forms, None if it is none.

    Source: RFC 9110 section 5.6.7.
    """
    try:
        time = parsedate_to_datetime(value)
    except (ValueError, OverflowError):
        return None
    return time if time.tzinfo else time.replace(tzinfo=dt.UTC)


def reason_in(body: bytes) -> str:
    """Return what the portal says in its own words, as one line of plain text.

    Args:
        body: JSON with `message`, `detail` or `errors`, or plain text.

    Returns:
        At most 2,000 printable characters, no markup, empty if nothing is left.
    """
    told = _told(_json(body)) or body.decode("utf-8", "replace")
    echo = _ECHO.search(told)
    return one_line(told[: echo.start()] if echo else told)[:MOST_REASON_CHARACTERS]


def _told(value: object, depth: int = _REASON_DEPTH) -> str:
    """Return the sentences of a JSON error, however the portal nests them."""
    if isinstance(value, str):
        return value
    if isinstance(value, list) and depth:
        return "; ".join(filter(None, (_told(item, depth - 1) for item in value)))
    if isinstance(value, dict) and depth:
        known = (value[key] for key in _REASON_KEYS if key in value)
        return ": ".join(filter(None, (_told(item, depth - 1) for item in known)))
    return ""


def one_line(text: str) -> str:
    """Return the text as one line that every database and terminal can take."""
    printable = "".join(sign if sign.isprintable() else " " for sign in text)
    return " ".join(printable.split())


def _json(body: bytes) -> object:
    """Return the JSON document, None if it is none."""
    try:
        document: object = json.loads(body)
    except (ValueError, RecursionError):
        return None
    return document


def _fields(answer: Answer) -> dict[str, str]:
    """Return the plain fields of a JSON answer as text, empty if it is none."""
    document = _json(answer.body)
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
        raise _no_receipt(answer, portal)
    if state not in _TAKEN and not state.startswith("already"):
        raise _unknown_state(answer, portal, state[:_MOST_WORD_CHARACTERS])
    return Receipt(
        already_there=state.startswith("already"),
        number=fields.get("receipt", "")[:_MOST_WORD_CHARACTERS],
        status=answer.status,
        answer=answer.body,
    )


def _no_receipt(answer: Answer, portal: str) -> BadReceiptError:
    status = answer.status
    text = Text(
        f"{portal} answered with status {status}, but its answer is no receipt of "
        "this report: it does not name the fileUUID that was sent. The same file will "
        "be sent again. If this goes on, check the address of the portal: a login "
        "page or another service may be answering there.",
        f"{portal} hat mit Status {status} geantwortet, doch die Antwort ist keine "
        "Quittung für diesen Bericht: Sie nennt die gesendete fileUUID nicht. Dieselbe "
        "Datei wird noch einmal gesendet. Bleibt es dabei, bitte die Adresse des "
        "Portals prüfen: Vielleicht antwortet dort eine Anmeldeseite oder ein anderer "
        "Dienst.",
    )
    return BadReceiptError(text, status=status, may_have_arrived=True)


def _unknown_state(answer: Answer, portal: str, state: str) -> BadReceiptError:
    text = Text(
        f"{portal} answered for this report with the unknown state “{state}”. The "
        "same file will be sent again; please ask the portal what this state means.",
        f"{portal} hat zu diesem Bericht den unbekannten Zustand „{state}“ genannt. "
        "Dieselbe Datei wird noch einmal gesendet; bitte beim Portal nachfragen, was "
        "dieser Zustand bedeutet.",
    )
    return BadReceiptError(text, status=answer.status, may_have_arrived=True)


def _refusal(answer: Answer, portal: str) -> RemoteError:
    """Return the error for an answer that is no receipt by its status alone."""
    status = answer.status
    if status in _NO_LOGIN:
        return _not_logged_in(answer, portal)
    if status in _NO_SUCH_PLACE:
        return _wrong_address(answer, portal)
    if status in _COME_BACK or status == _IN_FLIGHT or status >= _SERVER_ERRORS:
        return _later(answer, portal)
    if status >= _CLIENT_ERRORS:
        return _rejected(answer, portal)
    if status >= _REDIRECTS:
        return _redirected(answer, portal)
    return _no_receipt(answer, portal)


def _not_logged_in(answer: Answer, portal: str) -> UnreachableError:
    status = answer.status
    said = _said(answer)
    text = Text(
        f"{portal} did not let us in (status {status}). Please check the credentials "
        f"in the configuration; the report is kept and sent later.{said.en}",
        f"{portal} hat die Anmeldung nicht angenommen (Status {status}). Bitte die "
        "Zugangsdaten in der Konfiguration prüfen; der Bericht bleibt erhalten und "
        f"wird später gesendet.{said.de}",
    )
    return UnreachableError(text, status=status)


def _wrong_address(answer: Answer, portal: str) -> UnreachableError:
    """Return an error that keeps the report: a mistyped address refuses nothing."""
    status = answer.status
    said = _said(answer)
    text = Text(
        f"There is no way to hand in reports at the address of {portal} (status "
        f"{status}). Please check the url in the configuration; the report is kept and "
        f"sent later.{said.en}",
        f"Unter der Adresse von {portal} lassen sich keine Berichte abgeben (Status "
        f"{status}). Bitte die url in der Konfiguration prüfen; der Bericht bleibt "
        f"erhalten und wird später gesendet.{said.de}",
    )
    return UnreachableError(text, status=status)


def _later(answer: Answer, portal: str) -> UnreachableError:
    status = answer.status
    said = _said(answer)
    text = Text(
        f"{portal} cannot take the report now (status {status}); it is kept and sent "
        f"again later.{said.en}",
        f"{portal} kann den Bericht gerade nicht annehmen (Status {status}); er "
        f"bleibt erhalten und wird später noch einmal gesendet.{said.de}",
    )
    return UnreachableError(
        text,
        status=status,
        retry_after_s=answer.retry_after_s,
        may_have_arrived=status not in _COME_BACK,
    )


def _rejected(answer: Answer, portal: str) -> RejectedError:
    status = answer.status
    said = _said(answer)
    text = Text(
        f"{portal} refused the report (status {status}). It is not sent again "
        f"unchanged; please correct the cause.{said.en}",
        f"{portal} hat den Bericht abgelehnt (Status {status}). Unverändert wird er "
        f"nicht noch einmal gesendet; bitte die Ursache beheben.{said.de}",
    )
    return RejectedError(text, status=status)


def _redirected(answer: Answer, portal: str) -> BadReceiptError:
    status = answer.status
    # What follows ? or # can hold a session or a token: no part of a message.
    target = re.split("[?#]", one_line(answer.location))[0][:_MOST_WORD_CHARACTERS]
    text = Text(
        f"{portal} points to another address (status {status}, “{target}”). Reports "
        "are never sent on to an address that is not configured; please check the "
        "address of the portal and the login.",
        f"{portal} verweist auf eine andere Adresse (Status {status}, „{target}“). "
        "Berichte werden nie an eine Adresse weitergegeben, die nicht eingestellt "
        "ist; bitte die Adresse des Portals und die Anmeldung prüfen.",
    )
    return BadReceiptError(text, status=status, may_have_arrived=True)


def _said(answer: Answer) -> Text:
    """Return the portal's own words as an addition to a message."""
    reason = reason_in(answer.body)
    if not reason:
        return Text("", "")
    return Text(f" The portal says: {reason}", f" Das Portal sagt: {reason}")
