from __future__ import annotations

import pytest

from syncd.bilingual import Text
from syncd.pipeline.judging.plan import Plan, is_unsent, plan
from syncd.pipeline.judging.situation import approval_wanted, waiting_of
from syncd.store import outbox
from syncd.store.outbox import Submission

A, B, C = "a" * 64, "b" * 64, "c" * 64
HEAD = 9
"""Number of the head revision in all situations."""


def sent(
    state: str,
    payload: str,
    *,
    revision: int = 1,
    kind: str = outbox.FIRST,
    may_have_arrived: bool = False,
) -> Submission:
    return Submission(
        id=0, portal="dwz", tournament_id=7, revision=revision, kind=kind,
        report_id=1, state=state, sends=0, failures=0,
        may_have_arrived=may_have_arrived, file_uuid="f", tournament_uuid="t",
        payload_sha256=payload, file_sha256="h", games=1,
        note=Text("Player 3 unknown.", "Spieler 3 unbekannt."),
    )  # fmt: skip


def numbered(*submissions: Submission) -> list[Submission]:
    return [
        Submission(**{name: getattr(item, name) for name in item.__slots__} | {"id": n})
        for n, item in enumerate(submissions, start=1)
    ]


ACCEPTED = sent(outbox.ACCEPTED, A)
ADOPTED = sent(outbox.ACCEPTED, A, kind=outbox.ADOPTED)
QUEUED = sent(outbox.QUEUED, A)
DRAFT = sent(outbox.DRAFTED, A)
REJECTED = sent(outbox.REJECTED, A)
DEAD = sent(outbox.DEAD, A)
SUPERSEDED = sent(outbox.SUPERSEDED, A)
CORRECTION = outbox.CORRECTION


def again(state: str, payload: str = B) -> Submission:
    """Return a correction made after something was accepted."""
    return sent(state, payload, revision=2, kind=CORRECTION)


REPORTS = {
    "nothing before": ((), A, Plan(kind=outbox.FIRST)),
    "only superseded before": ((SUPERSEDED,), A, Plan(kind=outbox.FIRST)),
    "accepted, now changed": ((ACCEPTED,), B, Plan(kind=CORRECTION)),
    "adopted, now changed": ((ADOPTED,), B, Plan(kind=CORRECTION)),
    "A, B accepted, A again": (
        (ACCEPTED, again(outbox.ACCEPTED)), A, Plan(kind=CORRECTION),
    ),
    "queued and never sent, now changed": ((QUEUED,), B, Plan((1,), outbox.FIRST)),
    "draft, now changed": ((DRAFT,), B, Plan((1,), outbox.FIRST)),
    "accepted, correction unsent, now changed": (
        (ACCEPTED, again(outbox.QUEUED)), C, Plan((2,), CORRECTION),
    ),
    "accepted, two corrections unsent, now changed": (
        (ACCEPTED, again(outbox.DRAFTED), again(outbox.QUEUED, C)), "d",
        Plan((3, 2), CORRECTION),
    ),
    "rejected, now changed": ((REJECTED,), B, Plan(kind=outbox.FIRST)),
    "rejected, next unsent, now changed": (
        (REJECTED, sent(outbox.QUEUED, B)), C, Plan((2,), outbox.FIRST),
    ),
    "accepted, correction rejected, now changed": (
        (ACCEPTED, again(outbox.REJECTED)), C, Plan(kind=CORRECTION),
    ),
    "rejected, may have arrived all the same, now changed": (
        (sent(outbox.REJECTED, A, may_have_arrived=True),), B, Plan(kind=CORRECTION),
    ),
    "rated, now changed": ((sent(outbox.RATED, A),), B, Plan(kind=CORRECTION)),
    "read back as different, now changed": (
        (sent(outbox.DIFFERS, A),), B, Plan(kind=CORRECTION),
    ),
    "given up, now changed": ((DEAD,), B, Plan(kind=outbox.FIRST)),
    "given up, may have arrived, now changed": (
        (sent(outbox.DEAD, A, may_have_arrived=True),), B, Plan(kind=CORRECTION),
    ),
    "approved for the window, now changed": (
        (sent(outbox.APPROVED, A),), B, Plan((1,), outbox.FIRST),
    ),
    "waiting for the window, now changed": (
        (sent(outbox.WAITING, A),), B, Plan((1,), outbox.FIRST),
    ),
    "held, now changed": ((sent(outbox.HELD, A),), B, Plan((1,), outbox.FIRST)),
    "A accepted, B refused but may have arrived, A again": (
        (ACCEPTED, sent(outbox.REJECTED, B, kind=CORRECTION, may_have_arrived=True)),
        A, Plan(kind=CORRECTION),
    ),
    "draft of this revision, settings changed": (
        (sent(outbox.DRAFTED, A, revision=HEAD),), B,
        Plan(kind=outbox.FIRST, refresh=1),
    ),
    "correction draft of this revision, settings changed": (
        (ACCEPTED, sent(outbox.DRAFTED, B, revision=HEAD, kind=CORRECTION)), C,
        Plan(kind=CORRECTION, refresh=2),
    ),
}  # fmt: skip
"""Situation -> submissions so far, payload now, plan that makes a report."""

