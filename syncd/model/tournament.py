"""A tournament with its entrants, as one immutable value."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from syncd.model.pairings import Pairings

if TYPE_CHECKING:
    import datetime as dt


class Kind(StrEnum):
    """How a tournament is paired."""

    SWISS = "swiss"
    ROUND_ROBIN = "round_robin"
    KNOCKOUT = "knockout"
    UNKNOWN = "unknown"


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
    """

    number: int
    name: str
    roster: tuple[int, ...] = ()


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
