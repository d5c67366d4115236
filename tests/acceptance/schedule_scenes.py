"""The scene of a recurring job: configured, overdue, done by a worker, and removed."""

from __future__ import annotations

import datetime as dt
import time
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

from syncd.store import schedules

if TYPE_CHECKING:
    from collections.abc import Iterator

    from stage import Stage

MEMBERS = (
    Path(__file__).parents[1] / "data" / "dwz" / "data" / "spieler.csv"
).read_bytes()
PIECES = 5
PAUSE_S = 1.0
"""All pieces together take longer than a quarter of a run's lease (10 s)."""
LONG_AGO = dt.datetime(2026, 1, 5, 12, 0, tzinfo=dt.UTC)
SCHEDULE = """
[lists]
urls = ["{url}"]
[[schedules]]
job = "lists"
name = "{name}"
cron = "30 5 * * *"
"""


def recurring(stage: Stage) -> None:
    """A missed import of lists is made up; then nobody wants it any more."""
    config = stage.installation.daemon.config
    right = config.read_text(encoding="utf-8")
    with _list_server(PAUSE_S if "kept" in stage.place else 0.0) as url:
        text = SCHEDULE.format(url=url, name=_name(stage))
        config.write_text(right + text, encoding="utf-8")
        stage.installation.restart()
        stage.until(lambda: is_known(stage, _name(stage)), "the schedule")
        if "removed" not in stage.place:
            stage.dies_next()
            make_overdue(stage, _name(stage))
            stage.death()
            stage.until(
                lambda: state_of(stage, _name(stage)) == schedules.DONE,
                "the end of the run",
            )
    if "removed" in stage.place:
        stage.dies_next()
    config.write_text(right, encoding="utf-8")
    stage.installation.restart()
    if "removed" in stage.place:
        stage.death()
    stage.until(lambda: not is_known(stage, _name(stage)), "the end of the schedule")


def _name(stage: Stage) -> str:
    return f"scene-{stage.number}"


def is_known(stage: Stage, name: str) -> bool:
    """Return whether the scheduler knows a recurring job."""
    with stage.installation.store.read() as session:
        return name in schedules.load_schedules(session)


def state_of(stage: Stage, name: str) -> str:
    """Return the state of the newest run of a recurring job."""
    with stage.installation.store.read() as session:
        newest = schedules.newest_runs(session).get(name)
    return newest.state if newest else ""


def make_overdue(stage: Stage, name: str) -> None:
    """Behave as if nothing had run since January."""
    with stage.installation.store.write("test") as session:
        known = schedules.load_schedules(session)[name]
        schedules.save_schedule(session, replace(known, next_utc=LONG_AGO))


@contextmanager
def _list_server(pause_s: float) -> Iterator[str]:
    """Give the address of a list of members that comes in pieces."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, pause_s))
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/spieler.csv"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class _Handler(BaseHTTPRequestHandler):
    def __init__(self, pause_s: float, *args: object) -> None:
        self.pause_s = pause_s
        super().__init__(*args)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        """Send the list, slowly if so wanted; who asked may be dead by now."""
        self.send_response(200)
        self.send_header("Content-Length", str(len(MEMBERS)))
        self.end_headers()
        size = len(MEMBERS) // PIECES + 1
        with suppress(OSError):
            for start in range(0, len(MEMBERS), size):
                self.wfile.write(MEMBERS[start : start + size])
                time.sleep(self.pause_s)

    def log_message(self, *_: object) -> None:
        """Say nothing."""
