"""What reaches the terminal: one JSON document on stdout, or tables for people."""

from __future__ import annotations

import io
import json
import sys
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final, TypeVar

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from syncd.bilingual import Text

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

    from syncd.bilingual import Language

Item = TypeVar("Item")
_YES = frozenset({"y", "yes", "j", "ja"})
"""In both languages, whichever is spoken: fingers have habits."""
_STYLES = {"error": "bold red", "warning": "yellow", "info": "dim"}


_WIDEST: Final = 1000
_NARROWEST: Final = 16
"""Columns of text beside numbers are broken, but never into strips."""
UNPRINTABLE: Final = "\N{REPLACEMENT CHARACTER}"


def any_letters() -> None:
    """Let the terminal's streams take every letter, whatever their encoding.

    A letter that the encoding does not have is shown as an escape, not as an error.
    """
    for stream, errors in (
        (sys.stdout, "backslashreplace"),
        (sys.stderr, "backslashreplace"),
        (sys.stdin, "replace"),
    ):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)


def harmless(text: str) -> str:
    """Return text from files so that a terminal shows it and obeys nothing in it."""
    return "".join(
        character if character.isprintable() or character in "\n\t" else UNPRINTABLE
        for character in text
    )


@dataclass(frozen=True)
class Output:
    """Where and in which language a command speaks.

    Attributes:
        language: of everything for people.
        as_json: print one JSON document instead of tables.
    """

    language: Language
    as_json: bool = False

    @cached_property
    def console(self) -> Console:
        """The terminal."""
        return Console(highlight=False, soft_wrap=True)

    def document(self, value: object) -> None:
        """Print one JSON document, and nothing else, on stdout.

        Where the stream may lack letters, JSON's own escapes stand for them.
        """
        is_plain = not (sys.stdout.encoding or "utf-8").lower().startswith("utf")
        text = json.dumps(value, ensure_ascii=is_plain, indent=2)
        sys.stdout.write(f"{text}\n")

    def say(self, text: Text) -> None:
        """Print a sentence."""
        self.console.print(harmless(text.say(self.language)), markup=False)

    def warn(self, text: Text) -> None:
        """Print a sentence on stderr."""
        Console(stderr=True, highlight=False, soft_wrap=True).print(
            harmless(text.say(self.language)), markup=False
        )

    def watched(self, items: Sequence[Item], doing: Text) -> Iterable[Item]:
        """Return the items, with a progress bar on stderr while they are worked off.

        There is none for a single item, for programs and where nobody watches.
        """
        from rich.progress import track

        console = Console(stderr=True)
        is_watched = console.is_terminal and not self.as_json and len(items) > 1
        return track(
            items, doing.say(self.language), console=console, transient=True,
            disable=not is_watched,
        )  # fmt: skip

    @contextmanager
    def counted_bytes(self, doing: Text) -> Iterator[Callable[[int], None]]:
        """Give a function that is told of bytes and shows how many there were.

        Nothing is shown to programs and where nobody watches.
        """
        from rich.progress import (
            DownloadColumn,
            Progress,
            SpinnerColumn,
            TextColumn,
            TransferSpeedColumn,
        )

        console = Console(stderr=True)
        with Progress(
            SpinnerColumn(), TextColumn("{task.description}"), DownloadColumn(),
            TransferSpeedColumn(), console=console, transient=True,
            disable=self.as_json or not console.is_terminal,
        ) as progress:  # fmt: skip
            task = progress.add_task(escape(doing.say(self.language)), total=None)
            yield lambda size: progress.advance(task, size)

    def ask(self, question: Text) -> bool:
        """Return whether a person says yes; no answer is a no."""
        choice = Text("[y/N]", "[j/N]").say(self.language)
        self.console.print(
            f"{question.say(self.language)} {choice} ", end="", markup=False
        )
        return sys.stdin.readline().strip().casefold() in _YES

    def table(
        self,
        title: Text,
        heads: Sequence[Text],
        rows: Iterable[Sequence[object]],
        empty: Text | None = None,
        numbers: Collection[int] = (),
    ) -> None:
        """Print a table under its title.

        Args:
            title: printed above.
            heads: one per column.
            rows: a Text cell is shown in the right language.
            empty: said instead if there are no rows; None for an empty table.
            numbers: columns (from 0) whose cells stand at the right and are never cut;
                a table of many is wider than a narrow terminal.
        """
        lines = list(rows)
        if empty is not None and not lines:
            self.say(empty)
            return
        table = Table()
        for at, head in enumerate(heads):
            is_number = at in numbers
            table.add_column(
                head.say(self.language),
                overflow="fold",
                justify="right" if is_number else "left",
                no_wrap=is_number,
                min_width=_NARROWEST if numbers and not is_number else None,
            )
        for line in lines:
            table.add_row(*(self._cell(cell) for cell in line))
        self.say(title)
        console = Console(highlight=False)
        if numbers:
            least = Console(width=_WIDEST).measure(table).minimum
            console.width = max(console.width, least)
        console.print(table)

    def _cell(self, cell: object) -> str:
        text = harmless(
            cell.say(self.language) if isinstance(cell, Text) else str(cell)
        )
        style = _STYLES.get(str(cell))
        return f"[{style}]{escape(text)}[/]" if style else escape(text)
