"""Access tokens in SQL: one for all workers and hosts, and a count of the new ones.

Whoever has the lease `token/…` asks the server; all others wait or take what it has
brought. That a token is asked for is committed before the request leaves, so a crash
can waste a token but never exceed the quota. The refresh token is taken out of the row
in the same commit: the server honours only the newest, and after a crash nobody knows
whether the old one is used up.
"""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Final

from sqlmodel import col, delete, select, update

from syncd.model.access import AccessToken, Quota, QuotaSpent, Turn
from syncd.store.leases import claim_lease, release_lease
from syncd.store.rows import insert_missing, row_id
from syncd.store.tables import LeaseRow, TokenIssueRow, TokenRow

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlmodel import Session

    from syncd.store.engine import Store

CLOCK_SLACK: Final = 1.05
"""The window is stretched so much, since hosts' clocks differ from the server's."""


class SharedTokens:
    """The tokens of one store, as one process sees them.

    Args:
        store: the open store.
        owner: names the process in leases.
        new_uuid: makes random UUIDs; two threads never claim under one name.
    """

    def __init__(self, store: Store, owner: str, new_uuid: Callable[[], str]) -> None:
        self._store = store
        self._owner = owner
        self._new_uuid = new_uuid

    def load(self, client: str, now: dt.datetime) -> AccessToken | None:
        """Return the token if it can be used now."""
        with self._store.read() as session:
            return load_token(session, client, now)

    def claim(
        self, client: str, now: dt.datetime, quota: Quota, lease_s: float
    ) -> AccessToken | Turn | QuotaSpent | None:
        """Return a usable token, or whose turn it is; see `claim_turn`."""
        owner = f"{self._owner}/{self._new_uuid()[:8]}"
        with self._store.write("token.claimed") as session:
            return claim_turn(session, client, owner, now, quota, lease_s)

    def keep(self, turn: Turn, token: AccessToken, now: dt.datetime) -> None:
        """Store what the server gave, for everybody."""
        with self._store.write("token.kept") as session:
            keep_token(session, turn, token, now)

    def give_up(self, turn: Turn, now: dt.datetime, *, was_sent: bool) -> None:
        """End a turn without a token."""
        with self._store.write("token.given_up") as session:
            give_up_turn(session, turn, now, was_sent=was_sent)

    def expire(self, client: str, access: str, now: dt.datetime) -> None:
        """Let nobody use this token any more; a newer one stays."""
        with self._store.write("token.expired") as session:
            session.exec(
                update(TokenRow)
                .where(
                    col(TokenRow.client) == client,
                    col(TokenRow.access) == access,
                    col(TokenRow.expires_utc) > now,
                )
                .values(expires_utc=now)
            )


def load_token(session: Session, client: str, now: dt.datetime) -> AccessToken | None:
    """Return the client's token if it can be used now."""
    row = session.get(TokenRow, client)
    if row is None or not row.access or row.expires_utc <= now:
        return None
    return AccessToken(row.access, row.refresh, row.expires_utc)


def claim_turn(
    session: Session,
    client: str,
    owner: str,
    now: dt.datetime,
    quota: Quota,
    lease_s: float,
) -> AccessToken | Turn | QuotaSpent | None:
    """Return a usable token, or the right to ask for one.

    Args:
        session: an open write transaction.
        client: whose token.
        owner: names the one who would ask, unique per call.
        now: aware UTC time.
        quota: what the server allows.
        lease_s: seconds that asking may take.

    Returns:
        The token if somebody has brought one meanwhile; `Turn` if the caller has to ask
        now; `QuotaSpent` if nobody may; None while somebody else is asking.
    """
    if not claim_lease(session, _lease(client), owner, now, lease_s):
        return None
    found = load_token(session, client, now)
    spent = None if found else _spent(session, client, now, quota, lease_s)
    if found or spent:
        release_lease(session, _lease(client), owner)
        return found or spent
    # The server counts when the request arrives: no later than the lease's end.
    latest = now + dt.timedelta(seconds=lease_s)
    issue = TokenIssueRow(client=client, at_utc=latest)
    session.add(issue)
    session.flush()
    return Turn(client, owner, row_id(issue.id), _take_refresh(session, client))


