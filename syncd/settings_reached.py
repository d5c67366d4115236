"""How any server is reached that is no portal: login, certificates, encryption."""

from __future__ import annotations

from typing import TYPE_CHECKING

from syncd import settings_portal_problems as wrong_portal
from syncd import settings_pull_problems as wrong
from syncd.addresses import is_loopback_address
from syncd.settings_portals import AuthSettings
from syncd.settings_values import PathName, Section

if TYPE_CHECKING:
    from collections.abc import Sequence

    from syncd.bilingual import Text


class ReachedSettings(Section):
    """The part of a section that says how its addresses are reached.

    Attributes:
        auth: how to log in; everything but oauth2.
        ca_file: certificate authority instead of the usual ones.
        client_cert: our certificate, if the server wants one.
        client_key: its key.
        allow_http: whether an address without encryption may be used over the net.
    """

    auth: AuthSettings = AuthSettings()
    ca_file: PathName | None = None
    client_cert: PathName | None = None
    client_key: PathName | None = None
    allow_http: bool = False

    def fault(self, urls: Sequence[str]) -> Text | None:
        """Return what about the way to these addresses is not safe or possible."""
        return self._login_fault(urls) or self._certificate_fault(urls)

    def _login_fault(self, urls: Sequence[str]) -> Text | None:
        if self.auth.kind == "oauth2":
            return wrong.no_oauth()
        is_open = any(
            url.startswith("http:") and not is_loopback_address(url) for url in urls
        )
        return wrong.open_address() if is_open and not self.allow_http else None

    def _certificate_fault(self, urls: Sequence[str]) -> Text | None:
        """Return what is missing for a certificate of one's own."""
        if self.client_cert and not self.client_key:
            return wrong_portal.needs("client_cert", "client_key")
        if self.client_key and not self.client_cert:
            return wrong_portal.needs("client_key", "client_cert")
        is_encrypted = any(url.startswith("https:") for url in urls)
        for name in ("ca_file", "client_cert"):
            if getattr(self, name) and not is_encrypted:
                return wrong_portal.needs_https(name)
        return None
