"""TRF bytes to lines, nothing lost: the first of two steps.

Every byte string decodes. Whether it makes sense is a matter of its records, and those
are read in the second step (`mapping`), where faults become findings with their place.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.formats.collector import paused_collector
from syncd.formats.text import (
    DOS,
    ENCODINGS,
    LATIN_1,
    OLD_DOS,
    USUAL_LIMITS,
    UTF_8,
    WINDOWS,
    WindowsLine,
    decode_letters,
    encode_letters,
    split_lines,
)
from syncd.formats.trf.dialects import dialects
from syncd.formats.trf.records import Decoded, Records
from syncd.model.findings import Finding, Severity

if TYPE_CHECKING:
    from syncd.formats.text import Limits, Line, Lines

_BETWEEN_WORDS: Final = re.compile(r"[\s,;]")
_LONGEST_HALF_WORD: Final = 20
_SECOND_GUESS: Final = {
    UTF_8: WINDOWS, LATIN_1: DOS, WINDOWS: DOS, DOS: WINDOWS, OLD_DOS: WINDOWS,
}  # fmt: skip
"""Codec assumed -> the next likely one."""
_SURER: Final = Text(
    " Exporting as UTF-8 leaves no doubt.", " Eindeutig wäre ein Export in UTF-8."
)


@paused_collector()
def decode(data: bytes, limits: Limits = USUAL_LIMITS) -> Decoded:
    """Return the lines of a TRF file; `encode` gives the same bytes back.

    Args:
        data: the whole file.
        limits: what is too large.

    Raises:
        DecodeError: the file is larger than the limits.
    """
    lines = split_lines(data, limits)
    return Decoded(
        format="trf",
        encoding=lines.encoding,
        dialects=dialects(Records(lines.lines)),
        lines=lines.lines,
        findings=() if data.isascii() else (_assumed(lines),),
    )


def _assumed(lines: Lines) -> Finding:
    """Return the note that the file does not say how its letters are written."""
    others = [
        number
        for number, line in enumerate(lines.lines, start=1)
        if isinstance(line, WindowsLine)
    ]
    return _mixed(lines, others) if others else _unsaid(lines)


def _unsaid(lines: Lines) -> Finding:
    line, column, value = _first_foreign_word(lines.lines)
    codec, otherwise = _otherwise(value, lines.encoding)
    advice = _SURER if lines.encoding != UTF_8 else Text("", "")
    return Finding(
        code="trf.encoding",
        severity=Severity.INFO,
        text=Text(
            en="The file holds letters beyond A–Z and does not say how they are "
            f"written; they were read as {lines.encoding} ({value!r}). In {codec} it "
            f"would be {otherwise!r}.{advice.en}",
            de="Die Datei enthält Zeichen außerhalb von A–Z und sagt nicht, wie sie "
            f"geschrieben sind; gelesen wurde {lines.encoding} („{value}“). In {codec} "
            f"hieße es „{otherwise}“.{advice.de}",
        ),
        line=line,
        column=column,
        value=value,
    )


def _otherwise(word: str, encoding: str) -> tuple[str, str]:
    """Return the next likely encoding and how the word would read in it."""
    codec = ENCODINGS[encoding][1]
    other = _SECOND_GUESS[codec]
    return other, decode_letters(encode_letters(word, codec), other)


def _mixed(lines: Lines, numbers: list[int]) -> Finding:
    """Return the note that some lines are written in another way than the rest."""
    first, count = numbers[0], len(numbers)
    _, column, value = _first_foreign_word(lines.lines[first - 1 : first])
    return Finding(
        code="trf.mixed_encoding",
        severity=Severity.WARNING,
        text=Text(
            en=f"{count} lines (first line {first}) are written in {WINDOWS}, the "
            "others in UTF-8: two files may have been joined. Each line was read in "
            "its own way; check the names, and export the tournament again.",
            de=f"{count} Zeilen (zuerst Zeile {first}) sind in {WINDOWS} geschrieben, "
            "die übrigen in UTF-8: vielleicht wurden zwei Dateien zusammengefügt. Jede "
            "Zeile wurde auf ihre Art gelesen; bitte die Namen prüfen und neu "
            "exportieren.",
        ),
        line=first,
        column=column,
        value=value,
    )


def _first_foreign_word(lines: tuple[Line, ...]) -> tuple[int, int, str]:
    """Return line and column of the first foreign letter, and its word.

    All are 0 or empty if only the byte order mark is foreign.
    """
    for number, line in enumerate(lines, start=1):
        if not line.text.isascii():
            at = next(i for i, letter in enumerate(line.text) if not letter.isascii())
            before = line.text[max(at - _LONGEST_HALF_WORD, 0) : at]
            after = line.text[at : at + _LONGEST_HALF_WORD]
            halves = _BETWEEN_WORDS.split(before)[-1], _BETWEEN_WORDS.split(after)[0]
            return number, at + 1, "".join(halves)
    return 0, 0, ""
