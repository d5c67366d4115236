"""Logging in with OAuth2: one token for all workers, and no more than are allowed.

A token is asked for with the client's id and secret, or with the refresh token of the
last one. The server of the Wertungsportal lets a token live for five minutes, gives at
most five new ones in thirty minutes, and honours only the newest refresh token. Whether
a refresh counts is not said: it is counted. So a token is shared through SQL, exactly
one worker asks for the next, and when the quota is used up nobody asks at all.

Neither secrets nor tokens are ever part of a message, a log line or a printed value;
the words of the token server are not passed on for the same reason.

Source: RFC 6749 sections 4.4 (client credentials), 5 (answers) and 6 (refresh);
access rules of the Wertungsportal's interface as of September 2026.
"""

from __future__ import annotations

import datetime as dt
import hashlib
from dataclasses import KW_ONLY, dataclass, field
from typing import TYPE_CHECKING, Final, Protocol

from syncd.bilingual import Text
from syncd.errors import UnreachableError
from syncd.model.access import AccessToken, Quota, QuotaSpent, Turn

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from syncd.settings_portals import AuthSettings
    from syncd.submit.exchange import Exchange, Reply

ASSUMED_LIFE_S: Final = 300.0
"""Life of a token whose answer names none: what the Wertungsportal promises."""
MOST_LIFE_S: Final = 86_400.0
MARGIN_S: Final = 15.0
"""A token is not used so shortly before its end: it has to last until it arrives."""
MOST_MARGIN: Final = 0.2
"""The margin is no larger a part of the token's life than this."""
MOST_TOKEN_CHARACTERS: Final = 16_384
SPARE_S: Final = 10.0
"""Seconds for storing a token after the longest exchange."""
PAUSE_S: Final = 0.25
PAUSES: Final = 40
"""So often a worker looks whether another one has brought the token."""

_OK: Final = 200
_BAD_REQUEST: Final = 400
_UNAUTHORISED: Final = 401
_FORBIDDEN: Final = 403


class TokenCache(Protocol):
    """Where all workers find the token and agree who asks for the next."""

    def load(self, client: str, now: dt.datetime) -> AccessToken | None:
        """Return the token if it can be used now."""

    def claim(
        self, client: str, now: dt.datetime, quota: Quota, lease_s: float
    ) -> AccessToken | Turn | QuotaSpent | None:
        """Return a usable token, whose turn it is, or None while another one asks.

        A `Turn` is counted against the quota before this returns.
        """

    def keep(self, turn: Turn, token: AccessToken, now: dt.datetime) -> None:
        """Store what a turn has brought."""

    def give_up(self, turn: Turn, now: dt.datetime, *, was_sent: bool) -> None:
        """End a turn without a token."""

    def expire(self, client: str, access: str, now: dt.datetime) -> None:
        """Let nobody use this token any more."""


@dataclass(frozen=True, slots=True)
class Logins:
    """What logins with tokens need of the process they run in.

    Attributes:
        tokens: the tokens that all workers share.
        clock: tells the aware UTC time.
        sleep: waits so many seconds.
    """

    tokens: TokenCache
    clock: Callable[[], dt.datetime]
    sleep: Callable[[float], None]


