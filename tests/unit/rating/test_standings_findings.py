"""Ranks of a file where people have chosen what the standings go by."""

from __future__ import annotations

from dataclasses import replace

import pytest
from small_events import tournament

from syncd.bilingual import Text
from syncd.model.findings import Finding, Severity
from syncd.rating.standings_findings import unlike_chosen
from syncd.standings.check import differences
from syncd.standings.choices import Choices
from syncd.standings.manual import started

PLAIN = tournament("2w1 3b1", "1b0 4w1", "4b1 1w0", "3w0 2b0")
"""2, 1, 1 and 0 points."""
EVENT = replace(
    PLAIN,
    entrants=tuple(
        replace(one, rank=rank)
        for one, rank in zip(PLAIN.entrants, (1, 4, 3, 2), strict=True)
    ),
)
OTHER = Finding("trf.dates", Severity.WARNING, Text("No dates.", "Keine Daten."))
FOUND = (OTHER, *(each.finding for each in differences(EVENT)))


@pytest.mark.parametrize(
    ("choices", "left"),
    [
        (Choices(), (2, 4)),
        (Choices(tiebreaks="PTS"), (2, 4)),
        (Choices(manual=started((1, 4, 3, 2), EVENT)), ()),
        (Choices(manual=started((1, 4, 2, 3), EVENT)), (2,)),
    ],
)
def test_a_rank_that_is_right_by_what_was_chosen_is_not_told(
    choices: Choices, left: tuple[int, ...]
) -> None:
    first, *others = unlike_chosen(FOUND, EVENT, choices)
    assert first == OTHER
    assert [text.text.en[:9] for text in others] == [f"Number {one}:" for one in left]
