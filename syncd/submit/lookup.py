"""The port: what a portal's reading interface must offer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Sequence

    from syncd.rating.atportal import AtPortal, PortalEntry


class Lookup(Protocol):
    """A way to see what a portal has; it asks and never retries by itself."""

    @property
    def name(self) -> str:
        """Name of the portal in the configuration."""

    @property
    def host(self) -> str:
        """What breaks together when reading; key of the breaker."""

    def limit(self, seconds: float) -> None:
        """Let all questions from now on take so many seconds together."""

    def find(self, uuid: str) -> PortalEntry | None:
        """Return the tournament of this UUID, None if there is none.

        Raises:
            UnreachableError: the portal cannot be asked now.
            BadReceiptError: an answer came that cannot be understood.
        """

    def search(
        self, first: dt.date, last: dt.date, *, label: str = "", vkz: str = ""
    ) -> Sequence[PortalEntry]:
        """Return the tournaments between two days.

        Args:
            first: earliest day.
            last: latest day.
            label: how the name begins, empty = any.
            vkz: how the organiser's code begins, empty = any.

        Raises:
            UnreachableError: the portal cannot be asked now.
            BadReceiptError: an answer came that cannot be understood.
        """

    def read(self, entry: PortalEntry) -> AtPortal:
        """Return the tournament with its players and games.

        Raises:
            UnreachableError: the portal cannot be asked now.
            BadReceiptError: an answer came that cannot be understood.
        """
