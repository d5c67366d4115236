"""A person's answer to a question between sources.

The answer is a decision; where it changes what the tournament says, its revision does
so too. What was refused changes nothing any more, however often a source repeats it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from syncd.bilingual import Text
from syncd.errors import ConfigError, NotFoundError
from syncd.formats.snapshot import decode_snapshot
from syncd.pipeline.deciding.recording import Content, decide
from syncd.store import conflicts, decisions, revisions
from syncd.sync.answers import OURS, THEIRS, changes_for, value_of
from syncd.sync.apply import apply
from syncd.sync.changewords import names_of, told
from syncd.sync.conflictwords import told_at
from syncd.sync.places import Part
from syncd.sync.stated import points_of_rows
from syncd.sync.verdict import Reason

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Mapping, Sequence

    from syncd.model.tournament import Tournament
    from syncd.pipeline.context import Context
    from syncd.store.conflicts import Question
    from syncd.store.engine import Session
    from syncd.store.revisions import Head
    from syncd.sync.places import Place


@dataclass(frozen=True, slots=True)
class Resolved:
    """What an answer has done.

    Attributes:
        tournament_id: row id.
        said: one sentence per thing that was decided.
        left: how many questions the tournament still has.
    """

    tournament_id: int
    said: tuple[Text, ...]
    left: int


def resolve(
    context: Context, question_id: int, answer: str, now: dt.datetime
) -> Resolved:
    """Answer a question between sources.

    Args:
        context: the outside world, with who decides.
        question_id: row id.
        answer: `ours`, `theirs`, or the right value.
        now: aware UTC time.

    Raises:
        NotFoundError: no such question, or it needs no answer any more.
        ConfigError: no such value can stand there.
        StaleRevisionError: the tournament moved meanwhile; nothing was decided.
    """
    with context.store.read() as session:
        asked = conflicts.load_question(session, question_id)
        _refuse_ended(asked)
        head = revisions.load_head(session, asked.tournament_id)
        is_open = conflicts.list_questions(session, asked.tournament_id, is_open=True)
    together = _together(asked, is_open)
    if len(together) > 1 and answer.strip() not in {OURS, THEIRS}:
        raise ConfigError(_SIDES_ONLY)
    chosen = {
        one.place: value_of(one.place, one.ours, one.theirs, answer) for one in together
    }
    said = (_said(together, answer, {}),)
    value = json.dumps(
        {"questions": [one.id for one in together], "answer": answer},
        ensure_ascii=False,
    )
    also = partial(_save, asked=together, chosen=chosen, by=context.by, now=now)
    decide(
        context, head, decisions.RESOLVED, value, said, now,
        content=_content(head, chosen), also=also,
    )  # fmt: skip
    shown = (_said(together, answer, names_of(decode_snapshot(head.snapshot))),)
    return Resolved(head.id, shown, len(is_open) - len(together))


def _refuse_ended(asked: Question) -> None:
    if asked.state != conflicts.OPEN:
        raise NotFoundError(
            Text(
                f"Question {asked.id} needs no answer any more.",
                f"Frage {asked.id} braucht keine Antwort mehr.",
            )
        )


def _together(asked: Question, is_open: Sequence[Question]) -> list[Question]:
    """Return the questions that have one answer: who met whom in one round."""
    if asked.reason is not Reason.PAIRING:
        return [asked]
    return [
        one
        for one in is_open
        if one.reason is Reason.PAIRING
        and (one.source, _round(one.place)) == (asked.source, _round(asked.place))
    ]


def _round(place: Place) -> int:
    """Return the round of a game or cell."""
    return place.key[0] if len(place.key) > 2 else place.key[-1]  # noqa: PLR2004


def _content(head: Head, chosen: Mapping[Place, object]) -> Content | None:
    """Return what the answer makes of the tournament, None if nothing changes."""
    before = decode_snapshot(head.snapshot)
    after = resolved(before, chosen)
    if after == before:
        return None
    return Content(after, head.findings, told(before, after))


def resolved(before: Tournament, chosen: Mapping[Place, object]) -> Tournament:
    """Return the tournament in which the chosen values stand, points as they follow."""
    made = apply(changes_for(before, dict(chosen)), before)
    return apply(points_of_rows(made, before, before), made)


def _save(
    session: Session,
    *,
    asked: Sequence[Question],
    chosen: Mapping[Place, object],
    by: str,
    now: dt.datetime,
) -> None:
    for one in asked:
        conflicts.resolve_question(session, one.id, chosen[one.place], by, now)


def _said(asked: Sequence[Question], answer: str, names: Mapping[int, str]) -> Text:
    """Return what was decided, and of which places.

    Args:
        asked: the questions that it answers.
        answer: as the person gave it.
        names: entrant id -> name; empty for what is stored for ever.
    """
    numbers = ", ".join(str(one.id) for one in asked)
    if answer.strip() == OURS:
        what = Text("what the tournament says counts", "es gilt, was das Turnier sagt")
    elif answer.strip() == THEIRS:
        source = asked[0].source
        what = Text(f"what {source} says counts", f"es gilt, was {source} sagt")
    elif asked[0].place.part is Part.GAME:
        what = Text(f"{answer} counts", f"es gilt {answer}")
    else:
        what = Text("another value counts", "es gilt ein anderer Wert")
    places = [told_at(one.place, (one.ours, one.theirs), names)[0] for one in asked]
    where = Text(*("; ".join(each) for each in zip(*places, strict=True)))
    return Text(
        f"Question {numbers} ({where.en}): {what.en}.",
        f"Frage {numbers} ({where.de}): {what.de}.",
    )


_SIDES_ONLY = Text(
    "Who met whom is decided for the whole round: answer ours or theirs.",
    "Wer gegen wen gespielt hat, wird für die ganze Runde entschieden: bitte ours oder "
    "theirs.",
)
