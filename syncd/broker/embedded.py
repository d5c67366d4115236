"""The broker as the daemon sees it, whatever it is made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from syncd.broker.files import FilesystemBroker
from syncd.broker.server import ServerBroker

if TYPE_CHECKING:
    from pathlib import Path

    from syncd.broker.choice import BrokerChoice


class _Way(Protocol):
    """One way to have a broker."""

    def start(self) -> str: ...

    def is_alive(self) -> bool: ...

    def restart(self) -> str: ...

    def stop(self) -> None: ...


class EmbeddedBroker:
    """The broker of a choice, looked after for one daemon's life.

    Start it from the main thread: a server ends with the thread that started it.

    Args:
        choice: what `choose_broker` found.
        runtime_directory: where private folders belong ($XDG_RUNTIME_DIR), if set.
    """

    def __init__(
        self, choice: BrokerChoice, *, runtime_directory: Path | None = None
    ) -> None:
        self._way = _way_of(choice, runtime_directory)

    def start(self) -> str:
        """Start it and return the URL for the workers.

        Raises:
            ConfigError: it does not start; nothing is left behind.
        """
        return self._way.start()

    def is_alive(self) -> bool:
        """Return whether it answers, as far as it is ours to look after."""
        return self._way.is_alive()

    def restart(self) -> str:
        """Start it again under the same URL, after the old one is dead for certain.

        Raises:
            ConfigError: it does not start; the next call tries again.
        """
        return self._way.restart()

    def stop(self) -> None:
        """End it and remove its folder."""
        self._way.stop()


class ConfiguredBroker:
    """A server that others run and look after.

    Args:
        url: as configured.
    """

    def __init__(self, url: str) -> None:
        self._url = url

    def start(self) -> str:
        """Return the URL."""
        return self._url

    def is_alive(self) -> bool:
        """Return True: workers reconnect by themselves, and we could do no more."""
        return True

    def restart(self) -> str:
        """Return the URL."""
        return self._url

    def stop(self) -> None:
        """Do nothing: it is not ours."""


def _way_of(choice: BrokerChoice, runtime_directory: Path | None) -> _Way:
    if choice.kind == "configured":
        return ConfiguredBroker(choice.url)
    if choice.binary is None:
        return FilesystemBroker(runtime_directory)
    return ServerBroker(choice.binary, runtime_directory)
