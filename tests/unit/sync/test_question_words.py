"""What a person is asked about two sources, and how games are told."""

from __future__ import annotations

import pytest

from syncd.bilingual import Text
from syncd.sync.conflictwords import question, told_at
from syncd.sync.places import Cell, Part, Place, Score
from syncd.sync.verdict import Reason, Sides

NAMES = {1: "Dietrich", 5: "Núñez, José", 7: "Weiß"}
GAME = Place(Part.GAME, (5, 1, 5, 0))
WON, DRAWN = Score(5, 1, "1", "0"), Score(5, 1, "=", "=")
TURNED = Score(1, 5, "1", "0")
PLAIN = Score(1, 5, "1", "0", has_colours=False)


@pytest.mark.parametrize(
    ("ours", "theirs", "en", "de"),
    [
        (
            WON, DRAWN,
            ("Round 5, White Núñez, José (5) – Black Dietrich (1): here 1-0, in the "
            "other source ½-½. Which result is right?"),
            ("Runde 5, Weiß Núñez, José (5) – Schwarz Dietrich (1): hier 1-0, in der "
            "anderen Quelle ½-½. Welches Ergebnis stimmt?"),
        ),
        (
            PLAIN, PLAIN._replace(white_result="+", black_result="-"),
            ("Round 5, Dietrich (1) – Núñez, José (5): here 1-0, in the other source "
            "+:-. Which result is right?"),
            ("Runde 5, Dietrich (1) – Núñez, José (5): hier 1-0, in der anderen Quelle "
            "+:-. Welches Ergebnis stimmt?"),
        ),
        (
            WON, Score(5, 1, "*", "*"),
            ("Round 5, White Núñez, José (5) – Black Dietrich (1): here 1-0, in the "
            "other source open. Which result is right?"),
            ("Runde 5, Weiß Núñez, José (5) – Schwarz Dietrich (1): hier 1-0, in der "
            "anderen Quelle offen. Welches Ergebnis stimmt?"),
        ),
        (
            WON, TURNED,
            ("Round 5, Dietrich (1) – Núñez, José (5): here White Núñez, José (5) – "
            "Black Dietrich (1) 1-0, in the other source White Dietrich (1) – Black "
            "Núñez, José (5) 1-0. Which result is right?"),
            ("Runde 5, Dietrich (1) – Núñez, José (5): hier Weiß Núñez, José (5) – "
            "Schwarz Dietrich (1) 1-0, in der anderen Quelle Weiß Dietrich (1) – "
            "Schwarz Núñez, José (5) 1-0. Welches Ergebnis stimmt?"),
        ),
        (
            WON, None,
            ("Round 5, White Núñez, José (5) – Black Dietrich (1): here 1-0, in the "
            "other source nothing. Which result is right?"),
            ("Runde 5, Weiß Núñez, José (5) – Schwarz Dietrich (1): hier 1-0, in der "
            "anderen Quelle nichts. Welches Ergebnis stimmt?"),
        ),
    ],
)  # fmt: skip
def test_a_result_is_asked_about_in_the_order_of_its_players(
    ours: object, theirs: object, en: str, de: str
) -> None:
    sides = Sides(None, ours, theirs)
    assert question(GAME, sides, Reason.RESULT, NAMES) == Text(en, de)


@pytest.mark.parametrize(
    ("place", "value", "where", "said"),
    [
        (
            Place(Part.CELL, (1, 3)), Cell(0, "-", "U"),
            Text("Round 3, Dietrich (1)", "Runde 3, Dietrich (1)"),
            Text("bye", "spielfrei"),
        ),
        (
            Place(Part.CELL, (1, 3)), Cell(7, "b", "="),
            Text("Round 3, Dietrich (1)", "Runde 3, Dietrich (1)"),
            Text("Black against Weiß (7): ½", "Schwarz gegen Weiß (7): ½"),
        ),
        (
            Place(Part.CELL, (1, 3)), Cell(9, "w", "+"),
            Text("Round 3, Dietrich (1)", "Runde 3, Dietrich (1)"),
            Text("White against 9: +", "Weiß gegen 9: +"),
        ),
        (
            GAME, Score(5, 1, "D", "D"),
            Text(
                "Round 5, White Núñez, José (5) – Black Dietrich (1)",
                "Runde 5, Weiß Núñez, José (5) – Schwarz Dietrich (1)",
            ),
            Text("½-½ (not rated)", "½-½ (nicht gewertet)"),
        ),
        (
            Place(Part.PLAYER, (1,), "points_x10"), 25,
            Text("Dietrich (1), points", "Dietrich (1), Punkte"), Text("2.5", "2,5"),
        ),
        (
            Place(Part.TOURNAMENT, (), "is_team"), True,
            Text("Tournament, team event", "Turnier, Mannschaftsturnier"),
            Text("yes", "ja"),
        ),
    ],
)  # fmt: skip
def test_values_are_told_in_words(
    place: Place, value: object, where: Text, said: Text
) -> None:
    assert told_at(place, (value,), NAMES) == (where, (said,))
