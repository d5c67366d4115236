"""The finished files of a folder for a run that does not stay (`syncd once`)."""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING, TypeAlias

from syncd.errors import ConfigError
from syncd.intake.filename import display_name
from syncd.intake.ignore import IgnoreList
from syncd.intake.notes import unavailable_text
from syncd.intake.scan import Look, Scan, look_at, scan_tree
from syncd.intake.stability import EMPTY_S

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from syncd.intake.stability import FileState

log = logging.getLogger(__name__)

_Looks: TypeAlias = "list[tuple[Path, Look]]"


def scan_once(
    folder: Path,
    *,
    stable_s: float,
    now: dt.datetime,
    ignore: IgnoreList | None = None,
    recursive: bool = True,
    wait: Callable[[float], object] = time.sleep,
) -> Iterator[tuple[Path, FileState]]:
    """Yield the finished files of a folder, for a run that does not stay.

    A file that was last written long enough ago is finished. The others get one wait
    and a second look together; what changes meanwhile is left for the next run.

    Args:
        folder: where to look.
        stable_s: seconds a file must be unchanged, 0 or more.
        now: aware; compared with modification times.
        ignore: names that are skipped.
        recursive: whether sub folders count.
        wait: called with the seconds to let pass before the second look.

    Raises:
        ConfigError: the folder cannot be read.
    """
    try:
        scan = scan_tree(folder, ignore or IgnoreList(), recursive=recursive)
    except OSError as error:
        raise ConfigError(unavailable_text(folder, error)) from error
    for path, problem in scan.unreadable.items():
        log.warning("file_unreadable", extra=_ids(path) | {"why": str(problem)})
    old, young = _by_age(scan, now, stable_s)
    for path, look in old:
        yield path, look.state
    if young:
        wait(stable_s)
        yield from _unchanged(young)


def _by_age(scan: Scan, now: dt.datetime, stable_s: float) -> tuple[_Looks, _Looks]:
    """Return the finished files and those that deserve a second look.

    An empty file is given much longer before it counts as finished, as in the monitor.
    """
    old: _Looks = []
    young: _Looks = []
    for path, look in sorted(scan.files.items()):
        age_s = now.timestamp() - look.state.mtime_ns / 1e9
        if age_s >= (stable_s if look.state.size_bytes else max(stable_s, EMPTY_S)):
            old.append((path, look))
        elif look.state.size_bytes:
            young.append((path, look))
        else:
            log.info("file_unfinished", extra=_ids(path))
    return old, young


def _unchanged(looks: _Looks) -> Iterator[tuple[Path, FileState]]:
    """Yield the files that a second look finds as the first did."""
    for path, look in looks:
        try:
            is_same = look_at(path) == look
        except OSError:  # not readable just now: as good as unfinished
            is_same = False
        if is_same:
            yield path, look.state
        else:
            log.info("file_unfinished", extra=_ids(path))


def _ids(path: Path) -> dict[str, object]:
    return {"file": display_name(path)}
