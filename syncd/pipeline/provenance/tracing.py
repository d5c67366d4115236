"""Who has said what in a stored tournament, asked for by people and by merging."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict
from functools import cache, cached_property
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from syncd.bilingual import Text
from syncd.errors import NotFoundError
from syncd.pipeline.deciding.decisionwords import what_was_decided
from syncd.store import decisions, lineage
from syncd.store.readmodels import HistoryLine
from syncd.sync.changewords import lines
from syncd.sync.identity import fold_name
from syncd.sync.provenance import changes_at, origins_of, refused_in, traces_of
from syncd.sync.wanted import wanted

if TYPE_CHECKING:
    from syncd.store.engine import Session, Store
    from syncd.store.lineage import Revision
    from syncd.sync.former import Former
    from syncd.sync.places import Place
    from syncd.sync.policy import Origin, Resolution
    from syncd.sync.provenance import Cause, Mark, Traces

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")

REVERTS: Final = frozenset({decisions.REVERT})
"""Kinds of decisions that put earlier values back."""


def load_traces(session: Session, tournament_id: int) -> Traces:
    """Return the last change at every place of a tournament."""
    revisions = lineage.load_revisions(session, tournament_id)
    return traces_of(lineage.each_content(session, revisions))


def load_history(session: Session, tournament_id: int, text: str) -> list[HistoryLine]:
    """Return what has happened at the places that a person names, the oldest first.

    The first export is among it: it put there what stood there first. So is what is
    told under such a name and stands at no place, as decisions.

    Raises:
        NotFoundError: nothing has ever been said there.
    """
    revisions = lineage.load_revisions(session, tournament_id)
    contents = lineage.each_content(session, reversed(revisions))
    changed = dict(changes_at(contents, wanted(text)))
    found = [
        _happened(one, told)
        for one in revisions
        if (told := (*_named(one, text), *map(asdict, lines(changed[one.cause]))))
    ]
    if not found:
        raise NotFoundError(_nothing(tournament_id, text))
    return found


def _named(revision: Revision, text: str) -> Iterator[dict[str, str]]:
    """Yield what is told of a revision under a name and is no change of a value."""
    name = fold_name(text.replace("_", " "))
    for one in revision.told:
        words = one["place"], fold_name(one["field"].replace("_", " "))
        if one["place"] in _NO_PLACES and name in {*words, " ".join(words)}:
            yield one


_NO_PLACES: Final = {"decision", "export", "report"}


def _happened(revision: Revision, changes: tuple[dict[str, str], ...]) -> HistoryLine:
    cause = revision.cause
    kind = "decision" if cause.decision else "arrival.done"
    text = words_of(cause)
    return HistoryLine(cause.at_utc, kind, text, cause.revision, changes, cause.by)


def words_of(cause: Cause) -> Text:
    """Return what a revision was made by: a file of a source, or a decision."""
    if cause.decision:
        return what_was_decided(cause.decision, cause.decision)
    return Text(f"{cause.file} ({cause.source})", f"{cause.file} ({cause.source})")


class Later(Mapping[_Key, _Value]):
    """What is worked out when it is first asked for.

    A merge asks only where two have changed the same place; most never do.
    """

    def __init__(self, make: Callable[[], Mapping[_Key, _Value]]) -> None:
        self._make = make

    @cached_property
    def _found(self) -> Mapping[_Key, _Value]:
        return self._make()

    def __getitem__(self, key: _Key) -> _Value:
        return self._found[key]

    def __iter__(self) -> Iterator[_Key]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)


class WhoSaid(NamedTuple):
    """What the revisions of a tournament tell a merge.

    Attributes:
        origins: place -> who has said what stands there; the source of persons is
            empty.
        former: entrant id -> names that a player had before.
        marks: place -> its last change.
    """

    origins: Mapping[Place, Origin]
    former: Former
    marks: Mapping[Place, Mark]


def who_said(store: Store, tournament_id: int) -> WhoSaid:
    """Return who has said what stands in a tournament; read when it is asked for."""

    @cache
    def traces() -> Traces:
        with store.read() as session:
            return load_traces(session, tournament_id)

    return WhoSaid(
        Later(lambda: origins_of(traces())),
        Later(lambda: traces().former),
        Later(lambda: traces().marks),
    )


def refused_values(session: Session, tournament_id: int) -> dict[Place, Resolution]:
    """Return place -> what a person has undone there, empty where nobody has."""
    revisions = lineage.load_revisions(session, tournament_id)
    for index, revision in enumerate(revisions):
        if revision.cause.decision in REVERTS:
            since = revisions[index - 1 :]  # who said what before does not matter
            traces = traces_of(lineage.each_content(session, since))
            return refused_in(traces, REVERTS)
    return {}


def _nothing(tournament_id: int, text: str) -> Text:
    return Text(
        f"Nothing has ever stood at “{text}” in tournament {tournament_id}. Examples: "
        "“Müller club”, “player 5”, “round 7”, “5-15”, “city”.",
        f"Unter „{text}“ stand in Turnier {tournament_id} noch nie etwas. Beispiele: "
        "„Müller Verein“, „Spieler 5“, „Runde 7“, „5-15“, „Ort“.",
    )
