"""Standings and the choice of tie-breaks on the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from syncd.bilingual import Text
from syncd.pages.standings import KEIZER, KEIZER_HEADS, PRIZES, names
from syncd.standings.amounts import written
from syncd.standings.explained import HEADINGS, table_rows
from syncd.standings.prizes import MARK
from syncd.standings.table import written_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from syncd.bilingual import Language
    from syncd.cli.output import Output
    from syncd.pages.standings import Workings
    from syncd.standings.builder import Offer
    from syncd.standings.explain import Explanation
    from syncd.standings.table import Line, Table


def print_standings(output: Output, table: Table) -> None:
    """Print standings with what people should know of them.

    Clubs are left to the page and the spreadsheet: a terminal is narrow.
    """
    heads = [
        *names(table)[:_NAMED],
        *([] if table.is_team else [_RATING]),
        *(count.short for count in table.counts),
        *(Text(head.code, head.code) for head in table.heads),
        *([PRIZES] if table.prizes else []),
    ]
    rows = [
        (
            line.place,
            line.number,
            line.name,
            *(() if table.is_team else (line.rating or "–",)),
            *line.counts,
            *line.values,
            *([_marked(line)] if table.prizes else []),
        )
        for line in table.lines
    ]
    for text in (*table.banners, *table.above):
        output.say(text)
    title = Text(
        f"{table.name}: {table.heading.en}", f"{table.name}: {table.heading.de}"
    )
    last = {len(heads) - 1} if table.prizes else set[int]()
    numbers = {*range(len(heads))} - {_NAMED - 1} - last
    output.table(title, heads, rows, numbers=numbers)
    if table.keizer:
        lines = [
            tuple("–" if cell is None else cell for cell in line)
            for line in table.keizer
        ]
        output.table(KEIZER, KEIZER_HEADS, lines, numbers={0, 1, 3, 4, 5})
    for text in _remarks(table):
        output.say(text)


def _marked(line: Line) -> str:
    return f"{MARK} {', '.join(line.prizes)}" if line.prizes else ""


def _remarks(table: Table) -> Iterator[Text]:
    for line in table.lines:
        if line.mark.en:
            who = f"{line.number} {line.name}"
            yield Text(f"{who}: {line.mark.en}.", f"{who}: {line.mark.de}.")
    for text in table.provisional:
        yield Text(f"Not final. {text.en}", f"Nicht endgültig. {text.de}")
    yield from table.notes
    yield from table.prizes
    for each in table.dropped:
        yield Text(
            f"Left out {each.written}: {each.reason.en}",
            f"Weggelassen {each.written}: {each.reason.de}",
        )


def print_workings(output: Output, table: Table, made: Iterable[Workings]) -> None:
    """Print of each value the rounds that it is made of."""
    people = {line.number: line.name for line in table.lines}
    for one in made:
        for each in one.explanations:
            _print_working(output, each, people)


def _print_working(
    output: Output, working: Explanation, people: Mapping[int, str]
) -> None:
    code, value = written_of(working.code), written(working.value)
    name = f"{working.number} {people.get(working.number, '')}"
    title = Text(f"{name}: {code} = {value.en}", f"{name}: {code} = {value.de}")
    rows = table_rows(working, output.language, people)
    if rows:
        output.table(title, HEADINGS, rows)
    else:
        output.say(title)
    output.say(working.result)


def print_choices(output: Output, offers: Sequence[Offer]) -> None:
    """Print all tie-breaks, what each knows, and why some cannot be chosen.

    Reasons stand below, each once, as wide as the terminal is.
    """
    codes: dict[Text, list[str]] = {}
    for each in offers:
        if each.reason:
            codes.setdefault(each.reason, []).append(str(each.code))
    marks = {reason: str(number) for number, reason in enumerate(codes, 1)}
    output.table(
        _TITLE,
        _HEADS,
        [
            (
                str(each.code),
                each.known.title,
                each.known.article or "–",
                " ".join(modifier.written for modifier in each.modifiers),
                f"({marks[each.reason]})" if each.reason else "",
            )
            for each in offers
        ],
    )
    for reason, of_codes in codes.items():
        who = f"({marks[reason]}) {', '.join(of_codes)}"
        output.say(Text(f"{who}: {reason.en}", f"{who}: {reason.de}"))


def choices_shape(offers: Sequence[Offer], language: Language) -> list[dict[str, Any]]:
    """Return all tie-breaks as `syncd standings --choices --json` prints them."""
    return [
        {
            "code": str(each.code),
            "title": each.known.title.say(language),
            "article": each.known.article or None,
            "modifiers": [
                {"written": modifier.written, "title": modifier.title.say(language)}
                for modifier in each.modifiers
            ],
            "reason": each.reason.say(language) if each.reason else None,
        }
        for each in offers
    ]


_NAMED: Final = 3
"""Columns up to the name."""
_RATING: Final = Text("Rtg", "WZ")
_TITLE: Final = Text("Tie-breaks", "Feinwertungen")
_HEADS: Final = (
    Text("Code", "Code"),
    Text("What", "Was"),
    Text("Article", "Artikel"),
    Text("Additions", "Zusätze"),
    Text("Not here", "Nicht hier"),
)
