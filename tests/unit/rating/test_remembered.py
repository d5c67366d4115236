from __future__ import annotations

import datetime as dt

import pytest

from syncd.model.persons import Person
from syncd.model.tournament import Entrant
from syncd.rating.personkey import name_key
from syncd.rating.remembered import from_json, remembered, to_json, whose, without

EVA = Entrant(1, "Wolf", "Eva", birth_year=1990)
DAY = dt.date(1990, 3, 17)
ENTRY = Person("Wolf", "Eva", birth_year=1990, birth_date=DAY)
VALUES: dict[str, str | int | None] = {"birth_date": "1990-03-17"}
OLD_KEY = f"1/{name_key('Wolf', 'Eva')}"


def test_what_is_kept_survives_json() -> None:
    kept = (remembered(EVA, VALUES, "NU1"),)
    assert kept == from_json(to_json(kept), [EVA])


@pytest.mark.parametrize(
    ("entrant", "is_found"),
    [(EVA, True), (Entrant(2, "Wolf", "Eva"), False), (Entrant(1, "X"), False)],
)
def test_what_earlier_versions_kept_is_found_by_number_and_name(
    entrant: Entrant, *, is_found: bool
) -> None:
    kept = from_json({OLD_KEY: VALUES}, [entrant])
    assert is_found == bool(whose(kept, [entrant]))
    assert all(one.values == VALUES for one in kept)


@pytest.mark.parametrize(
    ("then", "now", "found"),
    [
        ([EVA], [Entrant(9, "Wolf", "Eva", birth_year=1990)], {9: 0}),
        ([EVA], [Entrant(9, "Wolf", "Eva", birth_year=1960)], {}),
        (
            [EVA, Entrant(2, "Wolf", "Eva", birth_year=1960)],
            [
                Entrant(1, "Wolf", "Eva", birth_year=1960),
                Entrant(2, "Wolf", "Eva", birth_year=1990),
            ],
            {1: 1, 2: 0},
        ),
    ],
)
def test_namesakes_never_get_what_is_of_each_other(
    then: list[Entrant], now: list[Entrant], found: dict[int, int]
) -> None:
    assert found == whose([remembered(one, {}) for one in then], now)


@pytest.mark.parametrize("is_old", [False, True])
@pytest.mark.parametrize(
    ("entry", "is_left"),
    [(ENTRY, False), (Person("Wolf", "Eva", sex="w"), True), (Person("Wolf"), True)],
)
def test_only_what_came_from_the_entry_is_forgotten(
    entry: Person, *, is_left: bool, is_old: bool
) -> None:
    stored = {OLD_KEY: VALUES} if is_old else to_json([remembered(EVA, VALUES)])
    assert is_left == bool(without(stored, entry))
