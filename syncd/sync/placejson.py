"""Places and the values that stand there as JSON, and back without loss.

A value is read by what can stand at its place, so nothing but the value is written: a
game is a list in the order of `Score`, a record an object without its defaults.
"""

from __future__ import annotations

import datetime as dt
import json
from typing import Any, Final, get_type_hints

from syncd.bilingual import Text
from syncd.errors import DecodeError
from syncd.formats.json_model import read, to_plain
from syncd.model.pairing_rules import PairingRules
from syncd.model.tournament import (
    Entrant,
    GameDate,
    LineUp,
    Team,
    TeamMatch,
    Tournament,
)
from syncd.sync.places import LISTED, Cell, Part, Place, Score

_RECORDS: Final = {
    Part.TOURNAMENT: Tournament,
    Part.RULES: PairingRules,
    Part.PLAYER: Entrant,
    Part.TEAM: Team,
}
"""Parts whose fields are attributes of a record."""
_VALUES: Final[dict[Part, Any]] = {
    Part.PARAMETER: tuple[str, ...],
    Part.LENGTH: int,
    Part.MATCH: TeamMatch,
    Part.LINE_UP: LineUp,
    Part.GAME_DATE: GameDate,
    Part.PLAYED_ZERO: tuple[int, int, int],
}
_ORDERS: Final = {"parameters": tuple[str, ...]}
_KEYS: Final = tuple[tuple[int, ...], ...]
_TUPLES: Final = {Part.GAME: Score, Part.CELL: Cell}
_DAMAGED: Final = Text(
    "A stored value of a tournament is damaged.",
    "Ein gespeicherter Wert eines Turniers ist beschädigt.",
)


def encode_place(place: Place) -> str:
    """Return a place as JSON: part, key, field."""
    return json.dumps([place.part, place.key, place.field], ensure_ascii=False)


def decode_place(text: str) -> Place:
    """Return the place that `encode_place` wrote.

    Raises:
        DecodeError: it is none.
    """
    try:
        part, key, field = json.loads(text)
        return Place(Part(part), tuple(map(int, key)), str(field))
    except (ValueError, TypeError, RecursionError) as error:
        raise DecodeError(_DAMAGED) from error


def encode_value(value: object) -> str:
    """Return a value as JSON."""
    return json.dumps(to_plain(value), ensure_ascii=False, sort_keys=True)


def decode_value(place: Place, text: str) -> object:
    """Return the value that `encode_value` wrote.

    Args:
        place: where it stands.
        text: JSON.

    Raises:
        DecodeError: no such value can stand there.
    """
    try:
        plain = json.loads(text)
        return None if plain is None else _read(place, plain)
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise DecodeError(_DAMAGED) from error


def kind_of(place: Place) -> Any:  # noqa: ANN401 - any annotation
    """Return the annotation of what can stand at a place of one value.

    Raises:
        KeyError: there is no such field.
    """
    if place.part in _RECORDS:
        if place.field == LISTED:
            return bool
        return get_type_hints(_RECORDS[place.part], localns={"dt": dt})[place.field]
    if place.part is Part.ROUND:
        return dt.date if place.field == "date" else str
    if place.part is Part.ORDER:
        return _ORDERS.get(place.field, _KEYS)
    return _VALUES[place.part]


def _read(place: Place, plain: Any) -> object:  # noqa: ANN401 - from JSON
    if place.part in _TUPLES:
        record = _TUPLES[place.part]
        hints = get_type_hints(record).values()
        return record(*(read(*pair) for pair in zip(hints, plain, strict=True)))
    return read(kind_of(place), plain)
