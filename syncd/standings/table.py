"""Standings as people read them: heading, places, names, values, and what to know.

Terminal, HTML and CSV show the same table. Whoever is tied to the end shares a place
(`2=`), and the next places are skipped; or rating and name decide, if that is wished.

Source: C.07 (1 March 2026), article 4.1; TRF26, record 001, for equal ranks.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.bilingual import Text
from syncd.standings.amounts import points, same, written
from syncd.standings.attendance import (
    EXTRA_POINTS,
    ROUNDS_PRESENT,
    extra_points,
    has_extra_points,
    rounds_present,
    withdrawn,
)
from syncd.standings.categories import filtered, members
from syncd.standings.options import RatingUse, Unrated
from syncd.standings.provisional import provisional
from syncd.standings.standings import Dropped, in_points
from syncd.standings.ties import Ties, placed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from syncd.model.tournament import Tournament
    from syncd.standings.categories import Category
    from syncd.standings.chosen import Chosen
    from syncd.standings.codes import Code
    from syncd.standings.field import Field
    from syncd.standings.lots import Lots
    from syncd.standings.manual import ManualOrder
    from syncd.standings.options import Options, Ratings
    from syncd.standings.prizes import Prize
    from syncd.standings.rows import Column
    from syncd.standings.standings import Standings
    from syncd.standings.ties import Placed


class Head(NamedTuple):
    """A column of values.

    Attributes:
        code: as it was asked for.
        title: what it is called in full.
    """

    code: str
    title: Text


class Count(NamedTuple):
    """A column of numbers in front of the values.

    Attributes:
        title: what they are.
        short: the same for narrow places.
    """

    title: Text
    short: Text


class Line(NamedTuple):
    """One participant.

    Attributes:
        place: `1`, or `2=` if it is shared.
        number: start or team number.
        name: of player or team.
        club: or the federation, or empty.
        rating: None if unrated; teams have none.
        counts: one per head of `Table.counts`.
        values: one per column, empty where there is none.
        mark: that somebody has left, else empty.
    """

    place: str
    number: int
    name: str
    club: str
    rating: int | None
    counts: tuple[Text, ...]
    values: tuple[Text, ...]
    mark: Text


class Table(NamedTuple):
    """Standings to be shown.

    Attributes:
        name: of the tournament.
        heading: after which round.
        is_team: whether the lines are teams.
        counts: heads of what stands in front of the values: the place among all if
            these are some of the players, rounds present and extra points where they
            differ at all.
        heads: columns of values.
        lines: in order.
        provisional: why all this may still change, empty if it is final.
        notes: which list it is, and how ratings count.
        dropped: tie-breaks that were left out.
    """

    name: str
    heading: Text
    is_team: bool
    counts: tuple[Count, ...]
    heads: tuple[Head, ...]
    lines: tuple[Line, ...]
    provisional: tuple[Text, ...]
    notes: tuple[Text, ...]
    dropped: tuple[Dropped, ...]


class Shown(NamedTuple):
    """What is shown of standings.

    Attributes:
        ties: what becomes of those who are still tied.
        category: only these players, with their places among themselves.
        lots: drawn for those who are tied.
        manual: an order set by hand.
        prizes: whose places are marked.
        shows_keizer: whether the Keizer table is shown below.
        shows_expected: whether there are columns of expected points (We, W-We).
    """

    ties: Ties = Ties.SHARED
    category: Category | None = None
    lots: Lots | None = None
    manual: ManualOrder | None = None
    prizes: tuple[Prize, ...] = ()
    shows_keizer: bool = False
    shows_expected: bool = False


class _Counts(NamedTuple):
    """A column of numbers in front of the values, with everybody's."""

    head: Count
    texts: Sequence[Text]


class _Who(NamedTuple):
    name: str
    club: str = ""
    rating: int | None = None


_NOBODY: Final = _Who("")
_ALL: Final = Shown()


def table_of(
    tournament: Tournament, chosen: Chosen, options: Options, shown: Shown = _ALL
) -> Table:
    """Return standings as a table for people."""
    standings = chosen.standings
    rounds = standings.contest.primary.rounds
    reasons = provisional(tournament, options)
    planned = standings.contest.primary.planned
    places = placed(standings, tournament, shown.ties)
    counts = [*_among_all(places, shown), *_attendance(standings.contest.primary)]
    lines = _lines(tournament, standings, _inside(tournament, places, shown), counts)
    return Table(
        name=tournament.name,
        heading=_heading(rounds, planned, is_final=rounds == planned and not reasons),
        is_team=standings.contest.is_team,
        counts=tuple(each.head for each in counts),
        heads=tuple(Head(written_of(code), title_of(code)) for code in standings.codes),
        lines=tuple(lines),
        provisional=reasons,
        notes=(
            *_category_note(shown),
            chosen.origin,
            *_rating_notes(standings.codes, options.ratings),
        ),
        dropped=standings.dropped,
    )


def _inside(
    tournament: Tournament, places: Sequence[Placed], shown: Shown
) -> list[tuple[Placed, str]]:
    """Return who is shown, with the place as it is written."""
    if shown.category is None:
        return [(each, each.written) for each in places]
    found = filtered(places, members(tournament, shown.category))
    times = Counter(each.place for each in found)
    return [
        (each.placed, f"{each.place}{'=' if times[each.place] > 1 else ''}")
        for each in found
    ]


def _among_all(places: Sequence[Placed], shown: Shown) -> Iterator[_Counts]:
    if shown.category is not None:
        by_index = {each.index: same(each.written) for each in places}
        yield _Counts(_OVERALL, [by_index[at] for at in range(len(by_index))])


def _attendance(field: Field) -> Iterator[_Counts]:
    """Yield rounds present unless all were always there, extra points if any has."""
    present = rounds_present(field)
    if len({*present}) > 1:
        yield _Counts(_PRESENT, [same(str(number)) for number in present])
    if has_extra_points(field):
        yield _Counts(_EXTRA, [points(each) for each in extra_points(field)])


def _category_note(shown: Shown) -> list[Text]:
    name = shown.category.name if shown.category else ""
    return [Text(f"Category {name}.", f"Kategorie {name}.")] if name else []


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


def _lines(
    tournament: Tournament,
    standings: Standings,
    places: Iterable[tuple[Placed, str]],
    counts: Sequence[_Counts],
) -> Iterator[Line]:
    people = _people(tournament, is_team=standings.contest.is_team)
    cells = [_texts(column) for column in standings.ranking.columns]
    gone = withdrawn(tournament, standings.contest)
    for place, text in places:
        at = place.index
        yield Line(
            text,
            place.number,
            *people.get(place.number, _NOBODY),
            counts=tuple(each.texts[at] for each in counts),
            values=tuple(column[at] for column in cells),
            mark=gone[at].text if at in gone else same(""),
        )


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
_OVERALL: Final = Count(Text("among all", "von allen"), Text("All", "Alle"))
_PRESENT: Final = Count(ROUNDS_PRESENT, Text("Rds", "Rd."))
_EXTRA: Final = Count(EXTRA_POINTS, Text("Extra", "Zusatz"))
