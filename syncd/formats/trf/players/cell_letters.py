"""Round cells in letters that are right but not the usual ones, one note per kind.

A program writes all its cells in the same way, so the file is told once.

Source: FIDE Handbook C.04 Annex 2 (TRF16): letters in either case; old German files
for `s` (schwarz); chesspairing for `*` (not played yet).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.bilingual import Text
from syncd.formats.trf.lines.places import CellPlace
from syncd.model.findings import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from syncd.formats.trf.players.rows import Row
    from syncd.model.findings import Finding


class _Kind(NamedTuple):
    """Letters of one field, how they were read, and what is right."""

    code: str
    field: str
    letters: str
    text: Text


_KINDS: Final = (
    _Kind(
        "trf.colour_letters", "colour", "WB",
        Text(
            "Colours in capital letters were read as w and b, which would be right.",
            "Farben in Großbuchstaben wurden als w und b gelesen; richtig wären w "
            "und b.",
        ),
    ),
    _Kind(
        "trf.colour_s", "colour", "sS",
        Text(
            "The colour s (schwarz) was read as b, which would be right.",
            "Die Farbe s (schwarz) wurde als b gelesen; richtig wäre b.",
        ),
    ),
    _Kind(
        "trf.result_letters", "result", "wdlfhuz",
        Text(
            "Results in small letters were read as capitals, which would be right.",
            "Ergebnisse in Kleinbuchstaben wurden als Großbuchstaben gelesen; diese "
            "wären richtig.",
        ),
    ),
    _Kind(
        "trf.result_open", "result", "*",
        Text(
            "The result * was read as not played yet; right would be a blank.",
            "Das Ergebnis * wurde als noch nicht gespielt gelesen; richtig wäre ein "
            "Leerzeichen.",
        ),
    ),
)  # fmt: skip


def unusual_letters(
    rows: Sequence[Row], rounds: int, colours: str, results: str
) -> Iterator[Finding]:
    """Yield one note per kind of letter that is read but not usual.

    Args:
        rows: all players.
        rounds: cells per player.
        colours: those of all cells, player by player, as written.
        results: likewise.
    """
    for code, field, letters, text in _KINDS:
        column = colours if field == "colour" else results
        places = [column.find(letter) for letter in letters if letter in column]
        if places:
            player, cell = divmod(min(places), rounds)
            place = CellPlace(rows[player], cell)
            count = sum(map(column.count, letters))
            yield place.finding(code, Severity.INFO, field, _counted(text, count))


def old_byes(
    rows: Sequence[Row], opponents: Sequence[tuple[int, ...]], results: Sequence[str]
) -> Iterator[Finding]:
    """Yield one note on byes as TRF06 writes them: `+` or `=` without an opponent.

    Args:
        rows: all players.
        opponents: those of each player by round, 0 for nobody.
        results: likewise, one letter each.
    """
    places = [
        CellPlace(rows[player], cell)
        for player, letters in enumerate(results)
        if "+" in letters or "=" in letters
        for cell, letter in enumerate(letters)
        if letter in _OLD_BYES and not opponents[player][cell]
    ]
    if places:
        yield places[0].finding(
            "trf.old_byes", Severity.INFO, "result", _counted(_OLD, len(places))
        )


_OLD_BYES: Final = frozenset("+=")
_OLD: Final = Text(
    "Results + and = without an opponent were read as byes of TRF06; right would be "
    "U or F for a whole point, H for half a point.",
    "Die Ergebnisse + und = ohne Gegner wurden als spielfrei wie in TRF06 gelesen; "
    "richtig wären U oder F für einen ganzen, H für einen halben Punkt.",
)


def _counted(text: Text, count: int) -> Text:
    cells = ("cell", "Feld") if count == 1 else ("cells", "Felder")
    return Text(
        f"{text.en} ({count} {cells[0]}, this is the first.)",
        f"{text.de} ({count} {cells[1]}, dies ist das erste.)",
    )
