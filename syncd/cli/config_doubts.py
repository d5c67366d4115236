"""Values of a configuration that are possible alone but not beside each other."""

from __future__ import annotations

import os
from collections import defaultdict
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from syncd.settings import PortalSettings, Settings
    from syncd.settings_policy import PolicySettings
    from syncd.settings_portals import AuthSettings

_CREDENTIALS: Final = ("user", "password", "token", "token_url", "client_secret")


def doubts(settings: Settings) -> list[Text]:
    """Return what does not fit together, as far as nobody can mean it.

    Args:
        settings: with absolute paths.
    """
    found = [*_same_targets(settings), *_unused_credentials(settings)]
    found += _unkept_contacts(settings)
    if _meets_others(settings) and not settings.rating.has_own_name:
        found.append(_NAMELESS)
    if any(item.job == "readback" for item in settings.schedules) and not any(
        portal.lookup.url for portal in settings.portals
    ):
        found.append(_NO_LOOKUP)
    if any(item.job == "pull" for item in settings.schedules) and not any(
        source.pull for source in settings.sources
    ):
        found.append(_NO_PULL)
    if any(settings.retention.model_dump().values()) and not any(
        item.job == "tidy" for item in settings.schedules
    ):
        found.append(_NO_TIDY)
    if settings.retry.base_s > settings.retry.cap_s:
        found.append(_BASE_ABOVE_CAP)
    return [*found, *_late_warnings(settings), *_unknown_owners(settings)]


def _meets_others(settings: Settings) -> bool:
    """Return whether files of another syncd may come, or it may read ours."""
    return settings.web is not None or any(
        source.push or (source.pull and source.pull.kind == "feed")
        for source in settings.sources
    )


def _unkept_contacts(settings: Settings) -> Iterator[Text]:
    """Yield peers that are to get contact data which no source of theirs keeps."""
    keeping = {one.name for one in settings.sources if one.keep_contact_data}
    for peer in settings.peers:
        names = peer.sources or tuple(one.name for one in settings.sources)
        if peer.contact_data and keeping.isdisjoint(names):
            listed = ", ".join(names) or "–"
            yield Text(
                f"[[peers]] {peer.name}: contact_data = true, but no source whose "
                f"tournaments it gets keeps e-mail addresses and phone numbers, so it "
                f"never gets any. Set keep_contact_data = true at one of: {listed}",
                f"[[peers]] {peer.name}: contact_data = true, aber keine Quelle, deren "
                "Turniere er bekommt, behält E-Mail-Adressen und Telefonnummern, er "
                "bekommt also nie welche. Bitte keep_contact_data = true setzen bei "
                f"einer von: {listed}",
            )


def _same_targets(settings: Settings) -> Iterator[Text]:
    """Yield portals of several names that are one and the same to a report."""
    names = defaultdict[tuple[str, ...], list[str]](list)
    for portal in settings.portals:
        names[_target(portal)].append(portal.name)
    for same in names.values():
        if len(same) > 1:
            listed = ", ".join(same)
            yield Text(
                f"[[portals]] {listed}: they lead to the same place, so each report "
                "arrives there more than once. Keep one of them.",
                f"[[portals]] {listed}: Sie führen an dieselbe Stelle, jeder Bericht "
                "kommt dort also mehrfach an. Bitte nur eines davon behalten.",
            )


def _target(portal: PortalSettings) -> tuple[str, ...]:
    if portal.kind == "mail":
        mail = portal.mail
        return "mail", mail.host.casefold(), *sorted(map(str.casefold, mail.to))
    if portal.folder is not None and portal.kind != "http":
        return "folder", os.path.realpath(portal.folder)
    scheme, _, rest = portal.url.partition("://")
    server, slash, path = rest.rpartition("@")[2].partition("/")
    return "http", scheme.casefold(), server.casefold(), slash + path.rstrip("/")


