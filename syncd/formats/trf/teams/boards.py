"""What CLM's exporter does to the boards of team events, said once per kind.

CLM stores one result per board, as the home player has it, and writes it into both
rows; of several loops it writes one game per player and round. Neither can be corrected
by whoever exports the file, so a list of all boards would help nobody.

Source: CLM's source, site/clm/api/db_trf_export.php (rows 001) and db_report_save.php.
"""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.model.findings import Finding, Severity

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence


def once_per_kind(findings: Iterable[Finding]) -> list[Finding]:
    """Return the findings with those on known faults summed up, one for each kind.

    Args:
        findings: what the two rows of each pairing say differently.
    """
    kept: list[Finding] = []
    kinds: dict[str, list[Finding]] = {}
    for finding in findings:
        known = finding.code in _WORDING
        (kinds.setdefault(finding.code, []) if known else kept).append(finding)
    return [*kept, *map(_summed_up, kinds.values())]


def _summed_up(findings: Sequence[Finding]) -> Finding:
    first = min(findings, key=attrgetter("line"))
    text = _WORDING[first.code](len(findings), first.line)
    return Finding(first.code, Severity.WARNING, text, first.line, first.column)


def _home_view(count: int, line: int) -> Text:
    boards = _boards(count, line)
    return Text(
        en=f"On {boards.en} the two results do not fit together. CLM writes the home "
        "player's result into both rows; this is a fault of its export, and nothing "
        "in the tournament needs to be changed.",
        de=f"An {boards.de} passen die beiden Ergebnisse nicht zusammen. CLM schreibt "
        "das Ergebnis des Heimspielers in beide Zeilen; das ist ein Fehler des "
        "Exports, am Turnier ist nichts zu ändern.",
    )


def _lost_game(count: int, line: int) -> Text:
    words = ("entry", "Eintrag") if count == 1 else ("entries", "Einträge")
    verbs = ("names", "nennt") if count == 1 else ("name", "nennen")
    return Text(
        en=f"{count} {words[0]} (first in line {line}) {verbs[0]} an opponent whose "
        "row names somebody else. CLM writes one game per player and round, also where "
        "a round is played more than once; this is a fault of its export, and nothing "
        "in the tournament needs to be changed.",
        de=f"{count} {words[1]} (zuerst Zeile {line}) {verbs[1]} einen Gegner, dessen "
        "Zeile jemand anderen nennt. CLM schreibt je Spieler und Runde eine Partie, "
        "auch wenn eine Runde mehrfach gespielt wird; das ist ein Fehler des Exports, "
        "am Turnier ist nichts zu ändern.",
    )


def _same_colour(count: int, line: int) -> Text:
    boards = _boards(count, line)
    return Text(
        en=f"On {boards.en} both players have the same colour. The rating does not "
        "depend on it.",
        de=f"An {boards.de} haben beide Spieler dieselbe Farbe. Für die Auswertung "
        "ist das ohne Bedeutung.",
    )


def _boards(count: int, line: int) -> Text:
    words = ("board", "Brett") if count == 1 else ("boards", "Brettern")
    return Text(
        f"{count} {words[0]} (first in line {line})",
        f"{count} {words[1]} (zuerst Zeile {line})",
    )


_WORDING: Final[dict[str, Callable[[int, int], Text]]] = {
    "trf.result_contradiction": _home_view,
    "trf.one_sided": _lost_game,
    "trf.colours": _same_colour,
}
