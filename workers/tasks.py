"""The tasks: a row id in, one use case called."""

from __future__ import annotations

from celery import shared_task

from syncd.daemon.one_host import claim_host
from syncd.pipeline.assess import assess
from syncd.pipeline.process import process_next
from syncd.pipeline.schedules import run_next
from syncd.pipeline.submit import submit_next
from workers import pulse, runtime


@shared_task(name="syncd.process_arrival")
def process_arrival(arrival_id: int) -> None:
    """Process one arrival."""
    process_next(runtime.context(), arrival_id, runtime.clock())


@shared_task(name="syncd.assess_tournament")
def assess_tournament(tournament_id: int) -> None:
    """Look at one tournament again."""
    assess(runtime.context(), tournament_id, runtime.clock())


@shared_task(name="syncd.submit_report")
def submit_report(submission_id: int) -> None:
    """Send one report once."""
    submit_next(runtime.context(), submission_id, runtime.clock)


@shared_task(name="syncd.run_schedule")
def run_schedule(run_id: int) -> None:
    """Do a recurring job once."""
    run_next(runtime.context(), run_id, runtime.clock)


@shared_task(name="syncd.answer", acks_late=False)
def answer() -> None:
    """Show that messages get through to this worker, and keep the host's right."""
    pulse.answer()
    claim_host(runtime.store(), runtime.clock())
