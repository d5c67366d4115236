"""What records beside the rosters say of teams: 310's other fields, 300, 320, 330.

Source: TRF26, records 300, 310, 320, 330; the draft of 2024 and CLM's exporter for the
other forms of 310.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.bilingual import Text
from syncd.formats.few_findings import Findings
from syncd.formats.trf.lines.alignment import align
from syncd.formats.trf.lines.numbers import positive, to_int
from syncd.formats.trf.lines.record_lines import RecordLine, lines_of, moved_columns
from syncd.formats.trf.records import read_repeated
from syncd.formats.trf.tables.team_records import TEAM, TEAM_DRAFT, team_layouts
from syncd.model.findings import Finding, Severity
from syncd.model.tournament import LineUp, Team, TeamBye, TeamMatch

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from syncd.formats.trf.records import Records

_FORFEITS: Final = frozenset({"+-", "-+", "--"})
_NO_STRENGTH: Final = frozenset({"-", "000000"})
_FORFEIT: Final = Text("+-, -+ or --", "+-, -+ oder --")


class TeamDetails(NamedTuple):
    """Everything about teams but their rosters.

    Attributes:
        teams: with the other fields of 310.
        line_ups: records 300.
        byes: record 320, None if absent.
        forfeits: matches of 330, the first-named team first.
        findings: what could not be read.
    """

    teams: tuple[Team, ...]
    line_ups: tuple[LineUp, ...]
    byes: TeamBye | None
    forfeits: tuple[TeamMatch, ...]
    findings: list[Finding]


def read_team_details(
    records: Records, teams: Sequence[Team], *, is_clm: bool
) -> TeamDetails:
    """Return what the records about teams say.

    Args:
        records: the file.
        teams: as read, one per line of 310 if there is that record.
        is_clm: whether CLM wrote the file; its form of 310 is tried first.
    """
    findings = Findings()
    return TeamDetails(
        teams=_with_details(records, teams, findings, is_clm=is_clm),
        line_ups=tuple(_line_ups(records, findings)),
        byes=_byes(records, findings),
        forfeits=tuple(_forfeits(records, findings)),
        findings=findings,
    )


def with_forfeits(
    matches: Sequence[TeamMatch], forfeits: Sequence[TeamMatch]
) -> tuple[TeamMatch, ...]:
    """Return the matches with those of 330 marked as forfeited, or added.

    Args:
        matches: as told by the boards; they know who was at home.
        forfeits: records 330.
    """
    told = {(each.round, each.home, each.guest): each for each in forfeits}
    marked = []
    for match in matches:
        here = told.pop((match.round, match.home, match.guest), None)
        there = told.pop((match.round, match.guest, match.home), None)
        forfeit = here or there
        if forfeit is not None and match.is_home_known:
            forfeited = here.forfeited if here else forfeit.forfeited[::-1]
            marked.append(replace(match, forfeited=forfeited))
        else:  # 330 names the home team first
            marked.append(forfeit or match)
    rest = told.values()
    return tuple(sorted([*marked, *rest], key=lambda match: match.round))


def _with_details(
    records: Records, teams: Sequence[Team], findings: list[Finding], *, is_clm: bool
) -> tuple[Team, ...]:
    """Return the teams with nickname, strength, points and rank of 310."""
    lines = records[TEAM.record]
    if len(lines) != len(teams):
        return tuple(teams)
    layouts = team_layouts(is_clm=is_clm)
    detailed, in_draft = [], []
    for line, team in zip(lines, teams, strict=True):
        aligned = align(records.text(line), *layouts)
        found = RecordLine(aligned.layout, line, aligned.text, findings)
        if aligned.layout is TEAM_DRAFT and not is_clm:
            in_draft.append(line)
        strength = found.at("strength")
        if strength and strength not in _NO_STRENGTH and to_int(strength) is None:
            found.whole("strength")
        detailed.append(
            replace(
                team,
                nickname=found.at("nickname"),
                strength=positive(strength),
                match_points_x10=found.tenths("match_points"),
                game_points_x10=found.tenths("game_points"),
                rank=found.whole("rank") or None,
            )
        )
    if in_draft:
        findings.append(_draft(in_draft))
    return tuple(detailed)


def _draft(lines: Sequence[int]) -> Finding:
    """Return the note that teams stand in the columns of the draft."""
    return Finding(
        code="trf.draft_columns",
        severity=Severity.INFO,
        text=Text(
            en=f"Record 310 ({len(lines)} in all, first line {lines[0]}) stands in the "
            "columns of the draft of 2024 and was read so. Right would be match points "
            "in columns 55 to 60, players from column 74 on.",
            de=f"Satz 310 (insgesamt {len(lines)}, zuerst Zeile {lines[0]}) steht in "
            "den Spalten des Entwurfs von 2024 und wurde so gelesen. Richtig wären die "
            "Mannschaftspunkte in den Spalten 55 bis 60, die Spieler ab Spalte 74.",
        ),
        line=lines[0],
        column=TEAM_DRAFT.field("match_points").first,
    )


def _line_ups(records: Records, findings: list[Finding]) -> Iterator[LineUp]:
    """Yield the line-ups; blanks between players are empty boards."""
    for line in lines_of(records, "300", findings):
        number, team = line.whole("round"), line.whole("team")
        if number and team:
            yield LineUp(number, team, line.whole("opponent") or 0, line.numbers())
        else:
            findings.append(moved_columns("300", line.line, line.text))


def _byes(records: Records, findings: list[Finding]) -> TeamBye | None:
    """Return the first 320; the record stands once."""
    for line in lines_of(records, "320", findings):
        teams = line.numbers() if _has_teams(line) else ()
        return TeamBye(line.tenths("match_points"), line.tenths("game_points"), teams)
    return None


def _has_teams(line: RecordLine) -> bool:
    return bool("".join(read_repeated(line.text.rstrip(), line.layout)))


def _forfeits(records: Records, findings: list[Finding]) -> Iterator[TeamMatch]:
    for line in lines_of(records, "330", findings):
        kind = line.at("type")
        numbers = [line.whole(name) for name in ("round", "white", "black")]
        if kind not in _FORFEITS:
            line.complain(line.layout.field("type"), kind, _FORFEIT)
        elif not all(numbers):
            findings.append(moved_columns("330", line.line, line.text))
        else:
            number, home, guest = (number or 0 for number in numbers)
            yield TeamMatch(number, home, guest, forfeited=kind)
