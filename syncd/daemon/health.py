"""The daemon's own condition as a small file that `syncd status` reads.

A file, not a socket: it can be read while the daemon is down, and its age says so.
"""

from __future__ import annotations

import datetime as dt
import json
import logging
import os
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from syncd.bilingual import Text
    from syncd.broker import BrokerChoice
    from syncd.daemon.children import Child
    from syncd.intake.folder import FolderHealth
    from syncd.settings import Settings

log = logging.getLogger(__name__)

FILE: Final = "daemon.json"
_SOURCE_KEYS: Final = {"name", "folder", "mode", "pending", "degraded"}


def write_health(  # noqa: PLR0913 - the parts of one daemon
    settings: Settings,
    choice: BrokerChoice,
    folders: Sequence[FolderHealth],
    workers: Sequence[Child],
    now: dt.datetime,
    trouble: Text | None = None,
    *,
    web: Child | None = None,
) -> None:
    """Replace the health file.

    Args:
        settings: the daemon's settings.
        choice: which broker is used and why.
        folders: one per source with a folder, in the order of the settings.
        workers: the worker processes.
        now: aware UTC time.
        trouble: why the store could not be used at the last look, None if it could.
        web: the process that answers HTTP, None if there is none.
    """
    health = {
        "pid": os.getpid(),
        "at": now.isoformat(timespec="seconds"),
        "store_trouble": trouble._asdict() if trouble else None,
        "broker": {"kind": choice.kind, "why": choice.why._asdict()},
        "workers": [
            {"name": child.name, "alive": child.is_alive(), "starts": child.starts}
            for child in workers
        ],
        "web": {
            "address": settings.web.url,
            "alive": web.is_alive(),
            "starts": web.starts,
        }
        if web and settings.web
        else None,
        "sources": [
            {
                "name": source.name,
                "folder": str(place),
                "mode": folder.mode,
                "pending": folder.pending,
                "oldest_pending_s": round(folder.oldest_pending_s),
                "ignored": folder.ignored,
                "degraded": folder.degraded._asdict() if folder.degraded else None,
            }
            for (source, place), folder in zip(settings.watched, folders, strict=True)
        ],
    }
    target = settings.state_directory / FILE
    part = target.with_suffix(".part")
    try:
        part.write_text(json.dumps(health), encoding="utf-8")
        part.replace(target)
    except OSError as exc:  # a full disk must not end the daemon
        log.warning("health file not written", extra={"why": exc.strerror})


def remove_health(state_directory: Path) -> None:
    """Remove the health file at an orderly stop: there is nobody to report on."""
    try:
        (state_directory / FILE).unlink(missing_ok=True)
    except OSError as exc:
        log.warning("health file not removed", extra={"why": exc.strerror})


def read_health(state_directory: Path) -> dict[str, Any] | None:
    """Return what the daemon last wrote, None if there is nothing readable."""
    try:
        health = json.loads((state_directory / FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return health if isinstance(health, dict) and _is_whole(health) else None


def _is_whole(health: dict[str, Any]) -> bool:
    """Return whether a health file is one that we have written."""
    broker, sources = health.get("broker"), health.get("sources")
    try:
        written = dt.datetime.fromisoformat(health["at"])
    except (KeyError, TypeError, ValueError):
        return False
    return (
        written.tzinfo is not None
        and isinstance(broker, dict)
        and {"kind", "why"} <= broker.keys()
        and isinstance(sources, list)
        and all(
            isinstance(item, dict) and item.keys() >= _SOURCE_KEYS for item in sources
        )
    )
