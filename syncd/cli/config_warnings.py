"""What is possible in a configuration, but most likely not meant.

A missing folder is no error: it may be a share that is mounted later.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from syncd.addresses import holds_login, may_carry_secrets
from syncd.bilingual import Text
from syncd.cli.config_doubts import doubts
from syncd.daemon.one_host import has_remote_broker
from syncd.settings import places_of_config

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from syncd.settings import (
        PeerSettings,
        PortalSettings,
        Settings,
        SourceSettings,
    )


def config_warnings(settings: Settings) -> list[Text]:
    """Return what a person should look at, empty if all is as usual."""
    warnings = [] if settings.file else [no_file()]
    if not settings.sources:
        warnings.append(_NO_SOURCE)
    warnings += [
        _no_folder("[[sources]]", source.name, folder)
        for source, folder in settings.watched
        if not os.path.isdir(folder)  # noqa: PTH112 - is_dir() raises where we may not look
    ]
    warnings += [
        _no_folder("[[portals]]", portal.name, portal.folder)
        for portal in settings.portals
        if portal.folder and not os.path.isdir(portal.folder)  # noqa: PTH112
    ]
    warnings += [
        _no_folder("[[peers]]", peer.name, peer.folder)
        for peer in settings.peers
        if peer.folder and not os.path.isdir(peer.folder)  # noqa: PTH112
    ]
    scheduled = {item.job for item in settings.schedules}
    if "lists" in scheduled and not settings.lists.urls:
        warnings.append(_NO_ADDRESS)
    warnings += _mixed_with_shadow(settings)
    if has_remote_broker(settings):
        warnings.append(_REMOTE_BROKER)
    for source in settings.sources:
        warnings += _pull_warnings(source)
    if settings.web is None and any(source.push for source in settings.sources):
        warnings.append(_NO_WEB)
    for portal in settings.portals:
        warnings += _portal_warnings(portal)
    for peer in settings.peers:
        warnings += _peer_warnings(peer)
    return [*warnings, *doubts(settings)]


def _pull_warnings(source: SourceSettings) -> Iterator[Text]:
    """Yield what about downloads is possible, but nobody can want."""
    if source.pull is None:
        return
    for url in source.pull.url:
        has_login = source.pull.auth.kind != "none" or holds_login(url)
        if has_login and not may_carry_secrets(url):
            yield _open_login(f"[[sources]] {source.name}", "pull.url")


def _peer_warnings(peer: PeerSettings) -> Iterator[Text]:
    """Yield what about a peer is possible, but nobody can want."""
    place = f"[[peers]] {peer.name}"
    if peer.url and not may_carry_secrets(peer.url):
        has_login = peer.auth.kind != "none" or holds_login(peer.url)
        if has_login:
            yield _open_login(place, "url")
        if peer.contact_data:
            yield Text(
                f"{place}: e-mail addresses and phone numbers travel unencrypted. "
                "Write https:// in url.",
                f"{place}: E-Mail-Adressen und Telefonnummern gehen unverschlüsselt "
                "über das Netz. Bitte in url https:// schreiben.",
            )


def _open_login(place: str, name: str) -> Text:
    return Text(
        f"{place}: the login travels unencrypted. Write https:// in {name}.",
        f"{place}: Die Anmeldung geht unverschlüsselt über das Netz. Bitte in "
        f"{name} https:// schreiben.",
    )


def _portal_warnings(portal: PortalSettings) -> Iterator[Text]:
    """Yield what an HTTP portal allows that nobody can want."""
    place = f"[[portals]] {portal.name}"
    for name in _open_logins(portal):
        yield _open_login(place, name)
    if any(not rule.is_place for rule in portal.answers.accepted):
        yield Text(
            f"{place}: an answer counts as accepted by its status alone, so any login "
            "page could be taken for a receipt. Add json_path, xpath or regex, best "
            "with {file_uuid}.",
            f"{place}: Eine Antwort gilt allein wegen ihres Status als Annahme, so "
            "könnte jede Anmeldeseite als Quittung gelten. Bitte json_path, xpath oder "
            "regex ergänzen, am besten mit {file_uuid}.",
        )


def _open_logins(portal: PortalSettings) -> Iterator[str]:
    """Yield the addresses to which a login goes that others could read on the way.

    With oauth2 none is left: such a portal is refused.
    """
    lookup = portal.lookup
    addresses = (
        ("url", portal.url, portal.auth),
        ("status_url", portal.status_url, portal.auth),
        ("test_url", portal.test_url, portal.auth),
        ("lookup.url", lookup.url, lookup.auth),
    )
    for name, url, auth in addresses:
        has_login = auth.kind != "none" or holds_login(url)
        if url and has_login and not may_carry_secrets(url):
            yield name


def no_file() -> Text:
    """Return that there is no configuration file, where it was looked for, and why."""
    places = ", ".join(str(place.absolute()) for place in places_of_config())
    return Text(
        f"There is no configuration file. Looked for: {places}. Write one with "
        "`syncd config init`, or name it with --config or $SYNCD_CONFIG.",
        f"Es gibt keine Konfigurationsdatei. Gesucht: {places}. Bitte eine anlegen mit "
        "`syncd config init` oder mit --config oder $SYNCD_CONFIG angeben.",
    )


_NO_SOURCE = Text(
    "No source is configured, so no file is ever taken. Add a section [[sources]].",
    "Es ist keine Quelle eingerichtet, also wird nie eine Datei übernommen. Bitte "
    "einen Abschnitt [[sources]] ergänzen.",
)

_NO_ADDRESS = Text(
    "[[schedules]] imports lists, but there is no address to get them from. Add to "
    "[lists]: urls = […]",
    "[[schedules]] importiert Listen, aber es gibt keine Adresse dafür. Bitte in "
    "[lists] ergänzen: urls = […]",
)
_NO_WEB = Text(
    "A source has push = true, but the HTTP interface is off, so nothing can be handed "
    "in. Add a section [web].",
    "Eine Quelle hat push = true, aber die HTTP-Schnittstelle ist aus; so kann nichts "
    "abgegeben werden. Bitte einen Abschnitt [web] ergänzen.",
)
_REMOTE_BROKER = Text(
    "The broker is on another host, but the store is an SQLite file, which only this "
    "host can use. Workers on other hosts need PostgreSQL: [store] url.",
    "Der Broker läuft auf einem anderen Rechner, die Datenbank ist aber eine "
    "SQLite-Datei, die nur dieser Rechner benutzen kann. Worker auf anderen Rechnern "
    "brauchen PostgreSQL: [store] url.",
)


def _mixed_with_shadow(settings: Settings) -> list[Text]:
    """Return which sources have reports compared and sent at the same time."""
    shadow = settings.shadow_portals
    return [
        _mixed(source.name)
        for source in settings.sources
        if shadow & _portals_of(settings, source)
        and _portals_of(settings, source) - shadow
    ]


def _portals_of(settings: Settings, source: SourceSettings) -> set[str]:
    if source.portals is None:
        return {portal.name for portal in settings.portals}
    return set(source.portals)


def _mixed(name: str) -> Text:
    return Text(
        f"[[sources]] {name}: its reports go to a shadow portal, which only compares, "
        "and to a real one. Whoever submits by hand while syncd does so too has "
        'tournaments rated twice: name the portals with portals = ["…"].',
        f"[[sources]] {name}: Die Berichte gehen an ein Schattenportal, das nur "
        "vergleicht, und an ein echtes. Wer von Hand einreicht, während syncd es auch "
        'tut, lässt Turniere doppelt werten: die Portale mit portals = ["…"] '
        "festlegen.",
    )


def _no_folder(section: str, name: str, folder: Path) -> Text:
    return Text(
        f"{section} {name}: the folder {folder} does not exist. Create or mount it.",
        f"{section} {name}: Den Ordner {folder} gibt es nicht. Bitte anlegen oder "
        "einhängen.",
    )
