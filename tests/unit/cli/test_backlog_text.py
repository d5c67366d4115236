from __future__ import annotations

import datetime as dt

import pytest

from syncd.bilingual import Text
from syncd.cli.backlog_text import (
    LOW_BYTES,
    breaker_text,
    is_low,
    stuck_text,
    waiting_shape,
    waiting_text,
    workers_text,
)
from syncd.store.backlog import LongestWait
from syncd.store.breakers import Breaker

NOW = dt.datetime(2026, 11, 29, 12, 0, tzinfo=dt.UTC)


@pytest.mark.parametrize(
    ("kind", "portal", "english", "german"),
    [
        ("arrival", "", "Longest waiting file: x, since", "wartende Datei: x, seit"),
        ("tournament", "", "to be looked at: x, since", "wartet auf Prüfung: x, seit"),
        ("submission", "dwz", "report: x → dwz, since", "Bericht: x → dwz, seit"),
    ],
)
def test_every_kind_says_what_waits_and_since_when(
    kind: str, portal: str, english: str, german: str
) -> None:
    item = LongestWait(kind, 3, "x", portal, NOW)
    assert english in waiting_text(item).en
    assert german in waiting_text(item).de
    shape = waiting_shape(item, NOW + dt.timedelta(seconds=90))
    assert (shape["waits_s"], shape["portal"]) == (90.0, portal or None)


def test_a_spared_host_says_until_when_and_why() -> None:
    note = Text("It did not answer.", "Er antwortet nicht.")
    said = breaker_text(Breaker("dwz.example.org", 4, NOW, NOW, note))
    assert said.en.startswith("dwz.example.org is in trouble; nothing is sent there")
    assert said.en.endswith("It did not answer.")
    assert said.de.endswith("Er antwortet nicht.")


def test_reports_that_nobody_sends_are_counted() -> None:
    said = stuck_text(2, 1)
    assert said is not None
    assert said.en == "Reports given up: 2, held: 1. See: syncd reports"
    assert stuck_text(0, 0) is None


def test_a_worker_that_has_fallen_silent_is_told() -> None:
    workers = [
        {"name": "w1", "host": "a", "queues": ["ingest", "merge"], "silent_s": 5},
        {"name": "io", "host": "a", "queues": ["submit"], "silent_s": 61},
    ]
    said = workers_text(workers, 60.0)
    assert said is not None
    assert said.en == "Workers: w1@a (ingest, merge); io@a (submit), silent for 61 s."
    assert said.de == "Worker: w1@a (ingest, merge); io@a (submit), seit 61 s stumm."
    assert workers_text([], 60.0) is None


def test_little_space_is_low() -> None:
    assert (is_low(LOW_BYTES), is_low(LOW_BYTES - 1)) == (False, True)
