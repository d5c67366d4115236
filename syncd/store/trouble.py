"""What keeps a database from being used for now, in words a volunteer can act on.

None of this is the fault of a row: the same step succeeds once the trouble is over, so
it is always tried again.
"""

from __future__ import annotations

from typing import Final

from syncd.bilingual import Text

_FULL: Final = Text(
    "the disk is full. Free some space",
    "der Datenträger ist voll. Bitte Platz schaffen",
)
_READ_ONLY: Final = Text(
    "it is read-only. Check the permissions of its file and folder, and its disk",
    "sie ist schreibgeschützt. Bitte die Rechte von Datei und Ordner und den "
    "Datenträger prüfen",
)
_LOCKED: Final = Text(
    "another program keeps it locked. Close what else has opened it",
    "ein anderes Programm hält sie gesperrt. Bitte schließen, was sie sonst geöffnet "
    "hat",
)
_UNREADABLE: Final = Text(
    "its file cannot be opened. Check its place and its permissions",
    "ihre Datei lässt sich nicht öffnen. Bitte Ort und Rechte prüfen",
)
_BUSY: Final = Text(
    "somebody else was changing the same at this moment",
    "jemand anderes hat im selben Moment dasselbe geändert",
)
_FAULT: Final = Text(
    "its disk fails. Check the disk",
    "ihr Datenträger meldet Fehler. Bitte den Datenträger prüfen",
)
_CROWDED: Final = Text(
    "it has no connection left. Raise max_connections, or run fewer workers",
    "sie hat keine Verbindung mehr frei. Bitte max_connections anheben oder weniger "
    "Worker starten",
)

_SQLITE: Final = {
    "SQLITE_FULL": _FULL,
    "SQLITE_IOERR_SHMSIZE": _FULL,
    "SQLITE_READONLY": _READ_ONLY,
    "SQLITE_BUSY": _LOCKED,
    "SQLITE_LOCKED": _LOCKED,
    "SQLITE_CANTOPEN": _UNREADABLE,
    "SQLITE_IOERR": _FAULT,
}
"""Source: sqlite.org/rescode.html; extended codes begin with the primary ones."""

_POSTGRESQL: Final = {
    "53100": _FULL,
    "25006": _READ_ONLY,
    "55P03": _LOCKED,
    "40P01": _BUSY,
    "40001": _BUSY,
    "53300": _CROWDED,
    "58030": _FAULT,
}
"""Source: PostgreSQL's documentation, appendix A (error codes)."""


def is_trouble(cause: BaseException | None) -> bool:
    """Return whether a driver's error is known to pass by itself or by an action."""
    return _cause(cause) is not None


def trouble_text(cause: BaseException | None) -> Text:
    """Say why the database cannot be used now and what to do.

    Args:
        cause: the error of the driver.
    """
    known = _cause(cause)
    if known is None:
        # Further lines are details for developers, and may hold what is in the rows.
        said = str(cause).partition("\n")[0]
        return Text(
            f"The database cannot be used now: {said}",
            f"Die Datenbank ist gerade nicht nutzbar: {said}",
        )
    return _passing(known)


def _passing(known: Text) -> Text:
    return Text(
        f"The database cannot be used now: {known.en}; it is tried again by itself.",
        f"Die Datenbank ist gerade nicht nutzbar: {known.de}; es wird von selbst "
        "wieder versucht.",
    )


def _cause(cause: BaseException | None) -> Text | None:
    state = getattr(cause, "sqlstate", None) or ""
    name = getattr(cause, "sqlite_errorname", None) or ""
    found = (text for code, text in _SQLITE.items() if name.startswith(code))
    return _POSTGRESQL.get(state) or next(found, None)


FULL: Final = _passing(_FULL)
"""What is said of a store whose disk is full."""
LOCKED: Final = _passing(_LOCKED)
"""Likewise if it is a thread of our own that does not come to its end."""
