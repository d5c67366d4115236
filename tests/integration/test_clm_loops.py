"""Events of two loops once every game is there, as after a join of TRF and XML."""

from __future__ import annotations

import datetime as dt
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from syncd.formats.trf import decode, to_tournament
from syncd.model.pairings import Cells, Pairings
from syncd.model.tournament import Kind, TeamMatch, Tournament
from syncd.rating.confirmed import Confirmed, both_zero
from syncd.rating.finished import unfinished
from syncd.rating.reason import Why
from syncd.rating.report import ReportOptions, build_payload

CLM = Path(__file__).resolve().parents[1] / "data" / "clm"
FACTS = Confirmed(
    time_control="5400+30",
    location="Magdeburg",
    start=dt.date(2026, 1, 10),
    end=dt.date(2026, 11, 1),
)
TODAY = dt.date(2026, 11, 29)
LETTERS = {
    0: "01", 1: "10", 2: "==", 3: "00", 4: "-+", 5: "+-",
    6: "--", 7: "--", 9: "0=", 10: "=0",
}  # fmt: skip


def with_games(
    t: Tournament, loops: int, games: list[tuple[int, int, int, str]]
) -> Tournament:
    """Return the tournament with these games: round of all loops, White, Black."""
    total = t.rounds * loops
    cells = {entrant.id: [(0, "-", "Z")] * total for entrant in t.entrants}
    for number, white, black, letters in games:
        cells[white][number - 1] = (black, "w", letters[0])
        cells[black][number - 1] = (white, "b", letters[1])
    rows = {
        key: Cells(
            tuple(cell[0] for cell in row),
            "".join(cell[1] for cell in row),
            "".join(cell[2] for cell in row),
        )
        for key, row in cells.items()
    }
    dates = (None,) * total
    return replace(
        t, loops=loops, pairings=Pairings(total, rows), round_dates=dates, matches=()
    )


def truth_of(key: str) -> dict[str, Any]:
    text = (CLM / "truth" / f"{key}.json").read_text(encoding="utf-8")
    truth: dict[str, Any] = json.loads(text)
    return truth


def read(name: str) -> Tournament:
    return to_tournament(decode((CLM / f"{name}.trf").read_bytes())).tournament


@pytest.fixture
def double_round_robin() -> Tournament:
    t, truth = read("E05_clm"), truth_of("E05")
    games = [
        (
            one["round"] + (one["dg"] - 1) * t.rounds,
            one["white"],
            one["black"],
            LETTERS[one["ergebnis_white_row"]],
        )
        for one in truth["pairings"]
    ]
    return with_games(t, 2, games)


@pytest.fixture
def double_league() -> Tournament:
    t, truth = read("T01_clm"), truth_of("T01")
    number: dict[str, int] = {}
    for team in truth["teams"].values():
        for player in team["players"].values():
            key = f"{player['zps']}-{player['mgl_nr']}"
            number.setdefault(key, len(number) + 1)
    games = []
    for one in truth["games"]:
        home, guest = number.get(one["home_player"]), number.get(one["guest_player"])
        if home and guest:
            letters = LETTERS[one["ergebnis_home_view"]]
            if not one["home_is_white"]:
                home, guest, letters = guest, home, letters[::-1]
            total = one["round"] + (one["dg"] - 1) * t.rounds
            games.append((total, home, guest, letters))
    return with_games(t, 2, games)


def test_nothing_blocks_a_single_event(double_round_robin: Tournament) -> None:
    assert unfinished(double_round_robin, FACTS, TODAY) == ()
    payload = build_payload(double_round_robin, FACTS, ReportOptions()).payload
    assert payload is not None
    assert ("SR", 10, 30) == (
        payload.tournament.type, payload.tournament.rounds, len(payload.games),
    )  # fmt: skip


def test_one_loop_of_two_is_not_enough(double_round_robin: Tournament) -> None:
    rows = {
        key: replace(
            cells,
            opponents=(*cells.opponents[:-1], 0),
            colours=cells.colours[:-1] + "-",
            results=cells.results[:-1] + "Z",
        )
        for key, cells in double_round_robin.pairings.rows.items()
    }
    t = replace(double_round_robin, pairings=Pairings(10, rows))
    codes = {reason.code for reason in unfinished(t, FACTS, TODAY)}
    assert Why.ROUNDS in codes


def test_nothing_blocks_a_league_but_a_match_without_a_game(
    double_league: Tournament,
) -> None:
    """Two matches of T01 were forfeited as a whole: that no file says.

    The table gives team 4 fewer board points than the boards of its matches.
    """
    whole = [
        match
        for match in truth_of("T01")["matches"]
        if "1" in match.get("kampflos", ())
    ]
    facts = replace(FACTS, zero_zero=both_zero(double_league))
    codes = [reason.code for reason in unfinished(double_league, facts, TODAY)]
    assert codes == [Why.MISSING_MATCHES, Why.BOARD_POINTS]
    stated = tuple(
        TeamMatch(
            one["round"] + (one["dg"] - 1) * 7,
            one["home"],
            one["guest"],
            forfeited="+-",
        )
        for one in whole
    )
    t = replace(double_league, matches=stated)
    facts = replace(facts, accepted=frozenset({Why.BOARD_POINTS}))
    assert unfinished(t, facts, TODAY) == ()
    payload = build_payload(t, facts, ReportOptions()).payload
    assert payload is not None
    assert ("TR", 14) == (payload.tournament.type, payload.tournament.rounds)


def test_each_player_of_a_league_stands_once(double_league: Tournament) -> None:
    payload = build_payload(double_league, FACTS, ReportOptions()).payload
    assert payload is not None
    numbers = [player.number for player in payload.players]
    assert numbers == list(range(1, len(numbers) + 1))
    fide_ids = [player.fide_id for player in payload.players if player.fide_id]
    assert len(fide_ids) == len(set(fide_ids))
    assert Kind.ROUND_ROBIN is double_league.kind
