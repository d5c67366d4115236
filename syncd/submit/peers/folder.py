"""A folder as peer: a Chess League Manager, or a person, imports from there.

The file appears in one step and takes the place of its older state in one step. The
folder is never made here, because a missing one is most often a share that is not
mounted.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.errors import RejectedError, UnreachableError
from syncd.submit.placing import flush_folder, put_file
from syncd.submit.plain_files import read_plain
from syncd.submit.portal import Receipt

if TYPE_CHECKING:
    from pathlib import Path

    from syncd.submit.peers.peer import Parcel

MOST_BYTES: Final = 64 * 1024 * 1024
"""Largest file that is looked at before it is replaced; none of ours is larger."""


@dataclass(frozen=True, slots=True)
class FolderPeer:
    """A folder that takes tournaments.

    Attributes:
        name: name of the peer in the configuration.
        folder: existing folder.
    """

    name: str
    folder: Path

    @property
    def host(self) -> str:
        """The folder: what is full or not mounted breaks for all of it."""
        return f"peer-folder:{self.name}"

    def deliver(self, parcel: Parcel) -> Receipt:
        """Put the file there; see `Peer.deliver` for the errors."""
        target = self.folder / parcel.name
        try:
            there = _read(target)
            if there == parcel.data:
                flush_folder(self.folder)
                return Receipt(already_there=True)
            if there is not None and not parcel.replaces(there):
                raise _occupied(self.name, target)
            put_file(target, parcel.data)
            flush_folder(self.folder)
        except OSError as error:
            raise self._unreachable(error) from error
        return Receipt(already_there=False)

    def _unreachable(self, error: OSError) -> UnreachableError:
        why = error.strerror or type(error).__name__
        return UnreachableError(
            Text(
                f"{self.name}: the file cannot be put into the folder {self.folder} "
                f"({why}). Please check that the folder exists, can be written to and "
                "has space left; it is tried again later.",
                f"{self.name}: Die Datei kann nicht im Ordner {self.folder} abgelegt "
                f"werden ({why}). Bitte prüfen, ob es den Ordner gibt, ob er "
                "beschreibbar ist und ob noch Platz ist; sie wird später erneut "
                "abgelegt.",
            ),
            may_have_arrived=True,
        )


def _read(target: Path) -> bytes | None:
    """Return what lies there, None if nothing does.

    Raises:
        OSError: it cannot be read, or is no plain file.
    """
    try:
        return read_plain(target, MOST_BYTES)
    except FileNotFoundError:
        return None


def _occupied(name: str, target: Path) -> RejectedError:
    return RejectedError(
        Text(
            f"{name}: {target} is a file of somebody else, so it was not overwritten. "
            "Please move it away; then change anything in the peer's section, or wait "
            "for the next change of the tournament.",
            f"{name}: {target} ist eine fremde Datei und wurde nicht überschrieben. "
            "Bitte wegräumen; danach den Abschnitt des Partners ändern oder auf die "
            "nächste Änderung des Turniers warten.",
        )
    )
