from __future__ import annotations

import datetime as dt

import pytest

from syncd.bilingual import Text
from syncd.model.pairings import Game
from syncd.model.tournament import Entrant
from syncd.rating import wording

WOLF = Entrant(id=63, surname="Wolf", forename="Eva")
WEISS = Entrant(id=8, surname="Weiss")


def test_a_player_is_named_by_number_and_name() -> None:
    assert wording.player_name(WOLF) == "63 Wolf, Eva"
    assert wording.player_name(WEISS) == "8 Weiss"
    assert wording.players([WOLF, WEISS]).en == "63 Wolf, Eva; 8 Weiss"


@pytest.mark.parametrize(
    ("names", "text"),
    [
        (["a"], Text("a", "a")),
        (["a", "b", "c"], Text("a; b; c", "a; b; c")),
        ([*"abcde"], Text("a; b; c; and 2 more", "a; b; c; und 2 weitere")),
    ],
)
def test_long_lists_are_cut(names: list[str], text: Text) -> None:
    assert wording.listing(names) == text


def test_a_game_is_named_by_round_and_players() -> None:
    game = Game(5, 63, 8, "0", "0")
    assert wording.games([game], {63: WOLF, 8: WEISS}) == Text(
        "round 5: 63 Wolf, Eva – 8 Weiss", "Runde 5: 63 Wolf, Eva – 8 Weiss"
    )


@pytest.mark.parametrize(
    ("numbers", "text"),
    [
        ([4], Text("round 4", "Runde 4")),
        ([4, 5, 6, 7], Text("rounds 4 to 7", "Runden 4 bis 7")),
        ([2, 5, 7], Text("rounds 2, 5, 7", "Runden 2, 5, 7")),
    ],
)
def test_rounds(numbers: list[int], text: Text) -> None:
    assert wording.rounds(numbers) == text


def test_a_day_in_both_languages() -> None:
    assert wording.day(dt.date(2026, 12, 6)) == Text("2026-12-06", "6.12.2026")


@pytest.mark.parametrize(
    ("seconds", "text"), [(5400, "90 min"), (5399, "89 min 59 s"), (30, "0 min 30 s")]
)
def test_duration(seconds: int, text: str) -> None:
    assert wording.duration(seconds) == text
