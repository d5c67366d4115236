"""Choosing about the standings of a stored tournament: read, change, keep.

A change is made of what holds and of the tournament as it stands, outside of any
transaction. It is kept only if neither has moved meanwhile, so nobody's value gets lost
where two choose at once. It changes no tournament and no report, so it is no revision;
the journal tells of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.bilingual import Text
from syncd.errors import NotFoundError
from syncd.formats.snapshot import decode_snapshot
from syncd.standings.choices import Choices
from syncd.standings.choicewords import UNREADABLE, changes_told, in_one
from syncd.store import choices as kept_choices
from syncd.store import revisions
from syncd.store.bases import moved

if TYPE_CHECKING:
    import datetime as dt

    from syncd.model.tournament import Tournament
    from syncd.pipeline.context import Context
    from syncd.store.engine import Session
    from syncd.store.revisions import Head


class Ranked(NamedTuple):
    """A stored tournament with what was chosen about its standings.

    Attributes:
        head: the tournament and its newest revision.
        tournament: what that holds.
        choices: what holds now.
        kept: row id of these choices, 0 where nobody has ever chosen anything.
        is_whole: whether all that is stored of them could be read.
    """

    head: Head
    tournament: Tournament
    choices: Choices
    kept: int
    is_whole: bool = True


def load_ranked(context: Context, tournament_id: int) -> Ranked:
    """Return a tournament with what was chosen about its standings.

    Raises:
        NotFoundError: no such tournament, or it has no content yet.
    """
    with context.store.read() as session:
        head = revisions.load_head(session, tournament_id)
        kept = kept_choices.load_choices(session, tournament_id)
    if not head.number:
        raise NotFoundError(_NOTHING_YET)
    tournament = decode_snapshot(head.snapshot)
    if kept is None:
        return Ranked(head, tournament, Choices(), 0)
    return Ranked(head, tournament, kept.choices, kept.id, kept.is_whole)


def keep(
    context: Context,
    ranked: Ranked,
    choices: Choices,
    now: dt.datetime,
    more: tuple[Text, ...] = (),
) -> tuple[Text, ...]:
    """Let choices hold from now on; return what has changed.

    Args:
        context: the outside world, with who chooses.
        ranked: what the choices were made from.
        choices: all of them.
        now: aware UTC time.
        more: what the journal is to tell besides.

    Raises:
        StaleRevisionError: tournament or choices have changed since they were loaded.
    """
    if choices == ranked.choices and ranked.is_whole:
        return (_SAME,)
    told = changes_told(ranked.choices, choices)
    if not ranked.is_whole:
        told = (*told, UNREADABLE)
    text = in_one((*told, *more))
    with context.store.write("people.ranked") as session:
        revisions.lock_unmoved(session, ranked.head)
        _refuse_moved(session, ranked)
        kept_choices.save_choices(
            session, ranked.head.id, choices, text, context.by, now
        )
    return told


def _refuse_moved(session: Session, ranked: Ranked) -> None:
    newest = kept_choices.load_choices(session, ranked.head.id)
    if (newest.id if newest else 0) != ranked.kept:
        raise moved(ranked.head.id)


_SAME: Final = Text("Nothing has changed.", "Es hat sich nichts geändert.")
_NOTHING_YET: Final = Text(
    "Nothing of this tournament was taken over yet.",
    "Von diesem Turnier wurde noch nichts übernommen.",
)
