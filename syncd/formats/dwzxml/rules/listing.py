"""Rules P01, P03, P07, P11 and P43: who is listed, and nobody twice."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.formats.dwzxml.references import NUMBER
from syncd.formats.dwzxml.rules.book import RuleBook, error, warning
from syncd.formats.dwzxml.rules.roster import dsb_id, fide_id, full_name, membership

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from syncd.formats.dwzxml.document import Section
    from syncd.formats.dwzxml.rules.book import Evidence, Fault

RULES: Final = RuleBook()

Key = str | int | tuple[str, int | None] | None
"""What may tell two persons apart; nothing, an empty text or None, tells nobody."""


@RULES.rule("P01")
def listed_once(evidence: Evidence) -> Iterator[Fault]:
    """Each person is listed once.

    Persons who share a dsbId or a FIDE id are told by P11 or P43.

    Source: rule P01; documentation 1.1, "Sektion players".
    """
    for player, first in _sharing(evidence.people, membership):
        if not _same_id(player, first):
            yield error(player, "numberClubMember", *_same_membership(first))
    for player, first in _sharing(evidence.people, _name_and_year):
        if not _same_id(player, first) and not _same(membership, player, first):
            yield warning(player, "surname", *_same_name(first))


@RULES.rule("P03")
def took_part(evidence: Evidence) -> Iterator[Fault]:
    """Whoever played nothing need not be listed, for the sake of data economy.

    Source: rule P03; documentation 1.1, "Sektion players".
    """
    if not evidence.references_hold or not evidence.games:
        return
    active = {
        number for game in evidence.games if game.was_played for number in game.numbers
    }
    for player in evidence.people:
        if player.number(NUMBER) not in active:
            yield warning(
                player, "",
                "This person has played no game. Leave such persons out, together with "
                "their unplayed games: less personal data leaves the house.",
                "Diese Person hat keine Partie gespielt. Bitte solche Personen samt "
                "ihren ungespielten Partien weglassen: so werden weniger persönliche "
                "Daten übertragen.",
            )  # fmt: skip


@RULES.rule("P07")
def numbers_without_gaps(evidence: Evidence) -> Iterator[Fault]:
    """Players are numbered from 1 without gaps.

    Source: rule P07; documentation 1.1, "tournamentPlayerNumber".
    """
    players = evidence.document.players
    given = {player.number(NUMBER) for player in players}
    is_known = bool(given) and None not in given
    if is_known and given != set(range(1, len(given) + 1)):
        yield warning(
            evidence.document.root, "players",
            f"The players are not numbered from 1 to {len(players)} without gaps. That "
            "is allowed, but not recommended.",
            f"Die Personen sind nicht lückenlos von 1 bis {len(players)} nummeriert. "
            "Das ist erlaubt, aber nicht empfohlen.",
        )  # fmt: skip


@RULES.rule("P11")
def dsb_id_of_one_person(evidence: Evidence) -> Iterator[Fault]:
    """A dsbId belongs to one person.

    Source: rule P11; documentation 1.1, "dsbId".
    """
    for player, first in _sharing(evidence.people, dsb_id):
        yield error(player, "dsbId", *_taken("dsbId", player, first))


@RULES.rule("P43")
def fide_id_of_one_person(evidence: Evidence) -> Iterator[Fault]:
    """A FIDE id belongs to one person.

    Source: rule P43; follows from P01.
    """
    for player, first in _sharing(evidence.people, fide_id):
        if not _same(dsb_id, player, first):
            yield error(player, "fideId", *_taken("fideId", player, first))


def _sharing(
    people: Iterable[Section], key: Callable[[Section], Key]
) -> Iterator[tuple[Section, Section]]:
    """Yield each person who has the key of an earlier one, with the first of those."""
    owners: dict[Key, list[Section]] = defaultdict(list)
    for player in people:
        shared = key(player)
        if shared:
            owners[shared].append(player)
    for first, *others in owners.values():
        for player in others:
            yield player, first


def _same(key: Callable[[Section], Key], one: Section, two: Section) -> bool:
    """Return whether two persons share a key."""
    return bool(key(one)) and key(one) == key(two)


def _taken(field: str, player: Section, first: Section) -> Text:
    """Return the words for an id that an earlier person has already."""
    value, name = player.text(field), full_name(first)
    return Text(
        f"{value} is already the {field} of {name}. Correct it, or list the person "
        "only once.",
        f"{value} ist schon die {field} von {name}. Bitte berichtigen oder die Person "
        "nur einmal aufführen.",
    )


def _name_and_year(player: Section) -> tuple[str, int | None]:
    return " ".join(full_name(player).casefold().split()), player.number("dobYear")


def _same_id(one: Section, two: Section) -> bool:
    return _same(dsb_id, one, two) or _same(fide_id, one, two)


def _same_membership(first: Section) -> Text:
    name = full_name(first)
    return Text(
        f"{name} has the same club code and member number. List each person once, or "
        "correct the number.",
        f"{name} hat dieselbe Vereinskennziffer und Mitgliedsnummer. Bitte jede Person "
        "nur einmal aufführen oder die Nummer berichtigen.",
    )


def _same_name(first: Section) -> Text:
    number = first.text(NUMBER)
    return Text(
        f"Number {number} has the same name and year of birth. If it is the same "
        "person, list it once.",
        f"Nummer {number} hat denselben Namen und dasselbe Geburtsjahr. Ist es "
        "dieselbe Person, bitte nur einmal aufführen.",
    )
