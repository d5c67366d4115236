"""Bytes to an element tree, without trusting the bytes.

The parser expands no entity, loads nothing and stops at libxml2's own limits; a
document type definition, which a report never has, is refused. What is wrong with the
file as a file comes back as findings, so that a check can go on where it makes sense:
a report in ISO-8859-1 breaks a rule, but its players can still be looked at.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol, cast

from lxml import etree

from syncd.bilingual import Text
from syncd.model.findings import Finding, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

_ENTRIES: Final = ("{*}player", "{*}game", "{*}team", "{*}appointment")

_UTF8_BOM: Final = b"\xef\xbb\xbf"
_OPENING_BYTES: Final = 200
_DECLARED: Final = re.compile(rb"""<\?xml\s[^>]*?encoding\s*=\s*["']([^"'>]*)""")
_TEXT_BEFORE: Final = re.compile(rb"[^<]+<\?xml\s")
_ATTRIBUTE: Final = rb"""\s+[^\s<>="']+\s*=\s*(?:"[^"<]*"|'[^'<]*')"""
_LONGEST_VALUE: Final = 40
_LONGEST_WORDS: Final = 200
_UTF8_NAMES: Final = frozenset({"UTF-8", "UTF8", "US-ASCII", "ASCII"})
_WIDE: Final = ("UTF-16", "UTF-32", "UCS-", "ISO-10646-UCS")

# Codes of libxml2's xmlParserErrors.
_EMPTY: Final = 4
_BAD_CHARACTER: Final = 9
_UNKNOWN_ENTITY: Final = 26
_UNKNOWN_ENCODINGS: Final = frozenset({31, 32, 79})
_DECLARATION_NOT_FIRST: Final = 64
_BAD_NAME: Final = 68
_TAG_MISMATCH: Final = 76
_UNFINISHED: Final = frozenset({73, 77})
_BAD_BYTES: Final = 81
_TOO_MUCH: Final = frozenset({89, 114})


class _SyntaxReport(Protocol):
    """What lxml's syntax error carries beyond its type stub."""

    code: int
    msg: str
    position: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Limits:
    """How large a report may be before it is refused unread.

    Attributes:
        size_bytes: size of the file; a report of 5,000 players and 11 rounds has 7 MB.
        depth: nested elements; a report has four.
        children: entries of one element.
        entries: players, games and the like together that any file may have. Each takes
            two kilobytes of memory, empty or not.
        entry_bytes: one more is allowed for so many bytes; the shortest game that is
            valid has about as many.
        attributes: of one element; a report has three. Each takes 200 times its
            characters in memory, so they are counted before anything is parsed.
    """

    size_bytes: int = 32 * 1024 * 1024
    depth: int = 16
    children: int = 50_000
    entries: int = 4_000
    entry_bytes: int = 170
    attributes: int = 64


DEFAULT_LIMITS: Final = Limits()


@dataclass(frozen=True, slots=True)
class Source:
    """A file that was read, or why it could not be.

    Attributes:
        root: the document element; None if the file cannot be used at all.
        findings: what is wrong with the file as a file (rules F01 to F04).
    """

    root: etree._Element | None
    findings: tuple[Finding, ...]


def read_source(data: bytes, limits: Limits = DEFAULT_LIMITS) -> Source:
    """Parse the bytes of a report, however hostile they are."""
    if len(data) > limits.size_bytes:
        return Source(None, (_too_large(len(data), limits),))
    if _is_crowded(data, limits.attributes):
        return Source(None, (_too_many_attributes(limits.attributes),))
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False,
        remove_comments=True, remove_pis=True, remove_blank_text=True,
    )  # fmt: skip
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        report = cast("_SyntaxReport", error)
        return Source(None, tuple(_unreadable(data, report)))
    refused = tuple(_refused(root, len(data), limits))
    if refused:
        return Source(None, refused)
    return Source(root, tuple(_blemishes(data, root)))


def _short(text: str, most: int) -> str:
    """Return what a message quotes of a text."""
    return text if len(text) <= most else f"{text[:most]}…"


def _error(code: str, en: str, de: str, line: int = 1, column: int = 0) -> Finding:
    return Finding(code, Severity.ERROR, Text(en, de), line, column)


def _too_large(size_bytes: int, limits: Limits) -> Finding:
    allowed = limits.size_bytes
    return _error(
        "F04",
        f"The file has {size_bytes:,} bytes, more than the {allowed:,} that a report "
        "may have. It was not read. Is it a report at all?",
        f"Die Datei hat {size_bytes} Byte, mehr als die {allowed}, die ein Bericht "
        "haben darf. Sie wurde nicht gelesen. Ist es wirklich ein Bericht?",
        0,
    )


