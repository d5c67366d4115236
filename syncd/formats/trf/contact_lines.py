"""Contact data of players, as CLM's records hold it: never part of the model.

Only a file for somebody who is to have it gets these lines, straight from the export
that brought them. A line goes along only if its start number is the same player still.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from syncd.formats.trf.decode import decode
from syncd.formats.trf.mapping import to_tournament
from syncd.formats.trf.records import Records
from syncd.formats.trf.writing.ascii_letters import to_ascii

if TYPE_CHECKING:
    from syncd.model.tournament import Entrant, Tournament

_CONTACTS: Final = ("XCE", "XCS")
_NUMBER: Final = slice(4, 8)
_MOST_CHARACTERS: Final = 200


def contact_lines(data: bytes, tournament: Tournament) -> list[str]:
    """Return the lines of an export with e-mail addresses and phone numbers.

    Args:
        data: the export.
        tournament: what is written; others than its players are left out.

    Raises:
        FormatError: the export cannot be read.
    """
    decoded = decode(data)
    records = Records(decoded.lines)
    numbers = [line for record in _CONTACTS for line in records[record]]
    if not numbers:
        return []
    theirs = {_name(one) for one in to_tournament(decoded).tournament.entrants}
    known = {one.id for one in tournament.entrants if _name(one) in theirs}
    texts = [records.text(line).rstrip() for line in numbers]
    return [text for text in texts if _is_plain(text) and _number(text) in known]


def _name(entrant: Entrant) -> tuple[int, str]:
    return entrant.id, to_ascii(entrant.surname).casefold()


def _number(text: str) -> int:
    digits = text[_NUMBER].strip()
    return int(digits) if digits.isascii() and digits.isdigit() else 0


def _is_plain(text: str) -> bool:
    return text.isascii() and text.isprintable() and len(text) <= _MOST_CHARACTERS
