"""Lists of any length, and how to import them, for tests."""

from __future__ import annotations

import io
import zipfile
from typing import TYPE_CHECKING

from store_rows import NOW

from syncd.daemon.outside import open_context
from syncd.pipeline.lists.listfile import Origin, Wish
from syncd.pipeline.lists.listimport import Imported, import_file
from syncd.settings import Settings
from syncd.wake import NullWake

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Sequence

    from syncd.pipeline.context import Context
    from syncd.store.engine import Store

HEAD = (
    'ID,ZPS,Mitgliedsnummer,Status,"Name,Vorname",Geschlecht,Spielberechtigung,'
    'Geburtsjahr,"Letzte Auswertung",DWZ,Index,FIDE-Elozahl,FIDE-Titel,FIDE-ID,'
    "FIDE-Land"
)


def member_row(person: int, name: str = "", **cells: object) -> str:
    """Return a row of the member list; every cell can be given by name."""
    values = {
        "id": f"NU{4000000 + person}", "vkz": "Z9901", "number": f"{person:04}",
        "status": "A", "name": name or f"Muster{person},Max", "sex": "M",
        "birth": 1950 + person % 60, "dwz": 1500, "index": 10, "elo": "", "fide": "",
    } | cells  # fmt: skip
    return (
        '{id},{vkz},{number},{status},"{name}",{sex},D,{birth},202601,{dwz},{index},'
        "{elo},,{fide},GER".format(**values)
    )


def member_list(rows: Sequence[str] | int) -> bytes:
    """Return a member list of the given rows, or of so many invented people."""
    lines = [member_row(i) for i in range(1, rows + 1)] if isinstance(rows, int) else (
        rows
    )  # fmt: skip
    return "\r\n".join([HEAD, *lines, ""]).encode("cp1252")


def club_list(**clubs: str) -> bytes:
    """Return a list of clubs by code."""
    rows = [f'{vkz},{vkz[0]},{vkz[:3]},"{name}"' for vkz, name in clubs.items()]
    return "\r\n".join(["ZPS,LV,Verband,Vereinname", *rows, ""]).encode("cp1252")


def fide_list(*players: tuple[int, str, int | str, int | str]) -> bytes:
    """Return an XML list of players: id, name, rating, birth year."""
    rows = "".join(
        f"<player><fideid>{number}</fideid><name>{name}</name><country>GER</country>"
        f"<sex>M</sex><rating>{rating}</rating><birthday>{birth}</birthday>"
        "<flag></flag></player>"
        for number, name, rating, birth in players
    )
    return f"<playerslist>{rows}</playerslist>".encode()


def zipped(**files: bytes) -> bytes:
    """Return a zip archive."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return buffer.getvalue()


def outside(store: Store, owner: str = "cli/host/1") -> Context:
    """Return the context of an import."""
    return open_context(store, Settings(), wake=NullWake(), owner=owner)


def take(
    store: Store, data: bytes, wish: Wish | None = None, now: dt.datetime = NOW
) -> list[Imported]:
    """Import a list."""
    origin = Origin("list.zip", "tag", "yesterday")
    wanted = wish or Wish()
    return import_file(outside(store), io.BytesIO(data), origin, wanted, lambda: now)
