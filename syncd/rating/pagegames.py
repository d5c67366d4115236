"""Points and games of a report beside those of the file, for whoever approves it.

The points that a file states for a player hold forfeits and byes in an individual
event, and leave them out in a team event of the Chess League Manager. So a difference
is marked only where neither the rated points nor all of them are what the file states.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.bilingual import Text
from syncd.model import results
from syncd.rating import wording
from syncd.rating.names import is_computer
from syncd.rating.outcomes import Status
from syncd.rating.reportdiff import as_entrant
from syncd.sync.persons import link

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from syncd.formats.dwzxml.elements import Payload
    from syncd.model.tournament import Entrant
    from syncd.rating.crosstable import Bye, Crosstable
    from syncd.rating.outcomes import Outcome


class PlayerLine(NamedTuple):
    """One player of a report.

    Attributes:
        number: in the report.
        start_number: in the file, None if nobody there is surely this person.
        name: surname and forename.
        year: of birth, None if unknown.
        club: or empty.
        ids: DSB id and FIDE id, as far as known.
        games: in the report, rated ones.
        report_x10: points of these games in tenths.
        unplayed_x10: points in tenths without a game (forfeits, byes) in the file.
        file_x10: points that the file states, in tenths; None if it states none.
    """

    number: int
    start_number: int | None
    name: str
    year: int | None
    club: str
    ids: str
    games: int
    report_x10: int
    unplayed_x10: int
    file_x10: int | None

    @property
    def differs(self) -> bool:
        """Whether the file states points that follow from no reading of it."""
        expected = {self.report_x10, self.report_x10 + self.unplayed_x10}
        return self.file_x10 is not None and self.file_x10 not in expected


class UnplayedLine(NamedTuple):
    """One pairing or bye that is not rated.

    Attributes:
        round: from 1.
        who: the players.
        reason: why it is not rated.
    """

    round: int
    who: str
    reason: Text


_POINTS_X10: Final = {"1": 10, "0.5": 5, "0": 0}


def player_lines(payload: Payload, table: Crosstable) -> list[PlayerLine]:
    """Return the players of a report with their points there and in the file.

    Args:
        payload: what the report says.
        table: the tournament as the file has it.
    """
    links = _links(payload, table)
    games, points = _counted(payload)
    unplayed = _unplayed_points(table)
    lines = []
    for player in payload.players:
        entrant = table.entrants.get(links.get(player.number, 0))
        lines.append(
            PlayerLine(
                number=player.number,
                start_number=entrant.id if entrant else None,
                name=wording.full_name(as_entrant(player)),
                year=player.dob_year,
                club=player.club,
                ids=" · ".join(filter(None, (player.dsb_id, _fide(player.fide_id)))),
                games=games[player.number],
                report_x10=points[player.number],
                unplayed_x10=unplayed[entrant.id] if entrant else 0,
                file_x10=entrant.points_x10 if entrant else None,
            )
        )
    return lines


def _fide(number: int | None) -> str:
    return f"FIDE {number}" if number else ""


def _links(payload: Payload, table: Crosstable) -> Mapping[int, int]:
    """Return number in the report -> entrant id.

    A report lists the people in the order of their start numbers, so where as many
    have a game as it has players, they are these even if two share a name.
    """
    links = link(table.entrants.values(), map(as_entrant, payload.players))
    listed = {
        player
        for each in table.having(Status.RATED)
        for player in (each.game.white, each.game.black)
    }
    if len(listed) != len(payload.players):
        return links
    in_order = zip(payload.players, sorted(listed), strict=True)
    return {player.number: entrant for player, entrant in in_order} | links


def _counted(payload: Payload) -> tuple[Counter[int], Counter[int]]:
    """Return number of rated games and their points in tenths per player."""
    games: Counter[int] = Counter()
    points: Counter[int] = Counter()
    for game in payload.games:
        sides = ((game.white, game.white_points), (game.black, game.black_points))
        if not {game.white_points, game.black_points} <= _POINTS_X10.keys():
            continue
        for player, stated in sides:
            if player is not None:
                games[player] += 1
                points[player] += _POINTS_X10[stated]
    return games, points


def _unplayed_points(table: Crosstable) -> Mapping[int, int]:
    """Return entrant id -> tenths of a point without a rated game."""
    points: defaultdict[int, int] = defaultdict(int)
    for each in table.having(Status.UNPLAYED):
        game = each.game
        points[game.white] += results.STANDARD_POINTS_X10.get(game.white_result, 0)
        points[game.black] += results.STANDARD_POINTS_X10.get(game.black_result, 0)
    for bye in table.byes():
        points[bye.entrant] += results.STANDARD_POINTS_X10.get(bye.result, 0)
    return points


def unplayed_lines(table: Crosstable) -> list[UnplayedLine]:
    """Return what is not rated and why, by round; plain absences are no entry."""
    lines = [*_pairings(table), *_byes(table)]
    return sorted(lines, key=lambda line: line.round)


def _pairings(table: Crosstable) -> Iterator[UnplayedLine]:
    names = table.entrants
    for each in table.having(Status.UNPLAYED):
        game = each.game
        who = f"{_name(names[game.white])} – {_name(names[game.black])}"
        codes = f"{game.white_result} : {game.black_result}"
        reason = _reason(each, names)
        yield UnplayedLine(
            game.round, who, Text(f"{reason.en} ({codes})", f"{reason.de} ({codes})")
        )


def _reason(each: Outcome, names: Mapping[int, Entrant]) -> Text:
    game = each.game
    if any(is_computer(names[one]) for one in (game.white, game.black)):
        return _COMPUTER
    if each.is_double_forfeit:
        return _DOUBLE
    if {game.white_result, game.black_result} & results.SHORT:
        return _SHORT
    return _FORFEIT


def _byes(table: Crosstable) -> Iterator[UnplayedLine]:
    for bye in table.byes():
        if bye.opponent or results.STANDARD_POINTS_X10.get(bye.result, 0):
            who = _name(table.entrants[bye.entrant])
            yield UnplayedLine(bye.round, who, _bye_reason(bye))


def _bye_reason(bye: Bye) -> Text:
    text = _BYES.get(bye.result, _NO_OPPONENT)
    return Text(f"{text.en} ({bye.result})", f"{text.de} ({bye.result})")


def _name(entrant: Entrant) -> str:
    return wording.player_name(entrant)


_COMPUTER: Final = Text("against a computer", "gegen einen Computer")
_DOUBLE: Final = Text("both absent", "beide nicht angetreten")
_SHORT: Final = Text("less than one move", "weniger als ein Zug")
_FORFEIT: Final = Text("forfeit", "kampflos")
_NO_OPPONENT: Final = Text(
    "no opponent of this number", "kein Gegner mit dieser Nummer"
)
_BYES: Final = {
    results.FULL_BYE: Text("full-point bye", "spielfrei, ein Punkt"),
    results.HALF_BYE: Text("half-point bye", "spielfrei, halber Punkt"),
    results.PAIRING_BYE: Text("pairing bye", "spielfrei"),
}
