"""A tournament as other installations fetch it: a full TRF with its passport, or JSON.

The TRF is the one that a peer gets which is another syncd (`delivering.contents`), so
it makes no difference whether a tournament is sent or fetched: tournamentUUID and
submitter travel with it, and who has said what last.

What it is known by (`Offer.tag`) follows from the stored state and the settings alone,
so that whoever has it already is told so without anything being written.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Literal

import syncd
from syncd.errors import EncodeError
from syncd.formats.contact import without_contact
from syncd.formats.snapshot import decode_snapshot, encode_snapshot
from syncd.formats.trf import Form, contact_lines
from syncd.intake.pull.naming import clean_name
from syncd.pipeline.arrivals.sayings import (
    load_passports,
    load_sayings,
    owner_told,
)
from syncd.pipeline.delivering.chosen import passport_of
from syncd.pipeline.delivering.contents import contents_of
from syncd.pipeline.rules.policy import policy_of
from syncd.store import bases, decisions, inbox, snapshots, standing
from syncd.store.counting import load_counting
from syncd.store.rows import sha256_hex
from syncd.sync.sayinglines import said_lines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from syncd.formats.trf import Passport
    from syncd.settings import Settings
    from syncd.store.engine import Session
    from syncd.store.shared import Shared

Shape = Literal["trf", "json"]
_TAG_LETTERS: Final = 32
_UUID_LETTERS: Final = 8
_NO_FOLDERS: Final = str.maketrans("/\\", "--")


@dataclass(frozen=True, slots=True)
class Offer:
    """What somebody who may fetch it gets of a tournament.

    Attributes:
        shared: the tournament at its head.
        passport: what travels with it.
        contacts: whether contact data may be in it, should there be any.
        contacts_from: export that brought contact data, 0 if it goes without.
        owner: source whose word counts here, empty for none.
    """

    shared: Shared
    passport: Passport
    contacts: bool = False
    contacts_from: int = 0
    owner: str = ""

    @property
    def file_name(self) -> str:
        """The name of its TRF; two of one name, of two seasons, stay apart."""
        plain = self.shared.name.translate(_NO_FOLDERS)
        return clean_name(f"{plain} {self.shared.uuid[:_UUID_LETTERS]}.trf")

    def tag(self, shape: Shape) -> str:
        """Return what it is known by in one shape.

        The program's version is part of it: another one may write the same otherwise.
        """
        said = [syncd.__version__, self.shared.snapshot_sha256, str(self.contacts)]
        if shape == "trf":
            said += [self.passport.line(), str(self.contacts_from)]
        return sha256_hex("\n".join([shape, *said]).encode())[:_TAG_LETTERS]


@dataclass(frozen=True, slots=True)
class Stored:
    """What an offer is written from.

    Attributes:
        snapshot: canonical JSON of the tournament.
        export: the file with its contact data, empty if it goes without.
        said: lines that tell who said what last.
        owner: installation whose word counts, empty for none.
    """

    snapshot: bytes
    export: bytes = b""
    said: tuple[str, ...] = ()
    owner: str = ""


def load_offers(
    session: Session, settings: Settings, found: Sequence[Shared], *, contacts: bool
) -> list[Offer]:
    """Return what is given of each of these tournaments.

    Args:
        session: an open session.
        settings: the settings in force.
        found: the tournaments.
        contacts: whether contact data may go along.
    """
    ids = [one.id for one in found]
    said = decisions.load_all_decisions(session, ids, decisions.POLICY, decisions.TOLD)
    reported = standing.find_reported(session, ids, settings.shadow_portals)
    exports = bases.load_newest_trf(session, ids) if contacts else {}
    offers = []
    for one in found:
        policy = policy_of(settings, one.source, one.name, said[one.id])
        passport = passport_of(settings, one, policy, is_reported=one.id in reported)
        owner = settings.sync.policy(one.source, policy.owner).owner
        offers.append(Offer(one, passport, contacts, exports.get(one.id, 0), owner))
    return offers


def load_stored(session: Session, offer: Offer) -> Stored:
    """Return what an offer is written from."""
    snapshot = snapshots.load_snapshot(session, offer.shared.snapshot_sha256)
    number, own = offer.contacts_from, offer.passport.installation
    export = inbox.load_data(session, number) if number else b""
    counting = load_counting(session, own)
    said = said_lines(load_sayings(session, offer.shared.id, counting))
    owner = owner_told(offer.owner, own, load_passports(session, offer.shared.id))
    return Stored(snapshot, export, tuple(said), owner)


def written(stored: Stored, offer: Offer, shape: Shape) -> bytes:
    """Return a tournament in one shape.

    Raises:
        EncodeError: the TRF would lose players, pairings or results.
    """
    tournament = decode_snapshot(stored.snapshot)
    if not offer.contacts:
        tournament = without_contact(tournament).tournament
    if shape == "json":
        return encode_snapshot(tournament)
    lines = contact_lines(stored.export, tournament) if stored.export else []
    passport = replace(offer.passport, owner=stored.owner)
    made = contents_of(tournament, Form.FULL, passport, lines, stored.said)
    if not made.data:
        raise EncodeError(made.note)
    return made.data
