"""Do the ranks and team points that a file states follow from its games?

Points of players are checked where a TRF is read (`trf.points`). A rank must lie among
the places of those who have as many points in the file; whoever ties may stand in any
order there. Where the points are those of the games, the order inside them is held
against the tie-breaks that the file states, as far as these can be computed: behind
the first that cannot, every order is right.

One cause is told once: where the points differ, tie-breaks differ for that reason.
Ranks that are the start numbers are no standings. CLM's own tie-breaks go by rules of
its own for unplayed rounds, so there a difference is a note, and one for all.

Source: TRF26, records 001 (points, rank), 310 and 202, 212; C.07 (1 March 2026), 4.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import takewhile
from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.bilingual import Text, counted_as
from syncd.model.findings import Finding, Severity
from syncd.standings.amounts import points
from syncd.standings.builder import build
from syncd.standings.chosen import missing_score, note_on_extra_games, stated_codes
from syncd.standings.codes import Code
from syncd.standings.field import PAIRING_BYE
from syncd.standings.presets import score_code
from syncd.standings.rows import POINT
from syncd.standings.standings import Dropped, contest_of, in_points, standings_on
from syncd.standings.tiebreaks import column_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from syncd.model.tournament import Tournament
    from syncd.standings.contest import Contest
    from syncd.standings.field import Field

RANK: Final = "standings.rank"
ORDER: Final = "standings.order"
POINTS: Final = "standings.points"
START_ORDER: Final = "standings.start_order"
TIEBREAK: Final = "standings.tiebreak"
EXTRA_GAMES: Final = "standings.extra_games"
MOST: Final = 200
"""Differences of one kind that are told one by one."""


class Difference(NamedTuple):
    """Something that the games do not give.

    Attributes:
        number: start or team number; 0 if it is not about one participant.
        finding: what differs, without its place in the file.
    """

    number: int
    finding: Finding


class _Span(NamedTuple):
    """Places that are right for somebody, from 1, both inclusive."""

    first: int
    last: int

    def __contains__(self, rank: object) -> bool:
        return isinstance(rank, int) and self.first <= rank <= self.last


class _Stated(NamedTuple):
    """What a file states of each participant, by number; blanks are left out."""

    ranks: dict[int, int]
    scores: dict[int, Fraction]


class PointsApart(NamedTuple):
    """Points of a player or team that differ.

    Attributes:
        number: start or team number.
        basis: `PTS`, or `MP` or `GP` of teams.
        stated: in the file.
        counted: what the games give.
    """

    number: int
    basis: str
    stated: Fraction
    counted: Fraction

    def written(self) -> tuple[Text, Text, Text]:
        """Return what kind of points they are, those stated and those counted."""
        kind = Code(self.basis).known.title
        return kind, points(self.stated, 1), points(self.counted, 1)


def differences(tournament: Tournament) -> tuple[Difference, ...]:
    """Return where a file's ranks and team points are not those of its games."""
    contest = contest_of(tournament)
    found = _extra_games(tournament)
    if tournament.is_team and not contest.is_team:
        return tuple(found)
    stated = _stated(tournament, contest)
    if contest.is_team:
        found += team_points(tournament, contest)
    if stated.ranks and contest.primary.rounds:
        found += _of_ranks(tournament, contest, stated)
    return tuple(found)


def _extra_games(tournament: Tournament) -> list[Difference]:
    """Return a note if games do not count."""
    note = note_on_extra_games(tournament)
    if not note.en:
        return []
    return [Difference(0, Finding(EXTRA_GAMES, Severity.INFO, note))]


def _stated(tournament: Tournament, contest: Contest) -> _Stated:
    if not contest.is_team:
        return _Stated(
            {one.id: one.rank for one in tournament.entrants if one.rank},
            {
                one.id: Fraction(one.points_x10, 10)
                for one in tournament.entrants
                if one.points_x10 is not None
            },
        )
    scores = _team_points(tournament, contest.primary_basis)
    ranks = {team.number: team.rank for team in tournament.teams if team.rank}
    return _Stated(ranks, scores)


def _team_points(tournament: Tournament, basis: str) -> dict[int, Fraction]:
    """Return what a file states of each team's match points or game points."""
    tenths = {
        team.number: team.game_points_x10 if basis == "GP" else team.match_points_x10
        for team in tournament.teams
    }
    return {
        number: Fraction(value, 10)
        for number, value in tenths.items()
        if value is not None
    }


