"""Answers that say no: a code for programs, and two languages for people.

{"code": "token_missing", "text": {"en": "…", "de": "…"}}
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from fastapi.responses import JSONResponse

from syncd.bilingual import Text
from syncd.web import reasons

if TYPE_CHECKING:
    from collections.abc import Mapping

RETRY_S: Final = 30
"""When to come back to a store that is full or locked: people need a moment."""
SOON_S: Final = 5


class RequestError(Exception):
    """An answer that says no.

    Args:
        status: of the answer.
        code: a word for programs.
        text: what is wrong and what to do.
        headers: further headers.
        more: further members of the answer.
    """

    def __init__(
        self,
        status: int,
        code: str,
        text: Text,
        headers: Mapping[str, str] | None = None,
        **more: object,
    ) -> None:
        super().__init__(code)
        self.status = status
        self.code = code
        self.text = text
        self.headers = dict(headers or {})
        self.more = more

    def response(self) -> JSONResponse:
        """Return it as an answer."""
        return JSONResponse(
            {"code": self.code, "text": said(self.text), **self.more},
            self.status,
            {"Cache-Control": "no-store", **self.headers},
        )


def said(text: Text) -> dict[str, Any]:
    """Return a text in both languages as JSON has it."""
    return text._asdict()


def unfit(text: Text) -> RequestError:
    """Return that what is asked for does not fit the tournament."""
    return RequestError(422, "unfit", text)


def no_token() -> RequestError:
    """Return that nobody says who asks."""
    text = Text(
        "This needs a token: Authorization: Bearer …. The operator makes one with "
        "`syncd token new`.",
        "Hierfür ist ein Token nötig: Authorization: Bearer …. Der Betreiber erzeugt "
        "eines mit `syncd token new`.",
    )
    return RequestError(401, "token_missing", text, {"WWW-Authenticate": _BEARER})


def bad_token() -> RequestError:
    """Return that a token is not, or no longer, good."""
    text = Text(
        "This token is not known, has ended or was revoked. Ask the operator for a new "
        "one.",
        "Dieses Token ist unbekannt, abgelaufen oder widerrufen. Bitte den Betreiber "
        "um ein neues bitten.",
    )
    challenge = f'{_BEARER}, error="invalid_token"'
    return RequestError(401, "token_invalid", text, {"WWW-Authenticate": challenge})


def other_scope(scope: str) -> RequestError:
    """Return that a token is good for something else."""
    text = Text(
        f"This token is not good for that; it needs the scope {scope}.",
        f"Dieses Token gilt hierfür nicht; nötig ist der Umfang {scope}.",
    )
    challenge = f'{_BEARER}, error="insufficient_scope"'
    return RequestError(403, "token_scope", text, {"WWW-Authenticate": challenge})


def closed_source(source: str) -> RequestError:
    """Return that nothing can be handed in for a source (any more)."""
    text = Text(
        f"Nothing can be handed in for the source {source}: the operator has to set "
        "push = true there.",
        f"Für die Quelle {source} kann nichts abgegeben werden: Der Betreiber muss "
        "dort push = true einstellen.",
    )
    return RequestError(403, "source_closed", text)


def too_large(most_bytes: int) -> RequestError:
    """Return that a body is longer than it may be."""
    return RequestError(413, "too_large", reasons.too_large(most_bytes))


def too_many_codes(count: int, most: int) -> RequestError:
    """Return that a list names more tie-breaks than are computed at once."""
    text = Text(
        f"These are {count} tie-breaks; at most {most} are computed at once. Ask for "
        "fewer.",
        f"Das sind {count} Feinwertungen; höchstens {most} werden auf einmal "
        "berechnet. Bitte weniger angeben.",
    )
    return RequestError(422, "too_many_tiebreaks", text)


def code_twice(code: str) -> RequestError:
    """Return that a list names a tie-break twice."""
    text = Text(
        f"The tie-break {code} is in the list twice. Write it once.",
        f"Die Feinwertung {code} steht zweimal in der Liste. Bitte nur einmal angeben.",
    )
    return RequestError(422, "tiebreak_twice", text)


def too_much_to_explain(count: int, most: int) -> RequestError:
    """Return that more values are to be explained than fit into one answer."""
    text = Text(
        f"{count} values would have to be explained; one answer holds {most}. Ask for "
        "one participant (number=…) or for fewer tie-breaks.",
        f"{count} Werte wären zu erklären; in eine Antwort passen {most}. Bitte einen "
        "Teilnehmer (number=…) oder weniger Feinwertungen angeben.",
    )
    return RequestError(422, "too_much_to_explain", text)


def too_slow(time_s: float) -> RequestError:
    """Return that a body did not come in time."""
    text = Text(
        f"The file did not come within {time_s:g} s; nothing was stored. Please send "
        "it again.",
        f"Die Datei kam nicht innerhalb von {time_s:g} s; nichts wurde gespeichert. "
        "Bitte noch einmal senden.",
    )
    return RequestError(408, "too_slow", text, {"Connection": "close"})


def too_many_at_once() -> RequestError:
    """Return that a token has enough requests under way."""
    text = Text(
        "Several files are being handed in with this token already. Please send them "
        "one after the other.",
        "Mit diesem Token werden schon mehrere Dateien abgegeben. Bitte nacheinander "
        "senden.",
    )
    return RequestError(429, "busy", text, {"Retry-After": str(SOON_S)})


def not_stored(text: Text) -> RequestError:
    """Return that the store cannot take anything now."""
    return RequestError(503, "store_unavailable", text, {"Retry-After": str(RETRY_S)})


def disk_failed() -> RequestError:
    """Return that a file on its way cannot be kept now."""
    text = Text(
        "The disk of this server is full or fails; nothing was stored. Please send it "
        "again later.",
        "Der Datenträger dieses Servers ist voll oder gestört; nichts wurde "
        "gespeichert. Bitte später noch einmal senden.",
    )
    return not_stored(text)


def not_found() -> RequestError:
    """Return that there is nothing, or nothing that this token may see."""
    text = Text("There is nothing here.", "Hier ist nichts.")
    return RequestError(404, "not_found", text)


def other_method(allowed: str) -> RequestError:
    """Return that an address does not know a method.

    Args:
        allowed: those it knows, with commas.
    """
    text = Text(
        f"This address only knows {allowed}.", f"Diese Adresse kennt nur {allowed}."
    )
    return RequestError(405, "method_not_allowed", text, {"Allow": allowed})


def refused(status: int) -> RequestError:
    """Return that a request is no use, where nothing better can be said."""
    text = Text(
        "This request cannot be answered.",
        "Diese Anfrage lässt sich nicht beantworten.",
    )
    return RequestError(status, "bad_request", text)


def failed() -> RequestError:
    """Return that the fault is ours."""
    text = Text(
        "syncd failed here; its log says where. Please try again later.",
        "syncd ist hier gescheitert; sein Log sagt, wo. Bitte später noch einmal.",
    )
    return RequestError(500, "internal", text)


_BEARER: Final = 'Bearer realm="syncd"'
