"""Names in one section of the settings that another section must have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from syncd import settings_peer_problems as wrong_peer
from syncd.bilingual import Text
from syncd.settings_pull_problems import no_such_pull

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from syncd.settings_peers import PeerSettings
    from syncd.settings_policy import TournamentSettings
    from syncd.settings_sections import (
        RatingSettings,
        ScheduleSettings,
        SourceSettings,
    )
    from syncd.settings_sync import SyncGroup


def unknown_names(
    rating: RatingSettings,
    sources: Sequence[SourceSettings],
    tournaments: Sequence[TournamentSettings],
    portals: Iterable[str],
) -> list[Text]:
    """Return one sentence per name of a portal or source that does not exist.

    Args:
        rating: the general values.
        sources: all sources.
        tournaments: the sections of single tournaments.
        portals: names of all portals.
    """
    known = sorted(portals)
    return [
        *_portals(Text("[rating] ", "[rating] "), rating.portals, known),
        *(
            text
            for number, item in enumerate(sources, start=1)
            for text in _portals(_entry("sources", number), item.portals, known)
        ),
        *(
            text
            for number, item in enumerate(tournaments, start=1)
            for text in _portals(_entry("tournaments", number), item.portals, known)
        ),
        *_sources(tournaments, sorted(source.name for source in sources)),
    ]


def unknown_portals(names: Iterable[str], known: Sequence[str]) -> Iterator[Text]:
    """Yield one sentence per name that no portal has."""
    listed = ", ".join(known) or "–"
    for name in names:
        if name not in known:
            yield Text(
                f'there is no portal "{name}". Configured: {listed}',
                f'ein Portal "{name}" gibt es nicht. Eingerichtet: {listed}',
            )


def unknown_pulls(
    schedules: Sequence[ScheduleSettings], sources: Sequence[SourceSettings]
) -> Iterator[Text]:
    """Yield one sentence per schedule of a source that has nothing to download."""
    known = sorted(source.name for source in sources if source.pull)
    kinds = {one.name: "folder" if one.folder else "push" for one in sources}
    for number, item in enumerate(schedules, start=1):
        if item.source and item.source not in known:
            kind = kinds.get(item.source, "")
            what = no_such_pull(item.source, known, kind)
            where = _entry("schedules", number)
            yield Text(f"{where.en}source: {what.en}", f"{where.de}source: {what.de}")


def unknown_shared(
    groups: Sequence[SyncGroup], sources: Sequence[SourceSettings]
) -> Iterator[Text]:
    """Yield one sentence per source of a group that is none, or stands in two."""
    known = sorted(source.name for source in sources)
    listed, seen = ", ".join(known) or "–", set[str]()
    for number, group in enumerate(groups, start=1):
        where = _entry("sync.groups", number)
        for name in group.sources:
            if name not in known:
                yield Text(
                    f'{where.en}sources: there is no source "{name}". Configured: '
                    f"{listed}",
                    f'{where.de}sources: eine Quelle "{name}" gibt es nicht. '
                    f"Eingerichtet: {listed}",
                )
            elif name in seen:
                yield Text(
                    f'{where.en}sources: "{name}" stands in another group already. '
                    "Make one group of both.",
                    f'{where.de}sources: "{name}" steht schon in einer anderen Gruppe. '
                    "Bitte beide zu einer machen.",
                )
        seen |= set(group.sources)


def faults_of_peers(
    rating: RatingSettings,
    sources: Sequence[SourceSettings],
    peers: Sequence[PeerSettings],
) -> Iterator[Text]:
    """Yield one sentence per name that a peer needs and that does not exist."""
    if peers and not rating.has_own_name:
        yield wrong_peer.no_installation()
    known = sorted(source.name for source in sources)
    for number, peer in enumerate(peers, start=1):
        named = [("sources", name) for name in peer.sources or ()]
        if peer.source:
            named.append(("source", peer.source))
        for setting, name in named:
            if name not in known:
                where = _entry("peers", number)
                what = wrong_peer.unknown_source(name, known)
                yield Text(
                    f"{where.en}{setting}: {what.en}", f"{where.de}{setting}: {what.de}"
                )


def _portals(
    where: Text, names: Sequence[str] | None, known: Sequence[str]
) -> Iterator[Text]:
    for text in unknown_portals(names or (), known):
        yield Text(f"{where.en}portals: {text.en}", f"{where.de}portals: {text.de}")


def _entry(section: str, number: int) -> Text:
    """Return the place of an entry, counted from 1, as other problems name it."""
    return Text(f"[[{section}]] number {number}, ", f"[[{section}]] Nummer {number}, ")


def _sources(
    tournaments: Sequence[TournamentSettings], known: Sequence[str]
) -> Iterator[Text]:
    for number, item in enumerate(tournaments, start=1):
        if item.source and item.source not in known:
            where = _entry("tournaments", number)
            what = wrong_peer.unknown_source(item.source, known)
            yield Text(f"{where.en}source: {what.en}", f"{where.de}source: {what.de}")
