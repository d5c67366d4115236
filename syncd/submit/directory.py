"""A folder as portal: a person uploads the files by hand, as most do today.

The file appears under its final name in one step (written beside it, flushed, renamed,
folder flushed), so nobody can pick up half a report. The name is the fileUUID: a
second send finds the file and never writes it again. The folder is never created here,
because a missing folder is most often a share that is not mounted.

What counts as receipt is configuration: that the file was written, or a marker that
the person puts beside it after the upload (`syncd.submit.markers`). Until the marker
comes the report is pending, also if the file was taken away: that it once lay there is
noted in a hidden file. The note is made after the file, so a crash in between costs at
worst a second copy under the same fileUUID, never the report.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal
from uuid import UUID

from syncd.bilingual import Text
from syncd.errors import RejectedError, UnreachableError
from syncd.submit import markers
from syncd.submit.placing import flush_folder, put_file, write_flushed
from syncd.submit.plain_files import read_plain
from syncd.submit.portal import Receipt

if TYPE_CHECKING:
    from pathlib import Path

    from syncd.submit.portal import Package


@dataclass(frozen=True, slots=True)
class DirectoryPortal:
    """A folder that takes reports.

    Attributes:
        name: name of the portal in the configuration.
        folder: existing folder.
        receipt: `written`: the file itself; `marker`: what a person puts beside it.
    """

    name: str
    folder: Path
    receipt: Literal["written", "marker"] = "written"

    @property
    def host(self) -> str:
        """The folder: what is full or not mounted breaks for all of it."""
        return f"folder:{self.name}"

    @property
    def can_ask(self) -> bool:
        """A marker tells what became of a report."""
        return self.receipt == "marker"

    def ask(self, package: Package) -> Receipt | None:
        """Return what the marker says; see `Portal.ask` for the errors."""
        if not self.can_ask:
            return None
        target = self.folder / _file_name(package.file_uuid)
        try:
            return self._decided(target, package.data)
        except OSError as error:
            raise self._unreachable(error, target) from error

    def send(self, package: Package) -> Receipt:
        """Put the file there once; see `Portal.send` for the errors."""
        target = self.folder / _file_name(package.file_uuid)
        try:
            if self.can_ask:
                return self._put_and_wait(target, package.data)
            return self._put(target, package.data)
        except OSError as error:
            raise self._unreachable(error, target) from error

    def _put(self, target: Path, data: bytes) -> Receipt:
        """Write the file unless it is there already."""
        there = _read(target, len(data))
        if there is None:
            put_file(target, data)
        flush_folder(self.folder)
        if there is not None and there != data:
            raise _occupied(target)
        return Receipt(already_there=there is not None)

    def test(self, package: Package) -> Receipt:
        """Write a hidden file and take it away again; no report is left behind."""
        part = self.folder / f".{_file_name(package.file_uuid)}.test"
        try:
            part.unlink(missing_ok=True)
            write_flushed(part, package.data)
            flush_folder(self.folder)
            part.unlink()
        except OSError as error:
            raise self._unreachable(error, part) from error
        return Receipt(already_there=False)

    def _put_and_wait(self, target: Path, data: bytes) -> Receipt:
        """Return the receipt of a marker; without one write the file and wait."""
        receipt = self._decided(target, data)
        if receipt is not None:
            return receipt
        self._put(target, data)
        markers.note_placed(target)
        flush_folder(self.folder)
        raise markers.lies_there(target, self.name)

    def _decided(self, target: Path, data: bytes) -> Receipt | None:
        """Return the receipt of a marker, None if the file was never there."""
        receipt = markers.decision(target, portal=self.name)
        if receipt is not None:
            return receipt
        there = _read(target, len(data))
        if there is None:
            if markers.was_placed(target):
                raise markers.taken_away(target, self.name)
            return None
        if there != data and markers.was_placed(target):
            raise markers.changed(target, self.name)
        if there != data:
            raise _occupied(target)
        markers.note_placed(target)
        raise markers.lies_there(target, self.name)

    def _unreachable(self, error: OSError, target: Path) -> UnreachableError:
        why = error.strerror or type(error).__name__
        text = Text(
            f"{self.name}: the report cannot be put into the folder {self.folder} "
            f"({why}). Please check that the folder exists, can be written to and has "
            "space left; the report is kept and tried again later.",
            f"{self.name}: Der Bericht kann nicht im Ordner {self.folder} abgelegt "
            f"werden ({why}). Bitte prüfen, ob es den Ordner gibt, ob er beschreibbar "
            "ist und ob noch Platz ist; der Bericht bleibt erhalten und wird später "
            "erneut abgelegt.",
        )
        return UnreachableError(text, may_have_arrived=_exists(target))


def _file_name(file_uuid: str) -> str:
    """Return the file name; a fileUUID in any other form could leave the folder."""
    if not _is_uuid(file_uuid):
        text = Text(
            f"“{file_uuid[:60]}” is no valid fileUUID, so no file can be named after "
            "it. Please make the report anew.",
            f"„{file_uuid[:60]}“ ist keine gültige fileUUID und taugt nicht als "
            "Dateiname. Bitte den Bericht neu erstellen.",
        )
        raise RejectedError(text)
    return f"{file_uuid}.xml"


def _is_uuid(text: str) -> bool:
    """Return whether the text is a UUID as 8-4-4-4-12, in either case."""
    try:
        return str(UUID(text)) == text.lower()
    except ValueError:
        return False


def _read(target: Path, expected: int) -> bytes | None:
    """Return the bytes of the file, one more than expected at most; None without one.

    Raises:
        OSError: it cannot be read, or is no plain file.
    """
    try:
        return read_plain(target, expected + 1)
    except FileNotFoundError:
        return None


def _exists(target: Path) -> bool:
    """Return whether the file is there; a folder that is gone has none."""
    try:
        return target.exists()
    except OSError:
        return False


def _occupied(target: Path) -> RejectedError:
    return RejectedError(
        Text(
            f"The file {target} exists already with other content. Please check who "
            "put it there and move it away; nothing was overwritten.",
            f"Die Datei {target} gibt es schon mit anderem Inhalt. Bitte prüfen, wer "
            "sie dort abgelegt hat, und sie wegräumen; es wurde nichts überschrieben.",
        )
    )