def keep_token(
    session: Session, turn: Turn, token: AccessToken, now: dt.datetime
) -> None:
    """Store a token unless the turn was over before it came."""
    _counted(session, turn, now)
    if not _is_ours(session, turn):
        return
    insert_missing(session, TokenRow, client=turn.client, expires_utc=now)
    session.exec(
        update(TokenRow)
        .where(col(TokenRow.client) == turn.client)
        .values(access=token.access, refresh=token.refresh, expires_utc=token.until_utc)
    )
    release_lease(session, _lease(turn.client), turn.owner)


def give_up_turn(
    session: Session, turn: Turn, now: dt.datetime, *, was_sent: bool
) -> None:
    """End a turn that brought no token.

    Args:
        session: an open write transaction.
        turn: the turn.
        now: aware UTC time.
        was_sent: whether the server can have counted the request. If not, nothing is
            counted here either and the refresh token is good for the next try.
    """
    if was_sent:
        _counted(session, turn, now)
    else:
        session.exec(
            delete(TokenIssueRow).where(col(TokenIssueRow.id) == turn.issue_id)
        )
        if turn.refresh and _is_ours(session, turn):
            session.exec(
                update(TokenRow)
                .where(col(TokenRow.client) == turn.client)
                .values(refresh=turn.refresh)
            )
    release_lease(session, _lease(turn.client), turn.owner)


def _lease(client: str) -> str:
    return f"token/{client}"


def _is_ours(session: Session, turn: Turn) -> bool:
    """Return whether nobody else has taken the turn over meanwhile."""
    owner = select(LeaseRow.owner).where(LeaseRow.name == _lease(turn.client))
    return session.exec(owner.with_for_update()).one_or_none() == turn.owner


def _take_refresh(session: Session, client: str) -> str:
    """Return the refresh token and take it away: it works once."""
    row = session.get(TokenRow, client)
    if row is None:
        return ""
    refresh, row.refresh = row.refresh, ""
    session.add(row)
    return refresh


def _counted(session: Session, turn: Turn, now: dt.datetime) -> None:
    """Note when a request was over: the server has counted it before."""
    session.exec(
        update(TokenIssueRow)
        .where(col(TokenIssueRow.id) == turn.issue_id, col(TokenIssueRow.at_utc) > now)
        .values(at_utc=now)
    )


def _spent(
    session: Session, client: str, now: dt.datetime, quota: Quota, lease_s: float
) -> QuotaSpent | None:
    """Return until when no token may be asked for, None if one may be now."""
    window = dt.timedelta(seconds=quota.window_s * CLOCK_SLACK)
    _tidy(session, client, now, window, lease_s)
    times = session.exec(
        select(TokenIssueRow.at_utc)
        .where(TokenIssueRow.client == client)
        .order_by(col(TokenIssueRow.at_utc))
    ).all()
    if len(times) < quota.most:
        return None
    return QuotaSpent(times[-quota.most] + window)


def _tidy(
    session: Session,
    client: str,
    now: dt.datetime,
    window: dt.timedelta,
    lease_s: float,
) -> None:
    """Forget what no longer counts; a clock that ran ahead blocks for one window."""
    of_client = col(TokenIssueRow.client) == client
    session.exec(
        delete(TokenIssueRow).where(
            of_client, col(TokenIssueRow.at_utc) <= now - window
        )
    )
    latest = now + dt.timedelta(seconds=lease_s)
    session.exec(
        update(TokenIssueRow)
        .where(of_client, col(TokenIssueRow.at_utc) > latest)
        .values(at_utc=latest)
    )
