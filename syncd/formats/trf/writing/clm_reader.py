"""What CLM's importer makes of a file that holds more than it reads.

Losses are told before anything is written; what stands in the file and is passed over
by the importer is only noted, for another reader will find it there.

Source: CLM's source, site/clm/api/db_trf_import.php.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.model import results
from syncd.model.findings import Finding, Severity
from syncd.model.tournament import Kind

if TYPE_CHECKING:
    from syncd.model.tournament import Tournament

_LONG_TITLE: Final = 3
_LONGEST_CLUB: Final = 40
_HIGHEST_MEMBER: Final = 9999
_HALF: Final = 5

_TEAMS: Final = Text(
    "teams: CLM refuses to import team events; the players come as an individual event",
    "Mannschaften: der CLM lehnt den Import von Mannschaftswettbewerben ab; die "
    "Spieler kommen als Einzelturnier an",
)


def refused_by_clm(tournament: Tournament) -> list[Text]:
    """Return what the importer would refuse or read wrongly."""
    lost = []
    if tournament.is_team or tournament.teams:
        lost.append(_TEAMS)
    if tournament.kind is Kind.UNKNOWN:
        lost.append(
            Text(
                "kind of tournament: CLM takes it for a Swiss",
                "Turnierart: der CLM nimmt Schweizer System an",
            )
        )
    if any(len(entrant.title) == _LONG_TITLE for entrant in tournament.entrants):
        lost.append(
            Text(
                "titles of three letters: CLM drops the first one (WIM becomes IM)",
                "Titel aus drei Buchstaben: der CLM lässt den ersten weg (aus WIM wird "
                "IM)",
            )
        )
    return lost + _cut_by_clm(tournament)


def _cut_by_clm(tournament: Tournament) -> list[Text]:
    """Return values that are longer than what the importer takes."""
    lost = []
    if any(len(entrant.club) > _LONGEST_CLUB for entrant in tournament.entrants):
        lost.append(
            Text("clubs: CLM reads 40 letters", "Vereine: der CLM liest 40 Zeichen")
        )
    members = (entrant.member_number or 0 for entrant in tournament.entrants)
    if any(member > _HIGHEST_MEMBER for member in members):
        lost.append(
            Text(
                "member numbers: CLM reads four digits",
                "Mitgliedsnummern: der CLM liest vier Ziffern",
            )
        )
    if _loses_half_points(tournament):
        lost.append(
            Text(
                "points for results: CLM passes over 0.5 in record XXS",
                "Punkte für Ergebnisse: der CLM übergeht 0.5 im Satz XXS",
            )
        )
    return lost


def _loses_half_points(tournament: Tournament) -> bool:
    usual = results.STANDARD_POINTS_X10
    return any(
        worth == _HALF and usual.get(letter) != _HALF
        for letter, worth in tournament.rules.scoring
    )


def ignored_by_clm(tournament: Tournament) -> list[Finding]:
    """Return what stands in the file, but is not read by the importer."""
    rules = tournament.rules
    told = {
        Text("arbiters", "Schiedsrichter"): tournament.arbiter or tournament.deputies,
        Text("time control", "Bedenkzeit"): (
            tournament.time_control_text or tournament.time_control_code
        ),
        Text("kind of tournament in words", "Turnierart in Worten"): (
            tournament.type_text
        ),
        Text("acceleration", "Beschleunigung"): rules.accelerations,
        Text("first colour", "erste Farbe"): rules.initial_colour,
        Text("forbidden pairings", "verbotene Paarungen"): rules.prohibitions,
        Text("points and ranks", "Punkte und Ränge"): any(
            entrant.points_x10 is not None or entrant.rank is not None
            for entrant in tournament.entrants
        ),
    }
    return [_ignored(text) for text, value in told.items() if value]


def _ignored(text: Text) -> Finding:
    return Finding(
        code="convert.ignored_by_clm",
        severity=Severity.INFO,
        text=Text(
            f"In the file, but CLM's importer does not read it: {text.en}",
            f"In der Datei, aber der Import des CLM liest es nicht: {text.de}",
        ),
    )
