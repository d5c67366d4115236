"""Points that a file states beside those that its games give.

Where they differ, standings say so. Where the players or most teams of a round robin
have more points than the file has games, a whole loop (Durchgang) is missing: what the
games give is then no table of that tournament, and whoever is in front may not be.

Source: TRF26, records 001 and 310; CLM's source, site/clm/api/db_trf_export.php: the
cells of one loop, the points of all.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from syncd.bilingual import Text
from syncd.formats.trf.event.unsupported import WITH_XML
from syncd.model import results
from syncd.model.stated_points import USUAL, scoring_that_fits
from syncd.model.tournament import Kind
from syncd.standings.amounts import players_in, points, teams_in
from syncd.standings.check import PointsApart, team_points_apart
from syncd.standings.codes import Code
from syncd.standings.options import Options
from syncd.standings.players import rounds_that_count
from syncd.standings.scoring import scoring_of_players
from syncd.standings.standings import contest_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from syncd.model.tournament import Tournament
    from syncd.standings.contest import Contest


class Stated(NamedTuple):
    """What a file states otherwise than its games.

    Attributes:
        apart: after the last round, everybody whose points differ.
        lacks_loop: whether a whole loop is missing in the file.
    """

    apart: tuple[PointsApart, ...]
    lacks_loop: bool


def stated_beside(tournament: Tournament, contest: Contest) -> Stated:
    """Return what a file states otherwise than its games.

    Args:
        tournament: as read.
        contest: what the standings are computed on; points are stated for the end only,
            so after an earlier round nobody's differ, but a loop is missing all along.
    """
    whole = contest if _is_whole(tournament, contest) else contest_of(tournament)
    apart = tuple(_apart(tournament, whole))
    is_over = contest.primary.rounds >= whole.primary.rounds
    return Stated(apart if is_over else (), _lacks_loop(tournament, whole, apart))


def _is_whole(tournament: Tournament, contest: Contest) -> bool:
    """Return whether all that players have scored counts in it; most often it does."""
    return (
        not contest.is_team
        and not contest.outside
        and contest.primary.rounds == rounds_that_count(tournament, Options())
    )


def _apart(tournament: Tournament, whole: Contest) -> Iterator[PointsApart]:
    if whole.is_team:
        for found in team_points_apart(tournament, whole):
            yield from found
    elif not tournament.is_team:
        yield from _players_apart(tournament, whole)


def _players_apart(tournament: Tournament, whole: Contest) -> Iterator[PointsApart]:
    """Yield the players whose points differ; byes announced may count or not."""
    field = whole.primary
    at = {number: index for index, number in enumerate(field.numbers)}
    worth = scoring_of_players(tournament).worth
    for one in tournament.entrants:
        index = at[one.id]
        counted = field.scores[index] + field.top.get(index, 0)
        if one.points_x10 is None or one.points_x10 == counted:
            continue
        coming = tournament.pairings.rows[one.id].results[field.rounds :]
        byes = sum(worth.get(code, 0) for code in coming if code in results.BYES)
        if one.points_x10 != counted + byes:
            stated = Fraction(one.points_x10, 10)
            yield PointsApart(one.id, "PTS", stated, Fraction(counted, 10))


def _lacks_loop(
    tournament: Tournament, whole: Contest, apart: tuple[PointsApart, ...]
) -> bool:
    """Return whether points are too many for the games, as `trf.loops` has it."""
    if tournament.kind is not Kind.ROUND_ROBIN or tournament.rules.scoring:
        return False
    if 1 < tournament.loops <= tournament.pairings.rounds // max(1, tournament.rounds):
        return False  # every loop is there
    above = sum(one.stated - one.counted for one in apart)
    if not whole.is_team:
        return above > 0 and scoring_that_fits(tournament) is USUAL
    teams = {one.number for one in apart}
    return above > 0 and len(teams) * 2 > len(whole.primary.numbers)


def stated_note(found: Stated) -> Text | None:
    """Return that points differ, of how many, and the first case."""
    if not found.apart:
        return None
    first, count = found.apart[0], len({one.number for one in found.apart})
    said, games = points(first.stated, 1), points(first.counted, 1)
    kind = Code(first.basis).known.title
    if first.basis == "PTS":
        players = players_in(count)
        return Text(
            f"The file states other points for {players.en}, first for number "
            f"{first.number}: {said.en} in the file, {games.en} from the games.",
            f"Die Datei nennt für {players.de} andere Punkte, zuerst für Nummer "
            f"{first.number}: {said.de} in der Datei, {games.de} aus den Partien.",
        )
    teams = teams_in(count)
    return Text(
        f"The file states other points for {teams.en}, first for team "
        f"{first.number}: {said.en} {kind.en} in the file, {games.en} from the games.",
        f"Die Datei nennt für {teams.de} andere Punkte, zuerst für "
        f"Mannschaft {first.number}: {said.de} {kind.de} in der Datei, {games.de} aus "
        "den Partien.",
    )


def loop_banner(found: Stated) -> Text | None:
    """Return that a loop is missing and what to do, None if none is."""
    if not found.lacks_loop:
        return None
    return Text(
        "Not final, and perhaps a wrong order: the file has fewer games than its "
        "points. Each round was played more than once (Durchgänge), and the games of "
        f"another loop are missing here. {WITH_XML.en}",
        "Nicht endgültig, und vielleicht die falsche Reihenfolge: Die Datei enthält "
        "weniger Partien, als ihre Punkte ergeben. Jede Runde wurde mehrfach gespielt, "
        f"und die Partien eines weiteren Durchgangs fehlen hier. {WITH_XML.de}",
    )
