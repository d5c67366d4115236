"""What a tournament says about scoring and pairing, beyond the games themselves.

None of it is needed for a rating; it is kept so that a file which is read and written
again says the same, and for standings.

Source: FIDE TRF26, records 152 to 362; the XX records of JaVaFo and BB of bbpPairings
say the same in other words.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Acceleration:
    """Points that players or teams are given for pairing only (250, XXA).

    Attributes:
        first_id: first start or team number, from 1.
        last_id: last one, inclusive.
        first_round: first round in which they count, from 1.
        last_round: last one, inclusive.
        points_x10: game points in tenths, None if not stated.
        match_points_x10: match points in tenths, None for individuals.
    """

    first_id: int
    last_id: int
    first_round: int
    last_round: int
    points_x10: int | None = None
    match_points_x10: int | None = None


@dataclass(frozen=True, slots=True)
class Prohibition:
    """Players or teams who must not meet, each with each (260, XXP).

    Attributes:
        ids: start or team numbers, at least two.
        first_round: from 1.
        last_round: inclusive; None to the end.
    """

    ids: tuple[int, ...]
    first_round: int = 1
    last_round: int | None = None


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Points other than the results give (299).

    Attributes:
        kind: `W D L F H Z + -`: what such a result is worth; empty: bonus or penalty.
        points_x10: game points in tenths, negative for a penalty; None if not stated.
        match_points_x10: match points likewise.
        round: from 1; None for all rounds.
        ids: start or team numbers; empty for everybody.
    """

    kind: str = ""
    points_x10: int | None = None
    match_points_x10: int | None = None
    round: int | None = None
    ids: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class AnnouncedBye:
    """Byes that are known before a round is paired (240, XXZ).

    Attributes:
        kind: `F`, `H` or `Z`.
        round: from 1; 0 is the next round (XXZ).
        ids: start or team numbers.
    """

    kind: str
    round: int
    ids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PairingRules:
    """Everything of that kind.

    Attributes:
        initial_colour: `w` or `b` for the first of round 1 (152, XXC), or empty.
        is_by_rank: whether the pairing follows ranks, not start numbers (XXC rank).
        board_colours: `WBWB`, one letter per board of the first-named team (352).
        scoring: result letter -> tenths of a point for all letters; empty = 1-½-0.
        match_scoring: `TW TD TL` -> tenths of a match point (362); empty = 2-1-0.
        start_rank_federation: first part of record 172.
        start_rank_method: second part of record 172 (`FIDE NRO FIDON …`).
        accelerations: 250, XXA.
        prohibitions: 260, XXP.
        adjustments: 299.
        byes: 240, XXZ.
    """

    initial_colour: str = ""
    is_by_rank: bool = False
    board_colours: str = ""
    scoring: tuple[tuple[str, int], ...] = ()
    match_scoring: tuple[tuple[str, int], ...] = ()
    start_rank_federation: str = ""
    start_rank_method: str = ""
    accelerations: tuple[Acceleration, ...] = ()
    prohibitions: tuple[Prohibition, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()
    byes: tuple[AnnouncedBye, ...] = ()
