"""Lists from the addresses of the settings: each by itself, one after the other.

One that fails does not keep the others from being imported.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from syncd.addresses import harmless_place
from syncd.bilingual import Text
from syncd.errors import ConfigError, LeaseLostError, SyncdError
from syncd.intake.fetch import downloaded
from syncd.intake.transfer import Known
from syncd.pipeline.lists.listfile import Origin, Wish
from syncd.pipeline.lists.listimport import Imported, Progress, import_file
from syncd.store.lists import load_lists

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Callable, Iterator, Sequence

    from syncd.pipeline.context import Context
    from syncd.settings import Settings

TURN_OF_MONTH_DAY: Final = 28
"""From this day on FIDE's download may be the list of the next month already."""


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

    def said(self, *, in_full: bool = True) -> Iterator[Text]:
        """Return a sentence per list, in full with what is wrong with its rows."""
        if not self.imported:
            yield _unchanged(self.place)
        for item in self.imported:
            yield _sentence(item)
            for finding in item.findings if in_full else ():
                line = f"{finding.line}: " if finding.line else ""
                text = finding.text
                yield Text(f"    {line}{text.en}", f"    {line}{text.de}")


def configured_places(settings: Settings) -> Sequence[str]:
    """Return the addresses of the settings.

    Raises:
        ConfigError: there are none.
    """
    if not settings.lists.urls:
        raise ConfigError(_NO_PLACE)
    return settings.lists.urls


def import_configured(
    context: Context, clock: Callable[[], dt.datetime], progress: Progress
) -> Text:
    """Do what `syncd lists import` does without arguments, for a schedule.

    Args:
        context: the outside world.
        clock: gives the aware UTC time.
        progress: told of bytes received and read.

    Returns:
        What became of every list.

    Raises:
        SyncdError: the first error, after all addresses were tried.
    """
    outcomes = []
    for address in configured_places(context.settings):
        try:
            imported = import_address(context, address, Wish(), clock, progress)
            outcomes.append(Outcome(harmless_place(address), tuple(imported)))
        except LeaseLostError:  # somebody else does all of it
            raise
        except SyncdError as exc:
            outcomes.append(Outcome(harmless_place(address), error=exc))
    for item in outcomes:
        if item.error is not None:
            raise item.error
    texts = [text for item in outcomes for text in item.said(in_full=False)]
    return Text(" ".join(it.en for it in texts), " ".join(it.de for it in texts))


def import_address(
    context: Context,
    address: str,
    wish: Wish,
    clock: Callable[[], dt.datetime],
    progress: Progress,
) -> list[Imported]:
    """Download and import what is at an address, if it is newer than what is there.

    Args:
        context: the outside world.
        address: http or https.
        wish: what a person asks for.
        clock: gives the aware UTC time.
        progress: told of bytes received, and of bytes read afterwards.

    Returns:
        Its lists; none if the server has nothing newer.

    Raises:
        SyncdError: nothing was imported.
    """
    folder = context.settings.state_directory
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    known = _known(context, address, wish)
    with downloaded(address, folder, known, progress=progress) as download:
        if download is None:
            return []
        origin = Origin(
            harmless_place(address), download.known.etag,
            download.known.last_modified, _present_month(clock()),
        )  # fmt: skip
        return import_file(context, download.stream, origin, wish, clock, progress)


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


_NO_PLACE: Final = Text(
    "Name a file or an address, or put addresses into the settings: [lists] urls = […]",
    "Bitte eine Datei oder Adresse angeben oder Adressen in die Konfiguration "
    "schreiben: [lists] urls = […]",
)
