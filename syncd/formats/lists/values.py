"""Single cells of lists to values: numbers, years, sexes, titles."""

from __future__ import annotations

import re
from typing import Final

from syncd.formats.names import split_name
from syncd.formats.titles import strip_titles

_VKZ: Final = re.compile(r"[0-9A-Za-z]{5}")
_DIGITS: Final = re.compile(r"[0-9]{1,9}")
_SEXES: Final = {"m": "m", "w": "w", "f": "w"}
_TITLES: Final = frozenset({"GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM"})
_SHORT_TITLES: Final = {
    "G": "GM", "M": "IM", "F": "FM", "C": "CM",
    "WG": "WGM", "WM": "WIM", "WF": "WFM", "WC": "WCM",
}  # fmt: skip
_YEARS: Final = range(1850, 2200)


def to_number(text: str) -> int | None:
    """Return a number above 0; None for an empty cell and for zeros.

    Raises:
        ValueError: the cell holds something else.
    """
    plain = text.strip()
    if not plain:
        return None
    if not _DIGITS.fullmatch(plain):
        raise ValueError(plain)
    return int(plain) or None


def to_year(text: str) -> int | None:
    """Return a birth year; None for an empty cell and for 0000.

    Raises:
        ValueError: the cell holds something else.
    """
    year = to_number(text)
    if year is not None and year not in _YEARS:
        raise ValueError(text.strip())
    return year


def to_vkz(text: str) -> str:
    """Return a club code in capital letters, empty for an empty cell.

    Raises:
        ValueError: the cell holds something else.
    """
    plain = text.strip()
    if plain and not _VKZ.fullmatch(plain):
        raise ValueError(plain)
    return plain.upper()


def to_sex(text: str) -> str:
    """Return `m`, `w`, or nothing for whatever else a list says."""
    return _SEXES.get(text.strip().casefold(), "")


def to_title(text: str) -> str:
    """Return a FIDE title in capital letters, or nothing."""
    plain = text.strip().upper()
    full = _SHORT_TITLES.get(plain, plain)
    return full if full in _TITLES else ""


def to_name(text: str) -> tuple[str, str]:
    """Return surname and forename of `Last, First`, a third part is left out.

    The same names come out as of an export, so that both are found under one key.

    Source: README of the DSB's download: an academic title is the third part
    (`Last,First,Dr.`).
    """
    name = split_name(",".join(text.split(",", 2)[:2]))
    return strip_titles(name.surname), strip_titles(name.forename)
