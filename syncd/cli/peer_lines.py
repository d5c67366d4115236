"""Where tournaments are passed on to: what each peer has, and what it waits for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from syncd.addresses import harmless_place
from syncd.bilingual import Text, counted_as
from syncd.cli.words import local_time, word
from syncd.store import delivery_lines

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Sequence

    from syncd.bilingual import Language
    from syncd.cli.output import Output
    from syncd.settings import Settings
    from syncd.store.delivery_lines import WaitingLine
    from syncd.store.engine import Session


@dataclass(frozen=True, slots=True)
class PeerLine:
    """One peer.

    Attributes:
        name: of the peer.
        kind: folder, webdav or http.
        place: its folder, or its address without secrets.
        has_contacts: whether contact data goes along.
        delivered_utc: when it took something last, None if never.
        waiting: what it lacks, longest waiting first.
    """

    name: str
    kind: str
    place: str
    has_contacts: bool
    delivered_utc: dt.datetime | None
    waiting: tuple[WaitingLine, ...]


def load_peers(session: Session, settings: Settings) -> list[PeerLine]:
    """Return every configured peer."""
    if not settings.peers:
        return []
    delivered = delivery_lines.last_delivered(session)
    waiting = delivery_lines.list_waiting(session)
    return [
        PeerLine(
            peer.name,
            peer.kind,
            str(peer.folder) if peer.folder else harmless_place(peer.url),
            peer.contact_data,
            delivered.get(peer.name),
            tuple(one for one in waiting if one.peer == peer.name),
        )
        for peer in settings.peers
    ]


def peer_shape(item: PeerLine, language: Language) -> dict[str, Any]:
    """Return the JSON object of one peer."""
    return {
        "name": item.name,
        "kind": item.kind,
        "place": item.place,
        "contact_data": item.has_contacts,
        "last_delivered": _stated(item.delivered_utc),
        "waiting": [waiting_shape(one, language) for one in item.waiting],
    }


def waiting_shape(item: WaitingLine, language: Language) -> dict[str, Any]:
    """Return the JSON object of a tournament that a peer lacks."""
    return {
        "peer": item.peer,
        "tournament": item.tournament_id,
        "name": item.tournament,
        "revision": item.revision,
        "state": item.state,
        "since": _stated(item.since_utc),
        "next": _stated(item.due_utc),
        "reason": item.note.say(language),
        "remark": item.remark.say(language),
    }


def print_peers(output: Output, items: Sequence[PeerLine]) -> None:
    """Print them for people, and below what each of them waits for."""
    if not items:
        output.say(
            Text(
                "Nothing is passed on: there is no section [[peers]].",
                "Es wird nichts weitergegeben: Es gibt keinen Abschnitt [[peers]].",
            )
        )
    for item in items:
        output.say(peer_text(item))
        for one in item.waiting:
            output.say(waiting_text(one))


def peer_text(item: PeerLine) -> Text:
    """Return one line about a peer."""
    last = local_time(item.delivered_utc) if item.delivered_utc else _NEVER
    kind, count = word(item.kind), len(item.waiting)
    contacts = _CONTACTS if item.has_contacts else Text("", "")
    events = counted_as(
        count, Text("tournament", "Turnier"), Text("tournaments", "Turniere")
    )
    waits = (
        Text(f"waits for {events.en}", f"wartet auf {events.de}") if count else _NOTHING
    )
    return Text(
        f"{item.name} ({kind.en}): {item.place}, last delivered {last.en}, "
        f"{waits.en}{contacts.en}",
        f"{item.name} ({kind.de}): {item.place}, zuletzt angekommen {last.de}, "
        f"{waits.de}{contacts.de}",
    )


def waiting_text(item: WaitingLine) -> Text:
    """Return one line about a tournament that a peer lacks, with the reason."""
    state = word(item.state)
    head = f"{item.peer}: {item.tournament_id} {item.tournament}"
    return Text(
        f"{head} ({state.en}). {item.note.en}".rstrip(),
        f"{head} ({state.de}). {item.note.de}".rstrip(),
    )


def _stated(moment: dt.datetime | None) -> str | None:
    return moment.isoformat() if moment else None


_NEVER = Text("never", "nie")
_NOTHING = Text("nothing waiting", "nichts wartet")
_CONTACTS = Text(", with contact data", ", mit Kontaktdaten")
