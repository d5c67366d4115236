"""Completing: nothing given is lost, nothing is invented, twice is once."""

from __future__ import annotations

import datetime as dt
from dataclasses import fields, replace

from hypothesis import given
from hypothesis import strategies as st

from syncd.model.findings import Severity
from syncd.model.lists import FidePlayer, Member
from syncd.model.pairings import Cells, Pairings
from syncd.model.persons import Person
from syncd.model.tournament import Entrant, Tournament
from syncd.rating.accord import accord
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


SURNAMES_APART = st.sampled_from(["Wolf", "Fuchs", "Luchs"])
FORENAMES_APART = st.sampled_from(["Eva", "Otto", ""])
STRANGERS = st.builds(
    Entrant, id=st.just(1), surname=SURNAMES_APART, forename=FORENAMES_APART,
    birth_year=YEARS, sex=SEXES, vkz=CODES, member_number=NUMBERS, dsb_id=IDS,
    fide_id=FIDE_IDS,
)  # fmt: skip
PEOPLE = st.builds(
    Member, dsb_id=st.just(""), surname=SURNAMES_APART, forename=FORENAMES_APART,
    birth_year=YEARS, sex=SEXES, fide_id=FIDE_IDS,
)  # fmt: skip
MEMBERSHIPS = st.lists(st.tuples(CODES, NUMBERS), min_size=1, max_size=2)
BY_HAND = st.builds(
    Person, surname=SURNAMES_APART, forename=FORENAMES_APART, birth_year=YEARS,
    sex=SEXES, vkz=CODES, dsb_id=IDS, fide_id=FIDE_IDS,
)  # fmt: skip
FIDE_PEOPLE = st.builds(
    FidePlayer, fide_id=st.sampled_from([7, 8]), surname=SURNAMES_APART,
    forename=FORENAMES_APART, birth_year=YEARS, sex=SEXES,
)  # fmt: skip


@st.composite
def lists(draw: st.DrawFn) -> Candidates:
    """Draw one list: several memberships of a person tell the same of him."""
    members = []
    for number in range(1, draw(st.integers(1, 3)) + 1):
        person = replace(draw(PEOPLE), dsb_id=f"NU{number}")
        members += [
            replace(person, vkz=vkz, member_number=in_club)
            for vkz, in_club in draw(MEMBERSHIPS)
        ]
    which = draw(st.sampled_from(["members", "persons", "players"]))
    return Candidates(
        members=tuple(members) if which == "members" else (),
        members_day=dt.date(2026, 11, 20) if which == "members" else None,
        persons=tuple(draw(st.lists(BY_HAND, max_size=2)))
        if which == "persons"
        else (),
        players=(draw(FIDE_PEOPLE),) if which == "players" else (),
        players_month="2026-11" if which == "players" else "",
    )


@given(STRANGERS, lists())
def test_no_value_is_of_somebody_whom_the_file_contradicts_twice(
    entrant: Entrant, found: Candidates
) -> None:
    done = complete(tournament(entrant), found, Said({}))
    after = done.tournament.entrants[0]
    codes: dict[str, set[str]] = {}
    for row in found.members:
        codes.setdefault(row.dsb_id, set()).update(filter(None, [row.vkz]))
    people: list[tuple[Member | Person | FidePlayer, set[str]]] = [
        *((row, codes[row.dsb_id]) for row in found.members),
        *((row, {row.vkz} if row.vkz else set()) for row in found.persons),
        *((row, set[str]()) for row in found.players),
    ]
    may_be = [
        row for row, known in people if len(accord(entrant, row, known).other) <= 1
    ]
    for name in ("forename", "birth_year", "sex", "vkz", "member_number", "dsb_id"):
        if (value := getattr(after, name)) != getattr(entrant, name):
            sources = {
                item for row in may_be for item in
                (getattr(row, name, None), getattr(row, "full_forename", None))
            }  # fmt: skip
            assert value in sources
