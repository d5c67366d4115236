from __future__ import annotations

import pytest
from trf_lines import codes, player, read


def names(*texts: str) -> list[str]:
    return [player(number, name=text) for number, text in enumerate(texts, start=1)]


def test_usual_names_are_not_mentioned() -> None:
    assert codes(read(*names("Muster,Max", "Dr. Groß, Eva", "Madonna,Madonna"))) == []


def test_each_sort_is_told_once_with_the_first_few_names() -> None:
    reading = read(*names("A B", "C D", "E F", "G H", "MÜLLER Hans"))
    assert codes(reading) == ["trf.name_no_comma", "trf.name_capitals"]
    first = reading.findings[0]
    assert first.text.en.startswith(
        "1 A B; 2 C D; 3 E F; and 1 more: There is no comma"
    )
    assert first.text.de.startswith(
        "1 A B; 2 C D; 3 E F; und 1 weitere: Zwischen Nach-"
    )
    assert (first.line, first.column, first.value) == (2, 15, "A B")


@pytest.mark.parametrize(("length", "is_told"), [(31, 0), (32, 1), (33, 1), (34, 0)])
def test_a_name_that_fills_its_field_may_be_cut(length: int, is_told: int) -> None:
    name = "Muster," + "M" * (length - 7)
    assert codes(read(player(1, name=name))).count("trf.name_cut") == is_told


def test_clm_never_cuts() -> None:
    lines = ["### Tournament Section  ", *names("Muster," + "M" * 25)]
    assert "trf.name_cut" not in codes(read(*lines, "### Player Section  "))


def test_the_parts_reach_the_entrants() -> None:
    reading = read(*names("Berg, Jan van der", "Stockfish 16"))
    jan, fish = reading.tournament.entrants
    assert (jan.surname, jan.forename) == ("van der Berg", "Jan")
    assert (fish.surname, fish.forename) == ("Stockfish 16", "")
    assert codes(reading) == ["trf.name_particle", "trf.name_program"]
