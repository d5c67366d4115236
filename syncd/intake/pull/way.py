"""From a source's settings to how its servers are asked."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Literal
from urllib.parse import urlsplit, urlunsplit

from syncd.intake.pull import reasons
from syncd.intake.pull.kinds import is_archive
from syncd.intake.pull.links import MOST_LISTING_BYTES
from syncd.intake.transfer import Way
from syncd.wire.login import login_headers, login_in_address
from syncd.wire.misconfigured import SOURCE, unusable
from syncd.wire.sendable import address_problems, header_problems
from syncd.wire.tls import tls_context

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from syncd.settings import SourceSettings
    from syncd.settings_pull import PullSettings


def check_pulls(sources: Iterable[SourceSettings]) -> None:
    """Make sure that the addresses of all sources can be asked as configured.

    Raises:
        ConfigError: one cannot.
    """
    for source in sources:
        if source.pull is not None:
            for url in source.pull.url:
                open_way(source.name, source.pull, url, source.max_size_bytes)


def open_way(name: str, pull: PullSettings, url: str, max_size_bytes: int) -> Way:
    """Return how the server of a configured address is asked.

    Args:
        name: of the source, for messages.
        pull: its settings.
        url: one of its addresses; a user and password in it log in where `auth` does
            not.
        max_size_bytes: of one export.

    Raises:
        ConfigError: a certificate or header cannot be used.
    """
    login = login_headers(pull.auth) or login_headers(login_in_address(url))
    problems = [*address_problems(url), *header_problems(login)]
    if problems:
        raise unusable(name, problems, SOURCE)
    verify: Path | Literal[True] = pull.ca_file or True
    return Way(
        words=reasons.of_transfer,
        size_limit=lambda head: (
            pull.max_archive_bytes
            if is_archive(head)
            else max(max_size_bytes, MOST_LISTING_BYTES)
        ),
        takes_pages=True,
        login=login,
        tls=tls_context(name, verify, pull.client_cert, pull.client_key, kind=SOURCE),
        bare_tls=tls_context(name, verify, kind=SOURCE),
    )


def bare(way: Way) -> Way:
    """Return the way to another server, which must not see what logs in."""
    return replace(way, login={}, tls=way.bare_tls)


def without_login(url: str) -> str:
    """Return an address without user and password; they travel as a header."""
    parts = urlsplit(url)
    server = parts.netloc.rpartition("@")[2]
    return urlunsplit((parts.scheme, server, parts.path, parts.query, ""))
