"""TRF records to the domain model: the second of two steps.

Whatever the bytes, a tournament comes out, filled as well as the file allows. What was
repaired is an info or a warning; what makes a report impossible or would need a guess
is an error, and an error makes the tournament wait for a person.
"""

from __future__ import annotations

from dataclasses import replace
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from syncd.formats.collector import paused_collector
from syncd.formats.contact import contact_notes, discreet, without_contact
from syncd.formats.few_findings import Findings
from syncd.formats.timecontrol import time_control_findings
from syncd.formats.trf.clm.extensions import Extensions, read_extensions
from syncd.formats.trf.clm.faults import NO_TIME_CONTROL, RULER, clm_faults
from syncd.formats.trf.clm.lost_letters import lost_letters
from syncd.formats.trf.dialects import CLM, CLM_A
from syncd.formats.trf.event import unsupported
from syncd.formats.trf.event.counts import check_counts
from syncd.formats.trf.event.header import Dates, read_dates
from syncd.formats.trf.event.kinds import (
    kind_of_first_exporter,
    kind_of_mode,
    kind_of_pairings,
    kind_of_text,
    unknown_kind,
)
from syncd.formats.trf.event.odd_records import odd_records
from syncd.formats.trf.event.pairing_records import PairingRecords, read_pairing_rules
from syncd.formats.trf.event.programme import Programme, read_programme
from syncd.formats.trf.event.repeated import repeated_records
from syncd.formats.trf.event.rounds import Rounds, read_rounds
from syncd.formats.trf.event.scoring import stated_scoring
from syncd.formats.trf.event.unknown_records import unknown_records
from syncd.formats.trf.lines.numbers import first_int
from syncd.formats.trf.players.cells import CellRows, read_cells
from syncd.formats.trf.players.crosscheck import contradictions
from syncd.formats.trf.players.entrants import Entrants, read_entrants
from syncd.formats.trf.players.national import read_national
from syncd.formats.trf.players.odd_names import odd_names
from syncd.formats.trf.players.rows import Rows, read_rows
from syncd.formats.trf.players.scores import check_points, differ_little
from syncd.formats.trf.records import Records
from syncd.formats.trf.tables.team_records import TEAM
from syncd.formats.trf.teams.boards import once_per_kind
from syncd.formats.trf.teams.details import (
    TeamDetails,
    read_team_details,
    with_forfeits,
)
from syncd.formats.trf.teams.kinds import kind_of_matches
from syncd.formats.trf.teams.play import TeamFile, TeamPlay, read_team_play
from syncd.formats.trf.teams.rosters import (
    Teams,
    read_teams,
    team_lines,
    without_rosters,
)
from syncd.model.meetings import plays_by_teams
from syncd.model.pairings import Pairings
from syncd.model.stated_points import USUAL, bonus_points, score
from syncd.model.tournament import Kind, Tournament

if TYPE_CHECKING:
    from collections.abc import Sequence

    from syncd.formats.trf.records import Decoded
    from syncd.model.findings import Finding


class Reading(NamedTuple):
    """What a file says.

    Attributes:
        tournament: as far as it could be read.
        findings: everything noticed, in the order of the lines; an error means that the
            tournament has to wait for a person.
    """

    tournament: Tournament
    findings: tuple[Finding, ...]


class _Parts(NamedTuple):
    """The sections of a file, each read for itself with its own findings."""

    dialects: tuple[str, ...]
    records: Records
    is_team: bool
    rows: Rows
    extensions: Extensions
    dates: Dates
    rounds: Rounds
    cells: CellRows
    entrants: Entrants
    teams: Teams
    details: TeamDetails
    play: TeamPlay
    pairing: PairingRecords
    programme: Programme


