"""Whatever a file says, standings end in a place for everybody, or in a reason."""

from __future__ import annotations

import pytest
from small_events import code, standings_of, tournament
from small_team_events import team_event

from syncd.errors import FormatError
from syncd.formats.trf import decode, to_tournament
from syncd.model.pairings import Cells, Pairings
from syncd.model.tournament import Entrant, Kind, Tournament
from syncd.standings.check import differences
from syncd.standings.chosen import Wish, choose
from syncd.standings.explain import explain_row

ALL_OF_PLAYERS = (
    "PTS DE DE/P WIN WON BPG BWG PS PS/C1 REP STD TPN BH BH/C1 BH/M1/P AOB AOB/F FB SB "
    "SB/C1 KS KS/L+1 ARO TPR PTP APRO APPO RTNG"
)
ALL_OF_TEAMS = (
    "MP GP DE EDE EDET EDEB EDEBT EDEBB/P BC TBR BBE BB MPvGP EMMSB EMGSB/C1 EGMSB "
    "EGGSB SSSC SSSC/F BH:GP KS:GP"
)
NOBODY_MET = Tournament("T", pairings=Pairings(3, {}), rounds=3)
NO_TEAM_SAT = Tournament("T", is_team=True, pairings=Pairings(2, {}), rounds=2)


def line(number: str, cells: str) -> str:
    head = f"001 {number:>4} m    {'Muster,Max':<33} 2000 GER"
    return f"{head:<80} 0.0    1{cells}"


def of_file(*lines: str) -> Tournament | None:
    """Return what a TRF of these lines gives; None if it is refused."""
    try:
        data = "\n".join(["012 Hostile", *lines, ""]).encode()
        return to_tournament(decode(data)).tournament
    except FormatError:
        return None


def place_everybody(event: Tournament) -> None:
    """Everybody has a place, every value a way it came about, every check an end."""
    made = choose(event, Wish()).standings
    codes = ALL_OF_TEAMS if made.contest.is_team else ALL_OF_PLAYERS
    asked = [code(text) for text in codes.split()]
    for each in (made, standings_of(event, asked, keeps_undefined=True)):
        everybody = range(len(each.contest.primary.numbers))
        assert len(each.ranking.ranks) == len(everybody)
        assert {1} <= {*each.ranking.ranks} or not everybody
        for index in everybody:
            assert len(explain_row(each, index)) == len(each.codes)
    differences(event)


@pytest.mark.parametrize(
    "event",
    [
        NOBODY_MET,
        NO_TEAM_SAT,
        tournament("U"),
        tournament("Z", rounds=9),
        tournament(""),
        tournament("", ""),
        tournament("1w1 1b0", "2w= 2b="),
        tournament("1w1", "1b0", "1w1", kind=Kind.ROUND_ROBIN),
        tournament("9w1 8b0", "7w+ 99b-"),
        tournament("2w1 2w1", "3b1 3b1", "1w1 1b1"),
        team_event("1-1:10"),
        team_event("1-2:>>"),
        team_event("Z1 Z2"),
    ],
)
@pytest.mark.parametrize("kind", [Kind.SWISS, Kind.ROUND_ROBIN])
def test_odd_events(event: Tournament, kind: Kind) -> None:
    place_everybody(
        Tournament(
            "T",
            kind=kind,
            is_team=event.is_team,
            rounds=event.rounds,
            entrants=event.entrants,
            pairings=event.pairings,
            teams=event.teams,
            matches=event.matches,
        )
    )


@pytest.mark.parametrize(
    "lines",
    [
        (),
        (line("1", ""),),
        (line("0", "     1 w 1"),),
        (line("1", "     1 w 1     1 b 0"),),
        (line("1", "     2 w 1"), line("1", "     1 b 0"), line("2", "     1 b 0")),
        (line("1", "     2 w 1"), line("x", "     1 b 0")),
        ("142 999", line("1", "     2 w 1"), line("2", "     1 b 0")),
        ("142 -1", "082 7", line("1", "     2 w ?")),
        ("212 XYZ,,/C1,BH/C9", line("1", "     2 w 1"), line("2", "     1 b 0")),
    ],
)
def test_odd_files(lines: tuple[str, ...]) -> None:
    event = of_file(*lines)
    if event is not None:
        place_everybody(event)


def test_ten_thousand_players() -> None:
    """All tied, nobody told apart: the costly case of everything among the tied."""
    players = 10_000
    rows = {
        number: Cells(
            (number + 1 if number % 2 else number - 1, 0),
            "w-" if number % 2 else "b-",
            "=U",
        )
        for number in range(1, players + 1)
    }
    event = Tournament(
        "Large",
        kind=Kind.SWISS,
        rounds=2,
        entrants=tuple(Entrant(number, f"P{number}") for number in rows),
        pairings=Pairings(2, rows),
    )
    made = choose(event, Wish()).standings
    assert set(made.ranking.ranks) == {1}
    # what all of them share is made once, not for each who asks
    for index in range(0, players, 10):
        assert len(explain_row(made, index)) == len(made.codes)
