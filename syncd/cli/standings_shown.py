"""Standings that were made, as a document, as a page or as values for a spreadsheet."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from syncd.bilingual import Text
from syncd.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from syncd.bilingual import Language
    from syncd.cli.output import Output
    from syncd.cli.standings_asked import Made
    from syncd.pages.standings import Workings
    from syncd.standings.table import Table


def standings_document(
    made: Made, workings: Sequence[Workings] | None, language: Language
) -> dict[str, Any]:
    """Return the document of standings.

    Args:
        made: the standings.
        workings: how values come about; None if that is not asked for.
        language: of the texts in it.
    """
    from syncd.pages.standings_further import document

    found = made.chosen.standings
    return document(made.tournament, found, made.shown, workings, language)


def refuse_out(out: Path | None, *, html: bool, csv: bool) -> None:
    """Refuse a file for something that is no page and no values.

    Raises:
        ConfigError: there is one.
    """
    if out is not None and not (html or csv):
        raise ConfigError(
            Text(
                "--out belongs to --html or --csv.",
                "--out gehört zu --html oder --csv.",
            )
        )


def publish(
    output: Output,
    table: Table,
    workings: Sequence[Workings],
    out: Path | None,
    *,
    as_csv: bool,
) -> None:
    """Write the page or the values into a file, or on stdout."""
    from syncd.cli.writing import replace_file
    from syncd.pages.standings import standings_csv, standings_html

    text = (
        standings_csv(table, output.language)
        if as_csv
        else standings_html(table, output.language, workings)
    )
    data = text.encode("utf-8", "replace")
    if out is None:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    replace_file(out, data)
    output.say(Text(f"{out} written.", f"{out} geschrieben."))