def _scores(contest: Contest, code: Code) -> dict[int, Fraction]:
    """Return everybody's points by number, as the games give them."""
    column = column_of(contest, code)
    values = (in_points(value, column.scale) for value in column.values)
    return {
        number: value or Fraction(0)
        for number, value in zip(contest.primary.numbers, values, strict=True)
    }


def team_points(tournament: Tournament, contest: Contest) -> list[Difference]:
    """Return where the points of teams differ from those of the games.

    A bye may count nothing, as CLM does for “spielfrei”. Where most teams differ the
    file lacks rounds, a second loop for instance; that is told once.
    """
    found = []
    for wrong in team_points_apart(tournament, contest):
        if len(wrong) * 2 > len(contest.primary.numbers):
            found.append(Difference(0, _many_points_differ(wrong)))
        else:
            found += [Difference(one.number, _points_differ(one)) for one in wrong]
    return found


def team_points_apart(
    tournament: Tournament, contest: Contest
) -> Iterator[list[PointsApart]]:
    """Yield match points and game points of teams that are not those of the games."""
    for basis in ("MP", "GP"):
        counted = _scores(contest, Code(basis))
        byes = _byes(contest.of(basis))
        yield [
            PointsApart(number, basis, stated, counted[number])
            for number, stated in _team_points(tournament, basis).items()
            if number in counted
            and stated not in {counted[number], counted[number] - byes[number]}
        ]


def _byes(field: Field) -> dict[int, Fraction]:
    """Return by number what pairing-allocated byes gave."""
    return {
        number: Fraction(
            sum(
                points
                for kind, points in zip(kinds, row, strict=True)
                if kind == PAIRING_BYE
            ),
            POINT,
        )
        for number, kinds, row in zip(
            field.numbers, field.kinds, field.points, strict=True
        )
    }


def _of_ranks(
    tournament: Tournament, contest: Contest, stated: _Stated
) -> list[Difference]:
    counted = _scores(contest, score_code(contest.primary_basis))
    known = {number: stated.scores.get(number, counted[number]) for number in counted}
    by_points = _spans(_groups(known))
    wrong = _outside(stated.ranks, by_points)
    if not wrong:
        is_same = known == counted
        return _of_order(tournament, contest, stated) if is_same else []
    if all(number == rank for number, rank in stated.ranks.items()):
        return [Difference(0, Finding(START_ORDER, Severity.INFO, _START_NUMBERS))]
    return [
        _misplaced(
            RANK,
            number,
            stated.ranks[number],
            by_points[number],
            _of_points(known[number]),
        )
        for number in wrong[:MOST]
    ]


def _of_order(
    tournament: Tournament, contest: Contest, stated: _Stated
) -> list[Difference]:
    """Return where the order of those with equal points is not that of the list."""
    listed = stated_codes(tournament)
    if not listed:
        return []
    listed = [*missing_score(contest, listed), *listed]
    built = build(listed, contest)
    usable = [
        code
        for code in takewhile({*built.codes}.__contains__, listed)
        if isinstance(code, Code)
    ]
    made = standings_on(contest, usable)
    left_out = (*built.dropped, *made.dropped)
    numbers = contest.primary.numbers
    groups = [[numbers[index] for index in group] for group in made.ranking.groups]
    spans = _spans(groups)
    wrong = _outside(stated.ranks, spans)
    notes = [Difference(0, _not_computed(each)) for each in left_out]
    if not wrong:
        return notes
    if not tournament.tiebreak_codes:
        first = wrong[0]
        text = _clm_order(len(wrong), first, stated.ranks[first], spans[first])
        return [*notes, Difference(0, Finding(ORDER, Severity.INFO, text))]
    why = _of_tiebreaks(usable)
    return notes + [
        _misplaced(ORDER, number, stated.ranks[number], spans[number], why)
        for number in wrong[:MOST]
    ]


def _groups(scores: Mapping[int, Fraction]) -> list[list[int]]:
    """Return numbers grouped by points, the most points first."""
    groups = defaultdict(list)
    for number, score in scores.items():
        groups[score].append(number)
    return [groups[score] for score in sorted(groups, reverse=True)]


