"""Records in another form than TRF26 gives are read with one note each."""

from __future__ import annotations

import pytest
from trf_lines import player, read

PLAYERS = (player(1), player(2))


@pytest.mark.parametrize(
    ("line", "column", "part"),
    [
        ("152 b ", 5, "right would be W or B"),
        ("162  W 3.0    D 1.0    L 0.0    Z 0.0", 33, "right would be A"),
        ("172 FIDON", 5, "such as GER FIDON"),
        ("240 H   2    1\t", 15, "tab at the end"),
        ("250  2     1   1   1    1    2", 12, "such as 1.0"),
        ("260   1       1    2", 9, "columns 9 to 11"),
        ("362 TW  3.0   TD  1.0   TL  0.0", 7, "7 to 10"),
    ],
)
def test_an_odd_form_is_one_note(line: str, column: int, part: str) -> None:
    notes = [
        one
        for one in read(line, line, *PLAYERS).findings
        if one.code == "trf.record_form"
    ]
    (finding,) = notes
    assert ("info", 2, column) == (finding.severity, finding.line, finding.column)
    assert part in finding.text.en
    assert "2 lines" in finding.text.en
    assert "2 Zeilen" in finding.text.de


@pytest.mark.parametrize(
    "line",
    [
        "152 W",
        "162  W 3.0    D 1.0    L 0.0    A 0.0",
        "172 GER FIDON",
        "240 H   2    1",
        "250  2.0  1.0   1   1    1    2",
        "260   1   2    1    2",
        "362 TW 3.0   TD 1.0   TL 0.0",
    ],
)
def test_the_right_form_needs_no_word(line: str) -> None:
    assert not [
        one for one in read(line, *PLAYERS).findings if one.code == "trf.record_form"
    ]
