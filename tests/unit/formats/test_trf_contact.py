"""Contact data in TRF files: not in the model, not in findings, wherever it stands."""

from __future__ import annotations

import pytest
from trf_lines import player, read

from syncd.formats.contact import holds_contact

MAIL = "secret.name@example.org"
PHONE = "+49 170 5551234"
GAME = (player(1, "   2 w 1"), player(2, "   1 b 0"))


@pytest.mark.parametrize(
    "line",
    [
        f"012 Open {MAIL}",
        f"022 Halle, {PHONE}",
        f"102 Meier,Hans ({MAIL})",
        f"112 Meier,Hans Tel. 0170/5551234 {MAIL}",
        f"122 90 min {MAIL}",
        f"XCL {MAIL}",
        f"XCC    1 {MAIL}",
        f"XCP email={MAIL}",
        f"XCP phone={PHONE}",
        "XCP tel=05551234",
        f"042 {MAIL}",
        f"132 {MAIL}",
        f"XCT {MAIL}",
        f"250 {MAIL}",
        f"162 {MAIL}",
        f"999 {MAIL}",
        player(3, name=MAIL),
    ],
)
def test_no_contact_data_gets_into_the_model_or_a_finding(line: str) -> None:
    reading = read("142 1", line, *GAME)
    for text in (repr(reading.tournament), repr(reading.findings)):
        assert "secret" not in text
        assert "5551234" not in text


def test_the_rest_of_a_text_stays_and_the_loss_is_named_with_its_place() -> None:
    reading = read("142 1", f"102 Meier,Hans ({MAIL})", *GAME)
    assert reading.tournament.arbiter == "Meier,Hans"
    (note,) = [each for each in reading.findings if each.code == "trf.contact_data"]
    assert (note.line, note.severity) == (3, "warning")


def test_other_parameters_stay() -> None:
    reading = read("142 1", "XCP rounds=5", f"XCP email={MAIL}", *GAME)
    assert reading.tournament.parameters == (("rounds", "5"),)
    (note,) = [each for each in reading.findings if each.code == "trf.contact_data"]
    assert (note.line, note.severity) == (4, "info")


@pytest.mark.parametrize(
    "text",
    [
        "90/40+30 /15+30", "40 Züge/100 min +50/20 +15 +30s", "2026/05/01-2026/05/03",
        "SV 1876 Halle 04", "Liga 2026/27 (Hin- und Rückrunde)", "02.-04. 05. 2026",
        "Hotel Post 2026",
    ],
)  # fmt: skip
def test_time_controls_dates_and_clubs_are_no_phone_numbers(text: str) -> None:
    assert not holds_contact(text)


@pytest.mark.parametrize("line", ["001", "260", "XCT", "250 1", "001    1", "XCD    1"])
def test_a_finding_never_points_behind_the_end_of_its_line(line: str) -> None:
    reading = read("142 1", *GAME, line)
    lines = ["092 Individual Swiss Dutch", "142 1", *GAME, line]
    for finding in reading.findings:
        if finding.line:
            assert finding.column <= len(lines[finding.line - 1]) + 1
