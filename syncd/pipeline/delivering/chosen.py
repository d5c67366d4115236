"""Which tournaments a peer gets, and who it is told reports them (pure)."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import TYPE_CHECKING

from syncd.formats.trf import Passport
from syncd.pipeline.rules.namepattern import fits

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from syncd.pipeline.rules.policy import Policy
    from syncd.settings import PeerSettings, Settings
    from syncd.store.revisions import Head
    from syncd.store.shared import Shared


def wants(peer: PeerSettings, name: str, sources: Collection[str]) -> bool:
    """Return whether a peer gets a tournament.

    Args:
        peer: its section.
        name: of the tournament.
        sources: names of all sources that feed it.
    """
    is_fed = peer.sources is None or not set(peer.sources).isdisjoint(sources)
    return is_fed and any(fits(pattern, name) for pattern in peer.tournaments)


def passport_of(
    settings: Settings, head: Head | Shared, policy: Policy, *, is_reported: bool
) -> Passport:
    """Return what travels with a tournament.

    Args:
        settings: the settings in force.
        head: its newest revision.
        policy: the rules for it.
        is_reported: whether a portal may have a report of ours.
    """
    own = settings.rating.installation
    submitter = policy.submitter
    if policy.is_ours:
        submitter = own if is_reported or _reports(settings, policy) else ""
    return Passport(head.uuid, own, submitter, is_reported, head.number)


def for_reader(passport: Passport, heard: Passport | None) -> Passport:
    """Return the passport for the one who has sent us a file.

    Args:
        passport: of the tournament.
        heard: of that file, None if we have none or still have to ask about it.
    """
    if heard is None:
        return passport
    return replace(passport, reader=heard.installation, seen=heard.revision)


def terms_of(
    peer: PeerSettings,
    passport: Passport,
    contacts_from: int,
    said: Sequence[str] = (),
) -> str:
    """Return a hash of all that decides about a file besides the revision.

    Args:
        peer: its section.
        passport: what travels with the tournament.
        contacts_from: arrival that brought the contact data, 0 if none did.
        said: lines that tell who said what last.
    """
    contacts = contacts_from if peer.contact_data else 0
    terms = f"{peer.form}\0{contacts}\0{peer.source}\0{passport.lasting}"
    return hashlib.sha256("\n".join((terms, *said)).encode()).hexdigest()


def _reports(settings: Settings, policy: Policy) -> bool:
    """Return whether this installation reports the tournament to anybody."""
    real = {item.name for item in settings.portals} - settings.shadow_portals
    return policy.rating != "off" and any(policy.wants(name) for name in real)
