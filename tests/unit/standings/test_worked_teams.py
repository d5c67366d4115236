"""Worked examples of team events: every tie-break on either score, with its additions.

The two events and their points are worked out in `test_teams`:

    FOUR            match points 3 4 2 3, game points 2½ 4 2½ 3
    met in turn     1: 2 3 4   2: 1 4 3   3: 4 1 2   4: 3 2 1
    own MP          1: 2 1 0   2: 0 2 2   3: 1 1 0   4: 1 0 2
    own GP          1: 1½ 1 0  2: ½ 2 1½  3: 1 1 ½   4: 1 0 2

    BYES            match points 5 2 3 3 1, game points 4½ 2 3½ 3 1; to opponents team 2
                    has 3 and 3, because its bye in the last round is a draw (16.2.5)
    met in turn     1: 2 3 4   2: 1 5(won by forfeit) bye(Z)   3: 4 1 5   4: 3 bye(H) 1
                    5: bye(U) 2(lost by forfeit) 3
    own MP          1: 2 2 1   2: 0 2 0   3: 1 0 2   4: 1 1 1   5: 1 0 0
    own GP          1: 2 1½ 1  2: 0 2 0   3: 1 ½ 2   4: 1 1 1   5: 1 0 0

A dummy has the own score, at most three draws: 3 match points or 3 game points. The
byes of 2 and 4 are voluntarily unplayed (VUR); with /P the forfeit is none.
"""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from small_events import ranks, values
from small_team_events import team_event

from syncd.model.tournament import Kind
from syncd.standings.code_table import KNOWN

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

