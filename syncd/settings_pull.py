"""The part of a source's section that says where exports are downloaded from."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from syncd import settings_problems as problems
from syncd import settings_pull_problems as wrong
from syncd.addresses import is_web_address
from syncd.settings_reached import ReachedSettings
from syncd.settings_values import Beat, Count

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


class PullSettings(ReachedSettings):
    """Where and how the exports of a source are downloaded.

    Attributes:
        url: one address or several.
        kind: what is there: an export (file), a text with addresses (list), a web page
            with links (index), JSON of another syncd (feed), a folder (webdav), an
            archive (zip); auto decides by the answer.
        timeout_s: seconds for a whole pull of all addresses.
        max_files: exports that one pull takes at most.
        max_archive_bytes: size of an archive, packed and unpacked.
        elsewhere: whether links may lead out of the folder of the page they stand on.
    """

    url: Annotated[
        tuple[Annotated[str, AfterValidator(_address)], ...],
        BeforeValidator(_listed),
        AfterValidator(_some),
    ] = Field(repr=False)
    kind: PullKind = "auto"
    timeout_s: Beat = 120.0
    max_files: Annotated[Count, Field(le=10_000)] = 500
    max_archive_bytes: Count = 100 * 1024 * 1024
    elsewhere: bool = False

    @model_validator(mode="after")
    def _is_consistent(self) -> PullSettings:
        fault = self.fault(self.url)
        if fault:
            raise problems.SettingError(fault)
        return self
