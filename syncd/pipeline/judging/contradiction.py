"""While its sources contradict each other, a tournament is not reported."""

from __future__ import annotations

from typing import Final, NamedTuple

from syncd.bilingual import Text
from syncd.store.revisions import Waiting

CODE: Final = "sync.conflict"
"""Code of what such a tournament waits for."""


class Questions(NamedTuple):
    """The questions of a tournament that nobody has answered.

    Attributes:
        number: how many there are.
        first: the oldest of them.
    """

    number: int
    first: Text


NO_QUESTIONS: Final = Questions(0, Text("", ""))


def contradicted(questions: Questions, tournament_id: int) -> Waiting | None:
    """Return what a tournament waits for; None if its sources agree."""
    count, first = questions.number, questions.first
    if not count:
        return None
    how = f"syncd conflicts {tournament_id}"
    return Waiting(
        CODE,
        Text(
            f"The sources contradict each other ({count}). {first.en} All questions, "
            f"and how to answer them: {how}",
            f"Die Quellen widersprechen sich ({count}). {first.de} Alle Fragen, und "
            f"wie man sie beantwortet: {how}",
        ),
        needs_person=True,
        recheck_utc=None,
    )
