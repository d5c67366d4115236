"""The errors that answers of a portal mean, each with what a person can do. Pure.

What the portal itself says is part of the text for people; `said` holds it alone.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.errors import (
    BadReceiptError,
    PendingError,
    RejectedError,
    UnreachableError,
)
from syncd.submit.answer import COME_BACK
from syncd.submit.answer_text import one_line

if TYPE_CHECKING:
    from syncd.submit.answer import Answer

_MOST_WORD_CHARACTERS: Final = 100


def no_receipt(answer: Answer, portal: str) -> BadReceiptError:
    """Return the error for an answer that does not name our report."""
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
    return _bad_receipt(answer, text)


def unknown_state(answer: Answer, portal: str, state: str) -> BadReceiptError:
    """Return the error for a receipt in a state that nobody has told us of."""
    text = Text(
        f"{portal} answered for this report with the unknown state “{state}”. The "
        "same file will be sent again; please ask the portal what this state means.",
        f"{portal} hat zu diesem Bericht den unbekannten Zustand „{state}“ genannt. "
        "Dieselbe Datei wird noch einmal gesendet; bitte beim Portal nachfragen, was "
        "dieser Zustand bedeutet.",
    )
    return _bad_receipt(answer, text)


def unrecognised(answer: Answer, portal: str) -> BadReceiptError:
    """Return the error for an answer that no configured rule recognises."""
    status, said = answer.status, _said(answer)
    text = Text(
        f"{portal} answered with status {status} in a way that none of its configured "
        "answers describes, so nobody can say whether it has the report. The same file "
        "will be sent again. If this goes on, check the url and the answers of this "
        f"portal in the configuration.{said.en}",
        f"{portal} hat mit Status {status} so geantwortet, wie es keine der "
        "eingestellten Antworten beschreibt; ob der Bericht dort ist, ist ungewiss. "
        "Dieselbe Datei wird noch einmal gesendet. Bleibt es dabei, bitte url und "
        f"answers dieses Portals in der Konfiguration prüfen.{said.de}",
    )
    return _bad_receipt(answer, text)


def redirected(answer: Answer, portal: str) -> BadReceiptError:
    """Return the error for an answer that points elsewhere."""
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
    error = _bad_receipt(answer, text)
    error.is_access = True
    return error


def _bad_receipt(answer: Answer, text: Text) -> BadReceiptError:
    return BadReceiptError(
        text,
        status=answer.status,
        retry_after_s=answer.retry_after_s,
        may_have_arrived=True,
        said=answer.said,
    )


def not_logged_in(answer: Answer, portal: str) -> UnreachableError:
    """Return the error for a login that was not accepted."""
    status, said = answer.status, _said(answer)
    text = Text(
        f"{portal} did not let us in (status {status}). Please check the credentials "
        f"in the configuration; the report is kept and sent later.{said.en}",
        f"{portal} hat die Anmeldung nicht angenommen (Status {status}). Bitte die "
        "Zugangsdaten in der Konfiguration prüfen; der Bericht bleibt erhalten und "
        f"wird später gesendet.{said.de}",
    )
    return UnreachableError(
        text, status=status, retry_after_s=answer.retry_after_s, said=answer.said,
        is_access=True,
    )  # fmt: skip


def wrong_address(answer: Answer, portal: str) -> UnreachableError:
    """Return an error that keeps the report: a mistyped address refuses nothing."""
    status, said = answer.status, _said(answer)
    text = Text(
        f"There is no way to hand in reports at the address of {portal} (status "
        f"{status}). Please check the url in the configuration; the report is kept and "
        f"sent later.{said.en}",
        f"Unter der Adresse von {portal} lassen sich keine Berichte abgeben (Status "
        f"{status}). Bitte die url in der Konfiguration prüfen; der Bericht bleibt "
        f"erhalten und wird später gesendet.{said.de}",
    )
    return UnreachableError(
        text, status=status, retry_after_s=answer.retry_after_s, said=answer.said,
        is_access=True,
    )  # fmt: skip


def later(answer: Answer, portal: str) -> UnreachableError:
    """Return the error for a portal that cannot take the report now."""
    status, said = answer.status, _said(answer)
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
        may_have_arrived=status not in COME_BACK,
        said=answer.said,
    )


def pending(answer: Answer, portal: str) -> PendingError:
    """Return the error for a portal that has the report and has not decided."""
    said = _said(answer)
    text = Text(
        f"{portal} has the report and has not decided yet. It is asked again later; "
        f"nothing is sent meanwhile.{said.en}",
        f"{portal} hat den Bericht und noch nicht entschieden. Es wird später wieder "
        f"gefragt; bis dahin wird nichts gesendet.{said.de}",
    )
    return PendingError(
        text,
        status=answer.status,
        retry_after_s=answer.retry_after_s,
        may_have_arrived=True,
        said=answer.said,
    )


def rejected(answer: Answer, portal: str) -> RejectedError:
    """Return the error for a clear no."""
    status, said = answer.status, _said(answer)
    text = Text(
        f"{portal} refused the report (status {status}). It is not sent again "
        f"unchanged; please correct the cause.{said.en}",
        f"{portal} hat den Bericht abgelehnt (Status {status}). Unverändert wird er "
        f"nicht noch einmal gesendet; bitte die Ursache beheben.{said.de}",
    )
    return RejectedError(text, status=status, said=answer.said)


def _said(answer: Answer) -> Text:
    """Return the portal's own words as an addition to a message."""
    reason = answer.said
    if not reason:
        return Text("", "")
    return Text(f" The portal says: {reason}", f" Das Portal sagt: {reason}")
