"""The settings in force as people may see them: without anything secret."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from syncd import settings_problems as problems

if TYPE_CHECKING:
    from syncd.settings import Settings

_PASSWORD: Final = re.compile(r"(://[^:/@]*:).*(?=@)|([?&]password=)[^&]*")


def shown_settings(settings: Settings) -> dict[str, Any]:
    """Return the settings in force for display, with secrets blotted out."""
    shown = settings.model_dump(mode="json")
    _blot(shown)
    addresses = shown["lists"]["urls"]
    shown["lists"]["urls"] = [_PASSWORD.sub(r"\1\2***", item) for item in addresses]
    return shown


def _blot(section: object) -> None:
    """Blot out every secret below, in place."""
    if isinstance(section, list):
        for item in section:
            _blot(item)
    elif isinstance(section, dict):
        for name, value in section.items():
            if name in problems.SECRETS and value:
                section[name] = "***"
            elif name in {"headers", "fields"}:
                section[name] = dict.fromkeys(value, "***")
            elif name in problems.ADDRESSES and value:
                section[name] = _PASSWORD.sub(r"\1\2***", value)
            else:
                _blot(value)
