"""What `syncd lists import` does: every file or address by itself, one after the other.

One that fails does not keep the others from being imported.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.cli.reading import opened_file
from syncd.errors import SyncdError
from syncd.intake.fetch import Known, downloaded
from syncd.pipeline.listfile import Origin
from syncd.pipeline.listimport import Imported, import_file
from syncd.store.lists import load_lists

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Callable, Iterator, Sequence

    from syncd.cli.output import Output
    from syncd.pipeline.context import Context
    from syncd.pipeline.listfile import Wish

TURN_OF_MONTH_DAY: Final = 28
"""From this day on FIDE's download may be the list of the next month already."""

_CREDENTIALS: Final = re.compile(r"(?<=://)[^/]*@")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one file or address.

    Attributes:
        place: file, or address without what may be secret.
        imported: its lists; empty if the server has nothing newer.
        error: why nothing was imported, None if it was.
    """

    place: str
    imported: tuple[Imported, ...] = ()
    error: SyncdError | None = None

    def said(self) -> Iterator[Text]:
        """Return sentences for people."""
        if not self.imported:
            yield _unchanged(self.place)
        for item in self.imported:
            yield _sentence(item)
            for finding in item.findings:
                line = f"{finding.line}: " if finding.line else ""
                text = finding.text
                yield Text(f"    {line}{text.en}", f"    {line}{text.de}")


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
    if not _is_address(place):
        with (
            opened_file(Path(place)) as stream,
            output.counted_bytes(_READING) as count,
        ):
            origin = Origin(Path(place).name)
            return import_file(context, stream, origin, wish, clock, count)
    folder = context.settings.state_directory
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with (
        output.counted_bytes(_LOADING) as count,
        downloaded(
            place, folder, _known(context, place, wish), progress=count
        ) as download,
    ):
        if download is None:
            return []
        origin = Origin(
            harmless_place(place), download.known.etag, download.known.last_modified,
            _present_month(clock()),
        )  # fmt: skip
        return import_file(context, download.stream, origin, wish, clock, count)


def _is_address(place: str) -> bool:
    return "://" in place


def harmless_place(place: str) -> str:
    """Return an address without name, password and query, which may be secret."""
    if not _is_address(place):
        return place
    return _CREDENTIALS.sub("", place).partition("?")[0]


def _known(context: Context, place: str, wish: Wish) -> Known:
    """Return what the server said of the list that is there already.

    Nothing where a list is wanted that was refused before.
    """
    if wish.accept_smaller:
        return Known()
    name = harmless_place(place)
    with context.store.read() as session:
        found = [item for item in load_lists(session) if item.origin == name]
    return Known(found[-1].etag, found[-1].last_modified) if found else Known()


def _present_month(now: dt.datetime) -> str:
    """Return the month whose list FIDE offers now; nothing where that is uncertain."""
    return f"{now:%Y-%m}" if now.day < TURN_OF_MONTH_DAY else ""


def _unchanged(place: str) -> Text:
    return Text(
        f"{place}: nothing newer than what is there.",
        f"{place}: nichts Neueres als das, was schon da ist.",
    )


def _sentence(item: Imported) -> Text:
    name = " ".join(filter(None, (item.kind, item.month)))
    if not item.is_new:
        return Text(
            f"{name}: there already, {item.rows} rows.",
            f"{name}: schon vorhanden, {item.rows} Zeilen.",
        )
    return Text(
        f"{name}: imported, {item.rows} rows, {item.damaged_rows} damaged.",
        f"{name}: importiert, {item.rows} Zeilen, {item.damaged_rows} beschädigt.",
    )


_READING: Final = Text("Reading the list", "Liste wird gelesen")
_LOADING: Final = Text("Downloading the list", "Liste wird geladen")
