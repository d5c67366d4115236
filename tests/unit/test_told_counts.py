"""What the history keeps of passing a tournament on."""

from __future__ import annotations

import datetime as dt

import pytest

from syncd.bilingual import Text, counted_as
from syncd.store.passed_on import without_steps
from syncd.store.tables import EventRow

NOW = dt.datetime(2026, 9, 1, tzinfo=dt.UTC)
STEPS = [
    ("delivery.queued", "New file for club."),
    ("delivery.sending", "File for club: sending (before: queued)."),
]
DELIVERED = ("delivery.delivered", "File for club: delivered, HTTP 201.")
LATER = ("delivery.later", "File for club: later, HTTP 503.")


@pytest.mark.parametrize(
    ("events", "kept"),
    [
        (
            [
                *STEPS,
                ("delivery.delivered", "File for club: delivered (before: sending)."),
                DELIVERED,
            ],
            [DELIVERED],
        ),
        (  # as older versions have stored it
            [
                *STEPS,
                (
                    "delivery.delivered",
                    "The file for club was sending and is now delivered.",
                ),
                DELIVERED,
            ],
            [DELIVERED],
        ),
        ([*STEPS, LATER, *STEPS, LATER], [LATER]),
        ([*STEPS, LATER, *STEPS, DELIVERED], [DELIVERED]),
        (
            [LATER, ("delivery.delivered", "File for north: delivered.")],
            [LATER, ("delivery.delivered", "File for north: delivered.")],
        ),
        (
            [("arrival.done", "1 change taken over."), ("delivery.blocked", "No.")],
            [("arrival.done", "1 change taken over."), ("delivery.blocked", "No.")],
        ),
    ],
)
def test_a_delivery_is_one_line(
    events: list[tuple[str, str]], kept: list[tuple[str, str]]
) -> None:
    rows = [
        EventRow(at_utc=NOW, kind=kind, text_en=text, text_de="")
        for kind, text in events
    ]
    found = without_steps(reversed(rows))
    assert [(one.kind, one.text_en) for one in reversed(found)] == kept


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (0, Text("0 files", "0 Dateien")),
        (1, Text("1 file", "1 Datei")),
        (2, Text("2 files", "2 Dateien")),
    ],
)
def test_a_count_has_its_noun_in_the_right_number(number: int, said: Text) -> None:
    noun = Text("file", "Datei"), Text("files", "Dateien")
    assert counted_as(number, *noun) == said
