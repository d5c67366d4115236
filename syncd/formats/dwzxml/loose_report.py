"""A report that is not quite right as a `Report`, for comparing and adopting it.

What such a file says is taken from the tolerant reader; it is never written again.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.errors import FormatError, InconsistentError
from syncd.formats.dwzxml.decode import decode_report
from syncd.formats.dwzxml.elements import (
    Header,
    Payload,
    Report,
    ReportGame,
    ReportPlayer,
    ReportTournament,
)
from syncd.formats.dwzxml.lenient import POINTS
from syncd.formats.dwzxml.rules.frame import PRINTED_UUIDS
from syncd.formats.dwzxml.tolerant import read_xml
from syncd.model import results
from syncd.model.tournament import Kind

if TYPE_CHECKING:
    import datetime as dt

    from syncd.formats.dwzxml.tolerant import XmlReading
    from syncd.model.pairings import Game
    from syncd.model.tournament import Entrant, Tournament

_UUID: Final = re.compile(
    r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
)
_OPEN: Final = {results.NOT_YET: "-", results.BLANK: "-"}
_POINTS: Final = {code: points for points, code in POINTS.items()} | _OPEN
_TYPES: Final = {
    Kind.SWISS: "W", Kind.ROUND_ROBIN: "R", Kind.KNOCKOUT: "C", Kind.UNKNOWN: "R",
}  # fmt: skip
"""Kind -> second letter of the type; CLM too calls what it cannot name R."""


def read_report(data: bytes) -> Report:
    """Return the report, also one that a program wrote not quite right, as CLM does.

    Raises:
        FormatError: it cannot be read.
    """
    try:
        return decode_report(data)
    except FormatError:
        return read_loose_report(data)


def read_loose_report(data: bytes) -> Report:
    """Return what a report says that `decode_report` refuses.

    Args:
        data: the whole file.

    Raises:
        InconsistentError: its tournamentUUID is none, or it has one of those printed
            in the documentation (rule F12), or no days.
        FormatError: it cannot be read at all.
    """
    reading = read_xml(data)
    refuse_printed(reading)
    if not _UUID.fullmatch(reading.tournament_uuid):
        raise InconsistentError(_NO_UUID, value=reading.tournament_uuid[:60])
    t = reading.tournament
    if t.start is None or t.end is None:
        raise InconsistentError(_NO_DAYS)
    header = None
    if reading.created is not None and _UUID.fullmatch(reading.file_uuid):
        header = Header(
            reading.created, reading.sender, reading.system, reading.file_uuid
        )
    tournament = ReportTournament(
        label=t.name, type=("T" if t.is_team else "S") + _TYPES[t.kind],
        timecontrol=t.time_control_code or t.time_control_text,
        rounds=t.pairings.rounds, start=t.start, end=t.end, location=t.city,
    )  # fmt: skip
    players = tuple(map(_player, t.entrants))
    return Report(
        header, reading.tournament_uuid, Payload(tournament, players, _games(t))
    )


def refuse_printed(reading: XmlReading) -> None:
    """Refuse a file that somebody made from the examples of the documentation.

    Raises:
        InconsistentError: it has one of the UUIDs printed there (rule F12).
    """
    if not PRINTED_UUIDS.isdisjoint({reading.tournament_uuid, reading.file_uuid}):
        raise InconsistentError(_PRINTED)


def _player(entrant: Entrant) -> ReportPlayer:
    return ReportPlayer(
        number=entrant.id,
        surname=entrant.surname,
        forename=entrant.forename,
        dob_year=entrant.birth_year,
        dsb_id=entrant.dsb_id,
        dob_date=entrant.birth_date,
        vkz=entrant.vkz,
        member_number=entrant.member_number,
        club=entrant.club,
        fide_id=entrant.fide_id,
        fide_rating=entrant.elo,
        sex=entrant.sex,
    )


def _games(t: Tournament) -> tuple[ReportGame, ...]:
    days = dict(enumerate(t.round_dates, start=1))
    return tuple(_game(game, days.get(game.round)) for game in t.pairings.games())


def _game(game: Game, day: dt.date | None) -> ReportGame:
    white, black = _POINTS[game.white_result], _POINTS[game.black_result]
    return ReportGame(game.round, game.white, game.black, white, black, day)


_NO_UUID: Final = Text(
    "The file has no tournamentUUID, so the portal cannot know it by that.",
    "Die Datei hat keine tournamentUUID; das Portal kann sie daran nicht erkennen.",
)
_NO_DAYS: Final = Text(
    "The file has no days of start and end. Export it again.",
    "In der Datei fehlen Beginn und Ende. Bitte neu exportieren.",
)
_PRINTED: Final = Text(
    "The file has a UUID that is printed as an example in the documentation. Such "
    "files must not be processed: export it with a program that makes its own.",
    "Die Datei hat eine UUID, die als Beispiel in der Dokumentation steht. Solche "
    "Dateien dürfen nicht verarbeitet werden: bitte mit einem Programm exportieren, "
    "das eigene vergibt.",
)
