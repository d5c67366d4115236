"""Whether CLM's importer takes a file: its rules, checked on bytes, none of our code.

Source: CLM's source, site/clm/api/db_trf_import.php, as run on its head of August 2026.
"""

from __future__ import annotations

import datetime as dt
import re

UNDERSTOOD = set("01=-+FHZU")
XC_KEYED = ("XCC", "XCR", "XCZ")
ROUND = 10
FIRST_CELL = 91


def complaints(data: bytes) -> list[str]:
    """Return what the importer would refuse, lose or read wrongly."""
    if not data.isascii():
        return ["not plain ASCII"]
    lines = data.decode().split("\n")
    players = [line.rstrip("\r") for line in lines if line.startswith("001")]
    found = [text for line in lines for text in _line(line.rstrip("\r"))]
    found += [text for line in players for text in _player(line)]
    if [line[:3] for line in lines].count("062") != 1:
        found.append("no number of players")
    return found + _one_sided(players)


def _line(line: str) -> list[str]:
    found = []
    record, value = line[:3], line[4:].strip()
    if record == "082" and value not in {"", "0"}:
        found.append("082 above 0: the whole import is refused")
    if record in {"310", "013"}:
        found.append("a team")
    if record == "XCM" and not re.match(r"[1-6]\b", value):
        found.append("XCM does not begin with the mode")
    if record in {"XCL", "XCP"} and "'" in value:
        found.append(f"{record} breaks the SQL")
    if record == "XCP" and ";;" in value:
        found.append("several parameters in one XCP")
    if record == "XCP" and "=" not in value:
        found.append("XCP is no parameter")
    if record in {"XCE", "XCS"}:
        found.append("contact data")
    return found + _columns(line)


def _columns(line: str) -> list[str]:
    found = []
    record, value = line[:3], line[4:].strip()
    if record in {"042", "052"} and not _is_day(value, "%Y/%m/%d"):
        found.append(f"{record} is no day")
    if record in {"132", "XCT"}:
        pattern = "%y/%m/%d" if record == "132" else "%H:%M:%S"
        cells = [line[at : at + 8] for at in range(FIRST_CELL, len(line), ROUND)]
        found += [
            f"{record} holds {cell}"
            for cell in cells
            if cell.strip() and not _is_day(cell, pattern)
        ]
    if record in XC_KEYED and not line[4:8].strip().isdigit():
        found.append(f"{record} has no key in columns 5 to 8")
    return found


def _is_day(text: str, pattern: str) -> bool:
    try:
        dt.datetime.strptime(text, pattern).replace(tzinfo=dt.UTC)
    except ValueError:
        return False
    return True


def _player(line: str) -> list[str]:
    found = []
    if not line[4:8].strip().isdigit():
        found.append("no start number")
    birth = line[69:79]
    year_only = re.fullmatch(r"[0-9]{4}/  /  ", birth.ljust(10))
    if birth.strip() and not year_only and not _is_day(birth, "%Y/%m/%d"):
        found.append(f"birth date {birth!r}")
    if line[10:13].strip() and line[11:13].strip() != line[10:13].strip()[-2:]:
        found.append("title not in columns 12 and 13")
    for opponent, colour, result in _cells(line):
        if opponent and result == " ":
            continue  # an open game, stored as such
        if result not in UNDERSTOOD:
            found.append(f"result {result!r}")
        if opponent and colour not in "wb":
            found.append(f"colour {colour!r}")
    return found


def _cells(line: str) -> list[tuple[int, str, str]]:
    cells = [line[at : at + 8].ljust(8) for at in range(FIRST_CELL, len(line), ROUND)]
    return [(int(cell[:4].strip() or 0), cell[5], cell[7]) for cell in cells]


def _one_sided(players: list[str]) -> list[str]:
    """Return pairings that stand on one line only."""
    cells = {int(line[4:8]): _cells(line) for line in players}
    return [
        f"round {index + 1}: {number} names {opponent}"
        for number, row in cells.items()
        for index, (opponent, _, _) in enumerate(row)
        if opponent and cells[opponent][index][0] != number
    ]
