"""The files in a form (multipart/form-data), found without trusting it.

The form has been read into a file of limited size before. Its files go into files again
and everything else in it is dropped unseen, so memory stays small whatever it holds.
"""

from __future__ import annotations

import tempfile
from contextlib import ExitStack, contextmanager
from typing import IO, TYPE_CHECKING, Final, NamedTuple

from python_multipart import MultipartParser
from python_multipart.exceptions import FormParserError
from python_multipart.multipart import parse_options_header

from syncd.errors import DecodeError
from syncd.web import reasons

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

MEDIA_TYPE: Final = "multipart/form-data"
MOST_PARTS: Final = 50
"""Whoever has more files sends an archive."""
_PIECE_BYTES: Final = 64 * 1024
_IN_MEMORY_BYTES: Final = 64 * 1024


class Part(NamedTuple):
    """One file that was handed in.

    Attributes:
        name: as stated, not made harmless yet; may be empty.
        content_type: as stated, in lower case, without parameters; may be empty.
        file: its bytes, from the beginning.
    """

    name: str
    content_type: str
    file: IO[bytes]


@contextmanager
def parts_of(body: IO[bytes], content_type: str, folder: Path) -> Iterator[list[Part]]:
    """Give the files of a form; other fields are passed over.

    Args:
        body: the whole form.
        content_type: the header, which names the boundary.
        folder: for large files.

    Raises:
        DecodeError: it is broken, cut off, or has too many parts.
        OSError: a file cannot be written.
    """
    boundary = parse_options_header(content_type)[1].get(b"boundary")
    if not boundary:
        raise DecodeError(reasons.BROKEN_FORM)
    with ExitStack() as stack:
        form = _Form(stack, folder)
        try:
            parser = form.parser(boundary)
            while piece := body.read(_PIECE_BYTES):
                parser.write(piece)
        except FormParserError as error:
            raise DecodeError(reasons.BROKEN_FORM) from error
        if not form.has_ended:
            raise DecodeError(reasons.BROKEN_FORM)
        for part in form.parts:
            part.file.seek(0)
        yield form.parts


class _Form:
    """Takes what the parser finds.

    Args:
        stack: closes the files.
        folder: for large files.
    """

    def __init__(self, stack: ExitStack, folder: Path) -> None:
        self.parts: list[Part] = []
        self.has_ended = False
        self._stack = stack
        self._folder = folder
        self._count = 0
        self._name = self._value = b""
        self._headers: dict[bytes, bytes] = {}
        self._file: IO[bytes] | None = None

    def parser(self, boundary: bytes) -> MultipartParser:
        """Return what is to be fed with the form.

        Raises:
            FormParserError: the boundary cannot be one.
        """
        return MultipartParser(
            boundary,
            {
                "on_part_begin": self._begin,
                "on_header_field": self._add_to_name,
                "on_header_value": self._add_to_value,
                "on_header_end": self._end_header,
                "on_headers_finished": self._end_headers,
                "on_part_data": self._add_data,
                "on_end": self._end,
            },
        )

    def _begin(self) -> None:
        self._count += 1
        if self._count > MOST_PARTS:
            raise DecodeError(reasons.BROKEN_FORM)
        self._headers, self._file = {}, None

    def _add_to_name(self, data: bytes, start: int, end: int) -> None:
        self._name += data[start:end]

    def _add_to_value(self, data: bytes, start: int, end: int) -> None:
        self._value += data[start:end]

    def _end_header(self) -> None:
        self._headers[self._name.lower()] = self._value.strip()
        self._name = self._value = b""

    def _end_headers(self) -> None:
        disposition = self._headers.get(b"content-disposition", b"")
        name = parse_options_header(disposition)[1].get(b"filename")
        if name is None:
            return
        file = tempfile.SpooledTemporaryFile(  # noqa: SIM115 - the stack closes it
            _IN_MEMORY_BYTES, dir=str(self._folder)
        )
        self._file = self._stack.enter_context(file)
        kind = self._headers.get(b"content-type", b"").partition(b";")[0]
        self.parts.append(
            Part(
                name.decode("utf-8", "replace"),
                kind.decode("latin-1").strip().lower(),
                self._file,
            )
        )

    def _add_data(self, data: bytes, start: int, end: int) -> None:
        if self._file is not None:
            self._file.write(data[start:end])

    def _end(self) -> None:
        self.has_ended = True
