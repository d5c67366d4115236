"""How much is in a DWZ file that is no valid report, so that people recognise it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from syncd.formats.dwzxml.document import local_name
from syncd.formats.dwzxml.source import read_source

if TYPE_CHECKING:
    from lxml import etree

_SIDES: Final = ("tournamentPlayerNumberWhite", "tournamentPlayerNumberBlack")
_MOST_DIGITS: Final = 6


def rough_counts(data: bytes) -> dict[str, int]:
    """Return players, rounds, games and byes by the names of the elements alone.

    Namespaces, order and values may all be wrong; nothing is counted only where the
    file is no XML, or too large or too deep to be looked at.
    """
    root = read_source(data).root
    if root is None:
        return {}
    games = [_fields(game) for game in _entries(root, "games", "game")]
    both = sum(all(fields.get(side) for side in _SIDES) for fields in games)
    return {
        "players": len(_entries(root, "players", "player")),
        "rounds": _rounds(root),
        "games": both,
        "byes": len(games) - both,
    }


def _entries(root: etree._Element, group: str, entry: str) -> list[etree._Element]:
    return [item for part in _children(root, group) for item in _children(part, entry)]


def _children(element: etree._Element, name: str) -> list[etree._Element]:
    return [item for item in element if local_name(item) == name]


def _fields(element: etree._Element) -> dict[str, str]:
    return {local_name(item): (item.text or "").strip() for item in element}


def _rounds(root: etree._Element) -> int:
    for part in _children(root, "tournament"):
        text = _fields(part).get("rounds", "")
        if text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS:
            return int(text)
    return 0
