"""Any text that states a time control: bare numbers, FIDE notation or prose."""

from __future__ import annotations

from syncd.formats.timecontrol import reading
from syncd.formats.timecontrol.bare import read_bare
from syncd.formats.timecontrol.notation import read_notation
from syncd.formats.timecontrol.prose import read_prose
from syncd.formats.timecontrol.reading import Reading
from syncd.formats.timecontrol.words import LONGEST, normalised


def read_text(text: str) -> Reading:
    """Return what a free text (record 122) says.

    Small bare numbers come before FIDE notation here, for in free text they may well
    be minutes.
    """
    if len(text) > LONGEST:
        return Reading(None, reading.NOTHING)
    plain = normalised(text)
    return read_bare(plain) or _read_notation(text) or read_prose(plain)


def read_code(text: str) -> Reading:
    """Return what a code (record 222) says; it may hold free text all the same."""
    found = _read_notation(text)
    if found and found.is_certain:
        return found
    return (read_bare(normalised(text)) if found else None) or found or read_text(text)


def _read_notation(text: str) -> Reading | None:
    found = read_notation(text)
    return found if found != Reading() else None
