"""Rules P04, P14 to P23, P40 and P45: names, birth and sex of each player."""

from __future__ import annotations

import datetime as dt
import re
from typing import TYPE_CHECKING, Final

from syncd.formats.dwzxml.rules.book import RuleBook, error, warning
from syncd.formats.names import COMPUTER

if TYPE_CHECKING:
    from collections.abc import Iterator

    from syncd.formats.dwzxml.document import Section
    from syncd.formats.dwzxml.rules.book import Evidence, Fault

RULES: Final = RuleBook()

COMPUTER_YEAR: Final = 1900
YOUNGEST: Final = 3
OLDEST: Final = 110
"""Ages in years between which a birth date is believed. Source: rules P21, P45."""

_NO_NAME: Final = re.compile(r"[-.?–_]+|x+", re.IGNORECASE)
_TITLE: Final = re.compile(r"\b(Dr|Prof|Dipl|Ph\.?D|M\.A)\b", re.IGNORECASE)
# Ing and Mag are surnames as well; with a full stop they are titles, probably.
_PERHAPS_TITLE: Final = re.compile(r"\b(Ing|Mag)\.", re.IGNORECASE)


@RULES.rule("P04")
def no_dummies(evidence: Evidence) -> Iterator[Fault]:
    """Nobody is not a player (G15: nor an opponent who lost by forfeit).

    Source: rules P04 and G15; documentation 1.1, "Sektion players".
    """
    for player in evidence.roster.dummies:
        yield error(
            player, "surname",
            "This is no person but a place holder. Remove it, and mark its games with "
            "noneWhitePlayer or noneBlackPlayer, or leave them out.",
            "Das ist keine Person, sondern ein Platzhalter. Bitte entfernen und die "
            "Partien mit noneWhitePlayer oder noneBlackPlayer kennzeichnen oder "
            "weglassen.",
        )  # fmt: skip


@RULES.rule("P14")
def one_name_twice(evidence: Evidence) -> Iterator[Fault]:
    """A person of one name gets it in both elements.

    Source: rule P14; documentation 1.1, "surname und forename".
    """
    for player in evidence.people:
        for field in ("surname", "forename"):
            if _NO_NAME.fullmatch(player.text(field)):
                yield warning(
                    player, field,
                    f"“{player.text(field)}” is no name. Whoever has only one name "
                    "gets it as surname and as forename.",
                    f"„{player.text(field)}“ ist kein Name. Wer nur einen Namen hat, "
                    "bekommt ihn als Nach- und als Vornamen.",
                )  # fmt: skip


@RULES.rule("P15")
def no_academic_titles(evidence: Evidence) -> Iterator[Fault]:
    """Names come without academic titles.

    Source: rule P15; documentation 1.1, "surname und forename".
    """
    for player in evidence.people:
        for field in ("surname", "forename"):
            name = player.text(field)
            report = error if _TITLE.search(name) else warning
            if _TITLE.search(name) or _PERHAPS_TITLE.search(name):
                yield report(
                    player, field,
                    f"“{name}” holds an academic title. Write the name without it.",
                    f"„{name}“ enthält einen akademischen Titel. Bitte den Namen ohne "
                    "Titel schreiben.",
                )  # fmt: skip


@RULES.rule("P16")
def computer_marker(evidence: Evidence) -> Iterator[Fault]:
    """A computer carries the marker in both names.

    Source: rule P16; documentation 1.1, "Schachcomputer".
    """
    for player in evidence.roster.computers:
        for field in ("surname", "forename"):
            if player.text(field) != COMPUTER:
                yield error(
                    player, field,
                    f"A computer has {COMPUTER} as surname and as forename, exactly "
                    "so. For a person remove the marker from the other name.",
                    f"Ein Computer hat {COMPUTER} als Nach- und als Vornamen, genau "
                    "so. Bei einer Person bitte die Marke aus dem anderen Namen "
                    "entfernen.",
                )  # fmt: skip


@RULES.rule("P17")
def computer_year(evidence: Evidence) -> Iterator[Fault]:
    """A computer has 1900 as its year of birth.

    Source: rule P17; documentation 1.1, "dobYear".
    """
    for player in evidence.roster.computers:
        if player.number("dobYear") != COMPUTER_YEAR:
            yield error(
                player, "dobYear",
                "The year of birth of a computer is always 1900.",
                "Das Geburtsjahr eines Computers ist immer 1900.",
            )  # fmt: skip


@RULES.rule("P18")
def real_year(evidence: Evidence) -> Iterator[Fault]:
    """1900 is for computers, never a stand-in for an unknown year.

    Source: rules P17 and P18; documentation 1.1, "dobYear".
    """
    for player in evidence.people:
        if player.number("dobYear") == COMPUTER_YEAR:
            yield error(
                player, "dobYear",
                "1900 stands for a computer. Give the real year of birth; an estimate "
                "is not allowed.",
                "1900 steht für einen Computer. Bitte das wirkliche Geburtsjahr "
                "angeben; Schätzungen sind nicht erlaubt.",
            )  # fmt: skip