@paused_collector()
def to_tournament(decoded: Decoded) -> Reading:
    """Return the tournament of a decoded file; defined for any lines."""
    parts = _read(decoded)
    cleaned = without_contact(_tournament(parts))
    texts = [line.text for line in decoded.lines]
    noticed = [*_noticed(parts), *_judged(parts, cleaned.tournament)]
    findings = [_presentable(finding, texts) for finding in noticed]
    findings += contact_notes(cleaned, texts)
    findings.sort(key=attrgetter("line"))
    return Reading(cleaned.tournament, tuple(findings))


def _presentable(finding: Finding, lines: Sequence[str]) -> Finding:
    """Return a finding that quotes no contact data and points into its line."""
    line = lines[finding.line - 1] if finding.line else ""
    finding = discreet(finding, line)
    if finding.column <= len(line) + 1:
        return finding
    return replace(finding, column=len(line) + 1 if finding.line else 0)


def _read(decoded: Decoded) -> _Parts:
    records = Records(decoded.lines)
    is_team = bool(first_int(records.value("082")) or team_lines(records))
    rows = read_rows(records)
    extensions = read_extensions(records, rows.by_id, is_team=is_team)
    dates = read_dates(records)
    rounds = read_rounds(
        records, rows.by_id, dates=len(dates.rounds), loops=extensions.loops
    )
    cells = read_cells(rows.by_id, rounds.total)
    entrants = read_entrants(rows.by_id.values(), extensions)
    is_clm = CLM in decoded.dialects
    teams = read_teams(records, rows.by_id, is_clm=is_clm)
    details = read_team_details(records, teams.teams, is_clm=is_clm)
    pairings = Pairings(rounds.total, cells.by_id)
    if is_team and _only_ranks_teams(records):
        is_team = plays_by_teams(pairings, details.teams)
    play = TeamPlay(pairings, (), [])
    if is_team:
        file = TeamFile(
            records, rows.by_id, rounds, extensions,
            entrants.entrants, details.teams, pairings,
        )  # fmt: skip
        play = read_team_play(file, is_clm=is_clm)
    return _Parts(
        dialects=decoded.dialects,
        records=records,
        is_team=is_team,
        rows=rows,
        extensions=extensions,
        dates=dates,
        rounds=rounds,
        cells=cells,
        entrants=_with_national(records, entrants),
        teams=teams,
        details=details,
        play=play,
        pairing=read_pairing_rules(records, tuple(rows.by_id)),
        programme=read_programme(records, rounds.total),
    )


def _only_ranks_teams(records: Records) -> bool:
    """Return whether 013 alone names teams: individual events have it too.

    Source: CLM's source, db_trf_import.php: 013 is the team of an individual event.
    """
    return not (first_int(records.value("082")) or records[TEAM.record])


def _with_national(records: Records, entrants: Entrants) -> Entrants:
    """Return the players with their national records, if there are any."""
    found = read_national(records, {entrant.id for entrant in entrants.entrants})
    if not found:
        return entrants
    completed = tuple(
        replace(entrant, national=found[entrant.id]) if entrant.id in found else entrant
        for entrant in entrants.entrants
    )
    return entrants._replace(entrants=completed)


def _tournament(parts: _Parts) -> Tournament:
    records, extensions, dates = parts.records, parts.extensions, parts.dates
    return Tournament(
        name=records.value("012"),
        kind=_kind(parts),
        is_team=parts.is_team,
        rounds=parts.rounds.rounds,
        loops=parts.rounds.loops,
        city=records.value("022"),
        federation=records.value("032"),
        start=dates.start,
        end=dates.end,
        type_text=records.value("092"),
        arbiter=records.value("102"),
        deputies=tuple(records.values("112")),
        time_control_text=NO_TIME_CONTROL.sub("", records.value("122")),
        time_control_code=records.value("222"),
        round_dates=dates.per_round(parts.rounds.total),
        venue=records.value("XCL"),
        parameters=extensions.parameters,
        tiebreaks=extensions.tiebreaks,
        entrants=parts.entrants.entrants,
        pairings=parts.play.pairings,
        teams=parts.details.teams,
        missing_results=extensions.missing_results,
        type_code=records.value("192"),
        program=records.value("182"),
        tiebreak_codes=parts.programme.tiebreaks,
        rules=parts.pairing.rules,
        matches=with_forfeits(parts.play.matches, parts.details.forfeits),
        line_ups=parts.details.line_ups,
        team_byes=parts.details.byes,
        round_times=parts.programme.times,
    )


