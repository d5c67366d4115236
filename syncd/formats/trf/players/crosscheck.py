"""Does each pairing say the same in both rows?

A round is looked at as whole columns first: beside each player's letter stands the one
of the opponent, and only a round with a kind of pair that is not allowed is searched
pairing by pairing. A clean file of any size costs a few passes and no more.

Legal pairs include decisions of an arbiter (=/0, 0/0) and double forfeits. An absence
(Z) beside an opponent is kept and counts as not played.
Source: FIDE Handbook C.04 Annex 2 (TRF16) and TRF26, result codes; files written by
lichess (absent beside an opponent).
"""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING, Final, Protocol, overload

from syncd.bilingual import Text
from syncd.formats.trf.lines.places import CellPlace
from syncd.model import results
from syncd.model.findings import Severity
from syncd.model.pairings import BLACK, NO_COLOUR, WHITE

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from syncd.formats.trf.players.rows import Row
    from syncd.model.findings import Finding
    from syncd.model.pairings import Cells

    class _Beside(Protocol):
        """Picks from a column what stands at each player's opponent."""

        @overload
        def __call__(self, column: str, /) -> tuple[str, ...]: ...
        @overload
        def __call__(self, column: tuple[int, ...], /) -> tuple[int, ...]: ...


_NOBODY: Final = "."
_OPEN: Final = results.BLANK + results.NOT_YET
_OPEN_PAIRS: Final = {one + two for one in _OPEN for two in _OPEN}
_LEGAL: Final = frozenset(
    {*("10", "01", "==", "00", "=0", "0="), *("+-", "-+", "--")}
    | {*("WL", "LW", "DD", "LL", "DL", "LD")}
    | _OPEN_PAIRS
)
_ABSENT: Final = frozenset(
    {"ZZ"} | {f"Z{one}" for one in _OPEN + "+-"} | {f"{one}Z" for one in _OPEN + "+-"}
)
_ALONE: Final = frozenset(
    letter + _NOBODY
    for letter in results.BYES
    | results.FORFEIT
    | {results.DRAW, results.ZERO_BYE, results.BLANK, results.NOT_YET}
)
"""Letters without an opponent; TRF06 writes `+ = -` for byes and absences."""
_FIT: Final = _LEGAL | _ALONE
_SAME_COLOUR: Final = frozenset({WHITE + WHITE, BLACK + BLACK})
_LONE_COLOUR: Final = frozenset({WHITE + _NOBODY, BLACK + _NOBODY})
_CLASH: Final = _SAME_COLOUR | _LONE_COLOUR


def contradictions(
    rows: Mapping[int, Row], cells: Mapping[int, Cells], rounds: int
) -> Iterator[Finding]:
    """Yield what the two rows of a pairing say differently, once per pairing."""
    if not cells:
        return
    places = [len(cells)] * (max(cells) + 1)
    for place, entrant in enumerate(cells):
        places[entrant] = place
    letters = "".join([row.results for row in cells.values()])
    colours = "".join([row.colours for row in cells.values()])
    opponents = zip(*[row.opponents for row in cells.values()], strict=True)
    for index, column in enumerate(opponents):
        marks = letters[index::rounds].strip(results.BLANK)
        if not (any(column) or marks or colours[index::rounds].strip(NO_COLOUR)):
            continue  # nobody has anything in this round
        beside = itemgetter(*itemgetter(*column, 0)(places))
        kinds = _kinds(letters[index::rounds], colours[index::rounds], beside)
        if not (_is_mutual(tuple(cells), column, beside) and all(map(_fits, kinds))):
            yield from _findings(index, rows, cells)


def _is_mutual(
    ids: tuple[int, ...], opponents: tuple[int, ...], beside: _Beside
) -> bool:
    """Return whether everybody's opponent names him back."""
    back = beside((*opponents, 0))[:-1]
    if 0 not in opponents:
        return back == ids
    pairs = zip(ids, opponents, strict=True)
    return back == tuple([entrant if opponent else 0 for entrant, opponent in pairs])


def _kinds(letters: str, colours: str, beside: _Beside) -> set[tuple[str, ...]]:
    """Return which letters and colours stand side by side: own, then theirs.

    Args:
        letters: results of one round, in the order of the players.
        colours: likewise.
        beside: picks what stands at each player's opponent; at the end, at nobody.
    """
    theirs = beside(letters + _NOBODY), beside(colours + _NOBODY)
    return set(zip(letters, theirs[0], colours, theirs[1], strict=False))


