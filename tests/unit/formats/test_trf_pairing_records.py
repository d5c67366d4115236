"""Records that direct the pairing, in FIDE's columns and in the engines' words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from trf_lines import faults, player, read

from syncd.model.pairing_rules import (
    Acceleration,
    Adjustment,
    AnnouncedBye,
    PairingRules,
    Prohibition,
)

if TYPE_CHECKING:
    from syncd.model.findings import Finding

PLAYERS = [player(number) for number in range(1, 9)]


def rules_of(*lines: str) -> PairingRules:
    reading = read(*PLAYERS, *lines)
    assert faults(reading) == []
    return reading.tournament.rules


def only_finding(*lines: str) -> Finding:
    (finding,) = read(*PLAYERS, *lines).findings
    return finding


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["152 W"], PairingRules(initial_colour="w")),
        (["152 b "], PairingRules(initial_colour="b")),
        (["XXC rank", "XXC black1"], PairingRules(initial_colour="b", is_by_rank=True)),
        (["152 W", "XXC white1"], PairingRules(initial_colour="w")),
        (["352 WBWB"], PairingRules(board_colours="WBWB")),
        (
            ["172 GER FIDON"],
            PairingRules(start_rank_federation="GER", start_rank_method="FIDON"),
        ),
        (["172 NIDOF"], PairingRules(start_rank_method="NIDOF")),
        (["172 GER"], PairingRules(start_rank_federation="GER")),
        (["362 TW 2.0   TD 1.0   TL 0.0"], PairingRules()),
        (
            ["362 TW 3     TD 1     TL 0"],
            PairingRules(match_scoring=(("TW", 30), ("TD", 10), ("TL", 0))),
        ),
        (
            ["362 TW  3.0   TD  1.0   TL  0.0"],  # one column late
            PairingRules(match_scoring=(("TW", 30), ("TD", 10), ("TL", 0))),
        ),
        (
            ["260   1  14    1    3    5"],
            PairingRules(prohibitions=(Prohibition((1, 3, 5), 1, 14),)),
        ),
        (["XXP 3 4"], PairingRules(prohibitions=(Prohibition((3, 4)),))),
        (
            ["260   2        4    3", "XXP 3 4"],
            PairingRules(prohibitions=(Prohibition((4, 3), 2),)),
        ),
        (
            ["240 H   2    7    5\t"],
            PairingRules(byes=(AnnouncedBye("H", 2, (7, 5)),)),
        ),
        (["XXZ 2 8"], PairingRules(byes=(AnnouncedBye("Z", 0, (2, 8)),))),
        (
            ["240 Z   3    2", "XXZ 2"],
            PairingRules(byes=(AnnouncedBye("Z", 3, (2,)),)),
        ),
        (
            ["250       1.0   1   2    1    4"],
            PairingRules(accelerations=(Acceleration(1, 4, 1, 2, 10),)),
        ),
        (
            ["250  2          1   1    3     "],
            PairingRules(accelerations=(Acceleration(3, 3, 1, 1, None, 20),)),
        ),
        (
            ["XXA    1  1.0  1.0  0.5", "XXA    2  1.0  1.0  0.5"],
            PairingRules(
                accelerations=(
                    Acceleration(1, 2, 1, 2, 10),
                    Acceleration(1, 2, 3, 3, 5),
                )
            ),
        ),
        (  # a blank slot is 0; a second line goes on
            ["XXA    2       1.0", "XXA    2  0.5"],
            PairingRules(
                accelerations=(
                    Acceleration(2, 2, 2, 2, 10),
                    Acceleration(2, 2, 3, 3, 5),
                )
            ),
        ),
        (
            ["250       1.0   1   1    1    2", "XXA    1  1.0", "XXA    2  1.0"],
            PairingRules(accelerations=(Acceleration(1, 2, 1, 1, 10),)),
        ),
        (
            ["299 +  2.0    2.5    1    1"],
            PairingRules(adjustments=(Adjustment("+", 25, 20, 1, (1,)),)),
        ),
        (
            ["299          -0.5    1    2"],
            PairingRules(adjustments=(Adjustment("", -5, None, 1, (2,)),)),
        ),
        (
            ["299 -  0.0   1.5"],
            PairingRules(adjustments=(Adjustment("-", 15, 0),)),
        ),
    ],
)
def test_what_a_record_says(lines: list[str], expected: PairingRules) -> None:
    assert rules_of(*lines) == expected


@pytest.mark.parametrize(
    ("line", "worth"),
    [
        ("162  W 3.0    D 1.0    L 0.0    A 0.0    P 3.0", "1=0-ZU 30 10 0 0 0 30"),
        ("162  P 0.5", "1=0-ZU 10 5 0 0 0 5"),
        ("162  Z 0.5", "1=0-ZU 10 5 0 5 5 10"),
        ("XXS W=3 D=1", "1=FHU 30 10 30 10 10"),
        ("BBW  3.0", "1=U 30 5 30"),
    ],
)
def test_what_a_result_is_worth(line: str, worth: str) -> None:
    letters, *points = worth.split()
    scoring = dict(rules_of(line).scoring)
    assert [scoring[letter] for letter in letters] == [int(each) for each in points]


def test_the_usual_scoring_is_not_worth_a_word() -> None:
    assert (
        rules_of("162  W 1.0    D 0.5    L 0.0    A 0.0    P 1.0    X 0.5").scoring
        == ()
    )


@pytest.mark.parametrize(
    ("line", "code", "column"),
    [
        ("152 X", "trf.record_value", 5),
        ("162  W x.x", "trf.record_columns", 5),
        ("172 GER AUT FIDON", "trf.record_value", 9),
        ("240 Q   2    7", "trf.record_columns", 5),
        ("240 H   x    7", "trf.record_value", 7),
        ("250       1.x   1   2    1    4", "trf.record_value", 10),
        ("260   1  14    1", "trf.record_columns", 5),
        ("260   1  14    1   zz    4", "trf.record_value", 18),
        ("299 Q  2.0    2.5", "trf.record_columns", 5),
        ("XXP 3 four", "trf.record_columns", 5),
        ("XXA    1  1.0 what", "trf.record_columns", 5),
        ("362 TW x", "trf.record_columns", 5),
        ("XCA 3", "clm.acceleration", 5),
    ],
)
def test_what_cannot_be_read_is_told_with_its_place(
    line: str, code: str, column: int
) -> None:
    found = read(*PLAYERS, line).findings
    finding = found[0]
    assert (finding.code, finding.column) == (code, column)
    assert finding.line == len(PLAYERS) + 2
    assert finding.text.en
    assert finding.text.de


@pytest.mark.parametrize(
    "lines",
    [
        ["152 W", "XXC black1"],
        ["250       1.0   1   1    1    2", "XXA    1  1.0"],
        ["162  P 0.5", "XXS PAB=1"],
        ["162  P 0.5", "BBU  0.0"],
        ["212 PTS,SB", "202 BH"],
        ["142 5", "XCM  1  1  7  0  0"],
    ],
)
def test_records_that_differ_are_told_with_both_places(lines: list[str]) -> None:
    finding = only_finding(*lines)
    assert finding.code == "trf.records_disagree"
    first = len(PLAYERS) + 2
    assert finding.line == first
    assert f"{lines[0][:3]} (line {first})" in finding.text.en
    assert f"{lines[1][:3]} (Zeile {first + 1})" in finding.text.de


def test_the_last_accelerated_round_of_clm_is_compared() -> None:
    values = ["XXA    1  1.0  1.0  0.5"]
    assert rules_of(*values, "XCA 3", "XCG 2").accelerations
    assert only_finding(*values, "XCA 4").code == "trf.records_disagree"


def test_the_early_columns_of_299_are_read_and_told() -> None:
    reading = read(*PLAYERS, "299 W  2.0  1.5   1    2    3")
    assert reading.tournament.rules.adjustments == (Adjustment("W", 15, 20, 1, (2, 3)),)
    (finding,) = reading.findings
    assert (finding.code, finding.severity) == ("trf.early_columns", "info")


def test_pairs_of_a_forbidden_group_are_not_forbidden_twice() -> None:
    group = "260   1        1    2    3"
    rules = rules_of(group, "XXP 1 3", "XXP 2 1", "XXP 1 2 3", "XXP 3 4")
    assert rules.prohibitions == (Prohibition((1, 2, 3)), Prohibition((3, 4)))
