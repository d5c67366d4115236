"""Points for pairing only: 250 by ranges, XXA by player and round, XCA and XCG.

All forms come down to one table, player -> points per round, so that they can be
compared and written in either form.

Source: TRF26, record 250; JaVaFo Advanced User Manual, XXA (a second line of a player
goes on where the first one ended: bbpPairings trf.cpp); CLM wiki, XCA and XCG.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from itertools import groupby
from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.bilingual import Text
from syncd.formats.few_findings import Findings
from syncd.formats.trf.event.rounds import MOST_ROUNDS
from syncd.formats.trf.lines.fitting import block, block_count, fits
from syncd.formats.trf.lines.numbers import first_int, points_x10, positive
from syncd.formats.trf.lines.record_lines import (
    LONGEST_LINE,
    disagreement,
    lines_of,
    moved_columns,
)
from syncd.formats.trf.records import LAYOUTS
from syncd.model.findings import Finding, Severity
from syncd.model.pairing_rules import Acceleration

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from syncd.formats.trf.records import Records

_RANGES, _VALUES, _LAST, _GROUPS = "250", "XXA", "XCA", "XCG"
_XXA: Final = LAYOUTS[_VALUES]
_SHAPES: Final = {"points": re.compile(r" *(?:[0-9]*[.,]?[0-9]+)? *")}
_MOST_COMPARED: Final = 200  # lines; a tournament has a handful

Profile = dict[int, tuple[int, ...]]
"""Id -> tenths of a point per round, without zeros at the end."""


class Accelerations(NamedTuple):
    """What the file says of acceleration.

    Attributes:
        accelerations: as 250 has them, else from XXA.
        findings: what could not be read or does not fit together.
    """

    accelerations: tuple[Acceleration, ...]
    findings: list[Finding]


def read_accelerations(records: Records, ids: Sequence[int]) -> Accelerations:
    """Return the acceleration of a tournament.

    Args:
        records: the file.
        ids: known start numbers.
    """
    findings = Findings()
    ranges = tuple(_ranges(records, findings))
    stated = _stated_profile(records, findings)
    chosen = ranges or ranges_of(stated)
    if ranges and stated and len(ranges) <= _MOST_COMPARED:
        known = frozenset(ids)
        here = {number: row for number, row in stated.items() if number in known}
        if profile(ranges, ids) != here:
            findings.append(disagreement(records, _RANGES, _VALUES))
    if records[_LAST] or records[_GROUPS]:
        findings += _check_last(records, chosen)
    return Accelerations(chosen, findings)


def profile(accelerations: Iterable[Acceleration], ids: Sequence[int]) -> Profile:
    """Return the table that accelerations amount to; a later one replaces an earlier.

    Args:
        accelerations: by ranges.
        ids: known start numbers; numbers in a range that nobody has are left out.
    """
    rows: dict[int, list[int]] = {}
    ordered = sorted(ids)
    for each in accelerations:
        last_round = min(each.last_round, MOST_ROUNDS)
        span = range(each.first_round - 1, last_round)
        first = bisect_left(ordered, each.first_id)
        for number in ordered[first : bisect_right(ordered, each.last_id)]:
            row = rows.setdefault(number, [])
            row += [0] * (last_round - len(row))
            row[span.start : span.stop] = [each.points_x10 or 0] * len(span)
    return {number: trimmed for number, row in rows.items() if (trimmed := _trim(row))}


def ranges_of(rows: Mapping[int, Sequence[int]]) -> tuple[Acceleration, ...]:
    """Return the ranges of neighbouring ids with equal points that a table makes."""
    ordered = sorted(rows.items())
    found: list[Acceleration] = []
    keyed = enumerate(ordered)
    for (_, row), group in groupby(
        keyed, lambda item: (item[1][0] - item[0], tuple(item[1][1]))
    ):
        numbers = [number for _, (number, _) in group]
        found += _runs(row, numbers[0], numbers[-1])
    return tuple(found)


def _runs(row: Sequence[int], first: int, last: int) -> Iterator[Acceleration]:
    """Yield an acceleration per run of rounds with equal points above 0."""
    start = 1
    for points, group in groupby(row):
        end = start + len(list(group)) - 1
        if points:
            yield Acceleration(first, last, start, end, points)
        start = end + 1


def _trim(row: Sequence[int]) -> tuple[int, ...]:
    end = len(row)
    while end and not row[end - 1]:
        end -= 1
    return tuple(row[:end])


def _ranges(records: Records, findings: list[Finding]) -> Iterator[Acceleration]:
    """Yield the lines of 250; a blank last round or id is the first one."""
    for line in lines_of(records, _RANGES, findings):
        match_points, points = line.tenths("match_points"), line.tenths("game_points")
        first_round, first_id = line.whole("first_round"), line.whole("first_id")
        if not first_round or not first_id:
            findings.append(moved_columns(_RANGES, line.line, line.text))
            continue
        yield Acceleration(
            first_id=first_id,
            last_id=max(first_id, line.whole("last_id") or 0),
            first_round=first_round,
            last_round=max(first_round, line.whole("last_round") or 0),
            points_x10=points,
            match_points_x10=match_points,
        )


def _stated_profile(records: Records, findings: list[Finding]) -> Profile:
    """Return the table of the XXA lines."""
    rows: dict[int, list[int]] = {}
    for line in records[_VALUES]:
        text = records.text(line)
        number = positive(text[_XXA.slice("number")])
        values = _values(text)
        if number is None or values is None:
            findings.append(moved_columns(_VALUES, line, text))
        else:
            rows.setdefault(number, []).extend(values)
    return {number: trimmed for number, row in rows.items() if (trimmed := _trim(row))}


def _values(text: str) -> list[int] | None:
    """Return the points of one line, None if unreadable; a blank slot is 0.

    Some programs write slots of another width: then the blanks separate.
    """
    text = text[:LONGEST_LINE]
    count = min(block_count(text, _XXA), MOST_ROUNDS)
    places = [block(_XXA, index)[0] for index in range(count)]
    if all(fits(text, (place,), _SHAPES) for place in places) and fits(
        text, places or block(_XXA, 0), _SHAPES
    ):
        cells = [text[place.slice].strip() for place in places]
    else:
        cells = text[8:].split()[:MOST_ROUNDS]
    values = [points_x10(cell) if cell else 0 for cell in cells]
    known = [value for value in values if value is not None]
    return known if len(known) == len(values) else None


def _check_last(records: Records, found: Sequence[Acceleration]) -> Iterator[Finding]:
    """Yield a note if CLM's own numbers are all there is, or do not fit."""
    stated = first_int(records.value(_LAST))
    last = max((each.last_round for each in found), default=None)
    if stated is not None and last is not None and stated != last:
        yield disagreement(records, _RANGES if _RANGES in records else _VALUES, _LAST)
    elif last is None:
        yield _without_points(records, stated)


def _without_points(records: Records, last: int | None) -> Finding:
    groups = records.value(_GROUPS) or "?"
    return Finding(
        code="clm.acceleration",
        severity=Severity.WARNING,
        text=Text(
            en=f"The first rounds (up to {last or '?'}) are accelerated with {groups} "
            "groups, but no record (250, XXA) gives the points. They are unknown.",
            de=f"Die ersten Runden (bis {last or '?'}) sind mit {groups} Gruppen "
            "beschleunigt, aber kein Satz (250, XXA) nennt die Punkte. Sie sind "
            "unbekannt.",
        ),
        line=records.first(_LAST) or records.first(_GROUPS),
        column=5,
        value=str(last or ""),
    )
