"""Choices about standings stay with whom they were made for when numbers move.

They stand beside the tournament: whatever is wrong with them, its new content is
stored. Choices that are damaged are replaced by what of them can be read, so that it
is told once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.standings.amounts import joined
from syncd.standings.choicewords import UNREADABLE
from syncd.store import choices
from syncd.sync.movedchoices import following, left_behind

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
    told = [] if kept.is_whole else [UNREADABLE]
    if moved != kept.choices:
        gone = left_behind(kept.choices, before, after)
        told += [_MOVED, *([_left(gone)] if gone else [])]
    if told:
        choices.save_choices(session, tournament_id, moved, joined(told, " "), "", now)


def _left(numbers: list[int]) -> Text:
    """Return that choices for these numbers hold no longer."""
    written = ", ".join(map(str, numbers[:_MOST])) + ", …" * (len(numbers) > _MOST)
    return Text(
        f"Gone is whoever had number {written}: what was chosen for them (values, "
        "ratings, places by hand) is not kept, and nobody else gets it.",
        f"Weg ist, wer Nummer {written} hatte: Was für sie festgelegt war (Werte, "
        "Wertungszahlen, Plätze von Hand), gilt nicht mehr und geht auf niemanden "
        "über.",
    )


_MOST: Final = 50
"""Numbers that are told one by one."""
_MOVED: Final = Text(
    "Players or start numbers have moved; what was chosen about the standings goes "
    "with the players.",
    "Spieler oder Startnummern haben gewechselt; was zur Rangliste festgelegt war, "
    "geht mit den Spielern mit.",
)
