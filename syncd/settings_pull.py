"""The part of a source's section that says where exports are downloaded from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from syncd import settings_portal_problems as wrong_portal
from syncd import settings_problems as problems
from syncd import settings_pull_problems as wrong
from syncd.addresses import is_loopback_address, is_web_address
from syncd.settings_portals import AuthSettings
from syncd.settings_values import Beat, Count, PathName, Section

if TYPE_CHECKING:
    from syncd.bilingual import Text

PullKind = Literal["auto", "file", "list", "index", "feed", "webdav", "zip"]


def _address(url: str) -> str:
    """Return the address if something could be downloaded from it."""
    if not is_web_address(url):
        raise problems.SettingError(wrong.no_address())
    return url


def _listed(value: object) -> object:
    """Return a single address as a list of one."""
    return (value,) if isinstance(value, str) else value


def _some(urls: tuple[str, ...]) -> tuple[str, ...]:
    """Return the addresses if there are any, each of them once."""
    if not urls:
        raise problems.SettingError(wrong.no_url())
    if len(set(urls)) < len(urls):
        raise problems.SettingError(wrong.url_twice())
    return urls


class PullSettings(Section):
    """Where and how the exports of a source are downloaded.

    Attributes:
        url: one address or several.
        kind: what is there: an export (file), a text with addresses (list), a web page
            with links (index), JSON of another syncd (feed), a folder (webdav), an
            archive (zip); auto decides by the answer.
        auth: how to log in; everything but oauth2.
        ca_file: certificate authority instead of the usual ones.
        client_cert: our certificate, if the server wants one.
        client_key: its key.
        timeout_s: seconds for a whole pull of all addresses.
        max_files: exports that one pull takes at most.
        max_archive_bytes: size of an archive, packed and unpacked.
        elsewhere: whether links may lead out of the folder of the page they stand on.
        allow_http: whether an address without encryption may be used over the net.
    """

    url: Annotated[
        tuple[Annotated[str, AfterValidator(_address)], ...],
        BeforeValidator(_listed),
        AfterValidator(_some),
    ] = Field(repr=False)
    kind: PullKind = "auto"
    auth: AuthSettings = AuthSettings()
    ca_file: PathName | None = None
    client_cert: PathName | None = None
    client_key: PathName | None = None
    timeout_s: Beat = 120.0
    max_files: Annotated[Count, Field(le=10_000)] = 500
    max_archive_bytes: Count = 100 * 1024 * 1024
    elsewhere: bool = False
    allow_http: bool = False

    @model_validator(mode="after")
    def _is_consistent(self) -> PullSettings:
        fault = _login_fault(self) or _certificate_fault(self)
        if fault:
            raise problems.SettingError(fault)
        return self


def _login_fault(pull: PullSettings) -> Text | None:
    """Return what about the way there is not safe, or not possible."""
    if pull.auth.kind == "oauth2":
        return wrong.no_oauth()
    is_open = any(
        url.startswith("http:") and not is_loopback_address(url) for url in pull.url
    )
    return wrong.open_address() if is_open and not pull.allow_http else None


def _certificate_fault(pull: PullSettings) -> Text | None:
    """Return what is missing for a certificate of one's own."""
    if pull.client_cert and not pull.client_key:
        return wrong_portal.needs("client_cert", "client_key")
    if pull.client_key and not pull.client_cert:
        return wrong_portal.needs("client_key", "client_cert")
    is_encrypted = any(url.startswith("https:") for url in pull.url)
    for name in ("ca_file", "client_cert"):
        if getattr(pull, name) and not is_encrypted:
            return wrong_portal.needs_https(name)
    return None
