"""Teams and their rosters: record 310 in its three forms, or 013 in its two.

Source: FIDE TRF26, record 310; TRF06, record 013; files of chesspairing for the other
form of 013. Where both records stand, 310 goes first.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.bilingual import Text
from syncd.formats.few_findings import Findings
from syncd.formats.trf.lines.alignment import align
from syncd.formats.trf.lines.numbers import few_whole, to_int
from syncd.formats.trf.records import MOST_REPEATED, read_repeated
from syncd.formats.trf.tables.fide_records import TEAM_ROSTER
from syncd.formats.trf.tables.team_records import TEAM, team_layouts
from syncd.formats.trf.teams.double_rosters import second_entries
from syncd.model.findings import Finding, Severity
from syncd.model.tournament import Team

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from syncd.formats.trf.players.rows import Row
    from syncd.formats.trf.records import Records
    from syncd.formats.trf.tables.columns import Layout

_NUMBERED_ROSTER: Final = re.compile(r"013 (?= )([ 0-9]{3}[0-9]) ?(.{32})([0-9 ]*)")
"""013 with a right-aligned team number in columns 5 to 8, the name behind it and the
players from column 41 on. FIDE's form begins with the name in column 5."""

_NOBODY: Final = re.compile(r"spielfrei|freilos|bye", re.IGNORECASE)


class Teams(NamedTuple):
    """All teams of a file.

    Attributes:
        teams: in the order of the file.
        findings: numbers that could not be read or are no players.
    """

    teams: tuple[Team, ...]
    findings: list[Finding]


class _Line(NamedTuple):
    """One team as written; its cells are cut when they are needed, and not kept.

    Attributes:
        line: line number from 1.
        team: number and name.
        text: the line, or the numbers alone.
        layout: the columns of the line; None if blanks separate the numbers.
        has_number: whether the line numbers the team.
    """

    line: int
    team: Team
    text: str
    layout: Layout | None
    has_number: bool

    @property
    def cells(self) -> list[str]:
        """The start numbers as written."""
        if self.layout is None:
            return self.text.split(maxsplit=MOST_REPEATED)[:MOST_REPEATED]
        return read_repeated(self.text, self.layout)


def team_lines(records: Records) -> Sequence[int]:
    """Return the lines that name a team each; 013 only where there is no 310."""
    return records[TEAM.record] or records[TEAM_ROSTER.record]


def read_teams(records: Records, rows: Mapping[int, Row], *, is_clm: bool) -> Teams:
    """Return the teams.

    Args:
        records: the file.
        rows: the players' lines by start number.
        is_clm: whether CLM wrote the file; its form of 310 is tried first.
    """
    findings = Findings()
    lines = list(_lines(records, is_clm=is_clm))
    seconds = iter(_second_players(records, rows, lines))
    teams = []
    for line in lines:
        if not line.has_number:
            findings.append(_no_number(line.line))
        roster = _roster(line, rows, seconds, findings)
        if not roster and _NOBODY.fullmatch(line.team.name):
            findings.append(_spielfrei(line))
        teams.append(replace(line.team, roster=roster))
    return Teams(tuple(teams), findings)


def without_rosters(records: Records) -> Finding:
    """Return why a team event has to wait whose teams have no players."""
    return Finding(
        code="trf.no_rosters",
        severity=Severity.ERROR,
        text=Text(
            en="The file says that teams play (082, 310), but lists no team with its "
            "players; so nobody can see which matches are missing. If it is no team "
            "event, set 082 to 0. Else export it with the teams (310), or hand in the "
            "export “XML DSB neu” of the same tournament as well.",
            de="Nach der Datei spielen Mannschaften (082, 310), aber keine ist mit "
            "ihren Spielern genannt; so fällt nicht auf, welche Wettkämpfe fehlen. Ist "
            "es kein Mannschaftsturnier, bitte 082 auf 0 setzen. Sonst bitte mit den "
            "Mannschaften (310) exportieren oder zusätzlich den Export „XML DSB neu“ "
            "desselben Turniers einreichen.",
        ),
        line=records.first("082") or team_lines(records)[0],
        column=5,
    )


def _lines(records: Records, *, is_clm: bool) -> Iterator[_Line]:
    layouts = team_layouts(is_clm=is_clm)
    for position, line in enumerate(team_lines(records), start=1):
        text = records.text(line)
        numbered = _NUMBERED_ROSTER.match(text)
        if text.startswith(TEAM.record):
            aligned = align(text, *layouts)
            number = to_int(aligned.text[aligned.layout.slice("number")])
            team = Team(number or position, aligned.pivot)
            yield _Line(line, team, aligned.text, aligned.layout, bool(number))
        elif numbered:
            team = Team(int(numbered[1]) or position, numbered[2].strip())
            yield _Line(line, team, numbered[3], None, has_number=True)
        else:
            team = Team(position, text[TEAM_ROSTER.slice("name")].strip())
            yield _Line(line, team, text.rstrip(), TEAM_ROSTER, has_number=True)


def _second_players(
    records: Records, rows: Mapping[int, Row], lines: Iterable[_Line]
) -> list[int | None]:
    """Return who each 0 in a roster is; nobody if not all of them can be told.

    Both the lines with number 0 and the zeros stand in the order of the teams.
    """
    zeros = sum(few_whole(cell) == 0 for line in lines for cell in line.cells)
    players = [entry.player for entry in second_entries(records, rows.values())]
    return players if len(players) == zeros else [None] * zeros


def _roster(
    line: _Line,
    players: Collection[int],
    seconds: Iterator[int | None],
    findings: list[Finding],
) -> tuple[int, ...]:
    """Return the players of a team, each once; blanks are nobody."""
    roster: list[int] = []
    for cell in filter(None, line.cells):
        number = few_whole(cell)
        if number == 0:
            number = next(seconds)
            if number and number not in roster:
                findings.append(_second_roster(number, line.line))
        elif number not in players:
            findings.append(_no_player(cell, line.line))
        if number is not None and number in players:
            roster.append(number)
    return tuple(dict.fromkeys(roster))


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


def _second_roster(number: int, line: int) -> Finding:
    return Finding(
        code="clm.second_roster",
        severity=Severity.INFO,
        text=Text(
            en=f"The 0 in this roster is player {number}, who is listed in two teams. "
            "He counts as one person.",
            de=f"Die 0 in dieser Aufstellung ist Spieler {number}, der in zwei "
            "Mannschaften gemeldet ist. Er zählt als eine Person.",
        ),
        line=line,
        value="0",
    )


def _spielfrei(line: _Line) -> Finding:
    return Finding(
        code="clm.spielfrei",
        severity=Severity.INFO,
        text=Text(
            en=f"“{line.team.name}” has no players: it is no team and plays no match.",
            de=f"„{line.team.name}“ hat keine Spieler: Das ist keine Mannschaft und "
            "spielt keinen Wettkampf.",
        ),
        line=line.line,
        value=line.team.name,
    )
