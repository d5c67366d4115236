"""Whether a TRF and an XML are of one tournament.

Name and start date decide where they are alike; else persons, days and games do.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Final

from syncd.model import results
from syncd.sync.identity import fold_name
from syncd.sync.lostletters import reads_as
from syncd.sync.persons import link
from syncd.sync.unite import Pair, pair_of, renumbered

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from syncd.model.pairings import Game
    from syncd.model.tournament import Tournament


class Kinship(Enum):
    """How two exports go together: a doubtful pair is for a person to decide."""

    SAME = "same"
    DOUBTFUL = "doubtful"
    OTHER = "other"


def is_same(trf: Tournament, xml: Tournament) -> bool:
    """Return whether two exports are surely of one tournament."""
    return kinship(trf, xml) is Kinship.SAME


def kinship(trf: Tournament, xml: Tournament) -> Kinship:
    """Return whether two exports are of one tournament, by name and by content.

    A tournament of the same name with other persons is another one (the district
    leagues of two districts); one of another name with the same persons, games and
    days was renamed, or its name was destroyed by an exporter. Without a common day it
    is the same club's championship of another year; with a common day it may still be
    the club's cup.
    """
    if trf.is_team != xml.is_team:
        return Kinship.OTHER
    ours, theirs = len(trf.entrants), len(xml.entrants)
    links = link(trf.entrants, xml.entrants)
    if _is_named_alike(trf, xml) and trf.start == xml.start:
        fits = not (ours and theirs) or 2 * len(links) >= min(ours, theirs)
        return Kinship.SAME if fits else Kinship.OTHER
    people = theirs if xml.is_team else max(ours, theirs)
    has_people = bool(people) and 4 * len(links) >= 3 * people
    if not (has_people and _share_a_day(trf, xml)):
        return Kinship.OTHER
    return _kinship_by_games(trf, xml, links)


def _is_named_alike(trf: Tournament, xml: Tournament) -> bool:
    return fold_name(trf.name) == fold_name(xml.name) or reads_as(trf.name, xml.name)


def _share_a_day(trf: Tournament, xml: Tournament) -> bool:
    days = {day for day in trf.round_dates if day is not None}
    return trf.start == xml.start or not days.isdisjoint(xml.round_dates)


FEWEST_SHARED: Final = 3
"""Fewer games than these show nothing: the same two meet in the cup as well."""


def _kinship_by_games(
    trf: Tournament, xml: Tournament, links: Mapping[int, int]
) -> Kinship:
    """Compare the games of the rounds that both files have.

    They are the same if three in four of them are, and most results; loops count as
    one, as a TRF has but one game a cell.
    """
    length, _ = loops_of(trf, xml)
    theirs = _meetings(renumbered(xml.pairings, _or_nobody(xml, links)), length)
    theirs = {pair: codes for pair, codes in theirs.items() if min(pair[1:]) > 0}
    ours = {
        pair: codes
        for pair, codes in _meetings(trf.pairings.games(), length).items()
        if codes or pair in theirs
    }
    rounds = {pair[0] for pair in ours} & {pair[0] for pair in theirs}
    if not rounds:
        return Kinship.OTHER if ours and theirs else Kinship.DOUBTFUL
    counts = [sum(pair[0] in rounds for pair in side) for side in (ours, theirs)]
    common = ours.keys() & theirs.keys()
    if 4 * len(common) < max(counts):
        return Kinship.OTHER
    told = [pair for pair in common if ours[pair] and theirs[pair]]
    agreeing = sum(not ours[pair].isdisjoint(theirs[pair]) for pair in told)
    is_sure = (
        len(common) >= FEWEST_SHARED
        and 4 * len(common) >= 3 * max(counts)
        and 4 * agreeing >= 3 * len(told)
    )
    return Kinship.SAME if is_sure else Kinship.DOUBTFUL


def _or_nobody(xml: Tournament, links: Mapping[int, int]) -> dict[int, int]:
    """Return the ids of the TRF, 0 for whom it does not have."""
    return {entrant.id: links.get(entrant.id, 0) for entrant in xml.entrants}


def _meetings(games: Iterable[Game], length: int) -> dict[Pair, set[str]]:
    """Return round of the loop and players -> what the first of them may have got.

    A team event's TRF has one side's result in both rows, so either row may be right.
    """
    found: dict[Pair, set[str]] = {}
    for game in games:
        number, low, high = pair_of(game)
        codes = found.setdefault(((number - 1) % length + 1, low, high), set())
        mine, yours = game.white_result, game.black_result
        if game.white != low:
            mine, yours = yours, mine
        codes |= {mine, _OPPOSITE.get(yours, yours)} - _NO_RESULT
    return found


_OPPOSITE: Final = {"1": "0", "0": "1", "+": "-", "-": "+"}
_NO_RESULT: Final = frozenset({results.BLANK, results.NOT_YET})


def loops_of(trf: Tournament, xml: Tournament) -> tuple[int, int]:
    """Return the rounds of one loop and the number of loops."""
    length = trf.rounds or trf.pairings.rounds or xml.rounds or 1
    total = xml.pairings.rounds
    if trf.loops > 1 or total <= length or total % length:
        return length, trf.loops
    return length, total // length
