"""What makes a portal unusable as configured, in plain words. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from syncd.bilingual import Text
from syncd.errors import ConfigError

if TYPE_CHECKING:
    from pathlib import Path


def unusable(portal: str, problems: list[Text]) -> ConfigError:
    """Return the error for a portal that cannot be used as configured."""
    return ConfigError(
        Text(
            f"Portal “{portal}” cannot be used as configured: "
            + " ".join(problem.en for problem in problems),
            f"Das Portal „{portal}“ ist so nicht nutzbar: "
            + " ".join(problem.de for problem in problems),
        ),
        problems,
    )


def unreadable(file: str | Path | None, error: OSError) -> Text:
    """Return what is wrong with a file of certificates."""
    return Text(
        f"The certificate file {file} cannot be read: {error}.",
        f"Die Zertifikatsdatei {file} ist nicht lesbar: {error}.",
    )
