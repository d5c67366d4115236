"""Rules P01, P03, P07 and P10 to P12: who is listed, and as which member."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.formats.dwzxml.references import NUMBER
from syncd.formats.dwzxml.rules.book import RuleBook, error, warning
from syncd.formats.dwzxml.rules.roster import (
    dsb_id,
    fide_id,
    full_name,
    membership,
    same,
    sharing,
    taken,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from syncd.formats.dwzxml.document import Section
    from syncd.formats.dwzxml.rules.book import Evidence, Fault

RULES: Final = RuleBook()

_USUAL_DSB_ID: Final = re.compile(r"NU[0-9]{6,8}")


@RULES.rule("P01")
def listed_once(evidence: Evidence) -> Iterator[Fault]:
    """Each person is listed once.

    Persons who share a dsbId or a FIDE id are told by P11 or P43.

    Source: rule P01; documentation 1.1, "Sektion players".
    """
    for player, first in sharing(evidence.people, membership):
        if not _same_id(player, first):
            yield error(player, "numberClubMember", *_same_membership(first))
    for player, first in sharing(evidence.people, _name_and_year):
        if not _same_id(player, first) and not same(membership, player, first):
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


@RULES.rule("P10")
def dsb_id_of_members(evidence: Evidence) -> Iterator[Fault]:
    """Members have their dsbId, if it is known.

    Source: rule P10; documentation 1.1, "dsbId".
    """
    for player in evidence.people:
        if player.text("vkz") and not player.has("dsbId"):
            yield warning(
                player, "dsbId",
                "A club is named but no dsbId. Look it up in the list of members, if "
                "you can.",
                "Ein Verein ist angegeben, aber keine dsbId. Bitte möglichst in der "
                "Mitgliederliste nachsehen.",
            )  # fmt: skip


@RULES.rule("P11")
def dsb_id_of_one_person(evidence: Evidence) -> Iterator[Fault]:
    """A dsbId belongs to one person.

    Source: rule P11; documentation 1.1, "dsbId".
    """
    for player, first in sharing(evidence.people, dsb_id):
        yield error(player, "dsbId", *taken("dsbId", player, first))


@RULES.rule("P12")
def real_dsb_id(evidence: Evidence) -> Iterator[Fault]:
    """A dsbId is neither a placeholder nor made up.

    Source: rule P12; documentation 1.1, "dsbId".
    """
    for player in evidence.people:
        written = player.text("dsbId")
        if written and not dsb_id(player):
            yield error(
                player, "dsbId",
                f"“{written}” is a placeholder. Leave the element out if the id is "
                "unknown.",
                f"„{written}“ ist ein Platzhalter. Ist die ID unbekannt, entfällt das "
                "Element.",
            )  # fmt: skip
        elif written and not _USUAL_DSB_ID.fullmatch(written):
            yield warning(
                player, "dsbId",
                f"“{written}” does not look like an id of the DSB (NU and 6 to 8 "
                "digits). Is it right?",
                f"„{written}“ sieht nicht wie eine ID des DSB aus (NU und 6 bis 8 "
                "Ziffern). Stimmt sie?",
            )  # fmt: skip


def _name_and_year(player: Section) -> tuple[str, int | None]:
    return " ".join(full_name(player).casefold().split()), player.number("dobYear")


def _same_id(one: Section, two: Section) -> bool:
    return same(dsb_id, one, two) or same(fide_id, one, two)


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
