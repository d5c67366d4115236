"""What goes wrong between daemon and portal, and what syncd has to make of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from fault_proxy import BUSY_S, Fault

from syncd.bilingual import Text
from syncd.store import outbox

TIMEOUT_S: Final = 1
"""Of one send."""
CEILING_S: Final = 20
"""Of the wait after a failed send; the real one is a random share of it."""

DNS: Final = "dns"
"""The one fault that is not made by the proxy: a name that nobody knows."""

PLAIN_HTTP, TLS, NAME = "http", "https", "name"


@dataclass(frozen=True, slots=True)
class NetworkCase:
    """One fault and what must be seen of it.

    Attributes:
        fault: what the proxy does, or `DNS`.
        way: how the daemon reaches the portal.
        arrives: whether the portal has the report in spite of the fault.
        state: of the submission while it lasts.
        least_wait_s: before the next send.
        most_wait_s: before the next send.
        message: what a person is told must contain this.
    """

    fault: str
    way: str
    arrives: bool
    state: str
    message: Text
    least_wait_s: float = 0
    most_wait_s: float = CEILING_S


_OUT_OF_REACH: Final = Text("could not be reached", "war nicht erreichbar")
_NO_ANSWER: Final = Text("gave no complete answer", "hat nicht vollständig geantwortet")
_LATE: Final = Text(
    f"gave no complete answer ({TIMEOUT_S} s)",
    f"hat nicht vollständig geantwortet ({TIMEOUT_S} s)",
)
_NO_RECEIPT: Final = Text("its answer is no receipt", "ist keine Quittung")


def _case(
    fault: str,
    state: str,
    message: Text,
    *,
    arrives: bool = False,
    way: str = PLAIN_HTTP,
    least_wait_s: float = 0,
) -> NetworkCase:
    return NetworkCase(fault, way, arrives, state, message, least_wait_s)


NETWORK: Final = (
    _case(Fault.REFUSE, outbox.QUEUED, _OUT_OF_REACH),
    _case(Fault.RESET_AT_ONCE, outbox.UNKNOWN, _NO_ANSWER),
    _case(Fault.RESET_BEFORE_BODY, outbox.UNKNOWN, _NO_ANSWER),
    _case(Fault.RESET_AFTER_BODY, outbox.UNKNOWN, _NO_ANSWER, arrives=True),
    _case(Fault.CLOSE_AFTER_BODY, outbox.UNKNOWN, _NO_ANSWER, arrives=True),
    _case(Fault.STALL_BEFORE, outbox.UNKNOWN, _LATE),
    _case(Fault.STALL, outbox.UNKNOWN, _LATE, arrives=True),
    _case(Fault.DRIP, outbox.UNKNOWN, _LATE, arrives=True),
    _case(Fault.TRUNCATED, outbox.UNKNOWN, _NO_ANSWER, arrives=True),
    _case(Fault.OVERSIZED, outbox.UNKNOWN, _NO_RECEIPT, arrives=True),
    _case(Fault.LOGIN, outbox.UNKNOWN, _NO_RECEIPT),
    _case(
        Fault.BUSY, outbox.QUEUED, Text("cannot take the report now (status 503)",
        "kann den Bericht gerade nicht annehmen (Status 503)"), least_wait_s=BUSY_S,
    ),
    _case(Fault.UNTRUSTED, outbox.QUEUED, _OUT_OF_REACH, way=TLS),
    _case(Fault.PLAIN, outbox.QUEUED, _OUT_OF_REACH, way=TLS),
    _case(DNS, outbox.QUEUED, _OUT_OF_REACH, way=NAME),
)  # fmt: skip
