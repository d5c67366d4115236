"""What a tournament waits for at several portals, as one answer (pure).

What is in trouble comes first, then what a person has to do, then what goes on by
itself. A portal that only compares says nothing while real ones are asked.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.store import outbox

if TYPE_CHECKING:
    from collections.abc import Iterable

    from syncd.store.revisions import Waiting


@dataclass(frozen=True, slots=True)
class AtPortal:
    """What is waited for at one portal.

    Attributes:
        waiting: None if nothing is.
        is_troubled: whether sending there has failed.
        is_shadow: whether reports are only compared there.
    """

    waiting: Waiting | None
    is_troubled: bool = False
    is_shadow: bool = False


def together(found: Iterable[AtPortal]) -> Waiting | None:
    """Return everything that is waited for as one waiting, None if nothing is."""
    every = list(found)
    asked = [item for item in every if not item.is_shadow] or every
    waits = [
        item.waiting for item in sorted(asked, key=_rank) if item.waiting is not None
    ]
    if len(waits) <= 1:
        return waits[0] if waits else None
    texts = list(dict.fromkeys(item.text for item in waits))
    rechecks = [item.recheck_utc for item in waits if item.recheck_utc is not None]
    return replace(
        waits[0],
        text=Text(
            "\n".join(text.en for text in texts), "\n".join(text.de for text in texts)
        ),
        needs_person=any(item.needs_person for item in waits),
        recheck_utc=min(rechecks, default=None),
    )


def _rank(item: AtPortal) -> int:
    if item.waiting is None:
        return 3
    if item.is_troubled or item.waiting.code in _REFUSED:
        return 0
    return 1 if item.waiting.needs_person else 2


_REFUSED: Final = frozenset({f"report.{outbox.REJECTED}", f"report.{outbox.DEAD}"})
