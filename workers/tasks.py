"""The tasks: a row id in, one use case called."""

from __future__ import annotations

from celery import shared_task
from celery.worker import state

from syncd.daemon.one_host import claim_host
from syncd.pipeline.arrivals.process import process_next
from syncd.pipeline.delivering.deliver import deliver
from syncd.pipeline.judging.assess import assess
from syncd.pipeline.schedules import is_download, run_next
from syncd.pipeline.sending.submit import drain
from workers import pulse, runtime


@shared_task(name="syncd.process_arrival")
def process_arrival(arrival_id: int) -> None:
    """Process one arrival."""
    process_next(runtime.context(), arrival_id, runtime.clock())


@shared_task(name="syncd.assess_tournament")
def assess_tournament(*tournament_ids: int) -> None:
    """Look at tournaments again; what an error leaves out the sweep finds."""
    for tournament_id in tournament_ids:
        assess(runtime.context(), tournament_id, runtime.clock())


@shared_task(name="syncd.submit_report")
def submit_report(submission_id: int) -> None:
    """Send one report, then what else is due for its portal."""
    drain(runtime.context(), submission_id, runtime.clock, _is_stopping)


@shared_task(name="syncd.deliver")
def deliver_file(delivery_id: int) -> None:
    """Pass one file on, then what else is due for its peer."""
    deliver(runtime.context(), delivery_id, runtime.clock, _is_stopping)


@shared_task(name="syncd.run_schedule")
def run_schedule(run_id: int) -> None:
    """Do a recurring job once; one that mostly waits goes to those who wait."""
    if is_download(runtime.context(), run_id):
        download.apply_async((run_id,), retry=False)
    else:
        run_next(runtime.context(), run_id, runtime.clock)


@shared_task(name="syncd.download")
def download(run_id: int) -> None:
    """Do a recurring job that downloads exports."""
    run_next(runtime.context(), run_id, runtime.clock)


@shared_task(name="syncd.answer", acks_late=False)
def answer() -> None:
    """Show that messages get through to this worker, and keep the host's right."""
    pulse.answer()
    claim_host(runtime.store(), runtime.clock())


def _is_stopping() -> bool:
    """Return whether the worker was told to stop, where its tasks can know.

    Threads share the worker's state; a child process of its pool does not, and there
    a task comes to its end by itself after some seconds.
    """
    return {state.should_stop, state.should_terminate} != {None}
