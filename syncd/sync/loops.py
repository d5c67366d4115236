"""A file that shows the second loop where the first one stood.

CLM's TRF has one cell for both games of a pair: once the second loop is being played,
its games overwrite those of the first. They are the same two players in the same round
with colours turned and another result, while the points are those of both loops. Taken
over, each would be a correction of a game that was right.

Source: CLM's source, site/clm/api/db_trf_export.php: the key of a cell has no loop.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.bilingual import Text, counted_as
from syncd.errors import LostLoopError
from syncd.model import results
from syncd.sync.places import Score

if TYPE_CHECKING:
    from collections.abc import Iterable

    from syncd.model.tournament import Tournament
    from syncd.sync.places import Change

_FEWEST: Final = 3
"""Where no points tell, so many games must have turned: fewer may be corrections."""


class _Turned(NamedTuple):
    """What became of the games that both files have.

    Attributes:
        turned: games that had a result and have the colours turned now.
        other: those of them that have another result for the players.
        played: those of the other ones that have been played, not opened.
    """

    turned: int
    other: int
    played: int


def in_loops(
    base: Tournament, theirs: Tournament, head: Tournament
) -> tuple[Tournament, Tournament]:
    """Return both states of a source in the loops of head, if theirs has none itself.

    CLM's file for import knows no loops: two of five rounds become ten rounds. Where
    theirs says something else, base stays as it was said too: else what both sides
    have changed would look like news of theirs.
    """
    meant = with_loops(theirs, head)
    return (base if meant is theirs else with_loops(base, head)), meant


def with_loops(t: Tournament, head: Tournament) -> Tournament:
    """Return a tournament with the loops of head, if it has as many rounds in all."""
    loops = head.loops
    if loops > 1 and t.loops == 1 and t.rounds == head.rounds * loops:
        return replace(t, rounds=head.rounds, loops=loops)
    return t


def refuse_lost_loop(
    changes: Iterable[Change], theirs: Tournament, base: Tournament
) -> None:
    """Refuse an export in which a second loop stands where the first one stood.

    Args:
        changes: what theirs has changed since base.
        theirs: the export, under the numbers of base.
        base: the tournament as it was before.

    Raises:
        LostLoopError: it does.
    """
    if theirs.pairings.rounds > base.pairings.rounds:
        return
    found = _turned(changes)
    if found.other and _is_other_loop(found, theirs, base):
        raise LostLoopError(_refusal(found.other))


def _is_other_loop(found: _Turned, theirs: Tournament, base: Tournament) -> bool:
    now, before = _excess_x10(theirs), _excess_x10(base)
    if now is not None and before is not None:
        return now - before >= 10 * found.other
    games = sum(game.is_played for game in base.pairings.games())
    return found.played >= _FEWEST and 2 * found.turned > games


def _turned(changes: Iterable[Change]) -> _Turned:
    turned = other = played = 0
    for _, was, now in changes:
        if not (isinstance(was, Score) and isinstance(now, Score)):
            continue
        if not _is_played(was) or was.white != now.black:
            continue
        if was.has_colours and now.has_colours:
            turned += 1
            codes = now.black_result, now.white_result
            if codes != (was.white_result, was.black_result):
                other += 1
                played += _is_played(now)
    return _Turned(turned, other, played)


def _is_played(score: Score) -> bool:
    """Return whether a game has a result; CLM writes an open one with 0 for both."""
    codes = {score.white_result, score.black_result}
    return codes <= results.PLAYED and codes != {results.LOSS}


def _excess_x10(t: Tournament) -> int | None:
    """Return how many tenths of points the cells do not explain, None without points.

    Forfeits and byes count nothing in a league: then less is missing, never more.
    """
    stated = [one for one in t.entrants if one.points_x10 is not None]
    if not any(one.points_x10 for one in stated):
        return None
    counted = sum(
        results.STANDARD_POINTS_X10.get(code, 0)
        for one in stated
        for code in t.pairings.rows[one.id].results
    )
    return sum(one.points_x10 or 0 for one in stated) - counted


def _refusal(count: int) -> Text:
    games = counted_as(count, Text("game has", "Partie"), Text("games have", "Partien"))
    have = "hat" if count == 1 else "haben"
    return Text(
        f"In this export {games.en} turned colours and another result, and "
        "the points hold more games than the file: it shows the second loop where the "
        "first one stood, as a TRF of CLM has no room for both. It was not taken. "
        "Please export the XML (DSB neu) of this tournament as well; it has all loops.",
        f"In diesem Export {have} {games.de} vertauschte Farben und ein anderes "
        "Ergebnis, und die Punkte enthalten mehr Partien als die Datei: Sie zeigt den "
        "zweiten Durchgang, wo der erste stand, denn eine TRF-Datei des CLM hat keinen "
        "Platz für beide. Sie wurde nicht übernommen. Bitte auch die XML-Datei (DSB "
        "neu) dieses Turniers exportieren; sie enthält alle Durchgänge.",
    )
