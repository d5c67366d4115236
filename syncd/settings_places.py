"""Folders and files that the settings name: made absolute, and far enough apart.

A source's folder is emptied or moved about below, so nothing of syncd's own and nothing
that it has written for others may lie there, and no file may belong to two sources.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from syncd.bilingual import Text
from syncd.settings_sections import StoreSettings
from syncd.settings_values import Section

if TYPE_CHECKING:
    from collections.abc import Iterator

    from syncd.settings import Settings
    from syncd.settings_peers import PeerSettings
    from syncd.settings_portals import PortalSettings
    from syncd.settings_sections import SourceSettings


Paths = TypeVar("Paths", bound=Section)


def anchored(
    settings: Settings, base: Path, state: Path, file: Path | None
) -> Settings:
    """Return the settings with every relative path made absolute.

    Args:
        settings: as they were read.
        base: absolute folder from which relative paths count.
        state: the state directory.
        file: the configuration file, if there is one.
    """
    return settings.model_copy(
        update={
            "file": file.resolve() if file else None,
            "state_directory": base / state,
            "store": StoreSettings(url=_anchored_url(settings.store.url, base)),
            "sources": tuple(_source(item, base) for item in settings.sources),
            "portals": tuple(_portal(item, base) for item in settings.portals),
            "peers": tuple(_peer(item, base) for item in settings.peers),
            "web": settings.web
            and _with_paths(settings.web, base, "cert_file", "key_file"),
        }
    )


_CERTIFICATES: Final = ("ca_file", "client_cert", "client_key")


def _source(source: SourceSettings, base: Path) -> SourceSettings:
    found = _with_paths(source, base, "folder")
    if found.pull is None:
        return found
    pull = _with_paths(found.pull, base, *_CERTIFICATES)
    return found.model_copy(update={"pull": pull})


def _portal(portal: PortalSettings, base: Path) -> PortalSettings:
    return _with_paths(portal, base, "folder", *_CERTIFICATES)


def _peer(peer: PeerSettings, base: Path) -> PeerSettings:
    return _with_paths(peer, base, "folder", *_CERTIFICATES)


def _with_paths(section: Paths, base: Path, *names: str) -> Paths:
    """Return a section with the named paths made absolute, as far as they are set."""
    given = {name: getattr(section, name) for name in names}
    return section.model_copy(
        update={name: base / path if path else None for name, path in given.items()}
    )


def _anchored_url(url: str, base: Path) -> str:
    """Return the URL; that of an SQLite file made absolute."""
    scheme, _, path = url.partition(":///")
    return f"sqlite:///{base / path}" if scheme == "sqlite" and path else url


def misplaced(settings: Settings) -> list[Text]:
    """Return one sentence per folder that must not be where it is.

    Args:
        settings: with absolute paths.
    """
    found: list[Text] = []
    for number, (source, folder) in enumerate(settings.watched):
        found += _forbidden(settings, source, folder)
        for other, others in settings.watched[:number]:
            if _touch(folder, others):
                found.append(_shared(source, other))
        for portal in settings.portals:
            if portal.folder and _touch(folder, portal.folder):
                found.append(_entangled(source, portal))
    return [*found, *_misplaced_peers(settings)]


def _misplaced_peers(settings: Settings) -> Iterator[Text]:
    """Yield where what is passed on would come back as an export, or be overwritten.

    Only the folder itself is written to, so a watched one may lie below it.
    """
    placed = [(peer, peer.folder) for peer in settings.peers if peer.folder]
    for number, (peer, folder) in enumerate(placed):
        for source, watched in settings.watched:
            if _is_in(folder, watched):
                yield _coming_back(peer, source)
        for other, others in placed[:number]:
            if _real(folder) == _real(others):
                yield _same_folder(peer, other)
        if _is_in(folder, settings.state_directory):
            place, state = f"[[peers]] {peer.name}, folder", settings.state_directory
            yield _ours(place, Text("state directory", "state_directory"), state)


def _forbidden(
    settings: Settings, source: SourceSettings, folder: Path
) -> Iterator[Text]:
    """Yield what of syncd's own a source would take for exports."""
    place, state = f"[[sources]] {source.name}, folder", settings.state_directory
    database, file = settings.sqlite_file, settings.file
    if _real(folder) == Path("/"):
        yield _not_all(place)
    elif file and _is_in(file.parent, folder):
        yield Text(
            f"{place}: the configuration {file} lies in {folder}. Give the "
            "exports a folder of their own.",
            f"{place}: Die Konfiguration {file} liegt in {folder}. Bitte für "
            "die Exporte einen eigenen Ordner nehmen.",
        )
    elif _is_in(state, folder):
        yield _ours(place, Text("state directory", "state_directory"), state)
    elif database and _is_in(database, folder):
        yield _ours(place, Text("database", "Datenbank"), database)


