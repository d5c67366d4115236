"""The Wertungsportal's reading interface on this machine, filled from reports.

    GET /dwz/tournaments                    label, fromDate, toDate, vkz, ratingState,
                                            limit, offset
    GET /dwz/tournaments/{uuid}
    GET /dwz/tournaments/{uuid}/evaluation  404 before the first rating
    GET /dwz/tournaments/{uuid}/matches     limit, offset; 100 a page at most

As there, label and vkz are compared from the beginning, fields without a value are left
out, and the count of rounds is wrong.

Source: reading interface of the Wertungsportal as of September 2026.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from syncd.demo.loopback import Answer, Loopback, Question
from syncd.rating.atportal import RATED, RESULTS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from syncd.demo.token_server import TokenOffice
    from syncd.formats.dwzxml.elements import Payload, ReportGame, ReportPlayer

Row = dict[str, Any]
PATH: Final = re.compile(r"/dwz/tournaments(?:/([^/]+)(?:/(evaluation|matches))?)?")
MOST_MATCHES: Final = 100
MOST_ROWS: Final = 1000
_CODES: Final = {points: code for code, points in RESULTS.items()}
_NOTHING: Final = Answer(404, {"message": "not found"})


class ReadingApi(Loopback):
    """The interface as a server, as a context manager.

    Args:
        office: checks tokens; None = open to everybody.

    Attributes:
        tournaments: uuid -> fields of the list.
        players: uuid -> rows of the evaluation.
        matches: uuid -> rows of the games.
        asked: paths that were asked for, in order.
        failing: a status that every question gets, 0 = none.
    """

    def __init__(self, office: TokenOffice | None = None) -> None:
        super().__init__(self._answered)
        self._office = office
        self.tournaments: dict[str, Row] = {}
        self.players: dict[str, list[Row]] = {}
        self.matches: dict[str, list[Row]] = {}
        self.asked: list[str] = []
        self.failing = 0

    def put(
        self, uuid: str, payload: Payload, *, state: str = RATED, vkz: str = "40000"
    ) -> None:
        """Have a tournament, as the portal would after a report of it."""
        stated = payload.tournament
        names = {player.number: _player(player, uuid) for player in payload.players}
        self.tournaments[uuid] = {
            "uuid": uuid, "label": stated.label, "location": stated.location,
            "startdate": stated.start.isoformat(), "enddate": stated.end.isoformat(),
            "vkz": vkz, "ratingState": state, "rounds": 1,
            "playerCount": len(names), "matchCount": len(payload.games),
        }  # fmt: skip
        self.players[uuid] = list(names.values()) if state == RATED else []
        self.matches[uuid] = [_match(game, names) for game in payload.games]

    def _answered(self, question: Question) -> Answer:
        self.asked.append(question.path)
        if self.failing:
            return Answer(self.failing, {"message": "please come back later"})
        if self._office and not self._office.is_good(question.authorization):
            return Answer(401, {"error": "invalid_token"})
        found = PATH.fullmatch(question.path)
        if found is None:
            return _NOTHING
        uuid, part = found.groups()
        if uuid is None:
            return self._listed(question)
        if uuid not in self.tournaments:
            return _NOTHING
        return self._one(uuid, part, question)

    def _one(self, uuid: str, part: str | None, question: Question) -> Answer:
        if part is None:
            return Answer(200, self.tournaments[uuid])
        if part == "matches":
            return _page(self.matches[uuid], question, most=MOST_MATCHES)
        if not self.players[uuid]:
            return Answer(404, {"message": "No evaluation found"})
        known = {"tournament": self.tournaments[uuid], "players": self.players[uuid]}
        return Answer(200, known)

    def _listed(self, question: Question) -> Answer:
        rows = [row for row in self.tournaments.values() if _fits(row, question.query)]
        return _page(rows, question, most=MOST_ROWS)


def _fits(row: Row, query: Mapping[str, str]) -> bool:
    label, end = str(row.get("label", "")), str(row.get("enddate", ""))
    return (
        label.casefold().startswith(query.get("label", "").casefold())
        and str(row.get("vkz", "")).startswith(query.get("vkz", ""))
        and query.get("fromDate", "") <= end <= query.get("toDate", "9")
        and query.get("ratingState", row["ratingState"]) == str(row["ratingState"])
    )


def _page(rows: Sequence[Row], question: Question, *, most: int) -> Answer:
    limit = min(int(question.query.get("limit", most)), most)
    offset = int(question.query.get("offset", 0))
    return Answer(
        200,
        {
            "data": list(rows[offset : offset + limit]),
            "metadata": {"totalCount": len(rows), "limit": limit, "offset": offset},
            "links": {},
        },
    )


def _player(player: ReportPlayer, tournament: str) -> Row:
    fields = {
        "playerUuid": f"{tournament[:8]}-{player.number}",
        "nuLigaPersonId": player.dsb_id,
        "lastname": player.surname,
        "firstname": player.forename,
        "member": bool(player.vkz),
    }
    return {name: value for name, value in fields.items() if value != ""}


def _match(game: ReportGame, names: dict[int, Row]) -> Row:
    points = game.white_points, game.black_points
    return {
        "round": game.round,
        "result": _CODES.get(points, "UNKNOWN"),
        "whitePlayer": names.get(game.white or 0),
        "blackPlayer": names.get(game.black or 0),
    }
