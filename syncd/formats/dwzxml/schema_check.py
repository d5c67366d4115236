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
from importlib import resources
from typing import TYPE_CHECKING, Final, Protocol, cast

from lxml import etree

from syncd.bilingual import Text
from syncd.formats.dwzxml.content_model import structure_findings
from syncd.formats.dwzxml.document import ROOT, describe, line_of, local_name, qualified
from syncd.formats.dwzxml.elements import NAMESPACE, VERSION
from syncd.formats.dwzxml.mending import mended
from syncd.formats.dwzxml.places import Places
from syncd.formats.dwzxml.references import reference_findings, references_hold
from syncd.formats.dwzxml.schema_words import SECTIONS
from syncd.model.findings import Finding, Severity

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_SCHEMA_FILE: Final = "schema/dsb_dwz_2_5.xsd"
_VALUE_CHARS: Final = 80
_XSD: Final = "{http://www.w3.org/2001/XMLSchema}"
_CONSTRAINTS: Final = f"{_XSD}key", f"{_XSD}keyref"

# Codes of libxml2's xmlParserErrors.
_CHILDREN: Final = 1871
_ATTRIBUTES_OF_VALUE: Final = 1827
_CHILDREN_OF_VALUE: Final = 1828
_VALUES: Final = frozenset(range(1824, 1841)) - {
    _ATTRIBUTES_OF_VALUE,
    _CHILDREN_OF_VALUE,
}
_ATTRIBUTE: Final = re.compile(r"Element '[^']*', attribute '([^']*)'")


class _Entry(Protocol):
    """One line of libxml2's error log; lxml's type stub does not know it."""

    type: int
    path: str | None
    message: str


def schema_findings(root: etree._Element) -> tuple[Finding, ...]:
    """Return what the schema refuses, one error for each place.

    An empty result means that the document is valid.
    """
    if root.tag != qualified(ROOT):
        return (_wrong_root(root),)
    entries = _violations(root)
    if not entries and references_hold(root):
        return ()
    found: dict[str, Finding] = {}
    for finding in _explained(root, entries):
        found.setdefault(finding.path, finding)
    if entries and not found:
        # Never call an invalid file valid because no words were found for its fault.
        return (_not_allowed(root, entries[0], Places(root)),)
    return tuple(found.values())


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


def _violations(root: etree._Element) -> list[_Entry]:
    schema = load_schema(with_keys=False)
    schema.validate(root)
    return list(cast("Iterable[_Entry]", schema.error_log))


def _explained(root: etree._Element, entries: list[_Entry]) -> Iterator[Finding]:
    if any(entry.type == _CHILDREN for entry in entries):
        yield from structure_findings(root, Places(root))
        double = mended(root)
        yield from _explained_values(double, _violations(double))
    else:
        yield from _explained_values(root, entries)
    yield from reference_findings(root)


def _explained_values(root: etree._Element, entries: list[_Entry]) -> Iterator[Finding]:
    places = Places(root)
    for entry in entries:
        if entry.type != _CHILDREN:
            yield _explain(places.element_at(entry.path or ""), entry, places)


def _explain(element: etree._Element, entry: _Entry, places: Places) -> Finding:
    """Return what one libxml2 error about a single element means."""
    attribute = _ATTRIBUTE.match(entry.message)
    if attribute and attribute[1] == "version":
        return _wrong_version(element)
    if not attribute and entry.type in _VALUES:
        return _wrong_value(element, places)
    return _not_allowed(element, entry, places)


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


def _wrong_version(root: etree._Element) -> Finding:
    """Return F07, or F09 if the version is not even of the same kind.

    Source: rules F07 and F09; documentation 1.1, section "Versionierung".
    """
    version = root.get("version", "")
    is_foreign = version.partition(".")[0].strip() != VERSION.partition(".")[0]
    code = "F09" if is_foreign else "F07"
    text = Text(
        f"The attribute version is “{version}”. For this format it has to be "
        f"{VERSION}; files of another main version cannot be read.",
        f"Das Attribut version lautet „{version}“. Für dieses Format muss es {VERSION} "
        "heißen; Dateien einer anderen Hauptversion können nicht gelesen werden.",
    )
    return Finding(
        code, Severity.ERROR, text, line_of(root), value=version, path="@version"
    )


def _wrong_value(element: etree._Element, places: Places) -> Finding:
    """Return what is wrong with the text of an element, and what is right."""
    section, name = places.section_around(element), local_name(element)
    meaning = SECTIONS[section.kind][name]
    value = element.text or ""
    place, shown = describe(section, name), value[:_VALUE_CHARS]
    is_blank = not value.strip()
    en = "The element is empty." if is_blank else f"“{shown}” is not allowed."
    de = "Das Element ist leer." if is_blank else f"„{shown}“ ist nicht zulässig."
    text = Text(
        f"{place.en}: {en} Right is: {meaning.right.en}.",
        f"{place.de}: {de} Richtig ist: {meaning.right.de}.",
    )
    return Finding(
        meaning.rule_for(value), Severity.ERROR, text, line_of(element),
        value=shown, path=places.path_of(element),
    )  # fmt: skip


def _not_allowed(element: etree._Element, entry: _Entry, places: Places) -> Finding:
    """Return F04 for attributes, stray text, children of a value, xsi:type and so on.

    Source: rule F04.
    """
    name, said = local_name(element), entry.message
    text = Text(
        f"The element {name} holds something that the format does not know. Remove "
        f"it. (The schema says: {said})",
        f"Das Element {name} enthält etwas, das das Format nicht kennt. Bitte "
        f"entfernen. (Das Schema meldet: {said})",
    )
    path = places.path_of(element)
    return Finding("F04", Severity.ERROR, text, line_of(element), path=path)