def _not_all(place: str) -> Text:
    return Text(
        f"{place}: this is the whole computer. Name the folder of the exports.",
        f"{place}: Das ist der ganze Rechner. Bitte den Ordner der Exporte nennen.",
    )


def _ours(place: str, what: Text, path: Path) -> Text:
    return Text(
        f"{place}: the {what.en} {path} lies there. Keep exports and syncd's own files "
        "in folders apart.",
        f"{place}: Dort liegt syncds eigene Ablage ({what.de} {path}). Bitte Exporte "
        "und eigene Dateien von syncd in getrennten Ordnern halten.",
    )


def _shared(source: SourceSettings, other: SourceSettings) -> Text:
    return Text(
        f"[[sources]] {source.name} and {other.name}: {source.folder} and "
        f"{other.folder} are the same folder, or one lies in the other. Every file "
        "would count for both and its tournament be reported twice: keep them apart.",
        f"[[sources]] {source.name} und {other.name}: {source.folder} und "
        f"{other.folder} sind derselbe Ordner, oder einer liegt im anderen. Jede Datei "
        "würde für beide zählen und ihr Turnier doppelt gemeldet: bitte trennen.",
    )


def _entangled(source: SourceSettings, portal: PortalSettings) -> Text:
    return Text(
        f"[[portals]] {portal.name} and [[sources]] {source.name}: {portal.folder} and "
        f"{source.folder} are the same folder, or one lies in the other. Reports would "
        "be taken for exports: keep them apart.",
        f"[[portals]] {portal.name} und [[sources]] {source.name}: {portal.folder} und "
        f"{source.folder} sind derselbe Ordner, oder einer liegt im anderen. Berichte "
        "würden als Exporte übernommen: bitte trennen.",
    )


def _coming_back(peer: PeerSettings, source: SourceSettings) -> Text:
    return Text(
        f"[[peers]] {peer.name} and [[sources]] {source.name}: {peer.folder} is the "
        f"watched folder {source.folder} or lies in it. What is passed on would come "
        "back as an export: name the folder from which the other side imports.",
        f"[[peers]] {peer.name} und [[sources]] {source.name}: {peer.folder} ist der "
        f"überwachte Ordner {source.folder} oder liegt darin. Was weitergegeben wird, "
        "käme als Export zurück: bitte den Ordner nennen, aus dem die andere Seite "
        "importiert.",
    )


def _same_folder(peer: PeerSettings, other: PeerSettings) -> Text:
    return Text(
        f"[[peers]] {peer.name} and {other.name}: both have the folder {peer.folder}. "
        "Each would overwrite what the other has put there: one section is enough.",
        f"[[peers]] {peer.name} und {other.name}: beide haben den Ordner "
        f"{peer.folder}. Jeder überschriebe, was der andere abgelegt hat: ein "
        "Abschnitt genügt.",
    )


def _touch(one: Path, other: Path) -> bool:
    """Return whether two folders are the same or one lies in the other."""
    return _is_in(one, other) or _is_in(other, one)


def _is_in(path: Path, folder: Path) -> bool:
    """Return whether a path is a folder or lies in it, links followed."""
    return _real(path).is_relative_to(_real(folder))


def _real(path: Path) -> Path:
    # realpath, since resolve() raises on links that go in a circle
    return Path(os.path.realpath(path))