def _kind(parts: _Parts) -> Kind:
    """Return the kind that is said; CLM's first exporter said Swiss whatever it was."""
    said = kind_of_text(parts.records.value("192"), parts.records.value("092"))
    if CLM_A in parts.dialects:
        return kind_of_first_exporter(said, parts.play.pairings)
    if said is not Kind.UNKNOWN:
        return said
    if parts.extensions.mode is not None:
        return kind_of_mode(parts.extensions.mode, is_team=parts.is_team)
    if parts.is_team:
        total = parts.rounds.total
        return kind_of_matches(parts.play.matches, parts.teams.teams, total)
    return kind_of_pairings(parts.play.pairings)


def _noticed(parts: _Parts) -> list[Finding]:
    """Return what was noticed while reading."""
    sections = (
        parts.rows, parts.extensions, parts.dates, parts.rounds,
        parts.cells, parts.entrants, parts.teams, parts.details, parts.play,
        parts.pairing, parts.programme,
    )  # fmt: skip
    return [finding for section in sections for finding in section.findings]


def _judged(parts: _Parts, tournament: Tournament) -> list[Finding]:
    """Return what follows from the tournament as a whole."""
    findings = [
        *unsupported.wide_numbers(parts.records),
        *(_clm_faults(parts, tournament) if CLM in parts.dialects else ()),
        *check_counts(parts.records, parts.entrants.entrants),
        *repeated_records(parts.records),
        *unknown_records(parts.records, {RULER} if CLM_A in parts.dialects else ()),
        *odd_records(parts.records),
        *time_control_findings(tournament),
        *odd_names(parts.rows.by_id.values(), is_clm=CLM in parts.dialects),
        *_pairs(parts),
        *_points(parts, tournament.kind),
    ]
    if tournament.is_team and not any(team.roster for team in tournament.teams):
        findings.append(without_rosters(parts.records))
    if tournament.kind is Kind.UNKNOWN:
        findings.append(unknown_kind())
    return findings


def _clm_faults(parts: _Parts, tournament: Tournament) -> list[Finding]:
    """Return notes on what is known to be wrong in files of CLM."""
    rows = parts.rows.by_id
    faults = clm_faults(parts.records, parts.dialects, rows, tournament)
    return [*lost_letters(parts.records), *faults]


def _pairs(parts: _Parts) -> list[Finding]:
    """Return what the two rows of a pairing say differently."""
    rows = parts.play.pairings.rows
    found = contradictions(parts.rows.by_id, rows, parts.rounds.total)
    is_clm_team = parts.is_team and CLM in parts.dialects
    return once_per_kind(found) if is_clm_team else Findings(found)


def _points(parts: _Parts, kind: Kind) -> list[Finding]:
    """Return where stated points differ; in team files they follow other rules.

    In a round robin, points above the cells are a lost loop; of few players they may
    as well be those of a result that was changed by hand.
    Source: CLM's source, db_trf_export.php: cells of one loop, points of all.
    """
    if parts.is_team:
        return []
    scoring = stated_scoring(parts.records)
    extra = bonus_points(parts.pairing.rules.adjustments)
    scores = score(parts.entrants.entrants, parts.cells.by_id, scoring, extra)
    is_usual = scores.scoring is USUAL
    if kind is Kind.ROUND_ROBIN and is_usual and scores.excess_x10 > 0:
        if not differ_little(scores):
            return [unsupported.loops()]
        differing = check_points(parts.rows.by_id, scores)
        return [unsupported.loops_or_edited(), *differing]
    return check_points(parts.rows.by_id, scores)
