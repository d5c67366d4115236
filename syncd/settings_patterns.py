"""The small languages that say where something stands in a portal's answer.

All three are checked when the settings are loaded, so that no answer of a portal is
the first to meet a mistake. A regular expression of Python can take for ever on a text
that was made for it; how many ways it has to try is bounded here by its structure, and
the text it may read follows from that bound.
"""

from __future__ import annotations

import importlib
import math
import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

Step = str | int | None
"""A key, a position from 0, or None for every item of a list."""

MOST_PATTERN_CHARACTERS: Final = 500
_MOST_TRIES: Final = 1.1e9
"""Of single steps of the matcher: a few seconds in the worst case."""
_LENGTHS: Final = (16_384, 4_096, 1_024)
_STEP: Final = re.compile(r"\[(?:(\d{1,6})|\*)\]|(?:^|\.)([^.\[\]]{1,200})")
_UUIDS: Final = re.compile(r"\{(file_uuid|tournament_uuid)\}")

# The parser of `re` has no public name; it is what sees the pattern as `re` does.
_parser: Final[Any] = importlib.import_module("re._parser")


def to_steps(path: str) -> tuple[Step, ...]:
    """Return the steps of a path in a JSON document: `result.errors[0].text`.

    Args:
        path: keys with dots between them; `[0]` is an item of a list, `[*]` all.

    Raises:
        ValueError: this is no path.
    """
    steps: list[Step] = []
    position = 0
    while position < len(path):
        match = _STEP.match(path, position)
        if match is None:
            message = f"{path!r} is no path"
            raise ValueError(message)
        number, key = match.groups()
        steps.append(key or (int(number) if number else None))
        position = match.end()
    return tuple(steps)


def with_uuids(pattern: str, file_uuid: str, tournament_uuid: str) -> str:
    """Return a pattern with the two UUIDs of a report in place of their names."""
    uuids = {"file_uuid": file_uuid, "tournament_uuid": tournament_uuid}
    return _UUIDS.sub(lambda name: f"(?i:{re.escape(uuids[name[1]])})", pattern)


@lru_cache(maxsize=256)
def readable_characters(pattern: str) -> int:
    """Return how much text a pattern may read, 0 if none: it could take for ever.

    Raises:
        ValueError: this is no regular expression.
    """
    try:
        parsed = _parser.parse(_UUIDS.sub("0", pattern))
    except (re.error, OverflowError, RecursionError) as error:
        raise ValueError(str(error)) from error
    if len(pattern) > MOST_PATTERN_CHARACTERS:
        return 0
    fitting = (size for size in _LENGTHS if size * _ways(parsed, size) <= _MOST_TRIES)
    return next(fitting, 0)


def _ways(items: Iterable[tuple[Any, Any]], size: int) -> float:
    """Return a bound on the ways in which a sequence can match at one place."""
    return math.prod(_item_ways(str(kind), what, size) for kind, what in items)


def _item_ways(kind: str, what: Any, size: int) -> float:  # noqa: ANN401 - re's own
    """Return the ways of one item; a repeat of something with ways is a power."""
    match kind:
        case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
            least, most, items = what
            times = min(int(most), size)
            return (times - int(least) + 1) * _power(_ways(items, size), times)
        case "BRANCH":
            return sum(_ways(items, size) for items in what[1])
        case "SUBPATTERN" | "ASSERT" | "ASSERT_NOT":
            return _ways(what[-1], size)
        case "ATOMIC_GROUP":
            return _ways(what, size)
        case "GROUPREF" | "GROUPREF_EXISTS":
            return math.inf
        case _:
            return 1


def _power(ways: float, times: int) -> float:
    try:
        return float(ways) ** times
    except OverflowError:
        return math.inf


def is_xpath(expression: str) -> bool:
    """Return whether this is an XPath that needs nothing but the answer itself."""
    # Only portals that answer in XML pay for loading the library.
    from lxml import etree  # noqa: PLC0415

    if len(expression) > MOST_PATTERN_CHARACTERS:
        return False
    try:
        find = etree.XPath(expression, smart_strings=False)
        find(etree.Element("answer"), file_uuid="", tournament_uuid="")
    except (etree.XPathError, ValueError):  # ValueError: what no XML can hold
        return False
    return True
