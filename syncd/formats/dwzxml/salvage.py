"""Bytes of a not quite right XML file to an element tree, or one `FormatError`.

A file that parses is taken as it is. Only one that does not is mended as text first:
bytes of another encoding are read line by line, what stands before the declaration is
dropped, and every `&` and `<` that cannot be markup is escaped. Lines stay where they
are, so that findings point into the file as it came. What is hostile is not mended.

Source: CLM's exporter site/clm/api/db_dsb_xml_export.php, which escapes nothing.
"""

from __future__ import annotations

import re
from html.entities import html5
from itertools import islice
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text, counted_as
from syncd.errors import DecodeError
from syncd.formats.dwzxml.document import ROOT
from syncd.formats.dwzxml.schema_words import LISTS, SECTIONS
from syncd.formats.dwzxml.source import DEFAULT_LIMITS, read_source
from syncd.formats.text import UTF_8_MARK
from syncd.model.findings import Finding, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml import etree

    from syncd.formats.dwzxml.source import Limits

DEWIS_ROOT: Final = "dewis"
DEWIS_NAMES: Final = frozenset(
    {DEWIS_ROOT, "tournamentSection", "tournament", "label", "type", "rounds"}
    | {"endDate", "notes", "appointments", "appointment", "round", "matchday"}
    | {"matchtime", "playerSection", "players", "player", "noPlayer", "id", "surname"}
    | {"forename", "dob", "vkz", "club", "noMember", "idFide", "rating", "sex"}
    | {"games", "game", "noWhite", "noBlack", "result", "teamSection", "teams", "team"}
    | {"noTeam", "name", "roundSection"}
)
"""Source: CLM's exporter of the older DeWIS form, admin/models/auswertung.php."""

_NAMES: Final = sorted(
    {ROOT, *SECTIONS, *LISTS, *DEWIS_NAMES}
    | {name for section in SECTIONS.values() for name in section},
    key=lambda name: (-len(name), name),
)
_HOSTILE: Final = re.compile(r"<!(?:DOCTYPE|ENTITY|ELEMENT|ATTLIST)", re.IGNORECASE)
_DECLARATION: Final = re.compile(r"<\?xml\s[^<>]{0,200}\?>")
_CONTROL: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_BARE: Final = re.compile(
    r"&(?!(?:amp|lt|gt|quot|apos|#[0-9]{1,7}|#x[0-9A-Fa-f]{1,6});)"
    r"(?:(?P<entity>[A-Za-z]{2,8});)?"
    rf"|<(?!/?(?:[\w.\-]{{1,40}}:)?(?:{'|'.join(_NAMES)})[\s/>]"
    r"|\?|!--|!\[CDATA\[)"
)
"""An ampersand that begins no entity, or a `<` that begins no known element."""

_MOST_LISTED: Final = 20
"""So many mended places are told one by one, the rest as a number."""


def salvage(
    data: bytes, limits: Limits = DEFAULT_LIMITS
) -> tuple[etree._Element, tuple[Finding, ...]]:
    """Return the document element and what had to be mended to get it.

    Args:
        data: the whole file.
        limits: how large it may be.

    Raises:
        DecodeError: this is no XML even when mended, too large, or hostile.
    """
    source = read_source(data, limits)
    if source.root is not None:
        return source.root, ()
    if len(data) > limits.size_bytes:
        raise _refusal(source.findings)
    findings: list[Finding] = []
    again = read_source(_mended(data, source.findings, findings), limits)
    if again.root is None:
        raise _refusal(again.findings)
    return again.root, tuple(findings)


def _mended(
    data: bytes, refused: tuple[Finding, ...], findings: list[Finding]
) -> bytes:
    """Return the bytes of a file that did not parse, as they should have been."""
    text = _readable(data, findings)
    if _HOSTILE.search(text):
        raise _refusal(refused)
    return _escaped(text, findings).encode()


def _refusal(findings: tuple[Finding, ...]) -> DecodeError:
    first = findings[0]
    return DecodeError(
        first.text,
        line=first.line,
        column=first.column,
        value=first.value,
        causes=[finding.text for finding in findings],
    )


