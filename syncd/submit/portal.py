"""The port: what every way to a rating portal must offer."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    from collections.abc import Mapping
    from contextlib import AbstractContextManager


@dataclass(frozen=True, slots=True)
class Package:
    """One report as it leaves: frozen bytes and the key that names them.

    Attributes:
        file_uuid: fileUUID, the idempotency key.
        tournament_uuid: tournamentUUID of the report.
        data: the XML file; every retry sends exactly these bytes.
        fields: what form fields, headers and covering letters may quote: label, end
            (ISO date), players, games, organiser_vkz, sender. No personal data.
    """

    file_uuid: str
    tournament_uuid: str
    data: bytes
    fields: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Receipt:
    """The portal has the report.

    Attributes:
        already_there: it had it from an earlier send.
        number: the portal's receipt number, may be empty.
        status: HTTP status, 0 where the way is not HTTP.
        answer: what the portal said, at most 64 KiB.
        was_sent: whether a request left; not where a report was only compared.
    """

    already_there: bool
    number: str = ""
    status: int = 0
    answer: bytes = b""
    was_sent: bool = True


class Portal(Protocol):
    """A way to hand in a report; it sends once and never retries by itself."""

    @property
    def name(self) -> str:
        """Name of the portal in the configuration."""

    @property
    def host(self) -> str:
        """What breaks together: host and port, or the folder; key of the breaker."""

    @property
    def can_ask(self) -> bool:
        """Whether the portal can be asked what became of a report."""

    def ask(self, package: Package) -> Receipt | None:
        """Ask what became of a report; None if the portal does not have it.

        Only where `can_ask`.

        Raises:
            UnreachableError: the portal cannot be asked now.
            BadReceiptError: an answer came that cannot be understood.
            PendingError: the portal has it and has not decided.
            NothingYetError: only compared: nothing was submitted by hand yet.
            DifferenceError: only compared: something else was submitted by hand.
            RejectedError: the portal refused the report.
        """

    def send(self, package: Package) -> Receipt:
        """Send the bytes once.

        Raises:
            UnreachableError: nothing arrived, or the portal asked to wait.
            OutcomeUnknownError: the request left, no answer came.
            BadReceiptError: an answer came that cannot be understood.
            PendingError: the portal has it and has not decided.
            NothingYetError: only compared: nothing was submitted by hand yet.
            DifferenceError: only compared: something else was submitted by hand.
            RejectedError: the portal refused the report.
        """


@runtime_checkable
class Testable(Protocol):
    """A portal that can be tried with a report that counts for nothing."""

    def test(self, package: Package) -> Receipt:
        """Send a marked test report where such reports may go, or try the way there.

        Args:
            package: report of invented persons that says of itself that it is a test.

        Raises:
            ConfigError: no place for tests is configured.
            RemoteError: as `Portal.send`.
        """


@runtime_checkable
class Connecting(Protocol):
    """A portal to which a connection can be kept while several reports are sent."""

    def connected(self) -> AbstractContextManager[None]:
        """Keep the connection from one send to the next, within the block."""
