"""The sections of portals: where reports go, how to log in, how to read the answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final, Literal
from urllib.parse import urlsplit

from pydantic import AfterValidator, Field, ValidationInfo, model_validator

from syncd import placeholders
from syncd import settings_portal_problems as wrong
from syncd import settings_problems as problems
from syncd.addresses import is_web_address
from syncd.settings_answers import AnswerSettings
from syncd.settings_values import Beat, Count, Name, PathName, Pause, Section

if TYPE_CHECKING:
    from syncd.bilingual import Text


def _template(text: str) -> str:
    """Return the text if everything in braces is a placeholder that exists."""
    for name in placeholders.names_in(text):
        if name not in placeholders.KNOWN:
            raise problems.SettingError(
                wrong.unknown_placeholder(name, placeholders.KNOWN)
            )
    return text


Template = Annotated[str, AfterValidator(_template)]
"""Text in which `{file_uuid}` and the like stand for what each report has."""


def _address(url: str, info: ValidationInfo) -> str:
    """Return the address if it is empty or could be reached."""
    if url and not is_web_address(url):
        raise problems.SettingError(wrong.no_address(str(info.field_name)))
    return url


def _moving_address(url: str) -> str:
    """Return the address if it leads to one and the same host for every report."""
    _template(url)
    scheme, _, rest = url.partition("://")
    if rest and placeholders.names_in(scheme + rest.partition("/")[0]):
        raise problems.SettingError(wrong.moving_host())
    return url


Address = Annotated[str, AfterValidator(_address)]
"""Address of something that is the same for every report."""

ReportAddress = Annotated[
    str, AfterValidator(_moving_address), AfterValidator(_address)
]
"""Address that may have placeholders behind the name of the host."""


class AuthSettings(Section):
    """How to log in.

    Attributes:
        kind: none, basic (user, password), bearer (token), header (header, token) or
            oauth2 (the rest).
        most_tokens: new tokens that the server allows in `window_s`.
    """

    kind: Literal["none", "basic", "bearer", "header", "oauth2"] = "none"
    user: str = ""
    password: str = Field(default="", repr=False)
    token: str = Field(default="", repr=False)
    header: str = ""
    token_url: Address = Field(default="", repr=False)
    client_id: str = ""
    client_secret: str = Field(default="", repr=False)
    scope: str = ""
    most_tokens: Count = 5
    window_s: Pause = 1800.0

    @model_validator(mode="after")
    def _is_complete(self) -> AuthSettings:
        for name in _NEEDED[self.kind]:
            if not getattr(self, name):
                raise problems.SettingError(wrong.needs(f'kind = "{self.kind}"', name))
        return self


_NEEDED: Final = {
    "none": (),
    "basic": ("user", "password"),
    "bearer": ("token",),
    "header": ("header", "token"),
    "oauth2": ("token_url", "client_id", "client_secret"),
}
"""What each way to log in cannot do without."""


class LookupSettings(Section):
    """The reading interface of the Wertungsportal, to see what became of a report.

    Attributes:
        url: address of the reading interface; empty = no look-ups.
        auth: how to log in there.
    """

    url: Address = Field(default="", repr=False)
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
    password: str = Field(default="", repr=False)
    sender: str = ""
    to: tuple[str, ...] = ()
    language: Literal["de", "en"] = "de"


def _not_none(name: str) -> str:
    """Return the name unless it is the word for no portal."""
    if name.casefold() == "none":
        raise problems.SettingError(wrong.reserved_name(name))
    return name


class PortalSettings(Section):
    """One way to hand in reports."""

    name: Annotated[Name, AfterValidator(_not_none)]
    kind: Literal["http", "mail", "directory", "shadow"]
    connections: int = Field(default=1, ge=1, le=32)
    dead_after_s: Pause = 14 * 86400.0
    timeout_s: Beat = 30.0
    url: ReportAddress = Field(default="", repr=False)
    method: Literal["POST", "PUT"] = "POST"
    body: Literal["raw", "multipart"] = "raw"
    file_field: str = "file"
    fields: dict[str, Template] = Field(default_factory=dict, repr=False)
    idempotency_header: str = "Idempotency-Key"
    quoted_key: bool = False
    key_ttl_s: Pause | None = None
    headers: dict[str, Template] = Field(default_factory=dict, repr=False)
    auth: AuthSettings = AuthSettings()
    answers: AnswerSettings = AnswerSettings()
    status_url: ReportAddress = Field(default="", repr=False)
    status_answers: AnswerSettings = AnswerSettings()
    test_url: ReportAddress = Field(default="", repr=False)
    ca_file: PathName | None = None
    client_cert: PathName | None = None
    client_key: PathName | None = None
    lookup: LookupSettings = LookupSettings()
    folder: PathName | None = None
    receipt: Literal["written", "marker"] = "written"
    mail: MailSettings = MailSettings()

    @property
    def longest_send_s(self) -> float:
        """Seconds that a send, a question or a search may take, logins included."""
        return 2 * self.timeout_s

    @model_validator(mode="after")
    def _has_target(self) -> PortalSettings:
        if self.kind == "http" and not self.url:
            raise problems.SettingError(
                wrong.target_needed("http", 'url = "https://…"')
            )
        if self.kind in {"directory", "shadow"} and self.folder is None:
            raise problems.SettingError(wrong.target_needed(self.kind, 'folder = "…"'))
        mail = self.mail
        if self.kind == "mail" and not (mail.host and mail.sender and mail.to):
            line = 'mail = { host = "…", sender = "…", to = ["…"] }'
            raise problems.SettingError(wrong.target_needed("mail", line))
        return self

    @model_validator(mode="after")
    def _is_consistent(self) -> PortalSettings:
        if self.kind == "http":
            fault = _http_fault(self)
            if fault:
                raise problems.SettingError(fault)
        return self


def _http_fault(portal: PortalSettings) -> Text | None:
    """Return what does not fit together in the section of an HTTP portal."""
    if portal.fields and portal.body != "multipart":
        return wrong.multipart_only()
    if portal.answers.absent:
        return wrong.absent_is_for_status()
    return _address_fault(portal) or _certificate_fault(portal)


def _address_fault(portal: PortalSettings) -> Text | None:
    """Return what about the other addresses does not fit the main one."""
    if portal.url.startswith("https:") and portal.test_url.startswith("http:"):
        return wrong.open_test()
    if portal.status_url and "{file_uuid}" not in portal.status_url:
        return wrong.no_file_named()
    if portal.status_url and _host(portal.status_url) != _host(portal.url):
        return wrong.other_host("status_url")
    return None


def _host(url: str) -> tuple[str, str]:
    """Return scheme and host with its port, as they stand."""
    parts = urlsplit(url)
    return parts.scheme, parts.netloc.rpartition("@")[2].lower()


def _certificate_fault(portal: PortalSettings) -> Text | None:
    """Return what is missing for a certificate of one's own."""
    if portal.client_cert and not portal.client_key:
        return wrong.needs("client_cert", "client_key")
    if portal.client_key and not portal.client_cert:
        return wrong.needs("client_key", "client_cert")
    for name in ("ca_file", "client_cert"):
        if getattr(portal, name) and not portal.url.startswith("https://"):
            return wrong.needs_https(name)
    return None
