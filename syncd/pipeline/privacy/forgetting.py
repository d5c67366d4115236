"""What questions, answers and the history say of an erased person goes with the entry.

Both sides of such a question say the same afterwards, so nobody has to answer it any
more; and what was answered asks for nothing that is not there.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Final

from syncd.bilingual import Text
from syncd.store import conflicts, decisions, erasure
from syncd.sync.erasing import ERASED, erased, found_in
from syncd.sync.erasing_texts import GONE
from syncd.sync.places import Part

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Collection, Iterable

    from syncd.model.persons import Person
    from syncd.model.tournament import Entrant, Tournament
    from syncd.store.conflicts import Question
    from syncd.store.engine import Session

_PLAYER: Final = re.compile(r"player (\d+)")
_OURS: Final = "ours"


def forget_answers(
    session: Session,
    tournament_id: int,
    states: Iterable[Tournament],
    person: Person,
    now: dt.datetime,
) -> None:
    """Erase a person in the questions of a tournament, their answers and its history.

    Args:
        session: the transaction in which the person is erased.
        tournament_id: row id of the tournament.
        states: what its revisions have said, before.
        person: who is to be erased.
        now: aware UTC time.
    """
    his = {one.id: one for state in states for one in found_in(state, person)}
    if not his:
        return
    asked = [
        one
        for one in conflicts.list_questions(session, tournament_id)
        if _is_about(one, his)
    ]
    for one in asked:
        entry = erased(his[one.place.key[0]], person)
        value = getattr(entry, one.place.field)
        conflicts.forget_question(session, one.id, value, ERASED_TEXT, now)
    answered = _forget_decisions(session, tournament_id, {one.id for one in asked})
    for row_id, decision_id, text in erasure.histories(session, tournament_id):
        told = json.loads(text)
        left = [_told(one, his, is_his=decision_id in answered) for one in told]
        if left != told:
            erasure.rewrite_history(session, row_id, _as_json(left))


def _is_about(question: Question, his: Collection[int]) -> bool:
    place = question.place
    is_his = place.part is Part.PLAYER and place.key[0] in his
    return is_his and place.field in ERASED


def _forget_decisions(
    session: Session, tournament_id: int, asked: set[int]
) -> set[int]:
    """Return row ids of the answers to these questions, which say nothing any more."""
    found = set()
    rows = erasure.decisions_of(session, tournament_id, decisions.RESOLVED)
    for number, text in rows:
        decided = json.loads(text)
        if not asked.isdisjoint(decided["questions"]):
            value = _as_json({**decided, "answer": _OURS})
            decisions.rewrite(session, number, value)
            found.add(number)
    return found


def _told(
    line: dict[str, Any], his: dict[int, Entrant], *, is_his: bool
) -> dict[str, Any]:
    """Return what the history still tells of a change."""
    if is_his and line["place"] == "decision":
        return {**line, "new": ERASED_TEXT.en, "new_de": ERASED_TEXT.de}
    player = _PLAYER.fullmatch(line["place"])
    if player is None or int(player[1]) not in his or line["field"] not in ERASED:
        return line
    return {key: _gone(key, value) for key, value in line.items()}


def _gone(key: str, value: Any) -> Any:  # noqa: ANN401 - from JSON
    return GONE if key in {"old", "new"} and value else value


def _as_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


ERASED_TEXT: Final = Text("A person was erased.", "Eine Person wurde gelöscht.")
"""What is said instead of everything that named the person."""
