"""The older DeWIS form of an export as the sections of a DWZ report.

Names are translated and days come from the list of appointments; everything else is
left to the reader of reports. CLM drops umlauts and the character ½ in this form, so
that a draw may be a bare colon, and it writes 0-½ as ½:0 and the other way round.

Source: CLM's source, admin/models/auswertung.php (DeWIS form) and its result table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.formats.dwzxml.document import Document, Section, local_name
from syncd.formats.dwzxml.listing import is_from_clm, no_tournament, sections
from syncd.formats.dwzxml.salvage import DEWIS_ROOT
from syncd.formats.few_findings import Findings
from syncd.model.findings import Finding, Severity

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lxml import etree

_RENAMED: Final = {
    "type": "tournamentType", "noPlayer": "tournamentPlayerNumber", "id": "dsbId",
    "dob": "dobDate", "noMember": "numberClubMember", "idFide": "fideId",
    "rating": "fideRating", "noWhite": "tournamentPlayerNumberWhite",
    "noBlack": "tournamentPlayerNumberBlack", "matchday": "date",
}  # fmt: skip
_HALVES: Final = frozenset({"", "½", "1/2", "0,5", "0.5", "=", "R", "r"})
_HALF: Final = "0.5"


def is_dewis(root: etree._Element) -> bool:
    """Return whether a document is in the older form."""
    return local_name(root) == DEWIS_ROOT


def read_dewis(root: etree._Element) -> tuple[Document, tuple[Finding, ...]]:
    """Return the sections of a DeWIS file under the names of a DWZ report."""
    kinds = ("tournament", "player", "game", "appointment", "appointments", "team")
    found = sections(root, kinds, _RENAMED)
    tournament = found["tournament"][0] if found["tournament"] else no_tournament(root)
    days = _days([*found["appointment"], *found["appointments"]])
    findings = Findings()
    is_clm = is_from_clm(tournament)
    games = [_game(game, days, findings, is_clm=is_clm) for game in found["game"]]
    document = Document(
        root=Section(DEWIS_ROOT, "", 1, {}, root),
        version=None,
        schema_location=None,
        header=None,
        tournament=_tournament(tournament, days, has_teams=bool(found["team"])),
        players=tuple(map(_player, found["player"])),
        games=tuple(games),
    )
    return document, tuple(findings)


def _days(appointments: list[Section]) -> dict[str, str]:
    return {
        item.text("round"): item.text("date")
        for item in appointments
        if item.text("round") and item.text("date")
    }


def _tournament(
    section: Section, days: Mapping[str, str], *, has_teams: bool
) -> Section:
    """Return the section with the first appointment as start."""
    values = dict(section.values)
    if days and not section.text("startDate"):
        values["startDate"] = min(days.values(), key=_sortable)
    kind = section.text("tournamentType")
    if has_teams and kind.startswith("S"):
        values["tournamentType"] = f"T{kind[1:]}"
    return section._replace(values=values)


def _sortable(day: str) -> list[str]:
    return day.split(".")[::-1] if "." in day else day.split("-")


def _player(section: Section) -> Section:
    """Return the section; a bare year of birth is one."""
    born = section.text("dobDate")
    if len(born) > 4 or not born.isdigit():  # noqa: PLR2004 - digits of a year
        return section
    values = {**section.values, "dobYear": born, "dobDate": ""}
    return section._replace(values=values)


def _game(
    section: Section, days: Mapping[str, str], findings: Findings, *, is_clm: bool
) -> Section:
    """Return the section with points for either side."""
    values = dict(section.values)
    values["date"] = section.text("date") or days.get(section.text("round"), "")
    result = values.pop("result", "").strip()
    white, _, black = result.partition(":")
    points = [white.strip(), black.strip()]
    if ":" in result:
        points = [_HALF if one in _HALVES else one for one in points]
    if _HALF in points and "0" in points:
        points = points[::-1] if is_clm else points
        findings.append(_swapped(section, result, points, is_clm=is_clm))
    values["pointWhite"], values["pointBlack"] = points
    return section._replace(values=values)


def _swapped(
    section: Section, result: str, points: list[str], *, is_clm: bool
) -> Finding:
    assumed = ":".join(points)
    why = (
        Text("CLM swaps both sides of it", "CLM vertauscht dabei die Seiten")
        if is_clm
        else Text("it was read as written", "es wurde gelesen, wie es dasteht")
    )
    text = Text(
        f"A game has the result {result}: {why.en}, so {assumed} was assumed. Compare "
        "it with the tournament.",
        f"Eine Partie hat das Ergebnis {result}: {why.de}, angenommen wurde {assumed}. "
        "Bitte mit dem Turnier vergleichen.",
    )
    return Finding(
        "xml.half_point", Severity.WARNING, text, section.place_line("result"),
        value=result, path=section.place("result"),
    )  # fmt: skip
