"""Damaged files of all kinds, by the hundred thousand, against every decoder.

    python bench/fuzz_trf.py --seed 1 --count 100000 [--processes 2] [--cases DIR]...

Whatever the bytes: a TRF file comes out of `encode` as it went in, becomes a `Reading`
or one SyncdError, within a deadline and with memory in proportion; every finding has a
line of the file. Reports and snapshots become a value or one SyncdError.

Each file depends on seed and number alone, so a failure can be made again:
`--seed 1 --first 4711 --count 1`.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import signal
import sys
import traceback
import tracemalloc
from collections import Counter
from contextlib import contextmanager
from functools import lru_cache
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from decode import made_file

from syncd.errors import SyncdError
from syncd.formats.dwzxml.decode import decode_report
from syncd.formats.dwzxml.rules import check_report
from syncd.formats.registry import detect
from syncd.formats.snapshot import decode_snapshot, encode_snapshot
from syncd.formats.trf import decode, encode, summary, to_tournament

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    Mutation = Callable[[bytes, random.Random], bytes]

ROOT = Path(__file__).resolve().parents[1]
OWN_CASES = (ROOT / "tests" / "data" / "clm", ROOT / "tests" / "data" / "dwz")
DEADLINE_S = 10
MEMORY_FACTOR = 10
MEMORY_CONSTANT = 8 * 1024 * 1024
MEASURED = 400  # every so many files memory is measured: it takes ten times as long
LONG = 2_000  # bytes; most longer files are fuzzed in part
NUMBERS = (b"0", b"-1", b"9999", b"10000", b"99999999999999999999", b"9" * 400, b"1e9")
STRANGE = (
    b"\0", b"\t", b"\r", b"\n", b"\x0b", b"\x0c", b"\x1a", b"\x1c", b"\x81", b"\x84",
    b"\x94", b"\xe1", b"\xfc", b"\xff", b"\xed\xa0\x80", b"\xef\xbb\xbf",
    "ü".encode(), "²".encode(), "\u2028".encode(), "\u0661".encode(), b",", b"?", b"*",
)  # fmt: skip
XML_BOMB = (
    b'<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa">'
    + b"".join(
        b'<!ENTITY %c "&%c;&%c;&%c;&%c;&%c;&%c;&%c;&%c;">' % (97 + n, *[96 + n] * 8)
        for n in range(1, 12)
    )
    + b'<!ENTITY x SYSTEM "file:///etc/hostname">]>'
)
JSON_HOSTILE = (
    b"[" * 20_000, b'{"a":' * 5_000, b"9" * 10_000, b"NaN", b"-Infinity", b"1e999",
    b'"\\ud800"', b"null", b"true", b"[]", b"{}", b'"2026-02-30"', b"0.5", b"-1",
)  # fmt: skip


def main() -> int:
    options = parsed()
    started = perf_counter()
    numbers = range(options.first, options.first + options.count)
    step = max(1, min(500, options.count // options.processes))
    parts = [
        (options.seed, numbers[at : at + step], tuple(options.cases))
        for at in range(0, len(numbers), step)
    ]
    counts: Counter[str] = Counter()
    failures = [
        f"{name}: {problem}"
        for name, kind, data in greedy_files()
        if (problem := failure(kind, data, is_measured=True))
    ]
    print("\n".join(failures), end="\n" if failures else "")
    with get_context("spawn").Pool(options.processes) as pool:
        for tried, failed in pool.imap_unordered(run_part, parts):
            counts += tried
            failures += failed
            print("\n".join(failed), end="\n" if failed else "")
    took = perf_counter() - started
    print(
        f"seed {options.seed}: {counts.total()} files "
        f"({', '.join(f'{kind} {count}' for kind, count in sorted(counts.items()))}), "
        f"{len(failures)} failures, {took:.0f} s in {options.processes} processes"
    )
    return 1 if failures else 0


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=1_000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--cases", type=Path, action="append", default=[])
    return parser.parse_args()


def run_part(
    part: tuple[int, Sequence[int], tuple[Path, ...]],
) -> tuple[Counter[str], list[str]]:
    """Return how many files of each kind were tried, and what failed."""
    seed, numbers, cases = part
    counts: Counter[str] = Counter()
    failures = []
    for number in numbers:
        kind, data = fuzzed(seed, number, cases)
        counts[kind] += 1
        problem = failure(kind, data, is_measured=number % MEASURED == 0)
        if problem:
            failures.append(f"--seed {seed} --first {number} ({kind}): {problem}")
    return counts, failures


def greedy_files() -> Iterator[tuple[str, str, bytes]]:
    """Yield name, kind and bytes of files that are small and could take much memory."""
    base = made_file(900, 5, seed=1)
    numbers = b" ".join(b"%4d" % number for number in range(1, 901))
    teams = [
        b"310 %3d %-32s %-5s 111111 %6s %6s %3d  %s\n"
        % (number, b"T", b"", b"1.0", b"1.0", 1, numbers)
        for number in range(1, 200)
    ]
    yield "only record codes", "trf", b"001\n" * 75_000
    yield "blank lines", "trf", b"\n" * 75_000
    yield (
        "start numbers alone",
        "trf",
        b"".join(b"001 %4d\n" % (number % 9_999 + 1) for number in range(50_000)),
    )
    yield "one wide line", "trf", base.rstrip() + b"     2 w 1" * 5_000 + b"\n"
    yield "everybody in all teams", "trf", b"082 199\n" + b"".join(teams) + base
    yield "forbidden pairings", "trf", b"260   1   1 " + b" ".join([numbers] * 12)
    yield "snapshot", "json", b"[" + b"{}," * 60_000 + b"{}]"


def fuzzed(seed: int, number: int, cases: tuple[Path, ...]) -> tuple[str, bytes]:
    """Return the kind and the bytes of one file."""
    chance = random.Random(f"{seed}:{number}")
    kind = chance.choices(("trf", "dwz", "json"), (8, 1, 1))[0]
    files = sources(cases)[kind]
    data = chance.choice(files)
    if len(data) > LONG and chance.random() < 0.98:
        start = chance.randrange(len(data) - LONG)
        data = data[: LONG // 4] + data[start : start + LONG]
    for _ in range(chance.choice((1, 1, 1, 2, 3, 5))):
        data = chance.choice(MUTATIONS[kind])(data, chance)
    return kind, data


@lru_cache(maxsize=2)
def sources(cases: tuple[Path, ...]) -> dict[str, list[bytes]]:
    """Return the undamaged files by kind."""
    paths = sorted(
        path for folder in (*OWN_CASES, *cases) for path in folder.rglob("*")
    )
    trf = [path.read_bytes() for path in paths if path.suffix in {".trf", ".tab"}]
    trf += [made_file(players, 5, seed=players) for players in (0, 1, 2, 9, 60)]
    snapshots = [
        encode_snapshot(to_tournament(decode(data)).tournament) for data in trf
    ]
    return {
        "trf": trf,
        "dwz": [path.read_bytes() for path in paths if path.suffix == ".xml"],
        "json": [data for data in snapshots if len(data) < 3 * LONG],
    }


def failure(kind: str, data: bytes, *, is_measured: bool) -> str:
    """Return what is wrong with how a file was taken, empty if nothing is."""
    try:
        with deadline(), measured(data, is_measured=is_measured):
            CHECKS[kind](data)
            refused_or_not(detect, data)
    except SyncdError as error:
        return f"unexpected {type(error).__name__}: {error}"
    except Exception:  # noqa: BLE001 - any other exception is what we look for
        return traceback.format_exc(limit=-4)
    return ""


@contextmanager
def deadline() -> Iterator[None]:
    """Stop what hangs; counted is the time of this process, not of a busy machine."""

    def stop(*_: object) -> None:
        message = f"took more than {DEADLINE_S} s"
        raise TimeoutError(message)

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, DEADLINE_S)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


@contextmanager
def measured(data: bytes, *, is_measured: bool) -> Iterator[None]:
    """Fail where more memory was taken than the file allows."""
    if not is_measured:
        yield
        return
    tracemalloc.start()
    try:
        yield
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    most = MEMORY_FACTOR * len(data) + MEMORY_CONSTANT
    assert peak <= most, f"{peak} bytes of memory for {len(data)} bytes"


def check_trf(data: bytes) -> None:
    try:
        decoded = decode(data)
    except SyncdError:
        return
    assert encode(decoded) == data, "bytes were lost"
    reading = to_tournament(decoded)
    assert min(summary(decoded, reading)) >= 0
    for finding in (*decoded.findings, *reading.findings):
        assert 0 <= finding.line <= len(decoded.lines), finding
        assert finding.column >= 0, finding
        assert finding.text.en, finding
        assert finding.text.de, finding


def check_dwz(data: bytes) -> None:
    refused_or_not(decode_report, data)
    check_report(data)


def check_json(data: bytes) -> None:
    refused_or_not(decode_snapshot, data)


def refused_or_not(function: Callable[[bytes], object], data: bytes) -> None:
    try:
        function(data)
    except SyncdError as error:
        assert error.text.de


CHECKS: dict[str, Callable[[bytes], None]] = {
    "trf": check_trf, "dwz": check_dwz, "json": check_json,
}  # fmt: skip


def flip(data: bytes, chance: random.Random) -> bytes:
    changed = bytearray(data)
    for _ in range(min(len(data), chance.choice((1, 3, 20, 200)))):
        changed[chance.randrange(len(data))] = chance.randrange(256)
    return bytes(changed)


def truncate(data: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(data) + 1)
    return data[:at] if chance.random() < 0.7 else data[at:]


def cut_out(data: bytes, chance: random.Random) -> bytes:
    start = chance.randrange(len(data) + 1)
    return data[:start] + data[start + chance.choice((1, 2, 9, 80, 2_000)) :]


def put_in(data: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(data) + 1)
    return data[:at] + chance.choice(STRANGE) * chance.choice((1, 1, 2, 40)) + data[at:]


def shuffle_lines(data: bytes, chance: random.Random) -> bytes:
    lines = data.split(b"\n")
    chance.shuffle(lines)
    return b"\n".join(lines)


def repeat_lines(data: bytes, chance: random.Random) -> bytes:
    lines = data.split(b"\n")
    at = chance.randrange(len(lines))
    lines[at:at] = [lines[at]] * chance.choice((1, 2, 50))
    return b"\n".join(lines)


def shift_columns(data: bytes, chance: random.Random) -> bytes:
    """Insert or remove blanks at one column of some lines."""
    column, width = chance.randrange(120), chance.choice((-2, -1, 1, 2, 9))
    lines = data.split(b"\n")
    for at, line in enumerate(lines):
        if chance.random() < 0.5:
            left, right = line[:column], line[column:]
            lines[at] = left + (right[-width:] if width < 0 else b" " * width + right)
    return b"\n".join(lines)


def trim_lines(data: bytes, _: random.Random) -> bytes:
    return b"\n".join(line.rstrip() for line in data.split(b"\n"))


def recode(data: bytes, chance: random.Random) -> bytes:
    text = data.decode("utf-8", "replace") + chance.choice(("", "Jörg Größe", "Łódź"))
    codec = chance.choice(
        ("utf-8", "utf-8-sig", "latin-1", "cp1252", "cp850", "utf-16")
    )
    return text.encode(codec, "replace")


def change_ends(data: bytes, chance: random.Random) -> bytes:
    ends = chance.choice(
        ((b"\r",), (b"\r\n",), (b"",), (b"\r", b"\n", b"\r\n", b"\n\r"))
    )
    return b"".join(line + chance.choice(ends) for line in data.split(b"\n"))


def glue(data: bytes, chance: random.Random) -> bytes:
    other = chance.choice(sources(())["trf"])
    return data + other[: chance.randrange(len(other) + 1)]


def huge_numbers(data: bytes, chance: random.Random) -> bytes:
    found = list(re.finditer(rb"[0-9]+", data))
    for match in chance.sample(found, min(len(found), chance.choice((1, 3, 30))))[::-1]:
        data = data[: match.start()] + chance.choice(NUMBERS) + data[match.end() :]
    return data


def other_codes(data: bytes, chance: random.Random) -> bytes:
    """Give some lines the first letters of other records."""
    codes = (
        b"001 013 132 162 240 299 310 330 801 XXA XXS XCZ XCM XCD BBW GER ###".split()
    )
    lines = data.split(b"\n")
    for at in range(len(lines)):
        if chance.random() < 0.1:
            lines[at] = chance.choice(codes) + lines[at][3:]
    return b"\n".join(lines)


def nothing_but(data: bytes, chance: random.Random) -> bytes:
    """One line, letter or code again and again."""
    piece = chance.choice(
        (b"\n", b"\r", b"001\n", b"XCC\n", b"001    1\n", b" ", b"a,")
    )
    return data[: chance.randrange(400)] + piece * (
        30_000 if chance.random() < 0.02 else 200
    )


def hostile_xml(data: bytes, chance: random.Random) -> bytes:
    at = data.find(b"?>") + 2
    deep, size = b"<a>" * 5_000, 100_000 if chance.random() < 0.1 else 2_000
    return chance.choice(
        (
            data[:at] + XML_BOMB + data[at:].replace(b"</", b"&l;</", 1),
            data[:at] + XML_BOMB + data[at:].replace(b"</", b"&x;</", 1),
            data[:at] + deep + data[at:],
            data.replace(b"</", b"x" * size + b"</", 1),
            data.replace(b">", b' a="' + b"y" * size + b'">', 2),
        )
    )


def hostile_json(data: bytes, chance: random.Random) -> bytes:
    found = list(re.finditer(rb"[0-9]+|\"[^\"]*\"|null|true|false|\[\]", data))
    if not found:
        return data
    match = chance.choice(found)
    return data[: match.start()] + chance.choice(JSON_HOSTILE) + data[match.end() :]


def other_json(data: bytes, chance: random.Random) -> bytes:
    """Remove, rename or exchange one value of a valid document."""
    try:
        document = json.loads(data)
    except (ValueError, RecursionError):
        return data
    inner = document
    while isinstance(inner, dict) and inner and chance.random() < 0.8:
        key = chance.choice(sorted(inner))
        if not isinstance(inner[key], dict):
            inner[key] = chance.choice((None, [], {}, "", -1, 0.5, [[]], "x", [None]))
            break
        inner = inner[key]
    return json.dumps(document).encode()


ANY: tuple[Mutation, ...] = (flip, truncate, cut_out, put_in, recode, huge_numbers)
MUTATIONS: dict[str, tuple[Mutation, ...]] = {
    "trf": (
        *ANY, shuffle_lines, repeat_lines, shift_columns, shift_columns, trim_lines,
        change_ends, glue, other_codes, nothing_but,
    ),
    "dwz": (*ANY, hostile_xml),
    "json": (*ANY, hostile_json, other_json),
}  # fmt: skip


if __name__ == "__main__":
    sys.exit(main())
