"""Completing: nothing given is lost, nothing is invented, twice is once."""

from __future__ import annotations

import datetime as dt
from dataclasses import fields

from hypothesis import given
from hypothesis import strategies as st

from syncd.model.findings import Severity
from syncd.model.lists import FidePlayer, Member
from syncd.model.pairings import Cells, Pairings
from syncd.model.tournament import Entrant, Tournament
from syncd.rating.candidates import Candidates
from syncd.rating.completion import Said, complete

SURNAMES = st.sampled_from(["Wölf", "Woelf", "Wolf", "Dr. Wolf"])
FORENAMES = st.sampled_from(["Eva", "Eva Maria", ""])
YEARS = st.sampled_from([None, 1960, 1990])
SEXES = st.sampled_from(["", "m", "w"])
CODES = st.sampled_from(["", "Z9901", "Z9902"])
NUMBERS = st.sampled_from([None, 1, 2])
IDS = st.sampled_from(["", "NU1", "NU2", "NU3"])
FIDE_IDS = st.sampled_from([None, 7, 8])
RATINGS = st.sampled_from([None, 1500, 1600])

ENTRANTS = st.builds(
    Entrant, id=st.just(1), surname=SURNAMES, forename=FORENAMES, birth_year=YEARS,
    sex=SEXES, vkz=CODES, member_number=NUMBERS, dsb_id=IDS, fide_id=FIDE_IDS,
    rating=RATINGS, club=st.sampled_from(["", "SK Süd", "SV Nord II"]),
)  # fmt: skip
MEMBERS = st.builds(
    Member, dsb_id=IDS, surname=SURNAMES, forename=FORENAMES, birth_year=YEARS,
    sex=SEXES, vkz=CODES, member_number=NUMBERS, fide_id=FIDE_IDS,
    is_active=st.booleans(),
)  # fmt: skip
PLAYERS = st.builds(
    FidePlayer, fide_id=st.sampled_from([7, 8]), surname=SURNAMES, forename=FORENAMES,
    birth_year=YEARS, sex=SEXES,
)  # fmt: skip
FOUND = st.builds(
    Candidates,
    members=st.lists(MEMBERS, max_size=4).map(tuple),
    members_day=st.just(dt.date(2026, 11, 20)),
    clubs=st.just({"Z9901": "SK Süd", "Z9902": "SV Nord"}),
    players=st.lists(PLAYERS, max_size=2).map(tuple),
    players_month=st.just("2026-11"),
    ratings=st.sampled_from([{}, {7: 1700}]),
    ratings_month=st.sampled_from(["", "2026-11"]),
)


def tournament(entrant: Entrant) -> Tournament:
    return Tournament(
        "Open", entrants=(entrant,), pairings=Pairings(0, {1: Cells((), "", "")})
    )


@given(ENTRANTS, FOUND)
def test_what_is_given_stays_and_what_is_added_stands_in_a_list(
    entrant: Entrant, found: Candidates
) -> None:
    done = complete(tournament(entrant), found, Said({}))
    after = done.tournament.entrants[0]
    rows: tuple[Member | FidePlayer, ...] = (*found.members, *found.players)
    listed = {
        value
        for row in rows
        for value in (getattr(row, name) for name in row.__slots__)
    } | {*found.clubs.values()}
    for field in fields(Entrant):
        old, new = getattr(entrant, field.name), getattr(after, field.name)
        if field.name == "rating":
            assert new in {old, None, *found.ratings.values()}
        elif old:
            assert old == new
        elif new:
            assert new in listed
    told = [item for item in done.findings if item.severity is Severity.INFO]
    if after != entrant and after.rating == entrant.rating:
        assert told


@given(ENTRANTS, FOUND)
def test_code_and_number_are_of_one_membership(
    entrant: Entrant, found: Candidates
) -> None:
    done = complete(tournament(entrant), found, Said({}))
    after = done.tournament.entrants[0]
    if after.member_number != entrant.member_number:
        pairs = {(row.vkz, row.member_number) for row in found.members}
        assert (after.vkz, after.member_number) in pairs


@given(ENTRANTS, FOUND, FOUND)
def test_what_a_report_said_is_said_again_whatever_the_lists_say(
    entrant: Entrant, found: Candidates, later: Candidates
) -> None:
    first = complete(tournament(entrant), found, Said({}))
    again = complete(tournament(entrant), later, Said({}, first.fills))
    assert first.tournament == again.tournament
