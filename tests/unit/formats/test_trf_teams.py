from __future__ import annotations

import pytest
from trf_lines import codes, faults, player, read

from syncd.model.findings import Severity
from syncd.model.tournament import Team

PLAYERS = [player(number) for number in (1, 2, 5, 1000)]
FINAL = (
    "310   1 India                            IND     2486   15.0   28.0  11     1"
    "    5 1000"
)
DRAFT = (
    "310   2 Ukraine                          UKR     2478   14   26.5  14     2    5"
)
CLM = (
    "310   7 Schachfreunde Aepfelhausen-Oettingen/Sued I       2096    8   13.5   2"
    "     1    2"
)
ROSTER = "013 Bray / Greystones                  1    2    5 "
SPIELFREI = "310   8 spielfrei                                -       0    0.0   0 "


@pytest.mark.parametrize(
    ("line", "team"),
    [
        (
            FINAL,
            Team(1, "India", (1, 5, 1000), "IND", 2486, 150, 280, 11),
        ),
        (DRAFT, Team(2, "Ukraine", (2, 5), "UKR", 2478, 140, 265, 14)),
        ("310 4   Delta" + " " * 60 + "   1    2", Team(4, "Delta", (1, 2))),
        (ROSTER, Team(1, "Bray / Greystones", (1, 2, 5))),
    ],
)
def test_a_team_in_every_form(line: str, team: Team) -> None:
    reading = read(*PLAYERS, line)
    assert [(team.number, team.name, team.roster)] == [
        (each.number, each.name, each.roster) for each in reading.tournament.teams
    ]
    assert reading.tournament.is_team
    assert [] == faults(reading)


@pytest.mark.parametrize("members", ["    1    2    5", "   1   2   5"])
def test_the_roster_with_a_team_number(members: str) -> None:
    line = f"013    7 {'Team Alpha':<32}{members[1:]}"
    assert (Team(7, "Team Alpha", (1, 2, 5)),) == read(*PLAYERS, line).tournament.teams


def test_spielfrei_is_kept_but_plays_nothing() -> None:
    reading = read(*PLAYERS, SPIELFREI)
    (team,) = reading.tournament.teams
    assert (8, "spielfrei", ()) == (team.number, team.name, team.roster)
    assert {"clm.spielfrei"} == {*faults(reading)} - {"trf.no_rosters"}
    assert () == reading.tournament.matches


def second_roster(*zeros: str) -> tuple[tuple[int, ...], ...]:
    rows = [player(1, name="Nagy,Lena"), player(2, name="Klein,Felix"), *zeros]
    rows = [row.replace(" 4600000 ", "       0 ") for row in rows]
    reading = read(*rows, f"310   1 {'A':<66}  1", f"310   2 {'B':<66}  2    0")
    return tuple(team.roster for team in reading.tournament.teams)


def test_a_player_in_two_rosters_is_one_person() -> None:
    assert ((1,), (2, 1)) == second_roster(player(0, name="Nagy,Lena"))


@pytest.mark.parametrize("names", [("Fremd,Franz",), ("Nagy,Lena", "Nagy,Lena"), ()])
def test_a_zero_that_nobody_explains_is_nobody(names: tuple[str, ...]) -> None:
    assert ((1,), (2,)) == second_roster(*(player(0, name=name) for name in names))


def test_clm_writes_its_own_form() -> None:
    reading = read("XCC    1 SV", *PLAYERS, CLM, SPIELFREI)
    assert ["Schachfreunde Aepfelhausen-Oettingen/Sued I", "spielfrei"] == [
        team.name for team in reading.tournament.teams
    ]


def test_013_of_an_individual_event_is_a_ranking_of_teams() -> None:
    rows = (
        player(1, "3 w 1", "4 w 1"), player(2, "4 w 1", "3 b 0"),
        player(3, "1 b 0", "2 w 1"), player(4, "2 b 0", "1 b 0"),
    )  # fmt: skip
    teams = [f"013 {name:<32}{one:>4} {two:>4}" for name, one, two in (
        ("A", 1, 3), ("B", 2, 4),
    )]  # fmt: skip
    reading = read(*rows, *teams)
    assert not reading.tournament.is_team
    assert [(1, 3), (2, 4)] == [team.roster for team in reading.tournament.teams]
    assert () == reading.tournament.matches
    played = read(*rows, f"013 {'A':<32}   1    2", f"013 {'B':<32}   3    4")
    assert played.tournament.is_team
    assert 2 == len(played.tournament.matches)


def test_310_goes_before_013() -> None:
    reading = read(*PLAYERS, "013 Old" + " " * 30 + "  1", FINAL)
    assert ["India"] == [team.name for team in reading.tournament.teams]


def test_013_is_numbered_by_its_place() -> None:
    reading = read(*PLAYERS, "013 B" + " " * 32 + "1", "013 A" + " " * 32 + "2")
    assert [(1, "B"), (2, "A")] == [
        (team.number, team.name) for team in reading.tournament.teams
    ]


def test_082_alone_makes_a_team_event() -> None:
    assert read("082 8", player(1)).tournament.is_team
    assert not read("082 0", player(1)).tournament.is_team


@pytest.mark.parametrize("kind", ["Individual Swiss Dutch", "Team Round Robin"])
def test_a_team_event_without_rosters_waits(kind: str) -> None:
    """Nothing would tell that a match is missing; it can be an individual event."""
    rows = player(1, "2 w 1"), player(2, "1 b 0")
    reading = read(f"092 {kind}", "082 2", *rows, swiss=False)
    (finding,) = [each for each in reading.findings if each.code == "trf.no_rosters"]
    assert (Severity.ERROR, 2, 5) == (finding.severity, finding.line, finding.column)
    assert "082" in finding.text.en
    assert "XML DSB neu" in finding.text.de
    teams = [f"310   {n} {'T' + str(n):<65}{n:>4}" for n in (1, 2)]
    listed = read(f"092 {kind}", "082 2", *teams, *rows, swiss=False)
    assert "trf.no_rosters" not in codes(listed)


def test_odd_rosters_are_noted() -> None:
    reading = read(
        *PLAYERS, FINAL.replace("    5", "    9").replace("   1 I", "     I")
    )
    assert ["trf.team_number", "trf.roster"] == codes(reading)
    (team,) = reading.tournament.teams
    assert (1, "India", (1, 1000)) == (team.number, team.name, team.roster)


def test_a_roster_of_zeros_is_empty() -> None:
    reading = read(*PLAYERS, DRAFT.replace("     2    5", "     0    0"))
    assert () == reading.tournament.teams[0].roster
    assert ["trf.no_rosters"] == faults(reading)
