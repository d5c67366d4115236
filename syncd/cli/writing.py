"""Writing a file so that it is there whole or not at all."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from syncd.bilingual import Text
from syncd.errors import SyncdError

if TYPE_CHECKING:
    from pathlib import Path


def replace_file(out: Path, data: bytes) -> None:
    """Write a file beside the target and put it in its place.

    Raises:
        SyncdError: it cannot be written.
    """
    part = out.with_name(f".{out.name}.part")
    try:
        with part.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        part.replace(out)
    except OSError as exc:
        raise SyncdError(
            Text(
                f"{out} cannot be written: {exc.strerror}",
                f"{out} kann nicht geschrieben werden: {exc.strerror}",
            )
        ) from exc
