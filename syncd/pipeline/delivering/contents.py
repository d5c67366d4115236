"""What a peer is to have of a tournament: a file, or why there can be none (pure).

Names that lose an umlaut and texts that CLM does not read are told as a remark; a file
that would lose a player, a pairing or a result is not made.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.errors import EncodeError
from syncd.formats.trf import (
    Form,
    decode,
    from_tournament,
    to_tournament,
    with_passport,
)
from syncd.formats.trf.writing.forms import LINE_ENDS
from syncd.formats.trf.writing.losses import games_lost
from syncd.model.tournament import Kind
from syncd.store.deliveries import BLOCKED, QUEUED
from syncd.store.rows import sha256_hex
from syncd.sync.identity import fold_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from syncd.formats.trf import Passport
    from syncd.model.tournament import Tournament

_UNFIT: Final = re.compile(r"[^A-Za-z0-9._-]+")
_LONGEST: Final = 60
_UUID_DIGITS: Final = 8
NOTHING: Final = Text("", "")


@dataclass(frozen=True, slots=True)
class Contents:
    """What a peer is to have.

    Attributes:
        content_sha256: over what it says, without what only dates it.
        data: the file, empty if there can be none.
        note: why there is none.
        remark: what the file cannot say, or its reader will not read.
    """

    content_sha256: str
    data: bytes = b""
    note: Text = NOTHING
    remark: Text = NOTHING

    @property
    def state(self) -> str:
        """The state in which its delivery begins."""
        return QUEUED if self.data else BLOCKED


def form_of(tournament: Tournament, wanted: str) -> Form:
    """Return the form of the file; CLM's own holds no teams.

    Args:
        tournament: what is to be passed on.
        wanted: form of files for this peer.
    """
    is_team = tournament.is_team or bool(tournament.teams)
    return Form.FULL if is_team and wanted == Form.CLM else Form(wanted)


def contents_of(
    tournament: Tournament,
    form: Form,
    passport: Passport,
    contacts: Sequence[str] = (),
    said: Sequence[str] = (),
) -> Contents:
    """Return the file of a tournament, or why there is none.

    Args:
        tournament: what is to be passed on.
        form: of the file.
        passport: what travels with it.
        contacts: lines with contact data, for who is to have it.
        said: lines that tell who said what last.
    """
    try:
        data, lost = _written(tournament, form)
    except EncodeError as exc:
        why = _blocked(form, [exc.text, *exc.causes])
        return Contents(sha256_hex(why.en.encode()), note=why)
    end = LINE_ENDS[form]
    data += "".join([line + end for line in contacts]).encode("ascii")
    data += "".join([line + end for line in said]).encode("ascii")
    lasting = f"\0{form}\0{passport.lasting}".encode()
    remark = _remark(tournament, form, lost)
    return Contents(
        sha256_hex(data + lasting), with_passport(data, passport), remark=remark
    )


def file_name(name: str, uuid: str) -> str:
    """Return a name that every file system takes, the same for every revision.

    Args:
        name: of the tournament.
        uuid: tournamentUUID; its beginning tells namesakes apart.
    """
    plain = _UNFIT.sub("_", fold_name(name)).strip("._-")[:_LONGEST]
    return f"{plain or 'turnier'}_{uuid[:_UUID_DIGITS]}.trf"


def _written(tournament: Tournament, form: Form) -> tuple[bytes, list[Text]]:
    """Return the file and what it does not say.

    Raises:
        EncodeError: players, pairings or results would be lost.
    """
    written = from_tournament(tournament, form, lossy=True)
    found = to_tournament(decode(written.data)).tournament
    games = games_lost(tournament.pairings, found.pairings)
    if games:
        raise EncodeError(_GAMES, causes=games)
    return written.data, [
        item.text for item in written.findings if item.code == "convert.lost"
    ]


def _blocked(form: Form, causes: list[Text]) -> Text:
    return Text(
        f"There is no file in the form {form}: " + " ".join(one.en for one in causes),
        f"In der Form {form} gibt es keine Datei: "
        + " ".join(one.de for one in causes),
    )


def _remark(tournament: Tournament, form: Form, lost: list[Text]) -> Text:
    """Return what whoever imports the file should know."""
    said = [_joined(lost)] if lost else []
    if form is Form.FULL and tournament.is_team:
        said.insert(0, _NO_LEAGUES)
    elif form is Form.CLM and tournament.kind is not Kind.SWISS:
        said.insert(0, _ONLY_SWISS)
    return Text(" ".join(one.en for one in said), " ".join(one.de for one in said))


def _joined(texts: list[Text]) -> Text:
    return Text(
        ". ".join(one.en for one in texts) + ".",
        ". ".join(one.de for one in texts) + ".",
    )


_GAMES: Final = Text(
    "Pairings or results would be lost, so nothing is passed on.",
    "Paarungen oder Ergebnisse gingen verloren, darum wird nichts weitergegeben.",
)
_NO_LEAGUES: Final = Text(
    "Not importable by CLM: it imports no team events; another syncd reads the file.",
    "Nicht in den CLM importierbar: Er importiert keine Mannschaftswettbewerbe; ein "
    "anderes syncd liest die Datei.",
)
_ONLY_SWISS: Final = Text(
    "CLM imports it as a Swiss, whatever it is.",
    "Der CLM importiert es als Schweizer System, was immer es ist.",
)
