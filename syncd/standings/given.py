"""What people have entered for an event: values of their own, and a formula.

The formula is a list of weighted counts, so it is data: no text is run as a program.
Neither is part of C.07, and no TRF can state them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from syncd.bilingual import Text
from syncd.errors import FormatError
from syncd.standings.amounts import read_number, typed

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from syncd.standings.codes import Code

MOST_TERMS: Final = 8
MOST_WEIGHT: Final = 1000


class Datum(Enum):
    """What a formula may count; the name is what is stored."""

    WINS = Text("wins over the board", "Siege am Brett")
    DRAWS = Text("draws over the board", "Remis am Brett")
    LOSSES = Text("losses over the board", "Niederlagen am Brett")
    GAMES = Text("games over the board", "Partien am Brett")
    FORFEIT_WINS = Text("forfeit wins", "kampflose Siege")
    FORFEIT_LOSSES = Text("forfeit losses", "kampflose Niederlagen")
    FULL_BYES = Text("full-point byes", "Freilose mit vollem Punkt")
    HALF_BYES = Text("half-point byes", "Freilose mit halbem Punkt")
    ZERO_BYES = Text("absences", "Runden ohne Teilnahme")
    PAIRING_BYES = Text("pairing-allocated byes", "spielfreie Runden durch Auslosung")
    BLACKS = Text("games with Black", "Partien mit Schwarz")
    BLACK_WINS = Text("wins with Black", "Siege mit Schwarz")
    UNPLAYED = Text("rounds without a game", "Runden ohne Partie")
    POINTS = Text("points", "Punkte")
    BUCHHOLZ = Text("Buchholz", "Buchholz")
    SONNEBORN_BERGER = Text("Sonneborn-Berger", "Sonneborn-Berger")

    @property
    def title(self) -> Text:
        """What it is called."""
        return self.value


class Term(NamedTuple):
    """One row of a formula.

    Attributes:
        datum: what is counted.
        weight: 0 to 1000.
        is_minus: whether it is taken off.
    """

    datum: Datum
    weight: Fraction = Fraction(1)
    is_minus: bool = False

    @property
    def sign_written(self) -> str:
        """`+` or `−`."""
        return "−" if self.is_minus else "+"

    @property
    def factor(self) -> Fraction:
        """The weight with its sign."""
        return -self.weight if self.is_minus else self.weight


@dataclass(frozen=True, slots=True)
class Formula:
    """Up to eight rows that are added up.

    Attributes:
        terms: the rows; none = nothing is computed.
    """

    terms: tuple[Term, ...] = ()


@dataclass(frozen=True, slots=True)
class Given:
    """What people have entered.

    Attributes:
        external: start or team number -> value of `EXT`; the higher goes first.
        formula: of `CUSTOM`; lower first is the code `CUSTOM/R`.
    """

    external: Mapping[int, Fraction] = field(default_factory=dict)
    formula: Formula | None = None


class Start(NamedTuple):
    """A formula to begin with; the higher value goes first.

    Attributes:
        title: what it does.
        formula: its rows.
    """

    title: Text
    formula: Formula


STARTS: Final = {
    "fewer_forfeit_losses": Start(
        Text("fewer forfeit losses first", "weniger kampflose Niederlagen zuerst"),
        Formula((Term(Datum.FORFEIT_LOSSES, is_minus=True),)),
    ),
    "more_forfeit_wins": Start(
        Text("more forfeit wins first", "mehr kampflose Siege zuerst"),
        Formula((Term(Datum.FORFEIT_WINS),)),
    ),
}
"""What can be typed in place of a formula; anything else is somebody's own."""


def with_external(given: Given, number: int, written: str) -> Given | Text:
    """Return what is given with one more value, or what is wrong with it.

    Args:
        given: as it was.
        number: start or team number.
        written: with a point or a comma; blank takes the value away.
    """
    others = {each: value for each, value in given.external.items() if each != number}
    if not written.strip():
        return Given(others, given.formula)
    value = read_number(written)
    if value is None:
        return Text(
            f"“{written[:20]}” is no number. Enter something like 3, 3.5 or 3,5; leave "
            "the field empty to clear it.",
            f"„{written[:20]}“ ist keine Zahl. Bitte etwas wie 3 oder 3,5 eintragen; "
            "ein leeres Feld löscht den Wert.",
        )
    return Given({**others, number: value}, given.formula)


def formula_of(rows: Sequence[Mapping[str, Any]]) -> Formula:
    """Return the formula that was stored or sent.

    Args:
        rows: `{"sign": "+" | "-", "weight": "1.5", "datum": "WINS"}` each.

    Raises:
        FormatError: what is wrong with every row, all at once.
    """
    causes = [] if len(rows) <= MOST_TERMS else [_TOO_MANY]
    terms = []
    for place, row in enumerate(rows[:MOST_TERMS], 1):
        term = _term(row, place)
        if isinstance(term, Term):
            terms.append(term)
        else:
            causes.append(term)
    if causes:
        raise FormatError(causes[0], causes=causes)
    return Formula(tuple(terms))


def formula_rows(formula: Formula) -> list[dict[str, str]]:
    """Return a formula as `formula_of` takes it."""
    return [
        {
            "sign": "-" if term.is_minus else "+",
            "weight": typed(term.weight),
            "datum": term.datum.name,
        }
        for term in formula.terms
    ]


def _term(row: Mapping[str, Any], place: int) -> Term | Text:
    weight = read_number(str(row.get("weight", "")))
    datum = str(row.get("datum", ""))
    if row.get("sign") not in {"+", "-"}:
        return Text(
            f"Row {place} of the formula: the sign is + or -.",
            f"Zeile {place} der Formel: Das Vorzeichen ist + oder -.",
        )
    if weight is None or not 0 <= weight <= MOST_WEIGHT:
        return Text(
            f"Row {place} of the formula: the weight is a number from 0 to "
            f"{MOST_WEIGHT}.",
            f"Zeile {place} der Formel: Das Gewicht ist eine Zahl von 0 bis "
            f"{MOST_WEIGHT}.",
        )
    if datum not in Datum.__members__:
        return Text(
            f"Row {place} of the formula: “{datum[:20]}” cannot be counted.",
            f"Zeile {place} der Formel: „{datum[:20]}“ lässt sich nicht zählen.",
        )
    return Term(Datum[datum], weight, is_minus=row["sign"] == "-")


_TOO_MANY: Final = Text(
    f"A formula has {MOST_TERMS} rows at most.",
    f"Eine Formel hat höchstens {MOST_TERMS} Zeilen.",
)


def formula_warning(codes: Iterable[Code]) -> Text | None:
    """Return the warning that an own formula stands above a tie-break of FIDE."""
    names = [code for code in codes if code.known.article or code.known.is_own]
    own = next((at for at, code in enumerate(names) if code.name == "CUSTOM"), None)
    below = [] if own is None else names[own + 1 :]
    above = next((code for code in below if code.known.article), None)
    if above is None:
        return None
    return Text(
        f"The own formula stands above {above}, a tie-break of FIDE. The order then "
        "does not follow C.07.",
        f"Die eigene Formel steht über {above}, einer Feinwertung der FIDE. Die "
        "Reihenfolge folgt dann nicht C.07.",
    )
