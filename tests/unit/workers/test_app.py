"""Which task goes where, and how long a message may be out."""

from __future__ import annotations

import pytest

from syncd.settings import PortalSettings, Settings, WorkerSettings
from syncd.wake import QUEUES
from workers import app as app_module
from workers.app import LONGEST_STEP_S, make_app, queue_name

REDIS = "redis://127.0.0.1:6379/0"


@pytest.mark.parametrize(
    ("task", "queue"),
    [
        ("syncd.process_arrival", "ingest"),
        ("syncd.assess_tournament", "merge"),
        ("syncd.submit_report", "submit"),
        ("syncd.deliver", "deliver"),
        ("syncd.download", "deliver"),
        ("syncd.anything_else", "ingest"),
    ],
)
def test_every_kind_of_work_has_its_queue(task: str, queue: str) -> None:
    router = make_app(Settings(), REDIS).amqp.router
    assert router.route({}, task)["queue"].name == queue_name(queue)
    assert queue in QUEUES


@pytest.mark.parametrize(
    ("lease_s", "timeout_s", "longest_s"),
    [(120, 30, LONGEST_STEP_S), (2000, 1, 4004), (120, 600, 2640)],
)
def test_a_message_stays_out_longer_than_the_longest_step(
    lease_s: float, timeout_s: float, longest_s: float
) -> None:
    portal = PortalSettings(name="p", kind="http", url="http://x/", timeout_s=timeout_s)
    settings = Settings(workers=WorkerSettings(lease_s=lease_s), portals=(portal,))
    conf = make_app(settings, REDIS).conf
    assert conf.task_time_limit == longest_s
    assert conf.broker_transport_options["visibility_timeout"] > longest_s


def test_a_long_download_is_a_long_step() -> None:
    pull = {"url": "https://a.example/x", "timeout_s": 5000}
    settings = Settings.model_validate({"sources": [{"name": "n", "pull": pull}]})
    assert make_app(settings, REDIS).conf.task_time_limit == 10_000


def test_a_message_is_acknowledged_when_the_work_is_done() -> None:
    conf = make_app(Settings(), REDIS).conf
    assert conf.task_acks_late
    assert conf.task_reject_on_worker_lost
    assert conf.worker_prefetch_multiplier == 1
    assert conf.broker_transport_options["socket_timeout"] == app_module.SOCKET_S