FOUR = team_event("1-2:1= 3-4:10", "1-3:== 2-4:11", "1-4:00 2-3:1=")
BYES = team_event("1-2:11 3-4:== U5", "1-3:1= 2*5:+- H4", "1-4:== 3-5:11 Z2")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # 7.3, 7.4: the second team has Black at board 1: 2 4 | 3 4 | 4 3; 4 won with it
        ("BPG:MP", (0, 1, 2, 3)),
        ("BPG:GP", (0, 1, 2, 3)),
        ("BWG:MP", (0, 0, 0, 1)),
        ("BWG:GP", (0, 0, 0, 1)),
        # 7.5: 2 3 3 | 0 2 4 | 1 2 2 | 1 1 3, without the first two
        ("PS:MP/C2", (3, 4, 2, 3)),
        # 1½ 2½ 2½ | ½ 2½ 4 | 1 2 2½ | 1 1 3
        ("PS:GP/C1", (5, 6.5, 4.5, 4)),
        ("PS:GP/C2", (2.5, 4, 2.5, 3)),
        # 7.6: everybody played every round
        ("REP:MP", (3, 3, 3, 3)),
        ("REP:GP", (3, 3, 3, 3)),
        # 7.7: 1½:½ is more, 1:1 as many: 1+½+0, 0+1+1, ½+½+0, ½+0+1
        ("STD:GP", (1.5, 2, 1, 1.5)),
        # 8.1: 4 2 3 | 3 3 2 | 3 3 4 | 2 4 3, without two of them
        ("BH:MP/C2", (4, 3, 4, 4)),
        ("BH:MP/M1", (3, 3, 3, 3)),
        ("BH:MP/M2", (0, 0, 0, 0)),
        # 4 2½ 3 | 2½ 3 2½ | 3 2½ 4 | 2½ 4 2½
        ("BH:GP/C1", (7, 5.5, 7, 6.5)),
        ("BH:GP/C2", (4, 3, 4, 4)),
        ("BH:GP/M1", (3, 2.5, 3, 2.5)),
        ("BH:GP/M2", (0, 0, 0, 0)),
        # 8.3: with round 3 drawn the match points are 4 3 3 2:
        # 3 3 2 | 4 2 3 | 2 4 3 | 3 3 4
        ("FB:MP/C1", (6, 7, 7, 7)),
        ("FB:MP/C2", (3, 4, 4, 4)),
        ("FB:MP/M1", (3, 3, 3, 3)),
        ("FB:MP/M2", (0, 0, 0, 0)),
        # and the game points 3½ 3½ 3 2: 3½ 3 2 | 3½ 2 3 | 2 3½ 3½ | 3 3½ 3½
        ("FB:GP", (8.5, 8.5, 9, 10)),
        ("FB:GP/C1", (6.5, 6.5, 7, 7)),
        ("FB:GP/C2", (3.5, 3.5, 3.5, 3.5)),
        ("FB:GP/M1", (3, 3, 3.5, 3.5)),
        ("FB:GP/M2", (0, 0, 0, 0)),
        # 9.1: score:product 4:8 2:2 3:0 | 3:0 3:6 2:4 | 3:3 3:3 4:0 | 2:2 4:0 3:6; the
        # lowest score goes, of equal ones the lower product
        ("SB:MP/C1", (8, 6, 3, 6)),
        ("SB:MP/C2", (8, 6, 0, 0)),
        # 4:6 2½:2½ 3:0 | 2½:1¼ 3:6 2½:3¾ | 3:3 2½:2½ 4:2 | 2½:2½ 4:0 2½:5
        ("SB:GP", (8.5, 11, 7.5, 7.5)),
        ("SB:GP/C1", (6, 9.75, 5, 5)),
        ("SB:GP/C2", (6, 6, 2, 0)),
        # 9.2: the limit of 3 moved: with 3½ only 2 counts, with 2½ the same as with 3
        ("KS:MP/L+1", (2, 0, 0, 0)),
        ("KS:MP/L-1", (2, 2, 2, 2)),
        # in game points with 3½ only 2, with 2½ all
        ("KS:GP/L+1", (1.5, 0, 0.5, 0)),
        ("KS:GP/L-1", (2.5, 4, 2.5, 3)),
        # 13.2: EMMSB and EGGSB are the Sonneborn-Berger of one score
        ("EMMSB/C1", (8, 6, 3, 6)),
        ("EMMSB/C2", (8, 6, 0, 0)),
        ("EGGSB/C1", (6, 9.75, 5, 5)),
        ("EGGSB/C2", (6, 6, 2, 0)),
        # 4:6 2:2 3:0 | 3:1½ 3:6 2:3 | 3:3 3:3 4:2 | 2:2 4:0 3:6
        ("EMGSB/C2", (6, 6, 2, 0)),
        # 4:8 2½:2½ 3:0 | 2½:0 3:6 2½:5 | 3:3 2½:2½ 4:0 | 2½:2½ 4:0 2½:5
        ("EGMSB/C1", (8, 11, 3, 5)),
        ("EGMSB/C2", (8, 6, 0, 0)),
    ],
)
def test_four_teams_that_all_met(text: str, expected: Sequence[float]) -> None:
    assert values(FOUR, text) == [Fraction(number) for number in expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # 8.2 in thirds: Buchholz 9½ 8 9½ 9: 8+9½+9, 9½+9+9½, 9+9½+8, 9½+8+9½
        ("AOB:GP", (26.5, 28, 26.5, 27)),
        # Fore Buchholz 8 9 9 10: 9+9+10, 8+10+9, 10+8+9, 9+9+8
        ("AOB:MP/F", (28, 27, 27, 26)),
        # Fore Buchholz 8½ 8½ 9 10: 8½+9+10, 8½+10+9, 10+8½+8½, 9+8½+8½
        ("AOB:GP/F", (27.5, 27.5, 27, 26)),
    ],
)
def test_means_of_four_teams(text: str, expected: Sequence[float]) -> None:
    found = [3 * (value or 0) for value in values(FOUR, text)]
    assert found == [Fraction(number) for number in expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # 7.6: not the byes that 2 and 4 asked for, nor the forfeit of 5
        ("REP:MP", (3, 2, 3, 2, 2)),
        ("REP:GP", (3, 2, 3, 2, 2)),
        # 16 with forfeits as matches, in match points:
        # 3 3 3 | 5 1 VUR 2 | 3 5 1 | 3 VUR 3 5 | bye 1, 3 3. The VUR goes where it is
        # worth as much as the lowest (16.5)
        ("BH:MP/C1/P", (6, 6, 8, 8, 6)),
        # in game points: 3 3½ 3 | 4½ 1 VUR 2 | 3 4½ 1 | 3½ VUR 3 4½ | 1 3 3½
        ("BH:GP/P", (9.5, 7.5, 8.5, 11, 7.5)),
        ("BH:GP/C1/P", (6.5, 5.5, 7.5, 8, 6.5)),
        # 8.3: with round 3 drawn 5 3 2 3 2 to opponents:
        # 3 2 3 | 5 2 VUR 2 | 3 5 2 | 2 VUR 3 5 | bye 2, 3 2
        ("FB:MP/P", (8, 9, 10, 10, 7)),
        ("FB:MP/C1/P", (6, 7, 8, 7, 5)),
        # in game points 4½ 3 2½ 3 2: 3 2½ 3 | 4½ 2 VUR 2 | 3 4½ 2 | 2½ VUR 3 4½ |
        # 2 3 2½
        ("FB:GP/P", (8.5, 8.5, 9.5, 10, 7.5)),
        ("FB:GP/C1/P", (6, 6.5, 7.5, 7, 5.5)),
        # 9.1, 13.2, score:product: 3:6 3:6 3:3 | 5:0 1:2 VUR 2:0 | 3:3 5:0 1:2 |
        # 3:3 VUR 3:3 5:5 | 1:1 3:0 3:0. The VUR of 2 adds less than its lowest
        # score, so it stays
        ("SB:MP/P", (15, 2, 5, 11, 1)),
        ("SB:MP/C1/P", (12, 0, 3, 8, 0)),
        ("EMMSB/P", (15, 2, 5, 11, 1)),
        ("EMMSB/C1/P", (12, 0, 3, 8, 0)),
        # 3:6 3½:5¼ 3:3 | 4½:0 1:2 VUR 2:0 | 3:3 4½:2¼ 1:2 | 3½:3½ VUR 3:3 4½:4½ |
        # 1:1 3:0 3½:0
        ("SB:GP/P", (14.25, 2, 7.25, 11, 1)),
        ("SB:GP/C1/P", (11.25, 0, 5.25, 8, 0)),
        ("EGGSB/P", (14.25, 2, 7.25, 11, 1)),
        ("EGGSB/C1/P", (11.25, 0, 5.25, 8, 0)),
        # 3:6 3:4½ 3:3 | 5:0 1:2 VUR 2:0 | 3:3 5:2½ 1:2 | 3:3 VUR 3:3 5:5 | 1:1 3:0 3:0
        ("EMGSB/P", (13.5, 2, 7.5, 11, 1)),
        ("EMGSB/C1/P", (10.5, 0, 5.5, 8, 0)),
        # 3:6 3½:7 3:3 | 4½:0 1:2 VUR 2:0 | 3:3 4½:0 1:2 | 3½:3½ VUR 3:3 4½:4½ |
        # 1:1 3:0 3½:0
        ("EGMSB/P", (16, 2, 5, 11, 1)),
        ("EGMSB/C1/P", (13, 0, 3, 8, 0)),
        # 8.2, only matches that were played: Buchholz 9 8 9 11 7 of 1 | 3, 1 | 3
        ("AOB:MP/P", (Fraction(28, 3), 9, 9, 9, 9)),
        # Buchholz 9½ 7½ 8½ 11 7½: (7½+8½+11)/3, 9½, (11+9½+7½)/3, (8½+9½)/2, 8½
        ("AOB:GP/P", (9, 9.5, Fraction(28, 3), 9, 8.5)),
    ],
)
def test_teams_with_unplayed_matches(text: str, expected: Sequence[float]) -> None:
    assert values(BYES, text) == [Fraction(number) for number in expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # 13.4, by 3: game points times 3, with Fore Buchholz 8 9 10 10 6
        ("SSSC/F", (13.5 + 8, 6 + 9, 10.5 + 10, 9 + 10, 3 + 6)),
        # with Buchholz 9 8 9 11 7
        ("SSSC/P", (13.5 + 9, 6 + 8, 10.5 + 9, 9 + 11, 3 + 7)),
    ],
)
def test_strength_of_schedule_in_thirds(text: str, expected: Sequence[float]) -> None:
    found = [3 * (value or 0) for value in values(BYES, text)]
    assert found == [Fraction(number) for number in expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # 6.2: 1 beat 2 2:0, 2 beat 3 1½:½, 3 beat 1 1½:½: two match points each
        ("DE:MP", [1, 1, 1]),
        # game points 2½, 1½, 2
        ("DE:GP", [1, 3, 2]),
    ],
)
def test_direct_encounter_on_either_score(text: str, expected: list[int]) -> None:
    event = team_event("1-2:11", "2-3:1=", "3-1:1=", kind=Kind.ROUND_ROBIN)
    assert ranks(event, text) == expected


