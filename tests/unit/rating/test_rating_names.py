from __future__ import annotations

import pytest

from syncd.model.tournament import Entrant
from syncd.rating.names import is_computer, is_placeholder


@pytest.mark.parametrize(
    ("surname", "forename"),
    [
        ("Freilos", ""), ("spielfrei", "spielfrei"), ("NN", "NN"), ("N.N.", ""),
        ("Brett 3", ""), ("bye", ""), ("nicht besetzt", ""), ("-", "-"), ("?", ""),
    ],
)  # fmt: skip
def test_nobody(surname: str, forename: str) -> None:
    assert is_placeholder(Entrant(id=1, surname=surname, forename=forename))


@pytest.mark.parametrize(
    "entrant",
    [
        Entrant(id=1, surname="Gegner", forename="Hans"),
        Entrant(id=1, surname="Bye", birth_year=1990),
        Entrant(id=1, surname="NN", fide_id=4612345),
        Entrant(id=1, surname="NN", vkz="51207"),
        Entrant(id=1, surname="?ukaszewski"),
        Entrant(id=1, surname="Brettschneider"),
        Entrant(id=1, surname=""),
    ],
)
def test_somebody(entrant: Entrant) -> None:
    assert not is_placeholder(entrant)


@pytest.mark.parametrize(
    ("surname", "forename", "expected"),
    [
        ("###COMPUTER###", "###COMPUTER###", True),
        ("###COMPUTER###", "", True),
        ("Computer", "Stockfish", False),
    ],
)
def test_computers_are_marked(surname: str, forename: str, *, expected: bool) -> None:
    entrant = Entrant(id=1, surname=surname, forename=forename)
    assert is_computer(entrant) is expected
