"""The portal gets each report once, whatever happens in whatever order."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, seed, settings
from hypothesis.stateful import run_state_machine_as_test
from outbox_machine import OutboxMachine, make_template

from syncd.store import outbox

if TYPE_CHECKING:
    from pathlib import Path

SEED = 20261130
USUAL = {*outbox.TRANSITIONS} - {outbox.DEAD, outbox.RATED, outbox.DIFFERS}
"""States that so many steps lead to; nobody reads back here."""
FULL_STEPS, PARTS = 10_000, 4
SETTINGS = settings(
    deadline=None, suppress_health_check=list(HealthCheck), print_blob=True,
    database=None,
)  # fmt: skip


def run(folder: Path, examples: int, steps: int, chosen: int) -> None:
    OutboxMachine.template = make_template(folder)
    OutboxMachine.steps, OutboxMachine.ends, OutboxMachine.visits = 0, {}, {}
    profile = settings(SETTINGS, max_examples=examples, stateful_step_count=steps)
    run_state_machine_as_test(seed(chosen)(OutboxMachine), settings=profile)


def test_each_report_arrives_once_whatever_happens(tmp_path: Path) -> None:
    run(tmp_path, examples=4, steps=20, chosen=SEED)
    assert OutboxMachine.steps > 0


@pytest.mark.full
def test_each_report_arrives_once_in_ten_thousand_steps(tmp_path: Path) -> None:
    steps, visits = 0, Counter[str]()
    for part in range(PARTS):
        folder = tmp_path / str(part)
        folder.mkdir()
        run(folder, examples=66, steps=50, chosen=SEED + part)
        print(f"seed {SEED + part}: {OutboxMachine.steps} steps")
        steps += OutboxMachine.steps
        visits.update(OutboxMachine.visits)
    print(f"{steps} steps, {dict(visits)}")
    assert steps >= FULL_STEPS
    assert set(visits) >= USUAL
