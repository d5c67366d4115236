"""Three installations that pass on to each other, in one process, under one clock."""

from __future__ import annotations

import shutil
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from edited_tournaments import Clm, Export, differences
from pipeline_world import AT_ONCE, DWZ, NOW, World, seconds

from syncd.formats.snapshot import decode_snapshot
from syncd.formats.trf import Form, from_tournament
from syncd.pipeline.arrivals.receive import meet_sources
from syncd.pipeline.deciding.resolving import resolve
from syncd.pipeline.rules.counting import follow_name
from syncd.settings import PeerSettings, Settings, SourceSettings
from syncd.settings_sync import SyncGroup, SyncSettings
from syncd.store import conflicts
from syncd.store.engine import Store

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Callable

    from syncd.model.tournament import Tournament

NAMES = ("nord", "sued", "west")
RING = {"nord": ("sued",), "sued": ("west",), "west": ("nord",)}
MESH = {name: tuple(one for one in NAMES if one != name) for name in NAMES}
Links = dict[str, tuple[str, ...]]


@dataclass
class Ringed:
    """Installations, their CLMs, and who sends to whom.

    Attributes:
        links: name -> those who get its files.
        worlds: name -> installation.
        clms: name -> CLM whose exports it gets.
        taken: sender and reader -> how many files have arrived.
    """

    links: Links
    worlds: dict[str, World]
    clms: dict[str, Clm]
    taken: dict[tuple[str, str], int] = field(default_factory=dict)

    def drop(self, name: str, export: Export, source: str = "clm") -> None:
        """Have an installation take a file."""
        now = max(world.now for world in self.worlds.values()) + seconds(1)
        for world in self.worlds.values():
            world.now = now
        world = self.worlds[name]
        world.process(world.receive(export.data, name=export.name, source=source))
        world.settle()

    def pass_on(self, sender: str) -> int:
        """Let the next ones get what was passed on; return how many files that are."""
        self.worlds[sender].settle()
        count = 0
        for reader in self.links[sender]:
            received = self.worlds[sender].peer(reader).received
            new = received[self.taken.get((sender, reader), 0) :]
            self.taken[sender, reader] = len(received)
            for file in {one.name: one for one in new}.values():
                self.drop(reader, Export(file.name, file.data), sender)
                count += 1
        return count

    def exchange(self, most: int = 20) -> int:
        """Pass on until no more files move; return how often.

        Raises:
            AssertionError: they move for ever.
        """
        for number in range(most):
            if not sum([self.pass_on(name) for name in NAMES]):
                return number
        raise AssertionError(most)

    def answer(self, choose: str) -> int:
        """Answer the first open question anywhere; return how many are answered."""
        for world in self.worlds.values():
            with world.store.read() as session:
                asked = conflicts.list_questions(session, is_open=True)
            if asked:
                world.wait(seconds=1)
                resolve(world.context(), asked[0].id, choose, world.now)
                world.settle()
                return 1
        return 0

    def head(self, name: str) -> Tournament:
        """Return the newest state of the only tournament of an installation."""
        world = self.worlds[name]
        (line,) = world.tournaments()
        return decode_snapshot(world.head(line.id).snapshot)

    def take(self, name: str) -> str:
        """Import into a CLM what its installation shows; return its name."""
        shown = from_tournament(self.head(name), Form.CLM, lossy=True)
        return self.clms[name].take(shown.data)

    def differences(self) -> list[object]:
        """Return what the others say otherwise than the first."""
        first, *others = (self.head(name) for name in NAMES)
        return [one for other in others for one in differences(first, other)]

    def close(self) -> None:
        """Close all stores."""
        for world in self.worlds.values():
            world.store.close()


def ringed(
    folder: Path, migrated: Path, clock: Callable[[], dt.datetime], links: Links
) -> Ringed:
    """Return installations with empty stores; the word of nord counts.

    Args:
        folder: for the stores.
        migrated: an empty SQLite file with the newest schema.
        clock: tells the CLMs when they export.
        links: who sends to whom.
    """
    worlds = {}
    for name in NAMES:
        file = shutil.copyfile(migrated, folder / f"{name}.db")
        senders = [one for one in NAMES if name in links[one]]
        owner = "clm" if name == "nord" else _toward_nord(name, links)
        sources = ("clm", *senders)
        settings = Settings(
            sources=tuple(_source(one) for one in sources),
            portals=(DWZ,),
            peers=tuple(_peer(one, senders) for one in links[name]),
            rating=AT_ONCE.model_copy(update={"installation": name}),
            sync=SyncSettings(groups=(SyncGroup(sources=sources, owner=owner),)),
        )
        worlds[name] = World(Store(f"sqlite:///{file}"), settings)
        meet_sources(worlds[name].context(), NOW)
        follow_name(worlds[name].store, settings.rating, NOW, is_put_back=False)
    return Ringed(links, worlds, {name: Clm(clock) for name in NAMES})


def _toward_nord(name: str, links: Links) -> str:
    """Return the source from which an installation hears of nord."""
    senders = [one for one in NAMES if name in links[one]]
    return "nord" if "nord" in senders else senders[0]


def _source(name: str) -> SourceSettings:
    return SourceSettings(name=name, folder=Path(f"/in/{name}"))


def _peer(name: str, senders: list[str]) -> PeerSettings:
    source = name if name in senders else ""
    values = {"name": name, "kind": "folder", "folder": f"/out/{name}"}
    return PeerSettings.model_validate(values | ({"source": source} if source else {}))
