"""The port: what every way to a peer must offer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from syncd.formats.trf import read_passport

if TYPE_CHECKING:
    import datetime as dt

    from syncd.submit.portal import Receipt


@dataclass(frozen=True, slots=True)
class Parcel:
    """One file as it leaves.

    Attributes:
        name: file name, of letters, digits, dot, dash and underscore; the same for
            every state of a tournament, so that the newer one takes the older one's
            place.
        data: the file; every retry sends exactly these bytes.
        made_utc: when this state of the tournament was written.
        begun: earlier files of ours of which a part may lie there.
    """

    name: str
    data: bytes
    made_utc: dt.datetime
    begun: tuple[bytes, ...] = ()

    def replaces(self, there: bytes) -> bool:
        """Return whether this may take the place of what lies there.

        What somebody else has put there under our name is never overwritten, another
        syncd's file neither. Ours is what has our own passport of this tournament, and
        what an upload that broke off has left: nothing, or the beginning of this file,
        or of an earlier one.
        """
        if any(one.startswith(there) for one in (self.data, *self.begun)):
            return True
        theirs, own = read_passport(there), read_passport(self.data)
        if theirs is None or own is None:
            return False
        return (theirs.installation, theirs.tournament_uuid) == (
            own.installation, own.tournament_uuid,
        )  # fmt: skip


class Peer(Protocol):
    """A way to another installation; it sends once and never retries by itself."""

    @property
    def name(self) -> str:
        """Name of the peer in the configuration."""

    @property
    def host(self) -> str:
        """What breaks together: host and port, or the folder; key of the breaker."""

    def deliver(self, parcel: Parcel) -> Receipt:
        """Bring the file there once; one that is there already is enough.

        Raises:
            UnreachableError: it is not there, or nobody knows; try again later.
            RejectedError: a clear no.
        """
