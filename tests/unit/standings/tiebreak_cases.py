"""The tournaments with expected values: ours, and those of others if they are here."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from syncd.formats.trf import decode, to_tournament
from syncd.standings.codes import Code, parse_code

if TYPE_CHECKING:
    from syncd.model.tournament import Tournament

HERE = Path(__file__).resolve()
OWN = HERE.parents[2] / "data" / "tiebreaks"
OTHERS = HERE.parents[4] / "shared" / "cases" / "tiebreaks"

Value = float | None


class Asked(NamedTuple):
    """Values of one list of codes after one round; None = the last."""

    after: int | None
    codes: list[str]
    players: dict[str, list[Value]]


class Case(NamedTuple):
    """One tournament; `orders` are lists of codes with everybody's rank."""

    tournament: Tournament
    is_team: bool
    is_predetermined: bool
    rounds: int
    asked: list[Asked]
    orders: list[tuple[list[str], dict[str, int]]]


@cache
def case(path: Path) -> Case:
    """Return one tournament with what is expected of it."""
    stated = json.loads(path.read_text())
    data = path.with_name(path.name.replace(".expected.json", ".trf")).read_bytes()
    parts = [{"after": None, **stated}, *stated.get("partial", ())]
    ranks = {number: each["rank"] for number, each in stated["players"].items()}
    return Case(
        tournament=to_tournament(decode(data)).tournament,
        is_team=stated["team"],
        is_predetermined=stated["mode"] == "predetermined",
        rounds=stated["rounds"],
        asked=[
            Asked(
                part["after"],
                part["tiebreaks"],
                {number: each["values"] for number, each in part["players"].items()},
            )
            for part in parts
        ],
        orders=[
            (stated["rank_by"], ranks),
            *((order["tiebreaks"], order["ranks"]) for order in stated["orders"]),
        ],
    )


def cases(*, is_team: bool) -> list[Path]:
    """Return the expected files of one sort, without those that have no values."""
    files = sorted([*OWN.glob("*.expected.json"), *_only_there()])
    return [path for path in files if _has_values(path, is_team=is_team)]


def _has_values(path: Path, *, is_team: bool) -> bool:
    """Return whether a file is of this sort; the other program refused a few."""
    stated = json.loads(path.read_text())
    return stated.get("team") is is_team and bool(stated["players"])


def _only_there() -> list[Path]:
    own = {path.name for path in OWN.iterdir()}
    return [path for path in OTHERS.glob("*.expected.json") if path.name not in own]


def ours(code: str) -> Code | None:
    """Return a code, None for those that only the other program has."""
    if code == "VUR" or "/U" in code:
        return None
    parsed = parse_code(code)
    assert isinstance(parsed, Code), code
    return parsed
