"""Where exports come from: how each source was reached, and what is not taken."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from syncd.addresses import harmless_place
from syncd.bilingual import Text
from syncd.cli.schedules_table import load_lines
from syncd.cli.words import local_time, word
from syncd.store import inbox, pulls

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from syncd.bilingual import Language
    from syncd.cli.output import Output
    from syncd.settings import Settings, SourceSettings
    from syncd.store.engine import Session
    from syncd.store.pulls import Contact, Item

_NOTHING = Text("–", "–")


@dataclass(frozen=True, slots=True)
class SourceLine:
    """One way by which exports come.

    Attributes:
        name: of the source.
        kind: folder, what lies behind its addresses, or push.
        places: the folder, the addresses without secrets, or where exports are handed
            in; empty while that is nowhere.
        contact_utc: when it was reached last, None if never or not known.
        success_utc: when all of it worked last; of a folder, the last arrival.
        trouble_utc: when something went wrong last.
        trouble: what that was, empty if nothing ever did.
        is_troubled: whether that still holds.
        next_utc: when it is asked next; None for a folder, which is watched.
        refused: addresses that are not taken, with the reason.
    """

    name: str
    kind: str
    places: tuple[str, ...]
    contact_utc: dt.datetime | None = None
    success_utc: dt.datetime | None = None
    trouble_utc: dt.datetime | None = None
    trouble: Text = pulls.NOTHING
    is_troubled: bool = False
    next_utc: dt.datetime | None = None
    refused: tuple[Item, ...] = ()


def load_sources(
    session: Session,
    settings: Settings,
    health: Mapping[str, Any] | None,
    now: dt.datetime,
) -> list[SourceLine]:
    """Return every source, once for each way by which exports come.

    Args:
        session: an open transaction.
        settings: the settings.
        health: what the daemon wrote last, None if it does not run.
        now: aware UTC time.
    """
    return [
        *_folders(session, settings, health or {}),
        *load_pulled(session, settings, now),
        *_pushed(session, settings),
    ]


def _pushed(session: Session, settings: Settings) -> Iterator[SourceLine]:
    """Yield every source that is handed in by HTTP."""
    places = (f"{settings.web.url}/api/v1/exports",) if settings.web else ()
    newest = inbox.newest_arrivals(session)
    for source in settings.sources:
        if source.push:
            last = newest.get(source.name)
            yield SourceLine(
                source.name, "push", places, contact_utc=last, success_utc=last
            )


def load_pulled(
    session: Session, settings: Settings, now: dt.datetime
) -> list[SourceLine]:
    """Return every source that is downloaded."""
    contacts = pulls.load_contacts(session)
    refused = pulls.load_troubled_items(session)
    due = zip(settings.recurring, load_lines(session, settings, now), strict=True)
    following: dict[str, dt.datetime] = {}
    for item, line in due:
        if item.source:
            known = following.get(item.source, line.next_utc)
            following[item.source] = min(known, line.next_utc)
    return [
        _pulled(
            source,
            contacts.get(source.name, pulls.Contact()),
            following.get(source.name),
            refused.get(source.name, []),
        )
        for source in settings.sources
        if source.pull
    ]


def _pulled(
    source: SourceSettings,
    contact: Contact,
    next_utc: dt.datetime | None,
    refused: Sequence[Item],
) -> SourceLine:
    pull = source.pull
    return SourceLine(
        source.name,
        pull.kind if pull else "",
        tuple(map(harmless_place, pull.url)) if pull else (),
        contact.contact_utc, contact.success_utc, contact.trouble_utc,
        contact.trouble, contact.is_troubled, next_utc, tuple(refused),
    )  # fmt: skip


def _folders(
    session: Session, settings: Settings, health: Mapping[str, Any]
) -> list[SourceLine]:
    """Return the watched folders, as the daemon sees them if it runs."""
    newest = inbox.newest_arrivals(session)
    seen = {item["name"]: item for item in health.get("sources", [])}
    at = dt.datetime.fromisoformat(health["at"]) if health else None
    found = []
    for source, folder in settings.watched:
        degraded = seen.get(source.name, {}).get("degraded")
        is_seen = source.name in seen and not degraded
        found.append(
            SourceLine(
                source.name, "folder", (str(folder),),
                contact_utc=at if is_seen else None,
                success_utc=newest.get(source.name),
                trouble_utc=at if degraded else None,
                trouble=Text(**degraded) if degraded else pulls.NOTHING,
                is_troubled=bool(degraded),
            )
        )  # fmt: skip
    return found


def source_shape(item: SourceLine, language: Language) -> dict[str, Any]:
    """Return the JSON object of one source."""
    return {
        "name": item.name,
        "kind": item.kind,
        "places": list(item.places),
        "last_contact": _stated(item.contact_utc),
        "last_success": _stated(item.success_utc),
        "last_trouble": _stated(item.trouble_utc),
        "trouble": item.trouble.say(language),
        "in_trouble": item.is_troubled,
        "next": _stated(item.next_utc),
        "not_taken": [
            {"place": one.place, "reason": one.trouble.say(language)}
            for one in item.refused
        ],
    }


def print_sources(output: Output, items: Sequence[SourceLine]) -> None:
    """Print them for people, and below what is not taken.

    Not as a table: addresses are long, and people copy them.
    """
    if not items:
        output.say(Text("There are no sources.", "Es gibt keine Quellen."))
    for item in items:
        kind = word(item.kind)
        place = f"{item.name} ({{}}): {' '.join(item.places)}"
        output.say(Text(place.format(kind.en), place.format(kind.de)))
        output.say(_times(item))
    print_troubles(output, items)


def _times(item: SourceLine) -> Text:
    """Return when it was reached, when all was well, when not, and what is next."""
    contact, success = _shown(item.contact_utc), _shown(item.success_utc)
    trouble, following = _shown(item.trouble_utc), _shown(item.next_utc)
    return Text(
        f"    last contact {contact.en}, last success {success.en}, last trouble "
        f"{trouble.en}, next run {following.en}",
        f"    letzter Kontakt {contact.de}, zuletzt gut {success.de}, letzte Störung "
        f"{trouble.de}, nächster Lauf {following.de}",
    )


def print_troubles(output: Output, items: Sequence[SourceLine]) -> None:
    """Print what is not taken; where that is nothing, what stands in the way."""
    for item in items:
        for one in item.refused:
            where = f"{item.name}, {one.place}"
            output.say(Text(f"{where}: {one.trouble.en}", f"{where}: {one.trouble.de}"))
        if item.is_troubled and not item.refused:
            output.say(item.trouble)


def _stated(moment: dt.datetime | None) -> str | None:
    return moment.isoformat() if moment else None


def _shown(moment: dt.datetime | None) -> Text:
    return local_time(moment) if moment else _NOTHING
