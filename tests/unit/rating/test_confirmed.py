from __future__ import annotations

import datetime as dt
import json

import pytest

from syncd.bilingual import Text
from syncd.errors import DecodeError, FormatError
from syncd.model.findings import Finding, Severity
from syncd.model.pairings import Cells, Game, Pairings
from syncd.model.tournament import Entrant, Kind, Tournament
from syncd.rating.confirmed import (
    Confirmed,
    answers,
    from_json,
    has_game,
    meant,
    named,
    refuse_impossible,
    to_json,
)

FULL = Confirmed(
    zero_zero=frozenset({(5, 65, 63), (1, 2, 3)}),
    double_forfeits=frozenset({(2, 5, 7)}),
    persons=((2, "muster anna"), (5, "klein bert")),
    accepted=frozenset({"rounds", "dropouts"}),
    start=dt.date(2026, 12, 26),
    end=dt.date(2026, 12, 30),
    time_control="5400+30",
    location="Köln",
    label="Stadtmeisterschaft Köln 2026",
    age_class="U12",
    kind=Kind.KNOCKOUT,
)
FULL_JSON = {
    "zero_zero": [[1, 2, 3], [5, 65, 63]],
    "double_forfeits": [[2, 5, 7]],
    "persons": [[2, "muster anna"], [5, "klein bert"]],
    "accepted": ["dropouts", "rounds"],
    "start": "2026-12-26",
    "end": "2026-12-30",
    "time_control": "5400+30",
    "location": "Köln",
    "label": "Stadtmeisterschaft Köln 2026",
    "age_class": "U12",
    "kind": "knockout",
}
CASES = [(FULL, FULL_JSON), (Confirmed(), {})]


@pytest.mark.parametrize(("confirmed", "data"), CASES)
def test_to_json(confirmed: Confirmed, data: dict[str, object]) -> None:
    assert to_json(confirmed) == data


@pytest.mark.parametrize(("confirmed", "data"), CASES)
def test_survives_a_json_text(confirmed: Confirmed, data: dict[str, object]) -> None:
    assert from_json(json.loads(json.dumps(data))) == confirmed


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({"zero_zeros": []}, "zero_zeros"),
        ({"zero_zero": "5"}, "not a list"),
        ({"zero_zero": [[1, 2]]}, "not a round and two players"),
        ({"zero_zero": [[1, 2, "3"]]}, "not a round and two players"),
        ({"accepted": [7]}, "not a text"),
        ({"start": "26.12.2026"}, "26.12.2026"),
        ({"kind": "league"}, "league"),
    ],
)
def test_what_cannot_be_read_is_never_dropped(
    data: dict[str, object], said: str
) -> None:
    with pytest.raises(DecodeError, match=said):
        from_json(data)


@pytest.mark.parametrize(
    ("key", "found"),
    [
        ((5, 65, 63), True),
        ((5, 63, 65), True),
        ((4, 65, 63), False),
        ((5, 65, 64), False),
    ],
)
def test_a_game_is_found_whoever_had_white(
    key: tuple[int, int, int], *, found: bool
) -> None:
    game = Game(round=5, white=65, black=63, white_result="0", black_result="0")
    assert has_game(frozenset({key}), game) is found


@pytest.mark.parametrize(
    ("text", "meant"), [("90 min + 30 s/Zug", "(5400+30?)"), ("lang", "notation. ")]
)
def test_words_are_refused_with_the_notation_that_they_mean(
    text: str, meant: str
) -> None:
    with pytest.raises(FormatError) as caught:
        refuse_impossible(Confirmed(time_control=text), dt.date(2026, 1, 1))
    assert meant in caught.value.text.en


@pytest.mark.parametrize(
    ("code", "confirmed", "expected"),
    [
        ("time.doubt", Confirmed(time_control="5400+30"), True),
        ("time.contradiction", Confirmed(time_control="5400+30"), True),
        ("time.doubt", Confirmed(kind=Kind.SWISS), False),
        ("time.sides", Confirmed(time_control="5400+30"), False),
        ("trf.kind", Confirmed(kind=Kind.SWISS), True),
        ("trf.kind", Confirmed(time_control="5400+30"), False),
    ],
)
def test_a_decision_answers_what_the_reader_asked(
    code: str, confirmed: Confirmed, *, expected: bool
) -> None:
    finding = Finding(code, Severity.WARNING, Text("", ""))
    assert answers(confirmed, finding) is expected


def people(*names: str) -> Tournament:
    """Return a tournament of these surnames with the numbers from 1."""
    entrants = tuple(Entrant(n, name) for n, name in enumerate(names, start=1))
    return Tournament("Open", entrants=entrants, pairings=Pairings(0, {
        one.id: Cells((), "", "") for one in entrants
    }))  # fmt: skip


ABC = people("Albrecht", "Bäcker", "Conrad")


@pytest.mark.parametrize(
    ("now", "left"),
    [
        (ABC, {(1, 1, 2), (2, 3, 1)}),
        (people("ALBRECHT", "Baecker", "Conrad", "Neu"), {(1, 1, 2), (2, 3, 1)}),
        (people("Albrecht", "Conrad", "Bäcker"), set()),
        (people("Albrecht", "Bäcker"), {(1, 1, 2)}),
    ],
)
def test_a_game_is_confirmed_for_its_persons_only(
    now: Tournament, left: set[tuple[int, int, int]]
) -> None:
    keys = frozenset({(1, 1, 2), (2, 3, 1)})
    said = named(Confirmed(zero_zero=keys, double_forfeits=keys, label="A"), ABC)
    still = meant(said, now)
    assert still.zero_zero == still.double_forfeits == left
    assert still.label == "A"


def test_a_number_of_several_persons_names_nobody() -> None:
    keys = frozenset({(1, 1, 2), (2, 1, 3)})
    said = named(Confirmed(zero_zero=keys), ABC, people("Albrecht", "X", "Conrad"))
    assert said.persons == ((1, "albrecht"), (3, "conrad"))
    assert meant(said, ABC).zero_zero == {(2, 1, 3)}
    assert meant(named(Confirmed(zero_zero=keys)), ABC).zero_zero == set()