@pytest.mark.parametrize("score", ["MP", "GP"])
def test_direct_encounter_with_a_forfeited_match(score: str) -> None:
    """6.1.1: both have 2 and 2; 2 from a full-point bye, 1 because 2 did not come."""
    event = team_event("Z1 F2", "1-2:++")
    assert values(event, score) == [2, 2]
    asked = {"MP": ("DE:MP", "DE:MP/P"), "GP": ("DE:GP", "DE:GP/P")}[score]
    assert [ranks(event, text) for text in asked] == [[1, 1], [1, 2]]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # 13.3: round 1 by forfeit 2:1 for 1, round 2 on the boards 2:1 for 2.
        # Only round 2 counts: 2 is first.
        ("EDE", [2, 1]),
        # Both count: a match and three game points each; nothing is left to try.
        ("EDE/P", [1, 1]),
        # Boards of both matches: 1: 1+0, 1+½, 0+½; 2: 0+1, 0+½, 1+½.
        # Board 1 is equal, on board 2 team 1 has more.
        ("EDET/P", [1, 2]),
        # without board 3: 2½ to 1½
        ("EDEB/P", [1, 2]),
        # board count 1+3+1½ = 5½ to 1+1+4½ = 6½
        ("EDEBT/P", [1, 2]),
        ("EDEBB/P", [1, 2]),
    ],
)
def test_extended_direct_encounter_with_a_forfeited_match(
    text: str, expected: list[int]
) -> None:
    assert ranks(team_event("1-2:++-", "1-2:0=="), text) == expected