def _fits(kind: tuple[str, ...]) -> bool:
    own, theirs, colour, other = kind
    return own + theirs in _FIT and colour + other not in _CLASH


def _findings(
    index: int, rows: Mapping[int, Row], cells: Mapping[int, Cells]
) -> Iterator[Finding]:
    """Yield what is wrong in one round."""
    for entrant, own in cells.items():
        place = CellPlace(rows[entrant], index)
        opponent, letter = own.opponents[index], own.results[index]
        if not opponent:
            yield from _alone(place, letter, own.colours[index])
        elif cells[opponent].opponents[index] != entrant:
            yield _one_sided(place, rows[opponent])
        elif entrant < opponent:
            other = CellPlace(rows[opponent], index)
            pair = letter + cells[opponent].results[index]
            colours = own.colours[index] + cells[opponent].colours[index]
            yield from _together(place, other, pair, colours)


def _alone(place: CellPlace, letter: str, colour: str) -> Iterator[Finding]:
    """Yield what cannot be without an opponent."""
    if letter + _NOBODY not in _ALONE:
        yield place.finding(
            "trf.result_without_opponent",
            Severity.ERROR,
            "result",
            Text(
                en=f"Round {place.round} has the result {letter} but no opponent. "
                "Enter the opponent, or a bye (F, H, U) or Z, and export again.",
                de=f"Runde {place.round} hat das Ergebnis {letter}, aber keinen "
                "Gegner. Bitte den Gegner oder ein Freilos (F, H, U) oder Z eintragen "
                "und neu exportieren.",
            ),
        )
    if colour + _NOBODY in _LONE_COLOUR:
        yield place.finding(
            "trf.colour_without_opponent",
            Severity.WARNING,
            "colour",
            Text(
                en=f"Round {place.round} has a colour but no opponent.",
                de=f"Runde {place.round} hat eine Farbe, aber keinen Gegner.",
            ),
        )


def _one_sided(place: CellPlace, opponent: Row) -> Finding:
    own, other = place.row.number, opponent.number
    text = Text(
        en=f"Round {place.round}: player {own} (line {place.line}) names opponent "
        f"{other}, but player {other} (line {opponent.line}) does not name {own} back. "
        "Correct one of the two lines and export again.",
        de=f"Runde {place.round}: Spieler {own} (Zeile {place.line}) nennt den Gegner "
        f"{other}, aber Spieler {other} (Zeile {opponent.line}) nennt {own} nicht. "
        "Bitte eine der beiden Zeilen korrigieren und neu exportieren.",
    )
    return place.finding("trf.one_sided", Severity.ERROR, "opponent", text)


def _together(
    place: CellPlace, other: CellPlace, letters: str, colours: str
) -> Iterator[Finding]:
    """Yield what the two sides of one pairing cannot both have."""
    who = f"{place.row.number} – {other.row.number}"
    lines = place.line, other.line
    if letters in _ABSENT:
        text = Text(
            en=f"Round {place.round}, players {who}: one of them is paired and also "
            "absent (Z). The game counts as not played.",
            de=f"Runde {place.round}, Spieler {who}: einer ist gepaart und zugleich "
            "abwesend (Z). Die Partie gilt als nicht gespielt.",
        )
        yield place.finding("trf.bye_with_opponent", Severity.WARNING, "result", text)
    elif letters not in _LEGAL:
        text = Text(
            en=f"Round {place.round}, players {who}: the results {letters[0]!r} (line "
            f"{lines[0]}) and {letters[1]!r} (line {lines[1]}) do not fit together. "
            "Correct the result and export again.",
            de=f"Runde {place.round}, Spieler {who}: die Ergebnisse „{letters[0]}“ "
            f"(Zeile {lines[0]}) und „{letters[1]}“ (Zeile {lines[1]}) passen nicht "
            "zusammen. Bitte das Ergebnis korrigieren und neu exportieren.",
        )
        code = "trf.result_contradiction"
        yield place.finding(code, Severity.ERROR, "result", text)
    if colours in _SAME_COLOUR:
        text = Text(
            en=f"Round {place.round}, players {who}: both have the same colour (lines "
            f"{lines[0]} and {lines[1]}). The rating does not depend on it.",
            de=f"Runde {place.round}, Spieler {who}: beide haben dieselbe Farbe "
            f"(Zeilen {lines[0]} und {lines[1]}). Für die Auswertung ist das ohne "
            "Bedeutung.",
        )
        yield place.finding("trf.colours", Severity.WARNING, "colour", text)