def _is_crowded(data: bytes, most: int) -> bool:
    """Return whether one tag has more attributes than that, in any encoding.

    A file with so few equal signs in all, as every report is, needs no closer look.
    Else only a tag that has them is matched, and each < is looked at once: linear.
    """
    if data.count(b"=") <= most:
        return False
    plain = data.replace(b"\0", b"") if b"\0" in data else data  # UTF-16, UTF-32
    return (
        re.search(rb"<[^\s<>=]+(?:%b){%d}" % (_ATTRIBUTE, most + 1), plain) is not None
    )


def _too_many_attributes(most: int) -> Finding:
    return _error(
        "F04",
        f"One element has more than {most} attributes. A report has none of that "
        "kind: is it the right file?",
        f"Ein Element hat mehr als {most} Attribute. In einem Bericht gibt es das "
        "nicht: ist es die richtige Datei?",
    )


def _refused(
    root: etree._Element, size_bytes: int, limits: Limits
) -> Iterator[Finding]:
    """Yield why a well-formed document is not looked at any further."""
    if _has_dtd(root):
        yield _error(
            "F04",
            "The file holds a document type definition (<!DOCTYPE ...>). A report has "
            "none, and it can be used for attacks. Remove it.",
            "Die Datei enthält eine Dokumenttyp-Definition (<!DOCTYPE ...>). Ein "
            "Bericht hat keine, und sie kann für Angriffe benutzt werden. Bitte "
            "entfernen.",
        )
    if root.xpath(f"boolean({'/*' * (limits.depth + 1)})"):
        yield _error(
            "F04",
            f"Elements are nested more than {limits.depth} deep. A report has four "
            "levels: write it again with a program that knows the format.",
            f"Elemente sind mehr als {limits.depth}-fach verschachtelt. Ein Bericht "
            "hat vier Ebenen: bitte mit einem Programm neu erzeugen, das das Format "
            "kennt.",
        )
    if root.xpath(f"boolean(//*[{limits.children + 1}])"):
        yield _error(
            "F04",
            f"One element has more than {limits.children} entries. No tournament is "
            "that large: is it a report at all?",
            f"Ein Element hat mehr als {limits.children} Einträge. So groß ist kein "
            "Turnier: ist es wirklich ein Bericht?",
        )
    entries = sum(1 for _ in root.iter(*_ENTRIES))
    if entries > limits.entries + size_bytes // limits.entry_bytes:
        yield _error(
            "F04",
            "The file has many thousand players or games, but hardly anything is said "
            "of them. It was not read: export the tournament again.",
            "Die Datei hat viele tausend Teilnehmende oder Partien, sagt aber kaum "
            "etwas über sie. Sie wurde nicht gelesen: bitte das Turnier neu "
            "exportieren.",
        )


def _has_dtd(root: etree._Element) -> bool:
    dtd: object = root.getroottree().docinfo.internalDTD  # None where there is none
    return dtd is not None


def _blemishes(data: bytes, root: etree._Element) -> Iterator[Finding]:
    """Yield what breaks a rule of a file that can be read nevertheless.

    Source: rules F01, F02, F03; documentation 1.1, section "XML Prolog".
    """
    # UTF-16 puts a NUL beside each letter of the declaration.
    opening = data[:_OPENING_BYTES].replace(b"\0", b"").lstrip(b"\xff\xfe\xef\xbb\xbf")
    if not opening.startswith(b"<?xml"):
        yield _no_declaration()
    if data.startswith(_UTF8_BOM):
        yield _byte_order_mark()
    info = root.getroottree().docinfo
    if (info.encoding or "UTF-8").upper() not in _UTF8_NAMES:
        yield _foreign_encoding(str(info.encoding))
    if info.xml_version != "1.0":
        yield _error(
            "F03",
            f"The XML declaration names version {info.xml_version}. Write 1.0.",
            f"Die XML-Deklaration nennt Version {info.xml_version}. Richtig ist 1.0.",
        )


def _no_declaration() -> Finding:
    return _error(
        "F01",
        "The file does not begin with the XML declaration. Put "
        '<?xml version="1.0" encoding="UTF-8"?> into the first line.',
        "Die Datei beginnt nicht mit der XML-Deklaration. In die erste Zeile gehört "
        '<?xml version="1.0" encoding="UTF-8"?>.',
    )


def _byte_order_mark() -> Finding:
    text = Text(
        "There is a byte order mark before the XML declaration, which has to be the "
        "very first thing. Save the file as UTF-8 without BOM.",
        "Vor der XML-Deklaration steht eine Byte-Reihenfolge-Marke (BOM); die "
        "Deklaration soll ganz am Anfang stehen. Bitte als UTF-8 ohne BOM speichern.",
    )
    return Finding("F01", Severity.WARNING, text, line=1)


def _foreign_encoding(name: str) -> Finding:
    name = _short(name, _LONGEST_VALUE)
    return _error(
        "F02",
        f"The file is written in {name}. A report uses UTF-8: save it as UTF-8 and "
        "let the declaration say so.",
        f"Die Datei ist in {name} geschrieben. Ein Bericht verwendet UTF-8: bitte als "
        "UTF-8 speichern und so in der Deklaration angeben.",
    )


