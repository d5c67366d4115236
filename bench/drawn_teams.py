"""Team tournaments, drawn; one half of `bench/drawn_events.py`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from drawn_players import (
    EMPTY,
    QUIET_RESULTS,
    RESULTS,
    SCORINGS,
    USUAL,
    WORTH,
    Event,
    berger,
    heading,
    met_often,
    player_line,
    scoring_lines,
    total,
)

if TYPE_CHECKING:
    import random

MATCHES = {"two": (2.0, 1.0, 0.0), "three": (3.0, 1.0, 0.0), "one": (1.0, 0.5, 0.0)}
"""What a match won, drawn and lost is worth, by name; written as record 362."""

BOARDS = ("usual", "usual", "usual", "three", "two")
SWISS_CODES = (
    "FIDE_TEAM_MP_GP", "FIDE_TEAM_GP_MP", "FIDE_TEAM_TYPEA_MP_GP", "FIDE_TEAM",
    "FIDE_TEAM_TYPEB_GP_MP",
)  # fmt: skip


_MARKS = ("240", "299", "300", "320", "330")
"""Records that make a tournament a special one."""


@dataclass
class Team:
    """One team: start numbers of its players, and what it has scored."""

    number: int
    players: list[int]
    match_points: float = 0
    game_points: float = 0
    had_bye: bool = False


@dataclass
class Plan:
    """What one team tournament is to be like, and what was played so far."""

    dice: random.Random
    teams: list[Team]
    boards: int
    rounds: int
    code: str
    is_robin: bool
    scoring: str
    matches: str
    results: dict[str, int]
    bye: tuple[float, float]
    forfeit_share: float
    bye_share: float
    empty_share: float
    mixed_share: float
    shows_bye: bool
    cells: dict[int, list[str]] = field(default_factory=dict)
    records: list[str] = field(default_factory=list)
    byes: list[int] = field(default_factory=list)
    meetings: list[frozenset[int]] = field(default_factory=list)

    @property
    def points(self) -> dict[str, float]:
        """What results on the boards are worth."""
        return USUAL | SCORINGS[self.scoring]


def team_event(dice: random.Random) -> Event:
    """Return a team tournament, Swiss or round robin."""
    is_robin = dice.random() < 0.4
    size, boards, loops = dice.randint(3, 7), dice.choice((2, 3, 4)), 1
    if is_robin and size < 5:
        loops = dice.choice((1, 2))
    rounds = loops * (size - 1 + size % 2) if is_robin else dice.randint(3, 6)
    plan = _planned(dice, size, boards, rounds, is_robin=is_robin)
    if is_robin and loops > 1:
        plan.code = plan.code.replace("TEAM_ROUND", "TEAM_DOUBLEROUND")
    for at in range(rounds):
        pairs = _robin_pairs(plan, at, loops) if is_robin else _swiss_pairs(plan, at)
        for white, black in pairs:
            plan.meetings += [frozenset((white.number, black.number))] * 2
            _match(plan, at, white, black)
        _fill(plan, at)
    return _finished(plan)


def _planned(
    dice: random.Random, size: int, boards: int, rounds: int, *, is_robin: bool
) -> Plan:
    players = boards + dice.randint(0, 2)
    teams = [
        Team(n + 1, list(range(n * players + 1, (n + 1) * players + 1)))
        for n in range(size)
    ]
    code = dice.choice(("BERGER_TEAM_ROUNDROBIN", "FIDE_TEAM_ROUNDROBIN"))
    scoring, matches = dice.choice(BOARDS), dice.choice([*MATCHES])
    draw = (USUAL | SCORINGS[scoring])["D"]
    usual_bye = (MATCHES[matches][1], draw * boards)
    other_bye = (MATCHES[matches][0], draw * boards + 1)
    return Plan(
        dice, teams, boards, rounds,
        code=code if is_robin else dice.choice(SWISS_CODES), is_robin=is_robin,
        scoring=scoring, matches=matches,
        results=dice.choice((QUIET_RESULTS, QUIET_RESULTS, RESULTS)),
        bye=dice.choice((usual_bye, usual_bye, other_bye)),
        forfeit_share=dice.choice((0, 0, 0.1)), bye_share=dice.choice((0, 0, 0.1)),
        empty_share=dice.choice((0, 0, 0.1)), mixed_share=dice.choice((0, 0, 0.2)),
        shows_bye=dice.random() < 0.3,
        cells={player: [] for team in teams for player in team.players},
    )  # fmt: skip


def _robin_pairs(plan: Plan, at: int, loops: int) -> list[tuple[Team, Team]]:
    size, turn = len(plan.teams), plan.rounds // loops
    pairs = [pair for pair in berger(size)[at % turn] if max(pair) < size]
    turned = [pair[::-1] if at >= turn else pair for pair in pairs]
    return [(plan.teams[a], plan.teams[b]) for a, b in turned]


def _swiss_pairs(plan: Plan, at: int) -> list[tuple[Team, Team]]:
    dice = plan.dice
    free = [one for one in plan.teams if not _took_bye(plan, at, one)]
    free.sort(key=lambda one: (-one.match_points, -one.game_points, dice.random()))
    plan.byes.append(0)
    if len(free) % 2:
        unlucky = next((x for x in reversed(free) if not x.had_bye), free[-1])
        free.remove(unlucky)
        unlucky.had_bye = True
        plan.byes[at] = unlucky.number
        _score(unlucky, *plan.bye)
        if plan.shows_bye:
            for player in unlucky.players[: plan.boards]:
                plan.cells[player].append(f"{EMPTY}U")
    pairs = []
    while free:
        one = free.pop(0)
        two = free.pop(dice.randrange(min(3, len(free))))
        pairs.append((one, two) if dice.random() < 0.5 else (two, one))
    return pairs


def _took_bye(plan: Plan, at: int, team: Team) -> bool:
    """Return whether a team sits out; what it gets stands in record 240."""
    dice = plan.dice
    if dice.random() >= plan.bye_share:
        return False
    letter = dice.choice("FHZ")
    place = {"F": 0, "H": 1, "Z": 2}[letter]
    plan.records.append(f"240 {letter} {at + 1:3} {team.number:4}")
    share = {"F": plan.points["W"], "H": plan.points["D"], "Z": 0}[letter]
    _score(team, MATCHES[plan.matches][place], share * plan.boards)
    return True


def _score(team: Team, match_points: float, game_points: float) -> None:
    team.match_points += match_points
    team.game_points += game_points


def _match(plan: Plan, at: int, white: Team, black: Team) -> None:
    dice = plan.dice
    if dice.random() < plan.forfeit_share:
        _forfeited(plan, at, white, black)
        return
    line_ups = [
        _line_up(plan, at, team, other)
        for team, other in ((white, black), (black, white))
    ]
    scores = [0.0, 0.0]
    for board, pair in enumerate(zip(*line_ups, strict=True)):
        is_last = board + 1 == plan.boards
        if is_last and dice.random() < plan.empty_share and (
            len(white.players) > plan.boards
        ):  # fmt: skip
            missing = dice.choice((0, 1))
            plan.cells[pair[1 - missing]].append(f"{EMPTY}+")
            scores[1 - missing] += plan.points["W"]
            continue
        (result,) = dice.choices([*plan.results], [*plan.results.values()])
        for side, letter in enumerate(result):
            colour = "wb"[(side + board) % 2]
            plan.cells[pair[side]].append(f"{pair[1 - side]:4} {colour} {letter}")
            scores[side] += plan.points[WORTH[letter]]
    for team, own, other in ((white, *scores), (black, *reversed(scores))):
        place = 0 if own > other else 1 if own == other else 2
        _score(team, MATCHES[plan.matches][place], own)


def _line_up(plan: Plan, at: int, team: Team, other: Team) -> list[int]:
    """Return who plays, by boards; another order than the team's is record 300."""
    players = sorted(plan.dice.sample(team.players, plan.boards))
    if plan.dice.random() < plan.mixed_share:
        plan.dice.shuffle(players)
        shown = " ".join(f"{player:4}" for player in players)
        plan.records.append(f"300 {at + 1:3} {team.number:3} {other.number:3} {shown}")
    return players


