"""A report file to a `Report`: exactly, or not at all.

Only a file that our own schema accepts becomes a value; nothing is guessed, trimmed or
left out. What speaks against a file is told all at once, in `FormatError.causes`.
"""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Final

from syncd.errors import DecodeError, InconsistentError, UnknownFormatError
from syncd.formats.dwzxml.document import read_document
from syncd.formats.dwzxml.elements import (
    Header,
    Payload,
    Report,
    ReportGame,
    ReportPlayer,
    ReportTournament,
)
from syncd.formats.dwzxml.references import REFERENCE_RULES
from syncd.formats.dwzxml.schema_check import schema_findings
from syncd.formats.dwzxml.source import DEFAULT_LIMITS, Limits, read_source

if TYPE_CHECKING:
    from collections.abc import Sequence

    from syncd.errors import FormatError
    from syncd.formats.dwzxml.document import Document, Section
    from syncd.model.findings import Finding

_WRONG_ROOT: Final = "F05"


def decode_report(data: bytes, *, limits: Limits = DEFAULT_LIMITS) -> Report:
    """Return the report that the bytes hold.

    UUIDs come out in lower case. A creationDate without time zone, which the format
    allows, is taken as UTC.

    Args:
        data: the whole file.
        limits: how large it may be.

    Raises:
        UnknownFormatError: this is XML, but no DWZ report.
        InconsistentError: player numbers are not unique or do not exist.
        DecodeError: this is no XML, too large, hostile, or not valid.
    """
    source = read_source(data, limits)
    if source.root is None:
        raise _refusal(source.findings)
    violations = schema_findings(source.root)
    if violations:
        raise _refusal(violations)
    return _report(read_document(source.root))


def _refusal(findings: Sequence[Finding]) -> FormatError:
    """Return the error that tells every finding."""
    first = findings[0]
    return _error_type(findings)(
        first.text,
        line=first.line,
        column=first.column,
        value=first.value,
        causes=[finding.text for finding in findings],
    )


def _error_type(findings: Sequence[Finding]) -> type[FormatError]:
    codes = {finding.code for finding in findings}
    if codes == {_WRONG_ROOT}:
        return UnknownFormatError
    return InconsistentError if codes <= REFERENCE_RULES else DecodeError


def _report(document: Document) -> Report:
    tournament = document.tournament
    return Report(
        header=None if document.header is None else _header(document.header),
        tournament_uuid=tournament.text("tournamentUUID").lower(),
        payload=Payload(
            tournament=_tournament(tournament),
            players=tuple(_player(player) for player in document.players),
            games=tuple(_game(game) for game in document.games),
        ),
    )


def _header(header: Section) -> Header:
    created = dt.datetime.fromisoformat(header.text("creationDate"))
    return Header(
        created=created if created.tzinfo else created.replace(tzinfo=dt.UTC),
        sender=_as_written(header, "sender"),
        system=_as_written(header, "system"),
        file_uuid=header.text("fileUUID").lower(),
    )


def _tournament(tournament: Section) -> ReportTournament:
    return ReportTournament(
        label=_as_written(tournament, "label"),
        type=tournament.text("tournamentType"),
        timecontrol=_as_written(tournament, "timecontrol"),
        rounds=int(tournament.text("rounds")),
        start=dt.date.fromisoformat(tournament.text("startDate")),
        end=dt.date.fromisoformat(tournament.text("endDate")),
        location=_as_written(tournament, "location"),
        url=_as_written(tournament, "url"),
        notes=_as_written(tournament, "notes"),
        age_class=_as_written(tournament, "ageClass"),
    )


def _player(player: Section) -> ReportPlayer:
    return ReportPlayer(
        number=int(player.text("tournamentPlayerNumber")),
        surname=_as_written(player, "surname"),
        forename=_as_written(player, "forename"),
        dob_year=int(player.text("dobYear")),
        dsb_id=_as_written(player, "dsbId"),
        dob_date=player.date("dobDate"),
        vkz=player.text("vkz"),
        member_number=player.number("numberClubMember"),
        club=_as_written(player, "club"),
        fide_id=player.number("fideId"),
        fide_rating=player.number("fideRating"),
        sex=player.text("sex"),
    )


def _game(game: Section) -> ReportGame:
    return ReportGame(
        round=int(game.text("round")),
        white=game.number("tournamentPlayerNumberWhite"),
        black=game.number("tournamentPlayerNumberBlack"),
        white_points=game.text("pointWhite"),
        black_points=game.text("pointBlack"),
        date=game.date("date"),
    )


def _as_written(section: Section, field: str) -> str:
    """Return a free text with its blanks, which belong to it."""
    return section.values.get(field, "")
