"""Downloading a list into a file of its own, completely or not at all.

The request asks only for what is newer than what is known; what it may cost and where
it may lead is the business of `syncd.intake.transfer`. The file lies in the state
directory under a name of ours and is gone when the caller is done with it.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.errors import ConfigError
from syncd.intake.transfer import (
    NOTHING_KNOWN,
    Fault,
    Known,
    Transfer,
    Trouble,
    Way,
    file_in,
)
from syncd.wire.sendable import address_problems

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from io import BufferedReader
    from pathlib import Path

_LOGIN: Final = frozenset({401, 403, 407})


@dataclass(frozen=True, slots=True)
class FetchLimits:
    """What a download may cost.

    Attributes:
        size_bytes: FIDE's packed list has 50 MB, unpacked 835 MB.
        time_s: seconds for the whole download.
        silence_s: seconds without a byte.
    """

    size_bytes: int = 2 * 1024**3
    time_s: float = 1800.0
    silence_s: float = 30.0


@dataclass(frozen=True, slots=True)
class Download:
    """A complete download.

    Attributes:
        stream: the file, open for reading.
        known: what to say of it next time.
    """

    stream: BufferedReader
    known: Known


DEFAULT_LIMITS: Final = FetchLimits()


@contextmanager
def downloaded(
    url: str,
    folder: Path,
    known: Known = NOTHING_KNOWN,
    limits: FetchLimits = DEFAULT_LIMITS,
    progress: Callable[[int], None] = lambda _: None,
) -> Iterator[Download | None]:
    """Download a file; it is deleted at the end.

    Args:
        url: http or https.
        folder: existing folder for the file.
        known: of the list that is there already.
        limits: what is refused.
        progress: told of bytes received.

    Yields:
        The download; None if the server has nothing newer.

    Raises:
        ConfigError: no address that could be asked.
        RemoteError: no answer, or one that is no list.
        StoreError: the file cannot be written.
    """
    if address_problems(url):
        raise ConfigError(_NO_ADDRESS)
    way = Way(_said, lambda _: limits.size_bytes, limits.silence_s)
    with file_in(folder) as file:
        answer = Transfer(way, limits.time_s, progress).fetch(url, file, known)
        yield None if answer is None else Download(file, answer.known)


def _said(trouble: Trouble) -> Text:
    """Say what went wrong, and what that means for the list."""
    if trouble.fault is Fault.NO_ANSWER:
        return _unreachable(trouble.host, trouble.why)
    if trouble.fault is Fault.PAGE:
        return _web_page(trouble.host)
    if trouble.fault is Fault.ASTRAY:
        return _astray(trouble.host)
    return _ALWAYS.get(trouble.fault) or _status(trouble.host, trouble.status)


def _unreachable(host: str, why: Text) -> Text:
    return Text(
        f"The list could not be downloaded from {host} ({why.en}). The old one stays "
        "in force; try again later.",
        f"Die Liste ließ sich nicht von {host} laden ({why.de}). Die alte bleibt "
        "gültig; bitte später noch einmal versuchen.",
    )


def _status(host: str, status: int) -> Text:
    if status in _LOGIN:
        return Text(
            f"{host} wants a login for this list ({status}). Download it with a "
            "browser and import the file.",
            f"{host} verlangt für diese Liste eine Anmeldung ({status}). Bitte mit dem "
            "Browser herunterladen und die Datei importieren.",
        )
    return Text(
        f"{host} answers {status} instead of the list. Has its address changed?",
        f"{host} antwortet {status} statt mit der Liste. Hat sich die Adresse "
        "geändert?",
    )


def _web_page(host: str) -> Text:
    return Text(
        f"{host} answers with a web page instead of the list, perhaps with a login. "
        "Download the list with a browser and import the file.",
        f"{host} antwortet mit einer Webseite statt mit der Liste, vielleicht mit "
        "einer Anmeldung. Bitte die Liste mit dem Browser herunterladen und die Datei "
        "importieren.",
    )


def _astray(host: str) -> Text:
    return Text(
        f"{host} leads on to an address that a list must not come from (another "
        "host without https, or from https to http).",
        f"{host} leitet auf eine Adresse weiter, von der keine Liste kommen darf "
        "(anderer Rechner ohne https oder von https zu http).",
    )


_NO_ADDRESS: Final = Text(
    "The address of a list must look like https://example.org/list.zip.",
    "Die Adresse einer Liste muss aussehen wie https://example.org/liste.zip.",
)
_TOO_MANY: Final = Text(
    "The address of the list leads on and on to other addresses.",
    "Die Adresse der Liste leitet immer weiter zu anderen Adressen.",
)
_TOO_LARGE: Final = Text(
    "The download is larger than any list; it was broken off.",
    "Der Download ist größer als jede Liste; er wurde abgebrochen.",
)
_TOO_SLOW: Final = Text(
    "The download took too long and was broken off; the old list stays in force.",
    "Der Download hat zu lange gedauert und wurde abgebrochen; die alte Liste bleibt "
    "gültig.",
)
_EMPTY: Final = Text(
    "The download is empty; the old list stays in force.",
    "Der Download ist leer; die alte Liste bleibt gültig.",
)
_ENCODED: Final = Text(
    "The server sends the list in an encoding that it was not asked for.",
    "Der Server schickt die Liste in einer Kodierung, um die nicht gebeten wurde.",
)
_ALWAYS: Final = {
    Fault.ON_AND_ON: _TOO_MANY,
    Fault.LARGE: _TOO_LARGE,
    Fault.SLOW: _TOO_SLOW,
    Fault.EMPTY: _EMPTY,
    Fault.ENCODED: _ENCODED,
}
