"""All tie-breaks that are computed, as one table.

Source: C.07 (1 March 2026), articles 6 to 13, and article 14 for the modifiers; TRF26,
table "Mandatory Tie-Breaks" for names and the modifiers there are of each.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from syncd.bilingual import Text


class Known(NamedTuple):
    """What is known of a tie-break before any tournament.

    Attributes:
        spelling: the name as FIDE writes it.
        title: what it is called in full.
        article: of C.07; empty for what C.07 does not have.
        type: `A` among the tied, `B` own record, `C` opponents' final results, `D` data
            known before the round; empty for points.
        for_individuals: whether there is such a thing for players.
        for_teams: likewise for teams.
        has_basis: whether `:MP` and `:GP` say from which score it is taken.
        modifiers: letters of the modifiers it knows.
        is_lower_first: whether the lower value ranks first.
        is_from_ratings: whether it needs ratings (article 10).
        is_for_swiss_only: whether article 8 forbids it in round robins.
        is_own: whether its values come from people here, so no file can state it.
    """

    spelling: str
    title: Text
    article: str
    type: str
    for_individuals: bool = True
    for_teams: bool = True
    has_basis: bool = False
    modifiers: str = ""
    is_lower_first: bool = False
    is_from_ratings: bool = False
    is_for_swiss_only: bool = False
    is_own: bool = False

    @property
    def bases(self) -> tuple[str, ...]:
        """The scores of teams that it can be taken from; wins are those of matches."""
        if not self.has_basis:
            return ()
        return ("MP",) if self.spelling in {"WIN", "WON"} else ("MP", "GP")


def _both(  # noqa: PLR0913 # a row of the table
    name: str, en: str, de: str, article: str, type_: str, modifiers: str = "",
    *, is_swiss: bool = False, has_basis: bool = True, is_lower_first: bool = False,
) -> Known:  # fmt: skip
    return Known(
        name, Text(en, de), article, type_, has_basis=has_basis, modifiers=modifiers,
        is_for_swiss_only=is_swiss, is_lower_first=is_lower_first,
    )  # fmt: skip


def _single(name: str, en: str, de: str, article: str, modifiers: str = "") -> Known:
    """Return a row for what FIDE's table has for individuals; teams may use it, too."""
    type_ = "B" if article.startswith("7") else "C"
    return Known(
        name, Text(en, de), article, type_, has_basis=True, modifiers=modifiers
    )


def _rated(name: str, en: str, de: str, article: str, modifiers: str = "") -> Known:
    return Known(
        name, Text(en, de), article, "D", for_teams=False, modifiers=modifiers,
        is_from_ratings=True,
    )  # fmt: skip


def _team(
    name: str, en: str, de: str, article: str, type_: str = "C", modifiers: str = ""
) -> Known:
    return Known(
        name, Text(en, de), article, type_, for_individuals=False, modifiers=modifiers,
        is_lower_first=name == "BC",
    )  # fmt: skip


_ROWS: Final = (
    Known("PTS", Text("points", "Punkte"), "", ""),
    Known("MP", Text("match points", "Mannschaftspunkte"), "11.1", "",
          for_individuals=False),
    Known("GP", Text("game points", "Brettpunkte"), "11.1", "",
          for_individuals=False),
    Known("DE", Text("direct encounter", "direkter Vergleich"), "6", "A",
          has_basis=True, modifiers="P"),
    _both("WIN", "wins", "Siege", "7.1", "B"),
    _both("WON", "games won over the board", "am Brett gewonnene Partien", "7.2", "B"),
    _single("BPG", "games with Black", "Partien mit Schwarz", "7.3"),
    _single("BWG", "games won with Black", "Siege mit Schwarz", "7.4"),
    _both("PS", "progressive scores", "Fortschrittswertung", "7.5", "B", "C"),
    _single("REP", "rounds elected to play", "Runden mit Spielbereitschaft", "7.6"),
    _single("STD", "standard points", "Standardpunkte", "7.7"),
    _both("TPN", "pairing number", "Startnummer", "7.8", "D", "R", has_basis=False,
          is_lower_first=True),
    _both("BH", "Buchholz", "Buchholz", "8.1", "C", "CMP", is_swiss=True),
    _both("AOB", "average of opponents' Buchholz", "mittleres Buchholz der Gegner",
          "8.2", "C", "FP", is_swiss=True),
    _both("FB", "Fore Buchholz", "Fore-Buchholz", "8.3", "C", "CMP", is_swiss=True),
    _single("SB", "Sonneborn-Berger", "Sonneborn-Berger", "9.1", "CP"),
    _both("KS", "Koya", "Koya", "9.2", "C", "L"),
    _rated("ARO", "average rating of opponents", "Gegnerschnitt", "10.1", "CM"),
    _rated("TPR", "tournament performance rating", "Turnierleistung", "10.2"),
    _rated("PTP", "perfect tournament performance", "perfekte Turnierleistung", "10.3"),
    _rated("APRO", "average performance of opponents",
           "mittlere Turnierleistung der Gegner", "10.4"),
    _rated("APPO", "average perfect performance of opponents",
           "mittlere perfekte Turnierleistung der Gegner", "10.5"),
    _rated("RTNG", "rating", "Wertungszahl", "10.6", "R"),
    _team("BC", "board count", "Brettzählung (kleiner ist besser)", "12.1", "B"),
    _team("TBR", "top board results", "Ergebnisse der vorderen Bretter", "12.2", "A"),
    _team("BBE", "bottom board elimination", "Streichen der hinteren Bretter", "12.3",
          "A"),
    _team("BB", "Berlin: board 1 weighs most", "Berliner Wertung", "", "B"),
    _team("MPvGP", "the other score", "der andere Punktstand", "13.1", "B"),
    *(
        _team(f"E{opponent}{own}SB", f"extended Sonneborn-Berger, {en[opponent]} × "
              f"{en[own]}", f"erweiterte Sonneborn-Berger-Wertung, {de[opponent]} × "
              f"{de[own]}", "13.2", "C", "CP")
        for en, de in ((
            {"M": "match points", "G": "game points"},
            {"M": "Mannschaftspunkte", "G": "Brettpunkte"},
        ),)
        for opponent in "MG" for own in "MG"
    ),
    *(
        _team(name, "extended direct encounter", "erweiterter direkter Vergleich",
              "13.3", "A", "P")
        for name in ("EDE", "EDET", "EDEB", "EDEBT", "EDEBB")
    ),
    _team("SSSC", "score and strength of schedule", "Punkte und Stärke der Gegner",
          "13.4", "C", "FPK"),
    Known("EXT", Text("value entered by hand", "von Hand eingetragener Wert"), "", "D",
          is_own=True),
    Known("CUSTOM", Text("own formula", "eigene Formel"), "", "B", for_teams=False,
          modifiers="R", is_own=True),
)  # fmt: skip

KNOWN: Final = {row.spelling.upper(): row for row in _ROWS}
"""Name in capitals -> row."""

OTHER_NAMES: Final = {
    "MPTS": "MP", "GPTS": "GP", "GE": "REP", "SNO": "TPN",
    "ESB:MM": "EMMSB", "ESB:MG": "EMGSB", "ESB:GM": "EGMSB", "ESB:GG": "EGGSB",
}  # fmt: skip
"""Names that other programs and older editions use -> the name in the table.

Source: names of the TieBreakServer; C.07 before August 2024 for GE.
"""
