"""Rules P35, P37 and P38: the FIDE rating."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from syncd.formats.dwzxml.rules.book import RuleBook, warning

if TYPE_CHECKING:
    from collections.abc import Iterator

    from syncd.formats.dwzxml.rules.book import Evidence, Fault

RULES: Final = RuleBook()

LOW_RATING: Final = 1000
"""Below this a number is hardly a FIDE rating: their floor is 1400 since 2024.

Source: rule P35."""


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
