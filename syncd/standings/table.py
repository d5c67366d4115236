"""Standings as people read them: heading, places, names, values, and what to know.

Terminal, HTML and CSV show the same table. Whoever is tied to the end shares a place
(`2=`), and the next places are skipped; or rating and name decide, if that is wished.

Source: C.07 (1 March 2026), article 4.1; TRF26, record 001, for equal ranks.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.bilingual import Text
from syncd.standings.amounts import joined, same, written
from syncd.standings.attendance import withdrawn
from syncd.standings.categories import filtered, members
from syncd.standings.keizer_rows import keizer_rows
from syncd.standings.prizes import prize_places
from syncd.standings.provisional import provisional
from syncd.standings.standings import Dropped, in_points
from syncd.standings.stated import loop_banner, stated_beside, stated_note
from syncd.standings.table_columns import Count, Counts, among_all, attendance, expected
from syncd.standings.table_notes import (
    banners,
    category_notes,
    decided,
    expected_note,
    keizer_note,
    list_notes,
    only_paired_notes,
    prize_notes,
    rating_notes,
    use_notes,
)
from syncd.standings.ties import Ties, placed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from syncd.model.tournament import Tournament
    from syncd.standings.categories import Category
    from syncd.standings.chosen import Chosen
    from syncd.standings.codes import Code
    from syncd.standings.lots import Lots
    from syncd.standings.manual import ManualOrder
    from syncd.standings.options import Options
    from syncd.standings.prizes import Prize
    from syncd.standings.rows import Column
    from syncd.standings.standings import Standings
    from syncd.standings.stated import Stated
    from syncd.standings.table_notes import Decided
    from syncd.standings.ties import Placed


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
        counts: one per head of `Table.counts`.
        values: one per column, empty where there is none.
        mark: that somebody has left, else empty.
        prizes: names of those whose places he is on.
    """

    place: str
    number: int
    name: str
    club: str
    rating: int | None
    counts: tuple[Text, ...]
    values: tuple[Text, ...]
    mark: Text
    prizes: tuple[str, ...] = ()


class KeizerLine(NamedTuple):
    """One player of the Keizer table.

    Attributes:
        place: from 1, each of one player.
        number: start number.
        name: of the player.
        rating: None if unrated.
        value: of the place.
        points: Keizer points.
        parts: what the rounds gave, in their order.
    """

    place: int
    number: int
    name: str
    rating: int | None
    value: int
    points: Text
    parts: Text


class Table(NamedTuple):
    """Standings to be shown.

    Attributes:
        name: of the tournament.
        heading: after which round.
        is_team: whether the lines are teams.
        counts: heads of what stands in front of the values: the place among all if
            these are some of the players, rounds present and extra points where they
            differ at all.
        heads: columns of values, those of expected points behind the tie-breaks.
        lines: in order.
        provisional: why all this may still change, empty if it is final.
        notes: which list it is, how ratings count, what the lots were.
        dropped: tie-breaks that were left out.
        banners: that games are missing in the file, that the order was set by hand,
            and that results have changed since; to stand above the table on every page
            and print.
        in_short: the banners that belong into every line of a spreadsheet.
        above: which of several ratings counts, likewise above the table.
        prizes: what the marks of prize places mean; empty if none are asked for.
        keizer: the Keizer table, empty if it is not shown.
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
    banners: tuple[Text, ...] = ()
    in_short: tuple[Text, ...] = ()
    above: tuple[Text, ...] = ()
    prizes: tuple[Text, ...] = ()
    keizer: tuple[KeizerLine, ...] = ()


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
    field, codes = standings.contest.primary, standings.codes
    reasons = provisional(tournament, options)
    stated = stated_beside(tournament, standings.contest)
    is_final = field.rounds == field.planned and not reasons
    by_whom = decided(standings, shown.lots, shown.manual, shown.ties)
    places = shown_places(standings, tournament, shown)
    front = [
        *among_all(places, is_filtered=shown.category is not None),
        *attendance(field),
    ]
    behind = [*(expected(tournament, standings) if shown.shows_expected else ())]
    marks = prize_places(places, tournament, shown.prizes)
    inside = _inside(tournament, places, shown)
    return Table(
        name=tournament.name,
        heading=(
            _incomplete(field.rounds)
            if stated.lacks_loop
            else _heading(field.rounds, field.planned, is_final=is_final)
        ),
        is_team=standings.contest.is_team,
        counts=tuple(each.head for each in front),
        heads=(
            *(Head(written_of(code), title_of(code)) for code in codes),
            *(Head(each.head.short.en, each.head.title) for each in behind),
        ),
        lines=tuple(
            line._replace(prizes=marks.get(line.number, ()))
            for line in _lines(tournament, standings, inside, front, behind)
        ),
        provisional=reasons,
        notes=(
            *filter(None, (stated_note(stated),)),
            *only_paired_notes(tournament, options, field.rounds),
            *_notes(chosen, options, shown, by_whom),
        ),
        dropped=standings.dropped,
        banners=(
            *filter(None, (loop_banner(stated),)),
            *banners(tournament, by_whom.manual),
        ),
        in_short=tuple(_in_short(stated, by_whom)),
        above=use_notes(codes, options.ratings),
        prizes=prize_notes(shown.prizes),
        keizer=tuple(_keizer(tournament, standings)) if shown.shows_keizer else (),
    )


def _in_short(stated: Stated, by_whom: Decided) -> Iterator[Text]:
    if stated.lacks_loop:
        yield _GAMES_MISSING
    if by_whom.manual:
        yield _BY_HAND


def _notes(
    chosen: Chosen, options: Options, shown: Shown, by_whom: Decided
) -> Iterator[Text]:
    standings = chosen.standings
    yield from category_notes(shown.category)
    yield chosen.origin
    if by_whom.text:
        yield by_whom.text
    yield from list_notes(standings.codes, options)
    yield from rating_notes(standings.codes, options.ratings)
    if shown.shows_expected:
        yield expected_note(standings)
    if shown.shows_keizer:
        yield keizer_note(standings)


def shown_places(
    standings: Standings, tournament: Tournament, shown: Shown
) -> tuple[Placed, ...]:
    """Return everybody's place as it is shown, lots and an order by hand applied."""
    by_whom = decided(standings, shown.lots, shown.manual, shown.ties)
    return placed(
        standings, tournament, shown.ties, lots=by_whom.lots, manual=by_whom.manual
    )


def _keizer(tournament: Tournament, standings: Standings) -> Iterator[KeizerLine]:
    people = _people(tournament, is_team=False)
    for row in keizer_rows(standings):
        who = people.get(row.number, _NOBODY)
        yield KeizerLine(
            row.place,
            row.number,
            who.name,
            who.rating,
            row.value,
            written(row.points),
            joined(map(written, row.parts), " + "),
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
    counts: Sequence[Counts],
    more: Sequence[Counts],
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
            values=(
                *(column[at] for column in cells),
                *(each.texts[at] for each in more),
            ),
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


def _incomplete(rounds: int) -> Text:
    return Text(
        f"Incomplete standings after round {rounds}",
        f"Unvollständiger Stand nach Runde {rounds}",
    )


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


_GAMES_MISSING: Final = Text(
    "games are missing in the file", "in der Datei fehlen Partien"
)
_BY_HAND: Final = Text("order set by hand", "Reihenfolge von Hand gesetzt")
