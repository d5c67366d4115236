"""Codes of tie-breaks: read from what people and files write, spelled as FIDE does.

    NAME[:MP|:GP]{/Cn|/Mn|/L+n|/L-n|/Ln|/Kn|/P|/F|/R}

Case does not matter. A name that is not in the table, or a modifier which the named
tie-break does not know, is refused with a reason: a silent column of zeros would rank
people by chance.

Source: C.07 (1 March 2026), article 14 for the modifiers; TRF26, records 202 and 212,
table "Mandatory Tie-Breaks" for the spelling.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.bilingual import Text
from syncd.standings.code_table import KNOWN, OTHER_NAMES, Known

if TYPE_CHECKING:
    from collections.abc import Iterable

_SEPARATORS: Final = re.compile(r"[,;\s]+")
_SHAPE: Final = re.compile(r"(\w+)(?::(MP|GP|MM|MG|GM|GG))?((?:/[A-Z0-9+-]+)*)")
_SHORT: Final = re.compile(r"(BH|FB|SB|PS|ARO)([CM])([1-9])")
_MODIFIER: Final = re.compile(
    r"(?P<cut>[CM])(?P<count>[1-9]\d?)|L(?P<limit>[+-]?\d{1,2})|K(?P<factor>[1-9]\d{0,2})"
    r"|(?P<flag>[PFR])"
)
_FIRST_PERCENT: Final = 10
"""`/L1` to `/L9` are half points, as in FIDE's check list; `/L40` is a share."""
_USUAL_PERCENT: Final = 50
_LONGEST: Final = 40
"""Letters of a code, and of what is quoted of anything else; none has half of them."""


@dataclass(frozen=True, slots=True)
class Code:
    """One tie-break as a list names it.

    Attributes:
        name: a key of `KNOWN`.
        basis: `MP` or `GP` for teams, empty = the primary score.
        cut_low: how many least significant values are left out (/Cn, /Mn).
        cut_high: how many most significant ones (/Mn).
        limit_half_points: how far Koya's limit is moved, in half points (/L+n, /L-n).
        limit_percent: Koya's limit in percent of the maximum (/Ln), usually 50.
        factor: SSSC divisor (/Kn), None = computed.
        counts_forfeits: forfeits are games against the scheduled opponent (/P).
        is_fore: as if the last round were drawn (/F).
        is_reversed: the other end first (/R).
        written: as it was written; says nothing of the tie-break itself.
    """

    name: str
    basis: str = ""
    cut_low: int = 0
    cut_high: int = 0
    limit_half_points: int = 0
    limit_percent: int = _USUAL_PERCENT
    factor: int | None = None
    counts_forfeits: bool = False
    is_fore: bool = False
    is_reversed: bool = False
    written: str = field(default="", compare=False)

    @property
    def known(self) -> Known:
        """What the table says of this tie-break."""
        return KNOWN[self.name]

    @property
    def is_lower_first(self) -> bool:
        """Whether the lower value ranks first."""
        return self.known.is_lower_first != self.is_reversed

    def __str__(self) -> str:
        return spelling(self)


class Refused(NamedTuple):
    """A code that is not computed.

    Attributes:
        written: as it was written.
        reason: why.
    """

    written: str
    reason: Text


def parse_code(written: str) -> Code | Refused:
    """Return the tie-break that a code names, or why it names none."""
    if len(written) > _LONGEST:
        shown = f"{written[:_LONGEST]}…"
        return Refused(shown, _unknown(shown))
    text = written.upper()
    short = _SHORT.fullmatch(text)
    if short:
        text = f"{short[1]}/{short[2]}{short[3]}"
    shape = _SHAPE.fullmatch(text)
    if not shape:
        return Refused(written, _unknown(written))
    name, basis = shape[1], shape[2] or ""
    if f"{name}:{basis}" in OTHER_NAMES:
        name, basis = f"{name}:{basis}", ""
    name = OTHER_NAMES.get(name, name)
    if name not in KNOWN:
        return Refused(written, _unknown(written))
    return _with_modifiers(written, name, basis, shape[3].split("/")[1:])


def parse_codes(text: str) -> list[Code | Refused]:
    """Return the tie-breaks of a list, separated by commas, semicolons or blanks."""
    return [parse_code(word) for word in _SEPARATORS.split(text) if word]


