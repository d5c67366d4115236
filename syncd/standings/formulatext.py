"""A formula of weighted counts as people type and read it: `2*WINS - FORFEIT_LOSSES`.

Only signs, weights and names from a fixed list are understood; nothing is run.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.errors import FormatError
from syncd.standings.amounts import typed
from syncd.standings.given import Datum, formula_of

if TYPE_CHECKING:
    from syncd.standings.given import Formula

_TERM: Final = re.compile(
    r"\s*(?P<sign>[+−-]?)\s*(?:(?P<weight>[0-9][0-9.,]*)\s*[*×]?\s*)?"
    r"(?P<datum>[A-Za-z_]+)\s*"
)
_LONGEST: Final = 400


def read_formula(text: str) -> Formula:
    """Return the formula that somebody has typed.

    Args:
        text: terms with a sign between them; each is a weight, `*` and a name, or the
            name alone for weight 1.

    Raises:
        FormatError: it is none; `causes` names what is wrong with which row.
    """
    rows: list[dict[str, str]] = []
    at = 0
    while at < len(text):
        term = _TERM.match(text, at) if len(text) <= _LONGEST else None
        if term is None or (rows and not term["sign"]):
            raise FormatError(_HOW)
        rows.append(
            {
                "sign": "+" if term["sign"] in {"", "+"} else "-",
                "weight": term["weight"] or "1",
                "datum": term["datum"].upper(),
            }
        )
        at = term.end()
    if not rows:
        raise FormatError(_HOW)
    return formula_of(rows)


def formula_text(formula: Formula) -> str:
    """Return a formula as `read_formula` takes it."""
    terms = [
        f"{'-' if term.is_minus else '+'} "
        f"{'' if term.weight == 1 else f'{typed(term.weight)}*'}{term.datum.name}"
        for term in formula.terms
    ]
    return " ".join(terms).removeprefix("+ ")


_NAMES: Final = ", ".join(Datum.__members__)
_HOW: Final = Text(
    f"Write a formula like “2*WINS - FORFEIT_LOSSES”. What can be counted: {_NAMES}.",
    f"Bitte eine Formel wie „2*WINS - FORFEIT_LOSSES“ schreiben. Zählen lässt sich: "
    f"{_NAMES}.",
)