@RULES.rule("P19")
def birth_date_of_guests(evidence: Evidence) -> Iterator[Fault]:
    """Whoever has no dsbId is told apart by the full date of birth.

    Source: rule P19; documentation 1.1, "dobDate".
    """
    for player in evidence.people:
        if not player.text("dsbId") and not player.has("dobDate"):
            yield warning(
                player, "dobDate",
                "There is neither a dsbId nor a full date of birth. Give one of them, "
                "if you can: the person may not be recognised otherwise.",
                "Es fehlen dsbId und vollständiges Geburtsdatum. Bitte möglichst eines "
                "angeben: sonst wird die Person vielleicht nicht erkannt.",
            )  # fmt: skip


@RULES.rule("P21")
def plausible_date(evidence: Evidence) -> Iterator[Fault]:
    """The date of birth gives a believable age.

    Where the year alone is wrong, P23 or P45 says so.

    Source: rule P21; documentation 1.1, "dobDate".
    """
    for player, start, year in _births(evidence):
        born = player.date("dobDate")
        if born is None or born.year != year or not _is_plausible(year, start):
            continue
        if not YOUNGEST <= _age(born, start) <= OLDEST:
            yield error(
                player, "dobDate",
                f"Born on {born}, the person was {_age(born, start)} years old when "
                "the tournament began. Correct the date.",
                f"Am {born} geboren, war die Person bei Turnierbeginn "
                f"{_age(born, start)} Jahre alt. Bitte das Datum berichtigen.",
            )  # fmt: skip


@RULES.rule("P22")
def no_placeholder_date(evidence: Evidence) -> Iterator[Fault]:
    """The date of birth is known, not filled up.

    Source: rule P22; documentation 1.1, "dobDate".
    """
    for player in evidence.people:
        born = player.date("dobDate")
        if _is_placeholder(born):
            yield error(
                player, "dobDate",
                "1900-01-01 is a placeholder. Leave the element out if the date is "
                "unknown.",
                "1900-01-01 ist ein Platzhalter. Ist das Datum unbekannt, entfällt das "
                "Element.",
            )  # fmt: skip
        elif born is not None and (born.month, born.day) == (1, 1):
            yield warning(
                player, "dobDate",
                "1 January is often a stand-in for an unknown day. If it is one, leave "
                "the element out.",
                "Der 1. Januar steht oft für einen unbekannten Tag. Falls ja, bitte "
                "das Element weglassen.",
            )  # fmt: skip


@RULES.rule("P23")
def same_year_twice(evidence: Evidence) -> Iterator[Fault]:
    """The year of dobDate is dobYear.

    Source: rule P23; documentation 1.1, "Verhältnis zu dobYear".
    """
    for player in evidence.people:
        born, year = player.date("dobDate"), player.number("dobYear")
        if born is None or year is None or _is_placeholder(born):
            continue
        if born.year != year:
            yield error(
                player, "dobDate",
                f"The date is in {born.year}, but dobYear says {year}. Correct one of "
                "them.",
                f"Das Datum liegt im Jahr {born.year}, aber bei dobYear steht {year}. "
                "Bitte eines von beiden berichtigen.",
            )  # fmt: skip


@RULES.rule("P40")
def sex_of_guests(evidence: Evidence) -> Iterator[Fault]:
    """For whoever is no member the sex should be given.

    Source: rule P40; documentation 1.1, "sex".
    """
    for player in evidence.people:
        is_guest = not player.text("dsbId") and not player.text("vkz")
        if is_guest and not player.has("sex"):
            yield warning(
                player, "sex",
                "For somebody who is no member, sex (m or w) should be given: it helps "
                "to recognise the person.",
                "Bei Personen, die kein Mitglied sind, sollte sex (m oder w) angegeben "
                "werden: es hilft, die Person zu erkennen.",
            )  # fmt: skip


@RULES.rule("P45")
def plausible_year(evidence: Evidence) -> Iterator[Fault]:
    """The year of birth gives a believable age.

    Source: rule P45; documentation 1.1, "Konsistenzregeln".
    """
    for player, start, year in _births(evidence):
        if year != COMPUTER_YEAR and not _is_plausible(year, start):
            yield error(
                player, "dobYear",
                f"Born in {year} and playing in {start.year} is not possible. Correct "
                "the year of birth.",
                f"{year} geboren und {start.year} gespielt ist nicht möglich. Bitte "
                "das Geburtsjahr berichtigen.",
            )  # fmt: skip


def _births(evidence: Evidence) -> Iterator[tuple[Section, dt.date, int]]:
    """Yield persons with the start of the tournament and their year of birth."""
    start = evidence.document.tournament.date("startDate")
    if start is None:
        return
    for player in evidence.people:
        year = player.number("dobYear")
        if year is not None:
            yield player, start, year


def _is_plausible(year: int, start: dt.date) -> bool:
    return YOUNGEST <= start.year - year <= OLDEST


def _is_placeholder(born: dt.date | None) -> bool:
    return born == dt.date(COMPUTER_YEAR, 1, 1)


def _age(born: dt.date, day: dt.date) -> int:
    """Return the age in full years."""
    return day.year - born.year - ((day.month, day.day) < (born.month, born.day))
