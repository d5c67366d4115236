"""From a portal's settings to the way that leads there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from syncd.addresses import may_carry_secrets
from syncd.bilingual import Text
from syncd.errors import ConfigError
from syncd.submit.directory import DirectoryPortal
from syncd.submit.exchange import Exchange
from syncd.submit.http import HttpPortal
from syncd.submit.http_request import (
    JSON,
    XML,
    Form,
)
from syncd.submit.mail import MailPortal
from syncd.submit.oauth import OAuth
from syncd.submit.shadow import ShadowPortal
from syncd.submit.wertungsportal import Wertungsportal
from syncd.wire.allowance import Allowance
from syncd.wire.login import login_headers
from syncd.wire.misconfigured import unusable
from syncd.wire.sendable import address_problems, header_problems
from syncd.wire.tls import tls_context

if TYPE_CHECKING:
    from syncd.settings import PortalSettings
    from syncd.settings_portals import AuthSettings
    from syncd.submit.oauth import Logins
    from syncd.submit.portal import Portal


def check_ways(settings: PortalSettings) -> None:
    """Make sure that a portal and its reading interface can be used as configured.

    Raises:
        ConfigError: they cannot.
    """
    open_portal(settings)
    if settings.lookup.url:
        open_lookup(settings)


def open_portal(settings: PortalSettings, logins: Logins | None = None) -> Portal:
    """Return the way to a portal.

    Args:
        settings: the portal's section.
        logins: the shared tokens; None where the way is checked and not used.

    Raises:
        ConfigError: it cannot be used as configured.
        ValueError: the settings name no target (they cannot be loaded so).
    """
    if settings.kind == "mail":
        return MailPortal(
            settings.name,
            mail=settings.mail,
            timeout_s=settings.timeout_s,
            ca_file=settings.ca_file,
        )
    if settings.kind in {"directory", "shadow"}:
        if settings.folder is None:
            message = f"portal {settings.name} has no folder"
            raise ValueError(message)
        if settings.kind == "shadow":
            return ShadowPortal(settings.name, settings.folder)
        return DirectoryPortal(settings.name, settings.folder, settings.receipt)
    return _http_portal(settings, logins)


def open_lookup(
    settings: PortalSettings, logins: Logins | None = None
) -> Wertungsportal:
    """Return the way to a portal's reading interface, where `lookup.url` is set.

    Args:
        settings: the portal's section.
        logins: the shared tokens; None where the way is checked and not used.

    Raises:
        ConfigError: it cannot be used as configured.
    """
    lookup = settings.lookup
    login = login_headers(lookup.auth)
    problems = [*address_problems(lookup.url), *header_problems(login)]
    if problems:
        raise unusable(settings.name, problems)
    allowance = Allowance()
    exchange = _exchange(settings, allowance)
    return Wertungsportal(
        settings.name,
        url=lookup.url,
        exchange=exchange,
        login=login,
        oauth=_oauth(settings, lookup.auth, lookup.url, logins, allowance),
    )


def _exchange(settings: PortalSettings, allowance: Allowance) -> Exchange:
    verify = str(settings.ca_file) if settings.ca_file else None
    tls = tls_context(settings.name, verify) if verify else None
    return Exchange(settings.name, settings.timeout_s, tls, allowance=allowance)


def _oauth(
    settings: PortalSettings,
    auth: AuthSettings,
    url: str,
    logins: Logins | None,
    allowance: Allowance,
) -> OAuth | None:
    """Return the login with tokens, None where there is another one or none.

    Raises:
        ConfigError: secret or token would travel in the open.
    """
    if auth.kind != "oauth2":
        return None
    for address in (auth.token_url, url):
        if not may_carry_secrets(address):
            raise ConfigError(_in_the_open(settings.name))
    problems = address_problems(auth.token_url)
    if problems:
        raise unusable(settings.name, problems)
    if logins is None:
        return None
    exchange = _exchange(settings, allowance)
    return OAuth(settings.name, settings=auth, logins=logins, exchange=exchange)


def _in_the_open(name: str) -> Text:
    return Text(
        f"Portal “{name}”: with oauth2 all addresses must begin with https://, or "
        "secrets could be read on their way.",
        f"Portal „{name}“: mit oauth2 müssen alle Adressen mit https:// beginnen, "
        "sonst wären Geheimnisse unterwegs lesbar.",
    )


def _http_portal(settings: PortalSettings, logins: Logins | None) -> HttpPortal:
    """Return the way to a portal behind an HTTP address."""
    allowance = Allowance()
    oauth = _oauth(settings, settings.auth, settings.url, logins, allowance)
    rules = (settings.answers, settings.status_answers)
    return HttpPortal(
        settings.name,
        url=settings.url,
        method=settings.method,
        form=Form(
            idempotency_header=settings.idempotency_header,
            quoted_key=settings.quoted_key,
            is_multipart=settings.body == "multipart",
            file_field=settings.file_field,
            fields=settings.fields,
            headers=settings.headers,
            accept=XML if any(item.is_xml for item in rules) else JSON,
        ),
        timeout_s=settings.timeout_s,
        longest_s=settings.longest_send_s,
        allowance=allowance,
        answers=settings.answers,
        status_url=settings.status_url,
        status_answers=settings.status_answers,
        test_url=settings.test_url,
        login=login_headers(settings.auth),
        authorise=oauth.authorise if oauth else None,
        on_unauthorised=oauth.on_unauthorised if oauth else None,
        verify=str(settings.ca_file) if settings.ca_file else True,
        client_cert=settings.client_cert,
        client_key=settings.client_key,
    )
