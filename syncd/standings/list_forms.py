"""The list of tie-breaks for a file of another form: FIDE's codes, or CLM's numbers.

A list is restated as a whole or not at all: with one tie-break missing in the middle it
would rank people otherwise. What cannot be restated stays as it is, and whoever writes
the file says that it is lost.

Source: TRF26, records 202 and 212; CLM's record XCF, which names up to three tie-breaks
behind the points.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.bilingual import Text
from syncd.standings.clm_codes import clm_number, codes_of_clm
from syncd.standings.codes import Code, read_codes, written_codes
from syncd.standings.presets import score_code
from syncd.standings.team_field import primary_basis

if TYPE_CHECKING:
    from syncd.model.tournament import Tournament

_OF_CLM: Final = 3
_NONE: Final = 0


class Restated(NamedTuple):
    """A tournament whose list has another form.

    Attributes:
        tournament: with the list; the same as before if it cannot be restated.
        text: what was done, None if nothing was.
    """

    tournament: Tournament
    text: Text | None = None


def with_codes(tournament: Tournament) -> Restated:
    """Return a tournament for a file that has 202 and 212, but no XCF."""
    codes = codes_of_clm(tournament)
    known = [code for code in codes if isinstance(code, Code)]
    if not any(tournament.tiebreaks) or len(known) < len(codes):
        return Restated(tournament)
    found = written_codes(known)
    if tournament.tiebreak_codes and tournament.tiebreak_codes != found:
        return Restated(tournament)
    return Restated(
        replace(tournament, tiebreaks=(), tiebreak_codes=found),
        Text(
            f"The tie-breaks of CLM (XCF) are written as FIDE's codes: "
            f"{', '.join(found)}. CLM counts unplayed rounds in its own way.",
            f"Die Feinwertungen des CLM (XCF) stehen als Codes der FIDE in der Datei: "
            f"{', '.join(found)}. CLM zählt nicht gespielte Runden auf eigene Art.",
        ),
    )


def with_numbers(tournament: Tournament) -> Restated:
    """Return a tournament for a file that has XCF, but neither 202 nor 212."""
    found = _numbers(tournament)
    stated = tuple(number for number in tournament.tiebreaks if number != _NONE)
    if not found or (stated and stated != found):
        return Restated(tournament)
    numbers = (*found, *[_NONE] * (_OF_CLM - len(found)))
    written = ", ".join(map(str, found))
    return Restated(
        replace(tournament, tiebreaks=numbers, tiebreak_codes=()),
        Text(
            f"The tie-breaks (202, 212) are written as those of CLM (XCF {written}). "
            "CLM counts unplayed rounds in its own way.",
            f"Die Feinwertungen (202, 212) stehen als die des CLM in der Datei (XCF "
            f"{written}). CLM zählt nicht gespielte Runden auf eigene Art.",
        ),
    )


def _numbers(tournament: Tournament) -> tuple[int, ...]:
    """Return CLM's numbers of the stated list; empty if CLM cannot have it."""
    stated = read_codes(tournament.tiebreak_codes)
    codes = stated[1:]
    if stated[:1] not in _scores(tournament) or not 0 < len(codes) <= _OF_CLM:
        return ()
    numbers = [
        clm_number(code, is_team=tournament.is_team)
        for code in codes
        if isinstance(code, Code)
    ]
    found = tuple(number for number in numbers if number is not None)
    return found if len(found) == len(codes) else ()


def _scores(tournament: Tournament) -> tuple[list[Code], ...]:
    """Return what is in front of CLM's lists; `PTS` means the same of teams.

    It is what the event says without the list, since a file with XCF has none.
    """
    bare = replace(tournament, tiebreak_codes=())
    basis = primary_basis(bare) if tournament.is_team else ""
    return ([score_code(basis)], [Code("PTS")])
