"""What an installation knows of who said what last, and what a file tells of it.

Kept is what was known after the last file of another installation; what was said here
since then follows from the revisions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from syncd.errors import NotFoundError
from syncd.formats.trf import read_passport
from syncd.store import bases, conflicts, inbox, lineage
from syncd.store.said import Said, load_kept_sayings
from syncd.sync.sayinglines import read_said
from syncd.sync.sayings import entered, started

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from syncd.formats.trf import Passport
    from syncd.model.tournament import Tournament
    from syncd.store.conflicts import Question
    from syncd.store.engine import Session
    from syncd.sync.counting import Counting
    from syncd.sync.provenance import Cause
    from syncd.sync.sayings import Sayings


def load_sayings(session: Session, tournament_id: int, counting: Counting) -> Sayings:
    """Return what is known of who said what in a tournament, as it stands.

    Args:
        session: an open session.
        tournament_id: row id of the tournament, which has a revision.
        counting: how this installation counts.
    """
    kept = load_kept_sayings(session, tournament_id)
    since = kept.revision if kept else 1
    made = lineage.load_revisions(session, tournament_id, since)
    kept = kept or Said(1, started(counting.dot(1, made[0].cause.at_utc)))
    if len(made) <= 1:
        return kept.sayings
    asked = conflicts.list_questions(session, tournament_id)
    sayings, before = kept.sayings, None
    for cause, now in lineage.each_content(session, made):
        if before is not None:
            made_here = cause, before, now
            sayings = said_here(sayings, counting, made_here, asked)
        before = now
    return sayings


def said_here(
    sayings: Sayings | None,
    counting: Counting,
    made: tuple[Cause, Tournament, Tournament],
    asked: Iterable[Question],
) -> Sayings:
    """Return what is known after a revision that was made here.

    Args:
        sayings: what was known, None before the first revision.
        counting: how this installation counts.
        made: what made it, what stood before, what stands now.
        asked: all questions of the tournament.
    """
    cause, before, now = made
    dot = counting.dot(cause.revision, cause.at_utc)
    if sayings is None:
        return started(dot)
    times = {cause.at_utc} if cause.decision else set()
    decided = conflicts.decided_at(asked, times)
    return entered(sayings, dot, before, now, decided)


class LastFile(NamedTuple):
    """What the last file of another syncd says of itself.

    Attributes:
        passport: which tournament it is, and who reports it.
        said: who has said what last, None if it does not tell.
    """

    passport: Passport
    said: Sayings | None


def load_last_files(session: Session, tournament_id: int) -> dict[str, LastFile]:
    """Return source -> what its last file says of itself, of those that are a syncd."""
    found: dict[str, LastFile] = {}
    for source, sha256 in bases.load_last(session, tournament_id).items():
        try:
            data = inbox.load_bytes(session, sha256)
        except NotFoundError:
            continue  # the bytes are not kept for ever
        passport = read_passport(data)
        if passport is not None:
            found[source] = LastFile(passport, read_said(data))
    return found


def load_passports(session: Session, tournament_id: int) -> dict[str, Passport]:
    """Return source -> passport of its last file, of those that are a syncd."""
    last = load_last_files(session, tournament_id)
    return {source: one.passport for source, one in last.items()}


def owner_told(owner: str, own: str, passports: Mapping[str, Passport]) -> str:
    """Return the installation whose word counts, empty if nobody's does.

    Args:
        owner: the source whose word counts here, empty for none.
        own: name of this installation.
        passports: source -> passport of its last file, of those that are a syncd.
    """
    passport = passports.get(owner)
    if not owner or passport is None:
        return own if owner else ""
    return passport.owner or passport.installation
