"""Bytes to lines and back, without losing a byte.

A byte order mark, the encoding and every line end are remembered, so joining what was
split gives the same bytes again. Lines end at CR LF, CR or LF only: `str.splitlines`
would also cut at form feeds, NEL and other characters that occur inside names.

No export says how its letters are written. UTF-8 proves itself; of the encodings with
one byte per letter, the one is taken in which the bytes are letters where letters must
stand. Files that were joined from two are read line by line.

Line ends and encodings are those that exports of real programs have.
"""

from __future__ import annotations

import codecs
import re
from itertools import repeat
from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.bilingual import Text
from syncd.errors import DecodeError, EncodeError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

UTF_8_MARK: Final = b"\xef\xbb\xbf"
MOST_BYTES: Final = 20 * 1024 * 1024
"""Some twenty times the largest export known; a larger file is something else."""

_SHORT_LINE: Final = 16  # characters on average
_LINE_END: Final = re.compile(r"(\r\n|\r|\n)")
_BYTE_LINE: Final = re.compile(rb"[^\r\n]*(?:\r\n|\r|\n|\Z)")

UTF_8: Final = "utf-8"
LATIN_1: Final = "latin-1"
WINDOWS: Final = "cp1252"
DOS: Final = "cp850"
OLD_DOS: Final = "cp437"
MIXED: Final = "mixed"

_TABLES: Final = {
    codec: "".join(
        bytes([byte]).decode(codec, "ignore") or chr(byte) for byte in range(256)
    )
    for codec in (LATIN_1, WINDOWS, DOS, OLD_DOS)
}
"""Codec -> its 256 characters. The five bytes that Windows-1252 leaves undefined stand
for themselves, as in browsers: Python's own codec would refuse them."""
_BYTES: Final = {codec: codecs.charmap_build(table) for codec, table in _TABLES.items()}

ENCODINGS: Final = {
    name + suffix: (mark, UTF_8 if name == MIXED else name)
    for name in (UTF_8, *_TABLES, MIXED)
    for suffix, mark in (("", b""), ("-sig", UTF_8_MARK))
}
"""Encoding name -> byte order mark and codec of its lines. In a mixed file single lines
are `WindowsLine`. Some with a mark are files that say UTF-8 and are not."""

_ABOVE_LATIN_1: Final = re.compile(rb"[\x80-\x9f]")
_CONSONANT: Final = rb"[B-DF-HJ-NP-TV-Zb-df-hj-np-tv-z]"
_DOS_LETTERS: Final = re.compile(
    rb"(?<=[A-Za-z])[\x84\x94\x99](?=[A-Za-z\xe1])|(?<=[A-Z])\x9a(?=[A-Z])"
    rb"|\x81(?=[A-Za-z])|(?<=[A-Za-z])\x81"
    rb"|(?<![0-9\x80-\xff])[\x81\x8d\x8f\x90\x9d](?![0-9\x80-\xff])"
    rb"|(?:(?<![A-Za-z\x80-\xff])|(?<=[B-DF-HJ-NP-TV-Z]))\x8e(?=" + _CONSONANT + rb")"
)
"""DOS umlauts where Windows has quotation marks, and letters where it has nothing
(0x81, 0x8d, 0x8f, 0x90, 0x9d). Of those that Windows has as letters, too, 0xe1 proves
nothing; 0x8e is Ä before a consonant, while a Ž of the languages that Windows-1252 can
write stands before a vowel."""
_WINDOWS_LETTERS: Final = re.compile(
    rb"[\xe4\xf6\xfc\xc4\xd6\xdc](?=[A-Za-z])|(?<=[A-Za-z])[\xe4\xf6\xfc\xc4\xd6\xdc\xdf]"
    rb"|(?<=[a-z])[\x9a\x9e\xe8\xe9]"
)
"""Windows umlauts, ß, š, ž, è and é where DOS has lines, blocks, signs and capitals."""
_DOS_BORDERS: Final = "╡╢╖╕╜╛╞╟╨╤╥╙╘╒╓╫╪▌▐"
_NEW_DOS_LETTERS: Final = re.compile(
    rb"[A-Za-z][\x9b\x9d\xb5-\xb7\xc6\xc7\xd0-\xd8\xde\xe0\xe2-\xe5\xe7-\xed]"
)