ADDITIONS = {
    "C": ("/C1", "/C2"), "M": ("/M1", "/M2"), "P": ("/P",), "F": ("/F",), "R": ("/R",),
    "L": ("/L+1", "/L-1"), "K": ("/K2",),
}  # fmt: skip
WORKED = (
    "own_record", "opponents", "unplayed", "direct", "ratings", "teams", "given",
    "scoring", "worked_teams",
)  # fmt: skip


def forms() -> Iterator[str]:
    """Yield every code with each of its additions, on each score that it has."""
    for name, known in KNOWN.items():
        bases = [f":{basis}" for basis in known.bases] if known.for_teams else []
        for basis in ("", *bases):
            yield f"{name}{basis}"
            for letter in known.modifiers:
                yield from (f"{name}{basis}{added}" for added in ADDITIONS[letter])


def test_every_code_with_every_addition_has_a_worked_example() -> None:
    """A new code comes with numbers that somebody can follow by hand."""
    here = Path(__file__).parent
    texts = [(here / f"test_{name}.py").read_text() for name in WORKED]
    shown = {
        word.upper()
        for text in texts
        for word in re.findall(r'"([A-Za-z]+(?::(?:MP|GP))?(?:/[A-Z0-9+-]+)*)"', text)
    }
    assert {*forms()} - shown == set()
