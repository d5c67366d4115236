"""Scenes around a portal that wants tokens and can be read; see `stage`."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from syncd.demo.loopback import Answer, Loopback, Question
from syncd.demo.reading_api import ReadingApi
from syncd.demo.token_server import PATH, TokenOffice, TokenServer
from syncd.formats.dwzxml.loose_report import read_report
from syncd.store import outbox, readback

if TYPE_CHECKING:
    from collections.abc import Iterator

    from stage import Stage

    from syncd.formats.dwzxml.elements import Payload

AUTH = """
[portals.{section}]
kind = "oauth2"
token_url = "{token_url}"
client_id = "verein"
client_secret = "geheim"
scope = "dsb_tournament"
window_s = 20
"""
LOOKUP = """
[portals.lookup]
url = "{url}"
"""
NO_HEADER = """
[portals.lookup.auth]
kind = "header"
header = "no header"
token = "geheim"
"""
REFUSALS = 3


@contextmanager
def configured(stage: Stage, more: str) -> Iterator[None]:
    """Run everything with more settings of the portal, as long as a scene plays."""
    config = stage.installation.daemon.config
    right = config.read_text(encoding="utf-8")
    config.write_text(right + more, encoding="utf-8")
    stage.installation.restart()
    try:
        yield
    finally:
        config.write_text(right, encoding="utf-8")
        stage.installation.restart()
        # A daemon that has only just been started would not stop in order.
        stage.until(lambda: _is_up(stage), "start of the daemon")


def _is_up(stage: Stage) -> bool:
    return stage.installation.command("status", "--check").returncode == 0


def login(stage: Stage) -> None:
    """The portal wants a token."""
    office = TokenOffice(window_s=20)
    with TokenServer(office) as server:
        auth = AUTH.format(section="auth", token_url=server.token_url)
        with configured(stage, auth):
            stage.dies_next()
            stage.drop(stage.export())
            stage.death()
            stage.takes(stage.export())
    assert office.counts["over_quota"] == 0


def refused_login(stage: Stage) -> None:
    """The token server has a fault, then works again."""
    office, refused = TokenOffice(window_s=20), [0] * REFUSALS

    def answered(question: Question) -> Answer:
        if refused:
            refused.pop()
            return Answer(503, {})
        return office.give(question)

    with Loopback(answered) as server:
        auth = AUTH.format(section="auth", token_url=server.address + PATH)
        with configured(stage, auth):
            stage.dies_next()
            stage.drop(stage.export())
            stage.death()
            stage.takes(stage.export())
    assert office.counts["over_quota"] == 0


def revoked_token(stage: Stage) -> None:
    """A token ends before its time, and a person asks what became of a report."""
    office = TokenOffice(window_s=20)
    with ReadingApi(office) as api, TokenServer(office) as server:
        auth = AUTH.format(section="lookup.auth", token_url=server.token_url)
        with configured(stage, LOOKUP.format(url=api.address) + auth):
            stage.drop(stage.export())
            stage.takes(stage.export())
            office.revoke_all()
            stage.dies_next()
            stage.run("portal", "lookup", stage.export().title)
    assert office.counts["over_quota"] == 0


def rated(stage: Stage) -> None:
    """A report is rated, and a person asks for it."""
    with ReadingApi() as api, configured(stage, LOOKUP.format(url=api.address)):
        stage.drop(stage.export())
        stage.takes(stage.export())
        api.put(stage.lines()[-1].tournament_uuid, _payload(stage))
        stage.dies_next()
        stage.run("portal", "lookup", stage.export().title)
    assert [line.state for line in stage.lines()] == [outbox.RATED]


def uploaded_by_hand(stage: Stage) -> None:
    """The portal has the tournament already; a person says that it is another one."""
    stage.drafted()
    with ReadingApi() as api, configured(stage, LOOKUP.format(url=api.address)):
        api.put(f"by-hand-{stage.number}", _payload(stage))
        stage.dies_next()
        stage.run("portal", "lookup", stage.export().title)
        stage.until(lambda: stage.waits_for("already_there"), "the question")
        stage.run("approve", stage.export().title)
        stage.takes(stage.export())


def searched(stage: Stage) -> None:
    """The portal is searched before a first report, and has no such tournament."""
    with ReadingApi() as api, configured(stage, LOOKUP.format(url=api.address)):
        stage.dies_next()
        stage.drop(stage.export())
        stage.death()
        stage.takes(stage.export())


def unusable_lookup(stage: Stage) -> None:
    """The portal's reading interface cannot be used as configured for a while."""
    wrong = LOOKUP.format(url="https://portal.example/rs") + NO_HEADER
    with configured(stage, wrong):
        stage.dies_next()
        stage.drop(stage.export())
        stage.death()
    stage.run("approve", stage.export().title)
    stage.takes(stage.export())


def unreadable(stage: Stage) -> None:
    """The portal cannot be searched when a first report is due."""
    stage.drafted()
    with ReadingApi() as api, configured(stage, LOOKUP.format(url=api.address)):
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
