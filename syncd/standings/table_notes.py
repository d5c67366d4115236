"""What people should know of standings: which list, how ratings count, what is by hand.

Source: C.07 (1 March 2026), articles 4 (lots), 10 (unrated players, several ratings)
and 16.6 (a regulation may count absences otherwise).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.bilingual import Text
from syncd.standings.formula_text import formula_written
from syncd.standings.given import formula_warning
from syncd.standings.lots import BY_RATING, drawn_before, why_no_lots
from syncd.standings.manual import BANNER, outdated
from syncd.standings.options import RatingUse, Unrated
from syncd.standings.players import is_only_paired
from syncd.standings.prizes import prize_legend
from syncd.standings.ties import Ties

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from syncd.model.tournament import Tournament
    from syncd.standings.categories import Category
    from syncd.standings.codes import Code
    from syncd.standings.lots import Lots
    from syncd.standings.manual import ManualOrder
    from syncd.standings.options import Options, Ratings
    from syncd.standings.prizes import Prize
    from syncd.standings.standings import Standings


class Decided(NamedTuple):
    """What decides beside the tie-breaks of these standings.

    Attributes:
        manual: an order set by hand, if it holds after this round.
        lots: drawn, if anybody is tied whom they can part.
        text: what is told of the lots.
    """

    manual: ManualOrder | None = None
    lots: Lots | None = None
    text: Text | None = None


def decided(
    standings: Standings,
    lots: Lots | None,
    manual: ManualOrder | None,
    ties: Ties = Ties.SHARED,
) -> Decided:
    """Return what of lots and an order set by hand holds for standings.

    Lots say nothing where rating and name decide.
    """
    if manual and standings.contest.primary.rounds >= manual.round:
        return Decided(manual)
    if not lots:
        return Decided()
    reason = BY_RATING if ties is not Ties.SHARED else why_no_lots(standings)
    if reason:
        return Decided(None, None, reason)
    return Decided(None, lots, drawn_before(standings, lots).text)


def banners(tournament: Tournament, manual: ManualOrder | None) -> tuple[Text, ...]:
    """Return what stands above an order set by hand, on every page and print."""
    if manual is None:
        return ()
    warning = outdated(manual, tournament)
    return (BANNER, warning) if warning else (BANNER,)


def only_paired_notes(
    tournament: Tournament, options: Options, shown: int
) -> Iterator[Text]:
    """Yield that rounds behind the one shown are only paired, if nobody chose one."""
    behind = range(shown + 1, tournament.pairings.rounds + 1)
    rounds = [at for at in behind if is_only_paired(tournament, at)]
    if rounds and options.after_round is None:
        written = ", ".join(map(str, rounds))
        yield Text(
            f"Round {written}: all games have 0 on both sides, so nothing of it counts "
            "as played.",
            f"Runde {written}: Alle Partien haben auf beiden Seiten 0, also gilt "
            "nichts davon als gespielt.",
        )


def list_notes(codes: Sequence[Code], options: Options) -> Iterator[Text]:
    """Yield what is to be known of a list of tie-breaks and how it was computed."""
    formula = options.given.formula
    own = next((code for code in codes if code.name == "CUSTOM"), None)
    if formula and own:
        yield _formula(formula_written(formula), is_lower_first=own.is_lower_first)
    warning = formula_warning(codes)
    if warning:
        yield warning
    if not options.is_absence_voluntary:
        yield _ABSENCES


def _formula(terms: Text, *, is_lower_first: bool) -> Text:
    en, de = ("lower", "niedriger") if is_lower_first else ("higher", "höher")
    return Text(
        f"CUSTOM = {terms.en}; the {en} value goes first.",
        f"CUSTOM = {terms.de}; der {de}e Wert steht vorn.",
    )


def prize_notes(prizes: Sequence[Prize]) -> tuple[Text, ...]:
    """Return what the marks of prize places mean; empty without prizes."""
    return (prize_legend(prizes),) if prizes else ()


def category_notes(category: Category | None) -> list[Text]:
    """Return which players are shown, if not all are."""
    name = category.name if category else ""
    return [Text(f"Category {name}.", f"Kategorie {name}.")] if name else []


def rating_notes(codes: Sequence[Code], ratings: Ratings) -> list[Text]:
    """Return how ratings count, where a tie-break is made of them."""
    if not any(code.known.is_from_ratings for code in codes):
        return []
    return [] if ratings.unrated is Unrated.DROP else [_unrated(ratings)]


def use_notes(codes: Sequence[Code], ratings: Ratings) -> tuple[Text, ...]:
    """Return which of several ratings counts, where a tie-break is made of them."""
    if not ratings.changes or not any(code.known.is_from_ratings for code in codes):
        return ()
    text = _USES[ratings.use]
    if ratings.use is RatingUse.OF_ROUND:
        return (Text(f"{text.en} {ratings.round}.", f"{text.de} {ratings.round}."),)
    return (text,)


def expected_note(standings: Standings) -> Text:
    """Return what expected points are made of, or why there are none."""
    return NOT_EXPECTED if standings.contest.is_team else _EXPECTED


def keizer_note(standings: Standings) -> Text:
    """Return how a Keizer table comes about, or why there is none."""
    return NO_KEIZER if standings.contest.is_team else _KEIZER


def _unrated(ratings: Ratings) -> Text:
    as_what = _UNRATED[ratings.unrated]
    fixed = f" {ratings.fixed}" if ratings.unrated is Unrated.FIXED else ""
    return Text(
        f"Unrated players count {as_what.en}{fixed}.",
        f"Spieler ohne Wertungszahl zählen {as_what.de}{fixed}.",
    )


_UNRATED: Final = {
    Unrated.FIXED: Text("as rated", "als Spieler mit"),
    Unrated.LOWEST: Text(
        "with the lowest rating of the field",
        "mit der niedrigsten Wertungszahl des Feldes",
    ),
    Unrated.AVERAGE: Text(
        "with the average of the rated", "mit dem Durchschnitt der anderen"
    ),
}
_USES: Final = {
    RatingUse.FIRST: Text(
        "Of several ratings the first counts.",
        "Von mehreren Wertungszahlen gilt die erste.",
    ),
    RatingUse.OF_ROUND: Text(
        "Of several ratings that one counts which held in round",
        "Von mehreren Wertungszahlen gilt die aus Runde",
    ),
    RatingUse.PER_ROUND: Text(
        "Of several ratings each counts in its rounds.",
        "Von mehreren Wertungszahlen gilt jede in ihren Runden.",
    ),
}
_ABSENCES: Final = Text(
    "Rounds sat out on request do not count as voluntarily unplayed (16.6).",
    "Runden, in denen jemand auf eigenen Wunsch fehlte, gelten nicht als freiwillig "
    "ausgelassen (16.6).",
)
_EXPECTED: Final = Text(
    "We and W-We: games over the board between rated players; a difference counts as "
    "400 at most, since October 2025 not for players rated 2650 and more.",
    "We und W-We: am Brett gespielte Partien zwischen Spielern mit Wertungszahl; ein "
    "Unterschied zählt höchstens als 400, seit Oktober 2025 nicht bei Spielern ab "
    "2650.",
)
NOT_EXPECTED: Final = Text(
    "Expected points are for players only, not for teams.",
    "Erwartete Punkte gibt es nur für Spieler, nicht für Mannschaften.",
)
_KEIZER: Final = Text(
    "Keizer table: a win gives the value of the opponent's place, a draw half of it; "
    "an absence gives a third of one's own value, a bye of the odd one out two thirds. "
    "Equal points are ordered by rating.",
    "Keizer-Tabelle: Ein Sieg bringt den Wert des Platzes, auf dem der Gegner steht, "
    "ein Remis die Hälfte; wer fehlt, bekommt ein Drittel des eigenen Wertes, wer "
    "spielfrei ist, zwei Drittel. Bei gleichen Punkten entscheidet die Wertungszahl.",
)
NO_KEIZER: Final = Text(
    "A Keizer table is for players only, not for teams.",
    "Eine Keizer-Tabelle gibt es nur für Spieler, nicht für Mannschaften.",
)
