"""Which children an element has and which it should have.

One look at all children tells everything at once: what is missing, what is there
twice, what is unknown and what stands in the wrong place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.formats.dwzxml.document import (
    describe,
    line_of,
    local_name,
    own_name,
    qualified,
    section_of,
)
from syncd.formats.dwzxml.fault import Fault
from syncd.formats.dwzxml.schema_words import EITHER_OR, LISTS, SECTIONS, slots
from syncd.model.findings import Finding, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from lxml import etree

    from syncd.formats.dwzxml.document import Section
    from syncd.formats.dwzxml.places import Places
from syncd.formats.dwzxml.schema_words import Element


def structure_faults(root: etree._Element, places: Places) -> Iterator[Fault]:
    """Yield what is wrong with the children of each section, from top to bottom."""
    yield from child_faults(root, places)
    for kind in (*SECTIONS, *LISTS):
        for element in root.iter(qualified(kind)):
            if element is not root:
                yield from child_faults(element, places)


def child_faults(element: etree._Element, places: Places) -> Iterator[Fault]:
    """Yield what is wrong with the children of a section or a list.

    Source: rules F04, F11, F13, P05, P09, G01, G07, G19, G21, G28, T18, U01, U09.
    """
    section = section_of(element, places.path_of(element), places.number_of(element))
    children = [own_name(child.tag) for child in element]
    if section.kind in LISTS:
        entry, least, code = LISTS[section.kind]
        yield from _strangers(section, element, {entry})
        if children.count(entry) < least:
            yield _too_few(section, code, entry, least)
    else:
        known = SECTIONS[section.kind]
        yield from _strangers(section, element, known)
        yield from _missing(section, known)
        yield from _repeated(section, children, known)
        yield from _misplaced(section, children, known)


def _fault(
    code: str, section: Section, field: str, en: str, de: str, line: int | None = None
) -> Fault:
    path = section.place(field)

    def finding() -> Finding:
        place = describe(section)
        text = Text(f"{place.en}: {en}", f"{place.de}: {de}")
        where = section.place_line(field) if line is None else line
        return Finding(code, Severity.ERROR, text, where, path=path)

    return Fault(code, path, finding)


def _too_few(section: Section, code: str, entry: str, least: int) -> Fault:
    return _fault(
        code, section, "",
        f"There must be at least {least} of the element {entry}.",
        f"Das Element {entry} muss mindestens {least}-mal vorkommen.",
    )  # fmt: skip


def _strangers(
    section: Section, element: etree._Element, known: Mapping[str, Element] | set[str]
) -> Iterator[Fault]:
    for child in element:
        if own_name(child.tag) in known:
            continue
        name = local_name(child)
        yield _fault(
            "F04", section, name,
            f"The element {name} is unknown here. Remove it.",
            f"Das Element {name} ist hier unbekannt. Bitte entfernen.",
            line_of(child),
        )  # fmt: skip


def _missing(section: Section, known: Mapping[str, Element]) -> Iterator[Fault]:
    for slot in slots(known):
        meaning = known[slot[0]]
        if not meaning.missing or any(section.has(name) for name in slot):
            continue
        choice = " / ".join(slot)
        yield _fault(
            _missing_rule(section, meaning), section, slot[0],
            f"The element {choice} is missing. Right is: {meaning.right.en}.",
            f"Das Element {choice} fehlt. Richtig ist: {meaning.right.de}.",
        )  # fmt: skip


def _missing_rule(section: Section, meaning: Element) -> str:
    """Return the broken rule; G19 asks for points even where nobody sat."""
    is_bye = any(section.has(nobody) for _, nobody in EITHER_OR)
    return "G19" if meaning.missing == "G21" and is_bye else meaning.missing


def _repeated(
    section: Section, children: list[str], known: Mapping[str, Element]
) -> Iterator[Fault]:
    for slot in slots(known):
        if sum(children.count(name) for name in slot) <= 1:
            continue
        last = next(name for name in reversed(slot) if name in children)
        choice = " / ".join(slot)
        yield _fault(
            _REPEATED.get(slot[0], "F04"), section, last,
            f"{choice} may stand here only once. Keep the right one.",
            f"{choice} darf hier nur einmal stehen. Bitte nur den richtigen Eintrag "
            "behalten.",
        )  # fmt: skip


def _misplaced(
    section: Section, children: list[str], known: Mapping[str, Element]
) -> Iterator[Fault]:
    """Yield the first child that stands behind one it should precede."""
    order = slots(known)
    rank = {name: index for index, slot in enumerate(order) for name in slot}
    furthest = 0
    for name in children:
        if rank.get(name, furthest) < furthest:
            words = ", ".join(" / ".join(slot) for slot in order)
            yield _fault(
                "F13", section, name,
                f"The element {name} stands too late. The order is: {words}.",
                f"Das Element {name} steht zu spät. Die Reihenfolge ist: {words}.",
            )  # fmt: skip
            return
        furthest = max(furthest, rank.get(name, furthest))


_REPEATED: Final = {"round": "G28"} | {number: "G07" for number, _ in EITHER_OR}
