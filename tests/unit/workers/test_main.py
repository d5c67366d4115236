"""How a worker is ordered on the command line."""

from __future__ import annotations

import argparse

import pytest
from kombu.transport.filesystem import Channel

from syncd.daemon.worker_files import WorkerFile
from syncd.wake import QUEUES
from workers.__main__ import _arguments, _own_queue, _queues


def worker(name: str, host: str = "north.example.org") -> WorkerFile:
    return WorkerFile(name, host, 7, "threads", 4, ("submit", "deliver"))


def test_a_worker_consumes_its_queues_and_its_own() -> None:
    words = _arguments(worker("io"))
    queues = words[words.index("--queues") + 1].split(",")
    assert queues == ["syncd.submit", "syncd.deliver", _own_queue(worker("io"))]
    assert words[words.index("--pool") + 1] == "threads"
    assert words[words.index("--concurrency") + 1] == "4"


@pytest.mark.parametrize("name", ["io", "a b", "w@1/2", "grün", "%H"])
def test_the_files_of_every_transport_can_have_the_name_of_its_queue(name: str) -> None:
    queue = _own_queue(worker(name, "h_1"))
    assert Channel._is_valid_exchange_name(queue)  # type: ignore[attr-defined]


def test_workers_of_two_hosts_do_not_answer_each_others_calls() -> None:
    assert _own_queue(worker("io", "a")) != _own_queue(worker("io", "b"))


def test_queues_are_named_with_commas() -> None:
    assert _queues(",".join(QUEUES)) == QUEUES
    with pytest.raises(argparse.ArgumentTypeError, match="no such queue: nothing"):
        _queues("ingest,nothing")
