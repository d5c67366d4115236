"""Where in a tournament a value stands: the keys under which it is compared and merged.

A place is a plain tuple, so it can be a key of a mapping, sorted and stored. Numbers in
it are those of the tournament it belongs to: of players, of teams, of rounds from 1.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class Part(StrEnum):
    """To what a value belongs, with the key that a place of this kind has.

    Attributes:
        NUMBERS: no key; who has got which start number. Only in changes, never a fact.
        TOURNAMENT: no key; a field of the tournament.
        RULES: no key; a field of its rules for pairing.
        PARAMETER: no key; the field is the parameter's own key.
        LENGTH: no key; how long a list with empty ends is, as the field says.
        ORDER: no key; in what order a list stands that is not sorted by its keys.
        ROUND: round; `date` or `time`.
        PLAYER: entrant id; a field of the player, or `listed`.
        TEAM: team number, how many such teams stand before; a field, or `listed`.
        MATCH: round, lower and higher team number, how many such matches stand before.
        LINE_UP: round, team, how many such line-ups stand before.
        GAME_DATE: round, lower and higher entrant id, how many such dates stand before.
        PLAYED_ZERO: likewise.
        GAME: round, lower and higher entrant id, sequence: 0 is the game in the rows of
            both players, from 1 on games beyond one per player and round.
        CELL: entrant id, round; whatever is no game in the rows of both players: byes,
            and cells that contradict each other.
    """

    NUMBERS = "numbers"
    TOURNAMENT = "tournament"
    RULES = "rules"
    PARAMETER = "parameter"
    LENGTH = "length"
    ORDER = "order"
    ROUND = "round"
    PLAYER = "player"
    TEAM = "team"
    MATCH = "match"
    LINE_UP = "line_up"
    GAME_DATE = "game_date"
    PLAYED_ZERO = "played_zero"
    GAME = "game"
    CELL = "cell"


LISTED = "listed"
"""Field of a player or team which says that it is there at all."""


class Place(NamedTuple):
    """Where a value stands.

    Attributes:
        part: to what it belongs.
        key: numbers, as the part says.
        field: name of the field where the part has several, else empty.
    """

    part: Part
    key: tuple[int, ...] = ()
    field: str = ""


class Score(NamedTuple):
    """The value of a game: it moves as one, so both rows always tell the same.

    Attributes:
        white: entrant id; the lower one where nobody says who had White.
        black: entrant id.
        white_result: code in White's row.
        black_result: code in Black's row.
        has_colours: whether it is known who had White.
        is_mutual: False for a further game that only one side names.
    """

    white: int
    black: int
    white_result: str
    black_result: str
    has_colours: bool = True
    is_mutual: bool = True


class Cell(NamedTuple):
    """The value of one round of one player that is no game of both.

    Attributes:
        opponent: entrant id, 0 for none.
        colour: `w`, `b` or `-`.
        result: code.
    """

    opponent: int
    colour: str
    result: str


class Change(NamedTuple):
    """One value that differs.

    Attributes:
        place: where.
        old: value before, None where there was none.
        new: value now, None where there is none.
    """

    place: Place
    old: object
    new: object