@dataclass(slots=True, eq=False)
class OAuth:
    """The login of one portal, for one report or one look-up.

    Attributes:
        name: name of the portal, for messages.
        settings: address of the token server, client and quota.
        logins: the shared tokens, clock and sleep.
        exchange: how the token server is asked.
    """

    name: str
    _: KW_ONLY
    settings: AuthSettings = field(repr=False)
    logins: Logins = field(repr=False)
    exchange: Exchange = field(repr=False)
    _used: str = field(default="", init=False, repr=False)
    _is_renewed: bool = field(default=False, init=False, repr=False)

    def authorise(self) -> Mapping[str, str]:
        """Return the header that shows a usable token.

        Raises:
            UnreachableError: there is no token now; `retry_after_s` says when to come
                back where that is known.
        """
        self._used = self._token().access
        return {"Authorization": f"Bearer {self._used}"}

    def on_unauthorised(self) -> None:
        """Have the next `authorise` bring another token, once.

        The server has answered 401: the token it was shown is used by nobody any more.
        A second 401 in a row is not the token's fault, and costs none.
        """
        if self._used and not self._is_renewed:
            self.logins.tokens.expire(self._client, self._used, self.logins.clock())
            self._is_renewed = True

    @property
    def _client(self) -> str:
        """Key of the client in the store; does not depend on the secret."""
        who = f"{self.settings.token_url}\n{self.settings.client_id}"
        return hashlib.sha256(who.encode()).hexdigest()

    def _token(self) -> AccessToken:
        found = self.logins.tokens.load(self._client, self.logins.clock())
        if found is not None:
            return found
        quota = Quota(self.settings.most_tokens, self.settings.window_s)
        # Longer than asking may take at most: nobody else may ask in between.
        lease_s = self.exchange.timeout_s + SPARE_S
        for _ in range(PAUSES):
            if self.exchange.allowance.left_s <= 0:
                break
            now = self.logins.clock()
            claimed = self.logins.tokens.claim(self._client, now, quota, lease_s)
            if isinstance(claimed, QuotaSpent):
                raise _spent(self.name, quota, claimed, now)
            token = self._asked(claimed) if isinstance(claimed, Turn) else claimed
            if token is not None:
                return token
            if claimed is None:
                self.logins.sleep(PAUSE_S)
        wait_s = self.exchange.timeout_s
        raise UnreachableError(_busy(self.name), retry_after_s=wait_s, is_access=True)

    def _asked(self, turn: Turn) -> AccessToken | None:
        """Ask for a token; None if the refresh token was refused.

        Then the next turn, which has no refresh token, asks with the client's secret.
        """
        asked_utc = self.logins.clock()
        try:
            reply = self.exchange.post_form(self.settings.token_url, self._form(turn))
        except UnreachableError as error:
            self._give_up(turn, was_sent=error.may_have_arrived)
            # No report has left, whatever became of the request for a token.
            raise UnreachableError(error.text, is_access=True) from error
        token = _token_in(reply, asked_utc) if reply.status == _OK else None
        if token is not None:
            self.logins.tokens.keep(turn, token, self.logins.clock())
            return token
        self._give_up(turn, was_sent=True)
        if turn.refresh and reply.status in {_BAD_REQUEST, _UNAUTHORISED}:
            return None
        raise self._refused(reply)

    def _give_up(self, turn: Turn, *, was_sent: bool) -> None:
        self.logins.tokens.give_up(turn, self.logins.clock(), was_sent=was_sent)

    def _form(self, turn: Turn) -> dict[str, str]:
        grant = (
            {"grant_type": "refresh_token", "refresh_token": turn.refresh}
            if turn.refresh
            else {"grant_type": "client_credentials"}
        )
        scope = {"scope": self.settings.scope} if self.settings.scope else {}
        return {
            **grant,
            **scope,
            "client_id": self.settings.client_id,
            "client_secret": self.settings.client_secret,
        }

    def _refused(self, reply: Reply) -> UnreachableError:
        """Return why there is no token, and when it makes sense to ask again."""
        window_s = self.settings.window_s
        # So far apart, tries with a wrong secret never use the quota up.
        patient_s = window_s / self.settings.most_tokens
        if reply.status == _FORBIDDEN:
            text, wait_s = forbidden(self.name, self.settings), window_s
        elif reply.status in {_BAD_REQUEST, _UNAUTHORISED}:
            text, wait_s = _wrong_client(self.name, reply.status), patient_s
        else:
            text, wait_s = _no_token(self.name, reply.status), 0.0
        asked_s = reply.retry_after_s or 0.0
        # Without a status: that would mean that a report has left.
        wait_s = max(asked_s, wait_s)
        return UnreachableError(text, retry_after_s=wait_s or None, is_access=True)


