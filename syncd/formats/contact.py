"""E-mail addresses and phone numbers: what they look like, and texts without them.

Contact data never enters the model, wherever in a file people have written it, and no
finding repeats it.

Source: docs/architecture.md, guarantees.
"""

from __future__ import annotations

import re
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from syncd.bilingual import Text
from syncd.model.findings import Finding, Severity

if TYPE_CHECKING:
    from collections.abc import Iterable

    from syncd.model.tournament import Entrant, Team, Tournament

MAIL: Final = re.compile(r"(?<![^\s@<>()])[^\s@<>()]+@[^\s@<>()]+\.[A-Za-z]{2,}")
_PHONE: Final = re.compile(
    r"(?:\+\d{2}|\b0\d{2,5}\s?[/ -]|\b(?:tel|telefon|mobil|handy|phone|fax)\b\W{0,3})"
    r"(?:[ /()-]{0,3}\d){5,}",
    re.IGNORECASE,
)
_LONG_NUMBER: Final = re.compile(r"\d[\d /()-]{4}")
_KEY: Final = re.compile(r"mail|phone|telefon|mobil|handy|^tel|^fax", re.IGNORECASE)
_LIKEMAIL: Final = re.compile(r"[^\s'\"„“]*@[^\s'\"„“]*")
"""Also where an address was cut."""
_EMPTY_BRACKETS: Final = re.compile(r"\(\s*\)|<\s*>")
_HIDDEN: Final = "…"
_SHORTEST: Final = 3
_RECORD: Final = 3
"""Characters of a record's number at the beginning of a line."""
_Record = TypeVar("_Record", bound="Entrant | Team")


class Cleaned(NamedTuple):
    """A tournament without contact data.

    Attributes:
        tournament: as it was, but for texts and parameters that held some.
        texts: how many texts held some.
        parameters: how many parameters were left out.
    """

    tournament: Tournament
    texts: int
    parameters: int


def holds_contact(text: str) -> bool:
    """Return whether a text holds an e-mail address or a phone number."""
    has_mail = "@" in text and MAIL.search(text)
    return bool(has_mail or (_LONG_NUMBER.search(text) and _PHONE.search(text)))


def without_contact(tournament: Tournament) -> Cleaned:
    """Return a tournament whose texts hold no contact data."""
    changes: dict[str, Any] = {}
    count = 0
    for field in fields(tournament):
        value = getattr(tournament, field.name)
        if isinstance(value, str) and type(value) is str and holds_contact(value):
            changes[field.name] = without_contact_text(value)
            count += 1
    deputies = [each for each in tournament.deputies if holds_contact(each)]
    if deputies:
        changes["deputies"] = tuple(map(without_contact_text, tournament.deputies))
    for name, records, attributes in (
        ("entrants", tournament.entrants, ("surname", "forename", "club")),
        ("teams", tournament.teams, ("name", "nickname")),
    ):
        cleaned, odd = _cleaned(records, attributes)
        if odd:
            changes[name] = cleaned
            count += odd
    kept = tuple(
        each for each in tournament.parameters if not is_contact_parameter(*each)
    )
    dropped = len(tournament.parameters) - len(kept)
    if dropped:
        changes["parameters"] = kept
    cleaner = replace(tournament, **changes) if changes else tournament
    return Cleaned(cleaner, count + len(deputies), dropped)


def contact_notes(cleaned: Cleaned, lines: Iterable[str]) -> list[Finding]:
    """Return what was left out, with the place but not with the data.

    Args:
        cleaned: what became of the tournament.
        lines: of its file; looked at only if there is something to say.
    """
    if not (cleaned.texts or cleaned.parameters):
        return []
    numbered = [
        (number, line[:_RECORD])
        for number, line in enumerate(lines, 1)
        if holds_contact(line[_RECORD:])
    ]
    notes = []
    if cleaned.texts:
        others = [at for at, record in numbered if record not in _OWN_RECORDS]
        notes.append(_note(Severity.WARNING, _in_texts(cleaned.texts), others))
    if cleaned.parameters:
        places = [at for at, record in numbered if record == _PARAMETER]
        notes.append(_note(Severity.INFO, _in_parameters(cleaned.parameters), places))
    return notes


def discreet(finding: Finding, line: str = "") -> Finding:
    """Return a finding that repeats no address and no phone number.

    Args:
        finding: what may quote some.
        line: the line of the file that it is about.
    """
    hidden = [finding.value] if _quotes_contact(finding.value, line) else []
    value, english, german = (
        _masked(text, hidden)
        for text in (finding.value, finding.text.en, finding.text.de)
    )
    if (value, english, german) == (finding.value, finding.text.en, finding.text.de):
        return finding
    return replace(finding, value=value, text=Text(english, german))


def _quotes_contact(value: str, line: str) -> bool:
    """Return whether a value is a piece of an address in its line."""
    line = line[_RECORD:]  # its number is no dialling code
    if len(value) < _SHORTEST or not holds_contact(line):
        return False
    found = [*MAIL.finditer(line), *_PHONE.finditer(line)]
    return any(value in each[0] or each[0] in value for each in found)


def _masked(text: str, hidden: list[str]) -> str:
    for each in hidden:
        text = text.replace(each, _HIDDEN)
    if "@" in text:
        text = _LIKEMAIL.sub(f"{_HIDDEN}@{_HIDDEN}", text)
    return _PHONE.sub(_HIDDEN, text) if _LONG_NUMBER.search(text) else text


def without_contact_text(text: str) -> str:
    """Return a text without addresses and numbers, and without empty brackets."""
    if not holds_contact(text):
        return text
    rest = _EMPTY_BRACKETS.sub("", _PHONE.sub("", MAIL.sub("", text)))
    return " ".join(rest.split()).strip(" ,;:/")


def _cleaned(
    records: tuple[_Record, ...], attributes: tuple[str, ...]
) -> tuple[tuple[_Record, ...], int]:
    """Return records without contact data in some texts, and how many had any."""
    texts = "\n".join([getattr(each, name) for each in records for name in attributes])
    if not holds_contact(texts):
        return records, 0
    cleaned = tuple(_withwithout_contact_text(each, attributes) for each in records)
    return cleaned, sum(a != b for a, b in zip(records, cleaned, strict=True))


def _withwithout_contact_text(record: _Record, attributes: tuple[str, ...]) -> _Record:
    changes: dict[str, Any] = {
        name: without_contact_text(getattr(record, name)) for name in attributes
    }
    return replace(record, **changes)


def is_contact_parameter(key: str, value: str) -> bool:
    """Return whether a parameter of CLM (XCP) is an address or a number."""
    return bool(_KEY.search(key)) or holds_contact(f"{key} {value}")


_OWN_RECORDS: Final = frozenset({"XCE", "XCS", "XCP"})
_PARAMETER: Final = "XCP"


def _note(severity: Severity, text: Text, places: list[int]) -> Finding:
    return Finding("contact_data", severity, text, next(iter(places), 0))


def _in_texts(count: int) -> Text:
    return Text(
        f"{count} texts held an e-mail address or a phone number, which was left out. "
        "Contact data must not leave: take it out of these texts in CLM.",
        f"{count} Texte enthielten eine E-Mail-Adresse oder Telefonnummer, die "
        "weggelassen wurde. Kontaktdaten dürfen nicht hinaus: bitte im CLM entfernen.",
    )


def _in_parameters(count: int) -> Text:
    return Text(
        f"{count} parameters (XCP) with contact data were left out.",
        f"{count} Parameter (XCP) mit Kontaktdaten wurden weggelassen.",
    )
