"""Which file systems other machines write to: no change is reported, no lock shared.

The kernel tells of changes that go through this machine. On a network share or a FUSE
mount somebody else writes, and nothing is reported, ever; such a folder is polled. For
the same reason SQLite's locks and shared memory do not reach the other machine.
"""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath
from typing import Final

MOUNTINFO: Final = Path("/proc/self/mountinfo")

REMOTE: Final = frozenset({
    "9p", "afs", "beegfs", "ceph", "cifs", "coda", "davfs", "drvfs", "fuse", "gfs2",
    "glusterfs", "gpfs", "lustre", "ncpfs", "nfs", "nfs4", "ocfs2", "prl_fs", "smb2",
    "smb3", "smbfs", "vboxsf", "virtiofs", "vmhgfs",
})  # fmt: skip

_FUSE_OF_THIS_MACHINE: Final = frozenset({
    "fuse.bindfs", "fuse.encfs", "fuse.fuse-overlayfs", "fuse.gocryptfs",
    "fuse.mergerfs",
})  # fmt: skip


def type_of(folder: Path) -> str:
    """Return the type of the file system that holds a path, empty if unknown.

    Args:
        folder: a file or folder, which need not exist yet.
    """
    try:
        table = MOUNTINFO.read_text(encoding="utf-8", errors="surrogateescape")
    except OSError:  # not Linux
        return ""
    return filesystem_type(table, PurePosixPath(folder.resolve()))


def filesystem_type(mountinfo: str, folder: PurePosixPath) -> str:
    """Return the type of the file system that holds a folder, empty if unknown.

    Args:
        mountinfo: text of /proc/self/mountinfo.
        folder: absolute path without symbolic links.

    Source: proc_pid_mountinfo(5): field 5 is the mount point, the type follows " - ".
    """
    found, depth = "", 0
    for line in mountinfo.splitlines():
        mount, _, source = line.partition(" - ")
        fields, types = mount.split(" "), source.split(" ")
        if len(fields) < 5 or not source:  # noqa: PLR2004 - see the format above
            continue
        point = PurePosixPath(_unescape(fields[4]))
        # The last line of equal depth lies on top of the others.
        if folder.is_relative_to(point) and len(point.parts) >= depth:
            found, depth = types[0], len(point.parts)
    return found


def is_remote(kind: str) -> bool:
    """Return whether changes on this type of file system may go unreported."""
    return kind in REMOTE or kind.startswith("fuse.")


def is_shared(kind: str) -> bool:
    """Return whether other machines may write to this type of file system."""
    return is_remote(kind) and kind not in _FUSE_OF_THIS_MACHINE


def _unescape(field: str) -> str:
    r"""Return a mount point with its octal escapes (`\040` = blank) resolved."""
    return re.sub(r"\\([0-7]{3})", lambda match: chr(int(match[1], 8)), field)