NOTHING = {
    "rated": ((sent(outbox.RATED, A),), A, ()),
    "accepted": ((ACCEPTED,), A, ()),
    "adopted": ((ADOPTED,), A, ()),
    "A accepted, B unsent, A again": ((ACCEPTED, again(outbox.QUEUED)), A, (2,)),
    "A accepted, B draft, A again": ((ACCEPTED, again(outbox.DRAFTED)), A, (2,)),
    "A accepted, B draft of this revision, A again": (
        (ACCEPTED, sent(outbox.DRAFTED, B, revision=HEAD, kind=CORRECTION)), A, (2,),
    ),
    "A accepted, B refused, A again": ((ACCEPTED, again(outbox.REJECTED)), A, (2,)),
    "A accepted, B refused, C unsent, A again": (
        (ACCEPTED, again(outbox.REJECTED), again(outbox.QUEUED, C)), A, (3, 2),
    ),
}  # fmt: skip
"""Situation -> submissions so far, payload now, ids that are superseded."""

WAITS = {
    "draft of the same": ((DRAFT,), A, (), "report.drafted"),
    "queued, the same": ((QUEUED,), A, (), "report.queued"),
    "being sent, the same": ((sent(outbox.SENDING, A),), A, (), "report.sending"),
    "unknown, the same": ((sent(outbox.UNKNOWN, A),), A, (), "report.unknown"),
    "rejected, the same": ((REJECTED,), A, (), "report.rejected"),
    "being sent, now changed": ((sent(outbox.SENDING, A),), B, (), "report.sending"),
    "unknown, now changed": ((sent(outbox.UNKNOWN, A),), B, (), "report.unknown"),
    "queued but may have arrived, now changed": (
        (sent(outbox.QUEUED, A, may_have_arrived=True),), B, (), "report.queued",
    ),
    "may have arrived, next is a draft, now changed": (
        (sent(outbox.UNKNOWN, A), again(outbox.DRAFTED)), C, (2,), "report.unknown",
    ),
    "A accepted, B being sent, A again": (
        (ACCEPTED, again(outbox.SENDING)), A, (), "report.sending",
    ),
    "waiting for the window, the same": (
        (sent(outbox.WAITING, A),), A, (), "report.waiting",
    ),
    "approved, the same": ((sent(outbox.APPROVED, A),), A, (), "report.approved"),
    "held, the same": ((sent(outbox.HELD, A),), A, (), "report.held"),
    "given up, the same": ((DEAD,), A, (), "report.dead"),
    "read back as different, the same": (
        (sent(outbox.DIFFERS, A),), A, (), "report.differs",
    ),
    "approved again after it may have arrived, now changed": (
        (sent(outbox.APPROVED, A, may_have_arrived=True),), B, (), "report.approved",
    ),
    "A rejected, B unsent, A again": (
        (REJECTED, sent(outbox.QUEUED, B)), A, (2,), "report.rejected",
    ),
    "A rejected, B rejected, A again": (
        (REJECTED, sent(outbox.REJECTED, B)), A, (2,), "report.rejected",
    ),
}  # fmt: skip
"""Situation -> submissions so far, payload now, superseded ids, code of the wait."""


