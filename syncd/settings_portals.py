"""The sections of portals: where reports go, how to log in, how to read the answer."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import Field, model_validator

from syncd import settings_problems as problems
from syncd.settings_values import Name, Section


class MatchSettings(Section):
    """One way to recognise an answer; everything that is named must hold.

    Attributes:
        status: HTTP statuses, any of them; empty = any.
        json_path: path in a JSON answer, `result.state`; must exist.
        xpath: XPath in an XML answer; must find something.
        regex: regular expression over the text (of the place named above, if any).
    """

    status: tuple[int, ...] = ()
    json_path: str = ""
    xpath: str = ""
    regex: str = ""


class AnswerSettings(Section):
    """What answers of a portal mean; empty = our own protocol (docs/portal.md).

    Attributes:
        accepted: the portal has taken the report.
        already: it had it from an earlier send.
        rejected: a clear no.
        later: come back later.
        receipt: where the receipt's number is (json_path, xpath or regex).
        reason: where the reason of a refusal is.
    """

    accepted: tuple[MatchSettings, ...] = ()
    already: tuple[MatchSettings, ...] = ()
    rejected: tuple[MatchSettings, ...] = ()
    later: tuple[MatchSettings, ...] = ()
    pending: tuple[MatchSettings, ...] = ()
    receipt: MatchSettings = MatchSettings()
    reason: MatchSettings = MatchSettings()


class AuthSettings(Section):
    """How to log in.

    Attributes:
        kind: none, basic (user, password), bearer (token), header (header, token) or
            oauth2 (the rest).
        grant: OAuth2 grant that gets the first token.
        most_tokens: new tokens that the server allows in `window_s`.
    """

    kind: Literal["none", "basic", "bearer", "header", "oauth2"] = "none"
    user: str = ""
    password: str = ""
    token: str = ""
    header: str = ""
    token_url: str = ""
    client_id: str = ""
    client_secret: str = ""
    scope: str = ""
    most_tokens: int = Field(default=5, ge=1)
    window_s: float = Field(default=1800.0, gt=0)


class LookupSettings(Section):
    """The reading interface of the Wertungsportal, to see what became of a report.

    Attributes:
        url: address of the reading interface; empty = no look-ups.
        auth: how to log in there.
    """

    url: str = ""
    auth: AuthSettings = AuthSettings()


class MailSettings(Section):
    """How a report is mailed to the rating officer.

    Attributes:
        host: SMTP server.
        port: its port.
        security: starttls or tls; none only on this machine.
        user: for the login, empty = no login.
        password: for the login.
        sender: address of the sender.
        to: addresses of the rating officer.
        language: of the covering text.
    """

    host: str = ""
    port: int = Field(default=587, ge=1, le=65535)
    security: Literal["starttls", "tls", "none"] = "starttls"
    user: str = ""
    password: str = ""
    sender: str = ""
    to: tuple[str, ...] = ()
    language: Literal["de", "en"] = "de"


class PortalSettings(Section):
    """One way to hand in reports."""

    name: Name
    kind: Literal["http", "mail", "directory", "shadow"]
    connections: int = Field(default=1, ge=1, le=32)
    dead_after_s: float = Field(default=14 * 86400.0, gt=0)
    timeout_s: float = Field(default=30.0, gt=0)
    url: str = ""
    method: Literal["POST", "PUT"] = "POST"
    body: Literal["raw", "multipart"] = "raw"
    file_field: str = "file"
    fields: dict[str, str] = Field(default_factory=dict)
    idempotency_header: str = "Idempotency-Key"
    quoted_key: bool = False
    key_ttl_s: float | None = Field(default=None, gt=0)
    headers: dict[str, str] = Field(default_factory=dict)
    auth: AuthSettings = AuthSettings()
    answers: AnswerSettings = AnswerSettings()
    status_url: str = ""
    status_answers: AnswerSettings = AnswerSettings()
    test_url: str = ""
    ca_file: Path | None = None
    client_cert: Path | None = None
    client_key: Path | None = None
    lookup: LookupSettings = LookupSettings()
    folder: Path | None = None
    receipt: Literal["written", "marker"] = "written"
    mail: MailSettings = MailSettings()

    @model_validator(mode="after")
    def _has_target(self) -> PortalSettings:
        if self.kind == "http" and not self.url.startswith(("http://", "https://")):
            raise problems.SettingError(
                problems.target_needed("http", 'url = "https://…"')
            )
        if self.kind in {"directory", "shadow"} and self.folder is None:
            raise problems.SettingError(
                problems.target_needed(self.kind, 'folder = "…"')
            )
        mail = self.mail
        if self.kind == "mail" and not (mail.host and mail.sender and mail.to):
            line = 'mail = { host = "…", sender = "…", to = ["…"] }'
            raise problems.SettingError(problems.target_needed("mail", line))
        return self
