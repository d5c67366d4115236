"""What stands at a place of an answer: JSON path, XPath or regular expression. Pure.

An answer is at most 64 KiB of whatever a stranger likes to send. It is parsed once,
without entities and without network, and a document that brings its own grammar is
none. Patterns were bounded when the settings were loaded and read no more text than
that bound allows.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final

from lxml import etree

from syncd.settings_patterns import readable_characters, to_steps, with_uuids
from syncd.submit.answer_text import to_json

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from syncd.settings_answers import MatchSettings
    from syncd.settings_patterns import Step
    from syncd.submit.portal import Package

MOST_VALUES: Final = 50
_MOST_VALUE_CHARACTERS: Final = 4_096


@dataclass(frozen=True)
class Content:
    """The body of an answer about one report, read as far as anybody asks.

    Attributes:
        body: at most 64 KiB.
        package: the report that it answers.
    """

    body: bytes
    package: Package

    @cached_property
    def json(self) -> object:
        """The JSON document, None if it is none."""
        return to_json(self.body)

    @cached_property
    def root(self) -> etree._Element | None:
        """The XML document without namespaces, None if it is none."""
        return _to_root(self.body)

    def values(self, place: MatchSettings) -> list[str]:
        """Return the texts at a place, empty if there is nothing.

        Args:
            place: with a regular expression, its first group (or all of it) is the
                text; else what JSON path or XPath find, if it says anything.
        """
        found = self._found(place)
        if not place.regex:
            return [text for text in found if text]
        match = self._match(place.regex, "\n".join(found))
        return [] if match is None else [match[1 if match.re.groups else 0] or ""]

    def _found(self, place: MatchSettings) -> list[str]:
        """Return the texts that a regular expression is held against, if any."""
        if place.json_path:
            found = _at(self.json, to_steps(place.json_path))
            is_bare = not place.regex
            return _first(_json_text(value, is_bare=is_bare) for value in found)
        if place.xpath:
            return _first(self._xpath(place.xpath))
        return [self.body.decode("utf-8", "replace")]

    def _match(self, pattern: str, text: str) -> re.Match[str] | None:
        """Return the first match in as much of the text as the pattern may read."""
        package = self.package
        own = with_uuids(pattern, package.file_uuid, package.tournament_uuid)
        most = readable_characters(pattern)
        return re.compile(own, re.MULTILINE).search(text, 0, most)

    def _xpath(self, expression: str) -> Iterator[str]:
        if self.root is None:
            return
        find = etree.XPath(expression, smart_strings=False)
        try:
            found = find(
                self.root,
                file_uuid=self.package.file_uuid,
                tournament_uuid=self.package.tournament_uuid,
            )
        except etree.XPathError:  # it outgrew libxml2's own limits
            return
        for value in found if isinstance(found, list) else [found]:
            yield _xml_text(value)


def _first(texts: Iterable[str]) -> list[str]:
    """Return the first texts, each cut, so that nothing grows with the answer."""
    return [
        text[:_MOST_VALUE_CHARACTERS]
        for text, _ in zip(texts, range(MOST_VALUES), strict=False)
    ]


def _at(value: object, steps: Sequence[Step]) -> Iterator[object]:
    """Yield what a path leads to."""
    if not steps:
        yield value
        return
    step, rest = steps[0], steps[1:]
    if isinstance(step, str) and isinstance(value, dict) and step in value:
        yield from _at(value[step], rest)
    elif isinstance(value, list) and step is None:
        for item in value:
            yield from _at(item, rest)
    elif isinstance(value, list) and isinstance(step, int) and step < len(value):
        yield from _at(value[step], rest)


def _json_text(value: object, *, is_bare: bool) -> str:
    """Return a JSON value as text.

    Args:
        value: what stands in the document.
        is_bare: nothing is said of what it must be, so it must say something by
            itself: false, 0 and an empty list do not.
    """
    if value is None or (is_bare and not value):
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict | list):
        return "; ".join(_leaves(value)) or "…"
    return str(value)


def _leaves(value: object) -> Iterator[str]:
    """Yield every text and number below; the parser has bounded the depth."""
    if isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _leaves(item)
    elif value is not None:
        yield str(value)


def _to_root(body: bytes) -> etree._Element | None:
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False,
        remove_comments=True, remove_pis=True,
    )  # fmt: skip
    try:
        root = etree.fromstring(body, parser)
    except (etree.XMLSyntaxError, ValueError):
        return None
    if root.getroottree().docinfo.internalDTD is not None:
        return None
    for element in root.iter(etree.Element):
        element.tag = etree.QName(element).localname
    return root


def _xml_text(value: object) -> str:
    """Return what an XPath found as text, empty if it found nothing that says much."""
    if isinstance(value, etree._Element):  # noqa: SLF001 - lxml's public type
        return "".join(map(str, value.itertext())).strip()
    if isinstance(value, bool):
        return "true" if value else ""
    if isinstance(value, float):
        return f"{value:g}" if value and not math.isnan(value) else ""
    return str(value).strip()
