"""The keys of stored choices about standings: what each may hold, how it is read.

A reader gets whatever somebody has put there. It returns the value, or raises one of
the errors that a reader of JSON raises; who calls it says which key that was.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.bilingual import Text
from syncd.formats.json_model import build, read
from syncd.formats.json_object import as_integer, as_list, as_text
from syncd.standings.amounts import read_number
from syncd.standings.field import Edition
from syncd.standings.given import Formula, formula_of
from syncd.standings.lots import Lots
from syncd.standings.manual import ManualOrder
from syncd.standings.options import HIGHEST_RATING, RatingUse, Unrated
from syncd.standings.presets import Preset
from syncd.standings.prizes import MOST_PRIZES, Prize
from syncd.standings.ties import Ties

if TYPE_CHECKING:
    from collections.abc import Callable
    from fractions import Fraction

HIGHEST_SEED: Final = 10**12 - 1
"""Of the number that lots are drawn with: twelve digits can be typed from paper."""


def _preset(value: object) -> Preset | None:
    return None if value is None else Preset(as_text(value))


def _edition(value: object) -> Edition | None:
    return None if value is None else Edition(as_text(value))


def _within(low: int, high: int) -> Callable[[object], int]:
    """Return what reads a whole number inside limits."""

    def number(value: object) -> int:
        found = as_integer(value)
        if not low <= found <= high:
            raise ValueError(low, high)
        return found

    return number


def _as_map(value: object) -> dict[int, object]:
    """Return an object whose keys are start or team numbers, each in one spelling.

    Raises:
        TypeError: it is no object.
        ValueError: a key is no number, or has zeros in front.
    """
    if not isinstance(value, dict):
        raise TypeError
    found = {_NUMBER(int(as_text(key)[:_DIGITS])): item for key, item in value.items()}
    if [*map(str, found)] != [*value]:
        raise ValueError(_ONE_SPELLING)
    return found


def _changes(value: object) -> dict[int, tuple[tuple[int, int], ...]]:
    found = {}
    for who, row in _as_map(value).items():
        pairs = [as_list(each) for each in as_list(row)]
        found[who] = tuple((_NUMBER(since), _RATING(rating)) for since, rating in pairs)
        rounds = [since for since, _ in found[who]]
        _refuse_repeats(rounds)
        if rounds != sorted(rounds):
            raise ValueError(_ROUNDS_IN_ORDER)
    return found


def _external(value: object) -> dict[int, Fraction]:
    found = {}
    for who, item in _as_map(value).items():
        number = read_number(as_text(item))
        if number is None:
            raise ValueError(item)
        found[who] = number
    return found


def _formula(value: object) -> Formula | None:
    if value is None:
        return None
    rows = as_list(value)
    if not all(isinstance(row, dict) for row in rows):
        raise TypeError
    return formula_of(rows)  # type: ignore[arg-type] # each is an object


def _manual(value: object) -> ManualOrder | None:
    order = None if value is None else build(ManualOrder, value)
    if order:
        _refuse_repeats([_NUMBER(number) for number in order.numbers])
        _within(0, _HIGHEST)(order.round)
        _SHORT(order.results)
    return order


def _lots(value: object) -> Lots | None:
    if not isinstance(value, dict):
        return None if value is None else Lots(_SEED(value))
    first = _as_map(value.get("drawn_as", {}))
    moved = sorted((now, _NUMBER(then)) for now, then in first.items())
    _refuse_repeats([then for _, then in moved])
    is_off = _truth(value.get("is_off", False))
    return Lots(_SEED(value.get("seed")), tuple(moved), is_off)


def _prizes(value: object) -> list[Prize]:
    prizes = [build(Prize, each) for each in as_list(value)]
    if len(prizes) > MOST_PRIZES:
        raise ValueError(MOST_PRIZES)
    for prize in prizes:
        _NUMBER(prize.places)
        _SHORT(prize.name)
        numbers = prize.category.numbers if prize.category else None
        _refuse_repeats([_NUMBER(number) for number in numbers or ()])
    return prizes


def _refuse_repeats(numbers: list[int]) -> None:
    if len({*numbers}) < len(numbers):
        raise ValueError(_NO_REPEATS)


def _short(most: int) -> Callable[[object], str]:
    """Return what reads a text of so many letters at most."""

    def text(value: object) -> str:
        found = as_text(value)
        if len(found) > most:
            raise ValueError(most)
        return found

    return text


def _truth(value: object) -> bool:
    return bool(read(bool, value))


class Key(NamedTuple):
    """How a key of the JSON object is read, and what is told if that fails."""

    read: Callable[[object], object]
    expected: Text


def _one_of(names: type[Unrated | RatingUse | Ties | Preset | Edition]) -> Text:
    written = ", ".join(names)
    return Text(f"one of {written}", f"eines von {written}")


_HIGHEST: Final = 10**6
_DIGITS: Final = 8
_NUMBER: Final = _within(1, _HIGHEST)
_SHORT: Final = _short(200)
_TIEBREAKS: Final = _short(1000)
"""As long as a list may be that is asked for over HTTP."""
_NO_REPEATS: Final = "a number twice"
_ROUNDS_IN_ORDER: Final = "rounds out of order"
_ONE_SPELLING: Final = "a number with zeros or signs in front"
_RATING: Final = _within(1, HIGHEST_RATING)
_SEED: Final = _within(0, HIGHEST_SEED)
_YES_OR_NO: Final = Key(_truth, Text("true or false", "true oder false"))
KEYS: Final = {
    "tiebreaks": Key(_TIEBREAKS, Text("a text with codes", "ein Text mit Codes")),
    "preset": Key(_preset, _one_of(Preset)),
    "ties": Key(lambda value: Ties(as_text(value)), _one_of(Ties)),
    "unrated": Key(lambda value: Unrated(as_text(value)), _one_of(Unrated)),
    "unrated_rating": Key(
        _RATING,
        Text(f"a rating up to {HIGHEST_RATING}", f"eine Zahl bis {HIGHEST_RATING}"),
    ),
    "rating_use": Key(lambda value: RatingUse(as_text(value)), _one_of(RatingUse)),
    "rating_round": Key(_NUMBER, Text("the number of a round", "eine Rundennummer")),
    "rating_changes": Key(
        _changes,
        Text(
            "per start number a list of round and rating",
            "je Startnummer eine Liste aus Runde und Wertungszahl",
        ),
    ),
    "edition": Key(_edition, _one_of(Edition)),
    "removes_early_leavers": _YES_OR_NO,
    "is_absence_voluntary": _YES_OR_NO,
    "external": Key(
        _external,
        Text("per start number a number as text", "je Startnummer eine Zahl als Text"),
    ),
    "formula": Key(
        _formula,
        Text(
            "a list of rows with sign, weight and datum",
            "eine Liste von Zeilen aus sign, weight und datum",
        ),
    ),
    "manual": Key(
        _manual,
        Text(
            "an order with every number once, and the mark of its results",
            "eine Reihenfolge mit jeder Nummer einmal und dem Kennzeichen ihrer "
            "Ergebnisse",
        ),
    ),
    "lots": Key(
        _lots,
        Text(
            f"a whole number from 0 to {HIGHEST_SEED}, perhaps with the numbers that "
            "lots were drawn for",
            f"eine ganze Zahl von 0 bis {HIGHEST_SEED}, vielleicht mit den Nummern, "
            "für die gelost wurde",
        ),
    ),
    "prizes": Key(
        _prizes,
        Text(
            "a list of prizes with name, places and perhaps a category",
            "eine Liste von Preisen mit name, places und vielleicht category",
        ),
    ),
    "shows_keizer": _YES_OR_NO,
    "shows_expected": _YES_OR_NO,
}
