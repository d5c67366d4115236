"""Who is whom: links are made only where they are certain."""

from __future__ import annotations

import pytest

from syncd.model.tournament import Entrant
from syncd.sync.former import link_former
from syncd.sync.persons import link

SURE = {7: 1}


def one(number: int, name: str, year: int | None = 1980, **more: object) -> Entrant:
    """Return an entrant called `Surname, Forename`."""
    surname, _, forename = name.partition(", ")
    return Entrant(
        number,
        surname,
        forename,
        birth_year=year,
        **more,  # type: ignore[arg-type]
    )


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ("Buchfink, Berta", "Buchfink, Berta"),
        ("Buchfink, Berta", "Berta, Buchfink"),
        ("Buchfink, Berta", "Dr. Buchfink, Berta"),
        ("von Rabe, Ida", "Rabe, Ida von"),
        ("Müller-Meise, Ida", "Mueller Meise, Ida"),
        ("Béla, Zoé", "Bela, Zoe"),
        ("M?ller, Ida", "Müller, Ida"),
        ("Buchfink, Berta Maria", "Buchfink Maria, Berta"),
    ],
)
def test_one_name_written_in_two_ways(ours: str, theirs: str) -> None:
    assert link([one(1, ours)], [one(7, theirs)]) == SURE


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        pytest.param(one(1, "Amsel, Anton", 1950), one(7, "Amsel, Anton", 1980),
                     id="father and son"),
        pytest.param(one(1, "Amsel, Anton", None), one(7, "Anton, Amsel"),
                     id="swapped without a year"),
        pytest.param(one(1, "Amsel, Anton", dsb_id="1"),
                     one(7, "Anton, Amsel", dsb_id="2"), id="swapped, other id"),
        pytest.param(one(1, "Amsel, Anton"), one(7, "Anton, Amsel", 1981),
                     id="swapped, other year"),
        pytest.param(one(1, "Amsel, Anton"), one(7, "Amsel, Toni"), id="other name"),
    ],
)  # fmt: skip
def test_who_is_not_certain_is_not_linked(ours: Entrant, theirs: Entrant) -> None:
    assert link([ours], [theirs]) == {}


def test_of_two_who_fit_none_is_linked() -> None:
    twice = [one(1, "Paul, Peter"), one(2, "Peter, Paul")]
    assert link(twice, [one(7, "Peter Paul, X")]) == {}
    assert link(twice, [one(7, "Peter, Paul")]) == {7: 2}
    assert link(twice, [one(7, "Dr. Peter, Paul", 1980)]) == {}


def test_an_id_outweighs_a_name_but_not_name_and_year() -> None:
    ours = one(1, "Buchfink, Berta", dsb_id="1")
    assert link([ours], [one(7, "Zeisig, Berta", dsb_id="1")]) == SURE
    assert link([ours], [one(7, "Amsel, Anton", 1950, dsb_id="1")]) == {}


def test_of_two_with_one_id_each_is_known_by_all_that_tells_him_apart() -> None:
    ours = [one(1, "Amsel, Anton", 1950, dsb_id="1"), one(2, "", dsb_id="1")]
    assert link(ours, [one(7, "", dsb_id="1")]) == {7: 2}
    assert link(ours, [one(7, "Amsel, Anton", 1950, dsb_id="1")]) == SURE
    assert link(ours, [one(7, "Amsel, Toni", dsb_id="1")]) == {}


def test_a_lost_letter_is_not_another_person_with_an_id_of_his_own() -> None:
    lost = one(1, "M?ller, Ida", dsb_id="1")
    assert link([lost], [one(7, "Müller, Ida", dsb_id="2")]) == {}


def test_a_former_name_tells_who_somebody_is() -> None:
    ours = [one(1, "Zeisig, Berta"), one(2, "Amsel, Anton")]
    former = {1: (("Fink", "Berta"), ("Buchfink", "Berta"))}
    theirs = [one(7, "Buchfink, Berta"), one(8, "Elster, Emil")]
    assert link_former(ours, theirs, former) == SURE
    assert link_former(ours, theirs, {}) == {}
    assert link_former(ours, [one(7, "Buchfink, Berta", 1950)], former) == {}
