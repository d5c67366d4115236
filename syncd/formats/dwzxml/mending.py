"""A copy of a document with the right children everywhere, so that nothing hides.

libxml2 leaves an element alone after the first child that is missing or out of place;
everything behind it goes unchecked. In the copy missing children are filled in with
right values, strangers and repetitions are gone and the order is right, so a second
validation sees every value that the file has.
"""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Final

from lxml import etree

from syncd.formats.dwzxml.document import ROOT, local_name, qualified
from syncd.formats.dwzxml.schema_words import LISTS, SECTIONS, slots

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from syncd.formats.dwzxml.schema_words import Element

_DAY: Final = "2000-01-01"
_UUID: Final = "00000000-0000-4000-8000-000000000000"
_RIGHT_VALUES: Final = {
    "creationDate": f"{_DAY}T00:00:00Z", "fileUUID": _UUID, "tournamentUUID": _UUID,
    "tournamentType": "SR", "rounds": "1", "startDate": _DAY, "endDate": _DAY,
    "tournamentPlayerNumber": "1", "dobYear": "2000", "round": "1",
    "tournamentPlayerNumberWhite": "1", "tournamentPlayerNumberBlack": "1",
    "pointWhite": "0", "pointBlack": "0",
}  # fmt: skip
_RIGHT_TEXT: Final = "?"


def mended(root: etree._Element) -> etree._Element:
    """Return a copy with the children that the schema asks for.

    The values of the file keep their paths and lines. Player numbers that were filled
    in are not unique: keys and references mean nothing in the copy.
    """
    double = copy.deepcopy(root)
    mend(double, ROOT)
    return double


def mend(element: etree._Element, kind: str) -> None:
    """Give an element and those below it the children that the schema asks for.

    Args:
        element: is changed.
        kind: its name without namespace.
    """
    if kind in LISTS:
        _mend_list(element, kind)
    elif kind in SECTIONS:
        wanted = list(_children(element, SECTIONS[kind]))
        if wanted != list(element):
            element[:] = wanted
    for child in element:
        mend(child, local_name(child))


def _mend_list(element: etree._Element, kind: str) -> None:
    """Leave the entries of a list, with some more if they are too few.

    Each stranger is removed for itself: to set all children anew takes time that grows
    with the square of their number.
    """
    name, least, _ = LISTS[kind]
    for stranger in [child for child in element if child.tag != qualified(name)]:
        element.remove(stranger)
    element.extend(_new(name) for _ in range(least - len(element)))


def _children(
    element: etree._Element, known: Mapping[str, Element]
) -> Iterator[etree._Element]:
    """Yield the first child of each slot, or a new one where it must not be missing."""
    first = {child.tag: child for child in reversed(element)}
    for slot in slots(known):
        there = [first[qualified(name)] for name in slot if qualified(name) in first]
        if there:
            yield there[0]
        elif known[slot[0]].missing:
            yield _new(slot[0])


def _new(name: str) -> etree._Element:
    element = etree.Element(qualified(name))
    if name not in SECTIONS and name not in LISTS:
        element.text = _RIGHT_VALUES.get(name, _RIGHT_TEXT)
    return element
