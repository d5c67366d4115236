"""The tie-breaks of the Chess League Manager (XCF) as codes, and back.

CLM numbers its tie-breaks, and the same number means something else for teams. What CLM
has and C.07 has not (the sum of Buchholz sums, means of DWZ) is refused by its name.

Source: CLM's language files, admin/languages/de-DE.com_clm.turnier.ini for individuals,
languages/de-DE/de-DE.tournament_group.ini for teams.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.standings.codes import Code, Refused, parse_code, spelling
from syncd.standings.team_field import primary_basis

if TYPE_CHECKING:
    from syncd.model.tournament import Tournament

_PLAYERS: Final = {
    1: "BH", 3: "SB", 4: "WIN", 5: "BH/M1", 6: "ARO", 7: "PS", 11: "BH/C1",
    13: "SB/C1", 15: "BH/M2", 16: "ARO/C1", 25: "DE", 30: "TPR",
}  # fmt: skip
_TEAMS: Final = {
    1: "BH:MP", 3: "EMMSB", 4: "WIN:MP", 5: "GP", 7: "BH:GP", 9: "MP", 10: "BB",
    11: "BH:MP/C1", 17: "BH:GP/C1", 23: "EMMSB", 25: "DE:MP", 33: "EMMSB/C1",
}  # fmt: skip
"""23 is CLM's Sonneborn-Berger of today, 3 an older one that it keeps."""

_TO_PLAYERS: Final = {spelled: number for number, spelled in _PLAYERS.items()}
_TO_TEAMS: Final = {spelled: number for number, spelled in _TEAMS.items()}
"""Of two numbers the later one: 23 for what also 3 stood for."""

_BUCHHOLZ_SUM: Final = Text("sum of opponents' Buchholz", "Buchholzsumme")
_MEAN_DWZ: Final = Text("mean DWZ of opponents", "DWZ-Schnitt der Gegner")
_MEAN_TWZ: Final = Text("mean tournament rating of opponents", "Schnitt der Gegner-TWZ")
_ORDER: Final = Text("order set by hand", "von Hand gesetzte Reihenfolge")
_NOT_FIDE: Final = {
    2: _BUCHHOLZ_SUM, 12: _BUCHHOLZ_SUM, 8: _MEAN_DWZ, 18: _MEAN_DWZ,
    9: _MEAN_TWZ, 19: _MEAN_TWZ, 29: Text("percentage", "Prozentpunkte"),
    51: _ORDER, 52: Text("lower tournament rating", "kleinere TWZ"),
}  # fmt: skip
_NOT_FIDE_TEAMS: Final = {
    2: _BUCHHOLZ_SUM, 8: _BUCHHOLZ_SUM, 12: _BUCHHOLZ_SUM, 18: _BUCHHOLZ_SUM,
    51: _ORDER,
}  # fmt: skip
_NONE: Final = 0


def codes_of_clm(tournament: Tournament) -> list[Code | Refused]:
    """Return the list of record XCF, the primary score in front; empty without XCF.

    CLM ranks by match points; only record 192 can say otherwise.
    """
    numbers = [number for number in tournament.tiebreaks if number != _NONE]
    if not tournament.tiebreaks:
        return []
    points = Code(primary_basis(tournament) if tournament.is_team else "PTS")
    return [
        points, *(code_of_clm(each, is_team=tournament.is_team) for each in numbers)
    ]  # fmt: skip


def code_of_clm(number: int, *, is_team: bool) -> Code | Refused:
    """Return the tie-break that a number of XCF stands for.

    Args:
        number: as the record has it, 0 stands for none.
        is_team: whether the event is one of teams.
    """
    spelled = (_TEAMS if is_team else _PLAYERS).get(number)
    if spelled:
        return parse_code(spelled)
    name = (_NOT_FIDE_TEAMS if is_team else _NOT_FIDE).get(number)
    return Refused(f"XCF {number}", _reason(number, name))


def clm_number(code: Code, *, is_team: bool) -> int | None:
    """Return CLM's number of a tie-break, None if CLM has none such."""
    return (_TO_TEAMS if is_team else _TO_PLAYERS).get(spelling(code))


def _reason(number: int, name: Text | None) -> Text:
    named = name or Text("unknown", "unbekannt")
    return Text(
        en=f"CLM's tie-break {number} ({named.en}) is none of FIDE's C.07, so it is "
        "left out here.",
        de=f"Die Feinwertung {number} des CLM ({named.de}) gehört nicht zu C.07 der "
        "FIDE und bleibt hier weg.",
    )
