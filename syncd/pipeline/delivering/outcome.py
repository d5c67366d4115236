"""What an answer of a peer means for a file (pure)."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.errors import RejectedError
from syncd.model.delivery_states import DELIVERED, QUEUED, REFUSED
from syncd.pipeline.sending.verdict import wait_s
from syncd.store.sending import Ending
from syncd.submit.portal import Receipt

if TYPE_CHECKING:
    from syncd.errors import RemoteError
    from syncd.settings import RetrySettings


def ending_of(
    result: Receipt | RemoteError,
    failures: int,
    retry: RetrySettings,
    jitter: float,
    now: dt.datetime,
) -> Ending:
    """Return what follows for a file.

    Args:
        result: what the peer or the network said.
        failures: failed tries in a row before this one.
        retry: how long is waited.
        jitter: number in 0..1 for the waiting time.
        now: aware UTC time.
    """
    if isinstance(result, Receipt):
        text = _THERE if result.already_there else _TAKEN
        return Ending(
            DELIVERED, "delivered", text, result.status or None, may_have_arrived=True
        )
    if isinstance(result, RejectedError):
        return Ending(REFUSED, "refused", result.text, result.status)
    delay_s = wait_s(failures + 1, retry, jitter, result)
    return Ending(
        QUEUED, "later", result.text, result.status,
        due_utc=now + dt.timedelta(seconds=delay_s),
        may_have_arrived=result.may_have_arrived,
    )  # fmt: skip


def told(peer: str, ending: Ending) -> Text:
    """Return what happened, for the journal, without anybody's words."""
    status = f", HTTP {ending.status}" if ending.status else ""
    return Text(
        f"File for {peer}: {ending.outcome}{status}.",
        f"Datei für {peer}: {_IN_GERMAN[ending.outcome]}{status}.",
    )


_IN_GERMAN: Final = {
    "delivered": "angekommen",
    "refused": "abgewiesen",
    "later": "später noch einmal",
}
_TAKEN: Final = Text("The peer has it.", "Der Partner hat sie.")
_THERE: Final = Text("The peer had it already.", "Der Partner hatte sie schon.")
