"""SMTP over a connection that stands already, with a limit to what a server may say."""

from __future__ import annotations

import smtplib
from typing import TYPE_CHECKING, BinaryIO, Final

if TYPE_CHECKING:
    import socket

_MOST_REPLY_BYTES: Final = 1 << 20
"""Of one connection; a usual talk needs less than a thousand."""


class StandingSMTP(smtplib.SMTP):
    """SMTP over a connection that stands already."""

    def __init__(
        self, connection: socket.socket, address: tuple[str, int], own_name: str
    ) -> None:
        self._connection = connection
        super().__init__(*address, local_hostname=own_name)

    def _get_socket(self, host: str, port: int, timeout: float) -> socket.socket:
        del host, port, timeout
        return self._connection

    def getreply(self) -> tuple[int, bytes]:
        """Return a reply; a server that never ends its answer is cut off.

        Raises:
            SMTPServerDisconnected: it said too much, or nothing.
        """
        if self.file is None and self.sock is not None:
            self.file = _Bounded(self.sock.makefile("rb"))
        return super().getreply()


class _Bounded:
    """The lines of a server up to a limit, then the end."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._left = _MOST_REPLY_BYTES

    def readline(self, size: int) -> bytes:
        """Return the next line, nothing once the limit is reached."""
        line = self._file.readline(size) if self._left > 0 else b""
        self._left -= len(line)
        return line

    def close(self) -> None:
        """Let go of the connection."""
        self._file.close()
