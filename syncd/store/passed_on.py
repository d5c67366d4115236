"""Which events of passing a tournament on are worth a line: one for each delivery.

The journal keeps every step: planned, being sent, how the try ended. Who reads what
happened to a tournament wants to know what a peer got, or why it lacks something.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from syncd.model.delivery_states import QUEUED, SENDING, SUPERSEDED

if TYPE_CHECKING:
    from collections.abc import Iterable

    from syncd.store.tables import EventRow

_KIND: Final = "delivery."
_STEPS: Final = {f"{_KIND}{state}" for state in (QUEUED, SENDING, SUPERSEDED)}
_LATER: Final = "delivery.later"
_ENDED: Final = {"delivery.delivered", "delivery.refused", _LATER}
_ENDING: Final = re.compile(r"File for (.+): (?:delivered|refused|later)\b[^(]*")
"""Source: `syncd.pipeline.delivering.outcome.told`."""


def without_steps(events: Iterable[EventRow]) -> list[EventRow]:
    """Return events without the steps of deliveries; of each its end stays.

    Of tries that were put off only the last stays, and that only until it ended.

    Args:
        events: newest first.
    """
    found: list[EventRow] = []
    since: set[str] = set()
    for event in events:
        if event.kind in _STEPS:
            continue
        if event.kind in _ENDED:
            ending = _ENDING.fullmatch(event.text_en)
            if ending is None or (event.kind == _LATER and ending[1] in since):
                continue
            since.add(ending[1])
        found.append(event)
    return found
