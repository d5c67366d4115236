"""TRF records to the domain model: the second of two steps.

Whatever the bytes, a tournament comes out, filled as well as the file allows. What was
repaired is an info or a warning; what makes a report impossible or would need a guess
is an error, and an error makes the tournament wait for a person.
"""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from syncd.formats.trf import unsupported
from syncd.formats.trf.cells import CellRows, read_cells
from syncd.formats.trf.clm import Extensions, read_extensions
from syncd.formats.trf.counts import check_counts
from syncd.formats.trf.crosscheck import contradictions
from syncd.formats.trf.dialects import CLM, CLM_A
from syncd.formats.trf.entrants import Entrants, read_entrants
from syncd.formats.trf.few_findings import Findings
from syncd.formats.trf.header import Dates, read_dates
from syncd.formats.trf.kinds import (
    kind_of_mode,
    kind_of_pairings,
    kind_of_text,
    unknown_kind,
)
from syncd.formats.trf.lost_letters import lost_letters
from syncd.formats.trf.numbers import first_int
from syncd.formats.trf.records import Records
from syncd.formats.trf.repeated import repeated_records
from syncd.formats.trf.rounds import Rounds, read_rounds
from syncd.formats.trf.rows import Rows, read_rows
from syncd.formats.trf.scores import USUAL, check_points, score
from syncd.formats.trf.scoring import stated_scoring
from syncd.formats.trf.team_boards import once_per_kind
from syncd.formats.trf.teams import Teams, read_teams, team_lines
from syncd.formats.trf.unknown_records import unknown_records
from syncd.model.pairings import Pairings
from syncd.model.tournament import Kind, Tournament

if TYPE_CHECKING:
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


def to_tournament(decoded: Decoded) -> Reading:
    """Return the tournament of a decoded file; defined for any lines."""
    parts = _read(decoded)
    pairings = Pairings(parts.rounds.total, parts.cells.by_id)
    tournament = _tournament(parts, pairings)
    findings = [*_noticed(parts), *_judged(parts, tournament)]
    findings.sort(key=attrgetter("line"))
    return Reading(tournament, tuple(findings))


def _read(decoded: Decoded) -> _Parts:
    records = Records(decoded.lines)
    is_team = bool(first_int(records.value("082")) or team_lines(records))
    rows = read_rows(records)
    extensions = read_extensions(records, rows.by_id, is_team=is_team)
    dates = read_dates(records)
    rounds = read_rounds(
        records, rows.by_id, dates=len(dates.rounds), loops=extensions.loops
    )
    return _Parts(
        dialects=decoded.dialects,
        records=records,
        is_team=is_team,
        rows=rows,
        extensions=extensions,
        dates=dates,
        rounds=rounds,
        cells=read_cells(rows.by_id, rounds.total),
        entrants=read_entrants(rows.by_id.values(), extensions),
        teams=read_teams(records, rows.by_id, is_clm=CLM in decoded.dialects),
    )


def _tournament(parts: _Parts, pairings: Pairings) -> Tournament:
    records, extensions, dates = parts.records, parts.extensions, parts.dates
    return Tournament(
        name=records.value("012"),
        kind=_kind(parts, pairings),
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
        time_control_text=records.value("122"),
        time_control_code=records.value("222"),
        round_dates=dates.per_round(parts.rounds.total),
        venue=records.value("XCL"),
        parameters=extensions.parameters,
        tiebreaks=extensions.tiebreaks,
        entrants=parts.entrants.entrants,
        pairings=pairings,
        teams=parts.teams.teams,
        missing_results=extensions.missing_results,
    )


def _kind(parts: _Parts, pairings: Pairings) -> Kind:
    """Return the kind that is said; CLM's first exporter said Swiss whatever it was."""
    said = kind_of_text(parts.records.value("192"), parts.records.value("092"))
    if CLM_A in parts.dialects:
        proved = kind_of_pairings(pairings)
        return said if proved is Kind.UNKNOWN else proved
    if said is not Kind.UNKNOWN:
        return said
    if parts.extensions.mode is not None:
        return kind_of_mode(parts.extensions.mode, is_team=parts.is_team)
    return Kind.UNKNOWN if parts.is_team else kind_of_pairings(pairings)


def _noticed(parts: _Parts) -> list[Finding]:
    """Return what was noticed while reading."""
    sections = (
        parts.rows, parts.extensions, parts.dates, parts.rounds,
        parts.cells, parts.entrants, parts.teams,
    )  # fmt: skip
    return [finding for section in sections for finding in section.findings]


def _judged(parts: _Parts, tournament: Tournament) -> list[Finding]:
    """Return what follows from the tournament as a whole."""
    findings = [
        *unsupported.generation(parts.dialects),
        *unsupported.wide_numbers(parts.records),
        *(lost_letters(parts.records) if CLM in parts.dialects else ()),
        *check_counts(parts.records, parts.entrants.entrants),
        *repeated_records(parts.records),
        *unknown_records(parts.records),
        *_pairs(parts),
        *_points(parts, tournament.kind),
    ]
    if tournament.is_team:
        findings.append(unsupported.team_event())
    if tournament.loops > 1:
        findings.append(unsupported.loops())
    if tournament.kind is Kind.UNKNOWN:
        findings.append(unknown_kind())
    return findings


def _pairs(parts: _Parts) -> list[Finding]:
    """Return what the two rows of a pairing say differently."""
    found = contradictions(parts.rows.by_id, parts.cells.by_id, parts.rounds.total)
    is_clm_team = parts.is_team and CLM in parts.dialects
    return once_per_kind(found) if is_clm_team else Findings(found)


def _points(parts: _Parts, kind: Kind) -> list[Finding]:
    """Return where stated points differ; in team files they follow other rules.

    In a round robin, points above the cells are a lost loop.
    Source: CLM's source, db_trf_export.php: cells of one loop, points of all.
    """
    if parts.is_team:
        return []
    scoring = stated_scoring(parts.records)
    scores = score(parts.entrants.entrants, parts.cells.by_id, scoring)
    is_usual = scores.scoring is USUAL
    if kind is Kind.ROUND_ROBIN and is_usual and scores.excess_x10 > 0:
        return [unsupported.loops()] if parts.rounds.loops == 1 else []
    return check_points(parts.rows.by_id, scores)