def forbidden(name: str, settings: AuthSettings) -> Text:
    """Return what 403 of the Wertungsportal can mean: it names all causes at once.

    Source: access rules of the Wertungsportal's interface as of September 2026.
    """
    scope = settings.scope or "–"
    return Text(
        f"{name} refuses access (403). It does not say why; one of these: 1. this "
        "client id has no access, ask the DSB for it; 2. too many tokens were asked "
        f"for, at most {settings.most_tokens} in {_minutes(settings.window_s)} "
        "minutes, so syncd waits so long, and no other program may use this client "
        f"id; 3. the scope is wrong or not granted (configured: {scope}).",
        f"{name} verweigert den Zugang (403). Warum, sagt es nicht; eines davon: "
        "1. diese Client-ID ist nicht freigeschaltet, das macht der DSB; 2. es wurden "
        f"zu viele Token geholt, höchstens {settings.most_tokens} in "
        f"{_minutes(settings.window_s)} Minuten, darum wartet syncd so lange, und kein "
        "anderes Programm darf diese Client-ID nutzen; 3. der Scope ist falsch oder "
        f"nicht zugeteilt (eingestellt: {scope}).",
    )


def _token_in(reply: Reply, asked_utc: dt.datetime) -> AccessToken | None:
    """Return the token of an answer, None if there is none that can be shown."""
    answer = reply.json()
    if not isinstance(answer, dict):
        return None
    access, refresh = answer.get("access_token"), answer.get("refresh_token")
    kind = answer.get("token_type", "Bearer")
    is_bearer = isinstance(kind, str) and kind.lower() == "bearer"
    if not (is_bearer and _is_token(access)):
        return None
    life_s = _life_s(answer.get("expires_in"))
    usable_s = life_s - min(MARGIN_S, MOST_MARGIN * life_s)
    return AccessToken(
        str(access),
        str(refresh) if _is_token(refresh) else "",
        asked_utc + dt.timedelta(seconds=usable_s),
    )


def _is_token(value: object) -> bool:
    """Return whether a value can stand in a header and in the store."""
    if not isinstance(value, str) or not 0 < len(value) <= MOST_TOKEN_CHARACTERS:
        return False
    return value.isascii() and value.isprintable() and " " not in value


def _life_s(value: object) -> float:
    """Return the seconds of `expires_in`, whole days at most."""
    try:
        life_s = float(str(value))
    except ValueError:
        return ASSUMED_LIFE_S
    return min(life_s, MOST_LIFE_S) if life_s > 0 else ASSUMED_LIFE_S


def _minutes(seconds: float) -> str:
    return f"{seconds / 60:g}"


def _spent(
    name: str, quota: Quota, spent: QuotaSpent, now: dt.datetime
) -> UnreachableError:
    wait_s = max(1.0, (spent.free_utc - now).total_seconds())
    minutes = _minutes(quota.window_s)
    text = Text(
        f"{name} allows {quota.most} new tokens in {minutes} minutes and they are used "
        f"up; the next one may be asked for in {wait_s:.0f} s. Nothing is lost.",
        f"{name} erlaubt {quota.most} neue Token in {minutes} Minuten, und sie sind "
        f"verbraucht; das nächste darf in {wait_s:.0f} s geholt werden. Nichts geht "
        "verloren.",
    )
    return UnreachableError(text, retry_after_s=wait_s, is_access=True)


def _wrong_client(name: str, status: int) -> Text:
    return Text(
        f"The token server of {name} does not accept client id or client secret "
        f"({status}). Check both in the configuration.",
        f"Der Token-Server von {name} nimmt Client-ID oder Client-Secret nicht an "
        f"({status}). Bitte beide in der Konfiguration prüfen.",
    )


def _no_token(name: str, status: int) -> Text:
    return Text(
        f"The token server of {name} gave no usable token ({status}).",
        f"Der Token-Server von {name} hat kein brauchbares Token gegeben ({status}).",
    )


def _busy(name: str) -> Text:
    return Text(
        f"Another worker is asking {name} for a token and has not got it yet.",
        f"Ein anderer Worker holt bei {name} gerade ein Token und hat es noch nicht.",
    )
