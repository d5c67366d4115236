"""Choices about standings stay with whom they were made for when numbers move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.store import choices
from syncd.sync.movedchoices import following

if TYPE_CHECKING:
    import datetime as dt

    from syncd.model.tournament import Tournament
    from syncd.store.engine import Session


def follow(
    session: Session,
    tournament_id: int,
    before: Tournament | None,
    after: Tournament,
    now: dt.datetime,
) -> None:
    """Let what was chosen about a tournament follow its new content.

    Args:
        session: the transaction that stores the new content.
        tournament_id: row id of the tournament.
        before: as it stood; None where it had no content yet.
        after: as it stands now.
        now: aware UTC time.
    """
    kept = choices.load_choices(session, tournament_id) if before else None
    if kept is None or before is None:
        return
    moved = following(kept.choices, before, after)
    if moved != kept.choices:
        choices.save_choices(session, tournament_id, moved, _MOVED, "", now)


_MOVED: Final = Text(
    "Start numbers have moved; what was chosen about the standings goes with the "
    "players.",
    "Startnummern haben sich verschoben; was zur Rangliste festgelegt war, geht mit "
    "den Spielern mit.",
)
