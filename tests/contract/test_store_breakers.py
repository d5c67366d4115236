"""Breakers that all workers share, on SQLite and PostgreSQL."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest
import store_rows

from syncd.bilingual import Text
from syncd.store import breakers
from syncd.store.breakers import OPENS_AFTER
from syncd.store.moments import FARTHEST
from syncd.store.tables import BreakerRow

if TYPE_CHECKING:
    import datetime as dt

    from syncd.store.breakers import Breaker
    from syncd.store.engine import Store

NOW, later = store_rows.NOW, store_rows.later
HOST = "dwz.example:443"
SAID = Text("Status 500.", "Status 500.")


def fail(store: Store, seconds: float = 0, *, at_once: bool = False) -> None:
    with store.write() as session:
        breakers.note_failure(
            session, HOST, later(seconds), SAID, lambda opened: 100.0 * opened,
            at_once=at_once,
        )  # fmt: skip


def look(store: Store, host: str = HOST) -> Breaker:
    with store.write() as session:
        return breakers.lock_breaker(session, host, NOW)


def take(store: Store, at: dt.datetime) -> bool:
    """Claim as a worker does: look under the lock, take the probe if there is one."""
    with store.write() as session:
        breaker = breakers.lock_breaker(session, HOST, at)
        if breaker.is_shut(at):
            return False
        breakers.take_probe(session, breaker, at + (later(60) - NOW))
        return True


def test_a_host_nobody_complained_of_is_open(store: Store) -> None:
    assert not look(store).is_tripped
    assert not look(store).is_shut(NOW)


@pytest.mark.parametrize("failures", range(1, OPENS_AFTER + 3))
def test_it_opens_after_some_failures_in_a_row(store: Store, failures: int) -> None:
    for number in range(failures):
        fail(store, number)
    found = look(store)

    assert found.is_tripped == (failures >= OPENS_AFTER)
    assert (found.failures, found.since_utc, found.note) == (failures, NOW, SAID)
    opened = failures - OPENS_AFTER + 1
    if opened > 0:
        until = later(failures - 1 + 100 * opened)
        assert found.open_until_utc == until
        assert found.is_shut(later(failures - 1))
        assert not found.is_shut(until)


def test_a_host_that_asks_for_time_gets_it_at_once(store: Store) -> None:
    fail(store, at_once=True)
    assert look(store).is_shut(later(99))
    assert not look(store).is_shut(later(100))


def test_any_answer_closes_it(store: Store) -> None:
    for number in range(OPENS_AFTER + 1):
        fail(store, number)
    with store.write() as session:
        breakers.note_success(session, HOST)
    assert not look(store).is_tripped
    fail(store, 500)
    assert (look(store).failures, look(store).since_utc) == (1, later(500))


def test_only_hosts_in_trouble_are_listed(store: Store) -> None:
    look(store, "other")
    for number in range(OPENS_AFTER):
        with store.read() as session:
            assert breakers.load_tripped(session) == {}
        fail(store, number)
    with store.read() as session:
        assert set(breakers.load_tripped(session)) == {HOST}


def test_of_many_workers_exactly_one_probes(store: Store) -> None:
    fail(store, at_once=True)
    workers = 4
    barrier = threading.Barrier(workers)

    def work(_: int) -> bool:
        barrier.wait()
        return take(store, later(100))

    with ThreadPoolExecutor(workers) as pool:
        assert sorted(pool.map(work, range(workers))) == [False] * 3 + [True]


def test_a_probe_whose_worker_died_is_followed_by_another(store: Store) -> None:
    fail(store, at_once=True)
    assert take(store, later(100))
    assert not take(store, later(159))
    assert take(store, later(160))


def test_a_breaker_set_by_a_wrong_clock_binds_nobody(store: Store) -> None:
    fail(store, 90 * 86400, at_once=True)
    assert look(store).is_tripped
    assert not look(store).is_shut(NOW)


def shut(store: Store, at: dt.datetime) -> list[str]:
    with store.read() as session:
        return [item.host for item in breakers.load_shut(session, at)]


def test_only_hosts_that_are_spared_now_are_told(store: Store) -> None:
    far = FARTHEST.total_seconds() + 60  # written by a clock that had jumped
    times = {"b": (-10, 5), "a": (-90, 60), "over": (-90, -1), "wrong": (-90, far)}
    with store.write() as session:
        for host, (since_s, until_s) in times.items():
            session.add(
                BreakerRow(
                    host=host, failures=OPENS_AFTER, since_utc=later(since_s),
                    open_until_utc=later(until_s), note_en="", note_de="",
                )
            )  # fmt: skip
    assert shut(store, NOW) == ["a", "b"]


def test_a_host_whose_probe_went_well_is_in_trouble_no_more(store: Store) -> None:
    for number in range(OPENS_AFTER):
        fail(store, number)
    assert take(store, later(200))
    assert shut(store, later(201)) == [HOST]
    with store.write() as session:
        breakers.note_success(session, HOST)
    assert shut(store, later(202)) == []
