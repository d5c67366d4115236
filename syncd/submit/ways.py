"""From a portal's settings to the way that leads there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from syncd.submit.directory import DirectoryPortal
from syncd.submit.http import HttpPortal
from syncd.submit.mail import MailPortal
from syncd.submit.shadow import ShadowPortal

if TYPE_CHECKING:
    from syncd.settings import PortalSettings
    from syncd.submit.portal import Portal


def open_portal(settings: PortalSettings) -> Portal:
    """Return the way to a portal.

    Raises:
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
    return HttpPortal(
        settings.name,
        url=settings.url,
        timeout_s=settings.timeout_s,
        idempotency_header=settings.idempotency_header,
        quoted_key=settings.quoted_key,
        headers=settings.headers,
        verify=str(settings.ca_file) if settings.ca_file else True,
    )
