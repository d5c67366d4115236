"""Which format a file has: exactly one, or a clear word on what it is instead.

Formats are told by their content, never by the file's name: exports get renamed, and a
download may be a login page. What is surely something else is named first, because an
archive or a page may well hold lines of a TRF. Nothing is decoded here.
"""

from __future__ import annotations

import re
from typing import Final

from syncd.bilingual import Text
from syncd.errors import UnknownFormatError
from syncd.formats.text import MOST_BYTES, UTF_8_MARK

TRF: Final = "trf"
DWZ: Final = "dwz"
DEWIS: Final = "dewis"
SNAPSHOT: Final = "json"

_FORMATS: Final = {
    TRF: re.compile(
        rb"(?:\A|[\r\n])(?:001 [ 0-9]{3}[0-9 ]|(?:0[1-9]|1[0-4])2(?:[ \r\n]|\Z))"
    ),
    DWZ: re.compile(rb"\A[^\0]{0,4000}?<(?:[\w.\-]+:)?DSB_DWZ_TournamentReport[\s>/]"),
    DEWIS: re.compile(rb"\A[^\0]{0,4000}?<(?:[\w.\-]+:)?dewis[\s>/]"),
    SNAPSHOT: re.compile(rb'\A\s*\{\s*"schema"\s*:\s*[0-9]+\s*,\s*"tournament"'),
}
"""Format -> what is found in such a file: a player or header line of a TRF, the root
element of a DWZ report or of its older DeWIS form, the head of our own snapshot."""

_FILLER: Final = re.compile(rb"[\s\0]*")
_WIDE: Final = re.compile(rb"\xff\xfe|\xfe\xff|[ -~]\0[ -~]\0|\0[ -~]\0[ -~]")
_PAGE: Final = re.compile(rb"\s*<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE)
_XML: Final = re.compile(rb"\s*<(?:\?xml|[A-Za-z])")
_PACKED: Final = re.compile(rb"PK[\x03\x05]|\x1f\x8b|7z\xbc\xaf|Rar!|BZh|\xfd7zXZ")
_DOCUMENT: Final = re.compile(
    rb"%PDF|\xd0\xcf\x11\xe0|\x89PNG|\xff\xd8\xff|GIF8|\{\\rtf|SQLite format 3\0"
)
_CONTROL: Final = re.compile(rb"[\0-\x08\x0e-\x1f]")

_OTHERS: Final = (
    (
        _WIDE,
        Text(
            en="This is UTF-16 text. Open it in an editor and save it as UTF-8.",
            de="Dies ist UTF-16-Text. Bitte im Editor öffnen und als UTF-8 speichern.",
        ),
    ),
    (
        _PAGE,
        Text(
            en="This is a web page, perhaps a login page, and no export. Log in and "
            "download the file itself.",
            de="Dies ist eine Webseite, vielleicht eine Anmeldeseite, und kein Export. "
            "Bitte anmelden und die Datei selbst herunterladen.",
        ),
    ),
    (
        _PACKED,
        Text(
            en="This is a packed archive. Unpack it and take the export inside.",
            de="Dies ist ein gepacktes Archiv. Bitte entpacken und den enthaltenen "
            "Export nehmen.",
        ),
    ),
    (
        _DOCUMENT,
        Text(
            en="This is a document or picture (PDF, Word, Excel …) and no export. "
            "Export the tournament as TRF.",
            de="Dies ist ein Dokument oder Bild (PDF, Word, Excel …) und kein Export. "
            "Bitte das Turnier als TRF exportieren.",
        ),
    ),
)
"""What arrives by mistake -> what it is and what to do."""

_EMPTY: Final = Text(
    en="The file is empty. Export the tournament again.",
    de="Die Datei ist leer. Bitte das Turnier neu exportieren.",
)
_XML_ELSE: Final = Text(
    en="This is XML, but no DWZ report: the element DSB_DWZ_TournamentReport is "
    "missing. Choose “XML DSB neu” when exporting.",
    de="Dies ist XML, aber kein DWZ-Bericht: das Element DSB_DWZ_TournamentReport "
    "fehlt. Beim Export bitte „XML DSB neu“ wählen.",
)
_BINARY: Final = Text(
    en="This is a binary file of an unknown kind. Export the tournament as TRF.",
    de="Dies ist eine Binärdatei unbekannter Art. Bitte das Turnier als TRF "
    "exportieren.",
)
_NOTHING: Final = Text(
    en="This is text, but neither a TRF (no line begins with 001 or 012) nor a DWZ "
    "report. Check that it is the right file.",
    de="Dies ist Text, aber weder TRF (keine Zeile beginnt mit 001 oder 012) noch ein "
    "DWZ-Bericht. Bitte prüfen, ob es die richtige Datei ist.",
)


def detect(data: bytes, *, most_bytes: int = MOST_BYTES) -> str:
    """Return the format of a file: `trf`, `dwz`, `dewis` or `json` (our own snapshot).

    Args:
        data: the whole file.
        most_bytes: larger files are refused unread.

    Raises:
        UnknownFormatError: it is none of them; the message says what it looks like.
    """
    if len(data) > most_bytes:
        raise UnknownFormatError(_too_large(len(data), most_bytes))
    content = data.removeprefix(UTF_8_MARK)
    if _FILLER.fullmatch(content):
        raise UnknownFormatError(_EMPTY)
    for beginning, text in _OTHERS:
        if beginning.match(content):
            raise UnknownFormatError(text)
    names = [name for name, shape in _FORMATS.items() if shape.search(content)]
    if len(names) != 1:
        raise UnknownFormatError(_ambiguous(names) if names else _described(content))
    return names[0]


def _described(content: bytes) -> Text:
    """Return what a file looks like that is nothing we know."""
    if _XML.match(content):
        return _XML_ELSE
    return _BINARY if _CONTROL.search(content) else _NOTHING


def _ambiguous(names: list[str]) -> Text:
    both = " + ".join(names)
    return Text(
        en=f"The file looks like several formats at once ({both}). Two files may have "
        "been joined; send them one by one.",
        de=f"Die Datei sieht nach mehreren Formaten zugleich aus ({both}). Vielleicht "
        "wurden zwei Dateien zusammengefügt; bitte einzeln senden.",
    )


def _too_large(size_bytes: int, most_bytes: int) -> Text:
    size, most = size_bytes // 1024, most_bytes // 1024
    return Text(
        en=f"The file has {size} KiB; more than {most} KiB is no tournament export.",
        de=f"Die Datei hat {size} KiB; mehr als {most} KiB hat kein Turnierexport.",
    )
