"""A token server as strict as that of the Wertungsportal, with times to scale.

Tokens end, only so many are given in a time (a refresh counts), only the newest refresh
token is worth anything, and 403 names three causes at once. It counts every request, so
that a test can see what a client did wrong even where the client got over it.

Source: access rules of the Wertungsportal's interface as of September 2026.
"""

from __future__ import annotations

import threading
import time
import uuid
from collections import Counter
from typing import Final

from syncd.demo.loopback import Answer, Loopback, Question

PATH: Final = "/rs/auth/token"
_COLLECTIVE: Final = (
    "1. No accesses for this client-id or 2. Too much access tokens for the requested "
    "client-id or 3. Wrong or no scope(s) provided"
)


class TokenOffice:
    """What the token server knows.

    Args:
        client_id: the only client.
        client_secret: its secret.
        scope: the only scope.
        life_s: seconds that a token lives.
        most: new tokens in any `window_s`.
        window_s: seconds.

    Attributes:
        uses: requests that a token opens, None = any number.
        counts: how often what was answered: `issued`, `refreshed`, `over_quota`,
            `stale_refresh`, `bad_client`, `wrong_scope`, `refused` (a token that does
            not count was shown), `served`.
        issued_s: monotonic times of all new tokens.
    """

    def __init__(
        self,
        *,
        client_id: str = "verein",
        client_secret: str = "geheim",  # noqa: S107 - invented, for this machine only
        scope: str = "dsb_tournament",
        life_s: float = 300.0,
        most: int = 5,
        window_s: float = 1800.0,
    ) -> None:
        self._client = (client_id, client_secret)
        self._scope = scope
        self._life_s = life_s
        self._most, self._window_s = most, window_s
        self._lock = threading.Lock()
        self._ends: dict[str, float] = {}
        self.uses: int | None = None
        self._used: Counter[str] = Counter()
        self._refresh = ""
        self.counts: Counter[str] = Counter()
        self.issued_s: list[float] = []

    def give(self, question: Question) -> Answer:
        """Answer a request for a token."""
        with self._lock:
            return self._given(question, time.monotonic())

    def is_good(self, authorization: str) -> bool:
        """Return whether a request shows a token that lives, and count it."""
        access = authorization.removeprefix("Bearer ")
        with self._lock:
            is_alive = self._ends.get(access, 0.0) > time.monotonic()
            self._used[access] += is_alive
            if self._used[access] == self.uses:
                del self._ends[access]
            self.counts["served" if is_alive else "refused"] += 1
        return is_alive

    def revoke_all(self) -> None:
        """Let all tokens end now, as a restarted server would."""
        with self._lock:
            self._ends.clear()

    def _given(self, question: Question, now_s: float) -> Answer:
        form = question.form
        if (form.get("client_id"), form.get("client_secret")) != self._client:
            return self._no("bad_client", 401, "Bad client credentials")
        if form.get("scope") != self._scope:
            return self._no("wrong_scope", 403, _COLLECTIVE)
        is_refresh = form.get("grant_type") == "refresh_token"
        if is_refresh and form.get("refresh_token") != self._refresh:
            return self._no(
                "stale_refresh", 400, "Refresh Token already used or invalid"
            )
        recent = [at for at in self.issued_s if at > now_s - self._window_s]
        if len(recent) >= self._most:
            return self._no("over_quota", 403, _COLLECTIVE)
        return self._new(now_s, is_refresh=is_refresh)

    def _new(self, now_s: float, *, is_refresh: bool) -> Answer:
        access, self._refresh = uuid.uuid4().hex, uuid.uuid4().hex
        self._ends[access] = now_s + self._life_s
        self.issued_s.append(now_s)
        self.counts["refreshed" if is_refresh else "issued"] += 1
        return Answer(
            200,
            {
                "access_token": access,
                "refresh_token": self._refresh,
                "token_type": "bearer",
                "expires_in": self._life_s,
            },
        )

    def _no(self, count: str, status: int, message: str) -> Answer:
        self.counts[count] += 1
        return Answer(status, {"error": "invalid", "error_description": message})


class TokenServer(Loopback):
    """The office behind an address, with a place that only a good token opens.

        POST /rs/auth/token      a token
        …    /…/<fileUUID>       a receipt for who shows a good token, else 401

    Args:
        office: what it knows.
    """

    def __init__(self, office: TokenOffice) -> None:
        super().__init__(self._answered)
        self.office = office

    @property
    def token_url(self) -> str:
        """Address of the tokens."""
        return self.address + PATH

    def _answered(self, question: Question) -> Answer:
        if question.path == PATH:
            return self.office.give(question)
        if self.office.is_good(question.authorization):
            name = question.path.rpartition("/")[2]
            return Answer(
                200, {"status": "accepted", "fileUUID": name, "receipt": f"R-{name}"}
            )
        return Answer(401, {"error": "invalid_token"})
