"""Who a thousand new players are, in registries of 100,000 and 1,000,000 people.

    python bench/identity.py [people] [ten times as many]

Everybody is invented. How often a name occurs follows what German lists look like: the
first ranks hold many people, and most surnames are rare. Most players are in the
registry: with ids, by name and year, without a year, with umlauts spelled otherwise,
lost letters, swapped names, a part of a double name, a slip; some are in no list.

Seconds are those of the processor, so that other programs do not count; the store is
SQLite in a temporary folder. `certain`, `asked` and `nobody` count what was found.
"""

from __future__ import annotations

import datetime as dt
import random
import sys
import tempfile
import time
from dataclasses import replace
from itertools import accumulate
from typing import NamedTuple

from syncd.model.lists import Member
from syncd.model.pairings import Cells, Pairings
from syncd.model.tournament import Entrant, Tournament
from syncd.pipeline.lists.completing import completer
from syncd.rating.confirmed import Confirmed
from syncd.store import lists
from syncd.store.engine import Store
from syncd.store.schema import upgrade

ENTRANTS = 1000
SIZES = (100_000, 1_000_000)
BEGINNINGS = """
Mü Schmi Schnei Fi We Wag Be Schul Hoff Schä Koch Bau Rich Klei Wol Schrö Neu
Schwar Zim Brau Krü Hart Lan Wer Krau Mei Leh Kö Her Wal Ma Kai Fu Pe Sch Scho
Mö Weiß Ju Ha Vo Frie Gün Kel Ber Win Lo Roth
"""
ENDINGS = """
ller dt der scher ber ner cker ze mann fer er ter n f g ke ann mer se ger mann
ng ker ier tz l ch ser sch rich ling berg hardt stein bach kamp meyer
"""
FORENAMES = """
Thomas Michael Andreas Jörg Stefan Peter Klaus Wolfgang Jürgen Hans Christian
Martin Frank Uwe Alexander Sven Karl Günter Anna Maria Ursula Sabine Petra Jan
Tim Lukas Felix Björn Emil Paul Max Eva Ida Rolf Ralf Dirk Heinz Gerd Hans-Peter
Jörn René André Sören Finn Lea Mia Nils Ole Kurt Otto
"""


class Names(NamedTuple):
    """Names with how often they occur, added up."""

    values: list[str]
    weights: list[float]


def by_rank(values: list[str]) -> Names:
    """Return names of which the n-th occurs 1/(n+8) as often."""
    return Names(values, list(accumulate(1 / (n + 8) for n in range(len(values)))))


def surnames(dice: random.Random) -> Names:
    middles = ("", "e", "i", "el", "en", "ar", "o", "u", "es", "er", "in", "le")
    found = [
        a + m + e for m in middles for a in BEGINNINGS.split() for e in ENDINGS.split()
    ]
    dice.shuffle(found)
    return by_rank(found)


def drawn(dice: random.Random, names: Names, count: int) -> list[str]:
    return dice.choices(names.values, cum_weights=names.weights, k=count)


def registry(count: int) -> list[Member]:
    dice = random.Random(7)
    lasts = surnames(dice)
    last = drawn(dice, lasts, count)
    second = drawn(dice, lasts, count)
    first = drawn(dice, by_rank(FORENAMES.split()), count)
    return [
        Member(
            f"NU{4_000_000 + n}",
            f"{last[n]}-{second[n]}" if n % 33 == 0 else last[n],
            first[n],
            "m",
            1930 + int(dice.triangular(0, 86, 40)),
            f"{10_000 + n // 60:05}",
            n % 60 + 1,
            dwz=1500,
            fide_id=4_600_000 + n if n % 4 == 0 else None,
        )
        for n in range(count)
    ]


def entrants(members: list[Member]) -> list[Entrant]:
    """Return players as files have them, from all over the registry."""
    dice = random.Random(11)
    some = dice.sample(members, ENTRANTS)
    return [_entrant(n, row, dice) for n, row in enumerate(some, start=1)]


def _entrant(n: int, row: Member, dice: random.Random) -> Entrant:
    known = Entrant(n, row.surname, row.forename, birth_year=row.birth_year)
    kinds = list(_KINDS)
    (change,) = dice.choices(kinds, [_KINDS[kind] for kind in kinds])
    return change(known, row)


def _spelled(entrant: Entrant, row: Member) -> Entrant:
    plain = str.maketrans("äöüßé", "aouse")
    surname, forename = row.surname.translate(plain), row.forename.translate(plain)
    return replace(entrant, surname=surname, forename=forename)


def _lost(entrant: Entrant, row: Member) -> Entrant:
    lost = str.maketrans(dict.fromkeys("äöüß", "?"))
    return replace(entrant, surname=row.surname.translate(lost))


_KINDS = {
    lambda one, row: replace(one, dsb_id=row.dsb_id): 25,
    lambda one, row: replace(one, vkz=row.vkz, member_number=row.member_number): 15,
    lambda one, _: one: 25,
    lambda one, _: replace(one, birth_year=None): 5,
    _lost: 5,
    _spelled: 5,
    lambda one, row: replace(one, surname=row.forename, forename=row.surname): 3,
    lambda one, row: replace(one, surname=row.surname.rpartition("-")[2]): 3,
    lambda one, row: replace(one, surname=row.surname[:-2] + row.surname[-1:]): 4,
    lambda one, row: replace(one, surname=f"{row.surname}ova"): 10,
}
"""How a file has somebody of the registry, and how often in a hundred."""


def load(store: Store, members: list[Member]) -> None:
    now = dt.datetime.now(dt.UTC)
    with store.write() as session:
        new = lists.NewList(lists.MEMBERS, "", "bench", "")
        list_id = lists.begin_list(session, new, now)
    for start in range(0, len(members), lists.BATCH_ROWS):
        with store.write() as session:
            some = members[start : start + lists.BATCH_ROWS]
            lists.add_members(session, list_id, some)
    with store.write() as session:
        lists.put_in_force(session, list_id, rows=len(members), damaged=0)


def measured(count: int) -> float:
    """Print one row and return the seconds of the match."""
    members = registry(count)
    people = tuple(entrants(members))
    rows = {one.id: Cells((), "", "") for one in people}
    tournament = Tournament("Open", entrants=people, pairings=Pairings(0, rows))
    with tempfile.TemporaryDirectory() as folder:
        store = Store(f"sqlite:///{folder}/syncd.db")
        upgrade(store)
        start = time.process_time()
        load(store, members)
        loaded = time.process_time() - start
        del members
        seconds = []
        for _ in range(3):
            start = time.process_time()
            done = completer(store)(tournament, Confirmed())
            seconds.append(time.process_time() - start)
        store.close()
    found = {one.id for one in done.tournament.entrants if one.dsb_id}
    asked = {one.path for one in done.findings if "syncd person link" in one.text.en}
    asked_ids = {int(path.rpartition("/")[2]) for path in asked} - found
    nobody = ENTRANTS - len(found) - len(asked_ids)
    print(
        f"{count:>9} {loaded:>10.1f} {min(seconds):>9.2f} {len(found):>8} "
        f"{len(asked_ids):>6} {nobody:>7}"
    )
    return min(seconds)


def main() -> None:
    sizes = [int(item) for item in sys.argv[1:]] or SIZES
    print("   people load cpu s match cpu s  certain  asked  nobody")
    seconds = [measured(size) for size in sizes]
    if len(seconds) > 1:
        ratio = seconds[-1] / seconds[0]
        print(f"growth at {sizes[-1] / sizes[0]:.0f} times the people: {ratio:.2f}")


if __name__ == "__main__":
    main()
