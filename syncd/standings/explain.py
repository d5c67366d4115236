"""Why a value is what it is: the rounds it is made of, in words and numbers.

A family gives the parts it has added up, `sentences` says what each of them stands
for, and this module puts both together. Nothing is computed a second time, so what is
explained always adds up to the value that ranks.

Source: C.07 (1 March 2026), articles 6, 14 and 16.5, and those that `sentences` names.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.bilingual import Text
from syncd.standings.among_tied import looks, told
from syncd.standings.amounts import joined, points, same
from syncd.standings.expected import WITHOUT_POINTS
from syncd.standings.field import NOBODY
from syncd.standings.sentences import sentence
from syncd.standings.standings import in_points
from syncd.standings.tiebreaks import FAMILIES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from syncd.standings.codes import Code
    from syncd.standings.contest import Contest
    from syncd.standings.rows import Column, Part, Working
    from syncd.standings.standings import Standings

_AMONG_TIED: Final = "A"
NO_ROUND: Final = 0
NO_OPPONENT: Final = 0


class Step(NamedTuple):
    """What one round adds to a value.

    Attributes:
        round: from 1; NO_ROUND for what is about no round.
        opponent: start or team number of who was met, or of who was to be met where it
            was a forfeit; NO_OPPONENT without one.
        value: what it adds, in points; nothing if it was cut.
        text: what the round was worth, and adjusted how.
        articles: of C.07, the tie-break's own first.
        cut: `low` or `high` if it was left out, else empty.
        stage: among tied participants, the turn from 1; else 0.
    """

    round: int
    opponent: int
    value: Fraction
    text: Text
    articles: tuple[str, ...]
    cut: str = ""
    stage: int = 0


class Explanation(NamedTuple):
    """How one value of one participant comes about.

    The steps that are not cut add up to `total`; of a tie-break among the tied, those
    of each turn are the score of that turn.

    Attributes:
        code: the tie-break.
        number: start or team number of the participant.
        value: in points; None = there is none.
        total: sum of the steps, in points.
        steps: one per round that has to do with it.
        result: the calculation in one line, or why there is no value.
    """

    code: Code
    number: int
    value: Fraction | None
    total: Fraction
    steps: tuple[Step, ...]
    result: Text


def explain_row(standings: Standings, index: int) -> tuple[Explanation, ...]:
    """Return how all values of one participant come about.

    Args:
        standings: as made.
        index: the participant, a place in `contest.primary.numbers`.
    """
    return tuple(explain(standings, at, index) for at in range(len(standings.codes)))


def explain(standings: Standings, column: int, index: int) -> Explanation:
    """Return how one value comes about.

    Args:
        standings: as made.
        column: the tie-break, a place in `codes`.
        index: the participant, a place in `contest.primary.numbers`.
    """
    contest = standings.contest
    computed = standings.ranking.columns[column]
    if computed.reason is not None:
        return _nothing(contest, computed, index, computed.reason)
    if computed.code.known.type == _AMONG_TIED:
        return _among_tied(contest, computed, index)
    working = FAMILIES[computed.code.name].working(contest, computed.code, index)
    return _explanation(
        contest,
        computed,
        index,
        [_step(contest, computed.code, index, part, working) for part in working.parts],
        _calculation(contest, computed.code, working),
    )


def _explanation(
    contest: Contest, column: Column, index: int, steps: Sequence[Step], result: Text
) -> Explanation:
    return Explanation(
        column.code,
        contest.primary.numbers[index],
        in_points(column.values[index], column.scale),
        sum((step.value for step in steps if not step.cut), Fraction(0)),
        tuple(steps),
        result,
    )


def _nothing(contest: Contest, column: Column, index: int, reason: Text) -> Explanation:
    return _explanation(contest, column, index, (), reason)


def _step(
    contest: Contest, code: Code, index: int, part: Part, working: Working
) -> Step:
    said = sentence(contest, code, index, part)
    text, articles = said.text, [each for each in said.articles if each]
    if part.cut:
        why = _why_cut(part)
        text = joined([text, why.text], " – ")
        articles.append(why.article)
    return Step(
        part.round,
        _opponent(contest, index, part),
        Fraction(part.value, working.scale),
        text,
        tuple(dict.fromkeys(articles)),
        part.cut,
    )


def _opponent(contest: Contest, index: int, part: Part) -> int:
    """Return the number of who was met, or of who was to be met and was not."""
    if part.round and part.opponent == NOBODY:
        return _number(contest, contest.primary.opponents[index][part.round - 1])
    return _number(contest, part.opponent)


def _number(contest: Contest, index: int) -> int:
    return NO_OPPONENT if index == NOBODY else contest.primary.numbers[index]


class _WhyCut(NamedTuple):
    text: Text
    article: str


_LEAST: Final = _WhyCut(
    Text("left out: the least significant", "gestrichen: der geringste Wert"), "14"
)
_VOLUNTARY: Final = _WhyCut(
    Text("left out: voluntarily unplayed", "gestrichen: freiwillig nicht gespielt"),
    "16.5",
)
_MOST: Final = _WhyCut(
    Text("left out: the most significant", "gestrichen: der höchste Wert"), "14"
)


def _why_cut(part: Part) -> _WhyCut:
    if part.cut == "high":
        return _MOST
    return _VOLUNTARY if part.is_voluntary else _LEAST


def _calculation(contest: Contest, code: Code, working: Working) -> Text:
    """Return the calculation in one line, as far as there is one."""
    if working.value is None:
        return _NOT_ENTERED if code.known.is_own else _NO_GAMES
    parts = [part for part in working.parts if not part.cut]
    if len(parts) == 1 and not parts[0].round:
        return points(working.total, working.scale)
    total = points(working.total, working.scale)
    added = joined((points(part.value, working.scale) for part in parts), " + ")
    if code.name == "PTP":
        return _perfect(working, added, total)
    terms = [joined([added, total], " = ")] if len(parts) > 1 else [total]
    if code.name == "SSSC":
        return joined([*terms, _schedule(contest, code, working)], "; ")
    if working.divisor > 1:
        terms.append(_mean(working))
    if working.offset:
        terms.append(_with_offset(working))
    return joined(terms, "; ")


def _schedule(contest: Contest, code: Code, working: Working) -> Text:
    """Return the last line of score and strength of schedule (13.4)."""
    total, own, value = (
        points(Fraction(number or 0), working.scale)
        for number in (working.total, working.offset, working.value)
    )
    by, why = working.divisor, _divisor(contest, code)
    return Text(
        f"{total.en} ÷ {by} + {own.en} = {value.en} "
        f"(divisor {by}: {why.en}; other score {own.en})",
        f"{total.de} ÷ {by} + {own.de} = {value.de} "
        f"(Teiler {by}: {why.de}; anderer Punktstand {own.de})",
    )


def _divisor(contest: Contest, code: Code) -> Text:
    """Return where the divisor of 13.4 comes from."""
    if code.factor:
        return Text("as stated", "wie angegeben")
    rounds = contest.primary.rounds
    win, best = points(contest.primary.win), points(contest.of(contest.other_basis).win)
    return Text(
        f"{rounds} rounds × {win.en} ÷ {best.en}, rounded down, at least 1",
        f"{rounds} Runden × {win.de} ÷ {best.de}, abgerundet, mindestens 1",
    )


_NO_GAMES: Final = Text(
    "no value: there is no game over the board to take it from",
    "kein Wert: es gibt keine am Brett gespielte Partie, aus der er käme",
)
_NOT_ENTERED: Final = Text(
    "no value: none has been entered", "kein Wert: es ist keiner eingetragen"
)


def _mean(working: Working) -> Text:
    total = points(working.total, working.scale)
    mean = points(Fraction(working.total, working.divisor), working.scale)
    text = Text(
        f"{total.en} ÷ {working.divisor} = {mean.en}",
        f"{total.de} ÷ {working.divisor} = {mean.de}",
    )
    if not working.is_rounded or working.value is None:
        return text
    whole = working.value - working.offset
    return Text(f"{text.en}, rounded {whole}", f"{text.de}, gerundet {whole}")


def _with_offset(working: Working) -> Text:
    """Return the last line of a performance (10.2)."""
    sign = "+" if working.offset > 0 else "−"
    before = (working.value or 0) - working.offset
    sum_ = same(f"{before} {sign} {abs(working.offset)} = {working.value}")
    return Text(
        f"with the difference for the share of points: {sum_.en}",
        f"mit der Differenz für den Punktanteil: {sum_.de}",
    )


def _perfect(working: Working, added: Text, total: Text) -> Text:
    """Return the last line of a perfect performance (10.3)."""
    lowest = min(part.key for part in working.parts)
    if working.value == lowest - WITHOUT_POINTS:
        sum_ = f"{lowest} − {WITHOUT_POINTS} = {working.value}"
        return Text(
            f"without points, so far below the lowest opponent: {sum_}",
            f"ohne Punkte, um so viel unter dem schwächsten Gegner: {sum_}",
        )
    return Text(
        f"{working.value} is the lowest rating that expects the points scored: "
        f"{added.en} = {total.en}",
        f"{working.value} ist die niedrigste Zahl, die die erzielten Punkte erwarten "
        f"lässt: {added.de} = {total.de}",
    )


def _among_tied(contest: Contest, column: Column, index: int) -> Explanation:
    """Return how a place inside a tied group comes about (type A)."""
    tied = next((group for group in column.tied if index in group), None)
    if tied is None:
        return _nothing(contest, column, index, _NOT_TIED)
    found = list(looks(contest, column.code, tied, index))
    steps = [
        Step(
            addend.round,
            _number(contest, addend.opponent),
            addend.value,
            addend.text,
            addend.articles,
            stage=turn,
        )
        for turn, look in enumerate(found, 1)
        for addend in look.addends
    ]
    lines = [_place(column, tied, index), *(told(contest, look) for look in found)]
    return _explanation(contest, column, index, steps, joined(lines, "; "))


_NOT_TIED: Final = Text(
    "no value: nobody was tied with this participant",
    "kein Wert: mit diesem Teilnehmer stand niemand gleich",
)


def _place(column: Column, tied: Sequence[int], index: int) -> Text:
    place = column.values[index]
    return Text(
        f"place {place} of the {len(tied)} who were tied",
        f"Platz {place} unter den {len(tied)} Gleichstehenden",
    )
