"""The journal and the log name no person, on SQLite and PostgreSQL."""

from __future__ import annotations

import hashlib
import logging
import re
from typing import TYPE_CHECKING

import pipeline_world
import pytest
from sqlmodel import select

from syncd.bilingual import Text
from syncd.errors import NotFoundError, PendingError, RejectedError, RemoteError
from syncd.formats.snapshot import decode_snapshot, encode_snapshot
from syncd.formats.trf import decode, to_tournament
from syncd.logs import JsonLines
from syncd.pipeline.deciding import people
from syncd.rating.confirmed import Confirmed
from syncd.store import inbox, readmodels
from syncd.store.tables import ArrivalRow, EventRow

if TYPE_CHECKING:
    from pipeline_world import World

    from syncd.store.engine import Store

EXPORTS = ("E02_clm.trf", "E13_clm.trf", "E10_clm.trf", "E09_clm.trf", "T02_clm.trf")


@pytest.fixture
def world(store: Store) -> World:
    return pipeline_world.make_world(store, pipeline_world.DWZ)


def names(world: World) -> set[str]:
    """Return every name of a person in the tournaments."""
    found: set[str] = set()
    for line in world.tournaments():
        tournament = decode_snapshot(world.head(line.id).snapshot)
        found |= {item.surname for item in tournament.entrants}
        found |= {item.forename for item in tournament.entrants}
        for official in (tournament.arbiter, *tournament.deputies):
            found |= set(re.findall(r"[^\W\d_]{3,}", official))
    return {name for name in found if len(name) > 2}


def live_a_little(world: World) -> None:
    """Let everything happen that writes into journal and log."""
    for name in EXPORTS:
        world.drop(pipeline_world.export(name))
    said = "Gambrinus, Klein and Weiss are unknown: player[1], player[2], game[1]"
    world.portal.script = [
        RemoteError(Text(said, said), status=503),
        PendingError(Text(said, said), status=202),
        RejectedError(Text(said, said), status=422, said=said),
    ]
    world.drop(pipeline_world.corrected())
    for _ in range(2):
        world.wait(hours=2)
        world.settle()
    world.drop(pipeline_world.without_players())
    world.drop(b"broken")
    for line in world.tournaments():
        people.hold(world.context(), line.id, "Klein complained.", world.now)
        people.approve(world.context(), line.id, world.now)
        try:
            people.confirm(world.context(), line.id, Confirmed(), world.now)
        except NotFoundError:
            continue
        finally:
            world.settle()


def test_no_name_is_in_the_journal(world: World) -> None:
    live_a_little(world)
    assert not world.portal.script, "the portal has said everything"
    with world.store.read() as session:
        events = session.exec(select(EventRow)).all()
        lines = [
            line.text
            for tournament in readmodels.list_tournaments(session)
            for line in readmodels.list_history(session, tournament.id)
        ]
    texts = [text for event in events for text in (event.text_en, event.text_de)]
    texts += [text for line in lines for text in line]
    words = set(re.findall(r"\w+", " ".join(texts)))

    assert len(events) > 20
    assert {"Klein", "Weiss", "Felix"} <= names(world)
    assert names(world) & words == set()


def test_no_name_is_in_the_log(world: World, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    live_a_little(world)
    lines = [JsonLines("worker").format(record) for record in caplog.records]
    words = set(re.findall(r"\w+", " ".join(lines)))

    assert len(lines) > 10
    assert names(world) & words == set()


def stored(world: World) -> list[tuple[str, bytes]]:
    """Return hash and kept bytes of every arrival."""
    with world.store.read() as session:
        hashes = session.exec(select(ArrivalRow.sha256)).all()
        return [(each, inbox.load_bytes(session, each)) for each in hashes]


@pytest.mark.parametrize("keeps", [True, False])
def test_contact_data_is_dropped_at_intake_unless_a_source_keeps_it(
    store: Store, *, keeps: bool
) -> None:
    world = pipeline_world.make_world(store, pipeline_world.DWZ)
    source = pipeline_world.SOURCE.model_copy(update={"keep_contact_data": keeps})
    world.settings = world.settings.model_copy(update={"sources": (source,)})
    data = pipeline_world.export("E02_clm.trf")
    for _ in range(2):
        world.drop(data)
    ((sha256, kept),) = {*stored(world)}

    assert b"@" in data
    assert keeps == (b"@" in kept) == (kept == data)
    assert hashlib.sha256(data).hexdigest() == sha256
    (line,) = world.tournaments()
    assert encode_snapshot(to_tournament(decode(data)).tournament) == (
        world.head(line.id).snapshot
    )
