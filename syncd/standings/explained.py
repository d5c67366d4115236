"""An explanation as JSON values, as rows of a table, and as a piece of HTML.

Names come from whoever shows it; without one the number stands alone. The HTML has no
style and no script, and everything in it that comes from a file is escaped.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from syncd.bilingual import Text
from syncd.standings.amounts import written
from syncd.standings.explain import NO_OPPONENT, NO_ROUND

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from syncd.bilingual import Language
    from syncd.standings.explain import Explanation, Step

HEADINGS: Final = (
    Text("round", "Runde"),
    Text("opponent", "Gegner"),
    Text("value", "Wert"),
    Text("how it comes about", "wie er entsteht"),
)
"""Of the columns of `table_rows`."""


class TableRow(NamedTuple):
    """One step as plain strings, for a table on screen or paper.

    Attributes:
        round: empty for what is about no round.
        opponent: number and name, or empty.
        value: in points; in brackets if it was cut.
        how: what it was worth, with the articles.
    """

    round: str
    opponent: str
    value: str
    how: str


def explanation_shape(explanation: Explanation) -> dict[str, Any]:
    """Return an explanation as JSON values; texts in both languages.

    Returns:
        code, number, value and total in points (null = none), result, and the steps
        with round, opponent (0 = none), value, cut, stage, articles and text.
    """
    return {
        "code": explanation.code.written or str(explanation.code),
        "title": explanation.code.known.title._asdict(),
        "article": explanation.code.known.article,
        "number": explanation.number,
        "value": None if explanation.value is None else float(explanation.value),
        "total": float(explanation.total),
        "result": explanation.result._asdict(),
        "steps": [_step_shape(step) for step in explanation.steps],
    }


def _step_shape(step: Step) -> dict[str, Any]:
    return {
        "round": step.round,
        "opponent": step.opponent,
        "value": float(step.value),
        "cut": step.cut,
        "stage": step.stage,
        "articles": list(step.articles),
        "text": step.text._asdict(),
    }


def table_rows(
    explanation: Explanation, language: Language, names: Mapping[int, str]
) -> list[TableRow]:
    """Return the steps as rows of a table.

    Args:
        explanation: of one value.
        language: of everything that is ours.
        names: start or team number -> name, as far as known.
    """
    return [_table_row(step, language, names) for step in explanation.steps]


def _table_row(step: Step, language: Language, names: Mapping[int, str]) -> TableRow:
    value = written(step.value).say(language)
    return TableRow(
        "" if step.round == NO_ROUND else str(step.round),
        _opponent(step.opponent, names),
        f"({value})" if step.cut else value,
        _with_articles(step.text.say(language), step.articles),
    )


def _opponent(number: int, names: Mapping[int, str]) -> str:
    if number == NO_OPPONENT:
        return ""
    return f"{number} {names.get(number, '')}".rstrip()


def _with_articles(text: str, articles: Sequence[str]) -> str:
    return f"{text} [{', '.join(articles)}]" if articles else text


def explanation_html(
    explanation: Explanation, language: Language, names: Mapping[int, str]
) -> str:
    """Return an explanation as one `details` element that opens without a script.

    Args:
        explanation: of one value.
        language: of everything that is ours.
        names: start or team number -> name, as far as known; escaped here.
    """
    code = explanation.code.written or str(explanation.code)
    value = written(explanation.value).say(language)
    result = explanation.result.say(language)
    return (
        f'<details class="explain"><summary>{escape(code)} = {escape(value)}</summary>'
        f"<p>{escape(explanation.code.known.title.say(language))}</p>"
        f"{_table(explanation, language, names)}<p>{escape(result)}</p></details>"
    )


def _table(
    explanation: Explanation, language: Language, names: Mapping[int, str]
) -> str:
    rows = table_rows(explanation, language, names)
    if not rows:
        return ""
    head = _cells((text.say(language) for text in HEADINGS), "th")
    body = "".join(
        f"<tr{_class(step)}>{_cells(row, 'td')}</tr>"
        for step, row in zip(explanation.steps, rows, strict=True)
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _class(step: Step) -> str:
    return ' class="cut"' if step.cut else ""


def _cells(words: Iterable[str], tag: str) -> str:
    return "".join(f"<{tag}>{escape(word)}</{tag}>" for word in words)
