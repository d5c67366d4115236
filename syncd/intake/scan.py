"""What lies in a folder now: regular files, found by walking.

Symbolic links are never followed: what one points to inside the folder is found by
itself, what lies outside is none of ours. Names are taken as the system gives them;
bytes that are not UTF-8 travel as surrogates.
"""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from syncd.intake.stability import FileState

if TYPE_CHECKING:
    from pathlib import Path

    from syncd.bilingual import Text
    from syncd.intake.ignore import IgnoreList


class Look(NamedTuple):
    """One look at a file.

    The change time is not part of the state that is stored, but it betrays a rewrite
    that kept length and modification time.
    """

    state: FileState
    ctime_ns: int


@dataclass(slots=True)
class Scan:
    """What one walk found.

    Attributes:
        files: every regular file that is not ignored.
        ignored: skipped files and folders with the reason.
        unreadable: folders and files that could not be looked at, and why.
    """

    files: dict[Path, Look] = field(default_factory=dict)
    ignored: dict[Path, Text] = field(default_factory=dict)
    unreadable: dict[Path, OSError] = field(default_factory=dict)


def look_at(path: Path) -> Look | None:
    """Return a look at a file, None if there is no regular file (any more).

    Raises:
        OSError: the file may be there but cannot be looked at.
    """
    try:
        return _to_look(path.lstat())
    except (FileNotFoundError, NotADirectoryError):
        return None


def state_of(status: os.stat_result) -> FileState:
    """Return the state in a stat result."""
    return FileState(status.st_size, status.st_mtime_ns, status.st_ino)


def is_folder(path: Path) -> bool:
    """Return whether the path is a folder itself, not a link to one."""
    try:
        return stat.S_ISDIR(path.lstat().st_mode)
    except OSError:  # whoever looks at the path next meets the fault again
        return False


def scan_tree(
    root: Path, ignore: IgnoreList, *, recursive: bool, top: Path | None = None
) -> Scan:
    """Walk a folder.

    Args:
        root: the watched folder; may itself be a symbolic link.
        ignore: what is skipped.
        recursive: whether sub folders are entered.
        top: a folder below `root` to walk instead of all.

    Raises:
        OSError: the folder to start with cannot be read.
    """
    scan = Scan()
    start = root if top is None else top
    folders = _walk_folder(start, root, ignore, scan)
    while recursive and folders:
        folder = folders.pop()
        try:
            folders += _walk_folder(folder, root, ignore, scan)
        except FileNotFoundError:  # removed while we walked
            continue
        except OSError as error:
            scan.unreadable[folder] = error
    return scan


def _walk_folder(
    folder: Path, root: Path, ignore: IgnoreList, scan: Scan
) -> list[Path]:
    """Add the files of one folder to the scan and return its sub folders."""
    folders = []
    below = folder.relative_to(root)
    with os.scandir(folder) as entries:
        for entry in entries:
            path, relative = folder / entry.name, below / entry.name
            if entry.is_dir(follow_symlinks=False):
                reason = ignore.folder_reason(relative)
                folders += [path] if reason is None else []
            else:
                reason = ignore.name_reason(relative)
            if reason is not None:
                scan.ignored[path] = reason
            elif entry.is_file(follow_symlinks=False):
                _add_file(path, scan)
    return folders


def _add_file(path: Path, scan: Scan) -> None:
    try:
        look = look_at(path)
    except OSError as error:
        scan.unreadable[path] = error
    else:
        if look is not None:
            scan.files[path] = look


def _to_look(status: os.stat_result) -> Look | None:
    if not stat.S_ISREG(status.st_mode):
        return None
    return Look(state_of(status), status.st_ctime_ns)
