"""Teams and their rosters: record 310 in its three forms, or 013.

Source: FIDE TRF26, record 310; TRF06, record 013. Where both stand, 310 goes first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from syncd.bilingual import Text
from syncd.formats.trf.alignment import align
from syncd.formats.trf.fide_records import TEAM_ROSTER
from syncd.formats.trf.numbers import to_int
from syncd.formats.trf.records import read_repeated
from syncd.formats.trf.team_records import TEAM, team_layouts
from syncd.model.findings import Finding, Severity
from syncd.model.tournament import Team

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from syncd.formats.trf.records import Records


class Teams(NamedTuple):
    """All teams of a file.

    Attributes:
        teams: in the order of the file.
        findings: numbers that could not be read or are no players.
    """

    teams: tuple[Team, ...]
    findings: list[Finding]


def team_lines(records: Records) -> Sequence[int]:
    """Return the lines that name a team each; 013 only where there is no 310."""
    return records[TEAM.record] or records[TEAM_ROSTER.record]


def read_teams(records: Records, players: Collection[int], *, is_clm: bool) -> Teams:
    """Return the teams.

    Args:
        records: the file.
        players: known start numbers.
        is_clm: whether CLM wrote the file; its form of 310 is tried first.
    """
    layouts = team_layouts(is_clm=is_clm)
    result = Teams((), [])
    teams = []
    for position, line in enumerate(team_lines(records), start=1):
        text = records.text(line)
        if text.startswith(TEAM.record):
            aligned = align(text, *layouts)
            number = to_int(aligned.text[aligned.layout.slice("number")])
            name, cells = aligned.pivot, read_repeated(aligned.text, aligned.layout)
        else:
            number, name = position, text[TEAM_ROSTER.slice("name")].strip()
            cells = read_repeated(text.rstrip(), TEAM_ROSTER)
        if not number:
            result.findings.append(_no_number(line))
        roster = _roster(cells, line, players, result.findings)
        teams.append(Team(number or position, name, roster))
    return result._replace(teams=tuple(teams))


def _roster(
    cells: Sequence[str],
    line: int,
    players: Collection[int],
    findings: list[Finding],
) -> tuple[int, ...]:
    """Return the players of a team; blanks and 0 are nobody."""
    roster = []
    for cell in cells:
        number = to_int(cell) if cell else 0
        if number and number in players:
            roster.append(number)
        elif number != 0:
            findings.append(_no_player(cell, line))
    return tuple(roster)


def _no_number(line: int) -> Finding:
    return Finding(
        code="trf.team_number",
        severity=Severity.ERROR,
        text=Text(
            en="The team has no number in columns 5 to 7; its place in the file was "
            "taken.",
            de="Die Mannschaft hat keine Nummer in den Spalten 5 bis 7; genommen wurde "
            "ihre Stelle in der Datei.",
        ),
        line=line,
        column=TEAM.field("number").first,
    )


def _no_player(cell: str, line: int) -> Finding:
    return Finding(
        code="trf.roster",
        severity=Severity.WARNING,
        text=Text(
            en=f"The roster names {cell!r}, but no player has this start number.",
            de=f"Die Aufstellung nennt „{cell}“; diese Startnummer hat niemand.",
        ),
        line=line,
        value=cell,
    )