def _spans(groups: Sequence[Sequence[int]]) -> dict[int, _Span]:
    """Return the places that are right for each number."""
    spans, place = {}, 1
    for group in groups:
        span = _Span(place, place + len(group) - 1)
        spans.update(dict.fromkeys(group, span))
        place += len(group)
    return spans


def _outside(ranks: Mapping[int, int], spans: Mapping[int, _Span]) -> list[int]:
    return [
        number
        for number, rank in ranks.items()
        if number in spans and rank not in spans[number]
    ]


def _written(span: _Span) -> Text:
    if span.first == span.last:
        return Text(str(span.first), str(span.first))
    return Text(f"{span.first} to {span.last}", f"{span.first} bis {span.last}")


def _points_differ(apart: PointsApart) -> Finding:
    kind, said, found = apart.written()
    text = Text(
        en=f"Team {apart.number}: the file states {said.en} {kind.en}, the games give "
        f"{found.en}.",
        de=f"Mannschaft {apart.number}: Die Datei nennt {said.de} {kind.de}, aus den "
        f"Partien folgen {found.de}.",
    )
    return Finding(POINTS, Severity.WARNING, text, value=said.en)


def _many_points_differ(wrong: Sequence[PointsApart]) -> Finding:
    first = wrong[0]
    kind, said, found = first.written()
    text = Text(
        en=f"The {kind.en} of {len(wrong)} teams are not those of the games, the first "
        f"of team {first.number}: the file states {said.en}, the games give "
        f"{found.en}. Rounds may be missing in the file, a second loop for instance.",
        de=f"Die {kind.de} von {len(wrong)} Mannschaften sind nicht die der Partien, "
        f"zuerst bei Mannschaft {first.number}: Die Datei nennt {said.de}, aus den "
        f"Partien folgen {found.de}. Vielleicht fehlen der Datei Runden, zum Beispiel "
        "ein zweiter Durchgang.",
    )
    return Finding(POINTS, Severity.WARNING, text, value=said.en)


def _misplaced(code: str, number: int, rank: int, span: _Span, why: Text) -> Difference:
    """Return that a rank is not among the places that follow, and from what."""
    right = _written(span)
    text = Text(
        en=f"Number {number}: the file states rank {rank}; {why.en} {right.en}.",
        de=f"Nummer {number}: Die Datei nennt Rang {rank}; {why.de} {right.de}.",
    )
    return Difference(number, Finding(code, Severity.WARNING, text, value=str(rank)))


def _of_points(score: Fraction) -> Text:
    written = points(score, 1)
    return Text(f"{written.en} points give", f"aus {written.de} Punkten folgt")


def _of_tiebreaks(codes: Sequence[Code]) -> Text:
    names = ", ".join(code.written or str(code) for code in codes)
    return Text(
        f"by its tie-breaks ({names}) the games give",
        f"nach ihren Feinwertungen ({names}) folgt aus den Partien",
    )


def _clm_order(count: int, first: int, rank: int, span: _Span) -> Text:
    right = _written(span)
    ranks = counted_as(count, Text("rank", "Rang"), Text("ranks", "Ränge"))
    return Text(
        en=f"Not by FIDE's tie-breaks: {ranks.en}, the first at number "
        f"{first}: the file states {rank}, the games give {right.en}. CLM counts "
        "unplayed rounds by rules of its own.",
        de=f"Nicht nach den Feinwertungen der FIDE: {ranks.de}, zuerst bei "
        f"Nummer {first}: Die Datei nennt {rank}, aus den Partien folgt {right.de}. "
        "Der CLM zählt nicht gespielte Runden nach eigenen Regeln.",
    )


def _not_computed(dropped: Dropped) -> Finding:
    text = Text(
        en=f"The file states the tie-break {dropped.written}; it was not checked. "
        f"{dropped.reason.en}",
        de=f"Die Datei nennt die Feinwertung {dropped.written}; sie wurde nicht "
        f"geprüft. {dropped.reason.de}",
    )
    return Finding(TIEBREAK, Severity.INFO, text, value=dropped.written)


_START_NUMBERS: Final = Text(
    en="The ranks in the file are the start numbers, not places after the games. They "
    "were not checked.",
    de="Die Ränge in der Datei sind die Startnummern, nicht Plätze nach den Partien. "
    "Sie wurden nicht geprüft.",
)
