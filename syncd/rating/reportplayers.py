"""The people of a report: what the file knows of each, checked and never invented.

A value that the report may do without is left out when it cannot be right; a value
that it needs (name, birth year) is an error that names the player.

Source: DSB_DWZ_TournamentReport 2.5, documentation 1.1;
rules P07, P09, P15 to P18, P24, P28, P33, P35 to P39 of `syncd.formats.dwzxml`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.formats.dwzxml.elements import ReportPlayer
from syncd.formats.names import COMPUTER
from syncd.formats.titles import has_title, strip_titles
from syncd.model.findings import Finding, Severity
from syncd.rating import wording
from syncd.rating.names import is_computer

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from syncd.model.tournament import Entrant

COMPUTER_YEAR: Final = 1900
"""Birth year of a computer. Source: rule P17."""

_VKZ: Final = re.compile(r"[0-9A-Za-z]{5}")
_MEMBER_NUMBERS: Final = range(1, 100_000)
_FIDE_IDS: Final = range(1, 1_000_000_000)
_FIDE_RATINGS: Final = range(1, 5001)


def report_players(people: Sequence[Entrant], *, has_xcr: bool) -> list[ReportPlayer]:
    """Return the people numbered from 1 in the order given.

    Args:
        people: everybody in a listed game, by start number.
        has_xcr: whether the source states DWZ, Elo and TWZ apart; then the rating of
            record 001 may be the TWZ and is no Elo.
    """
    return [
        _player(number, entrant, has_xcr=has_xcr)
        for number, entrant in enumerate(people, start=1)
    ]


def _player(number: int, entrant: Entrant, *, has_xcr: bool) -> ReportPlayer:
    if is_computer(entrant):
        return ReportPlayer(number, COMPUTER, COMPUTER, COMPUTER_YEAR)
    birth = entrant.birth_date
    fide_id = _within(entrant.fide_id, _FIDE_IDS)
    elo = _within(entrant.elo if has_xcr else entrant.rating, _FIDE_RATINGS)
    return ReportPlayer(
        number=number,
        surname=strip_titles(entrant.surname),
        forename=strip_titles(entrant.forename),
        dob_year=entrant.birth_year or (birth.year if birth else None),
        dsb_id=entrant.dsb_id,
        dob_date=birth,
        vkz=entrant.vkz if _VKZ.fullmatch(entrant.vkz) else "",
        member_number=_within(entrant.member_number, _MEMBER_NUMBERS),
        club=entrant.club,
        fide_id=fide_id,
        fide_rating=elo if fide_id else None,
        sex=entrant.sex if entrant.sex in {"m", "w"} else "",
    )


def _within(value: int | None, limits: range) -> int | None:
    """Return the value if there is one within the limits.

    A range is asked for integers only: it would search all its values for a None.
    """
    return value if value is not None and value in limits else None


def player_findings(
    people: Sequence[Entrant],
    written: Sequence[ReportPlayer],
    asked: Collection[int] = (),
) -> Iterator[Finding]:
    """Yield what is missing or was left out, player by player.

    Args:
        people: everybody in a listed game.
        written: the same people as the report has them.
        asked: entrant ids about whose birth year a question is asked already.
    """
    for entrant, player in zip(people, written, strict=True):
        if is_computer(entrant):
            continue
        yield from _missing(entrant, player, is_asked=entrant.id in asked)
        yield from _left_out(entrant, player)
        yield from _lost_letters(entrant, player)
    yield from _shortened(people)


def _missing(
    entrant: Entrant, player: ReportPlayer, *, is_asked: bool
) -> Iterator[Finding]:
    needed = (
        ("surname", player.surname, _NO_SURNAME),
        ("forename", player.forename, _NO_FORENAME),
        ("dobYear", player.dob_year or is_asked, _NO_BIRTH_YEAR),
    )
    who = wording.player_name(entrant)
    for element, value, text in needed:
        if not value:
            said = Text(f"{who}: {text.en}", f"{who}: {text.de}")
            path = f"players/player[{player.number}]/{element}"
            yield Finding("P09", Severity.ERROR, said, path=path)


_NO_SURNAME: Final = Text(
    "the surname is missing; enter it and export again.",
    "Der Nachname fehlt; bitte eintragen und erneut exportieren.",
)
_NO_FORENAME: Final = Text(
    "the forename is missing; enter it and export again. Somebody who really has one "
    "name only is entered with that name in both fields.",
    "Der Vorname fehlt; bitte eintragen und erneut exportieren. Wer wirklich nur einen "
    "Namen hat, wird mit diesem Namen in beiden Feldern eingetragen.",
)
_NO_BIRTH_YEAR: Final = Text(
    "the birth year is missing; enter it and export again, or give it with: syncd "
    "person set. It must not be estimated.",
    "Das Geburtsjahr fehlt; bitte eintragen und erneut exportieren oder angeben mit: "
    "syncd person set. Es darf nicht geschätzt werden.",
)


def _left_out(entrant: Entrant, player: ReportPlayer) -> Iterator[Finding]:
    values = (
        ("P24", "vkz", entrant.vkz, player.vkz),
        ("P28", "numberClubMember", entrant.member_number, player.member_number),
        ("P33", "fideId", entrant.fide_id, player.fide_id),
    )
    who = wording.player_name(entrant)
    for code, element, found, kept in values:
        if found and not kept:
            text = Text(
                f"{who}: {element} “{found}” cannot be right and is left out.",
                f"{who}: {element} „{found}“ kann nicht stimmen und entfällt.",
            )
            path = f"players/player[{player.number}]"
            yield Finding(code, Severity.INFO, text, value=str(found), path=path)


def _lost_letters(entrant: Entrant, player: ReportPlayer) -> Iterator[Finding]:
    """Yield a warning for a name in which CLM replaced a letter by a question mark."""
    name = f"{player.surname}, {player.forename}"
    if "?" in name:
        who = wording.player_name(entrant)
        text = Text(
            f"{who}: the export lost letters of this name; correct it in the report.",
            f"{who}: Der Export hat Buchstaben dieses Namens verloren; bitte im "
            "Bericht berichtigen.",
        )
        path = f"players/player[{player.number}]"
        yield Finding("P13", Severity.WARNING, text, value=name, path=path)


def _shortened(people: Sequence[Entrant]) -> Iterator[Finding]:
    titled = [
        entrant
        for entrant in people
        if has_title(entrant.surname) or has_title(entrant.forename)
    ]
    if titled:
        who = wording.players(titled)
        text = Text(
            f"Academic titles are left out: {who.en}.",
            f"Akademische Titel entfallen: {who.de}.",
        )
        yield Finding("P15", Severity.INFO, text)
