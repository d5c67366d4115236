"""Folders and files that the settings name, made absolute."""

from __future__ import annotations

from typing import TYPE_CHECKING

from syncd.settings_sections import StoreSettings

if TYPE_CHECKING:
    from pathlib import Path

    from syncd.settings import Settings
    from syncd.settings_portals import PortalSettings


def anchored(
    settings: Settings, base: Path, state: Path, file: Path | None
) -> Settings:
    """Return the settings with every relative path made absolute.

    Args:
        settings: as they were read.
        base: absolute folder from which relative paths count.
        state: the state directory.
        file: the configuration file, if there is one.
    """
    return settings.model_copy(
        update={
            "file": file.resolve() if file else None,
            "state_directory": base / state,
            "store": StoreSettings(url=_anchored_url(settings.store.url, base)),
            "sources": tuple(
                item.model_copy(update={"folder": base / item.folder})
                for item in settings.sources
            ),
            "portals": tuple(_portal(item, base) for item in settings.portals),
        }
    )


def _portal(portal: PortalSettings, base: Path) -> PortalSettings:
    names = ("folder", "ca_file", "client_cert", "client_key")
    given = {name: getattr(portal, name) for name in names}
    return portal.model_copy(
        update={name: base / path if path else None for name, path in given.items()}
    )


def _anchored_url(url: str, base: Path) -> str:
    """Return the URL; that of an SQLite file made absolute."""
    scheme, _, path = url.partition(":///")
    return f"sqlite:///{base / path}" if scheme == "sqlite" and path else url
