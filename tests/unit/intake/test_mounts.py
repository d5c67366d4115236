from __future__ import annotations

from pathlib import PurePosixPath as P

import pytest

from syncd.intake.mounts import filesystem_type, is_remote

MOUNTINFO = r"""
27 1 254:0 / / rw,relatime - ext4 /dev/vda rw
23 27 0:22 / /srv rw,relatime shared:7 - tmpfs tmpfs rw
31 23 0:41 / /srv/nas rw,relatime shared:9 master:1 - nfs4 nas:/export rw,vers=4.2
32 23 0:42 / /srv/nas\040zwei rw,relatime - cifs //nas/zwei rw
33 23 0:43 / /srv/local rw - nfs nas:/old rw
34 23 0:44 / /srv/local rw - xfs /dev/vdb rw
broken line
""".strip("\n")


@pytest.mark.parametrize(
    ("folder", "kind"),
    [
        ("/home/clm", "ext4"),
        ("/srv", "tmpfs"),
        ("/srv/nasty", "tmpfs"),
        ("/srv/nas", "nfs4"),
        ("/srv/nas/clm/dewis", "nfs4"),
        ("/srv/nas zwei/clm", "cifs"),
        ("/srv/local/clm", "xfs"),
    ],
)
def test_the_deepest_and_last_mount_holds_the_folder(folder: str, kind: str) -> None:
    assert kind == filesystem_type(MOUNTINFO, P(folder))


def test_without_a_table_nothing_is_known() -> None:
    assert filesystem_type("", P("/srv")) == ""


@pytest.mark.parametrize("kind", ["nfs", "nfs4", "cifs", "smb3", "fuse.sshfs", "9p"])
def test_others_write_to_it(kind: str) -> None:
    assert is_remote(kind)


@pytest.mark.parametrize(
    "kind", ["", "ext4", "xfs", "btrfs", "tmpfs", "overlay", "zfs"]
)
def test_only_we_write_to_it(kind: str) -> None:
    assert not is_remote(kind)
