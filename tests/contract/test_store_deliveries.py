"""The outbox for peers, on SQLite and PostgreSQL."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
import store_rows
from sqlmodel import select

from syncd.bilingual import Text
from syncd.errors import DuplicateError, StoreError
from syncd.model import delivery_states
from syncd.store import deliveries, delivery_claims
from syncd.store.deliveries import (
    BLOCKED,
    DELIVERED,
    GIVEN_UP,
    QUEUED,
    REFUSED,
    SENDING,
    SUPERSEDED,
    UNCHANGED,
    Delivery,
    NewDelivery,
)
from syncd.store.delivery_tables import DeliveryRow
from syncd.store.leases import free_after_crash
from syncd.store.sending import Ending

if TYPE_CHECKING:
    from syncd.store.delivery_claims import Held
    from syncd.store.engine import Store

NOW = store_rows.NOW
NOTE = Text("Said.", "Gesagt.")
TOOK = Ending(DELIVERED, "delivered", NOTE, 201, may_have_arrived=True)
REFUSAL = Ending(REFUSED, "refused", NOTE, 422)
FAILED = Ending(QUEUED, "later", NOTE, due_utc=store_rows.later(30))
MAYBE = replace(FAILED, may_have_arrived=True)


def new(content: str, revision: int = 1, state: str = QUEUED) -> NewDelivery:
    data = b"" if state in {BLOCKED, UNCHANGED} else content.encode()
    return NewDelivery(
        "club", 1, revision, "t", "open_1.trf", content.ljust(64), data, state
    )


def plan(store: Store, *planned: NewDelivery) -> list[bool]:
    """Plan deliveries one after the other; return which are to be sent."""
    found = []
    for one in planned:
        with store.write("deliver.planned") as session:
            found.append(deliveries.plan_delivery(session, one, NOW)[1])
    return found


def states(store: Store) -> list[tuple[int, str]]:
    with store.read() as session:
        return [
            (one.revision, one.state) for one in deliveries.load_deliveries(session, 1)
        ]


def only(store: Store) -> Delivery:
    with store.read() as session:
        (found,) = deliveries.load_deliveries(session, 1)
    return found


def claim(
    store: Store, number: int = 1, after_s: float = 0, owner: str = "d-1/w"
) -> Held | None:
    with store.write("deliver.claimed") as session:
        row = delivery_claims.lock_delivery(session, number)
        return delivery_claims.claim_delivery(
            session, row, owner, store_rows.later(after_s), lease_s=60, max_crashes=3
        )


def held(store: Store, number: int = 1, after_s: float = 0) -> Held:
    found = claim(store, number, after_s)
    assert found is not None
    return found


def end(store: Store, one: Held, ending: Ending) -> str:
    with store.write("deliver.finished") as session:
        return delivery_claims.finish_delivery(session, one, ending, NOW)


@pytest.fixture(autouse=True)
def _one_tournament(store: Store) -> None:
    assert store_rows.tournament(store) == 1


def test_every_state_has_a_name_and_its_followers() -> None:
    listed = set(delivery_states.TRANSITIONS)
    assert listed == set(delivery_states.GERMAN)
    following = delivery_states.TRANSITIONS.values()
    assert {state for states in following for state in states} <= listed


def test_what_must_not_follow_is_refused(store: Store) -> None:
    plan(store, new("a"))
    with store.write("deliver.planned") as session:
        row = session.exec(select(DeliveryRow)).one()
        with pytest.raises(StoreError, match="queued cannot become delivered"):
            deliveries.become(session, row, DELIVERED, NOW)


def test_a_newer_state_supersedes_what_has_not_arrived(store: Store) -> None:
    assert plan(store, new("a"), new("b", 2), new("c", 3)) == [True] * 3
    assert states(store) == [(1, SUPERSEDED), (2, SUPERSEDED), (3, QUEUED)]
    assert end(store, held(store, 3), TOOK) == DELIVERED
    assert claim(store, 1) is None


def test_the_same_content_makes_no_new_row(store: Store) -> None:
    assert plan(store, new("a"), new("a", 2)) == [True, False]
    end(store, held(store), TOOK)
    assert plan(store, new("a", 3)) == [False]
    assert states(store) == [(3, DELIVERED)]


def test_what_is_taken_back_before_it_left_was_never_sent(store: Store) -> None:
    plan(store, new("a"))
    end(store, held(store), TOOK)
    assert plan(store, new("b", 2), new("a", 3)) == [True, False]
    assert states(store) == [(3, DELIVERED), (2, SUPERSEDED)]
    assert plan(store, new("b", 4)) == [True]


def test_what_may_have_arrived_is_taken_back_with_a_new_file(store: Store) -> None:
    plan(store, new("a"))
    end(store, held(store), TOOK)
    plan(store, new("b", 2))
    assert end(store, held(store, 2), MAYBE) == QUEUED
    assert plan(store, new("a", 3)) == [True]
    assert states(store) == [(1, DELIVERED), (2, SUPERSEDED), (3, QUEUED)]


def test_what_the_peer_has_said_itself_is_not_sent(store: Store) -> None:
    assert plan(store, new("a"), new("b", 2, UNCHANGED)) == [True, False]
    assert states(store) == [(1, SUPERSEDED), (2, UNCHANGED)]
    assert plan(store, new("b", 3)) == [False]
    assert plan(store, new("a", 4)) == [True]


def test_what_cannot_be_written_says_why_until_it_can(store: Store) -> None:
    blocked = replace(new("x", 1, BLOCKED), note=NOTE)
    assert plan(store, blocked, replace(blocked, revision=2)) == [False, False]
    assert (only(store).state, only(store).revision) == (BLOCKED, 2)
    assert only(store).note == NOTE
    assert plan(store, new("a", 3)) == [True]
    assert states(store) == [(2, SUPERSEDED), (3, QUEUED)]


def test_one_file_of_a_tournament_is_sent_at_a_time(store: Store) -> None:
    plan(store, new("a"))
    first = held(store)
    plan(store, new("b", 2))
    assert states(store) == [(1, SENDING), (2, QUEUED)]
    assert claim(store, 2) is None
    assert end(store, first, FAILED) == SUPERSEDED
    assert held(store, 2).data == b"b"


def test_a_sender_that_died_is_followed_by_the_same_bytes(store: Store) -> None:
    plan(store, new("a"))
    first = held(store)
    assert claim(store, after_s=59) is None
    again = held(store, after_s=61)
    assert (again.data, again.attempt) == (first.data, 2)
    assert again.delivery.may_have_arrived
    assert end(store, first, REFUSAL) == SENDING
    assert end(store, again, TOOK) == DELIVERED


def test_a_late_answer_still_counts_if_it_says_yes(store: Store) -> None:
    plan(store, new("a"))
    late = held(store)
    with store.write("deliver.planned") as session:
        later = store_rows.later(100)
        deliveries.plan_delivery(session, new("b", 2), later)
    assert states(store) == [(1, SUPERSEDED), (2, QUEUED)]
    assert end(store, late, TOOK) == DELIVERED
    assert states(store) == [(1, DELIVERED), (2, QUEUED)]


def test_a_file_that_ends_workers_is_given_up(store: Store) -> None:
    plan(store, new("a"))
    for number in range(3):
        assert claim(store, after_s=61 * number) is not None
    assert claim(store, after_s=200) is None
    assert only(store).state == GIVEN_UP
    assert "crashed worker 3 times" in only(store).note.en
    assert plan(store, new("a", 2)) == [True]


def test_a_daemon_that_died_frees_its_files(store: Store) -> None:
    plan(store, new("a"))
    for owner, crashes in (("d-1/w", 0), ("o-1/once", 1)):
        assert claim(store, owner=owner) is not None
        with store.write("start.freed") as session:
            assert free_after_crash(session, owner.partition("/")[0]) == 1
            assert session.exec(select(DeliveryRow.crashes)).one() == crashes


def test_failures_are_counted_until_something_else_happens(store: Store) -> None:
    plan(store, new("a"))
    end(store, held(store), FAILED)
    assert claim(store, after_s=29) is None
    end(store, held(store, after_s=30), replace(FAILED, due_utc=store_rows.later(90)))
    assert (only(store).failures, only(store).trouble_since_utc) == (2, NOW)
    end(store, held(store, after_s=90), TOOK)
    assert (only(store).failures, only(store).trouble_since_utc) == (0, None)
    assert only(store).delivered_utc == NOW


def test_a_peer_to_whom_something_is_sent_gets_nothing_else(store: Store) -> None:
    other = store_rows.tournament(store, "cup")
    plan(store, new("a"), replace(new("b"), tournament_id=other))
    with store.read() as session:
        due = delivery_claims.due_deliveries(session, NOW, ["club"], 10)
        assert due == {"club": [1, 2]}
        assert not delivery_claims.due_deliveries(session, NOW, ["other"], 10)
    held(store)
    with store.read() as session:
        assert not delivery_claims.due_deliveries(session, NOW, ["club"], 10)
        assert delivery_claims.count_waiting(session, ["club"]) == {"club": 2}


def test_a_mended_peer_is_tried_at_once(store: Store) -> None:
    plan(store, new("a"))
    end(store, held(store), REFUSAL)
    assert claim(store) is None
    with store.write("start.portals") as session:
        delivery_claims.hasten_peer(session, "club", NOW)
    assert held(store).data == b"a"


def test_our_own_file_is_known_by_its_bytes(store: Store) -> None:
    plan(store, new("a"))
    with store.read() as session:
        assert deliveries.load_owner_of(session, only(store).sha256) == (1, "club")
        assert deliveries.load_owner_of(session, "0" * 64) is None


def test_two_workers_cannot_plan_the_same_one(store: Store) -> None:
    plan(store, new("a"))
    with store.read() as session:
        one = session.exec(select(DeliveryRow)).one()
    values = one.model_dump(exclude={"id"})

    def plan_again() -> None:
        with store.write("deliver.planned") as session:
            session.add(DeliveryRow(**values))

    with pytest.raises(DuplicateError):
        plan_again()


def test_what_may_lie_at_the_peer_in_part_is_known_until_a_newer_one_is_there(
    store: Store,
) -> None:
    """What was never begun is not kept."""
    plan(store, new("a"), new("b", 2))
    assert end(store, held(store, 2), MAYBE) == QUEUED
    plan(store, new("c", 3))
    third = held(store, 3)
    assert third.begun == (b"b",)
    assert end(store, third, TOOK) == DELIVERED
    plan(store, new("d", 4))
    assert held(store, 4).begun == ()
