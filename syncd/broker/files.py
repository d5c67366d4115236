"""Messages as files, for machines where no server starts.

kombu's file transport has no place for its folders in the URL, so the URL carries the
parent folder (`filesystem:///run/…/syncd-x`) and `transport_options` says what that
means to kombu. Both the daemon and the workers call it with the URL they were given.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Final
from urllib.parse import quote, unquote, urlsplit

from syncd.broker.private import claim_folder, new_folder

POLL_S: Final = 0.05


class FilesystemBroker:
    """Messages as files in a private folder.

    Slower, and a message in work is lost when its worker is killed; the sweep finds
    the row again.

    Args:
        runtime_directory: where the folder is made, if it fits.
    """

    def __init__(self, runtime_directory: Path | None = None) -> None:
        self._runtime_directory = runtime_directory
        self._folder: Path | None = None

    def start(self) -> str:
        """Make the folders and return the URL.

        Raises:
            ConfigError: no folder can be made.
        """
        self._folder = self._folder or new_folder(self._runtime_directory)
        claim_folder(self._folder)
        for name in ("messages", "control"):
            (self._folder / name).mkdir(exist_ok=True)
        return f"filesystem://{quote(str(self._folder))}"

    def is_alive(self) -> bool:
        """Return whether the folder is there."""
        return self._folder is not None and (self._folder / "messages").is_dir()

    def restart(self) -> str:
        """Make the folders again where they are missing; messages stay.

        A process that used lost folders keeps believing that its queues are declared
        there, so its messages go nowhere until it is started again; the sweep does
        their work meanwhile.

        Raises:
            ConfigError: no folder can be made.
        """
        return self.start()

    def stop(self) -> None:
        """Remove the folder."""
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
            self._folder = None


def transport_options(url: str) -> dict[str, str | float]:
    """Return what kombu needs to know besides the URL; empty for real servers.

    Args:
        url: as a broker's `start` returned it.
    """
    parts = urlsplit(url)
    if parts.scheme != "filesystem":
        return {}
    folder = Path(unquote(parts.path))
    return {
        "data_folder_in": str(folder / "messages"),
        "data_folder_out": str(folder / "messages"),
        "control_folder": str(folder / "control"),
        "polling_interval": POLL_S,
    }