def read_codes(written: Iterable[str]) -> list[Code | Refused]:
    """Return the tie-breaks of `Tournament.tiebreak_codes`.

    A file may separate them by blanks only; then one entry holds several.
    """
    return [code for each in written for code in parse_codes(each)]


def written_codes(codes: Iterable[Code]) -> tuple[str, ...]:
    """Return `Tournament.tiebreak_codes` for a list, as 212 holds it.

    What only people here can compute (`EXT`, `CUSTOM`) is left out.
    """
    return tuple(spelling(code) for code in codes if not code.known.is_own)


def spelling(code: Code) -> str:
    """Return a code as FIDE's table writes it."""
    basis = f":{code.basis}" if code.basis else ""
    return f"{code.known.spelling}{basis}" + "".join(
        f"/{modifier}" for modifier in _modifiers(code)
    )


def _modifiers(code: Code) -> Iterable[str]:
    if code.limit_percent != _USUAL_PERCENT:
        yield f"L{code.limit_percent}"
    if code.limit_half_points:
        yield f"L{code.limit_half_points:+d}"
    if code.factor:
        yield f"K{code.factor}"
    if code.cut_high:
        yield f"M{code.cut_high}"
    elif code.cut_low:
        yield f"C{code.cut_low}"
    yield from (
        letter
        for letter, is_on in (
            ("F", code.is_fore), ("P", code.counts_forfeits), ("R", code.is_reversed),
        )
        if is_on
    )  # fmt: skip


def _with_modifiers(
    written: str, name: str, basis: str, modifiers: list[str]
) -> Code | Refused:
    """Return the code, unless its tie-break does not know one of the modifiers."""
    known = KNOWN[name]
    if basis and basis not in known.bases:
        return Refused(written, _no_modifier(written, f":{basis}"))
    values: dict[str, object] = {}
    for modifier in modifiers:
        found = _MODIFIER.fullmatch(modifier)
        if not found or modifier[0] not in known.modifiers:
            return Refused(written, _no_modifier(written, f"/{modifier}"))
        new = _value(found)
        if values.keys() & new.keys():
            return Refused(written, _twice(written, f"/{modifier}"))
        values |= new
    return Code(name, basis, written=written, **values)  # type: ignore[arg-type]


def _value(found: re.Match[str]) -> dict[str, object]:
    """Return the fields of a code that a modifier sets."""
    if found["cut"]:
        count = int(found["count"])
        return {"cut_low": count, "cut_high": count if found["cut"] == "M" else 0}
    if found["limit"]:
        number = int(found["limit"])
        is_share = found["limit"][0] not in "+-" and number >= _FIRST_PERCENT
        return {"limit_percent" if is_share else "limit_half_points": number}
    if found["factor"]:
        return {"factor": int(found["factor"])}
    flags = {"P": "counts_forfeits", "F": "is_fore", "R": "is_reversed"}
    return {flags[found["flag"]]: True}


def _unknown(written: str) -> Text:
    return Text(
        en=f"“{written}” is no tie-break of FIDE's table, so it cannot be computed. "
        "Known are, for example, BH/C1, SB, DE, WIN, PS; for teams MP, GP, EMGSB.",
        de=f"„{written}“ ist keine Feinwertung aus der Tabelle der FIDE und kann nicht "
        "berechnet werden. Bekannt sind zum Beispiel BH/C1, SB, DE, WIN, PS; für "
        "Mannschaften MP, GP, EMGSB.",
    )


def _no_modifier(written: str, modifier: str) -> Text:
    return Text(
        en=f"“{written}”: this tie-break does not know the addition {modifier}. Leave "
        "it out or choose another tie-break.",
        de=f"„{written}“: Diese Feinwertung kennt den Zusatz {modifier} nicht. Bitte "
        "weglassen oder eine andere Feinwertung wählen.",
    )


def _twice(written: str, modifier: str) -> Text:
    return Text(
        en=f"“{written}” says the same twice, last with {modifier}. Write it once.",
        de=f"„{written}“ sagt dasselbe zweimal, zuletzt mit {modifier}. Bitte nur "
        "einmal schreiben.",
    )
