"""Whether everything that a world has stored follows from what it took."""

from __future__ import annotations

from typing import TYPE_CHECKING

from syncd.pipeline.provenance.replay import replay

if TYPE_CHECKING:
    from pipeline_world import World

    from syncd.pipeline.provenance.replay import Replayed


def replayed(world: World) -> list[Replayed]:
    """Return how rebuilding each tournament ended."""
    numbers = [line.id for line in world.tournaments() if line.head]
    return list(replay(world.store, world.settings, sorted(numbers)))


def check_replay(world: World) -> None:
    """Fail where a tournament comes out otherwise than it is stored."""
    for one in replayed(world):
        assert one.difference is None, one
