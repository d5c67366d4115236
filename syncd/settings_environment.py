"""What the environment says: language, folders, and what a daemon tells its children.

With `syncd.settings`, which takes single values of the configuration from it, this is
the only module that reads the environment.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from syncd.bilingual import Language


def environment_language() -> Language:
    """Return German where the environment asks for it, else English."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(variable, "")
        if value:
            return "de" if value.lower().startswith("de") else "en"
    return "en"


def runtime_directory() -> Path | None:
    """Return `$XDG_RUNTIME_DIR` if it is set and exists."""
    value = os.environ.get("XDG_RUNTIME_DIR", "")
    return Path(value) if value and Path(value).is_dir() else None


def child_environment(**extra: str) -> dict[str, str]:
    """Return the environment for a child process, with some values set."""
    return {**os.environ, **extra}


def broker_url_of_parent() -> str:
    """Return the broker URL that a daemon has passed to this child, else nothing."""
    return os.environ.get("SYNCD_BROKER", "")


def daemon_of_parent() -> str:
    """Return the name of the daemon that started this process, else `worker`."""
    return os.environ.get("SYNCD_DAEMON", "") or "worker"


def accepted_of_parent() -> Path | None:
    """Return the file with the configuration that the daemon above us has accepted."""
    value = os.environ.get("SYNCD_ACCEPTED", "")
    return Path(value) if value else None


def file_of_parent() -> Path | None:
    """Return the configuration file that the environment names; it may be gone by now.

    A daemon names its own to its children, a person to any command.
    """
    value = os.environ.get("SYNCD_CONFIG", "")
    return Path(value) if value else None


def failpoint_order() -> Path | None:
    """Return the file by which a test orders a crash (`syncd.failpoints`)."""
    value = os.environ.get("SYNCD_FAILPOINTS", "")
    return Path(value) if value else None


def folder_of_service() -> Path | None:
    """Return the first of the folders that systemd gives a service for its state."""
    given = os.environ.get("STATE_DIRECTORY", "").split(":")[0]
    return Path(given) if given else None


def variables() -> list[str]:
    """Return the names of all variables, in capitals."""
    return [name.upper() for name in os.environ]
