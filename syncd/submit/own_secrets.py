"""Our own secrets, cut out of what a server says before anybody sees or stores it.

A server that answers with the request, headers and all, would else bring passwords and
tokens into messages, receipts and the store. What is not known to be a secret (a header
or address of the configuration may hold one) is cut if it is long enough to be one.
"""

from __future__ import annotations

import base64
import html
import json
import re
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Final
from urllib.parse import parse_qsl, quote, urlsplit

from syncd.bilingual import Text
from syncd.errors import RemoteError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from syncd.submit.portal import Receipt

CUT: Final = "***"
_LEAST_UNKNOWN: Final = 8
"""Shorter values of headers and addresses that are no login are left alone."""
_LEAST_INSIDE: Final = 4
"""A shorter secret is cut only where it stands alone."""


def in_headers(login: Mapping[str, str]) -> set[str]:
    """Return what is secret in headers that log in: values, tokens, passwords."""
    found = set()
    for value in login.values():
        word = value.partition(" ")[2] or value
        found |= {value, word}
        with suppress(ValueError):
            pair = base64.b64decode(word, validate=True).decode()
            found |= {pair, pair.partition(":")[2]}
    return found


def in_values(values: Iterable[str]) -> set[str]:
    """Return what may be secret in configured values; those with placeholders not."""
    return {one for one in values if len(one) >= _LEAST_UNKNOWN and "{" not in one}


def in_address(address: str) -> set[str]:
    """Return what may be secret in an address: password and values of the query."""
    try:
        parts = urlsplit(address)
        password = parts.password or ""
    except ValueError:
        return set()
    return {password} | in_values(value for _, value in parse_qsl(parts.query))


def in_mail(user: str, password: str) -> set[str]:
    """Return what logs in at a mail server, in the forms of PLAIN and LOGIN.

    Source: RFC 4616 section 2.
    """
    pair = f"\0{user}\0{password}"
    return {password, base64.b64encode(pair.encode()).decode("ascii")} - {""}


@contextmanager
def kept(secrets: Callable[[], Iterable[str]]) -> Iterator[None]:
    """Cut our secrets out of any error that comes out of this.

    Args:
        secrets: gives them afterwards, since a token may be fetched meanwhile.
    """
    try:
        yield
    except RemoteError as error:
        hidden = tuple(secrets())
        error.text = Text(
            without(error.text.en, hidden), without(error.text.de, hidden)
        )
        error.said = without(error.said, hidden)
        error.args = (error.text.en,)
        raise


def cut_from(receipt: Receipt, secrets: Iterable[str]) -> Receipt:
    """Return a receipt without our secrets."""
    hidden = tuple(secrets)
    answer = receipt.answer
    if hidden and answer:
        with suppress(UnicodeDecodeError):
            answer = without(answer.decode(), hidden).encode()
    return replace(receipt, number=without(receipt.number, hidden), answer=answer)


def without(text: str, secrets: Iterable[str]) -> str:
    """Return a text with our secrets cut out, in whatever form it shows them.

    A text may end in the middle of one, where it was shortened.
    """
    if not text:
        return text
    forms = {form for one in secrets for form in _forms(one)}
    for form in sorted(forms, key=len, reverse=True):
        if len(form) < _LEAST_INSIDE:
            text = re.sub(rf"(?<!\w){re.escape(form)}(?!\w)", CUT, text)
        else:
            text = _without_start(text.replace(form, CUT), form)
    return text


def _without_start(text: str, secret: str) -> str:
    """Cut off the start of a secret at the end of a text."""
    for length in range(min(len(secret) - 1, len(text)), _LEAST_UNKNOWN - 1, -1):
        if text.endswith(secret[:length]):
            return text[:-length] + CUT
    return text


def _forms(secret: str) -> set[str]:
    """Return the forms in which a server may show a secret."""
    if not secret:
        return set()
    encoded = secret.encode("utf-8", "replace")
    return {
        secret,
        " ".join(secret.split()),
        base64.b64encode(encoded).decode("ascii"),
        quote(secret, safe=""),
        html.escape(secret),
        json.dumps(secret)[1:-1],
        json.dumps(secret).replace("/", "\\/")[1:-1],
    } - {""}
