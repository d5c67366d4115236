"""Tournaments of players, drawn; one half of `bench/drawn_events.py`."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import random
    from collections.abc import Iterable

EMPTY = "0000 - "
RESULTS = {
    "10": 30, "01": 25, "==": 30, "+-": 4, "-+": 4, "--": 2, "WL": 1, "LW": 1, "DD": 1,
}  # fmt: skip
ODD_RESULTS = {**RESULTS, "=0": 3, "0=": 3, "00": 3}
QUIET_RESULTS = {"10": 4, "01": 3, "==": 3}
SCORINGS: dict[str, dict[str, float]] = {
    "usual": {},
    "three": {"W": 3, "D": 1, "L": 0, "A": 0, "P": 3},
    "three and bye of a draw": {"W": 3, "D": 1, "L": 0, "A": 0, "P": 1},
    "two": {"W": 2, "D": 1, "L": 0, "A": 0, "P": 2},
    "played counts": {"W": 3, "D": 2, "L": 1, "A": 0, "P": 2},
    "bye of a draw": {"W": 1, "D": 0.5, "L": 0, "A": 0, "P": 0.5},
    "bye of nothing": {"W": 1, "D": 0.5, "L": 0, "A": 0, "P": 0},
    "absence counts": {"W": 1, "D": 0.5, "L": 0, "A": 0.5, "P": 1},
}
"""Records 162 by name; the usual one is left out of the file."""

USUAL = {"W": 1.0, "D": 0.5, "L": 0.0, "A": 0.0, "P": 1.0}
WORTH = {
    "1": "W", "=": "D", "0": "L", "W": "W", "D": "D", "L": "L",
    "+": "W", "-": "A", "F": "W", "H": "D", "Z": "A", "U": "P", " ": "A",
}  # fmt: skip
"""What a result counts as in record 162."""


class Event(NamedTuple):
    """One drawn tournament.

    Attributes:
        kind: what was drawn, in words.
        text: as TRF26.
        is_team: whether teams are ranked.
        is_predetermined: whether it is a round robin.
        after: the round the standings are asked for; None = the last one.
    """

    kind: str
    text: str
    is_team: bool
    is_predetermined: bool
    after: int | None


@dataclass
class Plan:
    """What one individual tournament is to be like."""

    dice: random.Random
    players: int
    rounds: int
    planned: int
    scoring: str = "usual"
    results: dict[str, int] = field(default_factory=lambda: QUIET_RESULTS)
    bye_share: float = 0.0
    leaver_share: float = 0.0
    late_share: float = 0.0
    unrated_share: float = 0.0
    bonus_count: int = 0
    is_old: bool = False
    meets_again: bool = False
    words: list[str] = field(default_factory=list)

    @property
    def points(self) -> dict[str, float]:
        """What a win, a draw and so on are worth."""
        return USUAL | SCORINGS[self.scoring]


def swiss(dice: random.Random) -> Event:
    """Return an individual Swiss."""
    players, rounds = dice.randint(4, 12), dice.randint(3, 7)
    if dice.random() < 0.05:
        players, rounds = dice.randint(20, 60), dice.randint(7, 11)
    plan = _varied(Plan(dice, players, rounds, rounds))
    plan.bye_share = dice.choice((0, 0, 0.08, 0.2))
    plan.late_share = dice.choice((0, 0, 0, 0.15))
    plan.meets_again = dice.random() < 0.15 or players <= rounds + 1
    if dice.random() < 0.15:
        plan.planned += dice.randint(1, 3)
    cells = _swiss_cells(plan)
    return _finished(plan, cells, "Individual: Swiss-System", "FIDE_DUTCH_2026")


def robin(dice: random.Random) -> Event:
    """Return an individual round robin, single or double."""
    players, loops = dice.randint(3, 8), dice.choice((1, 1, 2))
    rounds = loops * (players - 1 + players % 2)
    plan = _varied(Plan(dice, players, rounds, rounds))
    plan.words.append("double" if loops == 2 else "single")
    cells = _robin_cells(plan, loops)
    code = "FIDE_DOUBLEROUNDROBIN" if loops > 1 else "FIDE_ROUNDROBIN"
    return _finished(plan, cells, "Individual: Round-Robin", code)


def _varied(plan: Plan) -> Plan:
    """Draw what every individual tournament can have."""
    dice = plan.dice
    plan.results = dice.choice((QUIET_RESULTS, RESULTS, RESULTS, ODD_RESULTS))
    if dice.random() < 0.35:
        plan.scoring = dice.choice([*SCORINGS])
    if plan.results is ODD_RESULTS:
        plan.words.append("odd results")
    plan.leaver_share = dice.choice((0, 0, 0.15))
    plan.unrated_share = dice.choice((0, 0, 0, 0.2))
    plan.bonus_count = dice.choice((0, 0, 0, 0, 0, 2))
    plan.is_old = dice.random() < 0.1
    return plan


def _swiss_cells(plan: Plan) -> list[list[str]]:
    dice, everybody = plan.dice, range(plan.players)
    leaves = _drawn_rounds(plan, plan.leaver_share)
    comes = _drawn_rounds(plan, plan.late_share)
    cells: list[list[str]] = [[] for _ in everybody]
    met: set[frozenset[int]] = set()
    had_bye: set[int] = set()
    for at in range(plan.rounds):
        free: list[int] = []
        for one in everybody:
            is_away = leaves.get(one, plan.rounds) <= at or comes.get(one, 0) > at
            if is_away or dice.random() < plan.bye_share:
                letter = "Z" if is_away else dice.choice("FHHZ")
                cells[one].append(_bye(dice, letter))
            else:
                free.append(one)
        scores = {one: total(plan.points, cells[one]) for one in free}
        free.sort(key=lambda one: (-scores[one], dice.random()))
        if len(free) % 2:
            unlucky = next((x for x in reversed(free) if x not in had_bye), free[-1])
            had_bye.add(unlucky)
            free.remove(unlucky)
            cells[unlucky].append(f"{EMPTY}U")
        while free:
            one = free.pop(0)
            fresh = [two for two in free if {one, two} not in met]
            two = (fresh or free)[0] if not plan.meets_again else dice.choice(free[:3])
            free.remove(two)
            met.add(frozenset({one, two}))
            _play(plan, cells, *dice.sample((one, two), 2))
    return cells


def _drawn_rounds(plan: Plan, share: float) -> dict[int, int]:
    """Return a round, from 1, for as many players as are in a share."""
    dice = plan.dice
    return {
        one: dice.randint(1, plan.rounds - 1)
        for one in range(plan.players)
        if dice.random() < share
    }


def _bye(dice: random.Random, letter: str) -> str:
    """Return a bye in one of the ways that files have it."""
    if letter == "Z" and dice.random() < 0.1:
        return " " * 8
    old = {"Z": "-", "F": "+"}
    return EMPTY + (old.get(letter, letter) if dice.random() < 0.05 else letter)


def _play(plan: Plan, cells: list[list[str]], white: int, black: int) -> None:
    (result,) = plan.dice.choices([*plan.results], [*plan.results.values()])
    cells[white].append(f"{black + 1:4} w {result[0]}")
    cells[black].append(f"{white + 1:4} b {result[1]}")


def berger(count: int) -> list[list[tuple[int, int]]]:
    """Return the pairings of each round; who meets `count` of an odd field is free."""
    size = count + count % 2
    ring = list(range(size))
    rounds = []
    for at in range(size - 1):
        pairs = [(ring[n], ring[-1 - n]) for n in range(size // 2)]
        rounds.append([pair[::-1] if at % 2 else pair for pair in pairs])
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return rounds


def _robin_cells(plan: Plan, loops: int) -> list[list[str]]:
    leaves = _drawn_rounds(plan, plan.leaver_share)
    cells: list[list[str]] = [[] for _ in range(plan.players)]
    for at in range(plan.rounds):
        turn, loop = at % (plan.rounds // loops), at // (plan.rounds // loops)
        for pair in berger(plan.players)[turn]:
            white, black = pair[::-1] if loop else pair
            if max(pair) == plan.players:
                cells[min(pair)].append(f"{EMPTY}Z")
                continue
            away = [one for one in pair if leaves.get(one, plan.rounds) <= at]
            if away:
                both = {one: "-" if one in away else "+" for one in pair}
                cells[white].append(f"{black + 1:4} w {both[white]}")
                cells[black].append(f"{white + 1:4} b {both[black]}")
            else:
                _play(plan, cells, white, black)
    return cells


def _finished(plan: Plan, cells: list[list[str]], kind: str, code: str) -> Event:
    """Return the event as text."""
    dice = plan.dice
    after = None
    if plan.planned > plan.rounds:
        after = plan.rounds
        plan.words.append(f"after {plan.rounds} of {plan.planned}")
    elif dice.random() < 0.1:
        after = dice.randint(1, plan.rounds)
        plan.words.append(f"as after round {after}")
    lines = [
        *heading(kind, code, plan.planned, is_old=plan.is_old),
        *scoring_lines(plan.scoring),
        *(_player_line(plan, n, row) for n, row in enumerate(cells, start=1)),
        *_bonus_lines(plan),
        *_bye_lines(plan, cells),
    ]
    words = [
        kind.partition(": ")[2], plan.scoring, *plan.words,
        *(["299"] if plan.bonus_count else []), *(["2024"] if plan.is_old else []),
        *met_often(
            frozenset((number, int(cell[:4])))
            for number, row in enumerate(cells, start=1)
            for cell in row
            if cell[:4].strip() not in {"", "0000"}
        ),
    ]  # fmt: skip
    return Event(
        ", ".join(words), "\n".join([*lines, ""]), is_team=False,
        is_predetermined="Robin" in kind, after=after,
    )  # fmt: skip


def heading(kind: str, code: str, rounds: int, *, is_old: bool) -> list[str]:
    """Return the first records of a file."""
    year = 2025 if is_old else 2026
    return [
        "012 Drawn", "022 Nowhere", "032 FID",
        f"042 {year}/04/01", f"052 {year}/04/09",
        f"092 {kind}", f"142 {rounds}", f"192 {code}",
    ]  # fmt: skip


def scoring_lines(name: str) -> list[str]:
    """Return record 162, none for the usual scoring."""
    values = SCORINGS[name].items()
    fields = "    ".join(f"{letter}{value:4.1f}" for letter, value in values)
    return [f"162  {fields}"] if fields else []


def total(points: dict[str, float], cells: list[str]) -> float:
    """Return what somebody has scored."""
    return sum(points[WORTH[cell[-1]]] for cell in cells)


def met_often(meetings: Iterable[frozenset[int]]) -> list[str]:
    """Return the word for somebody meeting somebody three times or more.

    Args:
        meetings: who met whom, once from each side.
    """
    most = max(Counter(meetings).values(), default=0)
    return ["met often"] if most >= 3 * 2 else []


def _player_line(plan: Plan, number: int, cells: list[str]) -> str:
    dice = plan.dice
    is_unrated = dice.random() < plan.unrated_share
    rating = 0 if is_unrated else dice.randint(1000, 2700)
    return player_line(number, rating, total(plan.points, cells), cells)


def player_line(number: int, rating: int, points: float, cells: list[str]) -> str:
    """Return a record 001."""
    name = f"Drawn{number:03}, Player"
    shown = f"{rating:4}" if rating else "    "
    return (
        f"001 {number:4} m    {name:33} {shown} FID {900_000 + number:11} "
        f"1990/00/00 {points:4.1f} {number:4}  " + "  ".join(cells)
    )


def _bonus_lines(plan: Plan) -> list[str]:
    """Return records 299: bonus and penalty points of some players."""
    dice = plan.dice
    lines = []
    for one in dice.sample(range(1, plan.players + 1), min(plan.bonus_count, 3)):
        points = dice.choice((-1.0, -0.5, 0.5, 1.0))
        at = dice.choice((dice.randint(1, plan.rounds), 999))
        lines.append(f"299   {'':4}   {points:4.1f}  {at:3} {one:4}")
    return lines


def _bye_lines(plan: Plan, cells: list[list[str]]) -> list[str]:
    """Return records 240, which repeat byes of the cells, now and then."""
    if plan.dice.random() < 0.8:
        return []
    byes = [
        (cell[-1], at, number)
        for number, row in enumerate(cells, start=1)
        for at, cell in enumerate(row, start=1)
        if cell in {f"{EMPTY}F", f"{EMPTY}H", f"{EMPTY}Z"}
    ]
    return [f"240 {letter} {at:3} {number:4}" for letter, at, number in sorted(byes)]
