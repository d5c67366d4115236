"""Taking one person out of a file, byte for byte the rest as it came.

What is left of the person's lines is what `syncd.sync.erasing` leaves of the entry, so
decoding the erased file gives the erased tournament. Columns and line numbers stay.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from syncd.formats import registry
from syncd.formats.dwzxml.tolerant import read_xml
from syncd.formats.names import split_name
from syncd.formats.text import Limits
from syncd.formats.trf import decode, to_tournament
from syncd.formats.trf.encode import encode, with_field
from syncd.formats.trf.lines.alignment import align
from syncd.formats.trf.records import Records, layout_of
from syncd.formats.trf.tables.fide_records import NATIONAL, PLAYER
from syncd.model.tournament import Entrant
from syncd.sync.erasing import (
    NOBODY,
    alias,
    found_in,
    is_person,
    names_of,
    without_names,
)

if TYPE_CHECKING:
    from syncd.formats.trf.records import Decoded
    from syncd.model.persons import Person
    from syncd.sync.erasing import Names

_NO_LIMITS: Final = Limits(2**40, 2**40, 2**40)
_BLANK_FIELDS: Final = ("title", "fide_id", "birth")
_OF_PLAYER: Final = ("XCC", "XCE", "XCS", "XCP")
_MEMBERSHIP: Final = "XCZ"
_NUMBER: Final = slice(4, 8)
_BLOCKS_START: Final = 75
_BLOCK: Final = re.compile(r"<((?:\w+:)?player)\b[^>]*>.*?</\1>", re.DOTALL)
_WHO: Final = (
    "dsbId", "title", "dobYear", "dobDate", "vkz", "numberClubMember", "club", "fideId",
)  # fmt: skip
"""Elements of a player that say who it is, beside the name."""


def file_without_person(data: bytes, person: Person) -> bytes:
    """Return a file without a person; the same bytes if he is not in it.

    Args:
        data: the whole file.
        person: who is to be erased.

    Raises:
        FormatError: the file cannot be read, so nobody can tell who is in it.
    """
    if registry.detect(data, most_bytes=len(data)) == registry.TRF:
        return _trf(data, person)
    return _xml(data, person)


def _trf(data: bytes, person: Person) -> bytes:
    decoded = decode(data, _NO_LIMITS)
    his = found_in(to_tournament(decoded).tournament, person)
    names = names_of(his, person)
    numbers = {one.id for one in his}
    for line in list(Records(decoded.lines)["001"]):
        text = decoded.lines[line - 1].text
        if _number(text) in numbers or _is_second(text, names):
            decoded = _without_player(decoded, line, person)
    lines = tuple(
        each
        if each.text.startswith("001")
        else each._replace(text=_of_line(each.text, numbers, names))
        for each in decoded.lines
    )
    return encode(replace(decoded, lines=lines))


def _number(text: str) -> int:
    number = text[_NUMBER].strip()
    return int(number) if number.isdecimal() else 0


def _is_second(text: str, names: Names) -> bool:
    """Return whether a line without a start number is the person once more."""
    if _number(text):
        return False
    surname, forename, _ = split_name(align(text, PLAYER).pivot)
    return (surname, forename) in names


def _without_player(decoded: Decoded, line: int, person: Person) -> Decoded:
    decoded = with_field(decoded, line, "name", f"{NOBODY},{alias(person)}")
    for field in _BLANK_FIELDS:
        decoded = with_field(decoded, line, field, "")
    return decoded


def _of_line(text: str, numbers: set[int], names: Names) -> str:
    if _number(text) in numbers:
        if text.startswith(_OF_PLAYER) or layout_of(text) is NATIONAL:
            return ""
        if text.startswith(_MEMBERSHIP):
            head, blocks = text[: _NUMBER.stop], text[_BLOCKS_START:]
            return (head.ljust(_BLOCKS_START) + blocks).rstrip() if blocks else ""
    return without_names(text, names)


def _xml(data: bytes, person: Person) -> bytes:
    read_xml(data)
    for codec in ("utf-8", "cp1252", "latin-1"):
        try:
            text = data.decode(codec)
        except UnicodeDecodeError:
            continue
        return _without_blocks(text, person).encode(codec)
    return data


def _without_blocks(text: str, person: Person) -> str:
    his: list[Entrant] = []
    text = _BLOCK.sub(lambda found: _block(found[0], person, his), text)
    return without_names(text, names_of(his, person))


def _block(block: str, person: Person, his: list[Entrant]) -> str:
    entrant = Entrant(
        1, _element(block, "surname"), _element(block, "forename"),
        birth_year=_integer(block, "dobYear"), fide_id=_integer(block, "fideId"),
        dsb_id=_element(block, "dsbId"),
    )  # fmt: skip
    if not is_person(entrant, person):
        return block
    his.append(entrant)
    for name in _WHO:
        block = re.sub(rf"[ \t]*<{name}>[^<]*</{name}>\r?\n?", "", block)
    block = re.sub(r"(<surname>)[^<]*", rf"\g<1>{NOBODY}", block)
    named = f"<forename>{alias(person)}</forename>"
    if "<forename>" not in block:
        return block.replace("</surname>", f"</surname>{named}")
    return re.sub(r"<forename>[^<]*</forename>", named, block)


def _element(block: str, name: str) -> str:
    found = re.search(rf"<{name}>([^<]*)</{name}>", block)
    return found[1].strip() if found else ""


def _integer(block: str, name: str) -> int | None:
    text = _element(block, name)
    return int(text) if text.isdecimal() else None
