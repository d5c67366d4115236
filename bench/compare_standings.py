"""Our standings against those of FIDE's reference implementation.

    python -m venv reference && reference/bin/pip install gacrux==1.11.65
    python bench/compare_standings.py reference/bin/python --seed 1 --count 1000

Draws tournaments of all kinds (`bench/drawn_events.py`), has every tie-break of every
one computed by both programs, each tie-break alone, and several lists of tie-breaks;
prints what differs, with the number of the tournament, and how often something differed
for a known reason (`EXPLAINED`, argued in `docs/standings.md`). `--keep FOLDER` stores
tournaments and answers; the tests compare with those.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from drawn_events import event
from drawn_players import Event

from syncd.formats.trf import decode, to_tournament
from syncd.standings.codes import Code, parse_code
from syncd.standings.options import Options
from syncd.standings.ranking import rank
from syncd.standings.standings import contest_of, in_points
from syncd.standings.tiebreaks import column_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from syncd.standings.contest import Contest

RUNNER = Path(__file__).with_name("reference_values.py")
ROUNDED = ("AOB", "SSSC")
"""What the reference rounds to hundredths or finer; everything else is exact."""

CUTS = ("", "/C1", "/C2", "/M1", "/M2")
PLAYER_CODES = [
    "PTS", "WIN", "WON", "BPG", "BWG", "REP", "STD", "PS", "PS/C1", "PS/C2",
    "TPN", "TPN/R", "RTNG", "RTNG/R",
    "KS", "KS/L+1", "KS/L-1", "KS/L+2", "KS/L-2", "KS/L40",
    *(f"{name}{cut}{p}" for name in ("BH", "FB") for cut in CUTS for p in ("", "/P")),
    *(f"SB{cut}{p}" for cut in CUTS[:3] for p in ("", "/P")),
    "AOB", "AOB/F", "TPR", "PTP", "APRO", "APPO",
    *(f"ARO{cut}" for cut in CUTS),
]  # fmt: skip
PLAYER_LISTS = [
    ["PTS", "DE"], ["PTS", "DE/P"], ["PTS", "DE", "WIN", "DE"],
    ["PTS", "BH/C1", "BH", "SB", "DE", "WIN", "PS"], ["PTS", "DE", "WIN", "SB", "KS"],
]  # fmt: skip
BASES = (":MP", ":GP")
TEAM_CODES = [
    "PTS", "MPTS", "GPTS", "MPVGP", "BC", "TPN", "TPN/R", "WIN:MP", "WON:MP", "STD:MP",
    "SSSC", "SSSC/F", "SSSC/P", "SSSC/F/P", "SSSC/K3",
    *(f"{name}{b}" for name in ("AOB", "KS") for b in BASES),
    *(f"AOB{b}/F" for b in BASES),
    *(f"KS{b}/L{by}" for b in BASES for by in ("+1", "-1")),
    *(f"PS{b}{cut}" for b in BASES for cut in CUTS[:3]),
    *(f"{name}{b}{cut}{p}" for name in ("BH", "FB") for b in BASES for cut in CUTS
      for p in ("", "/P")),
    *(f"SB{b}{cut}{p}" for b in BASES for cut in CUTS[:3] for p in ("", "/P")),
    *(f"{name}{cut}{p}" for name in ("EMMSB", "EMGSB", "EGMSB", "EGGSB")
      for cut in CUTS[:3] for p in ("", "/P")),
]  # fmt: skip
TEAM_LISTS = [
    *(["PTS", code] for code in ("DE:MP", "DE:GP", "EDE", "EDE/P")),
    *(["PTS", code] for code in ("EDET", "EDEB", "EDEBT", "EDEBB")),
    *(["PTS", code] for code in ("EDEBT/P", "EDEBB/P", "DE:MP/P")),
    *(["MPTS", "GPTS", code] for code in ("BC", "TBR", "BBE", "EDET/P", "EDEB/P")),
    ["MPTS", "GPTS", "DE:MP", "BC", "EMMSB"], ["PTS", "MPVGP", "SSSC", "EDEBT"],
]  # fmt: skip

Stated = dict[str, dict[str, Any]]
"""Code, or codes with blanks between -> number -> value, or place if they are several;
`{"error": …}` where the reference fails."""


class Difference(NamedTuple):
    """One tie-break, or list of some, that the two give otherwise."""

    kind: str
    codes: str
    shown: str


class Explained(NamedTuple):
    """A reason for which the two differ."""

    reason: str
    applies: Callable[[Difference], bool]


EXPLAINED = [
    Explained(
        "the reference starts every total at the worth of an absence (162 A)",
        lambda one: "absence counts" in one.kind,
    ),
    Explained(
        "7.7 compares with the opponent's points, the reference with a draw",
        lambda one: "odd results" in one.kind and one.codes == "STD",
    ),
    Explained(
        "9.2 part-way, free rounds of a round robin: the reference counts whole loops",
        lambda one: (
            one.codes.startswith("KS")
            and "Round-Robin" in one.kind
            and "as after" in one.kind
        ),
    ),
    Explained(
        "the reference knows no other score unless 192 or the list names the first",
        lambda one: one.codes == "MPVGP" and "NoneType" in one.shown,
    ),
    Explained(
        "the reference divides by 0 where the factor of 13.4 is 0, or nobody played",
        lambda one: "SSSC" in one.codes and "Division" in one.shown,
    ),
    Explained(
        "6.1.2 averages three meetings and more exactly, the reference rounds",
        lambda one: "met often" in one.kind and "DE" in one.codes,
    ),
]


@dataclass
class Report:
    """What a run has found."""

    tournaments: Counter[str]
    explained: Counter[str]
    unexplained: list[tuple[str, Difference]]
    values: int = 0

    def add(self, name: str, drawn: Event, stated: Stated) -> None:
        """Compare one tournament."""
        self.tournaments[drawn.kind.partition(",")[0]] += 1
        self.values += sum(map(len, stated.values()))
        for one in differences(drawn, stated):
            if reason := reason_of(one):
                self.explained[reason] += 1
            else:
                self.unexplained.append((name, one))

    def print(self, most: int) -> None:
        """Print it, examples up to a number."""
        total = self.tournaments.total()
        print(f"{total} tournaments, {self.values} values: {dict(self.tournaments)}")
        for reason, count in self.explained.items():
            print(f"{count} differ: {reason}")
        print(f"{len(self.unexplained)} differ for no known reason")
        print(dict(Counter(one.codes for _, one in self.unexplained)))
        for name, one in islice(self.unexplained, most):
            print(f"{name} ({one.kind}) {one.codes}: {one.shown}")


def reason_of(one: Difference) -> str:
    """Return why something differs, empty if that is not known."""
    return next((each.reason for each in EXPLAINED if each.applies(one)), "")


def lists_of(drawn: Event) -> list[list[str]]:
    """Return the lists of codes that are computed of a tournament."""
    if drawn.is_team:
        return [*([code] for code in TEAM_CODES), *TEAM_LISTS]
    return [*([code] for code in PLAYER_CODES), *PLAYER_LISTS]


def asked(python: str, events: Iterable[Event]) -> Iterator[Stated]:
    """Yield what the reference says of each tournament."""
    with subprocess.Popen(
        [python, RUNNER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as runner:
        assert runner.stdin is not None
        assert runner.stdout is not None
        for drawn in events:
            lists = lists_of(drawn)
            question = {
                "text": drawn.text, "after": drawn.after, "lists": lists,
                "is_predetermined": drawn.is_predetermined,
            }  # fmt: skip
            print(json.dumps(question), file=runner.stdin, flush=True)
            runs = json.loads(runner.stdout.readline())
            yield {
                " ".join(codes): _stated(codes, run)
                for codes, run in zip(lists, runs, strict=True)
            }
        runner.stdin.close()


def _stated(codes: list[str], run: dict[str, Any]) -> dict[str, Any]:
    if "error" in run:
        return run
    if len(codes) > 1:
        return run["ranks"]
    return {number: values[0] for number, values in run["values"].items()}


def differences(drawn: Event, stated: Stated) -> Iterator[Difference]:
    """Yield what is not the same."""
    tournament = to_tournament(decode(drawn.text.encode())).tournament
    contest = contest_of(tournament, Options(after_round=drawn.after))
    for codes, theirs in stated.items():
        if "error" in theirs:
            yield Difference(drawn.kind, codes, f"reference: {theirs['error']}")
        elif shown := _unlike(_ours(contest, codes), theirs, _same(codes)):
            yield Difference(drawn.kind, codes, shown)


def _ours(contest: Contest, codes: str) -> dict[str, Any]:
    return _places(contest, codes) if " " in codes else _values(contest, codes)


def _values(contest: Contest, code: str) -> dict[str, Any]:
    column = column_of(contest, _code(code))
    values = (in_points(value, column.scale) for value in column.values)
    return dict(zip(map(str, contest.primary.numbers), values, strict=True))


def _places(contest: Contest, codes: str) -> dict[str, Any]:
    ranks = rank(contest, [_code(code) for code in codes.split()]).ranks
    return dict(zip(map(str, contest.primary.numbers), ranks, strict=True))


def _unlike(
    ours: dict[str, Any], theirs: dict[str, Any], same: Callable[[Any, Any], bool]
) -> str:
    """Return who has something else, empty if nobody has."""
    if ours.keys() != theirs.keys():
        return f"other numbers: {sorted(ours)}, reference {sorted(theirs)}"
    return "; ".join(
        f"#{number} {value}, reference {theirs[number]}"
        for number, value in ours.items()
        if not same(value, theirs[number])
    )


def _same(codes: str) -> Callable[[Any, Any], bool]:
    """Return what says whether two places, or two values, are the same."""
    slack = Fraction(1, 200) if codes.startswith(ROUNDED) else 0

    def is_same(ours: Fraction | int | None, theirs: str | int | None) -> bool:
        if ours is None or theirs is None:
            return ours is theirs
        return abs(ours - Fraction(theirs)) <= slack

    return is_same


def _code(text: str) -> Code:
    parsed = parse_code(text)
    assert isinstance(parsed, Code), text
    return parsed


def keep(folder: Path, name: str, drawn: Event, stated: Stated) -> None:
    """Store a tournament with the answers, those without a failure."""
    kept = {codes: each for codes, each in stated.items() if "error" not in each}
    text = json.dumps({**drawn._asdict(), "stated": kept}, separators=(",", ":"))
    (folder / f"{name}.json").write_text(text + "\n")


def kept(path: Path) -> tuple[Event, Stated]:
    """Return a stored tournament with the answers."""
    values = json.loads(path.read_text())
    stated = values.pop("stated")
    return Event(**values), stated


def main() -> int:
    options = parsed()
    numbers = range(options.first, options.first + options.count)
    events = [event(options.seed, number) for number in numbers]
    report = Report(Counter(), Counter(), [])
    for number, drawn, stated in zip(
        numbers, events, asked(options.python, events), strict=True
    ):
        name = f"{options.seed}-{number}"
        report.add(name, drawn, stated)
        if options.keep:
            keep(options.keep, name, drawn, stated)
    report.print(options.show)
    return 1 if report.unexplained else 0


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("python", help="interpreter that has gacrux")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--show", type=int, default=100, help="examples to print")
    parser.add_argument("--keep", type=Path, help="folder to store everything in")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
