"""What makes a portal, source or peer unusable as configured, in plain words. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.errors import ConfigError

if TYPE_CHECKING:
    from pathlib import Path


PORTAL: Final = Text("Portal", "Das Portal")
SOURCE: Final = Text("Source", "Die Quelle")
PEER: Final = Text("Peer", "Der Partner")


def unusable(name: str, problems: list[Text], kind: Text = PORTAL) -> ConfigError:
    """Return the error for something that cannot be used as configured."""
    return ConfigError(
        Text(
            f"{kind.en} “{name}” cannot be used as configured: "
            + " ".join(problem.en for problem in problems),
            f"{kind.de} „{name}“ ist so nicht nutzbar: "
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