def _unreadable(data: bytes, report: _SyntaxReport) -> Iterator[Finding]:
    """Yield why the parser gave up, and a wrong encoding beside it."""
    declared = _DECLARED.search(data[:_OPENING_BYTES])
    name = declared[1].decode("ascii", "replace") if declared else "UTF-8"
    is_foreign = name.upper() not in _UTF8_NAMES
    if is_foreign:
        yield _foreign_encoding(name)
    explained = report.code in _UNKNOWN_ENCODINGS or name.upper().startswith(_WIDE)
    if not (is_foreign and explained):
        yield _syntax_finding(data, report)


def _syntax_finding(data: bytes, report: _SyntaxReport) -> Finding:
    line, column = report.position
    code, text = _syntax_words(data, report)
    return Finding(code, Severity.ERROR, text, line, column)


def _syntax_words(data: bytes, report: _SyntaxReport) -> tuple[str, Text]:
    """Return the broken rule and what to do."""
    code = report.code
    if code == _DECLARATION_NOT_FIRST or _TEXT_BEFORE.match(data[:_OPENING_BYTES]):
        return "F01", _BEFORE_DECLARATION
    if code == _BAD_BYTES:
        return "F02", _NOT_UTF8
    if code in _UNKNOWN_ENCODINGS:
        return "F02", _UNKNOWN_ENCODING
    if code in _TOO_MUCH:
        return "F04", _HOSTILE
    if code in _UNFINISHED:
        return "F03", _CUT_OFF
    return "F03", _WORDS.get(code) or _raw_words(report)


def _raw_words(report: _SyntaxReport) -> Text:
    said = _short(report.msg.strip(), _LONGEST_WORDS)
    return Text(
        f"This is not well-formed XML. The parser says: {said}",
        f"Das ist kein wohlgeformtes XML. Der Leser meldet: {said}",
    )


_BEFORE_DECLARATION: Final = Text(
    "Something stands before the XML declaration <?xml ...?>, perhaps an empty line. "
    "The declaration has to be the very first thing in the file.",
    "Vor der XML-Deklaration <?xml ...?> steht noch etwas, vielleicht eine Leerzeile. "
    "Die Deklaration muss ganz am Anfang der Datei stehen.",
)
_NOT_UTF8: Final = Text(
    "Here are bytes that are not UTF-8, although the file says it is. It was probably "
    "saved as Windows-1252 or ISO-8859-1. Save it as UTF-8.",
    "Hier stehen Bytes, die kein UTF-8 sind, obwohl die Datei das behauptet. Sie wurde "
    "wohl als Windows-1252 oder ISO-8859-1 gespeichert. Bitte als UTF-8 speichern.",
)
_UNKNOWN_ENCODING: Final = Text(
    "The character encoding of the file is unknown. Save it as UTF-8.",
    "Die Zeichenkodierung der Datei ist unbekannt. Bitte als UTF-8 speichern.",
)
_HOSTILE: Final = Text(
    "The file would grow without bounds while it is read (nesting, entities or one "
    "huge text). It was refused: a report has nothing of the kind.",
    "Die Datei würde beim Lesen über alle Grenzen wachsen (Verschachtelung, Entitäten "
    "oder ein riesiger Text). Sie wurde abgelehnt: ein Bericht enthält so etwas nicht.",
)
_CUT_OFF: Final = Text(
    "The file ends too early, a closing tag is missing. It was probably not copied "
    "completely: export or copy it again.",
    "Die Datei endet zu früh, ein schließendes Element fehlt. Sie wurde wohl nicht "
    "vollständig kopiert: bitte neu exportieren oder kopieren.",
)
_WORDS: Final = {
    _EMPTY: Text(
        "This is not XML: no element was found. Is it the right file?",
        "Das ist kein XML: es wurde kein Element gefunden. Ist es die richtige Datei?",
    ),
    _BAD_CHARACTER: Text(
        "Here is a control character that XML cannot hold. Remove it.",
        "Hier steht ein Steuerzeichen, das XML nicht aufnehmen kann. Bitte entfernen.",
    ),
    _UNKNOWN_ENTITY: Text(
        "Here is an unknown abbreviation of the form &name;. Write the letter itself, "
        "and &amp; for an ampersand.",
        "Hier steht eine unbekannte Abkürzung der Form &name;. Bitte das Zeichen "
        "selbst schreiben, und &amp; für ein Und-Zeichen.",
    ),
    _BAD_NAME: Text(
        "Here is a bare & or <, perhaps in the name of a club. In XML it is written "
        "&amp; or &lt;.",
        "Hier steht ein einfaches & oder <, vielleicht in einem Vereinsnamen. In XML "
        "schreibt man dafür &amp; oder &lt;.",
    ),
    _TAG_MISMATCH: Text(
        "The closing tag does not belong to the element that was opened last.",
        "Das schließende Element passt nicht zu dem, das zuletzt geöffnet wurde.",
    ),
}
