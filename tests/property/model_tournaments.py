"""Any tournament that the model allows, the sound ones and the absurd, for the laws."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

from hypothesis import strategies as st

from syncd.model.pairing_rules import (
    Acceleration,
    Adjustment,
    AnnouncedBye,
    PairingRules,
    Prohibition,
)
from syncd.model.pairings import Cells, Game, Pairings
from syncd.model.tournament import (
    Entrant,
    GameDate,
    Kind,
    LineUp,
    NationalRecord,
    Team,
    TeamBye,
    TeamMatch,
    Tournament,
)

WORDS = st.sampled_from(["", "Köln", "Koeln", "K?ln", "Müller", "Groß"])
NUMBERS = st.none() | st.integers(0, 3)
DAYS = st.none() | st.dates(dt.date(2026, 1, 1), dt.date(2026, 1, 4))
CODES = "1=0+-HFUZ *WDL"
IDS = st.integers(1, 6)
ROUNDS = st.integers(1, 4)


def entrants_with(number: int) -> st.SearchStrategy[Entrant]:
    return st.builds(
        Entrant, st.just(number), WORDS, WORDS, sex=st.sampled_from(["", "m", "w"]),
        title=WORDS, rating=NUMBERS, federation=WORDS, fide_id=NUMBERS,
        birth_year=NUMBERS, birth_date=DAYS, points_x10=NUMBERS, rank=NUMBERS,
        club=WORDS, vkz=WORDS, member_number=NUMBERS, dsb_id=st.sampled_from("012"),
        dwz=NUMBERS, elo=NUMBERS, twz=NUMBERS,
        national=st.lists(st.builds(NationalRecord, WORDS), max_size=1).map(tuple),
    )  # fmt: skip


def cells_of(rounds: int, codes: str = CODES) -> st.SearchStrategy[Cells]:
    """Return rows that mostly contradict each other."""
    return st.builds(
        Cells,
        st.tuples(*[st.integers(0, 6)] * rounds),
        st.text("wb-", min_size=rounds, max_size=rounds),
        st.text(codes, min_size=rounds, max_size=rounds),
    )


@st.composite
def sound_rows(
    draw: st.DrawFn, ids: list[int], rounds: int, codes: str = CODES
) -> dict[int, Cells]:
    """Return rows in which opponents name each other, with a bye for the rest."""
    cells: dict[int, list[tuple[int, str, str]]] = {number: [] for number in ids}
    for _ in range(rounds):
        order = draw(st.permutations(ids))
        boards = draw(st.integers(0, len(order) // 2))
        for board in range(boards):
            white, black = order[2 * board : 2 * board + 2]
            colours = draw(st.sampled_from(["wb", "--"]))
            one, two = draw(st.tuples(*[st.sampled_from(codes)] * 2))
            cells[white].append((black, colours[0], one))
            cells[black].append((white, colours[1], two))
        for number in order[2 * boards :]:
            cells[number].append((0, "-", draw(st.sampled_from("ZUF "))))
    return {
        number: Cells(
            tuple(cell[0] for cell in row),
            "".join(cell[1] for cell in row),
            "".join(cell[2] for cell in row),
        )
        for number, row in cells.items()
    }


GAMES = st.builds(
    Game, ROUNDS, IDS, IDS, st.sampled_from("10="), st.sampled_from("10="),
    has_colours=st.booleans(), is_mutual=st.booleans(),
)  # fmt: skip

RULES = st.builds(
    PairingRules, initial_colour=st.sampled_from(["", "w"]), is_by_rank=st.booleans(),
    scoring=st.sampled_from([(), (("W", 30),)]),
    accelerations=st.sampled_from([(), (Acceleration(1, 2, 1, 1, 10),)]),
    prohibitions=st.sampled_from([(), (Prohibition((1, 2)),)]),
    adjustments=st.sampled_from([(), (Adjustment("", 5, ids=(1,)),)]),
    byes=st.sampled_from([(), (AnnouncedBye("H", 1, (2,)),)]),
)  # fmt: skip


def a_few(entries: st.SearchStrategy[object]) -> st.SearchStrategy[tuple[object, ...]]:
    return st.lists(entries, max_size=2).map(tuple)


@st.composite
def tournaments(draw: st.DrawFn) -> Tournament:
    """Return a tournament; every attribute of the model may have any value."""
    ids = draw(st.lists(IDS, unique=True, max_size=5))
    rounds = draw(st.integers(0, 3))
    order = draw(st.permutations(ids))
    rows = draw(
        st.one_of(
            sound_rows(ids, rounds),
            st.fixed_dictionaries({number: cells_of(rounds) for number in ids}),
        )
    )
    own = draw(
        st.fixed_dictionaries(
            {
                "name": WORDS, "kind": st.sampled_from(Kind), "is_team": st.booleans(),
                "rounds": st.integers(0, 3), "loops": st.integers(1, 2), "city": WORDS,
                "federation": WORDS, "start": DAYS, "end": DAYS, "type_text": WORDS,
                "arbiter": WORDS, "deputies": a_few(WORDS), "time_control_text": WORDS,
                "time_control_code": WORDS, "round_dates": a_few(DAYS), "venue": WORDS,
                "parameters": a_few(st.tuples(WORDS, WORDS)),
                "tiebreaks": a_few(st.integers(0, 3)), "missing_results": WORDS,
                "type_code": WORDS, "program": WORDS, "tiebreak_codes": a_few(WORDS),
                "rules": RULES, "round_times": a_few(WORDS),
            }
        )
    )  # fmt: skip
    own |= draw(
        st.fixed_dictionaries(
            {
                "teams": a_few(
                    st.builds(Team, st.integers(1, 2), WORDS, a_few(IDS), rank=NUMBERS)
                ),
                "matches": a_few(
                    st.builds(TeamMatch, ROUNDS, IDS, IDS, st.booleans(), WORDS)
                ),
                "line_ups": a_few(st.builds(LineUp, ROUNDS, IDS, IDS, a_few(IDS))),
                "team_byes": st.none() | st.builds(TeamBye, NUMBERS),
                "game_dates": a_few(
                    st.builds(GameDate, ROUNDS, IDS, IDS, st.just(dt.date(2026, 1, 2)))
                ),
                "played_zeros": a_few(st.tuples(ROUNDS, IDS, IDS)),
            }
        )
    )
    pairings = Pairings(
        rounds,
        {number: rows[number] for number in order},
        draw(a_few(GAMES)),  # type: ignore[arg-type] # games
    )
    entrants = tuple(draw(entrants_with(number)) for number in ids)
    return replace(Tournament(""), entrants=entrants, pairings=pairings, **own)
