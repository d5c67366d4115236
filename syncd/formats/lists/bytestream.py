"""What the readers of long lists need of a stream: pieces and lines, both limited."""

from __future__ import annotations

from typing import Protocol


class ByteStream(Protocol):
    """Bytes from a file, an archive or memory, read once from the beginning."""

    def read(self, size: int, /) -> bytes:
        """Return at most so many bytes, none at the end."""

    def readline(self, size: int, /) -> bytes:
        """Return a line with its end, at most so many bytes of it."""
