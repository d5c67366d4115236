"""What `syncd lists import` does: every file or address by itself, one after the other.

One that fails does not keep the others from being imported.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from syncd.addresses import harmless_place, is_address
from syncd.bilingual import Text
from syncd.cli.reading import opened_file
from syncd.errors import SyncdError
from syncd.pipeline.lists.listfile import Origin
from syncd.pipeline.lists.listimport import import_file
from syncd.pipeline.lists.listplaces import (
    Outcome,
    import_address,
)

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Callable, Sequence

    from syncd.cli.output import Output
    from syncd.pipeline.context import Context
    from syncd.pipeline.lists.listfile import Wish
    from syncd.pipeline.lists.listimport import Imported


def import_all(
    context: Context,
    places: Sequence[str],
    wish: Wish,
    clock: Callable[[], dt.datetime],
    output: Output,
) -> list[Outcome]:
    """Import files and addresses; errors are outcomes too."""
    outcomes = []
    for place in places:
        shown = harmless_place(place)
        try:
            imported = _import_one(context, place, wish, clock, output)
        except SyncdError as exc:
            outcomes.append(Outcome(shown, error=exc))
        else:
            outcomes.append(Outcome(shown, tuple(imported)))
    return outcomes


def _import_one(
    context: Context,
    place: str,
    wish: Wish,
    clock: Callable[[], dt.datetime],
    output: Output,
) -> list[Imported]:
    if is_address(place):
        with output.counted_bytes(_LOADING) as count:
            return import_address(context, place, wish, clock, count)
    with (
        opened_file(Path(place)) as stream,
        output.counted_bytes(_READING) as count,
    ):
        origin = Origin(Path(place).name)
        return import_file(context, stream, origin, wish, clock, count)


_READING: Final = Text("Reading the list", "Liste wird gelesen")
_LOADING: Final = Text("Downloading the list", "Liste wird geladen")
