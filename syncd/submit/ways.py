"""From a portal's settings to the way that leads there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from syncd.bilingual import Text
from syncd.errors import ConfigError
from syncd.submit.directory import DirectoryPortal
from syncd.submit.http import HttpPortal
from syncd.submit.http_request import JSON, XML, Form
from syncd.submit.login import login_headers

if TYPE_CHECKING:
    from syncd.settings import PortalSettings
    from syncd.submit.portal import Portal


def open_portal(settings: PortalSettings) -> Portal:
    """Return the way to a portal.

    Raises:
        ValueError: the settings name no target (they cannot be loaded so).
    """
    if settings.kind in {"mail", "shadow"}:
        raise ConfigError(
            Text(
                f"Portals of kind {settings.kind} are not there yet.",
                f"Portale der Art {settings.kind} gibt es noch nicht.",
            )
        )
    if settings.kind == "directory":
        if settings.folder is None:
            message = f"portal {settings.name} has no folder"
            raise ValueError(message)
        return DirectoryPortal(settings.name, settings.folder)
    return _http_portal(settings)


def _http_portal(settings: PortalSettings) -> HttpPortal:
    """Return the way to a portal behind an HTTP address."""
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
        answers=settings.answers,
        status_url=settings.status_url,
        status_answers=settings.status_answers,
        test_url=settings.test_url,
        login=login_headers(settings.auth),
        verify=str(settings.ca_file) if settings.ca_file else True,
        client_cert=settings.client_cert,
        client_key=settings.client_key,
    )
