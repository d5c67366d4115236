"""What is odd about the names of players, said once per kind and file.

Whole files have no commas or no real names (engines' test data, nicknames), so one
finding names the first few players and how many more there are.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.bilingual import Text
from syncd.formats.names import Oddity, split_name
from syncd.formats.trf.tables.fide_records import PLAYER
from syncd.model.findings import Finding, Severity

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from syncd.formats.trf.players.rows import Row

_SHOWN: Final = 3
_LONGEST_VALUE: Final = 40
_CUT_AT: Final = (32, 33)
"""Lengths at which programs cut a name. Source: widths seen in TRF files of several
programs; the field itself has 33 columns. CLM never cuts."""


class _Saying(NamedTuple):
    """How one oddity is told.

    Attributes:
        severity: a question is a warning, a repair is information.
        text: what was found and assumed, and what to do; the names come in front.
    """

    severity: Severity
    text: Text


_CUT: Final = _Saying(
    Severity.WARNING,
    Text(
        "The name fills its field and may have been cut off. Compare it.",
        "Der Name füllt sein Feld und ist vielleicht abgeschnitten. Bitte vergleichen.",
    ),
)
_SAYINGS: Final = {
    Oddity.NO_COMMA: _Saying(
        Severity.WARNING,
        Text(
            "There is no comma between surname and forename, so the whole name was "
            "taken as the surname. Write “Surname, Forename” and export again.",
            "Zwischen Nach- und Vorname fehlt das Komma; der ganze Name gilt als "
            "Nachname. Bitte „Nachname, Vorname“ schreiben und neu exportieren.",
        ),
    ),
    Oddity.CAPITALS: _Saying(
        Severity.INFO,
        Text(
            "There is no comma; the part in capitals was taken as the surname.",
            "Das Komma fehlt; der Teil in Großbuchstaben gilt als Nachname.",
        ),
    ),
    Oddity.FIDE_TITLE: _Saying(
        Severity.INFO,
        Text(
            "The chess title in the name was left out; it has a field of its own.",
            "Der Schachtitel im Namen entfällt; für ihn gibt es ein eigenes Feld.",
        ),
    ),
    Oddity.PARTICLE: _Saying(
        Severity.INFO,
        Text(
            "“von”, “van der” and the like behind the forename were put in front of "
            "the surname.",
            "„von“, „van der“ und Ähnliches hinter dem Vornamen wurde vor den "
            "Nachnamen gestellt.",
        ),
    ),
    Oddity.ENTITY: _Saying(
        Severity.INFO,
        Text(
            "Letters written for web pages (&uuml;) were read as letters.",
            "Für Webseiten geschriebene Buchstaben (&uuml;) wurden als Buchstaben "
            "gelesen.",
        ),
    ),
    Oddity.NO_FORENAME: _Saying(
        Severity.WARNING,
        Text(
            "The forename is only a dash or a place holder and counts as missing. "
            "Enter it; somebody with one name only gets that name in both fields.",
            "Als Vorname steht nur ein Strich oder Platzhalter da; er gilt als "
            "fehlend. Bitte eintragen; wer nur einen Namen hat, bekommt ihn in beiden "
            "Feldern.",
        ),
    ),
    Oddity.PROGRAM: _Saying(
        Severity.WARNING,
        Text(
            "Is this a chess program? Then enter ###COMPUTER### as surname and as "
            "forename; games against it are not rated. A person needs a forename.",
            "Ist das ein Schachprogramm? Dann bitte ###COMPUTER### als Nach- und als "
            "Vornamen eintragen; Partien gegen es werden nicht gewertet. Bei einem "
            "Menschen bitte den Vornamen eintragen.",
        ),
    ),
    Oddity.HALF_COMPUTER: _Saying(
        Severity.INFO,
        Text(
            "The mark of a computer was put into both names.",
            "Die Marke eines Computers wurde in beide Namen gesetzt.",
        ),
    ),
    Oddity.EXTRA: _Saying(
        Severity.WARNING,
        Text(
            "The name holds more than a name (digits, brackets or signs). It is kept "
            "as it is; correct it before it is reported.",
            "Der Name enthält mehr als einen Namen (Ziffern, Klammern oder Zeichen). "
            "Er bleibt, wie er ist; bitte vor der Meldung berichtigen.",
        ),
    ),
}


def odd_names(rows: Iterable[Row], *, is_clm: bool) -> list[Finding]:
    """Return one finding for each sort of odd names.

    Args:
        rows: the players' lines.
        is_clm: whether CLM wrote the file; it writes names of any length whole.
    """
    found: defaultdict[Oddity, list[Row]] = defaultdict(list)
    cut = []
    for row in rows:
        for oddity in split_name(row.name).oddities:
            found[oddity].append(row)
        if len(row.name) in _CUT_AT and not is_clm:
            cut.append(row)
    findings = [
        _finding(f"trf.name_{oddity.value}", _SAYINGS[oddity], players)
        for oddity, players in found.items()
    ]
    return [*findings, *([_finding("trf.name_cut", _CUT, cut)] if cut else [])]


def _finding(code: str, saying: _Saying, rows: Sequence[Row]) -> Finding:
    names = "; ".join(f"{row.number} {row.name}" for row in rows[:_SHOWN])
    more = len(rows) - _SHOWN
    english = f"{names}; and {more} more" if more > 0 else names
    german = f"{names}; und {more} weitere" if more > 0 else names
    return Finding(
        code=code,
        severity=saying.severity,
        text=Text(f"{english}: {saying.text.en}", f"{german}: {saying.text.de}"),
        line=rows[0].line,
        column=PLAYER.field("name").first,
        value=rows[0].name[:_LONGEST_VALUE],
    )
