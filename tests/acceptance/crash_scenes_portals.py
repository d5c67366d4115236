"""Scenes of the other ways to a portal: folder, mail, and log-in with tokens."""

from __future__ import annotations

from email import message_from_bytes
from typing import TYPE_CHECKING

from ledger_checks import payload_of

from syncd.formats.dwzxml.decode import decode_report
from syncd.formats.dwzxml.fingerprint import payload_sha256

if TYPE_CHECKING:
    from collections.abc import Callable

    from crash_scenes import Stage


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


def new_token(stage: Stage) -> None:
    """A report needs a token, and there is none."""
    stage.outside.office.revoke_all()
    stage.sql("delete from token")
    stage.dies_next()
    stage.drop(stage.export(), "secure")
    stage.death()
    stage.takes(stage.export())


def no_token(stage: Stage) -> None:
    """The office gives no tokens for a while."""
    stage.outside.office.revoke_all()
    stage.sql("delete from token")
    stage.outside.refuse_tokens()
    stage.dies_next()
    stage.drop(stage.export(), "secure")
    stage.death()
    stage.outside.give_tokens()
    stage.takes(stage.export())


def revoked_token(stage: Stage) -> None:
    """The portal accepts the stored token no longer."""
    stage.drop(stage.export(), "secure")
    stage.takes(stage.export())
    stage.outside.office.revoke_all()
    stage.dies_next()
    stage.drop(stage.export(1), "secure")
    stage.death()
    stage.takes(stage.export(), stage.export(1))


PORTAL_SCENES: dict[Callable[[Stage], None], tuple[str, ...]] = {
    folder: ("directory.written", "directory.renamed"),
    letter: ("mail.before_data", "mail.before_dot", "mail.after_data"),
    new_token: ("token.claimed", "token.kept"),
    no_token: ("token.given_up",),
    revoked_token: ("token.expired",),
}
