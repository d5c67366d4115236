"""The fields of one player of FIDE's list to a record, from XML and from text alike."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.formats.lists.values import (
    to_name,
    to_number,
    to_sex,
    to_title,
    to_year,
)
from syncd.model.lists import FidePlayer

if TYPE_CHECKING:
    from collections.abc import Mapping

    from syncd.formats.lists.notes import Notes


def to_player(fields: Mapping[str, str], line: int, notes: Notes) -> FidePlayer | None:
    """Return the player, None if the row is damaged.

    Args:
        fields: texts by FIDE's names of the XML elements.
        line: where the player ends, from 1.
        notes: takes what is wrong.
    """
    surname, forename = to_name(fields.get("name", ""))
    try:
        fide_id = to_number(fields.get("fideid", ""))
        rating = to_number(fields.get("rating", ""))
        birth_year = to_year(fields.get("birthday", ""))
    except ValueError as exc:
        notes.damaged(line, str(exc), _NO_NUMBER)
        return None
    if fide_id is None or not surname:
        notes.damaged(line, surname, _NOBODY)
        return None
    return FidePlayer(
        fide_id=fide_id,
        surname=surname,
        forename=forename,
        federation=fields.get("country", "").strip().upper(),
        sex=to_sex(fields.get("sex", "")),
        title=to_title(fields.get("title", "")) or to_title(fields.get("w_title", "")),
        rating=rating,
        birth_year=birth_year,
        is_active="i" not in fields.get("flag", ""),
    )


_NO_NUMBER: Final = Text(
    "FIDE id, rating or birth year of this player is no number; he is left out.",
    "FIDE-ID, Elo oder Geburtsjahr dieses Spielers ist keine Zahl; er entfällt.",
)
_NOBODY: Final = Text(
    "This player has no FIDE id or no name; he is left out.",
    "Dieser Spieler hat keine FIDE-ID oder keinen Namen; er entfällt.",
)