def _forfeited(plan: Plan, at: int, white: Team, black: Team) -> None:
    """Write a match that nobody played, as record 330 and in the cells."""
    result = plan.dice.choice(("+-", "-+", "--"))
    plan.records.append(f"330 {result} {at + 1:3} {white.number:3} {black.number:3}")
    for team, letter in zip((white, black), result, strict=True):
        for player in team.players[: plan.boards]:
            plan.cells[player].append(EMPTY + letter)
        if letter == "+":
            _score(team, MATCHES[plan.matches][0], plan.points["W"] * plan.boards)


def _fill(plan: Plan, at: int) -> None:
    """Write down that all others did not play."""
    for cells in plan.cells.values():
        if len(cells) == at:
            cells.append(f"{EMPTY}Z")


def _finished(plan: Plan) -> Event:
    dice = plan.dice
    is_old, words = dice.random() < 0.1, [plan.scoring, plan.matches, plan.code]
    after, planned = None, plan.rounds
    if not plan.is_robin and dice.random() < 0.15:
        after, planned = plan.rounds, plan.rounds + dice.randint(1, 3)
        words.append(f"after {after} of {planned}")
    elif dice.random() < 0.1:
        after = dice.randint(1, plan.rounds)
        words.append(f"as after round {after}")
    kind = "Team: Round-Robin" if plan.is_robin else "Team: Swiss-System"
    values = zip(("TW", "TD", "TL"), MATCHES[plan.matches], strict=True)
    colours = "".join("WB"[n % 2] for n in range(plan.boards))
    lines = [
        *heading(kind, plan.code, planned, is_old=is_old),
        *scoring_lines(plan.scoring),
        f"352 {colours}",
        "362 " + "   ".join(f"{name}{value:4.1f}" for name, value in values),
        *(player_line(n, dice.randint(1000, 2700), total(plan.points, row), row)
          for n, row in plan.cells.items()),
        *map(_team_line, plan.teams),
        *sorted(plan.records),
        *_bye_lines(plan), *_bonus_lines(plan),
    ]  # fmt: skip
    marks = {line[:3] for line in lines if line[:3] in _MARKS}
    words += [*sorted(marks), *met_often(plan.meetings)]
    words += ["2024"] if is_old else []
    return Event(
        f"{kind}, {', '.join(words)}", "\n".join([*lines, ""]), is_team=True,
        is_predetermined=plan.is_robin, after=after,
    )  # fmt: skip


def _team_line(team: Team) -> str:
    """Return a record 310."""
    players = " ".join(f"{player:4}" for player in team.players)
    return (
        f"310 {team.number:3} {f'Team {team.number}':32} {f'T{team.number:03}':5} "
        f"{2000:6} {team.match_points:6.1f} {team.game_points:6.1f} {team.number:3}  "
        f"{players}"
    )


def _bye_lines(plan: Plan) -> list[str]:
    """Return record 320, if a team had the pairing bye."""
    if not any(plan.byes):
        return []
    teams = " ".join(f"{number:3}" for number in plan.byes)
    return [f"320 {plan.bye[0]:4.1f} {plan.bye[1]:4.1f} {teams}"]


def _bonus_lines(plan: Plan) -> list[str]:
    """Return a record 299 now and then: penalty points of a team."""
    if plan.dice.random() >= 0.1:
        return []
    team = plan.dice.choice(plan.teams).number
    at = plan.dice.choice((plan.dice.randint(1, plan.rounds), 999))
    return [f"299    {-1.0:4.1f}  {-0.5:4.1f}  {at:3} {team:4}"]
