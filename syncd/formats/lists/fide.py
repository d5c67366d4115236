"""FIDE's rating list of one month, told by its first bytes: XML or fixed columns."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from syncd.formats.lists.fide_text import players_of_text
from syncd.formats.lists.fide_xml import players_of_xml
from syncd.formats.lists.notes import Notes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from syncd.formats.lists.bytestream import ByteStream
    from syncd.model.lists import FidePlayer


class FideList(NamedTuple):
    """The players of a list, which are read while they are asked for.

    Attributes:
        players: in the order of the list; may raise DecodeError at any player.
        notes: what is wrong; complete when the last player was read.
    """

    players: Iterator[FidePlayer]
    notes: Notes


def decode_fide(stream: ByteStream, *, is_xml: bool) -> FideList:
    """Return the players of a FIDE list.

    Args:
        stream: the bytes from their beginning; the list is never held as a whole.
        is_xml: what `syncd.formats.lists.kinds` says of the first bytes.
    """
    notes = Notes()
    read = players_of_xml if is_xml else players_of_text
    return FideList(read(stream, notes), notes)
