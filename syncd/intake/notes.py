"""What is said about a folder or file that cannot be used at the moment."""

from __future__ import annotations

import errno
import os
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text, counted_as
from syncd.intake.filename import display_name

if TYPE_CHECKING:
    from pathlib import Path

_GONE: Final = frozenset({errno.ENOENT, errno.ENOTDIR})

# The system's own wording is English only; these are what people really meet.
_CAUSES: Final = {
    errno.EACCES: Text("no permission", "keine Berechtigung"),
    errno.EPERM: Text("not permitted", "nicht erlaubt"),
    errno.ENOSPC: Text("the disk is full", "der Datenträger ist voll"),
    errno.EDQUOT: Text("the quota is used up", "das Kontingent ist erschöpft"),
    errno.EROFS: Text("the disk is read-only", "der Datenträger ist schreibgeschützt"),
    errno.EIO: Text("disk or network fault", "Fehler am Datenträger oder im Netz"),
    errno.EBUSY: Text("in use by another program", "von einem anderen Programm belegt"),
    errno.ESTALE: Text("the share was lost", "die Netzfreigabe ging verloren"),
}


def unavailable_text(folder: Path, error: OSError) -> Text:
    """Say that a watched folder is missing or closed to us."""
    where = display_name(folder)
    if error.errno in _GONE:
        return Text(
            f"The folder {where} does not exist. Is the share mounted? Nothing that "
            "came from it is removed; watching goes on once it is back.",
            f"Den Ordner {where} gibt es nicht. Ist die Netzfreigabe eingebunden? "
            "Nichts, was von dort kam, wird gelöscht; sobald er wieder da ist, geht "
            "es weiter.",
        )
    cause = _cause(error)
    return Text(
        f"The folder {where} cannot be read: {cause.en}. Check its permissions and its "
        "disk; it is tried again by itself.",
        f"Der Ordner {where} ist nicht lesbar: {cause.de}. Bitte Rechte und "
        "Datenträger prüfen; es wird von selbst wieder versucht.",
    )


def unreadable_text(path: Path, error: OSError) -> Text:
    """Say that one file or sub folder could not be taken for now."""
    where, cause = display_name(path), _cause(error)
    return Text(
        f"{where} cannot be taken now: {cause.en}. It stays where it is and is tried "
        "again by itself; check permissions and free space.",
        f"{where} kann gerade nicht übernommen werden: {cause.de}. Es bleibt liegen "
        "und wird von selbst wieder versucht; bitte Rechte und freien Platz prüfen.",
    )


def emptied_text(folder: Path, count: int) -> Text:
    """Say that a folder came back without any of the files it had.

    Args:
        folder: the watched folder.
        count: how many files it had.
    """
    where = display_name(folder)
    held = counted_as(count, Text("file", "Datei"), Text("files", "Dateien"))
    lay = "lag" if count == 1 else "lagen"
    return Text(
        f"The folder {where} was replaced and is empty now; it held {held.en}. "
        "Is the share mounted? Nothing that came from it is removed.",
        f"Der Ordner {where} wurde ersetzt und ist jetzt leer; vorher {lay} dort "
        f"{held.de}. Ist die Netzfreigabe eingebunden? Nichts, was von dort "
        "kam, wird gelöscht.",
    )


def _cause(error: OSError) -> Text:
    number = error.errno or 0
    known = _CAUSES.get(number)
    if known is not None:
        return known
    raw = os.strerror(number) if number else str(error)
    return Text(raw, raw)