class Limits(NamedTuple):
    """How large a file may be before it is refused unread.

    Attributes:
        size_bytes: bytes of the file.
        lines: lines of the file; 10,000 players with all records of CLM have 70,000.
        line_chars: bytes of one line; a list of all start numbers there are has 50,000.
    """

    size_bytes: int = MOST_BYTES
    lines: int = 75_000
    line_chars: int = 100_000


USUAL_LIMITS: Final = Limits()


class Line(NamedTuple):
    """One line of a file.

    Attributes:
        text: the characters without the line end.
        end: the line end: CR LF, CR, LF, or empty at the end of the file.
    """

    text: str
    end: str = ""


class WindowsLine(Line):
    """A line of a mixed file that is Windows-1252 among lines of UTF-8."""

    __slots__ = ()


class Lines(NamedTuple):
    """A whole file as text.

    Attributes:
        encoding: a key of `ENCODINGS`.
        lines: in the order of the file.
    """

    encoding: str
    lines: tuple[Line, ...]


def split_lines(data: bytes, limits: Limits = USUAL_LIMITS) -> Lines:
    """Return the lines of a file; defined for any bytes.

    Args:
        data: the whole file.
        limits: what is too large.

    Raises:
        DecodeError: the file is larger than the limits, with the place.
    """
    _check_size(data, limits)
    mark = UTF_8_MARK if data.startswith(UTF_8_MARK) else b""
    encoding, lines = _decoded(data[len(mark) :])
    suffix = "-sig" if mark else ""
    return _checked(Lines(encoding + suffix, tuple(lines)), limits)


def _decoded(data: bytes) -> tuple[str, list[Line]]:
    """Return encoding and lines: UTF-8 if it is valid, else one byte per letter."""
    try:
        return UTF_8, _lines(data.decode(UTF_8))
    except UnicodeDecodeError:
        parts = _BYTE_LINE.findall(data)
    if any(not part.isascii() and _is_utf_8(part) for part in parts):
        return MIXED, [line for part in parts for line in _mixed_line(part)]
    codec = single_byte_codec(data)
    return codec, _lines(decode_letters(data, codec))


def join_lines(encoding: str, lines: tuple[Line, ...]) -> bytes:
    """Return the bytes of a file.

    Args:
        encoding: a key of `ENCODINGS`.
        lines: in the order of the file.

    Raises:
        EncodeError: a changed line holds a character that the encoding lacks.
    """
    mark, codec = ENCODINGS[encoding]
    try:
        if encoding.startswith(MIXED):
            return mark + b"".join([_line_bytes(line, codec) for line in lines])
        text = "".join([part for line in lines for part in line])
        return mark + encode_letters(text, codec)
    except UnicodeEncodeError as error:
        raise _no_such_character(encoding, lines) from error


def decode_letters(data: bytes, codec: str) -> str:
    """Return the text of bytes; every byte is a letter in the codecs of one byte."""
    if codec == UTF_8:
        return data.decode(UTF_8)
    return codecs.charmap_decode(data, "strict", _TABLES[codec])[0]


def encode_letters(text: str, codec: str) -> bytes:
    """Return the bytes of a text.

    Raises:
        UnicodeEncodeError: the codec lacks a character.
    """
    if codec == UTF_8:
        return text.encode(UTF_8)
    return codecs.charmap_encode(text, "strict", _BYTES[codec])[0]


def single_byte_codec(data: bytes) -> str:
    """Return the codec of one byte per letter in which the bytes make most sense."""
    dos = sum(1 for _ in _DOS_LETTERS.finditer(data))
    if dos and dos > sum(1 for _ in _WINDOWS_LETTERS.finditer(data)):
        return _dos_codec(data)
    return WINDOWS if _ABOVE_LATIN_1.search(data) else LATIN_1


def _dos_codec(data: bytes) -> str:
    """Return which of the two: the older has borders where the newer has letters."""
    old = decode_letters(data, OLD_DOS)
    has_borders = any(border in old for border in _DOS_BORDERS)
    return OLD_DOS if has_borders and not _NEW_DOS_LETTERS.search(data) else DOS


def _lines(text: str) -> list[Line]:
    texts, ends = _cut(text)
    lines = _made(texts, ends, len(text))
    last = lines.pop()
    if last.text:  # what follows the last line end is a line only if it is there
        lines.append(Line(last.text))
    return lines


