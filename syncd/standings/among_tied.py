"""Places among the tied (type A), look by look: the group, its scores, what they mean.

Every tie-break of type A looks at a group that is still tied, by one score after the
other: of the games or matches between them, or of boards. Each look has a score of
everybody in the group; who has a better one is ahead, who has the same stays for the
next look. So a place is one more than all who were ever put ahead, and a score is the
sum of the rounds that are shown with it.

The looks are those that made the places (`direct.stages`, `team_tiebreaks.turns`).

Source: C.07 (1 March 2026), articles 6, 12.1 to 12.3 and 13.3.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.bilingual import Text
from syncd.standings.amounts import joined, points, same
from syncd.standings.code_table import KNOWN
from syncd.standings.contest import as_seen
from syncd.standings.direct import stages
from syncd.standings.happened import KINDS, weighed
from syncd.standings.rows import POINT
from syncd.standings.team_tiebreaks import BY_BOARDS, SCORES, turns

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from syncd.standings.codes import Code
    from syncd.standings.contest import Contest
    from syncd.standings.direct import Stage
    from syncd.standings.field import Field
    from syncd.standings.team_tiebreaks import Turn

    Key = tuple[int, ...]
    Scores = tuple[int | Fraction, ...]
    """In tenths, of each of a group; shared by all who ask."""

_MOST_LISTED: Final = 12


class Addend(NamedTuple):
    """What one round adds to the score of a look.

    Attributes:
        round: from 1.
        opponent: index of who was met; NOBODY without one.
        value: in points.
        text: what it was.
        articles: of C.07.
    """

    round: int
    opponent: int
    value: Fraction
    text: Text
    articles: tuple[str, ...]


class Look(NamedTuple):
    """One look at a group that was still tied, as one of the group sees it.

    Attributes:
        by: what it looks at; None where the code says it (direct encounter).
        tied: indexes of the group.
        scores: of each of them, in tenths, in the same order.
        score: that of the one, in points.
        addends: the rounds that his score comes from.
        ahead: how many of the group are in front of him by it.
        remark: how it was judged, with the article.
    """

    by: Text | None
    tied: tuple[int, ...]
    scores: Scores
    score: Fraction
    addends: tuple[Addend, ...]
    ahead: int
    remark: Text


class _Rung(NamedTuple):
    """One look at boards.

    Attributes:
        group: those who were still tied.
        scores: of each of them, in tenths.
        ahead: how many of them are in front of the one.
    """

    group: tuple[int, ...]
    scores: Scores
    ahead: int


def looks(
    contest: Contest, code: Code, tied: Sequence[int], index: int
) -> Iterator[Look]:
    """Yield how one of the tied gets his place.

    Args:
        contest: the event.
        code: a tie-break of type A.
        tied: indexes of the group that it was applied to.
        index: one of them.
    """
    if code.name == "DE":
        yield from _encounters(contest.seen(code), tied, index, None)
        return
    told = set()
    while len(tied) > 1:
        found = turns(contest, code, tied)
        for each in found:
            for look in _of_turn(contest, code, each, tied, index):
                if (look.by, look.tied) not in told:  # a group that starts anew
                    told.add((look.by, look.tied))
                    yield look
        groups = found[-1].groups
        if len(groups) == 1:
            return
        tied = next(group for group in groups if index in group)


def _of_turn(
    contest: Contest, code: Code, turn: Turn, tied: Sequence[int], index: int
) -> Iterator[Look]:
    if turn.by in SCORES:
        field = as_seen(contest.of(turn.by), code)
        return _encounters(field, tied, index, KNOWN[turn.by].title)
    return _by_boards(contest, code, turn, index)


def _encounters(
    field: Field, tied: Sequence[int], index: int, by: Text | None
) -> Iterator[Look]:
    """Yield the turns of a direct encounter on one score."""
    for stage in stages(field, tied, index):
        yield Look(
            by,
            stage.tied,
            stage.scores,
            Fraction(stage.own.score, POINT),
            tuple(_meetings(field, index, stage, by)),
            stage.ahead,
            _judged(stage),
        )


def _meetings(
    field: Field, index: int, stage: Stage, by: Text | None
) -> Iterator[Addend]:
    for meeting in stage.meetings:
        happened = [KINDS[field.kinds[index][meeting.round - 1]]]
        articles = ["6"] if by is None else ["13.3", "6"]
        if meeting.meetings > 1:
            happened.append(_averaged(meeting.meetings))
            articles[-1] = "6.1.2"
        text = joined(happened, "; ")
        yield Addend(
            meeting.round,
            meeting.opponent,
            Fraction(meeting.gained, POINT),
            text if by is None else joined([by, text], ": "),
            tuple(articles),
        )


def _averaged(meetings: int) -> Text:
    return Text(
        f"the two met {meetings} times, the average counts",
        f"beide trafen sich {meetings}-mal, der Durchschnitt zählt",
    )


def _judged(stage: Stage) -> Text:
    """Return how a direct encounter was judged, all having met or not."""
    if stage.is_complete:
        return same(" (6.2)")
    missing = stage.own.missing
    return Text(
        f", {missing} not met; ahead is only who stays ahead whatever the "
        "missing games give (6.3)",
        f", {missing} nicht getroffen; davor steht nur, wer es bei jedem "
        "Ausgang der fehlenden Partien bliebe (6.3)",
    )


def _by_boards(contest: Contest, code: Code, turn: Turn, index: int) -> Iterator[Look]:
    """Yield the looks at boards: one board after the other, or fewer of them."""
    last_resort = () if code.name == turn.by else ("13.3.2",)
    articles = (*last_resort, KNOWN[turn.by].article)
    remark = same(f" ({', '.join(articles)})")
    own = BY_BOARDS[turn.by](turn.totals[index])
    for at, rung in enumerate(_rungs(contest, turn, index)):
        addends = [
            Addend(
                number + 1,
                contest.primary.opponents[index][number],
                Fraction(_counted(turn.by, contest.boards[index][number], at), POINT),
                _boards_told(contest, turn.by, index, number, at),
                articles,
            )
            for number in turn.rounds
        ]
        yield Look(
            _label(turn.by, len(turn.totals[index]), at),
            rung.group,
            rung.scores,
            Fraction(abs(own[at]), POINT),
            tuple(addends),
            rung.ahead,
            remark,
        )


def _rungs(contest: Contest, turn: Turn, index: int) -> list[_Rung]:
    """Return the looks that one was in.

    All of them are made at once, however many of the group are asked about.
    """
    kept: dict[object, dict[int, list[_Rung]]] = contest.__dict__.setdefault(
        "_rungs", {}
    )
    asked = turn.by, tuple(turn.totals), tuple(turn.rounds)
    if asked not in kept:
        kept[asked] = _all_rungs(
            {who: BY_BOARDS[turn.by](boards) for who, boards in turn.totals.items()}
        )
    return kept[asked][index]


def _all_rungs(keys: Mapping[int, Key]) -> dict[int, list[_Rung]]:
    rungs: dict[int, list[_Rung]] = {who: [] for who in keys}
    waiting = [(tuple(keys), 0)]
    while waiting:
        group, at = waiting.pop()
        if len(group) == 1 or at == len(keys[group[0]]):
            continue
        scores = tuple(abs(keys[who][at]) for who in group)
        parts: dict[int, list[int]] = {}
        for who in group:
            parts.setdefault(keys[who][at], []).append(who)
        ahead = 0
        for key in sorted(parts, reverse=True):
            rung = _Rung(group, scores, ahead)
            for who in parts[key]:
                rungs[who].append(rung)
            ahead += len(parts[key])
            waiting.append((tuple(parts[key]), at + 1))
    return rungs


def _counted(by: str, match: Sequence[int], at: int) -> int:
    """Return what one match adds to the score of a look, in tenths."""
    if by == "BC":
        return sum(board * given for board, given in enumerate(match, 1))
    return match[at] if by == "TBR" else sum(match[: len(match) - 1 - at])


def _boards_told(contest: Contest, by: str, index: int, number: int, at: int) -> Text:
    """Return what a match was, and which of its boards the look is at."""
    match = contest.boards[index][number]
    happened = KINDS[contest.matches.kinds[index][number]]
    if by == "BC":
        return joined([happened, weighed(match, range(1, len(match) + 1))], ": ")
    told = [happened, _label(by, len(match), at)]
    if by == "BBE":
        told.append(joined(map(points, match[: len(match) - 1 - at]), " + "))
    return joined(told, ": ")


def _label(by: str, size: int, at: int) -> Text:
    """Return what a look is at."""
    if by == "BC":
        return _BOARD_COUNT
    if by == "TBR":
        return Text(f"board {at + 1}", f"Brett {at + 1}")
    last = size - 1 - at
    if last == 1:
        return Text("board 1", "Brett 1")
    return Text(f"boards 1 to {last}", f"Bretter 1 bis {last}")


_BOARD_COUNT: Final = Text("board count (the lower first)", "Brettwertung (klein vorn)")


def told(contest: Contest, look: Look) -> Text:
    """Return what one look did, in one sentence."""
    group = _listed(contest, look)
    if look.by:
        group = Text(f"{look.by.en} among {group.en}", f"{look.by.de} unter {group.de}")
    else:
        group = Text(f"among {group.en}", f"unter {group.de}")
    score, unit = points(look.score, 1), _unit(look)
    return Text(
        f"{group.en}: {score.en}{unit.en}, {look.ahead} of them ahead{look.remark.en}",
        f"{group.de}: {score.de}{unit.de}, {look.ahead} von ihnen davor"
        f"{look.remark.de}",
    )


def _unit(look: Look) -> Text:
    return same("") if look.by is _BOARD_COUNT else Text(" points", " Punkte")


def _listed(contest: Contest, look: Look) -> Text:
    """Return numbers with their scores in a row, the first ones of a great many."""
    numbers = contest.primary.numbers
    shown = [
        Text(f"{numbers[who]} ({score.en})", f"{numbers[who]} ({score.de})")
        for who, score in zip(
            look.tied[:_MOST_LISTED],
            map(points, look.scores[:_MOST_LISTED]),
            strict=True,
        )
    ]
    listed = joined(shown, ", ")
    more = len(look.tied) - len(shown)
    if not more:
        return listed
    return Text(f"{listed.en} and {more} more", f"{listed.de} und {more} weiteren")
