"""TRF lines for tests, written with the columns of FIDE's document, not with ours."""

from __future__ import annotations

from syncd.formats.trf import Reading, decode, to_tournament


def player(
    number: int | str,
    *cells: str,
    name: str = "Muster,Max",
    points: str = "",
    birth: str = "1999/12/31",
    rating: str = "2000",
) -> str:
    """Return a 001 line; cells are written as `5 w 1`, `0000 - U` or blank."""
    head = (
        f"001 {number:>4} m FM {name:<33} {rating:>4} GER {4600000:>11} {birth:<10} "
        f"{points:>4} {1:>4}"
    )
    return head + "".join(f"  {cell:>8}" for cell in cells)


def read(*lines: str, swiss: bool = True) -> Reading:
    """Return what is read from some lines, of a Swiss unless said otherwise."""
    head = ["092 Individual Swiss Dutch"] if swiss else []
    return to_tournament(decode("\n".join([*head, *lines]).encode()))


def codes(reading: Reading) -> list[str]:
    """Return the codes of all findings in order."""
    return [finding.code for finding in reading.findings]


def faults(reading: Reading) -> list[str]:
    """Return the codes without the notes on odd forms that were read."""
    forms = {"trf.record_form", "trf.draft_columns"}
    return [code for code in codes(reading) if code not in forms]