def _made(texts: Sequence[str], ends: Iterable[str], length: int) -> list[Line]:
    """Return the lines; where they are short, equal ones are one object.

    A line costs a hundred bytes, and thousands of lines of nothing are soon written.
    """
    pairs = zip(texts, ends, strict=False)
    if length >= len(texts) * _SHORT_LINE:
        return list(map(Line._make, pairs))
    known: dict[tuple[str, str], Line] = {}
    return [known.get(pair) or known.setdefault(pair, Line(*pair)) for pair in pairs]


def _cut(text: str) -> tuple[list[str], Iterable[str]]:
    """Return texts and line ends; the last text has none, whatever stands beside it.

    A file of one kind of line end is cut five times as fast without the pattern.
    """
    if "\r" not in text:
        return text.split("\n"), repeat("\n")
    if text.count("\r\n") == text.count("\r") == text.count("\n"):
        return text.split("\r\n"), repeat("\r\n")
    parts = _LINE_END.split(text)
    return parts[::2], [*parts[1::2], ""]


def _is_utf_8(data: bytes) -> bool:
    try:
        data.decode(UTF_8)
    except UnicodeDecodeError:
        return False
    return True


def _mixed_line(data: bytes) -> list[Line]:
    """Return the line of a mixed file; none for what follows the last line end."""
    if _is_utf_8(data):
        return _lines(data.decode(UTF_8))
    (line,) = _lines(decode_letters(data, WINDOWS))
    return [WindowsLine(*line)]


def _line_bytes(line: Line, codec: str) -> bytes:
    own = WINDOWS if isinstance(line, WindowsLine) else codec
    return encode_letters("".join(line), own)


def _check_size(data: bytes, limits: Limits) -> None:
    """Refuse a file that is too large, before anything is made of it."""
    if len(data) > limits.size_bytes:
        kib = len(data) // 1024, limits.size_bytes // 1024
        raise DecodeError(
            Text(
                en=f"The file has {kib[0]} KiB; more than {kib[1]} KiB is not read.",
                de=f"Die Datei hat {kib[0]} KiB; mehr als {kib[1]} KiB werden nicht "
                "gelesen.",
            )
        )
    lines = data.count(b"\n")
    if b"\r" in data:
        lines += data.count(b"\r") - data.count(b"\r\n")
    if lines > limits.lines:
        raise DecodeError(
            Text(
                en=f"The file has {lines} lines; more than {limits.lines} are not "
                "read. Check that it is the right file.",
                de=f"Die Datei hat {lines} Zeilen; mehr als {limits.lines} werden "
                "nicht gelesen. Bitte prüfen, ob es die richtige Datei ist.",
            ),
            line=limits.lines + 1,
        )


def _checked(found: Lines, limits: Limits) -> Lines:
    """Return the lines, unless one is too long."""
    longest = max([len(line.text) for line in found.lines], default=0)
    if longest <= limits.line_chars:
        return found
    number = [len(line.text) for line in found.lines].index(longest) + 1
    raise DecodeError(
        Text(
            en=f"Line {number} has {longest} characters; more than "
            f"{limits.line_chars} are not read. Its line ends may have been lost.",
            de=f"Zeile {number} hat {longest} Zeichen; mehr als {limits.line_chars} "
            "werden nicht gelesen. Vielleicht sind die Zeilenenden verloren.",
        ),
        line=number,
        column=limits.line_chars + 1,
    )


def _no_such_character(encoding: str, lines: Sequence[Line]) -> EncodeError:
    """Return the error that names the first character that the encoding lacks."""
    number, error = next(_failures(ENCODINGS[encoding][1], lines))
    letter = str(error.object)[error.start : error.end][:20]
    return EncodeError(
        Text(
            en=f"The file is written in {encoding}, which has no character {letter!r}. "
            "Use another spelling or convert the file to UTF-8.",
            de=f"Die Datei ist in {encoding} geschrieben; das Zeichen {letter!r} gibt "
            "es dort nicht. Andere Schreibweise wählen oder nach UTF-8 umwandeln.",
        ),
        line=number,
        column=error.start + 1,
        value=letter,
    )


def _failures(
    codec: str, lines: Sequence[Line]
) -> Iterator[tuple[int, UnicodeEncodeError]]:
    """Yield line number and error of each line that cannot be written."""
    for number, line in enumerate(lines, start=1):
        try:
            _line_bytes(line, codec)
        except UnicodeEncodeError as error:
            yield number, error
