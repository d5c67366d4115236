"""The sections of peers: which other installations get the merged tournaments, and how.

A peer is a Chess League Manager that imports from a folder or a WebDAV server, or
another syncd. What it is told is its own business: `sources` and `tournaments` choose,
`contact_data` is off unless somebody switches it on for this very peer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import AfterValidator, Field, model_validator

from syncd import settings_peer_problems as wrong
from syncd import settings_problems as problems
from syncd.addresses import is_web_address
from syncd.settings_reached import ReachedSettings
from syncd.settings_values import Beat, Name, PathName

if TYPE_CHECKING:
    from syncd.bilingual import Text


def _address(url: str) -> str:
    """Return the address if it is empty or something could be sent to it."""
    if url and not is_web_address(url):
        raise problems.SettingError(wrong.no_address())
    return url


class PeerSettings(ReachedSettings):
    """One installation that gets the merged tournaments.

    Attributes:
        name: how it is called here.
        kind: folder (a file is put there), webdav (likewise, over the net), http
            (another syncd, which takes pushes).
        folder: existing folder.
        url: of a folder (webdav), or of the other syncd (http).
        timeout_s: seconds for one delivery.
        sources: only tournaments of these sources; None = of all.
        tournaments: only those whose name fits one of these; `*` is any text.
        contact_data: whether e-mail addresses and phone numbers go along.
        source: source of ours that is the same installation: it never gets back what
            it has just said itself.
        format: the form of the file: clm (what the Chess League Manager imports), full
            (all that a TRF can hold), trf26 or trf16; auto is full for another syncd,
            else clm. Team events never go as clm, which holds no teams, but as full.
    """

    name: Name
    kind: Literal["folder", "webdav", "http"]
    folder: PathName | None = None
    url: Annotated[str, AfterValidator(_address)] = Field(default="", repr=False)
    timeout_s: Beat = 60.0
    sources: tuple[Name, ...] | None = None
    tournaments: tuple[Annotated[str, Field(min_length=1, max_length=200)], ...] = (
        "*",
    )
    contact_data: bool = False
    source: Name | Literal[""] = ""
    format: Literal["auto", "clm", "full", "trf26", "trf16"] = "auto"

    @property
    def form(self) -> str:
        """The form of files for this peer."""
        if self.format != "auto":
            return self.format
        return "full" if self.kind == "http" else "clm"

    @model_validator(mode="after")
    def _is_consistent(self) -> PeerSettings:
        fault = _target_fault(self) or self.fault([self.url])
        if fault:
            raise problems.SettingError(fault)
        return self


def _target_fault(peer: PeerSettings) -> Text | None:
    """Return what does not fit its kind."""
    if peer.kind == "folder":
        if peer.folder is None:
            return wrong.target_needed(peer.kind, 'folder = "…"')
        return wrong.not_both(peer.kind, "url") if peer.url else None
    if not peer.url:
        return wrong.target_needed(peer.kind, 'url = "https://…"')
    return wrong.not_both(peer.kind, "folder") if peer.folder else None
