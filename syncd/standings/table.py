"""Standings as people read them: heading, places, names, values, and what to know.

Terminal, HTML and CSV show the same table. Whoever is tied to the end shares a place
(`2=`), and the next places are skipped; or rating and name decide, if that is wished.

Source: C.07 (1 March 2026), article 4.1; TRF26, record 001, for equal ranks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.bilingual import Text
from syncd.standings.amounts import written
from syncd.standings.options import RatingUse, Unrated
from syncd.standings.provisional import provisional
from syncd.standings.standings import Dropped, in_points
from syncd.standings.ties import Ties, placed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from syncd.model.tournament import Tournament
    from syncd.standings.chosen import Chosen
    from syncd.standings.codes import Code
    from syncd.standings.options import Options, Ratings
    from syncd.standings.rows import Column
    from syncd.standings.standings import Standings


class Head(NamedTuple):
    """A column of values.

    Attributes:
        code: as it was asked for.
        title: what it is called in full.
    """

    code: str
    title: Text


class Line(NamedTuple):
    """One participant.

    Attributes:
        place: `1`, or `2=` if it is shared.
        number: start or team number.
        name: of player or team.
        club: or the federation, or empty.
        rating: None if unrated; teams have none.
        values: one per column, empty where there is none.
    """

    place: str
    number: int
    name: str
    club: str
    rating: int | None
    values: tuple[Text, ...]


class Table(NamedTuple):
    """Standings to be shown.

    Attributes:
        name: of the tournament.
        heading: after which round.
        is_team: whether the lines are teams.
        heads: columns of values.
        lines: in order.
        provisional: why all this may still change, empty if it is final.
        notes: which list it is, and how ratings count.
        dropped: tie-breaks that were left out.
    """

    name: str
    heading: Text
    is_team: bool
    heads: tuple[Head, ...]
    lines: tuple[Line, ...]
    provisional: tuple[Text, ...]
    notes: tuple[Text, ...]
    dropped: tuple[Dropped, ...]


class _Who(NamedTuple):
    name: str
    club: str = ""
    rating: int | None = None


_NOBODY: Final = _Who("")


def table_of(
    tournament: Tournament,
    chosen: Chosen,
    options: Options,
    ties: Ties = Ties.SHARED,
) -> Table:
    """Return standings as a table for people."""
    standings = chosen.standings
    rounds = standings.contest.primary.rounds
    reasons = provisional(tournament, options)
    planned = standings.contest.primary.planned
    return Table(
        name=tournament.name,
        heading=_heading(rounds, planned, is_final=rounds == planned and not reasons),
        is_team=standings.contest.is_team,
        heads=tuple(Head(written_of(code), title_of(code)) for code in standings.codes),
        lines=tuple(_lines(tournament, standings, ties)),
        provisional=reasons,
        notes=(chosen.origin, *_rating_notes(standings.codes, options.ratings)),
        dropped=standings.dropped,
    )


def written_of(code: Code) -> str:
    """Return a code as it was written, else as FIDE spells it."""
    return code.written or str(code)


def title_of(code: Code) -> Text:
    """Return what a tie-break is called, with its additions."""
    name, _, added = str(code).partition("/")
    basis = name.partition(":")[2]
    more = ", ".join(part for part in (basis, *added.split("/")) if part)
    title = code.known.title
    return Text(f"{title.en} ({more})", f"{title.de} ({more})") if more else title


def _lines(tournament: Tournament, standings: Standings, ties: Ties) -> Iterator[Line]:
    people = _people(tournament, is_team=standings.contest.is_team)
    cells = [_texts(column) for column in standings.ranking.columns]
    for place in placed(standings, tournament, ties):
        who = people.get(place.number, _NOBODY)
        values = tuple(column[place.index] for column in cells)
        yield Line(place.written, place.number, *who, values=values)


def _people(tournament: Tournament, *, is_team: bool) -> Mapping[int, _Who]:
    if is_team:
        return {team.number: _Who(team.name) for team in tournament.teams}
    return {
        one.id: _Who(
            ", ".join(part for part in (one.surname, one.forename) if part),
            one.club or one.federation,
            one.rating,
        )
        for one in tournament.entrants
    }


def _texts(column: Column) -> list[Text]:
    return [written(in_points(value, column.scale)) for value in column.values]


def _heading(rounds: int, planned: int, *, is_final: bool) -> Text:
    if is_final:
        return Text(
            f"Final standings after round {rounds}", f"Endstand nach Runde {rounds}"
        )
    of_en, of_de = f" of {planned}", f" von {planned}"
    if rounds == planned:
        of_en = of_de = ""
    return Text(
        f"Standings after round {rounds}{of_en}", f"Stand nach Runde {rounds}{of_de}"
    )


def _rating_notes(codes: Sequence[Code], ratings: Ratings) -> list[Text]:
    """Return how ratings count, where a tie-break is made of them."""
    if not any(code.known.is_from_ratings for code in codes):
        return []
    notes = [] if ratings.unrated is Unrated.DROP else [_unrated(ratings)]
    if ratings.changes:
        notes.append(_USES[ratings.use])
    if ratings.changes and ratings.use is RatingUse.OF_ROUND:
        notes[-1] = Text(
            f"{notes[-1].en} {ratings.round}.", f"{notes[-1].de} {ratings.round}."
        )
    return notes


def _unrated(ratings: Ratings) -> Text:
    as_what = _UNRATED[ratings.unrated]
    fixed = f" {ratings.fixed}" if ratings.unrated is Unrated.FIXED else ""
    return Text(
        f"Unrated players count as {as_what.en}{fixed}.",
        f"Spieler ohne Wertungszahl zählen als {as_what.de}{fixed}.",
    )


_UNRATED: Final = {
    Unrated.FIXED: Text("rated", "Spieler mit"),
    Unrated.LOWEST: Text(
        "the lowest rating of the field", "die niedrigste Wertungszahl des Feldes"
    ),
    Unrated.AVERAGE: Text(
        "the average of the rated", "der Durchschnitt der Spieler mit Wertungszahl"
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
