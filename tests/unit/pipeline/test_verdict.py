from __future__ import annotations

import datetime as dt
from dataclasses import replace
from typing import Literal

import pytest

from syncd.bilingual import Text
from syncd.errors import (
    BadReceiptError,
    DifferenceError,
    NothingYetError,
    OutcomeUnknownError,
    PendingError,
    RejectedError,
    RemoteError,
    UnreachableError,
)
from syncd.pipeline.sending.verdict import Blame, blame_of, failed
from syncd.settings import RetrySettings
from syncd.store import outbox
from syncd.store.outbox import Submission
from syncd.store.sending import Sending
from syncd.submit.portal import Receipt

NOW = dt.datetime(2026, 11, 29, 12, 0, tzinfo=dt.UTC)
SAID = Text("Said.", "Gesagt.")
RETRY = RetrySettings(base_s=30, cap_s=3600)
DEAD_AFTER_S = 14 * 86400.0
REPORT = Submission(
    id=1, portal="dwz", tournament_id=7, revision=1, kind="first", report_id=1,
    state=outbox.SENDING, sends=1, failures=0, may_have_arrived=False,
    file_uuid="f", tournament_uuid="t", payload_sha256="a", file_sha256="b",
    games=1, note=SAID,
)  # fmt: skip


def sending(
    kind: Literal["send", "ask"] = "send", trouble_s: float | None = None
) -> Sending:
    since = None if trouble_s is None else NOW - dt.timedelta(seconds=trouble_s)
    report = replace(REPORT, trouble_since_utc=since, failures=9 if since else 0)
    return Sending(report, 1, b"<x/>", kind)


def unreachable(
    status: int | None = None, retry_after_s: float | None = None
) -> RemoteError:
    return UnreachableError(SAID, status=status, retry_after_s=retry_after_s)


def no_access(status: int) -> RemoteError:
    return UnreachableError(SAID, status=status, is_access=True)


BLAMES: dict[str, tuple[Receipt | RemoteError, Blame]] = {
    "accepted": (Receipt(already_there=False, status=201), Blame.NONE),
    "refused": (RejectedError(SAID, status=422), Blame.NONE),
    "in work": (PendingError(SAID, status=202), Blame.NONE),
    "nothing to compare with": (NothingYetError(SAID), Blame.NONE),
    "compared": (DifferenceError(SAID), Blame.NONE),
    "in flight": (unreachable(409), Blame.NONE),
    "no connection": (unreachable(), Blame.COUNTS),
    "no answer": (OutcomeUnknownError(SAID), Blame.COUNTS),
    "a login page": (BadReceiptError(SAID, status=200), Blame.COUNTS),
    "server error": (unreachable(500), Blame.COUNTS),
    "wrong credentials": (no_access(401), Blame.PORTAL),
    "forbidden": (no_access(403), Blame.PORTAL),
    "no such address": (no_access(404), Blame.PORTAL),
    "too many requests": (unreachable(429), Blame.COUNTS),
    "too many requests, come back": (unreachable(429, 60), Blame.AT_ONCE),
    "in maintenance, come back": (unreachable(503, 0), Blame.AT_ONCE),
}


@pytest.mark.parametrize("situation", BLAMES)
def test_what_an_answer_says_of_the_host(situation: str) -> None:
    result, expected = BLAMES[situation]
    assert blame_of(result) is expected


ENDINGS = {
    "not reached": ("send", unreachable(), "queued", "later", False, False, 30),
    "server error": ("send", unreachable(500), "queued", "later", False, True, 30),
    "told to wait": ("send", unreachable(503, 90), "queued", "later", False, True, 90),
    "no answer": (
        "send", OutcomeUnknownError(SAID), "unknown", "unknown", True, True, 30,
    ),
    "in work": (
        "send", PendingError(SAID, status=202), "unknown", "pending", True, True, 300,
    ),
    "asked, in work": (
        "ask", PendingError(SAID, status=202), "unknown", "pending", True, True, 300,
    ),
    "nothing to compare with": (
        "send", NothingYetError(SAID), "queued", "pending", False, False, 300,
    ),
    "compared": (
        "send", DifferenceError(SAID), "differs", "differs", False, False, 30,
    ),
    "asked, not reached": ("ask", unreachable(), "unknown", "later", False, False, 30),
    "asked, not understood": (
        "ask", BadReceiptError(SAID), "unknown", "unknown", True, True, 30,
    ),
}  # fmt: skip
"""Situation -> kind, error, state, outcome, may have arrived, has left, wait."""


@pytest.mark.parametrize("situation", ENDINGS)
def test_what_an_error_means_for_the_report(situation: str) -> None:
    kind, exc, state, outcome, arrived, left, wait_s = ENDINGS[situation]
    claimed = sending("ask" if kind == "ask" else "send")
    ending = failed(claimed, exc, RETRY, DEAD_AFTER_S, 1.0, NOW)

    assert (ending.state, ending.outcome) == (state, outcome)
    assert (ending.may_have_arrived, ending.has_left) == (arrived, left)
    assert ending.due_utc == NOW + dt.timedelta(seconds=wait_s)


def test_a_refusal_is_no_failure() -> None:
    ending = failed(
        sending(trouble_s=1e9), RejectedError(SAID), RETRY, DEAD_AFTER_S, 1.0, NOW
    )
    assert (ending.state, ending.has_failed) == (outbox.REJECTED, False)


@pytest.mark.parametrize(
    ("exc", "trouble_s", "state"),
    [
        (unreachable(), None, "queued"),
        (unreachable(), DEAD_AFTER_S - 1, "queued"),
        (unreachable(), DEAD_AFTER_S, "dead"),
        (OutcomeUnknownError(SAID), DEAD_AFTER_S, "dead"),
        (PendingError(SAID), 10 * DEAD_AFTER_S, "unknown"),
        (unreachable(), -3600, "queued"),
    ],
)
def test_after_long_trouble_a_report_is_given_up(
    exc: RemoteError, trouble_s: float | None, state: str
) -> None:
    ending = failed(sending(trouble_s=trouble_s), exc, RETRY, DEAD_AFTER_S, 1.0, NOW)
    assert ending.state == state


def test_who_gives_up_says_how_often_it_was_tried() -> None:
    ending = failed(
        sending(trouble_s=DEAD_AFTER_S), unreachable(), RETRY, DEAD_AFTER_S, 1.0, NOW
    )
    assert ending.text == Text(
        "10 tries in 14 days. Said.", "10 Versuche in 14 Tagen. Gesagt."
    )


def test_no_wait_is_so_long_that_it_looks_like_a_wrong_clock() -> None:
    weekly = RetrySettings(base_s=1e6, cap_s=1e7)
    for exc in (unreachable(503, 1e9), PendingError(SAID)):
        ending = failed(sending(), exc, weekly, DEAD_AFTER_S, 1.0, NOW)
        assert ending.due_utc == NOW + dt.timedelta(days=1)
