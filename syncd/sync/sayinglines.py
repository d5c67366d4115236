"""The lines of a file in which an installation tells who said what last.

They are comments, which every reader of TRF skips, one line for the sayings of one
count at up to some dozens of places. The first says how many follow, so that a file
that was cut off tells nothing rather than half of it.

    ### said {"first":["nord",1],"lines":1,"seen":{"nord":4,"sued":2},"v":1}
    ### said {"at":[["player",[5],"club"]],"by":["sued",2]}
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Final

from syncd.formats.json_object import JsonObject, as_integer, as_list, as_text
from syncd.sync.counting import MARK
from syncd.sync.places import Part, Place
from syncd.sync.sayings import Sayings

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from syncd.sync.sayings import Dot

_LINE: Final = re.compile(rb"^### said (\{[^\r\n]{1,20000}\})[ \r]*$", re.MULTILINE)
_NAME: Final = re.compile(rf"[A-Za-z0-9][A-Za-z0-9_.-]{{0,62}}({MARK}[0-9]{{1,12}})?")
"""As installations are named in the settings, and what may follow (`counting.py`)."""
_TOGETHER: Final = 50
"""Places in one line."""
_MOST: Final = 2**53
"""No count is greater."""
_VERSION: Final = 1


def said_lines(sayings: Sayings) -> list[str]:
    """Return the lines that tell these sayings, ASCII, without ends."""
    last: dict[Dot, list[Place]] = {}
    asked: dict[Dot, list[Place]] = {}
    for place, dot in sayings.last.items():
        last.setdefault(dot, []).append(place)
    for place, dots in sayings.rivals.items():
        for dot in dots:
            asked.setdefault(dot, []).append(place)
    rest = [*_each(last, "by"), *_each(asked, "asked")]
    head = {
        "first": sayings.first, "lines": len(rest), "seen": dict(sayings.seen),
        "v": _VERSION,
    }  # fmt: skip
    return [_line(head), *rest]


def _each(said: Mapping[Dot, list[Place]], key: str) -> Iterator[str]:
    for dot in sorted(said):
        places = sorted(said[dot])
        for at in range(0, len(places), _TOGETHER):
            yield _line({"at": places[at : at + _TOGETHER], key: dot})


def _line(plain: object) -> str:
    text = json.dumps(plain, sort_keys=True, separators=(",", ":"))
    return f"### said {text}"


def read_said(data: bytes) -> Sayings | None:
    """Return what a file tells, None if it tells nothing or not all of it.

    Never raises, whatever the bytes.
    """
    lines = [found[1] for found in _LINE.finditer(data)]
    if not lines:
        return None
    try:
        return _sayings([JsonObject(json.loads(line)) for line in lines])
    except (ValueError, TypeError, RecursionError):
        return None


def _sayings(lines: list[JsonObject]) -> Sayings | None:
    head, *rest = lines
    if head.integer("v") != _VERSION or head.integer("lines") != len(rest):
        return None
    first, seen = _dot(head.value("first")), head.value("seen")
    if not isinstance(seen, dict):
        return None
    last: dict[Place, Dot] = {}
    rivals: dict[Place, frozenset[Dot]] = {}
    for line in rest:
        by, asked = line.value("by"), line.value("asked")
        dot = _dot(by if asked is None else asked)
        for place in map(_place, line.list("at")):
            if asked is None:
                last[place] = dot
            else:
                rivals[place] = rivals.get(place, frozenset()) | {dot}
    return Sayings(first, last, rivals, dict(_dot([*one]) for one in seen.items()))


def _dot(value: object) -> Dot:
    name, count = as_list(value)
    installation, number = as_text(name), as_integer(count)
    if not _NAME.fullmatch(installation) or not 0 < number < _MOST:
        message = "no saying"
        raise ValueError(message)
    return installation, number


def _place(value: object) -> Place:
    part, key, field = as_list(value)
    numbers = tuple(map(as_integer, as_list(key)))
    if len(numbers) > _LONGEST_KEY:
        message = "no place"
        raise ValueError(message)
    return Place(Part(as_text(part)), numbers, as_text(field))


_LONGEST_KEY: Final = 4
