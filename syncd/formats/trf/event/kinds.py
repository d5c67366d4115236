"""Swiss, round robin or knockout: what the file says, else what the pairings prove.

CLM leaves record 092 empty for every individual event that is not Swiss, and its first
exporter wrote "Swiss" for all of them. What is neither said nor proved stays unknown:
the kind decides how a tournament is judged finished, so it is never guessed.

Source: FIDE TRF26, record 192; CLM's source, site/clm/api/db_trf_export.php (092) and
languages/de-DE/de-DE.tournament.ini (mode1 to mode6).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.formats.trf.event.structure import is_knockout, is_neither, round_robin_loops
from syncd.model.findings import Finding, Severity
from syncd.model.tournament import Kind

if TYPE_CHECKING:
    from syncd.model.pairings import Pairings

_WORDS: Final = {
    Kind.KNOCKOUT: re.compile(r"knock[ _-]?out|\bk\.?-?o\b"),
    Kind.ROUND_ROBIN: re.compile(
        r"round[ _-]?robin|all[ -]play[ -]all|berger|rundenturnier|vollturnier"
    ),
    Kind.SWISS: re.compile(
        r"swiss|schweizer|dutch|dubov|burstein|fide[_-]team(?!.*(round|knock))"
    ),
}
"""Words of 092 in English and German, and parts of the codes of 192."""

_INDIVIDUAL_MODES: Final = {
    1: Kind.SWISS, 2: Kind.ROUND_ROBIN, 3: Kind.KNOCKOUT, 5: Kind.KNOCKOUT,
}  # fmt: skip
_TEAM_MODES: Final = {
    1: Kind.ROUND_ROBIN, 2: Kind.ROUND_ROBIN, 3: Kind.SWISS,
    4: Kind.KNOCKOUT, 5: Kind.KNOCKOUT,
}  # fmt: skip
"""XCM's first number; 4 (Keizer) and 6 (free) of individual events are no such kind."""


def kind_of_text(*texts: str) -> Kind:
    """Return the kind that the first telling text names, else unknown.

    Args:
        texts: record 192, then record 092. A text that names two kinds tells nothing.
    """
    for text in texts:
        named = [kind for kind, words in _WORDS.items() if words.search(text.lower())]
        if len(named) == 1:
            return named[0]
    return Kind.UNKNOWN


def kind_of_mode(mode: int, *, is_team: bool) -> Kind:
    """Return the kind of CLM's tournament mode (XCM)."""
    modes = _TEAM_MODES if is_team else _INDIVIDUAL_MODES
    return modes.get(mode, Kind.UNKNOWN)


def kind_of_pairings(pairings: Pairings) -> Kind:
    """Return the kind that the pairings of an individual event prove."""
    if round_robin_loops(pairings):
        return Kind.ROUND_ROBIN
    return Kind.KNOCKOUT if is_knockout(pairings) else Kind.UNKNOWN


def kind_of_first_exporter(said: Kind, pairings: Pairings) -> Kind:
    """Return the kind of a file whose exporter said Swiss whatever was played.

    Args:
        said: what the file says; believed only where it can be nothing else.
        pairings: those of an individual event.

    Source: history of CLM's site/clm/api/db_trf_export.php, up to 5.0.0.
    """
    proved = kind_of_pairings(pairings)
    if proved is Kind.UNKNOWN and is_neither(pairings):
        return said
    return proved


def unknown_kind() -> Finding:
    """Return the question what kind of tournament this is."""
    return Finding(
        code="trf.kind",
        severity=Severity.ERROR,
        text=Text(
            en="The file does not say whether this is a Swiss, a round robin or a "
            "knockout, and the pairings do not prove it. State the type with `syncd "
            "confirm`.",
            de="Die Datei sagt nicht, ob dies ein Schweizer-System-, Rundenturnier- "
            "oder K.-o.-Turnier ist, und die Paarungen beweisen es nicht. Bitte die "
            "Turnierart mit `syncd confirm` angeben.",
        ),
    )
