"""How long a DWZ report takes to build and to check, against lxml alone.

The report has 1,000 players and 11 rounds (5,500 games). What is measured is all that
happens before a report leaves: payload to bytes (`encode_report`) and bytes to findings
(`check_report`: schema and all rules). It is compared with two things that lxml does
with the identical element tree in the same run:

* "x made": the tree is made with `SubElement` and serialised. This is the fair floor:
  who writes a report with lxml has to do both.
* "x serialised": a tree that is there already is serialised, and nothing else.

    python bench/dwz_xml.py [--players 1000] [--rounds 11] [--repeat 7] [--profile]
"""

from __future__ import annotations

import argparse
import cProfile
import datetime as dt
import gc
import math
import pstats
import time
from typing import TYPE_CHECKING, NamedTuple

from lxml import etree

from syncd.formats.dwzxml.elements import (
    Header,
    Payload,
    Report,
    ReportGame,
    ReportPlayer,
    ReportTournament,
)
from syncd.formats.dwzxml.encode import encode_report
from syncd.formats.dwzxml.rules import check_report

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

FIRST_DAY = dt.date(2026, 9, 5)
POINTS = (("1", "0"), ("0.5", "0.5"), ("0", "1"))


def player_of(number: int) -> ReportPlayer:
    return ReportPlayer(
        number=number, dsb_id=f"NU{4_000_000 + number}",
        surname=f"Ährenfeld{number}", forename=f"Berta{number % 37}",
        dob_year=1950 + number % 50, dob_date=dt.date(1950 + number % 50, 5, 17),
        vkz=f"Z{number % 90 + 9000}", member_number=number,
        club=f"SK Beispielstadt {number % 90 + 9000}", fide_id=99_900_000 + number,
        fide_rating=1500 + number % 900, sex="mw"[number % 2],
    )  # fmt: skip


def games_of(players: int, rounds: int) -> tuple[ReportGame, ...]:
    """Pair everybody by turning one half of the field against the other."""
    half = players // 2
    return tuple(
        ReportGame(
            turn, board, half + 1 + (board + turn) % half,
            *POINTS[(board + turn) % len(POINTS)],
            FIRST_DAY + dt.timedelta(days=turn - 1),
        )
        for turn in range(1, rounds + 1)
        for board in range(1, half + 1)
    )  # fmt: skip


def report_of(players: int, rounds: int) -> Report:
    last_day = FIRST_DAY + dt.timedelta(days=rounds - 1)
    return Report(
        header=Header(
            dt.datetime(2026, 9, 20, 18, 5, tzinfo=dt.UTC), "SK Beispielstadt",
            "syncd 1", "f0b7c1de-6a53-4c0e-9d0b-2f6a1f3f8a01",
        ),
        tournament_uuid="8c2d4b7a-91e5-4f3c-b6a8-5d0e7c1b2a02",
        payload=Payload(
            ReportTournament(
                label="Herbstopen Beispielstadt 2026 Gruppe A", type="SW",
                timecontrol="5400+30", rounds=rounds, start=FIRST_DAY, end=last_day,
                location="Beispielstadt",
            ),
            tuple(player_of(number) for number in range(1, players + 1)),
            games_of(players, rounds),
        ),
    )  # fmt: skip


class Plan(NamedTuple):
    """An element as plain values: what the floor is built from."""

    tag: str
    text: str | None
    children: list[Plan]


def plan_of(element: etree._Element) -> Plan:
    return Plan(element.tag, element.text, [plan_of(child) for child in element])


def build_tree(root: etree._Element, plan: Plan) -> None:
    """Build the rows below the sections; loops, not recursion, to be a fair floor."""
    add = etree.SubElement
    for section_tag, _, rows in plan.children:
        section = add(root, section_tag)
        for row_tag, row_text, leaves in rows:
            row = add(section, row_tag)
            if not leaves:
                row.text = row_text
            for tag, text, _ in leaves:
                add(row, tag).text = text


def best_s(runs: Sequence[Callable[[], object]], repeat: int) -> list[float]:
    """Return the shortest time of each run, in seconds of processor time.

    The runs take turns, so that a busy minute of the machine hits all of them.
    """
    best = [math.inf] * len(runs)
    for _ in range(repeat):
        for index, run in enumerate(runs):
            gc.collect()
            start = time.process_time()
            run()
            best[index] = min(best[index], time.process_time() - start)
    return best


class Run(NamedTuple):
    """One thing to measure."""

    name: str
    work: Callable[[], object]


def runs_of(report: Report, data: bytes) -> list[Run]:
    """Return what is measured; the first two are what the rest is compared with."""
    source = etree.fromstring(data)
    plan, nsmap = plan_of(source), source.nsmap

    def made() -> bytes:
        root = etree.Element(source.tag, nsmap=nsmap)
        build_tree(root, plan)
        return etree.tostring(root, encoding="UTF-8", xml_declaration=True)

    return [
        Run("lxml makes and serialises the tree", made),
        Run("lxml serialises a tree alone", lambda: etree.tostring(source)),
        Run("lxml parses alone", lambda: etree.fromstring(data)),
        Run("encode_report", lambda: encode_report(report)),
        Run("check_report", lambda: check_report(data)),
        Run(
            "encode_report and check_report",
            lambda: check_report(encode_report(report)),
        ),
    ]


def show(runs: Sequence[Run], repeat: int) -> None:
    """Print the times and both ratios."""
    times_s = best_s([run.work for run in runs], repeat)
    made_s, serialised_s, *_ = times_s
    for run, seconds in zip(runs, times_s, strict=True):
        print(
            f"{run.name:36} {seconds * 1000:8.1f} ms {seconds / made_s:7.2f} x made "
            f"{seconds / serialised_s:7.2f} x serialised"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description="Speed of the DWZ XML")
    parser.add_argument("--players", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=11)
    parser.add_argument("--repeat", type=int, default=7)
    parser.add_argument("--profile", action="store_true")
    given = parser.parse_args()

    report = report_of(given.players, given.rounds)
    data = encode_report(report)
    if check_report(data):
        parser.error("the report is not flawless")
    runs = runs_of(report, data)
    if given.profile:
        profiler = cProfile.Profile()
        profiler.runcall(runs[-1].work)
        pstats.Stats(profiler).sort_stats("tottime").print_stats(30)
    elements = sum(1 for _ in etree.fromstring(data).iter())
    games = len(report.payload.games)
    print(f"{len(data):,} bytes, {elements:,} elements, {games:,} games")
    show(runs, given.repeat)


if __name__ == "__main__":
    main()
