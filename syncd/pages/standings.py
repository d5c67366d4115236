"""Standings for programs and to be printed: one JSON document, CSV, HTML."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from syncd.bilingual import Text
from syncd.pages.cells import harmless
from syncd.pages.template import rendered
from syncd.standings.amounts import joined
from syncd.standings.explain import explain_row
from syncd.standings.explained import explanation_html, explanation_shape
from syncd.standings.prizes import MARK
from syncd.standings.standings import in_points
from syncd.standings.table import written_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from fractions import Fraction

    from syncd.bilingual import Language
    from syncd.standings.explain import Explanation
    from syncd.standings.standings import Standings
    from syncd.standings.table import Line, Table


class Workings(NamedTuple):
    """How the values of one participant come about.

    Attributes:
        number: start or team number.
        explanations: one per tie-break.
    """

    number: int
    explanations: tuple[Explanation, ...]


def workings(standings: Standings, only: int | None = None) -> Iterator[Workings]:
    """Yield how everybody's values come about, the first in rank in front.

    Args:
        standings: as made.
        only: the number of the one who is wanted, None for all.
    """
    numbers = standings.contest.primary.numbers
    for group in standings.ranking.groups:
        for index in group:
            if only in {None, numbers[index]}:
                yield Workings(numbers[index], explain_row(standings, index))


def explained_shape(made: Iterable[Workings]) -> dict[str, Any]:
    """Return how values come about as `syncd standings --explain --json` prints it."""
    return {
        str(one.number): [explanation_shape(each) for each in one.explanations]
        for one in made
    }


def standings_shape(standings: Standings, language: Language) -> dict[str, Any]:
    """Return the document of `syncd standings --json`.

    Values are JSON numbers in points; null where somebody has none.
    """
    people = _ranked(standings)
    is_team = standings.contest.is_team
    return {
        "round": standings.contest.primary.rounds,
        "tiebreaks": [written_of(code) for code in standings.codes],
        "players": {} if is_team else people,
        "teams": people if is_team else {},
        "dropped": [
            {"code": each.written, "reason": each.reason.say(language)}
            for each in standings.dropped
        ],
    }


def _ranked(standings: Standings) -> dict[str, Any]:
    """Return rank and values of everybody, by number, the first in front."""
    ranking = standings.ranking
    numbers = standings.contest.primary.numbers
    return {
        str(numbers[index]): {
            "rank": ranking.ranks[index],
            "values": [
                json_number(in_points(column.values[index], column.scale))
                for column in ranking.columns
            ],
        }
        for group in ranking.groups
        for index in group
    }


def json_number(value: Fraction | None) -> float | int | None:
    """Return a value as a JSON number, whole ones without a point."""
    if value is None:
        return None
    return value.numerator if value.denominator == 1 else float(value)


def standings_csv(table: Table, language: Language) -> str:
    """Return standings as values for a spreadsheet.

    In English comma-separated (RFC 4180), numbers with a point. In German as a German
    Excel opens them: semicolons, decimal commas, and a mark of UTF-8 in front.
    """
    file = io.StringIO()
    is_german = language == "de"
    writer = csv.writer(file, delimiter=";" if is_german else ",")
    heads = [head.code for head in table.heads]
    named = [head.say(language) for head in names(table)]
    last = [*([PRIZES] if table.prizes else []), _REMARK]
    writer.writerow([*named, *heads, *(head.say(language) for head in last)])
    writer.writerows(_cells(line, table, language) for line in table.lines)
    return ("\ufeff" if is_german else "") + file.getvalue()


def _cells(line: Line, table: Table, language: Language) -> list[str]:
    named = [line.place, str(line.number), harmless(line.name)]
    if not table.is_team:
        named += [harmless(line.club), str(line.rating or "")]
    numbers = [number.say(language) for number in (*line.counts, *line.values)]
    prizes = [harmless(", ".join(line.prizes))] if table.prizes else []
    return [*named, *numbers, *prizes, _remark(line, table).say(language)]


def _remark(line: Line, table: Table) -> Text:
    """Return what is to be known of a line; what the banners say in short, in each."""
    return joined([*table.in_short, *([line.mark] if line.mark.en else [])], "; ")


def names(table: Table) -> Sequence[Text]:
    """Return the heads of the columns in front of the values."""
    fixed = _TEAM_HEADS if table.is_team else _HEADS
    return [*fixed, *(count.title for count in table.counts)]


def standings_html(
    table: Table,
    language: Language,
    made: Iterable[Workings] = (),
    rounds: Sequence[tuple[int, str]] = (),
) -> str:
    """Return standings as one HTML document that loads and runs nothing.

    Args:
        table: as people read it.
        language: of all words that are ours.
        made: how values come about, to be opened below the table.
        rounds: numbers of rounds with the addresses of the pages after them, an empty
            one for this page.
    """
    people = {line.number: line.name for line in table.lines}
    shown = [
        (
            f"{one.number} {people.get(one.number, '')}",
            [explanation_html(each, language, people) for each in one.explanations],
        )
        for one in made
    ]
    columns = len(names(table)) + len(table.heads) + bool(table.prizes)
    values = {
        "table": table, "names": names(table), "w": _WORDS, "workings": shown,
        "columns": columns, "rounds": rounds, "keizer_heads": KEIZER_HEADS,
        "mark": MARK,
    }  # fmt: skip
    return rendered("standings.html", language, {}, values)


_TEAM_HEADS: Final = (
    Text("Place", "Platz"), Text("No.", "Nr."), Text("Team", "Mannschaft"),
)  # fmt: skip
_HEADS: Final = (
    Text("Place", "Platz"), Text("No.", "Nr."), Text("Name", "Name"),
    Text("Club", "Verein"), Text("Rating", "Wertungszahl"),
)  # fmt: skip
KEIZER_HEADS: Final = (
    Text("Place", "Platz"), Text("No.", "Nr."), Text("Name", "Name"),
    Text("Rating", "Wertungszahl"), Text("Value", "Wert"), Text("Points", "Punkte"),
    Text("Per round", "Je Runde"),
)  # fmt: skip
KEIZER: Final = Text("Keizer table", "Keizer-Tabelle")
PRIZES: Final = Text("Prizes", "Preise")
_REMARK: Final = Text("Remark", "Bemerkung")
_WORDS: Final = {
    "provisional": Text("Not final", "Nicht endgültig"),
    "after": Text("After round", "Nach Runde"),
    "legend": Text("Tie-breaks", "Feinwertungen"),
    "workings": Text("How the values come about", "Wie die Werte entstehen"),
    "dropped": Text("Left out", "Weggelassen"),
    "keizer": KEIZER,
    "prizes": PRIZES,
    "nobody": Text(
        "There is nobody in this tournament.", "In diesem Turnier ist niemand."
    ),
}
"""Name in the template -> what people read."""
