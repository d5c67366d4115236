"""What a person entered by hand about somebody whom no list holds completely."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import datetime as dt


@dataclass(frozen=True, slots=True)
class Person:
    """One person; everything but the surname may be empty.

    Attributes:
        surname: family name.
        forename: as tournaments list him, may be empty.
        full_forename: all forenames, where more are known than tournaments list.
        birth_year: None if unknown.
        birth_date: None unless the whole date is known.
        sex: `m`, `w` or empty.
        club: club, the former one of a non-member, or empty.
        vkz: its code or empty.
        dsb_id: person id of the DSB or empty.
        fide_id: None if unknown.
    """

    surname: str
    forename: str = ""
    full_forename: str = ""
    birth_year: int | None = None
    birth_date: dt.date | None = None
    sex: str = ""
    club: str = ""
    vkz: str = ""
    dsb_id: str = ""
    fide_id: int | None = None
