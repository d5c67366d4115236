"""The port: what every way to a rating portal must offer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Package:
    """One report as it leaves: frozen bytes and the key that names them.

    Attributes:
        file_uuid: fileUUID, the idempotency key.
        tournament_uuid: tournamentUUID of the report.
        data: the XML file; every retry sends exactly these bytes.
    """

    file_uuid: str
    tournament_uuid: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Receipt:
    """The portal has the report.

    Attributes:
        already_there: it had it from an earlier send.
        number: the portal's receipt number, may be empty.
        status: HTTP status, 0 where the way is not HTTP.
        answer: what the portal said, at most 64 KiB.
    """

    already_there: bool
    number: str = ""
    status: int = 0
    answer: bytes = b""


class Portal(Protocol):
    """A way to hand in a report; it sends once and never retries by itself."""

    @property
    def name(self) -> str:
        """Name of the portal in the configuration."""

    def send(self, package: Package) -> Receipt:
        """Send the bytes once.

        Raises:
            UnreachableError: nothing arrived, or the portal asked to wait.
            OutcomeUnknownError: the request left, no answer came.
            BadReceiptError: an answer came that cannot be understood.
            RejectedError: the portal refused the report.
        """
