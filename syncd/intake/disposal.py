"""What becomes of a file on disk once its bytes are stored: leave, move or delete.

CLM's export folder belongs to the web server, so the default is to leave. A file is
moved or deleted only while it is still the one that was read.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final, Literal

from syncd.intake.filename import display_name
from syncd.intake.scan import look_at

if TYPE_CHECKING:
    from pathlib import Path

    from syncd.intake.stability import FileState

log = logging.getLogger(__name__)

PROCESSED: Final = "processed"
"""Sub folder of the watched folder that the ignore list leaves out."""


def dispose(
    path: Path,
    state: FileState,
    folder: Path,
    after: Literal["leave", "move", "delete"],
) -> None:
    """Leave, move or delete a file that was taken.

    A file that cannot be moved or deleted stays: it is known and never taken twice.

    Args:
        path: the file.
        state: how it was when it was read.
        folder: the watched folder, below which moved files are kept.
        after: what to do.
    """
    if after == "leave":
        return
    try:
        _put_away(path, state, folder / PROCESSED, keep=after == "move")
    except OSError as exc:
        log.warning(
            "file stays where it is",
            extra={"file": display_name(path), "why": exc.strerror},
        )


def _put_away(path: Path, state: FileState, target: Path, *, keep: bool) -> None:
    """Rename first and compare then: a file put in its place meanwhile survives."""
    target.mkdir(exist_ok=True)
    moved = _free_name(target, path)
    path.rename(moved)
    look = look_at(moved)
    if look is None or look.state != state:
        moved.rename(path)
    elif not keep:
        moved.unlink()


def _free_name(target: Path, path: Path) -> Path:
    """Return a name in the folder that no other file has."""
    name, number = target / path.name, 1
    while name.exists():
        number += 1
        name = target / f"{path.stem}.{number}{path.suffix}"
    return name
