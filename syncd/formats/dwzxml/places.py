"""Where an element is: libxml2's paths to elements, elements to our own paths.

libxml2 writes `/*/*[3]/*[4]/*[2]`, or names with whatever prefixes the file uses. The
path people see counts entries of one kind and names the rest: `players/player[4]/vkz`.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from syncd.formats.dwzxml.document import local_name, qualified, section_of
from syncd.formats.dwzxml.schema_words import LISTS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml import etree

    from syncd.formats.dwzxml.document import Section

_ENTRIES: Final = tuple(qualified(entry) for entry, _, _ in LISTS.values())


class Places:
    """The places of one document; entries are numbered once, not for each error."""

    def __init__(self, root: etree._Element) -> None:
        self._root = root
        self._numbers = dict(_numbered(root))
        self._children: dict[tuple[etree._Element, str], list[etree._Element]] = {}

    def element_at(self, path: str) -> etree._Element:
        """Return the element that a path of libxml2 means.

        An error without a path is about the document, so an empty path gives the root.
        """
        element = self._root
        for step in path.split("/")[2:]:
            element = self._child(element, step)
        return element

    def number_of(self, element: etree._Element) -> int:
        """Return which player or game this is, 0 for any other element."""
        return self._numbers.get(element, 0)

    def section_around(self, element: etree._Element) -> Section:
        """Return the section that an element is a child of."""
        parent = element.getparent()
        around = self._root if parent is None else parent
        return section_of(around, self.path_of(around), self.number_of(around))

    def kind_around(self, element: etree._Element) -> str:
        """Return the name of that section."""
        parent = element.getparent()
        return local_name(self._root if parent is None else parent)

    def path_of(self, element: etree._Element) -> str:
        """Return the path as people see it, empty for the root."""
        steps: list[str] = []
        parent = element.getparent()
        while parent is not None:
            number = self.number_of(element)
            steps.append(local_name(element) + (f"[{number}]" if number else ""))
            element, parent = parent, parent.getparent()
        return "/".join(reversed(steps))

    def _child(self, parent: etree._Element, step: str) -> etree._Element:
        """Return the child that one step means; the parent if there is none."""
        name, _, index = step.rstrip("]").partition("[")
        if (parent, name) not in self._children:
            self._children[parent, name] = [
                child for child in parent if name in ("*", _written_name(child))
            ]
        namesakes = self._children[parent, name]
        position = int(index or 1)
        return namesakes[position - 1] if position <= len(namesakes) else parent


def _numbered(root: etree._Element) -> Iterator[tuple[etree._Element, int]]:
    counts: Counter[tuple[etree._Element | None, str]] = Counter()
    for element in root.iter(*_ENTRIES):
        kind = element.getparent(), element.tag
        counts[kind] += 1
        yield element, counts[kind]


def _written_name(element: etree._Element) -> str:
    prefix = f"{element.prefix}:" if element.prefix else ""
    return prefix + local_name(element)
