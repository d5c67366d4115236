"""`why` in plain words: one sentence for each state, in both languages."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import replace
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from syncd.bilingual import Text
from syncd.model import submission_states
from syncd.pipeline.judging.situation import Around, Trouble, sentence, waiting_of
from syncd.store import outbox
from syncd.store.outbox import Submission

OPERATING = Path(__file__).parents[3] / "docs" / "operating.md"
DUE = dt.datetime(2026, 6, 12, 23, 0, tzinfo=dt.UTC)
SAID = Text("Said.", "Gesagt.")
BERLIN = ZoneInfo("Europe/Berlin")
AROUND = Around(BERLIN)
TROUBLE = Trouble(
    "dwz.example:443", DUE - dt.timedelta(days=1), DUE, 34,
    Text("Status 503.", "Status 503."),
)  # fmt: skip


def report(state: str, *, failures: int = 0) -> Submission:
    return Submission(
        id=1, portal="dwz", tournament_id=7, revision=1, kind="first", report_id=1,
        state=state, sends=failures, failures=failures, may_have_arrived=False,
        file_uuid="f", tournament_uuid="t", payload_sha256="a", file_sha256="b",
        games=1, note=SAID, due_utc=DUE, approved_by="Ada",
    )  # fmt: skip


SENTENCES = {
    "drafted": (True, "approval: syncd approve 7", "Freigabe: syncd approve 7"),
    "waiting": (False, "opens, at 13.06.2026 01:00.", "beginnt: 13.06.2026 01:00."),
    "approved": (False, "Approved by Ada; it leaves", "Freigegeben von Ada; er geht"),
    "queued": (False, "on its way to dwz. Said.", "unterwegs zu dwz. Gesagt."),
    "sending": (False, "being sent to dwz right now", "gerade an dwz gesendet"),
    "unknown": (
        False, "became of it; next look 13.06.2026 01:00. Said.",
        "ungewiss; nächste Prüfung am 13.06.2026 01:00. Gesagt.",
    ),
    "accepted": (False, "dwz has the newest report", "dwz hat den neuesten Bericht"),
    "rated": (False, "dwz has rated the newest", "neuesten Bericht ausgewertet"),
    "differs": (True, "differs from the report: Said.", "vom Bericht ab: Gesagt."),
    "rejected": (True, "refused the report: Said.", "abgelehnt: Gesagt."),
    "superseded": (False, "a newer one took its place", "neuerer trat an seine"),
    "held": (True, "Said. Nothing leaves until: syncd release 7", "syncd release 7"),
    "dead": (True, "given up: Said. Once the cause is gone: syncd resubmit 7",
             "aufgegeben: Gesagt. Ist die Ursache behoben: syncd resubmit 7"),
}  # fmt: skip
"""State -> whether a person is needed, part of the sentence in English, in German."""


def test_there_is_a_sentence_for_every_state() -> None:
    assert set(SENTENCES) == set(submission_states.TRANSITIONS)
    assert set(submission_states.GERMAN) == set(submission_states.TRANSITIONS)


def test_the_manual_explains_exactly_these_states() -> None:
    text = OPERATING.read_text(encoding="utf-8")
    table = text.partition("## States of a report")[2].partition("\n## ")[0]
    rows = [line.split("|")[1].strip() for line in table.splitlines() if "|" in line]
    assert rows[2:] == list(submission_states.TRANSITIONS)


@pytest.mark.parametrize("state", SENTENCES)
def test_every_state_is_told_in_plain_words(state: str) -> None:
    _, english, german = SENTENCES[state]
    said = sentence(report(state), AROUND)
    assert english in said.en
    assert german in said.de


@pytest.mark.parametrize("state", SENTENCES)
def test_only_what_needs_a_person_says_so(state: str) -> None:
    needs_person, _, _ = SENTENCES[state]
    waiting = waiting_of(report(state), AROUND)
    if state in {"accepted", "rated"}:
        assert waiting is None
    else:
        assert waiting is not None
        assert (waiting.code, waiting.needs_person) == (f"report.{state}", needs_person)
        is_staged = state in outbox.STAGED
        assert waiting.recheck_utc == (DUE if is_staged else None)


@pytest.mark.parametrize(
    ("failures", "en", "de"),
    [(1, "after one try", "nach einem Versuch"), (5, "5 tries", "5 Versuchen")],
)
def test_after_failures_the_next_try_is_named(failures: int, en: str, de: str) -> None:
    said = sentence(report("queued", failures=failures), AROUND)
    assert en in said.en
    assert de in said.de
    assert "next try 13.06.2026 01:00. Said." in said.en
    assert "nächster Versuch 13.06.2026 01:00. Gesagt." in said.de


@pytest.mark.parametrize("state", ["queued", "unknown"])
def test_a_host_in_trouble_is_named_with_all_that_waits_for_it(state: str) -> None:
    said = sentence(report(state), Around(BERLIN, TROUBLE))
    assert said == Text(
        "The portal dwz (dwz.example:443) has not worked since 12.06.2026 01:00; 34 "
        "reports wait for it; next try 13.06.2026 01:00. Status 503.",
        "Das Portal dwz (dwz.example:443) ist seit 12.06.2026 01:00 gestört; 34 "
        "Berichte warten darauf; nächster Versuch 13.06.2026 01:00. Status 503.",
    )


def test_one_report_that_waits_is_not_several() -> None:
    alone = Around(BERLIN, replace(TROUBLE, reports=1))
    said = sentence(report("queued"), alone)
    assert "; one report waits for it;" in said.en
    assert "; ein Bericht wartet darauf;" in said.de


def test_what_the_portal_would_not_know_again_needs_a_person() -> None:
    parked = replace(report("unknown"), held_from="unknown")
    waiting = waiting_of(parked, AROUND)
    assert waiting is not None
    assert waiting.needs_person
    assert waiting.text.en.endswith("send it again with: syncd resubmit 7")
    assert waiting.text.de.endswith("noch einmal senden: syncd resubmit 7")


def test_a_difference_that_a_person_has_accepted_needs_nobody() -> None:
    waiting = waiting_of(report("differs"), replace(AROUND, accepted=frozenset("f")))
    assert waiting is not None
    assert not waiting.needs_person
    assert waiting.text.en.endswith("Said. A person has accepted that.")
    asked = waiting_of(report("differs"), replace(AROUND, accepted=frozenset("g")))
    assert asked is not None
    assert asked.needs_person
    assert asked.text.de.endswith("So hinnehmen: syncd confirm 7")


@pytest.mark.parametrize(
    ("days", "is_slow"), [(0, False), (13, False), (14, True), (90, True)]
)
def test_what_a_portal_leaves_undecided_for_weeks_needs_a_person(
    days: int,
    is_slow: bool,  # noqa: FBT001 - a table
) -> None:
    now = DUE + dt.timedelta(days=days)
    waiting = waiting_of(
        replace(report("unknown"), first_sent_utc=DUE), Around(BERLIN, now=now)
    )
    assert waiting is not None
    assert waiting.needs_person is is_slow
    assert "went to dwz on 13.06.2026 01:00; nobody" in waiting.text.en
    assert "ging am 13.06.2026 01:00 an dwz; was" in waiting.text.de
    assert ("takes too long: please ask there." in waiting.text.en) is is_slow
    assert ("dauert zu lange: bitte dort nachfragen." in waiting.text.de) is is_slow


@pytest.mark.parametrize("state", SENTENCES)
def test_no_sentence_speaks_to_programs(state: str) -> None:
    said = sentence(report(state), AROUND)
    for text in (said.en, said.de):
        assert not re.search(r"UTC|None|_|\{|\}|T\d\d:", text)
