"""Taking one person out of what is stored as text: messages, and JSON of any shape.

JSON stays JSON: a text in it loses the name, a number that is an id of the person
becomes null, and what is kept about the person alone goes as a whole.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from syncd.formats.trf.writing.ascii_letters import to_ascii
from syncd.sync.erasing import NOBODY, erased, names_of, without_names
from syncd.sync.persons import folded

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterable, Mapping

    from syncd.model.persons import Person
    from syncd.model.tournament import Entrant
    from syncd.sync.erasing import Names

GONE: Final = "…"
_LONG_NUMBER: Final = 5
_JSON: Final = ("[", "{", '"')
_DATES: Final = ("%Y-%m-%d", "%Y/%m/%d", "%d.%m.%Y")


@dataclass(frozen=True, slots=True)
class Marks:
    """By what a person is known in texts.

    Attributes:
        names: all spellings of surname and forename.
        numbers: ids and dates of birth as text.
        folded: name as it is compared -> that of the erased entry.
    """

    names: Names = frozenset()
    numbers: frozenset[str] = frozenset()
    folded: Mapping[str, str] = field(default_factory=dict)


def marks_of(entrants: Iterable[Entrant], person: Person) -> Marks:
    """Return by what a person is known.

    Args:
        entrants: as the files have had him.
        person: who is to be erased.
    """
    his = list(entrants)
    names = names_of(his, person)
    names |= {(to_ascii(surname), to_ascii(forename)) for surname, forename in names}
    everybody: list[Entrant | Person] = [person, *his]
    numbers = {
        str(value)
        for one in everybody
        for value in (one.dsb_id, one.fide_id, *_written(one.birth_date))
        if value and len(str(value)) >= _LONG_NUMBER
    }
    known = {folded(one): folded(erased(one, person)) for one in his}
    return Marks(frozenset(names), frozenset(numbers), known)


def _written(day: dt.date | None) -> tuple[str, ...]:
    return tuple(f"{day:{form}}" for form in _DATES) if day else ()


def without_traces(text: str, marks: Marks) -> str:
    """Return stored JSON or a message without the names and ids."""
    if text.startswith(_JSON):
        try:
            stored = json.loads(text)
        except (ValueError, RecursionError):
            return _plain(text, marks)
        left = _left(stored, marks)
        return text if left == stored else json.dumps(left, ensure_ascii=False)
    return _plain(text, marks)


def _left(value: Any, marks: Marks) -> Any:  # noqa: ANN401 - from JSON
    """Return what is left of a value."""
    if isinstance(value, str):
        return _text(value, marks)
    if isinstance(value, list):
        return [_left(one, marks) for one in value if not _is_about(one, marks)]
    if isinstance(value, dict):
        return {_text(key, marks): _left(one, marks) for key, one in value.items()}
    is_id = type(value) is int and str(value) in marks.numbers
    return None if is_id else value


def _is_about(value: Any, marks: Marks) -> bool:  # noqa: ANN401 - from JSON
    """Return whether something is kept about the person alone.

    Source: `syncd.rating.remembered.to_json`.
    """
    who = value.get("who") if isinstance(value, dict) else None
    if not isinstance(who, dict):
        return False
    name = who.get("surname"), who.get("forename")
    ids = {str(who.get("dsb_id")), str(who.get("fide_id"))}
    return name in marks.names or not ids.isdisjoint(marks.numbers)


def _text(text: str, marks: Marks) -> str:
    if text in marks.folded:
        return marks.folded[text]
    if any(text in name for name in marks.names if text):
        return NOBODY
    return _plain(text, marks)


def _plain(text: str, marks: Marks) -> str:
    text = without_names(text, marks.names)
    for number in marks.numbers:
        if number in text:
            text = re.sub(rf"(?<!\w){re.escape(number)}(?!\w)", GONE, text)
    return text