def _unused_credentials(settings: Settings) -> Iterator[Text]:
    """Yield logins that are given but never used, or not whole."""
    for portal in settings.portals:
        place = f"[[portals]] {portal.name}"
        for name, auth in (("auth", portal.auth), ("lookup.auth", portal.lookup.auth)):
            if auth.kind == "none" and _has_credentials(auth):
                yield Text(
                    f"{place}: {name} has no kind, so nobody logs in. Write for "
                    'instance kind = "bearer".',
                    f"{place}: {name} hat keine Art, es wird also nicht angemeldet. "
                    'Zum Beispiel kind = "bearer" ergänzen.',
                )
        if bool(portal.mail.user) != bool(portal.mail.password):
            yield Text(
                f"{place}: the login of mail needs user and password.",
                f"{place}: Die Anmeldung von mail braucht user und password.",
            )


def _has_credentials(auth: AuthSettings) -> bool:
    return any(getattr(auth, name) for name in _CREDENTIALS)


def _late_warnings(settings: Settings) -> Iterator[Text]:
    """Yield sections whose reports are stopped before anybody is warned."""
    general = settings.rating
    if general.deadline_warn_days > general.deadline_stop_days:
        yield _warned_late("[rating]")
    for place, section in _policies(settings):
        own = (section.deadline_warn_days, section.deadline_stop_days)
        warn_days = own[0] or general.deadline_warn_days
        stop_days = own[1] or general.deadline_stop_days
        if any(own) and warn_days > stop_days:
            yield _warned_late(place)


def _policies(settings: Settings) -> Iterator[tuple[str, PolicySettings]]:
    for source in settings.sources:
        yield f"[[sources]] {source.name}", source
    for tournament in settings.tournaments:
        yield f"[[tournaments]] {tournament.match}", tournament


def _warned_late(place: str) -> Text:
    return Text(
        f"{place}: deadline_warn_days is more than deadline_stop_days, so the warning "
        "comes when nothing leaves by itself any more.",
        f"{place}: deadline_warn_days ist mehr als deadline_stop_days, die Warnung "
        "kommt also erst, wenn nichts mehr von selbst hinausgeht.",
    )


def _unknown_owners(settings: Settings) -> Iterator[Text]:
    """Yield owners that no source is called."""
    for place, section in _policies(settings):
        if section.owner and settings.source(section.owner) is None:
            names = ", ".join(source.name for source in settings.sources) or "–"
            yield Text(
                f'{place}, owner: there is no source "{section.owner}". Configured: '
                f"{names}",
                f'{place}, owner: eine Quelle "{section.owner}" gibt es nicht. '
                f"Eingerichtet: {names}",
            )


_NAMELESS: Final = Text(
    "[rating] installation: this syncd has no name of its own, but meets others "
    "([web], push or a feed). Two of one name do not tell each other which of them "
    'reports a tournament. Give it one, for instance installation = "bezirk-nord".',
    "[rating] installation: Dieses syncd hat keinen eigenen Namen, trifft aber andere "
    "([web], push oder ein Feed). Zwei gleichen Namens sagen einander nicht, wer von "
    "beiden ein Turnier meldet. Bitte einen geben, zum Beispiel installation = "
    '"bezirk-nord".',
)
_NO_LOOKUP: Final = Text(
    "[[schedules]] reads reports back, but no portal has a lookup.url to ask.",
    "[[schedules]] liest Berichte zurück, aber kein Portal hat eine lookup.url dafür.",
)
_NO_TIDY: Final = Text(
    '[retention] names days, but no [[schedules]] has job = "tidy", so nothing is '
    "deleted. Add one.",
    '[retention] nennt Tage, aber kein [[schedules]] hat job = "tidy", also wird '
    "nichts gelöscht. Bitte eines ergänzen.",
)
_NO_PULL: Final = Text(
    "[[schedules]] downloads exports, but no source has an address: pull.url.",
    "[[schedules]] lädt Exporte herunter, aber keine Quelle hat eine Adresse dafür: "
    "pull.url.",
)
_BASE_ABOVE_CAP: Final = Text(
    "[retry]: base_s is more than cap_s, so every wait is cap_s long at most.",
    "[retry]: base_s ist mehr als cap_s, jede Wartezeit ist also höchstens cap_s lang.",
)
