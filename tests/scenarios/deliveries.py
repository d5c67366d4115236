"""Files that arrive one by one in the real pipeline, as a scenario tells it."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pipeline_world import DWZ, NOW, World, make_world

from syncd.formats.dwzxml.loose_report import read_report
from syncd.formats.snapshot import decode_snapshot
from syncd.pipeline.arrivals.receive import meet_sources, receive_file
from syncd.pipeline.deciding.adopt import adopt
from syncd.pipeline.deciding.linkage import link
from syncd.pipeline.deciding.people import confirm
from syncd.pipeline.deciding.resolving import resolve
from syncd.rating.confirmed import Confirmed
from syncd.settings import SourceSettings
from syncd.settings_portals import LookupSettings
from syncd.settings_sync import SyncGroup, SyncSettings
from syncd.store import conflicts, inbox, readmodels
from syncd.store.inbox import FileFacts
from syncd.submit.ways import open_lookup

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scenario_files import Scenario

    from syncd.demo.reading_api import ReadingApi
    from syncd.model.tournament import Tournament
    from syncd.store.engine import Store

SOURCES = ("north", "south", "west")
BY_HAND = "019f75bb-20f8-7bd8-8c1f-80cc107e0047"
STATES = (
    inbox.DONE, inbox.UNCHANGED, inbox.WAITING, inbox.OUTDATED, inbox.QUARANTINED,
)  # fmt: skip
MINUTE = dt.timedelta(minutes=1)


@dataclass
class Deliveries:
    """A world in which the steps of a scenario happen.

    Attributes:
        scenario: what happens.
        world: where.
        api: reading interface of the portal, if it has one.
        note: what was said of the last file, in German.
        last: row id of its arrival.
    """

    scenario: Scenario
    world: World
    api: ReadingApi | None = None
    note: str = ""
    last: int = 0

    def happen(self, step: Mapping[str, Any]) -> None:
        """Let one thing happen, `after` so many minutes."""
        self.world.now += step.get("after", 1) * MINUTE
        if "file" in step:
            self.take(step)
        elif "uploaded" in step:
            assert self.api is not None
            self.api.put(BY_HAND, read_report(self.bytes_of(step["uploaded"])).payload)
        elif "adopt" in step:
            data = self.bytes_of(step["adopt"])
            adopt(self.world.context(), data, "dwz", None, self.world.now)
        elif "confirm" in step:
            confirm(self.world.context(), step["confirm"], Confirmed(), self.world.now)
        elif "link" in step:
            link(self.world.context(), self.last, step["link"], self.world.now)
        elif "answer" in step:
            self.answer(step["answer"])
        self.world.settle()

    def take(self, step: Mapping[str, Any]) -> None:
        """Receive and process a file; `exported` so many minutes ago."""
        name = step.get("name", step["file"])
        data, world = self.bytes_of(step["file"]), self.world
        world.files += 1
        facts = FileFacts(name, len(data), mtime_ns=world.files, inode=world.files)
        self.last = receive_file(
            world.context(), step.get("source", "north"), facts, name, data,
            stamp_utc=world.now - step.get("exported", 0) * MINUTE, now=world.now,
        )  # fmt: skip
        state = world.process(self.last)
        self.note = next(one.note.de for one in self._arrivals() if one.id == self.last)
        assert state == step["state"], self.note

    def answer(self, choice: str) -> None:
        """Answer the first open question with `ours` or `theirs`."""
        with self.world.store.read() as session:
            first = conflicts.list_questions(session, 1, is_open=True)[0]
        resolve(self.world.context(), first.id, choice, self.world.now)

    def bytes_of(self, name: str) -> bytes:
        """Return a file of the scenario."""
        return self.scenario.bytes_of(name)

    def _arrivals(self) -> list[readmodels.ArrivalLine]:
        with self.world.store.read() as session:
            return readmodels.list_arrivals(session, STATES)

    def tournament(self, number: int) -> Tournament:
        """Return a tournament as it stands."""
        return decode_snapshot(self.world.head(number).snapshot)

    def questions(self, number: int) -> list[str]:
        """Return the open questions of a tournament in German."""
        with self.world.store.read() as session:
            found = conflicts.list_questions(session, number, is_open=True)
        return [one.text.de for one in found]


def deliveries(
    scenario: Scenario, store: Store, api: ReadingApi | None = None
) -> Deliveries:
    """Return the world of a scenario before anything has happened."""
    said = scenario.pipeline or {}
    portal = DWZ
    if api is not None:
        lookup = LookupSettings(url=api.address)
        portal = DWZ.model_copy(update={"lookup": lookup})
    world = make_world(store, portal)
    sources = tuple(
        SourceSettings(name=name, folder=Path(f"/{name}")) for name in SOURCES
    )
    together = tuple(said.get("together", ()))
    sync = SyncSettings()
    if together:
        group = SyncGroup(sources=together, owner=said.get("owner", ""))
        sync = SyncSettings(groups=(group,))
    update = {"sources": sources, "sync": sync}
    world.settings = world.settings.model_copy(update=update)
    world.configure(**said.get("rating", {}))
    if api is not None:
        world.open_lookup = open_lookup
    meet_sources(world.context(), NOW)
    return Deliveries(scenario, world, api)
