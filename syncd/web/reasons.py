"""Why something that was handed in is no export, and what to do, in plain words."""

from __future__ import annotations

from math import ceil
from typing import Final

from syncd.bilingual import Text

LOGIN_PAGE: Final = Text(
    "This is a web page that asks for a password and no export. The program that "
    "handed it in has to log in at the CLM site first.",
    "Das ist eine Webseite, die nach einem Passwort fragt, und kein Export. Das "
    "abgebende Programm muss sich zuerst an der CLM-Seite anmelden.",
)
WEB_PAGE: Final = Text(
    "This is a web page and no export. Hand in the file itself.",
    "Das ist eine Webseite und kein Export. Bitte die Datei selbst abgeben.",
)
LISTING: Final = Text(
    "This is JSON or a list of addresses and no export. Hand in the files themselves, "
    "or let them be downloaded: [sources.pull].",
    "Das ist JSON oder eine Liste von Adressen und kein Export. Bitte die Dateien "
    "selbst abgeben oder herunterladen lassen: [sources.pull].",
)
FOREIGN: Final = Text(
    "This is a picture, script, PDF or the like by its Content-Type and no export. An "
    "export is application/octet-stream, text/plain, XML or a zip archive.",
    "Das ist laut Content-Type ein Bild, ein Skript, ein PDF oder Ähnliches und kein "
    "Export. Ein Export ist application/octet-stream, text/plain, XML oder ein "
    "ZIP-Archiv.",
)
PACKED: Final = Text(
    "This is packed (gzip, 7z, rar, bzip2 or xz) and no export. Hand in the export as "
    "it is, or in a zip archive.",
    "Das ist gepackt (gzip, 7z, rar, bzip2 oder xz) und kein Export. Bitte den Export "
    "so abgeben, wie er ist, oder in einem ZIP-Archiv.",
)
EMPTY: Final = Text(
    "The file is empty. Is the export finished?",
    "Die Datei ist leer. Ist der Export fertig?",
)
NAMELESS: Final = Text(
    "The file has no name. CLM writes the time of the export into it: send it as "
    "X-Filename, Content-Disposition or file name of the form.",
    "Die Datei hat keinen Namen. CLM schreibt den Zeitpunkt des Exports hinein: bitte "
    "als X-Filename, Content-Disposition oder Dateiname des Formulars mitsenden.",
)
BROKEN_FORM: Final = Text(
    "The form (multipart/form-data) is broken, incomplete or holds too many parts.",
    "Das Formular (multipart/form-data) ist beschädigt, unvollständig oder hat zu "
    "viele Teile.",
)
NOTHING: Final = Text(
    "The archive or form holds no export that could be taken.",
    "Im Archiv oder Formular ist kein Export, der übernommen werden konnte.",
)


def too_large(limit_bytes: int) -> Text:
    """Return that a file is beyond the limit."""
    limit = f"{ceil(limit_bytes / 1e6)} MB"
    return Text(
        f"This is more than {limit}, which no tournament export has. Nothing was "
        "stored. Larger ones need max_size_bytes of the source (an archive: "
        "max_archive_bytes in [web]).",
        f"Das sind mehr als {limit}, so groß ist kein Turnierexport. Nichts wurde "
        "gespeichert. Für größere: max_size_bytes der Quelle (Archive: "
        "max_archive_bytes in [web]).",
    )
