"""Tournaments of all kinds, drawn: the same seed and number always give the same one.

    python bench/drawn_events.py --seed 1 --first 7 --count 1

prints them as TRF26 text. Nearly all are small, so that who looks into a difference can
follow every number. Everybody is invented.
"""

from __future__ import annotations

import argparse
import random
from typing import TYPE_CHECKING

from drawn_players import robin, swiss
from drawn_teams import team_event

if TYPE_CHECKING:
    from drawn_players import Event


def event(seed: int, number: int) -> Event:
    """Return one tournament."""
    dice = random.Random(f"{seed}/{number}")
    if number % 10 < 3:
        return team_event(dice)
    return robin(dice) if number % 10 < 5 else swiss(dice)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=1)
    options = parser.parse_args()
    for number in range(options.first, options.first + options.count):
        drawn = event(options.seed, number)
        print(f"### {number}: {drawn.kind}, standings after {drawn.after or 'all'}")
        print(drawn.text)


if __name__ == "__main__":
    main()
