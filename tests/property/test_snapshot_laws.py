"""A snapshot is exact and canonical, and any other bytes are refused by name."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from syncd.errors import DecodeError
from syncd.formats.snapshot import decode_snapshot, encode_snapshot
from syncd.model.pairings import Cells, Pairings
from syncd.model.tournament import Entrant, Kind, Team, Tournament

texts = st.text(max_size=8)
numbers = st.none() | st.integers(0, 10**9)
dates = st.none() | st.dates()


def entrants_with(number: int) -> st.SearchStrategy[Entrant]:
    return st.builds(
        Entrant,
        id=st.just(number),
        surname=texts,
        forename=texts,
        sex=st.sampled_from(["", "m", "w"]),
        title=texts,
        rating=numbers,
        federation=texts,
        fide_id=numbers,
        birth_year=numbers,
        birth_date=dates,
        points_x10=st.none() | st.integers(-100, 1000),
        rank=numbers,
        club=texts,
        vkz=texts,
        member_number=numbers,
        dsb_id=texts,
        dwz=numbers,
        elo=numbers,
        twz=numbers,
    )


def cells_of(rounds: int) -> st.SearchStrategy[Cells]:
    return st.builds(
        Cells,
        st.tuples(*[st.integers(0, 9999)] * rounds),
        st.text(alphabet="wb-", min_size=rounds, max_size=rounds),
        st.text(alphabet="10=+-UHFZ *", min_size=rounds, max_size=rounds),
    )


@st.composite
def tournaments(draw: st.DrawFn) -> Tournament:
    ids = draw(st.lists(st.integers(1, 9999), unique=True, max_size=4))
    rounds = draw(st.integers(0, 4))
    order = draw(st.permutations(ids))
    return Tournament(
        name=draw(texts),
        kind=draw(st.sampled_from(Kind)),
        is_team=draw(st.booleans()),
        rounds=rounds,
        loops=draw(st.integers(1, 3)),
        city=draw(texts),
        federation=draw(texts),
        start=draw(dates),
        end=draw(dates),
        type_text=draw(texts),
        arbiter=draw(texts),
        deputies=tuple(draw(st.lists(texts, max_size=2))),
        time_control_text=draw(texts),
        time_control_code=draw(texts),
        round_dates=tuple(draw(st.lists(dates, max_size=3))),
        venue=draw(texts),
        parameters=tuple(draw(st.lists(st.tuples(texts, texts), max_size=2))),
        tiebreaks=tuple(draw(st.lists(st.integers(0, 60), max_size=3))),
        entrants=tuple(draw(entrants_with(number)) for number in ids),
        pairings=Pairings(rounds, {number: draw(cells_of(rounds)) for number in order}),
        teams=tuple(
            draw(
                st.lists(
                    st.builds(
                        Team,
                        st.integers(1, 99),
                        texts,
                        st.lists(st.integers(1, 9999), max_size=3).map(tuple),
                    ),
                    max_size=2,
                )
            )
        ),
        missing_results=draw(texts),
    )


@given(tournaments())
def test_a_snapshot_is_exact_and_canonical(tournament: Tournament) -> None:
    data = encode_snapshot(tournament)
    again = decode_snapshot(data)
    assert tournament == again
    assert list(tournament.pairings.rows) == list(again.pairings.rows)
    assert data == encode_snapshot(again)
    document = json.loads(data)
    assert data.decode() == json.dumps(
        document, ensure_ascii=False, sort_keys=True, separators=(",", ":")
    )


@given(
    tournaments().map(encode_snapshot),
    st.integers(0, 5000),
    st.integers(0, 3),
    st.binary(max_size=3),
)
def test_damaged_snapshots_are_read_or_refused(
    data: bytes, at: int, removed: int, inserted: bytes
) -> None:
    at %= len(data)
    damaged = data[:at] + inserted + data[at + removed :]
    try:
        tournament = decode_snapshot(damaged)
    except DecodeError as error:
        reasons = error.causes or (error.text,)
        assert all(reasons)
    else:
        assert tournament == decode_snapshot(encode_snapshot(tournament))
