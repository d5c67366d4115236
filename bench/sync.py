"""How long comparing and merging takes, beside decoding one such file, in one table.

    python bench/sync.py [--players 1000] [--rounds 11] [--changes 50] [--repeat 7]

Base, head and theirs are one tournament; head and theirs differ from base in as many
results and ratings as asked for, each elsewhere. Every line reads the same values in
the same run, in turns; the fastest of several runs counts. Shown is processor time.
"""

from __future__ import annotations

import argparse
import datetime as dt
from dataclasses import replace
from time import process_time
from typing import TYPE_CHECKING

from decode import made_file, read

from syncd.formats.trf import decode, to_tournament
from syncd.sync.apply import apply
from syncd.sync.diff import diff
from syncd.sync.facts import facts_of
from syncd.sync.merge3 import merge
from syncd.sync.places import Change, Part, Place, Score
from syncd.sync.policy import Policy
from syncd.sync.provenance import Cause, blame, traces_of
from syncd.sync.renumber import renumbered as under_numbers

if TYPE_CHECKING:
    from collections.abc import Callable

    from syncd.model.tournament import Tournament


REVISIONS = 100


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--players", type=int, default=1_000)
    parser.add_argument("--rounds", type=int, default=11)
    parser.add_argument("--changes", type=int, default=50)
    parser.add_argument("--repeat", type=int, default=7)
    options = parser.parse_args()
    data = made_file(options.players, options.rounds, seed=1)
    base = to_tournament(decode(data)).tournament
    head = edited(base, options.changes, start=0)
    theirs = edited(base, options.changes, start=options.changes)
    moved = renumbered(theirs)
    policy = Policy()
    revisions = history(base, options.changes)
    found = merge(base, head, theirs, policy)
    assert len(found.applied) == options.changes
    assert not found.conflicts
    show(
        {
            "decode + to_tournament": lambda: read(data),
            "diff": lambda: diff(base, theirs),
            "merge": lambda: merge(base, head, theirs, policy),
            "diff + merge": lambda: (
                diff(base, theirs),
                merge(base, head, theirs, policy),
            ),
            "merge, all start numbers moved": lambda: merge(base, head, moved, policy),
            "facts of all of it": lambda: facts_of(base),
            f"blame of {REVISIONS} revisions": lambda: blame(traces_of(revisions)),
        },
        options.repeat,
    )


def history(base: Tournament, changes: int) -> list[tuple[Cause, Tournament]]:
    """Return revisions that each change as much, elsewhere in the tournament."""
    states = [base]
    for number in range(1, REVISIONS):
        start = number * changes % len(base.entrants)
        states.append(edited(states[-1], changes, start))
    day = dt.datetime(2026, 10, 1, tzinfo=dt.UTC)
    return [(Cause(number, day, day), t) for number, t in enumerate(states, 1)]


def edited(t: Tournament, count: int, start: int) -> Tournament:
    """Return the tournament with results and ratings changed, half of each."""
    games = list(t.pairings.games())[start : start + count // 2]
    changes = [
        Change(
            Place(Part.GAME, (game.round, *sorted((game.white, game.black)), 0)), None,
            Score(game.white, game.black, *_other(game.white_result)),
        )
        for game in games
    ]  # fmt: skip
    players = t.entrants[start : start + count - len(changes)]
    changes += [
        Change(Place(Part.PLAYER, (one.id,), "rating"), None, (one.rating or 0) + 1)
        for one in players
    ]
    return apply(changes, t)


def _other(code: str) -> tuple[str, str]:
    return {"1": ("0", "1"), "0": ("=", "=")}.get(code, ("1", "0"))


def renumbered(t: Tournament) -> Tournament:
    """Return the tournament with one player more in front of all others."""
    moved = under_numbers(t, {one.id: one.id + 1 for one in t.entrants})
    new = replace(t.entrants[0], id=1, surname="Zuletzt", fide_id=None, dsb_id="")
    blank = replace(
        next(iter(t.pairings.rows.values())),
        opponents=(0,) * t.pairings.rounds,
        colours="-" * t.pairings.rounds,
        results=" " * t.pairings.rounds,
    )
    return replace(
        moved,
        entrants=(new, *moved.entrants),
        pairings=replace(moved.pairings, rows={1: blank, **moved.pairings.rows}),
    )


def show(rows: dict[str, Callable[[], object]], repeat: int) -> None:
    """Print the fastest time of each, and its ratio to the first."""
    best = dict.fromkeys(rows, float("inf"))
    for _ in range(repeat):
        for name, function in rows.items():
            start = process_time()
            function()
            best[name] = min(best[name], process_time() - start)
    floor = next(iter(best.values()))
    print(f"{'':32} {'ms':>8} {'ratio':>7}")
    for name, seconds in best.items():
        print(f"{name:32} {seconds * 1000:8.1f} {seconds / floor:7.2f}")


if __name__ == "__main__":
    main()
