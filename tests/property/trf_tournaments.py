"""Strategies for tournaments that a TRF26 can hold."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

from hypothesis import strategies as st

from syncd.model.pairing_rules import (
    Acceleration,
    Adjustment,
    AnnouncedBye,
    PairingRules,
    Prohibition,
)
from syncd.model.pairings import Cells, Pairings
from syncd.model.tournament import (
    Entrant,
    Kind,
    LineUp,
    NationalRecord,
    Team,
    TeamBye,
    TeamMatch,
    Tournament,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

letters = "ABCÄÖÜabcäöüßñéøŁ"
words = st.text(alphabet=letters, min_size=1, max_size=12)
codes3 = st.sampled_from(["GER", "AUT", "FRA"])
days = st.dates(dt.date(1971, 1, 1), dt.date(2069, 12, 31))
tenths = st.integers(0, 99).map(lambda number: number * 5)
BACK = {"1": "0", "0": "1", "=": "=", "+": "-", "-": "+", "W": "L", "D": "D", "L": "W"}

KINDS = {
    Kind.SWISS: "Individual Swiss Dutch",
    Kind.ROUND_ROBIN: "Round Robin",
    Kind.KNOCKOUT: "Knockout",
}


@st.composite
def national_records(draw: st.DrawFn) -> NationalRecord:
    return NationalRecord(
        federation=draw(codes3),
        rating=draw(st.none() | st.integers(1, 2900)),
        national_id=draw(st.sampled_from(["", "Y02046", "123"])),
        title=draw(st.sampled_from(["", "1N", "KMS"])),
        origin=draw(st.sampled_from(["", "IDF"])),
        name=draw(st.just("") | words),
        sex=draw(st.sampled_from(["", "m", "w"])),
        birth=draw(st.sampled_from(["", "1999/12/31"])),
    )


@st.composite
def players(draw: st.DrawFn, number: int) -> Entrant:
    birth = draw(st.none() | st.dates(dt.date(1900, 1, 1), dt.date(2020, 1, 1)))
    year = birth.year if birth else draw(st.none() | st.integers(1900, 2020))
    return Entrant(
        id=number,
        surname=draw(words),
        forename=draw(st.just("") | words),
        sex=draw(st.sampled_from(["", "m", "w"])),
        title=draw(st.sampled_from(["", "GM", "WIM"])),
        rating=draw(st.none() | st.integers(1, 2900)),
        federation=draw(st.just("") | codes3),
        fide_id=draw(st.none() | st.integers(1, 99_999_999)),
        birth_year=year,
        birth_date=birth,
        points_x10=draw(tenths),
        rank=draw(st.none() | st.integers(1, 9999)),
        national=tuple(draw(st.lists(national_records(), max_size=1))),
    )


@st.composite
def pairings(draw: st.DrawFn, numbers: Sequence[int]) -> Pairings:
    """Return rounds of which the last one holds something."""
    rounds = draw(st.integers(0, 4))
    rows: dict[int, list[tuple[int, str, str]]] = {number: [] for number in numbers}
    for _ in range(rounds):
        order = draw(st.permutations(numbers))
        boards = draw(st.integers(0, len(order) // 2))
        for one, two in zip(order[:boards], order[boards : 2 * boards], strict=True):
            letter = draw(st.sampled_from(sorted(BACK)))
            rows[one].append((two, "w", letter))
            rows[two].append((one, "b", BACK[letter]))
        for number in order[2 * boards :]:
            rows[number].append((0, "-", draw(st.sampled_from("HFUZ"))))
    cells = {
        number: Cells(
            tuple(entry[0] for entry in row),
            "".join(entry[1] for entry in row),
            "".join(entry[2] for entry in row),
        )
        for number, row in rows.items()
    }
    return Pairings(rounds, cells)


@st.composite
def pairing_rules(draw: st.DrawFn, numbers: Sequence[int]) -> PairingRules:
    ids = st.lists(st.sampled_from(numbers), min_size=2, max_size=4, unique=True).map(
        tuple
    )
    rounds = st.integers(1, 20)
    return PairingRules(
        initial_colour=draw(st.sampled_from(["", "w", "b"])),
        board_colours=draw(st.sampled_from(["", "WBWB"])),
        match_scoring=draw(
            st.sampled_from([(), (("TW", 30), ("TD", 10), ("TL", 0))])
        ),
        start_rank_federation=draw(st.just("") | codes3),
        start_rank_method=draw(st.sampled_from(["", "FIDON", "NRO"])),
        accelerations=tuple(
            Acceleration(first, first + 3, 1, last, points)
            for first, last, points in draw(
                st.lists(st.tuples(st.integers(1, 9), rounds, tenths), max_size=2)
            )
        ),
        prohibitions=tuple(
            Prohibition(each, first, last)
            for each, first, last in draw(
                st.lists(st.tuples(ids, rounds, st.none() | rounds), max_size=2)
            )
        ),
        adjustments=tuple(
            Adjustment(kind, points, match_points, round_, each)
            for kind, points, match_points, round_, each in draw(
                st.lists(
                    st.tuples(
                        st.sampled_from(["", *"WDLFHZ+-"]),
                        st.integers(-95, 995),
                        st.none() | st.integers(-95, 995),
                        st.none() | rounds,
                        st.just(()) | ids,
                    ),
                    max_size=2,
                )
            )
        ),
        byes=tuple(
            AnnouncedBye(kind, round_, each)
            for kind, round_, each in draw(
                st.lists(st.tuples(st.sampled_from("FHZ"), rounds, ids), max_size=2)
            )
        ),
    )  # fmt: skip


@st.composite
def teams(draw: st.DrawFn, numbers: Sequence[int]) -> tuple[Team, ...]:
    return tuple(
        Team(
            number=index,
            name=draw(words),
            roster=(player,),
            nickname=draw(st.sampled_from(["", "ABC"])),
            strength=draw(st.none() | st.integers(1, 2900)),
            match_points_x10=draw(st.none() | tenths),
            game_points_x10=draw(tenths),
            rank=draw(st.none() | st.integers(1, 999)),
        )
        for index, player in enumerate(numbers, start=1)
    )


@st.composite
def tournaments(draw: st.DrawFn) -> Tournament:
    """Return a tournament with everything that TRF26 has room for."""
    numbers = draw(st.lists(st.integers(1, 9999), min_size=2, max_size=6, unique=True))
    table = draw(pairings(numbers))
    kind = draw(st.sampled_from(sorted(KINDS)))
    is_team = draw(st.booleans())
    squads = draw(teams(numbers)) if is_team else ()
    dates = sorted(draw(days) for _ in range(table.rounds))
    has_ends = bool(dates) and draw(st.booleans())
    return Tournament(
        name=draw(words),
        kind=kind,
        is_team=is_team,
        rounds=table.rounds,
        city=draw(st.just("") | words),
        federation=draw(st.just("") | codes3),
        start=dates[0] if has_ends else None,
        end=dates[-1] if has_ends else None,
        type_text=KINDS[kind],
        arbiter=draw(st.just("") | words),
        deputies=tuple(draw(st.lists(words, max_size=2))),
        time_control_text=draw(st.just("") | words),
        time_control_code=draw(st.sampled_from(["", "5400+30"])),
        round_dates=tuple(dates),
        entrants=tuple(draw(players(number)) for number in numbers),
        pairings=table,
        teams=squads,
        type_code=draw(st.sampled_from(["", "OTHER"])),
        program=draw(st.just("") | words),
        tiebreak_codes=draw(
            st.sampled_from([(), ("PTS", "BH:GP/C1", "SB"), ("SB", "PTS"), ("PTS",)])
        ),
        rules=draw(pairing_rules(numbers)),
        matches=(TeamMatch(1, 1, 2, forfeited="+-"),) if is_team else (),
        line_ups=(LineUp(1, 1, 2, (numbers[0], 0, numbers[1])),) if is_team else (),
        team_byes=TeamBye(10, 20, (0, 1)) if is_team else None,
    )
