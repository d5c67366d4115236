"""When rounds begin (XCT), how ties are broken (202, 212), what XCM says of the size.

Source: CLM wiki "Technische Details: Beschreibung TRF"; TRF26, records 202 and 212.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.bilingual import Text
from syncd.formats.trf.lines.numbers import first_int
from syncd.formats.trf.lines.record_lines import RecordLine, disagreement
from syncd.formats.trf.records import LAYOUTS, read_repeated

if TYPE_CHECKING:
    from syncd.formats.trf.records import Records
    from syncd.model.findings import Finding

_TIMES: Final = LAYOUTS["XCT"]
_TIME: Final = re.compile(r"([01]?[0-9]|2[0-3]):([0-5][0-9])(?::([0-5][0-9]))?")
_POINTS: Final = "PTS"
_FULL_MODE: Final = 5  # type, loops, rounds, boards, substitutes
_ROUNDS_AT: Final = 2
_A_TIME: Final = Text("a time such as 09:30:00", "eine Uhrzeit wie 09:30:00")


class Programme(NamedTuple):
    """Times and tie-breaks.

    Attributes:
        times: `HH:MM:SS` per round, empty where unset; empty without XCT.
        tiebreaks: codes, the points included.
        findings: what could not be read or differs.
    """

    times: tuple[str, ...]
    tiebreaks: tuple[str, ...]
    findings: list[Finding]


def read_programme(records: Records, rounds: int) -> Programme:
    """Return times and tie-breaks.

    Args:
        records: the file.
        rounds: rounds of all loops.
    """
    findings: list[Finding] = []
    times = _times(records, findings)[:rounds]
    times += [""] * (rounds - len(times) if any(times) else -len(times))
    return Programme(
        times=tuple(times) if any(times) else (),
        tiebreaks=_tiebreaks(records, findings),
        findings=findings + _mode_rounds(records),
    )


def _times(records: Records, findings: list[Finding]) -> list[str]:
    """Return the times in their columns; further left the blanks separate."""
    first = _TIMES.repeat[0].first
    times = []
    for number in records[_TIMES.record]:
        text = records.text(number)
        line = RecordLine(_TIMES, number, text, findings)
        is_placed = not text[4 : first - 1].strip()
        cells = read_repeated(text.rstrip(), _TIMES) if is_placed else text[4:].split()
        for index, cell in enumerate(cells):
            found = _TIME.fullmatch(cell)
            if cell and not found:
                line.complain(_TIMES.field("time", index), cell, _A_TIME)
            hours, minutes, seconds = found.groups("00") if found else ("", "", "")
            times.append(f"{hours:0>2}:{minutes}:{seconds}" if found else "")
    return times


def _tiebreaks(records: Records, findings: list[Finding]) -> tuple[str, ...]:
    """Return 212, or 202 with the points in front."""
    with_points, behind = (
        tuple(filter(None, (code.strip() for code in records.value(record).split(","))))
        for record in ("212", "202")
    )
    completed = (_POINTS, *behind) if behind else ()
    if with_points and completed and with_points != completed:
        findings.append(disagreement(records, "212", "202"))
    return with_points or completed


def _mode_rounds(records: Records) -> list[Finding]:
    """Return a finding if the rounds in XCM are not those of 142."""
    words = records.value("XCM").split()
    stated = first_int(records.value("142"))
    if len(words) < _FULL_MODE or stated is None:
        return []
    rounds = first_int(words[_ROUNDS_AT])
    return [] if rounds in {None, stated} else [disagreement(records, "142", "XCM")]