def _readable(data: bytes, findings: list[Finding]) -> str:
    """Return the text from its first mark on, without declaration."""
    text, foreign = _characters(data.removeprefix(UTF_8_MARK))
    if foreign:
        findings.append(_encoding(len(foreign), foreign[0]))
    text, count = _CONTROL.subn(" ", text)
    if count:
        findings.append(_note("xml.control", Severity.WARNING, _control(count)))
    start = max(text.find("<"), 0)
    if text[:start].strip():
        findings.append(_note("xml.before", Severity.WARNING, _BEFORE, line=1))
    elif start:
        findings.append(_note("xml.before", Severity.INFO, _BEFORE, line=1))
    before = "\n" * text.count("\n", 0, start)
    declaration = _DECLARATION.match(text, start)
    return before + text[declaration.end() if declaration else start :]


def _characters(data: bytes) -> tuple[str, list[int]]:
    """Return the text, and the numbers of the lines that were not UTF-8."""
    try:
        return data.decode("utf-8"), []
    except UnicodeDecodeError:
        lines: list[str] = []
        foreign: list[int] = []
        for number, line in enumerate(data.split(b"\n"), start=1):
            try:
                lines.append(line.decode("utf-8"))
            except UnicodeDecodeError:
                lines.append(_old_letters(line))
                foreign.append(number)
        return "\n".join(lines), foreign


def _old_letters(line: bytes) -> str:
    """Return a line in Windows-1252, of which Latin-1 is a part where it is text."""
    try:
        return line.decode("cp1252")
    except UnicodeDecodeError:
        return line.decode("latin-1")


def _escaped(text: str, findings: list[Finding]) -> str:
    """Return the text with bare marks escaped; the first places are told."""
    escaped, count = _BARE.subn(_escape, text)
    findings += [_bare(*place) for place in islice(_places(text), _MOST_LISTED)]
    if count > _MOST_LISTED:
        left = _more(count - _MOST_LISTED)
        findings.append(_note("xml.escape", Severity.WARNING, left))
    return escaped


def _places(text: str) -> Iterator[tuple[str, int, int, str]]:
    """Yield mark, line, column and surroundings of each bare mark."""
    line, last = 1, 0
    for match in _BARE.finditer(text):
        start = match.start()
        line += text.count("\n", last, start)
        last = start
        begin = text.rfind("\n", 0, start) + 1
        around = text[max(begin, start - 30) : start + 30].partition("\n")[0]
        yield text[start], line, start - begin + 1, around


def _escape(match: re.Match[str]) -> str:
    entity = match["entity"]
    if entity:
        letter = html5.get(f"{entity};")
        return letter if letter and letter not in "&<" else f"&amp;{entity};"
    return "&amp;" if match[0] == "&" else "&lt;"


def _note(code: str, severity: Severity, text: Text, line: int = 0) -> Finding:
    return Finding(code, severity, text, line)


def _bare(mark: str, line: int, column: int, around: str) -> Finding:
    right = "&amp;" if mark == "&" else "&lt;"
    text = Text(
        f"A bare {mark} stands in a text, which XML does not allow. It was read as the "
        f"character itself; right is {right}.",
        f"In einem Text steht ein einfaches {mark}, was XML nicht erlaubt. Es wurde "
        f"als das Zeichen selbst gelesen; richtig ist {right}.",
    )
    return Finding("xml.escape", Severity.WARNING, text, line, column, around)


def _more(count: int) -> Text:
    return Text(
        f"{count} more bare & or < were read as the characters themselves.",
        f"{count} weitere einfache & oder < wurden als die Zeichen selbst gelesen.",
    )


def _encoding(count: int, first: int) -> Finding:
    lines = counted_as(
        count, Text("line is", "Zeile ist"), Text("lines are", "Zeilen sind")
    )
    text = Text(
        f"{lines.en} not UTF-8 (first in line {first}); read as Windows-1252. Right is "
        "UTF-8.",
        f"{lines.de} kein UTF-8 (zuerst Zeile {first}); als Windows-1252 gelesen. "
        "Richtig ist UTF-8.",
    )
    return Finding("xml.encoding", Severity.WARNING, text, first)


def _control(count: int) -> Text:
    signs = counted_as(
        count,
        Text("control character", "Steuerzeichen"),
        Text("control characters", "Steuerzeichen"),
    )
    return Text(
        f"Read as blanks, since XML cannot hold them: {signs.en}.",
        f"Als Leerzeichen gelesen, weil XML sie nicht aufnehmen kann: {signs.de}.",
    )


_BEFORE: Final = Text(
    "Something stands before the first element or declaration. It was left out; the "
    "declaration has to be the very first thing in the file.",
    "Vor dem ersten Element oder der Deklaration steht noch etwas. Es wurde "
    "übergangen; die Deklaration muss ganz am Anfang der Datei stehen.",
)
