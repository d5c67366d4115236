"""XCD and XCZ by round, in every form that the wiki had in October 2026."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from syncd.formats.text import Line
from syncd.formats.trf.clm.round_blocks import read_player_rounds, read_team_rounds
from syncd.formats.trf.records import Records
from syncd.formats.trf.tables.clm_records import PLAYER_ROUNDS, TEAM_ROUNDS

if TYPE_CHECKING:
    from syncd.formats.trf.tables.columns import Layout

TEAM_VALUES = {
    "result": "3", "is_forfeited": "1", "opponent": "12", "pairing": "4",
    "is_home": "1", "match_points": "2", "board_points": "5.5",
}  # fmt: skip
PLAYER_VALUES = {
    "pairing": "4", "board": "7", "is_home": "0", "result": "10", "is_forfeited": "0",
    "points": "0.5",
}  # fmt: skip


def line_of(layout: Layout, head: str, rounds: dict[int, dict[str, str]]) -> str:
    cells = list(head.ljust(400))
    for number, values in rounds.items():
        for field in layout.repeat:
            place = field.moved((number - 1) * layout.stride)
            cells[place.slice] = values[field.name].rjust(place.width)
    return "".join(cells).rstrip()


def records_of(*texts: str) -> Records:
    return Records([Line(text, "\n") for text in texts])


@pytest.mark.parametrize("layout", TEAM_ROUNDS, ids=lambda layout: layout.source[-5:])
def test_every_form_of_a_team_line(layout: Layout) -> None:
    rounds = {1: TEAM_VALUES, 3: TEAM_VALUES | {"opponent": "5", "is_forfeited": "0"}}
    read = read_team_rounds(
        records_of(line_of(layout, "XCD   2 G0222  3", rounds)), rounds=3
    )
    assert not read.findings
    (club,) = read.clubs
    assert (club.team, club.vkz, club.number) == (2, "G0222", 3)
    first, third = read.rounds
    assert (first.round, first.team, first.opponent, first.pairing) == (1, 2, 12, 4)
    assert (first.is_home, first.is_forfeited, first.result) == (True, True, 3)
    assert (first.match_points_x10, first.board_points_x10) == (20, 55)
    assert (third.round, third.opponent, third.is_forfeited) == (3, 5, False)


@pytest.mark.parametrize("layout", PLAYER_ROUNDS, ids=lambda layout: layout.source[-5:])
def test_every_form_of_a_player_line(layout: Layout) -> None:
    text = line_of(layout, "XCZ    7 66211- 187", {1: PLAYER_VALUES, 2: PLAYER_VALUES})
    read = read_player_rounds(records_of(text), rounds=2)
    assert not read.findings
    assert [each.round for each in read.rounds] == [1, 2]
    first = read.rounds[0]
    assert (first.player, first.pairing, first.board, first.is_home) == (7, 4, 7, False)
    if "result" in {field.name for field in layout.repeat}:
        assert (first.result, first.points_x10, first.is_forfeited) == (10, 5, False)
    else:
        assert (first.result, first.points_x10, first.is_forfeited) == (
            None,
            None,
            False,
        )


def test_a_second_loop_follows_the_first_if_it_is_stated() -> None:
    text = line_of(TEAM_ROUNDS[0], "XCD   1 G0222  1", {2: TEAM_VALUES, 3: TEAM_VALUES})
    records = records_of(text)
    known = read_team_rounds(records, rounds=2, loops=2)
    assert [each.round for each in known.rounds] == [2, 3]
    assert not known.findings
    unknown = read_team_rounds(records, rounds=2)
    assert [each.round for each in unknown.rounds] == [2]
    (finding,) = unknown.findings
    assert (finding.code, finding.line) == ("clm.round_block_beyond", 1)
    assert finding.column == 76 + 2 * 25


@pytest.mark.parametrize("text", ["XCD 2 G0222 3", "XCD    2 G0222    3"])
def test_single_blanks_as_in_the_examples_of_the_wiki(text: str) -> None:
    read = read_team_rounds(records_of(text), rounds=7)
    assert [(club.team, club.vkz, club.number) for club in read.clubs] == [
        (2, "G0222", 3)
    ]
    assert not read.rounds
    assert not read.findings


def test_what_stands_elsewhere_is_told_with_its_place() -> None:
    good = line_of(TEAM_ROUNDS[0], "XCD   1 G0222  1", {1: TEAM_VALUES, 2: TEAM_VALUES})
    bad = good[:101] + "x" + good[102:]
    read = read_team_rounds(records_of(good, bad), rounds=2)
    assert [(each.line, each.round) for each in read.rounds] == [(1, 1), (1, 2), (2, 1)]
    (finding,) = read.findings
    assert (finding.code, finding.line, finding.column) == ("clm.round_block", 2, 101)


def test_lines_without_blocks_cost_nothing_and_say_nothing() -> None:
    records = records_of("XCZ    7 66211-187", "XCZ    0 66211-188", "XCD")
    assert read_player_rounds(records, rounds=5).rounds == ()
    read = read_team_rounds(records, rounds=5)
    assert not read.rounds
    assert [finding.code for finding in read.findings] == ["clm.team_line"]
