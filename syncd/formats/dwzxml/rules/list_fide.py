"""What the list of members says of FIDE id and rating: rules P34, P37 and P38."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from syncd.formats.dwzxml.rules.book import RuleBook, error, note, warning
from syncd.formats.dwzxml.rules.list_members import listed
from syncd.formats.dwzxml.rules.roster import fide_id

if TYPE_CHECKING:
    from collections.abc import Iterator

    from syncd.formats.dwzxml.rules.book import Evidence, Fault

RULES: Final = RuleBook()


@RULES.rule("P34")
def fide_id_as_in_list(evidence: Evidence) -> Iterator[Fault]:
    """The fideId is the one that the list gives this person.

    Source: rule P34; documentation 1.1, "fideId".
    """
    for player, rows in listed(evidence):
        given, right = fide_id(player), rows[0].fide_id
        if given is not None and right is not None and given != right:
            yield error(
                player, "fideId",
                f"In the list of members this person has the FIDE id {right}. Correct "
                "it here, or have the list corrected.",
                f"In der Mitgliederliste hat diese Person die FIDE-ID {right}. Bitte "
                "hier berichtigen oder die Liste berichtigen lassen.",
            )  # fmt: skip


@RULES.rule("P37")
def rating_in_list(evidence: Evidence) -> Iterator[Fault]:
    """FIDE id and rating are looked up; the list of members has both.

    Source: rule P37; documentation 1.1, "fideRating".
    """
    for player, rows in listed(evidence):
        number, rating = rows[0].fide_id, rows[0].elo
        if number is not None and not player.has("fideId"):
            yield note(
                player, "fideId",
                f"The list of members knows the FIDE id {number}. Add it.",
                f"Die Mitgliederliste kennt die FIDE-ID {number}. Bitte ergänzen.",
            )  # fmt: skip
        if player.has("fideRating"):
            continue
        if rating is not None:
            yield warning(
                player, "fideRating",
                f"The list of members has the FIDE rating {rating}. Give the standard "
                "rating that was valid when the tournament ended.",
                f"Die Mitgliederliste hat die FIDE-Elo {rating}. Bitte die zum "
                "Turnierende gültige Standard-Elo angeben.",
            )  # fmt: skip
        elif player.has("fideId"):
            yield note(
                player, "fideRating",
                "There is no fideRating, and the list of members has none either.",
                "Es gibt keine fideRating, und auch die Mitgliederliste hat keine.",
            )  # fmt: skip


@RULES.rule("P38")
def rating_is_not_dwz(evidence: Evidence) -> Iterator[Fault]:
    """The fideRating is not the DWZ of the list.

    Source: rule P38; documentation 1.1, "fideRating".
    """
    for player, rows in listed(evidence):
        given, dwz = player.number("fideRating"), rows[0].dwz
        if given is not None and given == dwz != rows[0].elo:
            yield warning(
                player, "fideRating",
                f"{given} is the DWZ of this person in the list of members. Give the "
                "FIDE standard rating, or leave the element out.",
                f"{given} ist in der Mitgliederliste die DWZ dieser Person. Bitte die "
                "FIDE-Standard-Elo angeben oder das Element weglassen.",
            )  # fmt: skip
