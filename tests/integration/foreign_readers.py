"""Run by an interpreter that has other programs' TRF readers, not by ours.

    python foreign_readers.py READER FILE…

prints one JSON document: per file the players with points and results as that reader
understood them, or its complaint.
"""

from __future__ import annotations

import json
import sys
from importlib import import_module
from pathlib import Path
from typing import Any


def by_trf(path: Path) -> dict[str, Any]:
    library = import_module("trf")
    with path.open(encoding="utf-8", newline="") as file:
        tournament = library.load(file)
    return {
        "name": tournament.name,
        "players": {
            player.startrank: [
                player.name,
                round(player.points * 10),
                [[game.startrank or 0, game.result.upper()] for game in player.games],
            ]
            for player in tournament.players
        },
    }


def by_py4swiss(path: Path) -> dict[str, Any]:
    parser = import_module("py4swiss.trf").TrfParser
    parsed = parser.parse(path)
    parsed.validate_contents()
    return {
        "name": parsed.tournament_section.tournament_name,
        "players": {
            player.starting_number: [
                player.name,
                player.points_times_ten,
                [[each.id, each.result.value.upper()] for each in player.results],
            ]
            for player in parsed.player_sections
        },
    }


def by_pairing_core(path: Path) -> dict[str, Any]:
    parse = import_module("pairing_core.adapters.trf").parse_trf
    read = parse(path.read_text(encoding="utf-8"))
    return {
        "name": read.name,
        "players": {
            player.pairing_id: [
                player.name,
                round(player.points * 10),
                [[each.opponent or 0, each.result.upper()] for each in player.rounds],
            ]
            for player in read.players
        },
    }


def by_gacrux(path: Path) -> dict[str, Any]:
    reader = import_module("gacrux.trf2json").trf2json()
    reader.parse_file(path.read_text(encoding="utf-8"), verbose=False)
    status = reader.chessjson["status"]
    if status["code"] > 400:
        raise ValueError(status["error"])
    event = reader.chessjson["event"]
    tournament = event["tournaments"][0]
    names = {each["id"]: each["fideName"] for each in event["profiles"]}
    competitors = tournament["competitors"]
    players = [
        player for each in competitors for player in each.get("cplayers", [each])
    ]
    entries: dict[int, list[list[Any]]] = {player["cid"]: [] for player in players}
    for game in tournament["gameList"]:
        white, black = game["white"], game["black"]
        if white and black and white["cid"] and black["cid"]:
            for mine, other in ((white, black), (black, white)):
                entries[mine["cid"]].append([game["round"], other["cid"]])
    rosters = {
        team["teamName"]: [names[player] for player in team["players"]]
        for team in event["teams"]
    }
    return {
        "name": tournament["tournamentInfo"]["fullName"],
        "players": {
            player["cid"]: [
                names[player["profileId"]],
                round(10 * float(player["gamePoints"])),
                sorted(entries[player["cid"]]),
            ]
            for player in players
        },
        "teams": rosters,
    }


READERS = {
    "trf": by_trf,
    "py4swiss": by_py4swiss,
    "pairing_core": by_pairing_core,
    "gacrux": by_gacrux,
}


def outcome(reader: str, path: Path) -> dict[str, Any]:
    try:
        return READERS[reader](path)
    except Exception as complaint:  # noqa: BLE001 - whatever the other program raises
        return {"complaint": f"{type(complaint).__name__}: {complaint}"[:300]}


if __name__ == "__main__":
    name, *files = sys.argv[1:]
    json.dump({file: outcome(name, Path(file)) for file in files}, sys.stdout)
