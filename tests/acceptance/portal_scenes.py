"""Scenes around a portal that can be read; see `crash_scenes`."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from syncd.demo.reading_api import ReadingApi
from syncd.formats.dwzxml.loose_report import read_report
from syncd.store import outbox, readback

if TYPE_CHECKING:
    from collections.abc import Iterator

    from crash_scenes import Stage

    from syncd.formats.dwzxml.elements import Payload

SIM = '[[portals]]\nname = "sim"\n'


@contextmanager
def readable(stage: Stage) -> Iterator[ReadingApi]:
    """Give the portal a reading interface, as long as a scene plays."""
    config = stage.installation.daemon.config
    right = config.read_text(encoding="utf-8")
    assert SIM in right
    with ReadingApi() as api:
        lookup = f'{SIM}lookup = {{ url = "{api.address}" }}\n'
        config.write_text(right.replace(SIM, lookup), encoding="utf-8")
        stage.installation.restart()
        try:
            yield api
        finally:
            config.write_text(right, encoding="utf-8")
            stage.installation.restart()
            # A daemon that has only just been started would not stop in order.
            stage.until(lambda: _is_up(stage), "start of the daemon")


def _is_up(stage: Stage) -> bool:
    return stage.installation.command("status", "--check").returncode == 0


def rated(stage: Stage) -> None:
    """A report is rated, and a person asks for it."""
    with readable(stage) as api:
        stage.drop(stage.export())
        stage.takes(stage.export())
        api.put(stage.lines()[-1].tournament_uuid, _payload(stage))
        stage.dies_next()
        stage.run("portal", "lookup", stage.export().title)
    assert [line.state for line in stage.lines()] == [outbox.RATED]


def uploaded_by_hand(stage: Stage) -> None:
    """The portal has the tournament already; a person says that it is another one."""
    stage.drafted()
    with readable(stage) as api:
        api.put(f"by-hand-{stage.number}", _payload(stage))
        stage.dies_next()
        stage.run("portal", "lookup", stage.export().title)
        stage.until(lambda: stage.waits_for("already_there"), "the question")
        stage.run("approve", stage.export().title)
        stage.takes(stage.export())


def unreadable(stage: Stage) -> None:
    """The portal cannot be searched when a first report is due."""
    stage.drafted()
    with readable(stage) as api:
        api.failing = 503
        stage.dies_next()
        stage.run("approve", stage.export().title)
        stage.death()
        api.failing = 0
        stage.run("approve", stage.export().title)
        stage.takes(stage.export())


def _payload(stage: Stage) -> Payload:
    with stage.installation.store.read() as session:
        data = readback.load_sent(session, stage.lines()[-1].id).data
    return read_report(data).payload
