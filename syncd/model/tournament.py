"""A tournament with its entrants, as one immutable value."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from syncd.model.pairing_rules import PairingRules
from syncd.model.pairings import Pairings

if TYPE_CHECKING:
    import datetime as dt


_USUAL: Final = PairingRules()


class Kind(StrEnum):
    """How a tournament is paired."""

    SWISS = "swiss"
    ROUND_ROBIN = "round_robin"
    KNOCKOUT = "knockout"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class NationalRecord:
    """What a federation's own rating list says of a player (NRS records of TRF26).

    Attributes:
        federation: three letters, columns 1 to 3 of the record.
        rating: national rating, None if absent.
        national_id: number in the national list, digits and letters, or empty.
        title: national class (`1N`, `KMS`) or empty.
        origin: code of a region, or empty.
        name: `Last, First` if it is written otherwise there, else empty.
        sex: `m`, `w` or empty.
        birth: as written, `1999/12/31`, or empty.
    """

    federation: str
    rating: int | None = None
    national_id: str = ""
    title: str = ""
    origin: str = ""
    name: str = ""
    sex: str = ""
    birth: str = ""


@dataclass(frozen=True, slots=True)
class Entrant:
    """One player in one tournament.

    Contact data (e-mail, phone) is deliberately not part of the model.

    Attributes:
        id: entrant id; the start number where there is a single source.
        surname: family name without academic titles' treatment, as the file has it.
        forename: all forenames, empty if the file has none.
        sex: `m`, `w` or empty.
        title: FIDE title in upper case (`GM` … `WCM`) or empty.
        rating: rating of record 001, None if absent.
        federation: three letters or empty.
        fide_id: FIDE id, None if absent.
        birth_year: None if absent or 0000.
        birth_date: None unless the whole date is known.
        points_x10: points stated in the file in tenths, None if blank.
        rank: rank stated in the file, None if blank.
        club: club name or empty.
        vkz: five-character club code (VKZ/ZPS) or empty.
        member_number: number in the club, None if absent.
        dsb_id: person id of the DSB or empty.
        dwz: DWZ as the source states it, None if absent.
        elo: FIDE rating that the source imported at some time, None if absent.
        twz: tournament rating (the better of both), None if absent.
        national: records of national lists, in the order of the file.
    """

    id: int
    surname: str
    forename: str = ""
    sex: str = ""
    title: str = ""
    rating: int | None = None
    federation: str = ""
    fide_id: int | None = None
    birth_year: int | None = None
    birth_date: dt.date | None = None
    points_x10: int | None = None
    rank: int | None = None
    club: str = ""
    vkz: str = ""
    member_number: int | None = None
    dsb_id: str = ""
    dwz: int | None = None
    elo: int | None = None
    twz: int | None = None
    national: tuple[NationalRecord, ...] = ()

    def __post_init__(self) -> None:
        if self.id < 1:
            message = f"entrant id {self.id} is not positive"
            raise ValueError(message)


@dataclass(frozen=True, slots=True)
class Team:
    """One team of a team event.

    Attributes:
        number: team number from 1.
        name: as the file has it.
        roster: entrant ids in board order, empty for spielfrei.
        nickname: up to five letters (310), or empty.
        strength: mean rating as the file has it (310), None if absent.
        match_points_x10: stated match points in tenths, None if blank.
        game_points_x10: stated board points in tenths, None if blank.
        rank: stated rank, None if blank.
    """

    number: int
    name: str
    roster: tuple[int, ...] = ()
    nickname: str = ""
    strength: int | None = None
    match_points_x10: int | None = None
    game_points_x10: int | None = None
    rank: int | None = None


@dataclass(frozen=True, slots=True)
class TeamMatch:
    """Two teams in one round; its boards are the games of their players.

    Attributes:
        round: from 1 to rounds × loops.
        home: team number of the first-named team.
        guest: team number of the other.
        is_home_known: False where nothing tells who was home; then the lower number
            stands first.
        forfeited: `+-`, `-+` or `--` if the whole match was forfeited (330), home
            first, else empty.
    """

    round: int
    home: int
    guest: int
    is_home_known: bool = True
    forfeited: str = ""


@dataclass(frozen=True, slots=True)
class LineUp:
    """A line-up out of roster order (300).

    Attributes:
        round: from 1.
        team: team number.
        opponent: team number.
        players: entrant ids by board, 0 = empty board.
    """

    round: int
    team: int
    opponent: int
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TeamBye:
    """Pairing-allocated byes of teams (320).

    Attributes:
        match_points_x10: what it is worth, None if not stated.
        game_points_x10: likewise.
        teams: team number per round, 0 = none.
    """

    match_points_x10: int | None = None
    game_points_x10: int | None = None
    teams: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class GameDate:
    """The day of one game that was not played on its round's day.

    Attributes:
        round: from 1.
        white: entrant id.
        black: entrant id.
        date: day on which the game began.
    """

    round: int
    white: int
    black: int
    date: dt.date


@dataclass(frozen=True, slots=True)
class Tournament:
    """Everything a source says of one tournament.

    Attributes:
        name: record 012.
        kind: how it is paired; UNKNOWN is a question for a person.
        is_team: whether teams play.
        rounds: rounds of one loop (142).
        loops: how often each round is played (Durchgänge), from 1.
        city: record 022.
        federation: record 032, three letters.
        start: record 042, a planned date; None if unset.
        end: record 052, a planned date; None if unset.
        type_text: record 092 as written.
        arbiter: record 102.
        deputies: records 112.
        time_control_text: record 122.
        time_control_code: record 222, FIDE notation, may be empty.
        round_dates: record 132, one per round (all loops), None where unset.
        venue: XCL.
        parameters: XCP `key=value` lines in order.
        tiebreaks: XCF ids, 0 = none.
        entrants: in the order of the file.
        pairings: one row per entrant.
        teams: in the order of the file, empty for individual events.
        missing_results: text of the exporter's own warning that results are missing
            ("### Warnung! Vermutlich fehlen …"), empty if there is none.
        type_code: record 192 as written.
        program: record 182, who paired.
        tiebreak_codes: codes of C.07 from 212, or 202 with `PTS` in front.
        rules: scoring, byes, acceleration and other directions for pairing.
        matches: team matches by round, as far as they can be told.
        line_ups: records 300.
        team_byes: record 320, None if absent.
        round_times: XCT, `HH:MM:SS` per round, empty where unset.
        game_dates: games on other days than those of their rounds.
        played_zeros: games that a file states to have ended 0-0 on the board, as round,
            entrant ids of White and Black; a TRF of CLM alone cannot say that.
    """

    name: str
    kind: Kind = Kind.UNKNOWN
    is_team: bool = False
    rounds: int = 0
    loops: int = 1
    city: str = ""
    federation: str = ""
    start: dt.date | None = None
    end: dt.date | None = None
    type_text: str = ""
    arbiter: str = ""
    deputies: tuple[str, ...] = ()
    time_control_text: str = ""
    time_control_code: str = ""
    round_dates: tuple[dt.date | None, ...] = ()
    venue: str = ""
    parameters: tuple[tuple[str, str], ...] = ()
    tiebreaks: tuple[int, ...] = ()
    entrants: tuple[Entrant, ...] = ()
    pairings: Pairings = field(default_factory=lambda: Pairings(0, {}))
    teams: tuple[Team, ...] = ()
    missing_results: str = ""
    type_code: str = ""
    program: str = ""
    tiebreak_codes: tuple[str, ...] = ()
    rules: PairingRules = _USUAL
    matches: tuple[TeamMatch, ...] = ()
    line_ups: tuple[LineUp, ...] = ()
    team_byes: TeamBye | None = None
    round_times: tuple[str, ...] = ()
    game_dates: tuple[GameDate, ...] = ()
    played_zeros: tuple[tuple[int, int, int], ...] = ()

    def __post_init__(self) -> None:
        ids = [entrant.id for entrant in self.entrants]
        if len(set(ids)) != len(ids):
            message = "entrant ids must be unique"
            raise ValueError(message)
        if set(self.pairings.rows) != set(ids):
            message = "every entrant needs exactly one row of pairings"
            raise ValueError(message)

    def entrant(self, entrant_id: int) -> Entrant:
        """Return the entrant with this id.

        Raises:
            KeyError: there is none.
        """
        for entrant in self.entrants:
            if entrant.id == entrant_id:
                return entrant
        raise KeyError(entrant_id)
