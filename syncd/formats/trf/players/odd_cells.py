"""Single round cells that a program wrote in its own way, and how they are read.

Source: CLM's source, db_tournament_genRounds (of an odd number the last plays n + 1);
files written by lichess (`62 b Z`); gacrux' TieBreakServer for X and ?; TRF26, record
162, for A.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.bilingual import Text
from syncd.formats.trf.tables.fide_records import PLAYER
from syncd.model import results
from syncd.model.findings import Severity
from syncd.model.pairings import BLACK, NO_COLOUR, WHITE

if TYPE_CHECKING:
    from syncd.formats.trf.lines.places import CellPlace
    from syncd.model.findings import Finding

UNREADABLE: Final = -(10 ** PLAYER.repeat[0].width)
"""Stands for an opponent that is not a number; below every real number negated."""

_WITHOUT_OPPONENT: Final = {
    results.FORFEIT_WIN: results.PAIRING_BYE,
    results.WIN: results.PAIRING_BYE,
    results.SHORT_WIN: results.PAIRING_BYE,
    results.DRAW: results.HALF_BYE,
    results.SHORT_DRAW: results.HALF_BYE,
    results.FORFEIT_LOSS: results.ZERO_BYE,
    results.LOSS: results.ZERO_BYE,
    results.SHORT_LOSS: results.ZERO_BYE,
}
"""What a result means against a start number that nobody has: the odd player out."""


class Cell(NamedTuple):
    """One cell as cut from the line.

    Attributes:
        opponent: entrant id, 0 for nobody, a negated number that nobody has.
        colour: `w`, `b`, `-` or whatever stands there.
        result: a result letter or whatever stands there.
    """

    opponent: int
    colour: str
    result: str


def repair_cell(cell: Cell, place: CellPlace, dummy: int) -> tuple[Cell, list[Finding]]:
    """Return a cell that the model can hold, and what was changed to get there.

    Args:
        cell: as cut from the line.
        place: where it stands.
        dummy: the number that programs give the odd player's opponent: highest plus 1.
    """
    if cell.opponent in {place.row.number, UNREADABLE}:
        return Cell(0, NO_COLOUR, results.BLANK), [_no_opponent(cell, place)]
    cell, findings = _known_letters(cell, place)
    if cell.opponent < 0:
        usable = _WITHOUT_OPPONENT.get(cell.result, cell.result)
        findings.append(_unknown_opponent(cell, usable, place, dummy))
        return Cell(0, NO_COLOUR, usable), findings
    return cell, findings


def _known_letters(cell: Cell, place: CellPlace) -> tuple[Cell, list[Finding]]:
    """Return the cell with unknown letters exchanged."""
    findings = []
    if cell.result not in results.KNOWN:
        read_as = _meant(cell)
        findings.append(_unknown_result(cell.result, read_as, place))
        cell = cell._replace(result=read_as or results.BLANK)
    if cell.colour not in {WHITE, BLACK, NO_COLOUR}:
        findings.append(_unknown_colour(cell.colour, place))
        cell = cell._replace(colour=NO_COLOUR)
    return cell, findings


def _meant(cell: Cell) -> str:
    """Return the letter that one of another program stands for, empty if none.

    X and ? are games whose result is not known yet; A is what record 162 calls an
    absence: a forfeit beside an opponent, else a bye without a point.
    """
    if cell.result in {"X", "x", "?"}:
        return results.NOT_YET
    if cell.result in {"A", "a"}:
        return results.FORFEIT_LOSS if cell.opponent > 0 else results.ZERO_BYE
    return ""


def _no_opponent(cell: Cell, place: CellPlace) -> Finding:
    if cell.opponent == place.row.number:
        text = Text(
            en=f"In round {place.round} the player is paired against himself. The cell "
            "was left empty; correct the pairing and export again.",
            de=f"In Runde {place.round} ist der Spieler gegen sich selbst gepaart. Das "
            "Feld wurde leer gelassen; bitte korrigieren und neu exportieren.",
        )
        return place.finding("trf.self_pairing", Severity.ERROR, "opponent", text)
    text = Text(
        en=f"In round {place.round} the opponent is not a number. The cell was left "
        "empty; check whether the columns of this line have moved.",
        de=f"In Runde {place.round} ist der Gegner keine Nummer. Das Feld wurde leer "
        "gelassen; bitte prüfen, ob die Spalten dieser Zeile verrutscht sind.",
    )
    return place.finding("trf.opponent", Severity.ERROR, "opponent", text)


def _unknown_opponent(
    cell: Cell, read_as: str, place: CellPlace, dummy: int
) -> Finding:
    """Return the note on a number that nobody has; the usual dummy is no surprise."""
    number = -cell.opponent
    if cell.result in {results.WIN, results.DRAW}:
        return _missing_player(number, place)
    severity = Severity.INFO if number == dummy else Severity.WARNING
    text = Text(
        en=f"Round {place.round} names opponent {number}, but no player has this "
        f"start number. It was read as no opponent ({read_as.strip() or 'blank'}).",
        de=f"Runde {place.round} nennt den Gegner {number}; diese Startnummer hat "
        f"niemand. Gelesen wurde: kein Gegner ({read_as.strip() or 'leer'}).",
    )
    return place.finding("trf.unknown_opponent", severity, "opponent", text)


def _missing_player(number: int, place: CellPlace) -> Finding:
    """Return the error for a game that was played against somebody not in the file."""
    text = Text(
        en=f"Round {place.round} was played against number {number}, but no player has "
        "this start number. A player line is missing; export the file again.",
        de=f"Runde {place.round} wurde gegen Nummer {number} gespielt; diese "
        "Startnummer hat niemand. Eine Spielerzeile fehlt; bitte neu exportieren.",
    )
    return place.finding("trf.missing_player", Severity.ERROR, "opponent", text)


def _unknown_result(letter: str, read_as: str, place: CellPlace) -> Finding:
    """Return the warning about a letter of another program, or the error about none."""
    done = Text(f"It was read as {read_as}.", f"Gelesen wurde {read_as}.")
    if not read_as:
        done = Text("It was left empty.", "Das Feld wurde leer gelassen.")
    text = Text(
        en=f"Round {place.round} has the result {letter!r}, which TRF does not know. "
        f"{done.en} Known are 1 = 0 + - W D L F H U Z. Correct it and export again.",
        de=f"Runde {place.round} hat das Ergebnis „{letter}“, das TRF nicht kennt. "
        f"{done.de} Bekannt sind 1 = 0 + - W D L F H U Z. Bitte korrigieren und neu "
        "exportieren.",
    )
    severity = Severity.WARNING if read_as else Severity.ERROR
    return place.finding("trf.result", severity, "result", text)


def _unknown_colour(letter: str, place: CellPlace) -> Finding:
    text = Text(
        en=f"Round {place.round} has the colour {letter!r}; only w, b and - are "
        "known. It was read as unknown.",
        de=f"Runde {place.round} hat die Farbe „{letter}“; bekannt sind nur w, b "
        "und -. Sie wurde als unbekannt gelesen.",
    )
    return place.finding("trf.colour", Severity.WARNING, "colour", text)
