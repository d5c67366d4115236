"""Two installations that pass on to each other, in one process, under one clock.

Files move only when a test says so: what a peer was given lies there until then, and of
several states of a tournament only the newest, as in a folder.
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from edited_tournaments import Clm, Export, differences
from pipeline_world import AT_ONCE, DWZ, NOW, World, seconds
from sqlmodel import select

from syncd.errors import NotFoundError
from syncd.formats.snapshot import decode_snapshot
from syncd.formats.trf import Form, from_tournament
from syncd.pipeline.arrivals.receive import meet_sources
from syncd.pipeline.deciding.linkage import link
from syncd.pipeline.deciding.people import confirm
from syncd.pipeline.deciding.resolving import resolve
from syncd.pipeline.rules.counting import follow_name
from syncd.rating.confirmed import Confirmed
from syncd.rating.reason import Why
from syncd.settings import PeerSettings, Settings, SourceSettings
from syncd.settings_sync import SyncGroup, SyncSettings
from syncd.store import conflicts, inbox, outbox
from syncd.store.engine import Store
from syncd.store.tables import ArrivalRow

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Callable

    from syncd.model.tournament import Tournament
    from syncd.store.conflicts import Question

OTHER = {"nord": "sued", "sued": "nord"}
CLM = SourceSettings(name="clm", folder=Path("/clm"))
PEER_SOURCE = SourceSettings(name="peer", folder=Path("/in"))
PEER = PeerSettings.model_validate(
    {"name": "other", "kind": "folder", "folder": "/out", "source": "peer"}
)
BACK = PeerSettings.model_validate(
    {"name": "back", "kind": "folder", "folder": "/back", "source": "clm"}
)


@dataclass
class Linked:
    """Two installations, `nord` and `sued`, each with its CLM and the other as source.

    Attributes:
        worlds: name -> installation.
        clms: name -> CLM whose exports it gets.
        taken: name -> how many files of it the other one has got, or missed.
    """

    worlds: dict[str, World]
    clms: dict[str, Clm]
    taken: dict[str, int] = field(default_factory=lambda: dict.fromkeys(OTHER, 0))

    def tick(self) -> None:
        """Turn both clocks on."""
        now = max(world.now for world in self.worlds.values()) + seconds(1)
        for world in self.worlds.values():
            world.now = now

    def drop(self, name: str, export: Export) -> str | None:
        """Have one installation take an export of its CLM."""
        return self._receive(name, export, "clm")

    def _receive(self, name: str, export: Export, source: str) -> str | None:
        self.tick()
        world = self.worlds[name]
        arrival = world.receive(export.data, name=export.name, source=source)
        state = world.process(arrival)
        world.settle()
        return state

    def pass_on(self, *names: str) -> int:
        """Let the others get what was passed on; return how many files that are.

        Files of several names cross each other: each was written before any arrived.
        """
        self.tick()
        for name in names:
            self.worlds[name].settle()
        under_way = [(OTHER[name], one) for name in names for one in self._new(name)]
        for reader, file in under_way:
            self._receive(reader, file, "peer")
        return len(under_way)

    def _new(self, name: str) -> list[Export]:
        received = self.worlds[name].peer(PEER.name).received
        new = {one.name: one.data for one in received[self.taken[name] :]}
        self.taken[name] = len(received)
        return [Export(file, data) for file, data in new.items()]

    def exchange(self, most: int = 20) -> int:
        """Pass on in both directions until no more files move; return how often.

        Raises:
            AssertionError: they move for ever.
        """
        for number in range(most):
            if not sum([self.pass_on(name) for name in OTHER]):
                return number
        raise AssertionError(most)

    def heads(self, name: str) -> dict[str, Tournament]:
        """Return name -> newest state of every tournament of an installation."""
        world = self.worlds[name]
        return {
            line.name: decode_snapshot(world.head(line.id).snapshot)
            for line in world.tournaments()
        }

    def take(self, name: str, tournament: str) -> None:
        """Import into a CLM what its installation shows."""
        shown = self.heads(name)[tournament]
        self.clms[name].take(from_tournament(shown, Form.CLM, lossy=True).data)

    def questions(self, name: str) -> list[Question]:
        """Return what is open at an installation."""
        with self.worlds[name].store.read() as session:
            return conflicts.list_questions(session, is_open=True)

    def answer(self, name: str, choose: Callable[[Question], str]) -> int:
        """Answer what is open at an installation; return how many answers that took."""
        world, count = self.worlds[name], 0
        while asked := self.questions(name):
            self.tick()
            resolve(world.context(), asked[0].id, choose(asked[0]), world.now)
            count += 1
        world.settle()
        return count

    def link(self, name: str) -> int:
        """Say that a file which may be one of the tournaments here is that one.

        Whoever has renamed nearly everybody is asked once more whether he is right.
        """
        world, count = self.worlds[name], 0
        while waiting := _asked_to_link(world):
            self.tick()
            arrival, which = waiting[0]
            try:
                link(world.context(), arrival, which, world.now)
            except NotFoundError:  # it is linked, and nearly all have other names
                confirm(world.context(), which, Confirmed(), world.now)
            for arrival, _ in waiting:
                world.process(arrival)
            count += 1
        world.settle()
        return count

    def confirm(self, name: str) -> int:
        """Say that who was added and never played has no games to come."""
        world, count = self.worlds[name], 0
        for line in world.tournaments():
            if line.wait_code == Why.MISSING_PAIRS:
                self.tick()
                confirm(world.context(), line.id, Confirmed(), world.now)
                count += 1
        world.settle()
        return count

    def differences(self) -> list[tuple[object, ...]]:
        """Return what both installations say differently, tournamentUUIDs too."""
        one, two = (self.heads(name) for name in OTHER)
        found: list[tuple[object, ...]] = sorted((name,) for name in one.keys() ^ two)
        for name in sorted(one.keys() & two):
            found += differences(one[name], two[name])
        uuids = [
            {line.name: world.head(line.id).uuid for line in world.tournaments()}
            for world in self.worlds.values()
        ]
        return found if uuids[0] == uuids[1] else [*found, tuple(uuids)]

    def reporters(self) -> dict[str, list[str]]:
        """Return name of a tournament -> the installations that have reported it."""
        found: dict[str, list[str]] = {}
        for name, world in self.worlds.items():
            for line in world.tournaments():
                with world.store.read() as session:
                    if outbox.load_submissions(session, line.id):
                        found.setdefault(line.name, []).append(name)
        return found

    def close(self) -> None:
        """Close both stores."""
        for world in self.worlds.values():
            world.store.close()


def _asked_to_link(world: World) -> list[tuple[int, int]]:
    """Return row ids of files that wait to be linked, and of their tournaments."""
    waits = ArrivalRow.state == inbox.WAITING
    with world.store.read() as session:
        rows = session.exec(
            select(ArrivalRow.id, ArrivalRow.tournament_id).where(waits)
        ).all()
    return [(row[0] or 0, row[1] or 0) for row in rows]


def linked(
    folder: Path, migrated: Path, clock: Callable[[], dt.datetime], owner: str
) -> Linked:
    """Return two installations with empty stores.

    Args:
        folder: for the stores.
        migrated: an empty SQLite file with the newest schema.
        clock: tells the CLMs when they export.
        owner: installation whose CLM counts where both differ, empty for none.
    """
    worlds = {}
    for name in OTHER:
        file = shutil.copyfile(migrated, folder / f"{name}.db")
        source = {"": "", name: "clm", OTHER[name]: "peer"}[owner]
        settings = Settings(
            sources=(CLM, PEER_SOURCE),
            portals=(DWZ,),
            peers=(PEER, BACK),
            rating=AT_ONCE.model_copy(update={"installation": name}),
            sync=SyncSettings(
                groups=(SyncGroup(sources=("clm", "peer"), owner=source),)
            ),
        )
        worlds[name] = World(Store(f"sqlite:///{file}"), settings)
        meet_sources(worlds[name].context(), NOW)
        follow_name(worlds[name].store, settings.rating, NOW, is_put_back=False)
    return Linked(worlds, {name: Clm(clock) for name in OTHER})
