"""The settings that a daemon and all its workers run on: those it has accepted.

A file may be half edited whenever a worker starts. So the daemon keeps the text that it
has checked in the state directory and names it to its children; the environment, with
the secrets that stand there, they inherit. A new text is checked as far as one can
before anything is stopped for it.
"""

from __future__ import annotations

import logging
import os
from typing import TYPE_CHECKING, Final

from syncd.daemon.one_host import refuse_share
from syncd.errors import ConfigError
from syncd.intake.pull.way import check_pulls
from syncd.settings import load_settings
from syncd.submit.peers.ways import check_peers
from syncd.submit.ways import check_ways
from syncd.wire.serving import check_serving

if TYPE_CHECKING:
    from pathlib import Path

    from syncd.settings import Settings

log = logging.getLogger(__name__)

FILE: Final = "accepted.toml"
_OURS_ONLY: Final = 0o600


def names_for_children(settings: Settings) -> dict[str, str]:
    """Return the variables that lead workers to the accepted settings.

    If their text cannot be kept, workers read the configuration itself.
    """
    file = {"SYNCD_CONFIG": str(settings.file)} if settings.file else {}
    kept = keep(settings)
    return {**file, "SYNCD_ACCEPTED": str(kept)} if kept else file


def keep(settings: Settings) -> Path | None:
    """Write the text of the settings; return where, None if there is no such file."""
    if settings.text is None:
        return None
    target = settings.state_directory / FILE
    part = target.with_suffix(".part")
    try:
        part.unlink(missing_ok=True)
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
        with open(os.open(part, flags, _OURS_ONLY), "w", encoding="utf-8") as file:  # noqa: PTH123 - a descriptor
            file.write(settings.text)
        part.replace(target)
    except OSError as exc:
        log.warning("accepted settings not kept", extra={"why": exc.strerror})
        return None
    return target


def reload_settings(settings: Settings) -> Settings | None:
    """Return the settings read anew and kept, None if they cannot be used.

    Store and state directory belong to the lock that this process holds: another one
    needs a new start.

    Args:
        settings: those in force.
    """
    try:
        new = load_settings(settings.file)
        for portal in new.portals:
            check_ways(portal)
        check_pulls(new.sources)
        check_peers(new.peers)
        check_serving(new)
        refuse_share(new)
    except ConfigError as exc:
        problems = [exc.text.en, *(problem.en for problem in exc.problems)]
        log.exception("configuration not reloaded", extra={"problems": problems})
        return None
    except Exception:  # whatever a file does to us, the daemon goes on
        log.exception("configuration not reloaded")
        return None
    if (new.store_url, new.state_directory) != (
        settings.store_url,
        settings.state_directory,
    ):
        log.warning("configuration not reloaded: store or state changed, restart")
        return None
    if new.text is not None and keep(new) is None:
        log.warning("configuration not reloaded: it cannot be kept")
        return None
    return new
