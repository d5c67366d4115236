"""Tokens of the HTTP interface: given out once, kept as a hash, never shown again.

A token is `syncd_<number>_<secret>`. The number finds the row, so that the secret is
only ever compared, in constant time. The secret has 256 random bits, which nobody
guesses: SHA-256 is as good as a slow hash, which would only cost us time per request.
"""

from __future__ import annotations

import hmac
import re
from typing import TYPE_CHECKING, Final

from sqlmodel import col, select

from syncd.bilingual import Text
from syncd.errors import NotFoundError
from syncd.model.web_access import Access, Scope
from syncd.store.access_tables import AccessRow
from syncd.store.rows import row_id, sha256_hex

if TYPE_CHECKING:
    import datetime as dt

    from sqlmodel import Session

    from syncd.model.web_access import NewAccess

_TOKEN: Final = re.compile(r"syncd_([0-9]{1,9})_([A-Za-z0-9_-]{20,100})")
_NOBODY: Final = sha256_hex(b"")
"""Compared with where there is no such row, so that this takes no less time."""


def save_access(session: Session, new: NewAccess, secret: str, now: dt.datetime) -> str:
    """Store a new token and return it; it cannot be had a second time.

    Args:
        session: an open write transaction.
        new: what it is good for.
        secret: 256 random bits as `secrets.token_urlsafe(32)` writes them.
        now: aware UTC time.
    """
    row = AccessRow(
        name=new.name, scope=new.scope.value, source=new.source, contacts=new.contacts,
        digest=sha256_hex(secret.encode()), created_utc=now,
        expires_utc=new.expires_utc,
    )  # fmt: skip
    session.add(row)
    session.flush()
    return f"syncd_{row_id(row.id)}_{secret}"


def find_access(session: Session, token: str, now: dt.datetime) -> Access | None:
    """Return who a token belongs to, None if it is not, or no longer, good."""
    parts = _TOKEN.fullmatch(token)
    if parts is None:
        return None
    row = session.get(AccessRow, int(parts[1]))
    kept = row.digest if row else _NOBODY
    is_right = hmac.compare_digest(kept, sha256_hex(parts[2].encode()))
    if row is None or not is_right:
        return None
    found = _access(row)
    return found if found.is_good(now) else None


def list_access(session: Session) -> list[Access]:
    """Return all tokens that were ever given out, oldest first."""
    rows = session.exec(select(AccessRow).order_by(col(AccessRow.id)))
    return [_access(row) for row in rows]


def revoke_access(session: Session, number: int, now: dt.datetime) -> Access:
    """End a token; ending it twice changes nothing.

    Raises:
        NotFoundError: there is no such one.
    """
    row = session.get(AccessRow, number)
    if row is None:
        raise NotFoundError(
            Text(
                f"There is no token {number}. All of them: syncd token list",
                f"Ein Token {number} gibt es nicht. Alle zeigt: syncd token list",
            )
        )
    row.revoked_utc = row.revoked_utc or now
    session.add(row)
    return _access(row)


def _access(row: AccessRow) -> Access:
    return Access(
        id=row_id(row.id), name=row.name, scope=Scope(row.scope), source=row.source,
        contacts=row.contacts, created_utc=row.created_utc,
        expires_utc=row.expires_utc, revoked_utc=row.revoked_utc,
    )  # fmt: skip
