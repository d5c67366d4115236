"""Whether a first export is a tournament that another source of its group has already.

What is certain is linked; what is doubtful is asked. What a person has answered is a
decision on that tournament: the source's key is linked with it, or never asked again.

A file of another syncd says itself which tournament it is, by its tournamentUUID. That
counts from any source and whatever the tournament is called by now; but not where
people are others altogether, as in next season's file that was made from an old one.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.formats.snapshot import decode_snapshot
from syncd.pipeline.arrivals.forms import extent_of
from syncd.store import decisions, origins, othersources, revisions
from syncd.sync.likeness import Verdict, likeness

if TYPE_CHECKING:
    from collections.abc import Mapping

    from syncd.pipeline.arrivals.work import Work
    from syncd.pipeline.context import Context
    from syncd.store.engine import Session
    from syncd.store.revisions import Head, TournamentKey
    from syncd.sync.likeness import Likeness


@dataclass(frozen=True, slots=True)
class Search:
    """What was found among the tournaments of other sources.

    Attributes:
        found: the likeliest and its score, None if there is none.
        is_doubtful: whether a person has to say that it is the same.
        reasons: what was compared.
        met: row ids of all that were compared.
        alike: row ids of those that it is or may be.
        apart: row ids of those of which a person has said that they are others.
    """

    found: tuple[Head, int] | None = None
    is_doubtful: bool = False
    reasons: tuple[Text, ...] = ()
    met: tuple[int, ...] = ()
    alike: tuple[int, ...] = ()
    apart: tuple[int, ...] = ()

    @property
    def head(self) -> Head | None:
        """The tournament that it surely is."""
        return self.found[0] if self.found and not self.is_doubtful else None

    @property
    def candidate(self) -> tuple[Head, int]:
        """The tournament that it may be, and the score.

        Raises:
            ValueError: there is none.
        """
        if self.found is None:
            message = "nothing was found"
            raise ValueError(message)
        return self.found


def search(context: Context, work: Work) -> Search:
    """Compare a first export with the tournaments of the other sources of its group."""
    apart: list[int] = []
    heads: list[Head] = []
    with context.store.read() as session:
        for number in find(session, context, work):
            values = decisions.load_decisions(session, number)
            if is_apart(values, work.key, work.arrival.source):
                apart.append(number)
            else:
                heads.append(revisions.load_head(session, number, work.key.source_id))
    theirs = work.reading.tournament
    compared = [
        (head, likeness(theirs, decode_snapshot(head.snapshot))) for head in heads
    ]
    alike = [(h, like) for h, like in compared if like.verdict is not Verdict.OTHER]
    found = Search(
        met=tuple(head.id for head in heads),
        alike=tuple(head.id for head, _ in alike),
        apart=tuple(apart),
    )
    if not alike:
        return found
    head, best = max(alike, key=_likely)
    is_doubtful = best.verdict is Verdict.DOUBTFUL
    return replace(
        found, found=(head, best.score), is_doubtful=is_doubtful, reasons=best.reasons
    )


def find_named(context: Context, work: Work) -> Search:
    """Look for the tournament whose tournamentUUID stands in the file.

    Nothing is found where the export is known under its key already. Where the content
    is another one altogether, a person is asked, unless the source itself has sent
    both.
    """
    with context.store.read() as session:
        number = _named(session, work)
        if number is None:
            return Search()
        values = decisions.load_decisions(session, number)
        head = revisions.load_head(session, number, work.key.source_id)
        is_sent = work.key.source_id in origins.sent_by(session, number)
    if is_apart(values, work.key, work.arrival.source) or not head.number:
        return Search()
    theirs, ours = work.reading.tournament, decode_snapshot(head.snapshot)
    like = likeness(theirs, ours)
    is_other = like.verdict is Verdict.OTHER and bool(theirs.entrants and ours.entrants)
    if is_sent and is_other:
        return Search()
    return Search(
        (head, like.score), is_doubtful=is_other, reasons=(_NAMED, *like.reasons),
        met=(number,), alike=(number,),
    )  # fmt: skip


def _named(session: Session, work: Work) -> int | None:
    """Return the tournament that the file names, unless its key is known."""
    passport = work.passport
    if passport is None or origins.find_tournament(session, work.key) is not None:
        return None
    return revisions.find_by_uuid(session, passport.tournament_uuid)


def _likely(one: tuple[Head, Likeness]) -> tuple[bool, int]:
    return one[1].verdict is Verdict.SAME, one[1].score


def find(session: Session, context: Context, work: Work) -> list[int]:
    """Return row ids of tournaments of other sources that it may be."""
    named = _named(session, work)
    found = [] if named is None else [named]
    others = _others(context, work)
    if others:
        extent = extent_of(work.reading.tournament)
        found += othersources.find_elsewhere(session, work.key, others, extent)
    return list(dict.fromkeys(found))


def lock_sources(session: Session, context: Context, work: Work) -> None:
    """Let no source of the group make a tournament in the meantime."""
    origins.lock_names(session, work.key.source_id, *_others(context, work))


def _others(context: Context, work: Work) -> tuple[str, ...]:
    group = context.settings.sync.group_of(work.arrival.source)
    names = group.sources if group else ()
    return tuple(name for name in names if name != work.arrival.source)


def described(key: TournamentKey, source: str) -> dict[str, object]:
    """Return the key of a source's tournament as decisions keep it."""
    return {
        "source": source,
        "name": key.folded_name,
        "start": key.start_key,
        "is_team": key.is_team,
    }


def is_apart(values: Mapping[str, str], key: TournamentKey, source: str) -> bool:
    """Return whether a person has said that an export is another tournament.

    Args:
        values: what was decided about the tournament, by kind.
        key: of the export.
        source: name of its source.
    """
    return described(key, source) in named_apart(values)


def named_apart(values: Mapping[str, str]) -> list[dict[str, object]]:
    """Return the keys of exports that are other tournaments."""
    return list(json.loads(values.get(decisions.NOT_LINKED) or "[]"))


_NAMED: Final = Text(
    "the file carries its tournamentUUID", "die Datei trägt seine tournamentUUID"
)
