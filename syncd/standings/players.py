"""The field of an individual event, made from a tournament.

Cells are normalised once: a result over the board is `1`, `=` or `0` however short the
game was, and a result without an opponent is the bye that it must have been.

Source: TRF26, result codes of record 001; C.07, article 15.
"""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.errors import ConfigError
from syncd.model import results
from syncd.model.tournament import Kind
from syncd.standings.field import (
    NOBODY,
    NOTHING,
    OVER_THE_BOARD,
    PAIRED,
    PAIRING_BYE,
    Edition,
    Field,
)
from syncd.standings.options import Options
from syncd.standings.ratings_used import (
    never_came,
    ratings_by_round,
    ratings_used,
    unrated,
)
from syncd.standings.scoring import (
    extra_points,
    round_points,
    scoring_of_players,
    top_points,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from syncd.model.pairings import Cells
    from syncd.model.tournament import Tournament

_MET: Final = {
    code: NOTHING if chr(code) not in results.KNOWN else code for code in range(256)
} | str.maketrans({"W": "1", "D": "=", "L": "0", " ": NOTHING, "*": NOTHING})
"""What a result is against an opponent; letters that mean nothing are no round."""
_ALONE: Final = {
    "1": "F", "W": "F", "+": "F", "F": "F", "U": "U", "=": "H", "D": "H", "H": "H",
    "0": "Z", "L": "Z", "-": "Z", " ": "Z", "Z": "Z", "*": NOTHING,
}  # fmt: skip
"""What a result is without an opponent."""
_WITH_OPPONENT: Final = PAIRED + NOTHING
_BYES: Final = frozenset("UFHZ")
_OPEN: Final = frozenset({results.BLANK, results.NOT_YET})
_MARCH_2026: Final = dt.date(2026, 3, 1)
_USUAL: Final = Options()


class _Index(dict[int, int]):
    """Start number -> index; a number nobody has, and 0, is nobody."""

    def __missing__(self, key: int) -> int:
        return NOBODY


def field_of_players(tournament: Tournament, options: Options = _USUAL) -> Field:
    """Return an individual event as a field."""
    rows = tournament.pairings.rows
    numbers = list(rows)
    index = _Index({number: place for place, number in enumerate(numbers)})
    rounds = rounds_that_count(tournament, options)
    opponents, kinds = normalised(rows.values(), index, rounds)
    scoring = scoring_of_players(tournament)
    no_shows = never_came(opponents, kinds)
    first = ratings_used(tournament, options.ratings, no_shows)
    is_predetermined = follows_round_robin_rules(tournament, options)
    return Field(
        numbers=numbers,
        rounds=rounds,
        planned=max(rounds, tournament.pairings.rounds),
        opponents=opponents,
        kinds=kinds,
        colours=[cells.colours[:rounds] for cells in rows.values()],
        points=round_points(scoring, numbers, kinds),
        win=scoring.worth["1"],
        draw=scoring.worth["="],
        is_predetermined=is_predetermined,
        edition=edition_of(tournament, options),
        extra=extra_points(scoring, numbers, rounds),
        top=top_points(scoring, numbers),
        ratings=first,
        ratings_by_round=ratings_by_round(tournament, options.ratings, first, rounds),
        unrated=unrated(tournament),
        no_shows=no_shows,
        met=PAIRED if is_predetermined else OVER_THE_BOARD,
        is_absence_voluntary=options.is_absence_voluntary,
    )


def normalised(
    rows: Iterable[Cells], index: Mapping[int, int], rounds: int
) -> tuple[list[list[int]], list[str]]:
    """Return opponents and kinds of the first rounds of each row.

    Args:
        rows: the cells of each participant.
        index: start number -> place; NOBODY for what is no participant.
        rounds: how many rounds count.
    """
    opponents, kinds = [], []
    for cells in rows:
        met = list(map(index.__getitem__, cells.opponents[:rounds]))
        row = cells.results[:rounds].translate(_MET)
        if NOBODY in met or row.strip(_WITH_OPPONENT):
            met, row = _with_byes(met, cells.results[:rounds])
        opponents.append(met)
        kinds.append(row)
    return opponents, kinds


def _with_byes(met: list[int], row: str) -> tuple[list[int], str]:
    """Return a row that has rounds without an opponent; a bye has none."""
    kinds = list(row)
    for at, opponent in enumerate(met):
        if opponent == NOBODY:
            kinds[at] = _ALONE.get(kinds[at], NOTHING)
        elif kinds[at] in _BYES:
            met[at] = NOBODY
    return met, "".join(kinds).translate(_MET)


def rounds_that_count(tournament: Tournament, options: Options) -> int:
    """Return the round after which standings are made.

    It is the chosen one, or the last that has results. A round in which only byes are
    entered has not begun, nor has one that is only paired, with 0 on both sides
    everywhere; who asks for that one gets it.
    """
    last = last_round(tournament.pairings.rows.values())
    return round_shown(tournament, options, last)


def refuse_unknown_round(tournament: Tournament, number: int | None) -> None:
    """Refuse a round that the tournament does not have.

    Raises:
        ConfigError: there are fewer rounds.
    """
    most = max(tournament.pairings.rounds, tournament.rounds * tournament.loops)
    if number is not None and number > most:
        raise ConfigError(
            Text(
                f"There is no round {number}; there are only {most} rounds.",
                f"Eine Runde {number} gibt es nicht; es sind nur {most} Runden.",
            )
        )


def round_shown(tournament: Tournament, options: Options, last: int) -> int:
    """Return the chosen round, else the last one that was played.

    Args:
        tournament: as read.
        options: what people chose.
        last: the last round that has any results.
    """
    if options.after_round is not None:
        return min(options.after_round, last)
    while last and is_only_paired(tournament, last):
        last -= 1
    return last


def is_only_paired(tournament: Tournament, number: int) -> bool:
    """Return whether all games of a round (from 1) have 0 on both sides, or nothing.

    CLM writes games that are still to be played so; whoever states that one ended 0-0
    has seen it played.
    """
    if any(stated[0] == number for stated in tournament.played_zeros):
        return False
    rows, at = tournament.pairings.rows.values(), number - 1
    found = {cells.results[at] for cells in rows if cells.opponents[at]}
    return results.LOSS in found and found <= {results.LOSS, *_OPEN}


def last_round(rows: Iterable[Cells]) -> int:
    """Return the last round (from 1) that has a result against an opponent, else 0."""
    last = 0
    for cells in rows:
        for at in range(len(cells.results) - 1, last - 1, -1):
            if cells.results[at] == PAIRING_BYE or (
                cells.opponents[at] and cells.results[at] not in " *"
            ):
                last = at + 1
                break
    return last


def follows_round_robin_rules(tournament: Tournament, options: Options) -> bool:
    """Return whether pairings were determined before the event (15.2)."""
    if options.is_predetermined is not None:
        return options.is_predetermined
    return tournament.kind is Kind.ROUND_ROBIN


def edition_of(tournament: Tournament, options: Options) -> Edition:
    """Return the edition of C.07 that holds: by the first day of the event."""
    if options.edition is not None:
        return options.edition
    is_old = tournament.start is not None and tournament.start < _MARCH_2026
    return Edition.AUGUST_2024 if is_old else Edition.MARCH_2026
