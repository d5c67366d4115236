"""What a person says of a report in a folder: a small file beside it.

`<fileUUID>.done` means accepted, `<fileUUID>.rejected` refused; what stands in it is
the receipt number or the reason. The name of the report with `.xml` is taken as well,
in either case, since people name files with programs that think for them.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.bilingual import Text
from syncd.errors import PendingError, RejectedError
from syncd.submit.answer_text import MOST_REASON_CHARACTERS, one_line
from syncd.submit.plain_files import OddFileError, read_plain
from syncd.submit.portal import Receipt

if TYPE_CHECKING:
    from pathlib import Path

DONE: Final = ".done"
REJECTED: Final = ".rejected"
SOON_S: Final = 60.0
"""Who uploads at once wants to see at once that it counts."""
MOST_BYTES: Final = 65_536
_MOST_NUMBER_CHARACTERS: Final = 200


class _Marker(NamedTuple):
    kind: str
    said: bytes


def decision(target: Path, *, portal: str) -> Receipt | None:
    """Return the receipt that lies beside a report, None while nobody has decided.

    Args:
        target: the report's file, which may have been taken away.
        portal: name of the portal for messages.

    Raises:
        RejectedError: the person refused it.
        PendingError: there is a yes and a no, or a marker that cannot be read.
        OSError: the folder cannot be read.
    """
    found = {marker.kind: marker.said for marker in _markers(target, portal)}
    if {DONE, REJECTED} <= set(found):
        raise PendingError(_contradiction(target, portal), may_have_arrived=True)
    if found:
        _forget_placed(target)
    if REJECTED in found:
        raise RejectedError(_refused(target, portal, _words(found[REJECTED])))
    if DONE not in found:
        return None
    said = found[DONE]
    number = _words(said)[:_MOST_NUMBER_CHARACTERS]
    return Receipt(already_there=False, number=number, answer=said)


def _markers(target: Path, portal: str) -> list[_Marker]:
    names = {
        stem + kind: kind
        for stem in (target.stem.lower(), target.name.lower())
        for kind in (DONE, REJECTED)
    }
    return [
        _Marker(names[path.name.lower()], _start_of(path, portal))
        for path in target.parent.iterdir()
        if path.name.lower() in names
    ]


def _start_of(path: Path, portal: str) -> bytes:
    try:
        return read_plain(path, MOST_BYTES)
    except OddFileError as error:
        raise PendingError(_odd(path, portal), may_have_arrived=True) from error


def _words(said: bytes) -> str:
    """Return what a person wrote with whatever editor, as one line."""
    for encoding in ("utf-8-sig", "cp1252"):
        with suppress(UnicodeDecodeError):
            return one_line(said.decode(encoding))[:MOST_REASON_CHARACTERS]
    return one_line(said.decode("latin-1"))[:MOST_REASON_CHARACTERS]


def note_placed(target: Path) -> None:
    """Remember that the report has been in the folder, whoever takes it away.

    Raises:
        OSError: the folder cannot be written.
    """
    _note(target).touch()


def was_placed(target: Path) -> bool:
    """Return whether the report has been in the folder, and nobody has decided."""
    return _note(target).exists()


def _forget_placed(target: Path) -> None:
    """Take the note away: if the marker goes as well, the report may come anew."""
    with suppress(OSError):
        _note(target).unlink(missing_ok=True)


def _note(target: Path) -> Path:
    return target.with_name(f".{target.stem}.placed")


def lies_there(target: Path, portal: str) -> PendingError:
    """Return that a report waits for somebody to upload it."""
    stem = target.stem
    text = Text(
        f"{portal}: the report lies in the folder as {target.name}. After the upload "
        f"put an empty file {stem}{DONE} beside it (or with the receipt number in "
        f"it), or {stem}{REJECTED} with the reason.",
        f"{portal}: Der Bericht liegt als {target.name} im Ordner. Nach dem Hochladen "
        f"bitte eine leere Datei {stem}{DONE} daneben legen (oder mit der "
        f"Quittungsnummer darin) oder {stem}{REJECTED} mit dem Grund.",
    )
    return PendingError(text, may_have_arrived=True, soon_s=SOON_S)


def taken_away(target: Path, portal: str) -> PendingError:
    """Return that somebody took a report away without saying what became of it."""
    stem, note = target.stem, _note(target).name
    text = Text(
        f"{portal}: the report {target.name} was in the folder and is gone. It is not "
        f"put there a second time: if it was uploaded, put a file {stem}{DONE} there; "
        f"to get it once more, delete the hidden file {note}.",
        f"{portal}: Der Bericht {target.name} lag im Ordner und ist weg. Er wird nicht "
        f"ein zweites Mal abgelegt: Wurde er hochgeladen, bitte eine Datei "
        f"{stem}{DONE} anlegen; soll er noch einmal kommen, die versteckte Datei "
        f"{note} löschen.",
    )
    return PendingError(text, may_have_arrived=True)


def changed(target: Path, portal: str) -> PendingError:
    """Return that somebody has changed a report that waits in the folder."""
    stem = target.stem
    text = Text(
        f"{portal}: {target.name} in the folder is no longer the report that was put "
        f"there; somebody has changed it. If it was uploaded, put a file {stem}{DONE} "
        "beside it; to get the report back, delete both it and the hidden file "
        f"{_note(target).name}.",
        f"{portal}: {target.name} im Ordner ist nicht mehr der abgelegte Bericht; "
        f"jemand hat die Datei geändert. Wurde sie hochgeladen, bitte eine Datei "
        f"{stem}{DONE} daneben legen; soll der Bericht zurückkommen, sie und die "
        f"versteckte Datei {_note(target).name} löschen.",
    )
    return PendingError(text, may_have_arrived=True)


def _odd(path: Path, portal: str) -> Text:
    return Text(
        f"{portal}: {path.name} beside the report is no plain file, or it may not be "
        "read, so it says nothing. Please delete it and put an ordinary file there.",
        f"{portal}: {path.name} neben dem Bericht ist keine gewöhnliche Datei oder "
        "nicht lesbar und sagt darum nichts. Bitte löschen und eine gewöhnliche Datei "
        "dorthin legen.",
    )


def _contradiction(target: Path, portal: str) -> Text:
    stem = target.stem
    return Text(
        f"{portal}: beside the report lie both {stem}{DONE} and {stem}{REJECTED}. "
        "Please delete the one that is wrong.",
        f"{portal}: Neben dem Bericht liegen {stem}{DONE} und {stem}{REJECTED}. Bitte "
        "die falsche der beiden Dateien löschen.",
    )


def _refused(target: Path, portal: str, reason: str) -> Text:
    marker = f"{target.stem}{REJECTED}"
    en = f" The reason given: {_ended(reason)}" if reason else " No reason was given."
    de = (
        f" Angegebener Grund: {_ended(reason)}"
        if reason
        else " Ein Grund ist nicht angegeben."
    )
    return Text(
        f"{portal}: the report was marked as rejected.{en} Before it can be sent again "
        f"unchanged, delete the file {marker}, or it is refused at once.",
        f"{portal}: Der Bericht wurde als abgelehnt markiert.{de} Bevor er unverändert "
        f"noch einmal gehen kann, bitte die Datei {marker} löschen; sonst gilt er "
        "sofort wieder als abgelehnt.",
    )


def _ended(reason: str) -> str:
    """Return what a person wrote as a sentence."""
    return reason if reason.endswith((".", "!", "?")) else f"{reason}."