@pytest.mark.parametrize("situation", REPORTS)
def test_a_report_is_made(situation: str) -> None:
    before, payload, expected = REPORTS[situation]
    assert plan(numbered(*before), payload, HEAD) == expected


@pytest.mark.parametrize("situation", NOTHING)
def test_the_portal_has_it_already(situation: str) -> None:
    before, payload, superseded = NOTHING[situation]
    assert plan(numbered(*before), payload, HEAD) == Plan(superseded)


@pytest.mark.parametrize("situation", WAITS)
def test_something_comes_first(situation: str) -> None:
    before, payload, superseded, code = WAITS[situation]
    made = plan(numbered(*before), payload, HEAD)

    assert (made.supersede, made.kind, made.refresh) == (superseded, "", None)
    assert made.about is not None
    waiting = waiting_of(made.about)
    assert waiting is not None
    assert waiting.code == code


@pytest.mark.parametrize(
    ("state", "arrived", "expected"),
    [
        (outbox.DRAFTED, False, True),
        (outbox.QUEUED, False, True),
        (outbox.QUEUED, True, False),
        (outbox.WAITING, False, True),
        (outbox.APPROVED, False, True),
        (outbox.APPROVED, True, False),
        (outbox.HELD, False, True),
        (outbox.DEAD, False, False),
        (outbox.SENDING, False, False),
        (outbox.UNKNOWN, True, False),
        (outbox.REJECTED, False, False),
        (outbox.ACCEPTED, True, False),
        (outbox.SUPERSEDED, False, False),
    ],
)
def test_only_what_surely_did_not_leave_can_be_withdrawn(
    state: str, *, arrived: bool, expected: bool
) -> None:
    assert is_unsent(sent(state, A, may_have_arrived=arrived)) == expected


@pytest.mark.parametrize(
    ("state", "needs_person"),
    [
        (outbox.DRAFTED, True),
        (outbox.QUEUED, False),
        (outbox.SENDING, False),
        (outbox.UNKNOWN, False),
        (outbox.REJECTED, True),
    ],
)
def test_only_drafts_and_refusals_need_a_person(
    state: str, *, needs_person: bool
) -> None:
    waiting = waiting_of(sent(state, A))
    assert waiting is not None
    assert (waiting.code, waiting.needs_person) == (f"report.{state}", needs_person)
    assert waiting.recheck_utc is None


def test_after_acceptance_nothing_is_waited_for() -> None:
    assert waiting_of(ACCEPTED) is None


def test_a_refusal_is_told_in_the_portals_words() -> None:
    waiting = waiting_of(REJECTED)
    assert waiting is not None
    assert waiting.text == Text(
        "The portal dwz refused the report: Player 3 unknown. Please correct the cause "
        "and export again; unchanged it is sent with: syncd resubmit 7",
        "Das Portal dwz hat den Bericht abgelehnt: Spieler 3 unbekannt. Bitte die "
        "Ursache beheben und neu exportieren; unverändert geht er mit: "
        "syncd resubmit 7",
    )


def test_a_report_under_way_says_what_happened_last() -> None:
    waiting = waiting_of(QUEUED)
    assert waiting is not None
    assert waiting.text.en == "The report is on its way to dwz. Player 3 unknown."


def test_a_draft_says_how_it_is_approved() -> None:
    assert waiting_of(DRAFT) == approval_wanted(7, DRAFT.note)
    assert "syncd approve 7" in approval_wanted(7).text.en
    assert "syncd approve 7" in approval_wanted(7).text.de
