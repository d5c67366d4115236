"""Records of the lists that complete a tournament: members, clubs, FIDE players.

Source: README of the DSB's download "LV-0" (spieler.csv, vereine.csv); FIDE's
`players_list_xml` and the fixed-width lists.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Member:
    """One membership of a person in the DSB's list; a person may have several.

    Attributes:
        dsb_id: the person's id (`NU4000001`), empty in the oldest list.
        surname: family name.
        forename: all forenames, without academic titles.
        sex: `m`, `w` or empty.
        birth_year: None if absent or 0000.
        vkz: five-character club code.
        member_number: number in the club, None for the placeholder 0000.
        is_active: status A; a passive membership (P) is not to be preferred.
        dwz: None if unrated.
        dwz_index: number of evaluations, None if unrated.
        fide_id: None if absent.
        elo: FIDE standard rating as the list has it, None if absent.
        fide_title: `GM` … `WCM` or empty.
        federation: FIDE federation, three letters, or empty.
    """

    dsb_id: str
    surname: str
    forename: str = ""
    sex: str = ""
    birth_year: int | None = None
    vkz: str = ""
    member_number: int | None = None
    is_active: bool = True
    dwz: int | None = None
    dwz_index: int | None = None
    fide_id: int | None = None
    elo: int | None = None
    fide_title: str = ""
    federation: str = ""


@dataclass(frozen=True, slots=True)
class Club:
    """One club or federation unit of the DSB's list.

    Attributes:
        vkz: five-character code; units other than clubs end in 00.
        name: official name.
        federation: first character of the code, as the list has it.
        parent: code of the unit above, or empty.
    """

    vkz: str
    name: str
    federation: str = ""
    parent: str = ""


@dataclass(frozen=True, slots=True)
class FidePlayer:
    """One player of FIDE's list of one month.

    Attributes:
        fide_id: above 0.
        surname: as FIDE writes it, in ASCII.
        forename: likewise, may be empty.
        federation: three letters.
        sex: `m`, `w` or empty.
        title: `GM` … `WCM` or empty.
        rating: standard rating, None if unrated.
        birth_year: None if absent.
        is_active: without the flag `i`.
    """

    fide_id: int
    surname: str
    forename: str = ""
    federation: str = ""
    sex: str = ""
    title: str = ""
    rating: int | None = None
    birth_year: int | None = None
    is_active: bool = True
