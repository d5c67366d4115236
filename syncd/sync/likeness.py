"""Whether a tournament of one source is a tournament that another source has.

Every source names, dates and numbers for itself. Certain is only what no reader would
doubt: same name, same first day, nearly the same persons, and no other games. What has
most persons and a day in common is asked about, with a score and the reasons. Whatever
has other persons or other days is another tournament: next season, group B, the same
league of another district.

Source: docs/architecture.md, "Identity"; practice of rating officers.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from syncd.bilingual import Text
from syncd.sync.identity import fold_name
from syncd.sync.lostletters import reads_as
from syncd.sync.persons import link
from syncd.sync.unite import is_open

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Mapping

    from syncd.model.tournament import Tournament


class Verdict(Enum):
    """How two tournaments go together."""

    SAME = "same"
    DOUBTFUL = "doubtful"
    OTHER = "other"


class Likeness(NamedTuple):
    """What speaks for two tournaments being one.

    Attributes:
        verdict: what follows.
        score: 0 to 100; of doubtful ones the highest is the likeliest.
        reasons: what was compared, in sentences, without names of persons.
    """

    verdict: Verdict
    score: int
    reasons: tuple[Text, ...]


class _Shares(NamedTuple):
    """How much two tournaments have in common.

    Attributes:
        persons: who is surely the same.
        smaller: players of the smaller one.
        larger: players of the larger one.
        games: games of persons of both, in rounds that both have, which are the same.
        compared: all such games.
    """

    persons: int
    smaller: int
    larger: int
    games: int
    compared: int


def likeness(theirs: Tournament, ours: Tournament) -> Likeness:
    """Compare a tournament of one source with one that is known from another.

    Args:
        theirs: as the source sends it.
        ours: as it is known.
    """
    is_named = is_named_alike(theirs.name, ours.name)
    is_started = theirs.start is not None and theirs.start == ours.start
    shares = _shares(theirs, ours)
    reasons = (
        _said(is_named, _NAME, _OTHER_NAME),
        _said(is_started, _START, _OTHER_START),
        _persons(shares),
        *([_games(shares)] if shares.compared else []),
    )
    score = _score(shares, is_named=is_named, is_started=is_started)
    is_key_same = is_named and is_started
    if theirs.is_team != ours.is_team:
        return Likeness(Verdict.OTHER, score, reasons)
    may_be = _may_be(theirs, ours, shares, is_key_same=is_key_same)
    if not may_be and (shares.smaller or not is_key_same):
        return Likeness(Verdict.OTHER, score, reasons)
    is_sure = is_key_same and _has_nearly_all(shares)
    return Likeness(Verdict.SAME if is_sure else Verdict.DOUBTFUL, score, reasons)


def is_named_alike(one: str, two: str) -> bool:
    """Return whether two names are one, however letters are written or lost."""
    return fold_name(one) == fold_name(two) or reads_as(one, two) or reads_as(two, one)


def _may_be(
    theirs: Tournament, ours: Tournament, shares: _Shares, *, is_key_same: bool
) -> bool:
    """Return whether they have days and persons of one tournament.

    Of the same name and first day half of the persons are enough to ask: others may
    have another surname now. Two tournaments would be reported where one was played.
    """
    if days_of(theirs).isdisjoint(days_of(ours)):
        return False
    if 4 * shares.games < shares.compared:
        return False
    in_four = 2 if is_key_same else 3
    return bool(shares.smaller) and 4 * shares.persons >= in_four * shares.smaller


def _has_nearly_all(shares: _Shares) -> bool:
    """Return whether hardly anybody is missing, and most games are the same."""
    return (
        shares.smaller > 0
        and 10 * shares.persons >= 9 * shares.smaller
        and 4 * shares.persons >= 3 * shares.larger
        and 2 * shares.games >= shares.compared
    )


def days_of(t: Tournament) -> set[dt.date]:
    """Return the days on which a tournament is known to begin or to be played."""
    return {day for day in (t.start, *t.round_dates) if day is not None}


def _shares(theirs: Tournament, ours: Tournament) -> _Shares:
    links = link(ours.entrants, theirs.entrants)
    sizes = len(theirs.entrants), len(ours.entrants)
    mine = _pairs(ours, {number: number for number in links.values()})
    yours = _pairs(theirs, links)
    rounds = {pair[0] for pair in mine} & {pair[0] for pair in yours}
    common = {pair for pair in mine & yours if pair[0] in rounds}
    most = max(sum(pair[0] in rounds for pair in side) for side in (mine, yours))
    return _Shares(len(links), min(sizes), max(sizes), len(common), most)


def _pairs(t: Tournament, ids: Mapping[int, int]) -> set[tuple[int, int, int]]:
    """Return round and both persons of the games that have a result."""
    return {
        (game.round, *_in_order(ids[game.white], ids[game.black]))
        for game in t.pairings.games()
        if game.white in ids and game.black in ids
        and not is_open((game.white_result, game.black_result))
    }  # fmt: skip


def _in_order(one: int, two: int) -> tuple[int, int]:
    return (one, two) if one < two else (two, one)


def _score(shares: _Shares, *, is_named: bool, is_started: bool) -> int:
    """Return 0 to 100: persons count 60, the name 20, first day and games 10 each."""
    persons = 60 * shares.persons // max(shares.larger, 1)
    games = 10 * shares.games // max(shares.compared, 1) if shares.compared else 5
    return persons + games + 20 * is_named + 10 * is_started


def _said(holds: object, yes: Text, no: Text) -> Text:
    return yes if holds else no


_NAME = Text("same name", "gleicher Name")
_OTHER_NAME = Text("another name", "anderer Name")
_START = Text("same first day", "gleicher erster Tag")
_OTHER_START = Text("another first day", "anderer erster Tag")


def _persons(shares: _Shares) -> Text:
    both = f"{shares.persons} / {shares.larger}"
    return Text(f"{both} persons the same", f"{both} Personen gleich")


def _games(shares: _Shares) -> Text:
    both = f"{shares.games} / {shares.compared}"
    return Text(f"{both} games the same", f"{both} Partien gleich")
