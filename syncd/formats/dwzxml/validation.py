"""What libxml2 says against a document, in time that grows with its length alone.

For each error libxml2 counts the namesakes beside the element, so that many errors in
a long list take time that grows with the square of its length. A long list is therefore
validated in pieces: each is moved for a moment into a frame in which all else is right.
"""

from __future__ import annotations

from copy import deepcopy
from importlib import resources
from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol, cast

from lxml import etree

from syncd.formats.dwzxml.document import ROOT, own_name, qualified
from syncd.formats.dwzxml.mending import mend
from syncd.formats.dwzxml.places import Places
from syncd.formats.dwzxml.schema_words import LISTS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

PIECE: Final = 500
"""Entries of a long list that are validated together."""

_SCHEMA_FILE: Final = "schema/dsb_dwz_2_5.xsd"
_XSD: Final = "{http://www.w3.org/2001/XMLSchema}"
_CONSTRAINTS: Final = f"{_XSD}key", f"{_XSD}keyref"


class Violation(NamedTuple):
    """One error of libxml2.

    Attributes:
        element: where.
        kind: number in libxml2's xmlParserErrors.
        message: for programmers.
    """

    element: etree._Element
    kind: int
    message: str


class _Entry(Protocol):
    """One line of libxml2's error log; lxml's type stub does not know it."""

    type: int
    path: str | None
    message: str


def load_schema(*, with_keys: bool = True) -> etree.XMLSchema:
    """Return our own schema, ready to validate.

    It is compiled anew for each document (under a millisecond): lxml keeps the errors
    of a validation in the schema object, which threads must not share.

    Args:
        with_keys: whether it looks at keys and references too; `references` does that
            in a fraction of the time.
    """
    package = resources.files("syncd.formats.dwzxml")
    schema = etree.fromstring(package.joinpath(_SCHEMA_FILE).read_bytes())
    if not with_keys:
        for name in _CONSTRAINTS:
            for parent in schema.iterfind(f".//{name}/.."):
                parent.remove(parent[0])
    return etree.XMLSchema(schema)


def violations(root: etree._Element) -> list[Violation]:
    """Return what the schema refuses, keys and references apart.

    Args:
        root: the document element; unchanged in the end.
    """
    schema = load_schema(with_keys=False)
    long = [child for child in root if own_name(child.tag) in LISTS if _is_long(child)]
    top = _without_entries(root, long) if long else root
    found = list(_found(schema, top, root))
    for listed in long:
        found += _in_pieces(schema, root, listed)
    return found


def _is_long(listed: etree._Element) -> bool:
    return len(listed) > 2 * PIECE


def _found(
    schema: etree.XMLSchema, validated: etree._Element, meant: etree._Element
) -> Iterator[Violation]:
    """Yield the errors of one document, at the same places of another."""
    if schema.validate(validated):
        return
    places = Places(meant)
    for entry in cast("Iterable[_Entry]", schema.error_log):
        element = places.element_at(entry.path or "")
        yield Violation(element, entry.type, entry.message)


def _without_entries(
    root: etree._Element, long: list[etree._Element]
) -> etree._Element:
    """Return a copy in which the long lists have only the entries they must have."""
    top = _hull(root)
    for child in root:
        top.append(_hull(child) if child in long else deepcopy(child))
    for child, copy in zip(root, top, strict=True):
        if child in long:
            mend(copy, own_name(child.tag))
    return top


def _hull(element: etree._Element) -> etree._Element:
    """Return a copy without children."""
    prefixes = cast("Mapping[str, str]", element.nsmap)  # None for the default one
    attributes = cast("dict[str, str]", dict(element.items()))
    hull = etree.Element(element.tag, attributes, prefixes)
    hull.text = element.text
    return hull


def _in_pieces(
    schema: etree.XMLSchema, root: etree._Element, listed: etree._Element
) -> list[Violation]:
    """Return the errors in the entries of a list."""
    frame = etree.SubElement(root, qualified(ROOT))
    mend(frame, ROOT)
    (place,) = frame.iterchildren(listed.tag)
    found: list[Violation] = []
    for left in range(len(listed), 0, -PIECE):
        # What was moved back stands behind it.
        piece = list(islice(listed, min(PIECE, left)))
        place.extend(piece)
        found += _found(schema, frame, frame)
        listed.extend(piece)
    root.remove(frame)
    return found
