from __future__ import annotations

import pytest
from trf_lines import codes, player, read

from syncd.model.findings import Severity

SECTION = "### Tournament Section  "


@pytest.mark.parametrize(
    ("line", "value", "option"),
    [
        ("012 Stadtmeisterschaft K?M?im", "Stadtmeisterschaft K?M?im", "--label"),
        ("022 K?", "K?", "--location"),
        ("032 G?R", "G?R", ""),
    ],
)
def test_destroyed_letters_are_a_warning(line: str, value: str, option: str) -> None:
    reading = read(SECTION, line, player(1))
    (finding,) = reading.findings
    assert ("clm.lost_letters", Severity.WARNING) == (finding.code, finding.severity)
    assert (3, value) == (finding.line, finding.value)
    assert line.index("?") + 1 == finding.column
    for text in finding.text:
        assert "5.0.1" in text
        assert "5.1.0" in text
        assert option in text
    assert bool(option) == ("syncd confirm" in finding.text.de)


def test_each_destroyed_record_is_named() -> None:
    reading = read(SECTION, "012 M?im", "022 K?", player(1))
    assert ["clm.lost_letters"] * 2 == codes(reading)


@pytest.mark.parametrize("line", ["012 Koeln", "102 Sch?fer", "022 Halle (Saale)"])
def test_other_letters_and_records_are_left_alone(line: str) -> None:
    assert [] == codes(read(SECTION, line, player(1)))


def test_other_programs_may_ask_questions() -> None:
    assert [] == codes(read("012 Wer wird Meister?", player(1)))
