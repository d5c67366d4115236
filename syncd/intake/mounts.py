"""Which file systems report changes: those that other machines write to do not.

The kernel tells of changes that go through this machine. On a network share or a FUSE
mount somebody else writes, and nothing is reported, ever; such a folder is polled.
"""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import Final

REMOTE: Final = frozenset({
    "9p", "afs", "beegfs", "ceph", "cifs", "coda", "davfs", "drvfs", "fuse", "gfs2",
    "glusterfs", "gpfs", "lustre", "ncpfs", "nfs", "nfs4", "ocfs2", "prl_fs", "smb2",
    "smb3", "smbfs", "vboxsf", "virtiofs", "vmhgfs",
})  # fmt: skip


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


def _unescape(field: str) -> str:
    r"""Return a mount point with its octal escapes (`\040` = blank) resolved."""
    return re.sub(r"\\([0-7]{3})", lambda match: chr(int(match[1], 8)), field)
