"""What FIDE's list says of FIDE id and rating: rules P34, P35 and P37.

Only the list of the month in which the tournament ended decides; that of another month
is a reason to look.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.formats.dwzxml.rules.book import Fault, RuleBook, warning
from syncd.formats.dwzxml.rules.roster import fide_id
from syncd.model.findings import Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from syncd.formats.dwzxml.document import Section
    from syncd.formats.dwzxml.rules.book import Evidence
    from syncd.model.lists import FidePlayer

RULES: Final = RuleBook()


@RULES.rule("P34")
def fide_id_exists(evidence: Evidence) -> Iterator[Fault]:
    """The fideId is one that FIDE has given.

    Source: rule P34; documentation 1.1, "fideId".
    """
    fide = evidence.registers.fide
    if fide is None:
        return
    for player in evidence.people:
        number = fide_id(player)
        if number is not None and number not in fide.players:
            yield warning(
                player, "fideId",
                f"{number} is not in the FIDE list of {fide.month}. Is it another "
                "number? A list of rated players lacks those without a rating.",
                f"{number} steht nicht in der FIDE-Liste {fide.month}. Ist es eine "
                "andere Nummer? In einer Liste der Spieler mit Elo fehlen die ohne.",
            )  # fmt: skip


@RULES.rule("P35")
def rating_of_month(evidence: Evidence) -> Iterator[Fault]:
    """The fideRating is the standard rating of the month of the last game.

    Source: rule P35; documentation 1.1, "fideRating".
    """
    for player, entry, month in _listed(evidence):
        given = player.number("fideRating")
        if given is not None and given != entry.rating:
            yield _other_rating(evidence, player, entry, month)


@RULES.rule("P37")
def rating_in_fide_list(evidence: Evidence) -> Iterator[Fault]:
    """Whoever has a rating in FIDE's list has one in the report.

    Source: rule P37; documentation 1.1, "fideRating".
    """
    for player, entry, month in _listed(evidence):
        if not player.has("fideRating") and entry.rating is not None:
            yield warning(
                player, "fideRating",
                f"The FIDE list of {month} has the standard rating {entry.rating}. "
                "Add it if it is that of the end of the tournament.",
                f"Die FIDE-Liste {month} hat die Standard-Elo {entry.rating}. Bitte "
                "ergänzen, wenn sie zum Turnierende galt.",
            )  # fmt: skip


def _listed(evidence: Evidence) -> Iterator[tuple[Section, FidePlayer, str]]:
    """Yield the people whose FIDE id is in the list, and the month of the list."""
    fide = evidence.registers.fide
    if fide is None:
        return
    for player in evidence.people:
        entry = fide.players.get(fide_id(player) or 0)
        if entry is not None:
            yield player, entry, fide.month


def _other_rating(
    evidence: Evidence, player: Section, entry: FidePlayer, month: str
) -> Fault:
    end = evidence.document.tournament.date("endDate")
    given, right = player.text("fideRating"), entry.rating or "–"
    if end is not None and f"{end:%Y-%m}" == month:
        text = Text(
            f"{given} is not the standard rating: the FIDE list of {month}, when the "
            f"tournament ended, has {right}. Correct it or leave the element out.",
            f"{given} ist nicht die Standard-Elo: Die FIDE-Liste {month}, als das "
            f"Turnier endete, hat {right}. Bitte berichtigen oder das Element "
            "weglassen.",
        )
        return Fault(player, "fideRating", Severity.ERROR, text)
    text = Text(
        f"The FIDE list of {month} has {right} instead of {given}. It is not that of "
        "the month in which the tournament ended, so please compare with that one.",
        f"Die FIDE-Liste {month} hat {right} statt {given}. Sie ist nicht die des "
        "Monats, in dem das Turnier endete; bitte mit jener vergleichen.",
    )
    return Fault(player, "fideRating", Severity.WARNING, text)
