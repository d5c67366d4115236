"""Which state of ours a source knew when it spoke."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.store import conflicts
from syncd.sync.past import past_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from syncd.formats.trf import Passport
    from syncd.model.tournament import Tournament
    from syncd.store.conflicts import Question
    from syncd.sync.past import Past
    from syncd.sync.places import Place
    from syncd.sync.provenance import Cause, Mark


class Heard(NamedTuple):
    """Which revision of ours a source had when it spoke.

    Attributes:
        revision: its number, 0 if that is not known.
        is_certain: whether the source says so itself; else it was given that one.
    """

    revision: int = 0
    is_certain: bool = False


UNHEARD: Final = Heard()


def heard_in(passport: Passport | None, called: Collection[str], given: int) -> Heard:
    """Return what the source of an export had.

    Args:
        passport: what another syncd has said in it, None if it was none.
        called: what this installation is called, or was.
        given: newest revision that the source had been given, 0 for none.
    """
    if passport is None:
        return Heard(given)
    seen = passport.seen if passport.reader in called else 0
    return Heard(seen, is_certain=True)


def past_known(
    heard: Heard,
    later: Sequence[tuple[Cause, Tournament]],
    marks: Mapping[Place, Mark],
    source: str,
    questions: Iterable[Question],
) -> Past | None:
    """Return the state that a source knew, and what was changed or decided since.

    Args:
        heard: what it had.
        later: that revision and all after it, oldest first.
        marks: place -> the last change there.
        source: its name.
        questions: all that were ever asked about the tournament.
    """
    if not heard.revision or not later:
        return None
    times = {cause.at_utc for cause, _ in later[1:] if cause.decision}
    decided = conflicts.decided_at(questions, times)
    return past_of(later, marks, source, decided, is_certain=heard.is_certain)
