"""The parts of a DWZ report as frozen values, in the order of the schema.

Source: DSB_DWZ_TournamentReport 2.5.1 (schema and documentation 1.1).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import datetime as dt

NAMESPACE: Final = "http://www.schachbund.de/XMLSchema"
VERSION: Final = "2.5"


@dataclass(frozen=True, slots=True)
class Header:
    """Who made the file and when.

    Attributes:
        created: aware date and time.
        sender: person or organisation that sends.
        system: program that made the file.
        file_uuid: lower case, 8-4-4-4-12.
    """

    created: dt.datetime
    sender: str
    system: str
    file_uuid: str


@dataclass(frozen=True, slots=True)
class ReportTournament:
    """The tournament section without its UUID.

    Attributes:
        label: telling name of the tournament.
        type: one of the twelve codes (`SW`, `SR`, `SC` …).
        timecontrol: FIDE TRF26 notation.
        rounds: rounds played, 1..999.
        start: real date of the first game.
        end: real date of the last game.
        location: place or region.
        url: home page or empty.
        notes: free text or empty.
        age_class: for instance `U12`, or empty.
    """

    label: str
    type: str
    timecontrol: str
    rounds: int
    start: dt.date
    end: dt.date
    location: str
    url: str = ""
    notes: str = ""
    age_class: str = ""


@dataclass(frozen=True, slots=True)
class ReportPlayer:
    """One person of the report.

    Attributes:
        number: tournamentPlayerNumber, 1..999999.
        surname: without academic titles.
        forename: all forenames.
        dob_year: year of birth; None cannot be written.
        dsb_id: or empty.
        dob_date: or None.
        vkz: five characters or empty.
        member_number: 1..99999 or None.
        club: or empty.
        fide_id: or None.
        fide_rating: FIDE standard rating, 1..5000, or None.
        sex: `m`, `w` or empty.
    """

    number: int
    surname: str
    forename: str
    dob_year: int | None
    dsb_id: str = ""
    dob_date: dt.date | None = None
    vkz: str = ""
    member_number: int | None = None
    club: str = ""
    fide_id: int | None = None
    fide_rating: int | None = None
    sex: str = ""


@dataclass(frozen=True, slots=True)
class ReportGame:
    """One game of the report.

    Attributes:
        round: 1..rounds.
        white: player number, None = noneWhitePlayer.
        black: player number, None = noneBlackPlayer.
        white_points: one of `1 0.5 0 + -`.
        black_points: likewise.
        date: real date or None.
    """

    round: int
    white: int | None
    black: int | None
    white_points: str
    black_points: str
    date: dt.date | None = None


@dataclass(frozen=True, slots=True)
class Payload:
    """What is rated: a change here, and only here, makes a new report."""

    tournament: ReportTournament
    players: tuple[ReportPlayer, ...]
    games: tuple[ReportGame, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """A whole file.

    Attributes:
        header: None where a foreign file has none.
        tournament_uuid: lower case, 8-4-4-4-12.
        payload: tournament, players, games.
    """

    header: Header | None
    tournament_uuid: str
    payload: Payload
