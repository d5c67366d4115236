"""The passport of a file that travels between installations of syncd.

One comment line at the end of the file says which tournament it is (tournamentUUID),
who wrote it, who reports it to a portal, whether that was done, and which state of its
reader's it knows. Every reader of TRF
skips comments, CLM's importer too, and the line cannot get lost on the way as a second
file could. A program that writes the file anew loses it; then it is an export like any.

    ### syncd {"from":"nord","reported":false,"revision":3,"submitter":"nord",…}
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from syncd.formats.json_object import JsonObject, as_text

_START: Final = b"### syncd {"
_LINE: Final = re.compile(rb"^### syncd (\{[^\r\n]{1,2000}\})[ \r]*$", re.MULTILINE)
_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,62}")
"""As installations are named in the settings."""
_VERSION: Final = 1


@dataclass(frozen=True, slots=True)
class Passport:
    """What travels with a tournament.

    Attributes:
        tournament_uuid: tournamentUUID.
        installation: name of the syncd that wrote the file.
        submitter: name of the syncd that reports the tournament, empty if nobody does.
        is_reported: whether a portal may have a report of it.
        revision: of the tournament at the writer.
        reader: name of the syncd for which it was written, empty if unknown.
        seen: newest revision at that one which the writer has taken into account, 0 if
            none: what stood there then, and stands otherwise here, was changed since.
        owner: name of the syncd whose word counts at the writer, empty if unknown.
    """

    tournament_uuid: str
    installation: str
    submitter: str = ""
    is_reported: bool = False
    revision: int = 0
    reader: str = ""
    seen: int = 0
    owner: str = ""

    @property
    def lasting(self) -> str:
        """Everything that matters to the reader, without what only dates the file."""
        return json.dumps({**self._plain(), "revision": 0}, sort_keys=True)

    def _plain(self) -> dict[str, Any]:
        return {
            "v": _VERSION,
            "tournament": self.tournament_uuid,
            "from": self.installation,
            "submitter": self.submitter,
            "reported": self.is_reported,
            "revision": self.revision,
            **({"to": self.reader, "seen": self.seen} if self.seen else {}),
            **({"owner": self.owner} if self.owner else {}),
        }

    def line(self) -> str:
        """Return the passport as a comment line, ASCII, without an end."""
        text = json.dumps(self._plain(), sort_keys=True, separators=(",", ":"))
        return f"### syncd {text}"


def with_passport(data: bytes, passport: Passport) -> bytes:
    """Return a TRF file with a passport as its last line."""
    end = b"\r\n" if data.endswith(b"\r\n") else b"\n"
    return data + passport.line().encode("ascii") + end


def read_passport(data: bytes) -> Passport | None:
    """Return the passport of a file, None if it has none that can be understood.

    One of a later version that says more is understood as far as this one goes. Never
    raises, whatever the bytes.
    """
    at = data.rfind(_START)
    found = _LINE.match(data, at) if at >= 0 else None
    if found is None:
        return None
    try:
        return _passport(JsonObject(json.loads(found[1])))
    except (ValueError, TypeError, RecursionError):
        return None


def _passport(said: JsonObject) -> Passport | None:
    uuid = str(UUID(as_text(said.value("tournament"))))
    installation = as_text(said.value("from"))
    submitter = as_text(said.value("submitter"))
    is_named = _NAME.fullmatch(installation) is not None
    if not is_named or (submitter and not _NAME.fullmatch(submitter)):
        return None
    is_reported = said.value("reported") is True
    return Passport(
        uuid, installation, submitter, is_reported, said.integer("revision"),
        as_text(said.value("to") or ""), said.integer("seen", 0),
        as_text(said.value("owner") or ""),
    )  # fmt: skip
