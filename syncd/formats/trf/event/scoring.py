"""What a result is worth in this file: 1-½-0 unless a record says otherwise.

Source: TRF26 record 162 (symbols W D L A P X); JaVaFo XXS; bbpPairings BBW … BBU. Z for
A in 162 is what bbpPairings up to 6.0 reads.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from syncd.formats.trf.lines.numbers import points_x10
from syncd.formats.trf.records import LAYOUTS
from syncd.model import results

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from syncd.formats.trf.records import Records

_POINTS: Final = "162"
_WINS: Final = results.WIN + results.SHORT_WIN + results.FORFEIT_WIN + results.FULL_BYE
_DRAWS: Final = results.DRAW + results.SHORT_DRAW + results.HALF_BYE
_LOSSES: Final = results.LOSS + results.SHORT_LOSS
_ABSENT: Final = results.ZERO_BYE + results.FORFEIT_LOSS

_LETTERS: Final = {
    # record 162
    "W": _WINS + results.PAIRING_BYE, "D": _DRAWS, "L": _LOSSES,
    "A": _ABSENT, "Z": _ABSENT, "P": results.PAIRING_BYE,
    # XXS; its shortcuts are those of 162, but W leaves the pairing-allocated bye alone
    "W=": _WINS,
    "WW": "1W", "BW": "1W", "WD": "=D", "BD": "=D", "WL": "0L", "BL": "0L",
    "ZPB": "Z", "HPB": "H", "FPB": "F", "PAB": "U", "FW": "+", "FL": "-",
    # bbpPairings
    "BBW": _WINS + results.PAIRING_BYE, "BBD": _DRAWS, "BBL": _LOSSES,
    "BBZ": "Z", "BBF": "-", "BBU": "U",
}  # fmt: skip
"""Symbol -> the result letters it sets. A later symbol overrides an earlier one."""

_SHORTCUTS: Final = {"W": "W="}

_ENGINE_RULE: Final = re.compile(r"([A-Z]{1,3})=([0-9.]+)")


ENGINE_RECORDS: Final = ("XXS", "BBW", "BBD", "BBL", "BBZ", "BBF", "BBU")


def stated_scoring(records: Records) -> dict[str, int] | None:
    """Return result letter -> points in tenths, None if the file states no scoring."""
    return scoring_of([*_points_record(records), *_engine_rules(records)])


def recorded_scoring(records: Records) -> dict[str, int] | None:
    """Return what record 162 alone says, None if it says nothing."""
    return scoring_of(_points_record(records))


def engine_scoring(records: Records) -> dict[str, int] | None:
    """Return what XXS and the BB records alone say, None if they say nothing."""
    return scoring_of(_engine_rules(records))


def scoring_of(rules: Iterable[tuple[str, int]]) -> dict[str, int] | None:
    """Return result letter -> points in tenths, None without any rule.

    Args:
        rules: symbol of 162, XXS or a BB record, and points in tenths; a later one
            overrides an earlier one.
    """
    rules = list(rules)
    if not rules:
        return None
    scoring = dict(results.STANDARD_POINTS_X10)
    for symbol, points in rules:
        scoring.update(dict.fromkeys(_LETTERS.get(symbol, ""), points))
    return scoring


def _points_record(records: Records) -> Iterator[tuple[str, int]]:
    """Yield symbol and points of record 162, nine columns apart."""
    layout = LAYOUTS[_POINTS]
    for line in records[_POINTS]:
        text = records.text(line)
        for index in range(len(text) // layout.stride):
            symbol = text[layout.field("symbol", index).slice]
            points = points_x10(text[layout.field("points", index).slice])
            if symbol.strip() and points is not None:
                yield symbol, points


def _engine_rules(records: Records) -> Iterator[tuple[str, int]]:
    """Yield the rules of XXS and of the BB records."""
    for text in records.values(ENGINE_RECORDS[0]):
        for symbol, value in _ENGINE_RULE.findall(text):
            yield _SHORTCUTS.get(symbol, symbol), points_x10(value) or 0
    for record in ENGINE_RECORDS[1:]:
        points = points_x10(records.value(record))
        if points is not None:
            yield record, points
