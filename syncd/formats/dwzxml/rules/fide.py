"""Rules P33 to P38 and P43: FIDE id and FIDE rating."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from syncd.formats.dwzxml.rules.book import RuleBook, error, warning
from syncd.formats.dwzxml.rules.roster import (
    dsb_id,
    fide_id,
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

FIDE_ID_DIGITS: Final = 9
LOW_RATING: Final = 1000
"""Below this a number is hardly a FIDE rating: their floor is 1400 since 2024.

Source: rule P35."""


@RULES.rule("P33")
def length_of_fide_id(evidence: Evidence) -> Iterator[Fault]:
    """FIDE ids have at most nine digits today.

    Source: rule P33; documentation 1.1, "fideId".
    """
    for player in evidence.people:
        if len(str(player.number("fideId") or "")) > FIDE_ID_DIGITS:
            yield warning(
                player, "fideId",
                "FIDE ids have at most nine digits. Is this really one?",
                "FIDE-IDs haben höchstens neun Ziffern. Ist das wirklich eine?",
            )  # fmt: skip


@RULES.rule("P34")
def no_national_id(evidence: Evidence) -> Iterator[Fault]:
    """The fideId is not the dsbId or the club code with the member number.

    Source: rule P34; documentation 1.1, "fideId".
    """
    for player in evidence.people:
        fide_id = player.number("fideId")
        if fide_id is not None and str(fide_id) in _national_ids(player):
            yield error(
                player, "fideId",
                "This is a German id of the same person, not a FIDE id. Give the FIDE "
                "id or leave the element out.",
                "Das ist eine deutsche Kennung derselben Person, keine FIDE-ID. Bitte "
                "die FIDE-ID angeben oder das Element weglassen.",
            )  # fmt: skip


@RULES.rule("P35")
def height_of_rating(evidence: Evidence) -> Iterator[Fault]:
    """A FIDE rating is not as low as that.

    Source: rule P35; documentation 1.1, "fideRating".
    """
    for player in evidence.people:
        rating = player.number("fideRating")
        if rating is not None and rating < LOW_RATING:
            yield warning(
                player, "fideRating",
                f"{rating} is too low for a FIDE standard rating. Is it a DWZ or a "
                "rapid rating?",
                f"{rating} ist zu niedrig für eine FIDE-Standard-Elo. Ist es eine DWZ "
                "oder eine Schnellschach-Elo?",
            )  # fmt: skip


@RULES.rule("P37")
def rating_looked_up(evidence: Evidence) -> Iterator[Fault]:
    """Whoever has a FIDE id may have a rating; look it up.

    Source: rule P37; documentation 1.1, "fideRating".
    """
    for player in evidence.people:
        if player.has("fideId") and not player.has("fideRating"):
            yield warning(
                player, "fideRating",
                "There is a fideId but no fideRating. Look up the standard rating that "
                "was valid when the tournament ended; without one leave it as it is.",
                "Es gibt eine fideId, aber keine fideRating. Bitte die zum Turnierende "
                "gültige Standard-Elo nachschlagen; gibt es keine, bleibt es so.",
            )  # fmt: skip


@RULES.rule("P38")
def rating_is_fide(evidence: Evidence) -> Iterator[Fault]:
    """A rating without a FIDE id is probably a national one.

    Source: rule P38; documentation 1.1, "fideRating".
    """
    for player in evidence.people:
        if player.has("fideRating") and not player.has("fideId"):
            yield warning(
                player, "fideRating",
                "There is a fideRating but no fideId. Is it really a FIDE rating and "
                "not a DWZ? Add the fideId or remove the rating.",
                "Es gibt eine fideRating, aber keine fideId. Ist es wirklich eine "
                "FIDE-Elo und keine DWZ? Bitte die fideId ergänzen oder die Zahl "
                "entfernen.",
            )  # fmt: skip


@RULES.rule("P43")
def fide_id_of_one_person(evidence: Evidence) -> Iterator[Fault]:
    """A FIDE id belongs to one person.

    Source: rule P43; follows from P01.
    """
    for player, first in sharing(evidence.people, fide_id):
        if not same(dsb_id, player, first):
            yield error(player, "fideId", *taken("fideId", player, first))


def _national_ids(player: Section) -> set[str]:
    """Return the German ids of a person as somebody may have typed them."""
    ids = {dsb_id(player).removeprefix("NU")}
    member = membership(player)
    if member is not None:
        vkz, number = member
        ids |= {f"{vkz}{number}", f"{vkz}{number:03}", f"{vkz}{number:04}"}
    return {identifier.lstrip("0") for identifier in ids} - {""}
