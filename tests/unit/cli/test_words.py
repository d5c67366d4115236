from __future__ import annotations

import datetime as dt
import time
from typing import TYPE_CHECKING

import pytest

from syncd.bilingual import Text
from syncd.cli.words import counted, local_time, word
from syncd.model.findings import Severity
from syncd.store import inbox, outbox

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def _berlin(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "Europe/Berlin")
        time.tzset()
        yield
    time.tzset()


@pytest.mark.parametrize(
    "code",
    [
        *(severity.value for severity in Severity),
        *outbox.TRANSITIONS,
        outbox.FIRST, outbox.CORRECTION, outbox.ADOPTED,
        inbox.RECEIVED, inbox.WAITING, inbox.DONE, inbox.UNCHANGED, inbox.OUTDATED,
        inbox.QUARANTINED,
    ],
)  # fmt: skip
def test_every_code_has_a_german_word(code: str) -> None:
    assert word(code).en == code
    assert word(code).de != code


def test_dotted_codes_are_said_word_by_word() -> None:
    assert word("send.accepted") == Text("send.accepted", "Sendung angenommen")


def test_an_unheard_of_code_stays() -> None:
    assert word("x.y") == Text("x.y", "x y")


def test_counts_are_a_list_of_words() -> None:
    assert counted({"waiting": 1, "done": 2}) == Text(
        "2 done, 1 waiting", "2 erledigt, 1 wartet"
    )
    assert counted({}) == Text("none", "keine")


@pytest.mark.usefixtures("_berlin")
def test_times_are_local_and_name_their_zone() -> None:
    summer = dt.datetime(2026, 7, 1, 22, 30, tzinfo=dt.UTC)
    assert local_time(summer) == Text(
        "2026-07-02 00:30:00 CEST", "02.07.2026 00:30:00 CEST"
    )
