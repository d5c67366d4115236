"""SIGKILL in the middle of a send by mail or into a folder, with the whole pipeline.

A process that works off everything due dies at one named place; the next run on the
same state brings the report to its end.
"""

from __future__ import annotations

import datetime as dt
import shutil
import signal
import subprocess
import sys
from email import message_from_bytes
from typing import TYPE_CHECKING

import pytest
from smtp_servers import EXPORT, Mailbox, MailServer

from syncd.daemon.once import run_once
from syncd.formats.dwzxml.decode import decode_report
from syncd.settings import load_settings

if TYPE_CHECKING:
    from pathlib import Path

PROGRAM = """
import datetime as dt, pathlib, sys
from syncd import failpoints
from syncd.daemon.once import run_once
from syncd.settings import load_settings
failpoints.arm(pathlib.Path(sys.argv[2]))
run_once(load_settings(pathlib.Path(sys.argv[1])), lambda: dt.datetime.now(dt.UTC))
"""
CONFIG = """
state_directory = "state"
[rating]
mode = "auto"
quiet_individual_s = 0
first_contact_hold_days = 0
[[sources]]
name = "clm"
folder = "inbox"
stable_s = 0
[[portals]]
name = "officer"
"""
MAIL = """
kind = "mail"
mail = { host = "127.0.0.1", port = %d, security = "none", sender = "me@example.org", \
to = ["dwz@example.net"] }
"""
FOLDER = """
kind = "directory"
folder = "out"
receipt = "%s"
"""


class Installation:
    """One state directory, which is worked off again and again."""

    def __init__(self, folder: Path, portal: str, store: Path) -> None:
        for name in ("inbox", "out", "state"):
            (folder / name).mkdir()
        shutil.copyfile(store, folder / "state" / "syncd.db")
        shutil.copyfile(EXPORT, folder / "inbox" / EXPORT.name)
        self.config = folder / "syncd.toml"
        self.config.write_text(CONFIG + portal, encoding="utf-8")

    def die_at(self, place: str) -> None:
        """Work off what is due in a process that dies at this place."""
        order = self.config.with_name("order")
        order.write_text(place)
        command = [sys.executable, "-c", PROGRAM, str(self.config), str(order)]
        done = subprocess.run(command, check=False, capture_output=True, timeout=120)
        assert done.returncode == -signal.SIGKILL, done.stderr.decode()
        assert not order.exists()

    def run(self) -> None:
        """Work off what is due."""
        run_once(load_settings(self.config), lambda: dt.datetime.now(dt.UTC))


def rarely(*values: object) -> object:
    """Return a case that only the long run tries."""
    return pytest.param(*values, marks=pytest.mark.full)


@pytest.mark.parametrize(
    ("place", "arrived"),
    [
        rarely("submit.before_send", 1),
        rarely("mail.before_data", 1),
        ("mail.before_dot", 1),
        ("mail.after_data", 2),
        rarely("submit.finished:before", 2),
        rarely("submit.finished:after", 1),
    ],
)
def test_the_mail_arrives_and_is_the_same_message(
    tmp_path: Path, migrated_sqlite: Path, place: str, arrived: int
) -> None:
    with MailServer(mailbox := Mailbox()) as server:
        installation = Installation(tmp_path, MAIL % server.port, migrated_sqlite)
        installation.die_at(place)
        installation.run()
        installation.run()
    assert len(mailbox.letters) == arrived
    assert len(set(mailbox.letters)) == 1
    message = message_from_bytes(mailbox.letters[0])
    (attached,) = [part for part in message.walk() if part.get_filename()]
    data = attached.get_payload(decode=True)
    assert isinstance(data, bytes)
    header = decode_report(data).header
    assert header is not None
    assert message["Message-ID"] == f"<{header.file_uuid}@example.org>"


@pytest.mark.parametrize(
    ("place", "receipt"),
    [
        ("directory.written", "written"),
        ("directory.renamed", "marker"),
        rarely("directory.written", "marker"),
        rarely("directory.renamed", "written"),
        rarely("submit.before_send", "marker"),
        rarely("submit.after_send", "written"),
    ],
)
def test_one_whole_file_lies_in_the_folder(
    tmp_path: Path, migrated_sqlite: Path, place: str, receipt: str
) -> None:
    installation = Installation(tmp_path, FOLDER % receipt, migrated_sqlite)
    installation.die_at(place)
    installation.run()
    installation.run()
    names = [path.name for path in (tmp_path / "out").iterdir()]
    assert [name for name in names if name.endswith(".part")] == []
    (file,) = (tmp_path / "out").glob("*.xml")
    header = decode_report(file.read_bytes()).header
    assert header is not None
    assert header.file_uuid == file.stem
