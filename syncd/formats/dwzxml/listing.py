"""A parsed file, right or wrong, as the sections that a reader looks for.

Namespaces, order and unknown elements do not matter here: sections are found by their
names alone, wherever they stand. What is not as the schema has it is told once.

Source: DSB_DWZ_TournamentReport 2.5.1, schema; faults seen in exports of CLM.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text, counted_as
from syncd.formats.dwzxml.document import (
    Document,
    Section,
    line_of,
    local_name,
    qualified,
)
from syncd.formats.dwzxml.schema_words import SECTIONS
from syncd.model.findings import Finding, Severity

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from lxml import etree

_CLM: Final = re.compile(r"\bCLM\b|chess ?league ?manager", re.IGNORECASE)
_PATHS: Final = {"player": "players/player", "game": "games/game"}


def read_listing(root: etree._Element) -> tuple[Document, tuple[Finding, ...]]:
    """Return the sections of a DWZ report and what is unusual about their order."""
    found = sections(root, ("header", "tournament", "player", "game"))
    headers, tournaments = found["header"], found["tournament"]
    document = Document(
        root=Section(local_name(root), "", 1, {}, root),
        version=root.get("version"),
        schema_location=None,
        header=headers[0] if headers else None,
        tournament=tournaments[0] if tournaments else no_tournament(root),
        players=tuple(found["player"]),
        games=tuple(found["game"]),
    )
    return document, tuple(_unusual(root, found))


def no_tournament(root: etree._Element) -> Section:
    """Return what stands for a tournament section that is missing."""
    return Section("tournament", "tournament", 1, {}, root)


def is_from_clm(*sources: Section | None) -> bool:
    """Return whether system or notes say that the Chess League Manager wrote it."""
    return any(
        _CLM.search(section.text(field)) is not None
        for section in sources
        if section is not None
        for field in ("system", "notes")
    )


def sections(
    root: etree._Element,
    kinds: Iterable[str],
    renamed: Mapping[str, str] | None = None,
) -> dict[str, list[Section]]:
    """Return all sections of these kinds in the order of the file.

    Args:
        root: the document element.
        kinds: local names of the sections.
        renamed: name in the file -> name of the child in a DWZ report.
    """
    found: dict[str, list[Section]] = {kind: [] for kind in kinds}
    for element in root.iter("{*}*"):
        kind = _local(element.tag)
        if kind in found:
            found[kind].append(
                _section(element, kind, len(found[kind]) + 1, renamed or {})
            )
    return found


def _section(
    element: etree._Element, kind: str, position: int, renamed: Mapping[str, str]
) -> Section:
    """Return the first child of each name that says something."""
    values: dict[str, str] = {}
    for child in element.iterchildren("{*}*"):
        name = _local(child.tag)
        name = renamed.get(name, name)
        if not values.get(name, "").strip():
            values[name] = _text(child)
    path = _PATHS.get(kind, kind)
    if kind in _PATHS:
        path += f"[{position}]"
    return Section(kind, path, position, values, element)


@lru_cache(maxsize=256)
def _local(tag: str) -> str:
    """Return the name of a tag without its namespace."""
    return tag.rpartition("}")[2]


def _text(element: etree._Element) -> str:
    if len(element):
        return "".join(str(part) for part in element.itertext())
    return element.text or ""


def _unusual(
    root: etree._Element, found: Mapping[str, list[Section]]
) -> Iterator[Finding]:
    if root.tag != qualified(local_name(root)):
        text = Text(
            "The file does not name the namespace of the format. It was read all the "
            "same; right is http://www.schachbund.de/XMLSchema.",
            "Die Datei nennt den Namensraum des Formats nicht. Sie wurde trotzdem "
            "gelesen; richtig ist http://www.schachbund.de/XMLSchema.",
        )
        yield Finding("xml.namespace", Severity.WARNING, text, line_of(root))
    for kind, listed in found.items():
        yield from _order(kind, listed)
        yield from _unknown(kind, listed)


def _order(kind: str, listed: Iterable[Section]) -> Iterator[Finding]:
    places = {name: place for place, name in enumerate(SECTIONS[kind])}
    wrong = [
        section
        for section in listed
        if (order := [places[name] for name in section.values if name in places])
        != sorted(order)
    ]
    if wrong:
        count = counted_as(
            len(wrong), Text("section", "Abschnitt"), Text("sections", "Abschnitten")
        )
        text = Text(
            f"In {count.en} <{kind}> the elements are not in the order "
            "of the format (first here). They were read by their names.",
            f"In {count.de} <{kind}> stehen die Elemente nicht in der "
            "Reihenfolge des Formats (zuerst hier). Sie wurden nach Namen gelesen.",
        )
        yield Finding(
            "xml.order", Severity.INFO, text, wrong[0].place_line(), path=wrong[0].path
        )


def _unknown(kind: str, listed: Iterable[Section]) -> Iterator[Finding]:
    known = SECTIONS[kind]
    names: dict[str, Section] = {}
    for section in listed:
        for name in section.values:
            if name not in known:
                names.setdefault(name, section)
    for name, section in list(names.items())[:5]:
        text = Text(
            f"The element <{name}> does not belong into <{kind}>. It was left out.",
            f"Das Element <{name}> gehört nicht in <{kind}>. Es wurde übergangen.",
        )
        yield Finding(
            "xml.unknown_element", Severity.WARNING, text, section.place_line(name),
            path=section.place(name),
        )  # fmt: skip
