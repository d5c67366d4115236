"""Planning what each peer is to get of a tournament, and freezing the bytes.

This is done when a tournament is looked at, before that look is committed as done: who
dies here leaves the tournament due, and the next sweep plans again. Rendering happens
without a transaction; the commit checks that the tournament is still what was read.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.formats.snapshot import decode_snapshot
from syncd.formats.trf import Form, contact_lines
from syncd.model.delivery_states import WAITING
from syncd.pipeline.arrivals.heard import heard_in
from syncd.pipeline.arrivals.sayings import (
    load_last_files,
    load_sayings,
    owner_told,
)
from syncd.pipeline.delivering.chosen import (
    for_reader,
    passport_of,
    terms_of,
    wants,
)
from syncd.pipeline.delivering.contents import (
    Contents,
    contents_of,
    file_name,
    form_of,
)
from syncd.pipeline.rules.policy import policy_of
from syncd.store import bases, conflicts, decisions, deliveries, inbox, revisions
from syncd.store.counting import load_counting
from syncd.store.deliveries import UNCHANGED, NewDelivery
from syncd.store.rechecks import save_recheck
from syncd.store.rows import sha256_hex
from syncd.store.snapshots import load_snapshot
from syncd.store.standing import load_standing
from syncd.sync.sayinglines import said_lines
from syncd.sync.sayings import started

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Mapping, Sequence

    from syncd.formats.trf import Passport
    from syncd.pipeline.context import Context
    from syncd.settings import PeerSettings
    from syncd.store.conflicts import Question
    from syncd.store.deliveries import Delivery
    from syncd.store.engine import Session
    from syncd.store.revisions import Head
    from syncd.sync.sayings import Sayings

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Case:
    """A tournament and everything that decides about passing it on.

    Attributes:
        head: its newest revision.
        passport: what travels with it.
        heard: source -> passport of the file that it has sent last, if it is a syncd.
        answered: source -> when a person has last decided about what it said.
        said: source -> hashes of the snapshots in which it has sent it.
        newest: peer -> the delivery that counts there.
        reached: peer -> the newest revision that it may have got.
        called: what others may have called this installation.
        sayings: who has said what last.
        told: source -> what its last file tells of that, if it does.
        passports: source -> passport of its last file, if it is a syncd.
        names: peer -> how it knows the file; a tournament keeps it when it is renamed.
    """

    head: Head
    passport: Passport
    heard: Mapping[str, Passport]
    answered: Mapping[str, dt.datetime]
    said: Mapping[str, frozenset[str]]
    newest: Mapping[str, Delivery]
    reached: Mapping[str, int]
    called: frozenset[str]
    sayings: Sayings
    told: Mapping[str, Sayings]
    passports: Mapping[str, Passport]
    names: Mapping[str, str]

    @property
    def contacts_from(self) -> int:
        """The export that brought the contact data, 0 if none did."""
        base = self.head.bases.get(bases.TRF)
        return base.arrival_id if base else 0

    def terms(self, peer: PeerSettings) -> str:
        """On what else than the revision the file for a peer depends."""
        passport, said = self.passport_for(peer), self.said_for(peer)
        return terms_of(peer, passport, self.contacts_from, said)

    def passport_for(self, peer: PeerSettings) -> Passport:
        """Return what travels with it to a peer."""
        return for_reader(self.passport, self.heard.get(peer.source))

    def said_for(self, peer: PeerSettings) -> list[str]:
        """Return the lines for a peer that tell who said what last.

        Who has sent files himself, but never as a syncd, has no use for them, nor has
        who wants a form that no syncd would ask for.
        """
        is_plain = peer.source in self.sources and peer.source not in self.passports
        if is_plain or peer.form not in {Form.CLM, Form.FULL}:
            return []
        return said_lines(self.sayings)

    def is_overtaken(self, peer: PeerSettings) -> bool:
        """Whether a peer may have got something since it last spoke.

        Files that cross each other would otherwise change places: each side takes what
        the other has just given up.
        """
        heard = self.heard.get(peer.source)
        if heard is None:
            return False
        seen = heard_in(heard, self.called, 0).revision
        return self.reached.get(peer.name, 0) > seen

    @property
    def sources(self) -> set[str]:
        """Every source that feeds it."""
        return {self.head.source, *self.said}


def plan_deliveries(context: Context, tournament_id: int, now: dt.datetime) -> None:
    """Have every peer get the newest state of a tournament, if it lacks it.

    Args:
        context: the outside world.
        tournament_id: row id of the tournament.
        now: aware UTC time.

    Raises:
        StaleRevisionError: the tournament has changed meanwhile; look again.
        DuplicateError: another worker did the same at this moment; look again.
        StoreError: the store failed.
    """
    peers = context.settings.peers
    if not peers:
        return
    case = _load(context, tournament_id, now)
    if case.head.number == 0:
        return
    wanted = [peer for peer in peers if wants(peer, case.head.name, case.sources)]
    dropped = [
        peer.name
        for peer in peers
        if peer not in wanted and _waits(case.newest.get(peer.name))
    ]
    new = [_new(context, case, peer) for peer in wanted if _is_open(case, peer)]
    if new or dropped:
        _commit(context, case.head, new, dropped, now)


def note_contacts(
    session: Session, context: Context, tournament_id: int, now: dt.datetime
) -> None:
    """Have a tournament looked at whose newest export changes contact data at most.

    No revision tells of it: contact data is no part of a tournament.
    """
    if any(peer.contact_data for peer in context.settings.peers):
        save_recheck(session, tournament_id, now)


def _load(context: Context, tournament_id: int, now: dt.datetime) -> _Case:
    settings = context.settings
    with context.store.read() as session:
        head = revisions.load_head(session, tournament_id)
        values = decisions.load_decisions(session, tournament_id)
        standing = load_standing(session, tournament_id, settings.shadow_portals)
        said = bases.load_said(session, tournament_id)
        asked = conflicts.list_questions(session, tournament_id)
        newest = deliveries.load_newest(session, tournament_id)
        reached = deliveries.load_reached(session, tournament_id)
        names = deliveries.load_names(session, tournament_id)
        own = settings.rating.installation
        counting = load_counting(session, own)
        sayings = (
            load_sayings(session, tournament_id, counting)
            if head.number
            else started((own, 1))
        )
        last = load_last_files(session, tournament_id)
    passports = {source: one.passport for source, one in last.items()}
    told = {source: one.said for source, one in last.items() if one.said is not None}
    policy = policy_of(settings, head.source, head.name, values)
    passport = passport_of(settings, head, policy, is_reported=standing.may_have_left)
    heard = _heard(passports, asked)
    owner = settings.sync.policy(head.source, policy.owner).owner
    passport = replace(passport, owner=owner_told(owner, own, passports))
    return _Case(
        head, passport, heard, _answered(asked), said, newest, reached,
        counting.called(now), sayings, told, passports, names,
    )  # fmt: skip


def _answered(asked: Sequence[Question]) -> dict[str, dt.datetime]:
    """Return source -> when a person has last decided about what it said."""
    found: dict[str, dt.datetime] = {}
    for one in asked:
        if one.state == conflicts.RESOLVED and one.ended_utc is not None:
            found[one.source] = max(one.ended_utc, found.get(one.source, one.ended_utc))
    return found


def _heard(
    passports: Mapping[str, Passport], asked: Sequence[Question]
) -> dict[str, Passport]:
    """Return source -> passport of its last file, as far as that is settled.

    While a person has to decide about what a source said, it is not told that we know.
    """
    pending = {one.source for one in asked if one.state == conflicts.OPEN}
    return {name: one for name, one in passports.items() if name not in pending}


def _waits(newest: Delivery | None) -> bool:
    return newest is not None and newest.state in WAITING


def _is_open(case: _Case, peer: PeerSettings) -> bool:
    """Return whether it was not yet decided what the peer gets of this revision."""
    newest = case.newest.get(peer.name)
    if newest is None or newest.revision != case.head.number:
        return True
    return newest.terms != case.terms(peer)


def _new(context: Context, case: _Case, peer: PeerSettings) -> NewDelivery:
    """Return what a peer is to get; a fault of ours in it stops nothing else."""
    try:
        contents = _contents(context, case, peer)
    except Exception as exc:
        extra = {"tournament_id": case.head.id, "peer": peer.name}
        log.exception("tournament not written", extra=extra)
        why = _fault(type(exc).__name__)
        contents = Contents(sha256_hex(why.en.encode()), note=why)
    head = case.head
    is_echo = contents.data != b"" and _has_said(context, case, peer, contents)
    return NewDelivery(
        peer=peer.name, tournament_id=head.id, revision=head.number,
        terms=case.terms(peer),
        name=case.names.get(peer.name) or file_name(head.name, head.uuid),
        content_sha256=contents.content_sha256,
        data=b"" if is_echo else contents.data,
        state=UNCHANGED if is_echo else contents.state,
        note=contents.note, remark=contents.remark,
    )  # fmt: skip


def _contents(context: Context, case: _Case, peer: PeerSettings) -> Contents:
    tournament = decode_snapshot(case.head.snapshot)
    contacts: list[str] = []
    if peer.contact_data and case.contacts_from:
        with context.store.read() as session:
            export = inbox.load_data(session, case.contacts_from)
        contacts = contact_lines(export, tournament)
    form = form_of(tournament, peer.form)
    said = case.said_for(peer)
    return contents_of(tournament, form, case.passport_for(peer), contacts, said)


def _of_snapshot(snapshot: bytes, case: _Case, peer: PeerSettings) -> Contents:
    tournament = decode_snapshot(snapshot)
    form = form_of(tournament, peer.form)
    said = case.said_for(peer)
    return contents_of(tournament, form, case.passport_for(peer), (), said)


def _has_said(
    context: Context, case: _Case, peer: PeerSettings, contents: Contents
) -> bool:
    """Return whether the peer has sent us all of this itself, and needs no answer."""
    told = case.told.get(peer.source)
    if told is not None and told != case.sayings:
        return False
    known, answered = case.newest.get(peer.name), case.answered.get(peer.source)
    if known is not None and answered is not None and known.created_utc < answered:
        return False
    if told is None and case.is_overtaken(peer):
        return False
    said = case.said.get(peer.source, frozenset())
    if case.head.snapshot_sha256 in said:
        return True
    with context.store.read() as session:
        snapshots = [load_snapshot(session, sha256) for sha256 in sorted(said)]
    return any(
        _of_snapshot(one, case, peer).content_sha256 == contents.content_sha256
        for one in snapshots
    )


def _commit(
    context: Context,
    head: Head,
    new: list[NewDelivery],
    dropped: list[str],
    now: dt.datetime,
) -> None:
    with context.store.write("deliver.planned") as session:
        revisions.lock_unmoved(session, head)
        for name in dropped:
            deliveries.drop_deliveries(session, head.id, name, _NOT_WANTED, now)
        planned = [deliveries.plan_delivery(session, one, now) for one in new]
    for number, is_due in planned:
        if is_due:
            context.wake.delivery(number)


def _fault(name: str) -> Text:
    return Text(
        f"syncd met a fault of its own while it wrote the file ({name}); please "
        "report it with the log.",
        f"syncd ist beim Schreiben der Datei auf einen eigenen Fehler gestoßen "
        f"({name}); bitte mit dem Log melden.",
    )


_NOT_WANTED: Final = Text(
    "This peer does not get this tournament any more.",
    "Dieser Partner bekommt dieses Turnier nicht mehr.",
)
