"""Commands for whoever approves: shadow mode and the printable page of a report."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from syncd.bilingual import Text
from syncd.cli.operate import find
from syncd.cli.options import (  # noqa: TC001 - typer reads them
    JsonOption,
    TournamentArgument,
)
from syncd.cli.session import now, of
from syncd.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from syncd.bilingual import Language
    from syncd.cli.output import Output
    from syncd.pipeline.outcome.shadow import Compared, Shadow


def register(app: typer.Typer) -> None:
    """Add these commands to the application."""
    for command in (page, shadow):
        app.command()(command)


def page(
    context: typer.Context,
    named: TournamentArgument,
    *,
    out: Annotated[
        Path | None, typer.Option("--out", help="File for the HTML; else stdout.")
    ] = None,
    portal: Annotated[
        str | None, typer.Option("--portal", help="Whose report; else the open one.")
    ] = None,
    json: JsonOption = False,
) -> None:
    """Write the printable page of a report for whoever approves it (HTML)."""
    from syncd.cli.words import word
    from syncd.cli.writing import replace_file
    from syncd.pages.rendering import page_html, page_shape
    from syncd.pipeline.deciding.page import load_page

    session = of(context, as_json=json)
    with session.context() as outside:
        tournament_id = find(outside, named)
        found = load_page(outside, tournament_id, now(), portal)
    output = session.output
    html = "" if json and out is None else page_html(found, output.language, word)
    if out is not None:
        replace_file(out, html.encode())
    if json:
        output.document(page_shape(found, output.language))
    elif out is None:
        sys.stdout.buffer.write(html.encode())
        sys.stdout.buffer.flush()
    else:
        output.say(Text(f"{out} written.", f"{out} geschrieben."))


def shadow(context: typer.Context, *, json: JsonOption = False) -> None:
    """Compare the reports built here with those submitted by hand."""
    from syncd.pipeline.outcome.shadow import load_shadows

    session = of(context, as_json=json)
    with session.context() as outside:
        if not outside.settings.shadow_portals:
            raise ConfigError(_NO_SHADOW)
        try:
            found = load_shadows(outside)
        except OSError as exc:
            raise ConfigError(_no_folder(exc)) from exc
    if json:
        session.output.document(_shape(found, session.output.language))
        return
    for item in found:
        _print(session.output, item)


def _shape(found: Sequence[Shadow], language: Language) -> dict[str, Any]:
    """Return what was found as `shadow --json` prints it."""
    return {
        "tournaments": [
            {
                "tournament_id": line.tournament_id,
                "tournament": line.tournament,
                "portal": line.portal,
                "result": line.result,
                "file": line.file or None,
                "differences": [text.say(language) for text in _sentences(line)],
            }
            for item in found
            for line in item.compared
        ],
        "unmatched": [
            {"portal": item.portal, "file": name}
            for item in found
            for name in item.unmatched
        ],
        "unreadable": [
            {"portal": item.portal, "file": name}
            for item in found
            for name in item.unreadable
        ],
    }


def _sentences(line: Compared) -> Sequence[Text]:
    from syncd.rating.difference import sentences
    from syncd.submit.shadow import SIDES

    return sentences(line.differences, SIDES)


def _print(output: Output, found: Shadow) -> None:
    output.table(
        Text(f"Shadow {found.portal}", f"Schatten {found.portal}"),
        [Text("Tournament", "Turnier"), Text("Result", "Ergebnis"),
         Text("File", "Datei")],
        [
            (f"{line.tournament_id} {line.tournament}", _result(line), line.file)
            for line in found.compared
        ],
        _NOTHING_BUILT,
    )  # fmt: skip
    for line in found.compared:
        _print_differences(output, line)
    for name in found.unmatched:
        output.say(_unmatched(name))
    for name in found.unreadable:
        output.say(Text(f"{name}: no DWZ report.", f"{name}: kein DWZ-Bericht."))


def _print_differences(output: Output, line: Compared) -> None:
    from syncd.rating.difference import SHOWN

    lines = _sentences(line)
    for text in lines[:SHOWN]:
        place = f"{line.tournament_id}"
        output.say(Text(f"{place}: {text.en}", f"{place}: {text.de}"))
    more = len(lines) - SHOWN
    if more > 0:
        output.say(
            Text(
                f"    … and {more} more (all with --json)",
                f"    … und {more} weitere (alle mit --json)",
            )
        )


def _result(line: Compared) -> Text:
    number = len(line.differences)
    equal = Text("equal", "gleich")
    if number:
        equal = Text(
            f"equal ({number} not played listed differently)",
            f"gleich ({number} nicht gespielte anders aufgeführt)",
        )
    return {
        "equal": equal,
        "differs": Text(f"differs ({number})", f"weicht ab ({number})"),
        "nothing": Text("nothing submitted yet", "noch nichts eingereicht"),
    }[line.result]


def _unmatched(name: str) -> Text:
    return Text(
        f"{name}: of no tournament that has a report here.",
        f"{name}: gehört zu keinem Turnier, das hier einen Bericht hat.",
    )


def _no_folder(error: OSError) -> Text:
    return Text(
        f"The folder {error.filename} cannot be read: {error.strerror}",
        f"Der Ordner {error.filename} ist nicht lesbar: {error.strerror}",
    )


_NOTHING_BUILT: Final = Text(
    "No report was built yet. What a tournament waits for says: syncd status",
    "Noch ist kein Bericht erstellt. Worauf ein Turnier wartet, sagt: syncd status",
)
_NO_SHADOW: Final = Text(
    'No portal of kind "shadow" is configured. Add a [[portals]] section with the '
    "folder of the XML files that you submit by hand.",
    'Es ist kein Portal der Art "shadow" eingerichtet. Bitte einen Abschnitt '
    "[[portals]] mit dem Ordner der von Hand eingereichten XML-Dateien ergänzen.",
)
