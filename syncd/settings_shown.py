"""The settings in force as people may see them: without anything secret."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from syncd import settings_problems as problems

if TYPE_CHECKING:
    from syncd.settings import Settings

_PASSWORD: Final = re.compile(r"(://[^:/@]*:).*(?=@)")
_USER: Final = re.compile(r"(?<=^http://)[^/@:]*(?=@)|(?<=^https://)[^/@:]*(?=@)")
"""Many servers take a token in place of a user."""
_PARAMETER: Final = re.compile(r"([?&;#])([^=&;#]*)(=?)([^&;#]*)")
_OPEN: Final = frozenset({"virtual_host", "sslmode", "ssl_cert_reqs", "mode"})
"""Parameters of addresses whose values nobody has to hide."""


def shown_settings(settings: Settings) -> dict[str, Any]:
    """Return the settings in force for display, with secrets blotted out."""
    shown = settings.model_dump(mode="json")
    _blot(shown)
    addresses = shown["lists"]["urls"]
    shown["lists"]["urls"] = [_without_secrets(item) for item in addresses]
    return shown


def _hidden(value: str | list[str]) -> str | list[str]:
    if isinstance(value, str):
        return _without_secrets(value)
    return [_without_secrets(item) for item in value]


def _without_secrets(address: str) -> str:
    """Return an address without password, token or values of parameters."""
    shown = _USER.sub("***", _PASSWORD.sub(r"\1***", address))
    return _PARAMETER.sub(_parameter, shown)


def _parameter(found: re.Match[str]) -> str:
    separator, name, equals, value = found.groups()
    if not equals:  # the value alone
        return f"{separator}***"
    is_open = name in _OPEN or (value.startswith("{") and value.endswith("}"))
    return f"{separator}{name}={value if is_open else '***'}"


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
                section[name] = _hidden(value)
            else:
                _blot(value)
