"""Why a tournament is not ready to be rated, as values.

`Why` lists every cause in the order in which it helps a reader: what settles the
matter comes first, what another cause will change anyway comes last.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text

if TYPE_CHECKING:
    import datetime as dt


class Why(StrEnum):
    """The causes, the most telling first."""

    NOT_DWZ = "not_dwz"
    NOT_STARTED = "not_started"
    LOST_GAMES = "lost_games"
    KIND = "kind"
    ROUNDS = "rounds"
    MISSING_RESULTS = "missing_results"
    OPEN_GAMES = "open_games"
    CONTRADICTION = "contradiction"
    ZERO_ZERO = "zero_zero"
    DOUBLE_FORFEIT = "double_forfeit"
    REPEATED_PAIRS = "repeated_pairs"
    MISSING_PAIRS = "missing_pairs"
    ROSTERS = "rosters"
    REPEATED_MATCHES = "repeated_matches"
    MISSING_MATCHES = "missing_matches"
    BOARD_POINTS = "board_points"
    KNOCKOUT = "knockout"
    LAST_ROUND = "last_round"
    DROPOUTS = "dropouts"
    TIME_CONTROL = "time_control"
    DATES = "dates"
    NOT_OVER = "not_over"


ACCEPTABLE: Final = frozenset(
    {
        Why.LOST_GAMES, Why.ROUNDS, Why.MISSING_RESULTS, Why.REPEATED_PAIRS,
        Why.MISSING_PAIRS, Why.ROSTERS, Why.REPEATED_MATCHES, Why.MISSING_MATCHES,
        Why.BOARD_POINTS, Why.KNOCKOUT, Why.LAST_ROUND, Why.DROPOUTS,
    }
)  # fmt: skip
"""Causes that a person may look at and wave through; facts are never among them."""

WORDS: Final = {
    Why.LOST_GAMES: Text("games seem to be lost", "Partien scheinen zu fehlen"),
    Why.ROUNDS: Text("number of rounds", "Zahl der Runden"),
    Why.MISSING_RESULTS: Text("missing results", "fehlende Ergebnisse"),
    Why.REPEATED_PAIRS: Text("repeated pairings", "wiederholte Paarungen"),
    Why.MISSING_PAIRS: Text("missing pairings", "fehlende Paarungen"),
    Why.REPEATED_MATCHES: Text("repeated matches", "wiederholte Mannschaftskämpfe"),
    Why.MISSING_MATCHES: Text("missing matches", "fehlende Mannschaftskämpfe"),
    Why.ROSTERS: Text("teams without players", "Mannschaften ohne Spieler"),
    Why.BOARD_POINTS: Text("board points", "Brettpunkte"),
    Why.KNOCKOUT: Text("course of the knockout", "Verlauf des K.-o.-Turniers"),
    Why.LAST_ROUND: Text("last round", "letzte Runde"),
    Why.DROPOUTS: Text("players who dropped out", "ausgeschiedene Spieler"),
}
"""What a person has looked at when he waves an acceptable cause through."""


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason to wait.

    Attributes:
        code: one of `Why`.
        text: what is missing, where, and what to do.
        needs_person: whether somebody must act; else time or the next export helps.
        recheck: first day on which the answer can differ, None if time changes nothing.
    """

    code: str
    text: Text
    needs_person: bool
    recheck: dt.date | None = None
