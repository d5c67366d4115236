"""Logins that are the same for every request, as headers. Pure."""

from __future__ import annotations

import base64
from urllib.parse import unquote, urlsplit

from syncd.settings_portals import AuthSettings


def login_headers(auth: AuthSettings) -> dict[str, str]:
    """Return the headers that log in, none where tokens have to be fetched first.

    Source: RFC 7617 section 2 (Basic, in UTF-8); RFC 6750 section 2.1 (Bearer).
    """
    match auth.kind:
        case "basic":
            pair = f"{auth.user}:{auth.password}".encode()
            return {"Authorization": f"Basic {base64.b64encode(pair).decode('ascii')}"}
        case "bearer":
            return {"Authorization": f"Bearer {auth.token}"}
        case "header":
            return {auth.header: auth.token}
        case _:
            return {}


def login_in_address(url: str) -> AuthSettings:
    """Return the login with user and password that stand in an address, if any do."""
    parts = urlsplit(url)
    if not parts.username or not parts.password:
        return AuthSettings()
    return AuthSettings(
        kind="basic",
        user=unquote(parts.username),
        password=unquote(parts.password),
    )
