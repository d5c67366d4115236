"""Scenes of the other ways to a portal: a folder, mail, a portal that can be asked."""

from __future__ import annotations

from email import message_from_bytes
from typing import TYPE_CHECKING

from ledger_checks import payload_of

from syncd.formats.dwzxml.decode import decode_report
from syncd.formats.dwzxml.fingerprint import payload_sha256

if TYPE_CHECKING:
    from stage import Stage


def folder(stage: Stage) -> None:
    """A report is put into a folder: one whole file, and nothing beside it."""
    stage.dies_next()
    stage.drop(stage.export(), "paper")
    stage.death()
    stage.settles()
    place = stage.installation.daemon.folder / "reports"
    (line,) = stage.lines()
    data = (place / f"{line.file_uuid}.xml").read_bytes()
    assert payload_sha256(decode_report(data).payload) == payload_of(stage.export())
    assert not list(place.glob(f".{line.file_uuid}*.part"))
    title = stage.export().title.encode()
    assert [title in file.read_bytes() for file in place.glob("*.xml")].count(True) == 1


def letter(stage: Stage) -> None:
    """A report is mailed: at most the same message again, under the same id."""
    stage.dies_next()
    stage.drop(stage.export(), "post")
    stage.death()
    stage.settles()
    (line,) = stage.lines()
    letters = stage.outside.mailbox.about(line.file_uuid)
    assert letters
    attached = {_attached(item) for item in letters}
    assert len(attached) == 1
    assert line.file_uuid.encode() in attached.pop()


def _attached(data: bytes) -> bytes:
    """Return the XML file of a letter."""
    parts = [part for part in message_from_bytes(data).walk() if part.get_filename()]
    assert len(parts) == 1
    content = parts[0].get_payload(decode=True)
    assert isinstance(content, bytes)
    return content


def question(stage: Stage) -> None:
    """A sender dies; the portal is asked, has nothing, and gets the report."""
    stage.dies_next("submit.before_send")
    stage.drop(stage.export(), "asking")
    stage.until(stage.installation.has_died, "the first death")
    stage.dies_next()
    stage.death()
    stage.takes(stage.export())
