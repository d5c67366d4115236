"""Laws of joining two exports: total, repeatable, and no result is made up."""

from __future__ import annotations

import datetime as dt

from hypothesis import given
from hypothesis import strategies as st

from syncd.errors import InconsistentError
from syncd.formats.snapshot import decode_snapshot, encode_snapshot
from syncd.model.findings import Severity
from syncd.model.pairings import Cells, Game, Pairings
from syncd.model.tournament import Entrant, Kind, Tournament
from syncd.sync.join import Joined, join

WORDS = st.sampled_from(["", "Köln", "Müller", "M?ller", "Groß", "Gross"])
NUMBERS = st.none() | st.integers(1, 3)
DAYS = st.none() | st.dates(dt.date(2026, 1, 1), dt.date(2026, 1, 3))


def entrant(number: int) -> st.SearchStrategy[Entrant]:
    return st.builds(
        Entrant, st.just(number), WORDS, WORDS, sex=st.sampled_from(["", "m", "w"]),
        fide_id=NUMBERS, birth_year=NUMBERS, vkz=st.sampled_from(["", "10101"]),
        member_number=NUMBERS, dsb_id=st.sampled_from(["", "1", "2"]), club=WORDS,
    )  # fmt: skip


@st.composite
def tournaments(draw: st.DrawFn) -> Tournament:
    """Return a tournament with any cells, right and wrong, and further games."""
    players, rounds = draw(st.integers(0, 4)), draw(st.integers(1, 4))
    ids = range(1, players + 1)
    cells = st.builds(
        Cells,
        st.tuples(*[st.integers(0, players)] * rounds),
        st.text("wb-", min_size=rounds, max_size=rounds),
        st.text("1=0+-UZ *", min_size=rounds, max_size=rounds),
    )
    codes = st.sampled_from("1=0+-")
    games = st.builds(
        Game, st.integers(1, rounds), st.sampled_from([1, 2]), st.just(3), codes, codes
    )
    extra = draw(st.lists(games, max_size=2)) if players > 2 else []
    return Tournament(
        name="Open", is_team=draw(st.booleans()), rounds=draw(st.integers(0, rounds)),
        kind=draw(st.sampled_from(Kind)), start=dt.date(2026, 1, 1), end=draw(DAYS),
        round_dates=tuple(draw(st.lists(DAYS, max_size=rounds))),
        entrants=tuple(draw(entrant(number)) for number in ids),
        pairings=Pairings(rounds, {one: draw(cells) for one in ids}, tuple(extra)),
    )  # fmt: skip


def joined(trf: Tournament, xml: Tournament, newer: str = "") -> Joined | None:
    """Return what both make, None if they were refused in the one way allowed."""
    try:
        return join(trf, xml, newer=newer)
    except InconsistentError:
        return None


@given(tournaments(), tournaments(), st.sampled_from(["", "trf", "xml"]))
def test_any_two_tournaments_are_joined_or_refused(
    trf: Tournament, xml: Tournament, newer: str
) -> None:
    made = joined(trf, xml, newer)
    if made is None:
        return
    assert decode_snapshot(encode_snapshot(made.tournament)) == made.tournament
    assert {one.id for one in trf.entrants} <= {
        one.id for one in made.tournament.entrants
    }
    assert made == joined(trf, xml, newer)


@given(tournaments(), tournaments())
def test_every_result_is_that_of_a_file(trf: Tournament, xml: Tournament) -> None:
    made = joined(trf, xml)
    if made is None:
        return
    letters = {
        code
        for t in (trf, xml)
        for game in t.pairings.games()
        for code in (game.white_result, game.black_result)
    }
    for game in made.tournament.pairings.games():
        assert {game.white_result, game.black_result} <= letters | {" "}


@given(tournaments())
def test_a_tournament_joined_with_itself_asks_nothing_about_results(
    t: Tournament,
) -> None:
    made = joined(t, t)
    if made is not None:
        assert not {item.code for item in made.findings} & {
            "join.result",
            "join.filled",
        }


@given(tournaments(), tournaments())
def test_no_error_is_lost_when_joined_again(trf: Tournament, xml: Tournament) -> None:
    """What is unclear stays a question, however often the files are joined."""
    first = joined(trf, xml)
    if first is None:
        return
    again = join(trf, xml, agreed=first.agreed)
    errors = [
        {item.text for item in made.findings if item.severity is Severity.ERROR}
        for made in (first, again)
    ]
    assert errors[0] == errors[1]
    assert again.tournament == first.tournament
