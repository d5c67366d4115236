"""Scenes of passing tournaments on: a folder of a peer, and one that is unusable."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from syncd.formats.trf import decode, read_passport, to_tournament
from syncd.store import delivery_lines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from stage import Stage

PEER = """
[[peers]]
name = "{name}"
kind = "{kind}"
tournaments = ["{title}"]
{more}
"""
NAMED = '[rating]\ninstallation = "crash"\n'


def passed_on(stage: Stage) -> None:
    """A peer's folder gets one whole file, whenever the worker dies, and the newer."""
    folder = stage.installation.daemon.folder / f"peer-{stage.number}"
    folder.mkdir()
    with _peer(stage, "folder", f'folder = "{folder}"'):
        stage.dies_next()
        stage.drop(stage.export())
        stage.death()
        stage.until(lambda: _is_delivered(stage), "the file at the peer")
        stage.takes(stage.export())
        (file,) = folder.glob("*.trf")
        data = file.read_bytes()
        assert to_tournament(decode(data)).tournament.name == stage.export().title
        assert read_passport(data) is not None


def unusable(stage: Stage) -> None:
    """A peer's certificate cannot be read until a person corrects the section."""
    missing = 'url = "https://127.0.0.1:1"\nca_file = "missing.pem"'
    with _peer(stage, "http", missing):
        stage.dies_next()
        stage.drop(stage.export())
        stage.death()
        stage.until(lambda: "missing.pem" in _note(stage), "the reason")
    stage.takes(stage.export())


@contextmanager
def _peer(stage: Stage, kind: str, more: str) -> Iterator[None]:
    """Configure a peer for the scene's tournament alone."""
    config = stage.installation.daemon.config
    right = config.read_text(encoding="utf-8")
    section = PEER.format(
        name=_name(stage), kind=kind, title=stage.export().title, more=more
    )
    named = right.replace("[rating]\n", NAMED)
    config.write_text(named + section, encoding="utf-8")
    stage.installation.restart()
    yield
    config.write_text(right, encoding="utf-8")
    stage.installation.restart()


def _name(stage: Stage) -> str:
    return f"peer-{stage.number}"


def _is_delivered(stage: Stage) -> bool:
    """Return whether the peer has the newest state, all that was told with it."""
    with stage.installation.store.read() as session:
        waiting = delivery_lines.list_waiting(session)
        delivered = delivery_lines.last_delivered(session)
    is_waiting = any(one.peer == _name(stage) for one in waiting)
    return _name(stage) in delivered and not is_waiting


def _note(stage: Stage) -> str:
    with stage.installation.store.read() as session:
        waiting = delivery_lines.list_waiting(session)
    return " ".join(one.note.en for one in waiting if one.peer == _name(stage))
