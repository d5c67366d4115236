"""Validation against our own schema, with every violation told as the rule it breaks.

libxml2 finds the violations; its words ("[facet 'pattern'] The value ...") are for
programmers. Each error is therefore traced to its element, and the element's row in
`schema_words` gives the rule and the right value. libxml2 stops at the first wrong
child of an element: then all children are looked at by `content_model`, and the values
are taken from a copy in which the children are right. Keys and references are left to
`references`: libxml2 gives no place for those, and needs long for them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from lxml import etree

from syncd.bilingual import Text
from syncd.formats.dwzxml.content_model import structure_faults
from syncd.formats.dwzxml.document import ROOT, describe, line_of, local_name, qualified
from syncd.formats.dwzxml.elements import NAMESPACE, VERSION
from syncd.formats.dwzxml.fault import Fault
from syncd.formats.dwzxml.mending import mended
from syncd.formats.dwzxml.places import Places
from syncd.formats.dwzxml.references import reference_faults, references_hold
from syncd.formats.dwzxml.schema_words import SECTIONS
from syncd.formats.dwzxml.validation import violations
from syncd.formats.few_findings import Findings
from syncd.model.findings import Finding, Severity

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from syncd.formats.dwzxml.validation import Violation

_VALUE_CHARS: Final = 80
_MISPLACED: Final = "F13"

# Codes of libxml2's xmlParserErrors.
_CHILDREN: Final = 1871
_ATTRIBUTES_OF_VALUE: Final = 1827
_CHILDREN_OF_VALUE: Final = 1828
_VALUES: Final = frozenset(range(1824, 1841)) - {
    _ATTRIBUTES_OF_VALUE,
    _CHILDREN_OF_VALUE,
}
_ATTRIBUTE: Final = re.compile(r"Element '[^']*', attribute '([^']*)'")


class Verdict(NamedTuple):
    """What the schema refuses.

    Attributes:
        findings: errors, at most one for each place, the first of each rule.
        refused: the paths of all places, also of errors that are not listed; those
            that are right but stand in the wrong place are not among them.
    """

    findings: tuple[Finding, ...]
    refused: frozenset[str]


def schema_findings(root: etree._Element) -> tuple[Finding, ...]:
    """Return what the schema refuses, one error for each place.

    An empty result means that the document is valid.
    """
    return schema_verdict(root).findings


def schema_verdict(root: etree._Element) -> Verdict:
    """Return what the schema refuses, and where; without findings it is valid."""
    if root.tag != qualified(ROOT):
        return Verdict((_wrong_root(root),), frozenset())
    found = violations(root)
    if not found and references_hold(root):
        return Verdict((), frozenset())
    findings = Findings()
    rules: dict[str, str] = {}
    for fault in _explained(root, found):
        if fault.path in rules:
            continue
        rules[fault.path] = fault.code
        if not findings.has_enough(fault.code, Severity.ERROR):
            findings.append(fault.finding())
    if found and not findings:
        # Never call an invalid file valid because no words were found for its fault.
        findings.append(_not_allowed(found[0], Places(root)).finding())
    refused = frozenset(path for path, code in rules.items() if code != _MISPLACED)
    return Verdict(tuple(findings), refused)


def _explained(root: etree._Element, found: list[Violation]) -> Iterator[Fault]:
    if any(one.kind == _CHILDREN for one in found):
        yield from structure_faults(root, Places(root))
        double = mended(root)
        yield from _explained_values(double, violations(double))
    else:
        yield from _explained_values(root, found)
    yield from reference_faults(root)


def _explained_values(
    root: etree._Element, found: Iterable[Violation]
) -> Iterator[Fault]:
    places = Places(root)
    for violation in found:
        if violation.kind != _CHILDREN:
            yield _explain(violation, places)


def _explain(violation: Violation, places: Places) -> Fault:
    """Return what one libxml2 error about a single element means."""
    attribute = _ATTRIBUTE.match(violation.message)
    if attribute and attribute[1] == "version":
        element = violation.element
        version = element.get("version", "")
        code = "F09" if _is_foreign(version) else "F07"
        return Fault(code, "@version", lambda: _wrong_version(element, code, version))
    if not attribute and violation.kind in _VALUES:
        return _wrong_value(violation.element, places)
    return _not_allowed(violation, places)


def _wrong_root(root: etree._Element) -> Finding:
    """Return F05.

    Source: rule F05; documentation 1.1, section "Wurzelelement".
    """
    name, namespace = local_name(root), etree.QName(root).namespace
    en = f"in the namespace {namespace}" if namespace else "without a namespace"
    de = f"im Namensraum {namespace}" if namespace else "ohne Namensraum"
    text = Text(
        f"The document element is {name} {en}. A report begins with {ROOT} in the "
        f"namespace {NAMESPACE}: export the tournament again in this format.",
        f"Das oberste Element ist {name} {de}. Ein Bericht beginnt mit {ROOT} im "
        f"Namensraum {NAMESPACE}: bitte das Turnier neu in diesem Format exportieren.",
    )
    return Finding("F05", Severity.ERROR, text, line_of(root), path=name)


def _is_foreign(version: str) -> bool:
    """Return whether a version is not even of the same kind."""
    return version.partition(".")[0].strip() != VERSION.partition(".")[0]


def _wrong_version(root: etree._Element, code: str, version: str) -> Finding:
    """Return F07 or F09.

    Source: rules F07 and F09; documentation 1.1, section "Versionierung".
    """
    text = Text(
        f"The attribute version is “{version}”. For this format it has to be "
        f"{VERSION}; files of another main version cannot be read.",
        f"Das Attribut version lautet „{version}“. Für dieses Format muss es {VERSION} "
        "heißen; Dateien einer anderen Hauptversion können nicht gelesen werden.",
    )
    return Finding(
        code, Severity.ERROR, text, line_of(root), value=version, path="@version"
    )


def _wrong_value(element: etree._Element, places: Places) -> Fault:
    """Return what is wrong with the text of an element, and what is right."""
    name, value = local_name(element), element.text or ""
    meaning = SECTIONS[places.kind_around(element)][name]
    code, path = meaning.rule_for(value), places.path_of(element)

    def finding() -> Finding:
        words = _value_words(describe(places.section_around(element), name), value)
        return Finding(
            code,
            Severity.ERROR,
            Text(
                f"{words.en} Right is: {meaning.right.en}.",
                f"{words.de} Richtig ist: {meaning.right.de}.",
            ),
            line_of(element),
            value=value[:_VALUE_CHARS],
            path=path,
        )

    return Fault(code, path, finding)


def _value_words(place: Text, value: str) -> Text:
    shown = value[:_VALUE_CHARS]
    is_blank = not value.strip()
    en = "The element is empty." if is_blank else f"“{shown}” is not allowed."
    de = "Das Element ist leer." if is_blank else f"„{shown}“ ist nicht zulässig."
    return Text(f"{place.en}: {en}", f"{place.de}: {de}")


def _not_allowed(violation: Violation, places: Places) -> Fault:
    """Return F04 for attributes, stray text, children of a value, xsi:type and so on.

    Source: rule F04.
    """
    element, said = violation.element, violation.message
    name = local_name(element)
    text = Text(
        f"The element {name} holds something that the format does not know. Remove "
        f"it. (The schema says: {said})",
        f"Das Element {name} enthält etwas, das das Format nicht kennt. Bitte "
        f"entfernen. (Das Schema meldet: {said})",
    )
    path, line = places.path_of(element), line_of(element)
    return Fault(
        "F04", path, lambda: Finding("F04", Severity.ERROR, text, line, path=path)
    )
