"""Do the numbers of players, rated players and teams fit what the file holds?

Source: FIDE Handbook C.04 Annex 2 (TRF16), records 062, 072, 082.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from syncd.bilingual import Text
from syncd.formats.trf.lines.numbers import first_int
from syncd.formats.trf.teams.rosters import team_lines
from syncd.model.findings import Finding, Severity

if TYPE_CHECKING:
    from collections.abc import Sequence

    from syncd.formats.trf.records import Records
    from syncd.model.tournament import Entrant

_PLAYERS, _RATED, _TEAMS = "062", "072", "082"


def check_counts(records: Records, entrants: Sequence[Entrant]) -> list[Finding]:
    """Return a finding for each stated number that is not the counted one."""
    return [
        *_players(records),
        *_rated(records, sum(entrant.rating is not None for entrant in entrants)),
        *_teams(records),
    ]


def _players(records: Records) -> list[Finding]:
    """Return a finding if 062 names another number than there are 001 lines.

    Fewer than stated is an error: nothing else shows that a file was cut off, and a
    report of the rest would look complete. CLM counts second entries too.
    """
    stated, lines = first_int(records.value(_PLAYERS)), records["001"]
    if stated is None or stated == len(lines):
        return []
    last = f" (lines {lines[0]} to {lines[-1]})" if lines else ""
    letzte = f" (Zeilen {lines[0]} bis {lines[-1]})" if lines else ""
    return [
        Finding(
            code="trf.player_count",
            severity=Severity.ERROR if len(lines) < stated else Severity.WARNING,
            text=Text(
                en=f"Record 062 says {stated} players, but the file has {len(lines)} "
                f"player lines 001{last}. It may be cut off; export it again.",
                de=f"Satz 062 nennt {stated} Spieler, die Datei hat aber {len(lines)} "
                f"Spielerzeilen 001{letzte}. Vielleicht ist sie abgeschnitten; bitte "
                "neu exportieren.",
            ),
            line=records.first(_PLAYERS),
            column=5,
            value=str(stated),
        )
    ]


def _rated(records: Records, rated: int) -> list[Finding]:
    """Return a note if 072 differs: CLM counts FIDE ratings, but may write others."""
    stated = first_int(records.value(_RATED))
    if stated is None or stated == rated:
        return []
    return [
        Finding(
            code="trf.rated_count",
            severity=Severity.INFO,
            text=Text(
                en=f"Record 072 says {stated} rated players; {rated} player lines have "
                "a rating (columns 49 to 52). Nothing depends on it.",
                de=f"Satz 072 nennt {stated} Spieler mit Wertungszahl; {rated} "
                "Spielerzeilen haben eine (Spalten 49 bis 52). Davon hängt nichts ab.",
            ),
            line=records.first(_RATED),
            column=5,
            value=str(stated),
        )
    ]


def _teams(records: Records) -> list[Finding]:
    """Return a warning if 082 names another number than there are team lines.

    Older files say how many teams play and do not list them.
    """
    stated, lines = first_int(records.value(_TEAMS)), team_lines(records)
    if stated is None or not lines or stated == len(lines):
        return []
    return [
        Finding(
            code="trf.team_count",
            severity=Severity.WARNING,
            text=Text(
                en=f"Record 082 says {stated} teams, but the file has {len(lines)} "
                f"team lines (the first is line {lines[0]}). Compare it with the "
                "tournament.",
                de=f"Satz 082 nennt {stated} Mannschaften, die Datei hat aber "
                f"{len(lines)} Mannschaftszeilen (die erste ist Zeile {lines[0]}). "
                "Bitte mit dem Turnier vergleichen.",
            ),
            line=records.first(_TEAMS),
            column=5,
            value=str(stated),
        )
    ]
