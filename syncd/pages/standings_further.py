"""What the JSON of standings holds beside its contract, where it was asked for.

The contract's keys stay as they are: `rank` is what the tie-breaks give, whatever a
person has set by hand. What holds then is in `places`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from syncd.pages.standings import explained_shape, json_number, standings_shape
from syncd.standings.amounts import joined
from syncd.standings.expectation import expected_of
from syncd.standings.formula_text import formula_written
from syncd.standings.given import formula_rows, formula_warning
from syncd.standings.keizer_rows import keizer_rows
from syncd.standings.prizes import prize_places
from syncd.standings.stated import loop_banner, stated_beside, stated_note
from syncd.standings.table import shown_places
from syncd.standings.table_notes import banners, decided

if TYPE_CHECKING:
    from collections.abc import Sequence

    from syncd.bilingual import Language
    from syncd.model.tournament import Tournament
    from syncd.pages.standings import Workings
    from syncd.standings.given import Formula
    from syncd.standings.standings import Standings
    from syncd.standings.table import Shown
    from syncd.standings.ties import Placed


def document(
    tournament: Tournament,
    standings: Standings,
    shown: Shown,
    workings: Sequence[Workings] | None,
    language: Language,
) -> dict[str, Any]:
    """Return the whole document of standings.

    Args:
        tournament: as read.
        standings: as made.
        shown: what is shown of them.
        workings: how values come about; None if that is not asked for.
        language: of the texts in it.
    """
    shape = standings_shape(standings, language)
    shape |= further_shape(tournament, standings, shown, language)
    if workings is not None:
        shape["explain"] = explained_shape(workings)
    return shape


def further_shape(
    tournament: Tournament, standings: Standings, shown: Shown, language: Language
) -> dict[str, Any]:
    """Return the further keys of `syncd standings --json`; none if nothing was asked.

    Returns:
        `stated`, `places`, `manual`, `lots`, `prizes`, `expected`, `keizer` and
        `formula`, each as documented in docs/standings.md.
    """
    places = shown_places(standings, tournament, shown)
    shape = _stated(tournament, standings, language)
    shape |= _order(tournament, standings, shown, places, language)
    if shown.prizes:
        marks = prize_places(places, tournament, shown.prizes)
        shape["prizes"] = {str(number): [*names] for number, names in marks.items()}
    if shown.shows_expected:
        shape["expected"] = _expected(tournament, standings)
    if shown.shows_keizer:
        shape["keizer"] = _keizer(standings)
    formula = standings.contest.given.formula
    if formula and any(code.name == "CUSTOM" for code in standings.codes):
        shape["formula"] = _formula(formula, standings, language)
    return shape


def _stated(
    tournament: Tournament, standings: Standings, language: Language
) -> dict[str, Any]:
    """Return where the file states other points, and whether games are missing."""
    found = stated_beside(tournament, standings.contest)
    said = [text for text in (loop_banner(found), stated_note(found)) if text]
    if not said:
        return {}
    points: dict[str, dict[str, Any]] = {}
    for one in found.apart:
        points.setdefault(str(one.number), {})[one.basis] = {
            "stated": json_number(one.stated), "counted": json_number(one.counted),
        }  # fmt: skip
    text = joined(said, " ").say(language)
    return {
        "stated": {
            "games_missing": found.lacks_loop, "text": text, "points": points,
        }
    }  # fmt: skip


def _order(
    tournament: Tournament,
    standings: Standings,
    shown: Shown,
    places: Sequence[Placed],
    language: Language,
) -> dict[str, Any]:
    """Return what decides beside the tie-breaks, and the places that it gives."""
    by_whom = decided(standings, shown.lots, shown.manual, shown.ties)
    shape: dict[str, Any] = {}
    if by_whom.manual:
        told = [text.say(language) for text in banners(tournament, by_whom.manual)]
        shape["manual"] = {"banners": told}
    if by_whom.text and shown.lots:
        shape["lots"] = {
            "number": shown.lots.seed, "text": by_whom.text.say(language),
        }  # fmt: skip
    if by_whom.manual or by_whom.lots:
        shape["places"] = {str(one.number): one.place for one in places}
    return shape


def _expected(tournament: Tournament, standings: Standings) -> dict[str, Any]:
    if standings.contest.is_team:
        return {}
    numbers = standings.contest.primary.numbers
    return {
        str(number): one
        and {
            "games": one.games,
            "points": json_number(Fraction(one.scored_x100, 100)),
            "we": json_number(Fraction(one.expected_x100, 100)),
            "w_we": json_number(Fraction(one.difference_x100, 100)),
        }
        for number, one in zip(
            numbers, expected_of(tournament, standings), strict=True
        )
    }  # fmt: skip


def _keizer(standings: Standings) -> list[dict[str, Any]]:
    return [
        {
            "place": row.place,
            "number": row.number,
            "value": row.value,
            "points": json_number(row.points),
            "rounds": [json_number(part) for part in row.parts],
        }
        for row in keizer_rows(standings)
    ]


def _formula(
    formula: Formula, standings: Standings, language: Language
) -> dict[str, Any]:
    warning = formula_warning(standings.codes)
    return {
        "written": formula_written(formula).say(language),
        "rows": formula_rows(formula),
        "warning": warning.say(language) if warning else None,
    }
