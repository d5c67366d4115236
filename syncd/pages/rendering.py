"""A page as HTML, or as plain values for other programs.

Everything that comes from files is escaped by the template engine; the page loads
nothing and runs nothing, also if a name in it is hostile.
"""

from __future__ import annotations

import datetime as dt
from collections import Counter
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any, Final
from zoneinfo import ZoneInfo

from syncd.bilingual import Text, decimal
from syncd.pages.template import rendered
from syncd.pages.words import WORDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from syncd.bilingual import Language
    from syncd.pipeline.deciding.page import Page
    from syncd.rating.page import Remark

SHOWN_OF_A_KIND: Final = 5
"""So many remarks of one kind are printed: 300 players can lack the same thing."""

_UNPRINTED: Final = frozenset({"data", "findings"})
"""Of a stored report: its bytes are the report itself, its findings the content's."""


def page_html(page: Page, language: Language, word: Callable[[str], Text]) -> str:
    """Return a page as one HTML document.

    Args:
        page: what it says.
        language: of all words that are ours.
        word: names states, kinds and severities for people.
    """
    filters: dict[str, Callable[..., object]] = {
        "state": lambda code: word(code).say(language),
        "time": lambda at: _local(at, page.zone).say(language),
        "few": few,
        "points": lambda tenths: _points(tenths).say(language),
    }
    values = {"page": page, "content": page.content, "w": WORDS}
    return rendered("report.html", language, filters, values)


def page_shape(page: Page, language: Language) -> dict[str, Any]:
    """Return a page as `syncd page --json` prints it."""
    shape: dict[str, Any] = _plain(page, language)
    return shape


def few(remarks: Sequence[Remark]) -> Iterator[Remark]:
    """Yield the first remarks of each kind, and how many more there are of it."""
    counts = Counter(item.code for item in remarks)
    seen: Counter[str] = Counter()
    for item in remarks:
        seen[item.code] += 1
        if seen[item.code] <= SHOWN_OF_A_KIND:
            yield item
        elif seen[item.code] == counts[item.code]:
            more = counts[item.code] - SHOWN_OF_A_KIND
            text = Text(f"… and {more} more of this kind", f"… und {more} weitere")
            yield item._replace(text=text)


def _local(at: dt.datetime, zone: ZoneInfo) -> Text:
    local = at.astimezone(zone)
    return Text(f"{local:%Y-%m-%d %H:%M %Z}", f"{local:%d.%m.%Y %H:%M %Z}")


def _points(tenths: int | None) -> Text:
    return Text("–", "–") if tenths is None else decimal(tenths)


def _plain(value: object, language: Language) -> Any:  # noqa: ANN401 - JSON values
    """Return a value as JSON can hold it."""
    if isinstance(value, Text):
        return value.say(language)
    if isinstance(value, dt.date):
        return value.isoformat()
    if isinstance(value, ZoneInfo):
        return value.key
    named = _named(value)
    if named is not None:
        return {name: _plain(item, language) for name, item in named.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item, language) for item in value]
    return value


def _named(value: object) -> dict[str, object] | None:
    """Return the attributes of a record, None if it is none."""
    if is_dataclass(value):
        names = [item.name for item in fields(value) if item.name not in _UNPRINTED]
    elif isinstance(value, tuple) and hasattr(value, "_fields"):
        names = [*value._fields, *(["differs"] if hasattr(value, "differs") else [])]
    else:
        return None
    return {name: getattr(value, name) for name in names}
