"""Four worker processes on one store share their tokens and keep the quota.

The times of the Wertungsportal are scaled down: a token lives 1 s instead of five
minutes, five are allowed in 4 s instead of thirty minutes. A token also ends after some
reports, so more than five are needed however fast the machine is.
"""

from __future__ import annotations

import datetime as dt
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import store_rows

from syncd.demo.token_server import TokenOffice, TokenServer
from syncd.store import outbox

if TYPE_CHECKING:
    from syncd.store.engine import Store

WORKER = Path(__file__).with_name("token_worker.py")
DATA = (
    Path(__file__).parents[1] / "data" / "dwz" / "good" / "01-base.xml"
).read_bytes()
PROCESSES = 4
MOST, WINDOW_S, LIFE_S = 5, 4.0, 1.0


@pytest.mark.parametrize(
    ("store", "reports"),
    [
        ("sqlite", 30),
        pytest.param("sqlite", 100, marks=pytest.mark.full),
        pytest.param("postgresql", 100, marks=pytest.mark.full),
    ],
    indirect=["store"],
)
def test_the_reports_of_4_processes_need_5_tokens_in_a_window_at_most(
    store: Store, reports: int
) -> None:
    now = dt.datetime.now(dt.UTC)
    tournament_id = store_rows.tournament(store)
    for number in range(reports):
        new = store_rows.report(tournament_id, revision=number, data=DATA)
        store_rows.submission(store, new, now=now)
    office = TokenOffice(life_s=LIFE_S, most=MOST, window_s=WINDOW_S)
    office.uses = reports // (MOST + 1)
    with TokenServer(office) as server:
        workers = [
            subprocess.Popen(
                [
                    sys.executable, WORKER, store.url, f"d-{number}/host/1",
                    server.address, str(MOST), str(WINDOW_S),
                ]
            )
            for number in range(PROCESSES)
        ]  # fmt: skip
        codes = [worker.wait(timeout=300) for worker in workers]
    assert codes == [0] * PROCESSES

    states = {item.state for item in store_rows.submissions(store, tournament_id)}
    assert states == {outbox.ACCEPTED}
    assert office.counts["served"] == reports
    assert len(office.issued_s) > MOST
    assert most_in_a_window(office.issued_s) <= MOST
    for fault in ("over_quota", "stale_refresh", "bad_client", "wrong_scope"):
        assert office.counts[fault] == 0, fault


def most_in_a_window(times_s: list[float]) -> int:
    """Return how many tokens were given in the worst window."""
    return max(
        sum(start <= at < start + WINDOW_S for at in times_s) for start in times_s
    )
