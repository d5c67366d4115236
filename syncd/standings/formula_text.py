"""A formula as people type it, `2*wins - 0.5*draws + blacks`, and as they read it.

The text is taken apart into signs, weights and names of counts; nothing of it is run.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.errors import FormatError
from syncd.standings.amounts import joined, read_number, written
from syncd.standings.given import MOST_WEIGHT, STARTS, Datum, formula_of

if TYPE_CHECKING:
    from syncd.standings.given import Formula, Term

_SIGNS: Final = "+−-"
"""The second one is what word processors make of a minus."""
_PIECES: Final = re.compile(f"([{_SIGNS}]?)([^{_SIGNS}]*)")
_TERM: Final = re.compile(
    r"(?:(?P<weight>\d[\d.,]*)\s*[*×·]?\s*)?(?P<datum>[a-z][a-z_]*)",
    re.ASCII | re.IGNORECASE,
)
_QUOTED: Final = 30
_LONGEST: Final = 1000
"""Letters of a formula; eight terms written at length have fewer than half of them."""


def parse_formula(text: str) -> Formula:
    """Return the formula that somebody has typed.

    Args:
        text: up to eight terms with a sign, a weight (1 if there is none) and the name
            of a count, `2*wins - 0,5*draws`; or the name of one to begin with.

    Raises:
        FormatError: what is wrong with every term, all at once.
    """
    if len(text) > _LONGEST:
        raise FormatError(_EXPECTED, causes=[_TOO_LONG])
    start = STARTS.get(text.strip().lower())
    if start:
        return start.formula
    rows = [_row(sign, typed) for sign, typed in _pieces(" ".join(text.split()))]
    causes = [row for row in rows if isinstance(row, Text)]
    if causes:
        raise FormatError(_EXPECTED, causes=causes)
    return formula_of([row for row in rows if not isinstance(row, Text)])


def _row(sign: str, typed: str) -> dict[str, str] | Text:
    """Return a term as `formula_of` takes it, or what is wrong with it."""
    found = _TERM.fullmatch(typed)
    if not found or found["datum"].upper() not in Datum.__members__:
        return _not_understood(typed)
    weight = found["weight"] or "1"
    number = read_number(weight)
    if number is None or number > MOST_WEIGHT:
        return _too_heavy(typed)
    return {"sign": sign, "weight": weight, "datum": found["datum"].upper()}


def _pieces(text: str) -> list[tuple[str, str]]:
    """Return sign and rest of each term; the first one may lack the sign."""
    pieces = [(sign, rest.strip()) for sign, rest in _PIECES.findall(text)]
    return [
        ("-" if sign and sign != "+" else "+", rest)
        for at, (sign, rest) in enumerate(pieces)
        if rest or sign or (at == 0 and len(pieces) == 1)
    ]


def formula_written(formula: Formula) -> Text:
    """Return a formula as people read it, `2 × wins over the board − draws`."""
    terms = [_term(term, is_first=at == 0) for at, term in enumerate(formula.terms)]
    return joined(terms, " ")


def _term(term: Term, *, is_first: bool) -> Text:
    sign = "" if is_first and not term.is_minus else f"{term.sign_written} "
    weight, title = written(term.weight), term.datum.title
    if term.weight == 1:
        return Text(f"{sign}{title.en}", f"{sign}{title.de}")
    return Text(
        f"{sign}{weight.en} × {title.en}",
        f"{sign}{weight.de} × {title.de}",
    )


def _not_understood(typed: str) -> Text:
    return Text(
        f"Formula: “{typed[:_QUOTED]}” is no term.",
        f"Formel: „{typed[:_QUOTED]}“ ist kein Glied.",
    )


def _too_heavy(typed: str) -> Text:
    return Text(
        f"Formula: the weight in “{typed[:_QUOTED]}” is no number from 0 to "
        f"{MOST_WEIGHT} with four decimals at most.",
        f"Formel: Das Gewicht in „{typed[:_QUOTED]}“ ist keine Zahl von 0 bis "
        f"{MOST_WEIGHT} mit höchstens vier Nachkommastellen.",
    )


_TOO_LONG: Final = Text(
    f"Formula: more than {_LONGEST} letters.",
    f"Formel: mehr als {_LONGEST} Zeichen.",
)
_NAMES: Final = ", ".join(datum.name.lower() for datum in Datum)
_STARTS: Final = joined(
    (
        Text(f"{name} ({start.title.en})", f"{name} ({start.title.de})")
        for name, start in STARTS.items()
    ),
    ", ",
)
_EXPECTED: Final = Text(
    "A formula is weights and counts with signs between them, for example "
    f"2*wins - 0.5*draws. There are the counts {_NAMES}. "
    f"To begin with: {_STARTS.en}.",
    "Eine Formel besteht aus Gewichten und Zählungen mit Vorzeichen dazwischen, zum "
    f"Beispiel 2*wins - 0,5*draws. Zählen lassen sich {_NAMES}. "
    f"Für den Anfang: {_STARTS.de}.",
)
