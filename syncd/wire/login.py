"""Logins that are the same for every request, as headers. Pure."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING

if TYPE_CHECKING:
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
