from __future__ import annotations

import pytest
from trf_lines import codes, player, read

from syncd.formats.trf.lines.alignment import align
from syncd.formats.trf.tables.columns import Version, free_text
from syncd.formats.trf.tables.fide_records import PLAYER
from syncd.formats.trf.tables.team_records import (
    TEAM,
    TEAM_CLM,
    TEAM_DRAFT,
    team_layouts,
)

LINE = player(7, "12 w 1", "0000 - U", points="1.5")
LONG = "Freiherr von und zu Hohenlohe-Waldenburg-Schillingsfuerst,Karl-Theodor"


@pytest.mark.parametrize("shift", [-3, -2, -1, 0, 1, 5])
@pytest.mark.parametrize(
    "line",
    [
        LINE,
        player(7, "12 w 1", points="1.5", birth="0000/  /  ", rating=""),
        player(7, "12 w 1", points="10.0", birth=""),
        player(7, points="", birth="1999/  /  "),
    ],
)
def test_a_player_is_put_back_in_place(line: str, shift: int) -> None:
    moved = f"{line[:14]}{line[14:47].strip():{33 + shift}}{line[47:]}"
    aligned = align(moved, PLAYER)
    assert (line, shift) == (aligned.text, aligned.shift)
    assert "Muster,Max" == aligned.pivot


def test_a_long_name_is_cut_in_its_columns_but_kept_whole() -> None:
    aligned = align(f"{LINE[:14]}{LONG}{LINE[47:]}", PLAYER)
    assert f"{LINE[:14]}{LONG[:33]}{LINE[47:]}" == aligned.text
    assert (LONG, len(LONG) - 33) == (aligned.pivot, aligned.shift)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "001",
        "001    1",
        "001    1 m    Muster",
        # 34 letters in the name, as in many files: no other place fits either
        f"001    1 m    {'x' * 34}   2 GER",
    ],
)
def test_a_line_that_fits_nowhere_is_taken_as_it_stands(text: str) -> None:
    aligned = align(text, PLAYER)
    assert (text, 0) == (aligned.text, aligned.shift)


def test_a_record_without_a_name_never_moves() -> None:
    layout = free_text("012", "name", Version.TRF06, "test")
    assert ("012 Open", 0, "") == align("012 Open", layout)[:3]


FINAL = (
    "310   1 India                            IND     2486   15     28.0  11     1    5"
)
DRAFT = (
    "310   1 India                            IND     2486   15   28.0  11     1    5"
)
SPIELFREI = "310   8 spielfrei                                -       0    0.0   0 "
LONG_TEAM = (
    "310   7 Sportfreunde Aepfelhausen-Oettingen/Sued I       2096    8   13.5"
    "   2    43   44"
)
SHORT_TEAM = (
    "310   7 Señor I                                 2096    8   13.5   2    43   44"
)


@pytest.mark.parametrize(
    ("text", "layout", "shift"),
    [
        (FINAL, TEAM, 0),
        ("310   1 Alpha" + " " * 60 + "   1    2", TEAM, 0),
        (DRAFT, TEAM_DRAFT, 0),
        (SPIELFREI, TEAM_CLM, 0),
        (LONG_TEAM, TEAM_CLM, 8),
        (SHORT_TEAM, TEAM_CLM, -1),
    ],
)
def test_a_team_line_tells_its_form(text: str, layout: object, shift: int) -> None:
    aligned = align(text, *team_layouts(is_clm=layout is TEAM_CLM))
    assert (layout, shift) == (aligned.layout, aligned.shift)


def test_a_shift_is_a_note_with_its_place() -> None:
    line = f"{LINE[:14]}{'Muñoz,Ana':32}{LINE[47:]}"
    reading = read(line)
    finding = reading.findings[0]
    assert ("trf.column_shift", 2, 47) == (finding.code, finding.line, finding.column)
    assert "1 too far to the left" in finding.text.en
    assert "1 zu weit links" in finding.text.de
    entrant = reading.tournament.entrants[0]
    assert ("Muñoz", 2000, 4600000) == (
        entrant.surname,
        entrant.rating,
        entrant.fide_id,
    )
    assert "trf.column_shift" not in codes(read(LINE))
