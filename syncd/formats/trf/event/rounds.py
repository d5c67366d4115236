"""How many rounds a tournament has, and how often each is played.

Files without a number of rounds are counted: the last round that holds something, or
that has a date.

Source: FIDE TRF26, record 142; JaVaFo Advanced User Manual, XXR; CLM wiki "Beschreibung
TRF", XCM for loops.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.bilingual import Text
from syncd.formats.trf.lines.numbers import first_int
from syncd.formats.trf.players.cells import FIRST_COLUMN, STRIDE, last_used
from syncd.model.findings import Finding, Severity

if TYPE_CHECKING:
    from collections.abc import Mapping

    from syncd.formats.trf.players.rows import Row
    from syncd.formats.trf.records import Records

MOST_ROUNDS: Final = 300
"""More than any tournament has; a larger number is a fault and only costs memory."""

_MOST_CELLS: Final = 500_000
"""Cells of all players: fifty rounds of 9,999. More cannot be right, either."""
_LONGEST_VALUE: Final = 40
_NO_GAME: Final = " -0Z"
_RECORDS: Final = ("142", "XXR")


class Rounds(NamedTuple):
    """The size of a tournament.

    Attributes:
        rounds: rounds of one loop.
        loops: how often each is played, from 1.
        findings: what does not fit together.
    """

    rounds: int
    loops: int
    findings: list[Finding]

    @property
    def total(self) -> int:
        """Rounds of all loops."""
        return self.rounds * self.loops


def read_rounds(
    records: Records, rows: Mapping[int, Row], *, dates: int, loops: int | None
) -> Rounds:
    """Return how many rounds there are.

    Args:
        records: the file.
        rows: its players.
        dates: number of round dates in record 132.
        loops: loops that XCM states, None if it states none.
    """
    loops = loops or 1
    stated, findings = _stated(records)
    if stated is None:
        used = max((last_used(row.text) for row in rows.values()), default=0)
        stated = max(used, dates)
    most = min(MOST_ROUNDS, _MOST_CELLS // max(1, len(rows)))
    if stated * loops > most:
        findings.append(_too_many(records, stated * loops, most))
        stated, loops = most, 1
    total = stated * loops
    findings += _dashes_after(rows, total)
    beyond = [row for row in rows.values() if _plays_after(row.text, total)]
    if not beyond:
        return Rounds(stated, loops, findings)
    last = min(max(last_used(row.text) for row in beyond), most)
    return Rounds(last, 1, [*findings, _more_played(beyond[0], total, last)])


def _stated(records: Records) -> tuple[int | None, list[Finding]]:
    """Return the number that 142 or XXR states, and a finding if they disagree."""
    values = [first_int(records.value(record)) for record in _RECORDS]
    numbers = [number for number in values if number is not None]
    if not numbers:
        return None, []
    if len(set(numbers)) == 1:
        return numbers[0], []
    return numbers[0], [_disagree(records, *numbers)]


def _dashes_after(rows: Mapping[int, Row], rounds: int) -> list[Finding]:
    """Return the note on cells behind the last round in which nothing is played.

    Source: files written by lichess, a cell with only a dash too many for some.
    """
    start = FIRST_COLUMN - 1 + STRIDE * rounds
    longer = [row for row in rows.values() if len(row.text) > start]
    empty = [row for row in longer if row.text[start:].strip()]
    empty = [row for row in empty if not _plays_after(row.text, rounds)]
    if not empty:
        return []
    row, count = empty[0], len(empty)
    return [
        Finding(
            code="trf.cells_after_last_round",
            severity=Severity.INFO,
            text=Text(
                en=f"{count} player lines (first line {row.line}) have cells behind "
                f"round {rounds} in which nothing is played. They are not a round.",
                de=f"{count} Spielerzeilen (zuerst Zeile {row.line}) haben hinter "
                f"Runde {rounds} Felder, in denen nichts gespielt ist. Sie sind keine "
                "Runde.",
            ),
            line=row.line,
            column=start + 1 + row.shift,
            value=row.text[start:].strip()[:_LONGEST_VALUE],
        )
    ]


def _plays_after(text: str, rounds: int) -> bool:
    """Return whether a line has more than dashes and absences behind a round."""
    return bool(text[FIRST_COLUMN - 1 + STRIDE * rounds :].strip(_NO_GAME))


def _disagree(records: Records, tournament: int, engine: int) -> Finding:
    line, other = map(records.first, _RECORDS)
    return Finding(
        code="trf.rounds_disagree",
        severity=Severity.ERROR,
        text=Text(
            en=f"Record 142 (line {line}) says {tournament} rounds, XXR (line "
            f"{other}) says {engine}. {tournament} was taken; correct one of them.",
            de=f"Satz 142 (Zeile {line}) nennt {tournament} Runden, XXR (Zeile "
            f"{other}) nennt {engine}. Es gilt {tournament}; bitte einen der beiden "
            "Sätze korrigieren.",
        ),
        line=line,
        column=5,
        value=str(tournament),
    )


def _too_many(records: Records, stated: int, most: int) -> Finding:
    return Finding(
        code="trf.rounds",
        severity=Severity.ERROR,
        text=Text(
            en=f"{stated} rounds cannot be right; only {most} were read.",
            de=f"{stated} Runden können nicht stimmen; nur {most} wurden gelesen.",
        ),
        line=records.first("142") or records.first("XXR"),
        value=str(stated),
    )


def _more_played(row: Row, stated: int, last: int) -> Finding:
    return Finding(
        code="trf.rounds",
        severity=Severity.ERROR,
        text=Text(
            en=f"The file says {stated} rounds, but player {row.number} has entries up "
            f"to round {last}. Correct the number of rounds (142) or the results.",
            de=f"Die Datei nennt {stated} Runden, Spieler {row.number} hat aber "
            f"Einträge bis Runde {last}. Bitte die Rundenzahl (142) oder die "
            "Ergebnisse korrigieren.",
        ),
        line=row.line,
        column=FIRST_COLUMN + STRIDE * stated + row.shift,
    )
