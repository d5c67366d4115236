"""What each worker says of itself: a small file whose time stamp is its pulse.

A worker writes its file when it starts and touches it as long as it gets work through.
Touching needs no free space and no database, so a full disk or a lost database does not
make a healthy worker look dead. The daemon compares time stamps with each other, never
with the clock.
"""

from __future__ import annotations

import datetime as dt
import json
import logging
import os
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from pathlib import Path

log = logging.getLogger(__name__)

FOLDER: Final = "workers"
ABANDONED_S: Final = 86400.0
"""A file so old belongs to a worker that was killed, on a host that may be gone."""


@dataclass(frozen=True, slots=True)
class WorkerFile:
    """One worker.

    Attributes:
        name: distinguishes the workers of a host.
        host: where it runs.
        pid: its process.
        pool: prefork or threads.
        concurrency: tasks at the same time.
        queues: what it works on.
    """

    name: str
    host: str
    pid: int
    pool: str
    concurrency: int
    queues: tuple[str, ...]

    def path(self, state_directory: Path) -> Path:
        """Return where its file is."""
        return path_of(state_directory, self.name, self.host)


def path_of(state_directory: Path, name: str, host: str) -> Path:
    """Return the file of a worker."""
    return state_directory / FOLDER / f"{name}@{host}.json".replace("/", "_")


def pulse_of_web(state_directory: Path, host: str) -> Path:
    """Return the file whose time stamp is the pulse of the HTTP interface."""
    return state_directory / FOLDER / f"web@{host}.pulse".replace("/", "_")


def write_worker(state_directory: Path, worker: WorkerFile) -> None:
    """Write a worker's file; without one it only looks silent."""
    path = worker.path(state_directory)
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.write_text(json.dumps(asdict(worker)), encoding="utf-8")
    except OSError as exc:
        log.warning("worker file not written", extra={"why": exc.strerror})


def touch(path: Path) -> None:
    """Move the file's time stamp on."""
    try:
        os.utime(path)
    except OSError as exc:
        log.warning("worker file not touched", extra={"why": exc.strerror})


def pulse_of(path: Path) -> int | None:
    """Return a number that changes as long as the worker is well; None without file."""
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return None


def read_workers(state_directory: Path, now: dt.datetime) -> list[dict[str, Any]]:
    """Return what the workers say of themselves, with `silent_s`, by name.

    Args:
        state_directory: where the files are.
        now: aware UTC time.
    """
    found = []
    for path in sorted((state_directory / FOLDER).glob("*.json")):
        try:
            said = json.loads(path.read_text(encoding="utf-8"))
            at = dt.datetime.fromtimestamp(path.stat().st_mtime, dt.UTC)
        except (OSError, ValueError):  # just removed, or cut off by a full disk
            continue
        silent_s = max(0.0, (now - at).total_seconds())
        if isinstance(said, dict) and silent_s < ABANDONED_S:
            found.append({**said, "silent_s": round(silent_s)})
    return found


def remove_abandoned(state_directory: Path, now: dt.datetime) -> None:
    """Remove the files of workers that were killed long ago."""
    for path in (state_directory / FOLDER).glob("*.json"):
        try:
            if now.timestamp() - path.stat().st_mtime >= ABANDONED_S:
                path.unlink()
        except OSError:  # another worker was faster, or the disk is read-only
            continue
