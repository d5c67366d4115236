from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from syncd.daemon.announcer import Announcer
from syncd.pipeline.sweep import Due


@dataclass
class Broker:
    """A wake that can be down and a clock that can be turned on."""

    is_up: bool = True
    now_s: float = 100.0
    told: list[str] = field(default_factory=list)

    def elapsed_s(self) -> float:
        return self.now_s

    def _tell(self, what: str) -> bool:
        if self.is_up:
            self.told.append(what)
        return self.is_up

    def arrival(self, arrival_id: int) -> bool:
        return self._tell(f"arrival {arrival_id}")

    def tournament(self, *tournament_ids: int) -> bool:
        return all(self._tell(f"tournament {one}") for one in tournament_ids)

    def submission(self, submission_id: int) -> bool:
        return self._tell(f"submission {submission_id}")

    def delivery(self, delivery_id: int) -> bool:
        return self._tell(f"delivery {delivery_id}")

    def schedule_run(self, run_id: int) -> bool:
        return self._tell(f"run {run_id}")


@pytest.fixture
def broker() -> Broker:
    return Broker()


@pytest.fixture
def announcer(broker: Broker) -> Announcer:
    return Announcer(broker, republish_s=15.0, elapsed_s=broker.elapsed_s)


ALL = Due(
    arrivals=(1, 2), tournaments=(1,), submissions=(1,), runs=(1,), deliveries=(1,)
)
ALL_TOLD = [
    "arrival 1", "arrival 2", "tournament 1", "submission 1", "delivery 1", "run 1",
]  # fmt: skip


def test_every_due_row_is_announced_once(broker: Broker, announcer: Announcer) -> None:
    assert announcer.announce(ALL)
    assert announcer.announce(ALL)
    assert broker.told == ALL_TOLD


def test_an_announcement_nobody_acted_on_is_repeated(
    broker: Broker, announcer: Announcer
) -> None:
    announcer.announce(ALL)
    broker.now_s += 14.9
    announcer.announce(ALL)
    assert broker.told == ALL_TOLD
    broker.now_s += 0.1
    announcer.announce(ALL)
    assert broker.told == 2 * ALL_TOLD


def test_what_was_announced_after_the_commit_is_not_repeated_by_the_sweep(
    broker: Broker, announcer: Announcer
) -> None:
    announcer.arrival(1)
    announcer.tournament(1)
    announcer.submission(1)
    announcer.announce(ALL)
    assert broker.told == [
        "arrival 1", "tournament 1", "submission 1", "arrival 2", "delivery 1", "run 1",
    ]  # fmt: skip


def test_a_row_that_is_due_anew_is_announced_anew(
    broker: Broker, announcer: Announcer
) -> None:
    one = Due((), (7,), ())
    announcer.announce(one)
    announcer.announce(Due((), (), ()))
    announcer.announce(one)
    assert broker.told == ["tournament 7"] * 2


def test_without_a_broker_nothing_counts_as_announced(
    broker: Broker, announcer: Announcer
) -> None:
    broker.is_up = False
    assert not announcer.announce(ALL)
    assert not announcer.submission(9)
    broker.is_up = True
    assert announcer.announce(ALL)
    assert broker.told == ALL_TOLD


def test_the_first_refusal_ends_the_round(broker: Broker, announcer: Announcer) -> None:
    announcer.arrival(1)
    broker.is_up = False
    assert not announcer.announce(ALL)
    broker.is_up = True
    assert announcer.announce(ALL)
    assert broker.told == ALL_TOLD


def test_a_broker_that_lost_its_messages_gets_them_again(
    broker: Broker, announcer: Announcer
) -> None:
    announcer.announce(ALL)
    announcer.forget()
    announcer.announce(ALL)
    assert broker.told == 2 * ALL_TOLD


def test_nothing_due_is_nothing_to_do() -> None:
    assert not Due((), (), ())
    assert Due((), (), (), (1,))
    assert ALL
