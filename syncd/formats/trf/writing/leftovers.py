"""Lines of a file that the model does not hold, and that a conversion leaves behind.

Comments and legends are only mentioned. Contact data is left behind on purpose. What
nobody here understands, or what the model has no place for, is a loss.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.bilingual import Text
from syncd.formats.trf.players.national import read_national
from syncd.formats.trf.records import Records
from syncd.formats.trf.tables.clm_records import PLAYER_ROUNDS, TEAM_ROUNDS
from syncd.model.findings import Finding, Severity

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from syncd.formats.trf.records import Decoded
    from syncd.model.tournament import Tournament

_COMMENTS: Final = frozenset({"###", "DDD", "FFF", "BBB", "123"})
_CONTACTS: Final = frozenset({"XCE", "XCS"})
_DERIVED: Final = frozenset({"801", "802"})
_TEAM_ROUNDS: Final = TEAM_ROUNDS[0].record
_MEMBERS: Final = PLAYER_ROUNDS[0]
_GROUPS: Final = ("XCA", "XCG")
_TEAM_SIZE: Final = 3  # numbers of XCM before boards and substitutes


class _Kind(NamedTuple):
    """Why lines are left behind."""

    code: str
    severity: Severity
    because: Text


_COMMENT: Final = _Kind(
    "convert.comment", Severity.INFO, Text("comments", "Kommentare")
)
_CONTACT: Final = _Kind(
    "convert.contact", Severity.INFO,
    Text("contact data, never passed on", "Kontaktdaten, nie weitergegeben"),
)  # fmt: skip
_INFORMATIVE: Final = _Kind(
    "convert.derived", Severity.INFO,
    Text("only repeats what other records say", "wiederholt nur andere Sätze"),
)  # fmt: skip
_LOST: Final = _Kind(
    "convert.lost", Severity.WARNING,
    Text("syncd cannot hold this", "syncd kann das nicht halten"),
)  # fmt: skip


def left_behind(decoded: Decoded, tournament: Tournament) -> tuple[Finding, ...]:
    """Return a finding per kind of record that goes missing; losses are warnings.

    Args:
        decoded: the file.
        tournament: what was read from it.
    """
    records = Records(decoded.lines)
    findings = [
        _left(record, records[record], kind)
        for record, kind in _kinds(records, tournament).items()
    ]
    findings += [
        _left(record, lines, kind)
        for record, choose, kind in _PARTLY
        if (lines := choose(records, tournament))
    ]
    return tuple(sorted(findings, key=lambda finding: finding.line))


def _kinds(records: Records, tournament: Tournament) -> dict[str, _Kind]:
    """Return the records that go as a whole, and why."""
    nationals = {
        record.federation for each in tournament.entrants for record in each.national
    }
    kinds = {
        record: _COMMENT if _is_comment(record) else _LOST
        for record in records.unlisted()
        if record not in nationals
    }
    kinds |= dict.fromkeys(_CONTACTS, _CONTACT) | dict.fromkeys(_DERIVED, _INFORMATIVE)
    if not tournament.rules.accelerations:
        kinds |= dict.fromkeys(_GROUPS, _LOST)
    kinds[_TEAM_ROUNDS] = _LOST
    return {record: kind for record, kind in kinds.items() if records[record]}


def _is_comment(record: str) -> bool:
    return record in _COMMENTS or record.startswith("#")


def _comments(records: Records, tournament: Tournament) -> Sequence[int]:
    """Return the comments that are not the exporter's own warning."""
    return [
        line
        for line in records["###"]
        if (text := records.text(line)[3:].strip())
        and text not in tournament.missing_results.split("; ")
    ]


def _phones(records: Records, _: Tournament) -> Sequence[int]:
    """Return the XCP lines behind the players: no parameter, so a phone number."""
    return [
        line
        for line in records["XCP"]
        if records.text(line)[4:].strip() and "=" not in records.text(line)
    ]


def _rounds_of_members(records: Records, _: Tournament) -> Sequence[int]:
    first = _MEMBERS.repeat[0].first
    return [
        line
        for line in records[_MEMBERS.record]
        if records.text(line)[first - 1 :].strip()
    ]


def _team_sizes(records: Records, _: Tournament) -> Sequence[int]:
    """Return XCM if it tells numbers of boards or substitutes."""
    return [
        line
        for line in records["XCM"]
        if any(word.strip("0") for word in records.text(line).split()[_TEAM_SIZE + 1 :])
    ]


def _strange_nationals(records: Records, tournament: Tournament) -> Sequence[int]:
    """Return lines that begin like a national record in use, but are none."""
    players = {entrant.id for entrant in tournament.entrants}
    read = sum(map(len, read_national(records, players).values()))
    codes = {
        record.federation for each in tournament.entrants for record in each.national
    }
    lines = sorted(line for code in codes for line in records[code])
    return lines if len(lines) > read else ()


_PARTLY: Final[
    tuple[tuple[str, Callable[[Records, Tournament], Sequence[int]], _Kind], ...]
] = (
    ("###", _comments, _COMMENT),
    ("XCP", _phones, _CONTACT),
    (_MEMBERS.record, _rounds_of_members, _LOST),
    ("XCM", _team_sizes, _LOST),
    ("NRS", _strange_nationals, _LOST),
)
"""Record -> which of its lines go, and why."""


def _left(record: str, lines: Sequence[int], kind: _Kind) -> Finding:
    name = record.strip()
    more = f" × {len(lines)}" if len(lines) > 1 else ""
    return Finding(
        code=kind.code,
        severity=kind.severity,
        text=Text(
            en=f"Left behind: record {name}{more}, from line {lines[0]} on: "
            f"{kind.because.en}.",
            de=f"Nicht übernommen: Satz {name}{more}, ab Zeile {lines[0]}: "
            f"{kind.because.de}.",
        ),
        line=lines[0],
        value=name,
    )
