"""What one request to a portal looks like: address, headers and body. Pure.

Placeholders are filled with what belongs to the report. Its label is text from an
export, so each value is made harmless for the place where it goes: percent-encoded in
an address and, beyond plain characters, in a header. In a form it stands as it is.
"""

from __future__ import annotations

import hashlib
import string
from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.parse import quote

import httpx

from syncd import placeholders
from syncd.bilingual import Text
from syncd.errors import UnreachableError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from syncd.submit.portal import Package

_PLAIN: Final = string.punctuation.replace("%", "") + " "
"""What stands in a header as it is, beside letters and digits."""
JSON: Final = "application/json"
XML: Final = "application/xml"


class Form(NamedTuple):
    """How a portal takes a report.

    Attributes:
        idempotency_header: name of the header that carries the fileUUID.
        quoted_key: whether the key is written as an RFC 8941 string, in quotes.
        is_multipart: whether the report is a file of a form, else the body is raw.
        file_field: name of the form field with the file.
        fields: further form fields with placeholders.
        headers: further headers with placeholders.
        accept: kind of answer that is asked for.
    """

    idempotency_header: str = "Idempotency-Key"
    quoted_key: bool = False
    is_multipart: bool = False
    file_field: str = "file"
    fields: Mapping[str, str] = {}
    headers: Mapping[str, str] = {}
    accept: str = JSON


class Letter(NamedTuple):
    """One request, ready to leave except for the login.

    Attributes:
        method: GET, POST or PUT.
        url: whole address.
        headers: without those of the login.
        content: raw body, None where there is none or a form.
        fields: fields of the form.
        files: name of the field -> file name, bytes and type.
    """

    method: str
    url: str
    headers: httpx.Headers
    content: bytes | None = None
    fields: Mapping[str, str] | None = None
    files: Mapping[str, tuple[str, bytes, str]] | None = None


def to_letter(
    portal: str, method: str, url: str, form: Form, package: Package
) -> Letter:
    """Return the request that hands a report in.

    Raises:
        UnreachableError: a placeholder has no value for this report.
    """
    values = _values(package, url, *form.headers.values(), *form.fields.values())
    try:
        address = placeholders.fill(url, values, _in_address)
        headers = _headers(form, values)
        key = f'"{package.file_uuid}"' if form.quoted_key else package.file_uuid
        headers.update({form.idempotency_header: key, "Content-Type": XML})
        if not form.is_multipart:
            return Letter(method, address, headers, package.data)
        # Of the bytes themselves, so that every send is the same to the last byte.
        boundary = f"syncd-{hashlib.sha256(package.data).hexdigest()[:40]}"
        headers["Content-Type"] = f"multipart/form-data; boundary={boundary}"
        fields = {
            name: placeholders.fill(text, values) for name, text in form.fields.items()
        }
    except KeyError as missing:
        raise _has_none(portal, missing.args[0]) from missing
    file = (f"{package.file_uuid}.xml", package.data, XML)
    return Letter(method, address, headers, None, fields, {form.file_field: file})


def to_question(portal: str, url: str, form: Form, package: Package) -> Letter:
    """Return the request that asks what became of a report.

    Raises:
        UnreachableError: a placeholder has no value for this report.
    """
    values = _values(package, url, *form.headers.values())
    try:
        address = placeholders.fill(url, values, _in_address)
        return Letter("GET", address, _headers(form, values))
    except KeyError as missing:
        raise _has_none(portal, missing.args[0]) from missing


def _values(package: Package, *templates: str) -> dict[str, str]:
    """Return what the placeholders stand for; the rest may be dear to find out."""
    values = {
        "file_uuid": package.file_uuid,
        "tournament_uuid": package.tournament_uuid,
    }
    wanted = {name for text in templates for name in placeholders.names_in(text)}
    for name in wanted - values.keys():
        values[name] = package.fields.get(name, "")
    return values


def _headers(form: Form, values: Mapping[str, str]) -> httpx.Headers:
    """Return the headers of every request; some are not for configuration."""
    headers = httpx.Headers({"Accept": form.accept, "User-Agent": "syncd"})
    headers.update(
        {
            name: placeholders.fill(text, values, _in_header)
            for name, text in form.headers.items()
        }
    )
    headers["Accept-Encoding"] = "identity"  # so the size cap is the real size
    return headers


def _in_address(value: str) -> str:
    """Return the value as one step of a path or one value of a query."""
    return quote(value, safe="", errors="replace")


def _in_header(value: str) -> str:
    """Return the value without anything that could end the header."""
    return quote(value, safe=_PLAIN, errors="replace")


def _has_none(portal: str, name: str) -> UnreachableError:
    text = Text(
        f"{portal} wants {{{name}}} with each report, but this one has none, so "
        f"nothing was sent. Please set {name} for the tournament or its source; the "
        "report is kept and sent later.",
        f"{portal} will zu jedem Bericht {{{name}}}, aber dieser hat keine Angabe "
        f"dazu; es wurde nichts gesendet. Bitte {name} beim Turnier oder seiner Quelle "
        "einstellen; der Bericht bleibt erhalten und wird später gesendet.",
    )
    return UnreachableError(text)
