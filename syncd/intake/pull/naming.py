"""Names of downloaded exports: never a path, never a trick, never without an end. Pure.

The name matters: CLM writes name and time of an export into it. It comes from a server
and is shown, stored and compared, so whatever could mislead is taken out.
"""

from __future__ import annotations

import re
import unicodedata
from email.message import Message
from pathlib import PurePosixPath
from typing import Final
from urllib.parse import unquote, urlsplit

from syncd.formats.hidden_signs import hidden_sign

MOST_BYTES: Final = 200
"""Of a name in UTF-8; file systems allow 255, and a number may be added."""
_NAMELESS: Final = "export"
_SPACES: Final = re.compile(r"\s+")
_DRIVE: Final = re.compile(r"^[A-Za-z]:(?=.)")
_END_BYTES: Final = 60


def clean_name(stated: str) -> str:
    """Return a name that is only a name: at most `MOST_BYTES`, never empty.

    Folders and drive letters go, signs that nobody sees or that turn the direction of
    writing become underscores, and the middle of a very long name is cut.
    """
    last = stated.replace("\\", "/").rstrip("/").rpartition("/")[2]
    plain = unicodedata.normalize("NFC", _DRIVE.sub("", last))
    spaced = _SPACES.sub(" ", plain)
    seen = "".join("_" if hidden_sign(sign) else sign for sign in spaced)
    name = seen.lstrip(" ").rstrip(". ")
    return _shortened(name if name.strip(".") else _NAMELESS)


def name_in_disposition(header: str) -> str:
    """Return the file name that a `Content-Disposition` states, empty if none.

    Source: RFC 6266 section 4.3.
    """
    if not header:
        return ""
    message = Message()
    try:
        message["Content-Disposition"] = header
        return message.get_filename("") or ""
    except (ValueError, LookupError):  # line breaks, an encoding that does not exist
        return ""


def name_in_address(url: str) -> str:
    """Return the last step of an address's path."""
    return unquote(urlsplit(url).path).rstrip("/").rpartition("/")[2]


class DistinctNames:
    """Gives names that stay apart also where case does not count.

    A name that differs from an earlier one only in case gets a number, as a browser
    would write it: the time in CLM's file names stays readable.
    """

    def __init__(self) -> None:
        self._given: dict[str, str] = {}

    def of(self, name: str) -> str:
        """Return the name, with a number if one like it was given before."""
        number, found = 1, name
        while self._given.setdefault(found.casefold(), found) != found:
            number += 1
            path = PurePosixPath(name)
            found = f"{path.stem} ({number}){path.suffix}"
        return found


def _shortened(name: str) -> str:
    """Return the name, its middle cut out if it is too long: its end has the time."""
    data = name.encode("utf-8", "replace")
    if len(data) <= MOST_BYTES:
        return name
    end = data[-_END_BYTES:].decode("utf-8", "ignore")
    room = MOST_BYTES - _END_BYTES - len("…".encode())
    return f"{data[:room].decode('utf-8', 'ignore')}…{end}"
