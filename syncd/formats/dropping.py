"""A file without the contact data in it, for whoever must not keep that.

What `syncd.formats.contact` keeps out of the model is taken out of the bytes, in the
same way, so that both bytes mean the same tournament. Lines and columns stay where they
were: an address among columns becomes blanks, a contact record (XCE, XCS, XCP behind
the players) keeps its start number only.

Defined for any bytes, and the same bytes come back where nothing is to be dropped.
"""

from __future__ import annotations

import re
from typing import Final

from syncd.errors import EncodeError
from syncd.formats.contact import (
    MAIL,
    holds_contact,
    is_contact_parameter,
    without_contact_text,
)
from syncd.formats.text import Limits, Line, join_lines, split_lines
from syncd.formats.trf.passport import read_passport

_NO_LIMITS: Final = Limits(2**40, 2**40, 2**40)
_CONTACTS: Final = ("XCE", "XCS")
_PARAMETER: Final = "XCP"
_NUMBER_ENDS: Final = 8
_PROSE: Final = ("012", "022", "102", "112", "###", "XCL")
"""Records that are one text; all others hold columns, in which digits are no phone."""
_TEXT_STARTS: Final = 4
_XML: Final = re.compile(rb"\s*(?:\xef\xbb\xbf)?\s*<")
_ELEMENT: Final = re.compile(
    r"(<(label|location|notes|sender|surname|forename|club|address)>)([^<]*)(?=</\2>)"
)


def drop_contact(data: bytes) -> bytes:
    """Return a file without e-mail addresses and phone numbers.

    Args:
        data: a whole file of any kind.
    """
    if _XML.match(data):
        return _of_xml(data)
    lines = split_lines(data, _NO_LIMITS)
    changed = tuple(map(_without, lines.lines))
    if changed == lines.lines:
        return data
    try:
        return join_lines(lines.encoding, changed)
    except EncodeError:  # only blanks were added: no encoding lacks them
        return data


def _without(line: Line) -> Line:
    text = _without_text(line.text)
    return line if text == line.text else line._replace(text=text)


def _without_text(text: str) -> str:
    if text.startswith(_CONTACTS):
        return text[:_NUMBER_ENDS].rstrip()
    if text.startswith(_PARAMETER):
        return _parameter(text)
    if text.startswith(_PROSE):
        start, rest = text[:_TEXT_STARTS], text[_TEXT_STARTS:]
        is_kept = not holds_contact(rest) or _is_passport(text)
        return text if is_kept else start + without_contact_text(rest)
    return MAIL.sub(_blanks, text) if "@" in text else text


def _is_passport(text: str) -> bool:
    """Return whether this is a passport; its tournamentUUID may look like a phone."""
    passport = read_passport(text.encode("utf-8", "replace"))
    return passport is not None and not holds_contact(
        text.replace(passport.tournament_uuid, "")
    )


def _parameter(text: str) -> str:
    """Return a parameter, or several on one line, without those about contacts."""
    if "=" not in text:
        return text[:_NUMBER_ENDS].rstrip()
    head, values = text[:_TEXT_STARTS], text[_TEXT_STARTS:].split(";")
    return head + ";".join(map(_value, values))


def _value(parameter: str) -> str:
    key, sign, value = parameter.partition("=")
    return key + sign if is_contact_parameter(key, value) else parameter


def _blanks(found: re.Match[str]) -> str:
    return " " * len(found[0])


def _of_xml(data: bytes) -> bytes:
    for codec in ("utf-8", "cp1252", "latin-1"):
        try:
            text = data.decode(codec)
        except UnicodeDecodeError:
            continue
        changed = _ELEMENT.sub(_of_element, text)
        return data if changed == text else changed.encode(codec)
    return data


def _of_element(found: re.Match[str]) -> str:
    start, text = found[1], found[3]
    return start + (without_contact_text(text) if holds_contact(text) else text)
