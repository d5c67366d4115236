"""Commands for where exports come from: show all sources, and download now."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from syncd.bilingual import Text
from syncd.cli.options import JsonOption  # noqa: TC001 - typer reads it
from syncd.cli.session import now, of
from syncd.errors import RemoteError

if TYPE_CHECKING:
    from syncd.cli.output import Output
    from syncd.pipeline.pulling.pull import Pulled


def register(app: typer.Typer) -> None:
    """Add these commands to the application."""
    for command in (sources, pull):
        app.command()(command)


def sources(context: typer.Context, *, json: JsonOption = False) -> None:
    """Show each source: where from, last contact, success and trouble, next run."""
    from syncd.cli.source_lines import load_sources, print_sources, source_shape
    from syncd.daemon.health import read_health
    from syncd.daemon.lock import is_held

    session = of(context, as_json=json)
    settings = session.settings()
    is_running = is_held(settings.state_directory)
    health = read_health(settings.state_directory) if is_running else None
    with session.store(settings) as store, store.read() as sql:
        found = load_sources(sql, settings, health, now())
    output = session.output
    if json:
        shapes = [source_shape(item, output.language) for item in found]
        output.document({"sources": shapes})
    else:
        print_sources(output, found)


def pull(
    context: typer.Context,
    names: Annotated[
        list[str] | None, typer.Argument(metavar="SOURCE…", show_default=False)
    ] = None,
    *,
    json: JsonOption = False,
) -> None:
    """Download the exports of sources now (without names: of all with an address)."""
    from syncd.pipeline.pulling.pull import pull_by_hand

    session = of(context)
    with session.first_context(as_json=json) as outside:
        done = pull_by_hand(outside, names or (), now)
    _print_pulled(session.output, done)
    errors = [item.error for item in done if item.error is not None]
    if errors:
        is_remote = all(isinstance(item, RemoteError) for item in errors)
        raise typer.Exit(3 if is_remote else 1)
    if any(item.troubles for item in done):
        raise typer.Exit(1)


def _print_pulled(output: Output, done: list[Pulled]) -> None:
    if output.as_json:
        output.document({"sources": [_shape(item, output) for item in done]})
        return
    for item in done:
        output.say(item.text)
        for one in item.troubles:
            where = f"{item.source}, {one.place}"
            output.warn(
                Text(f"{where}: {one.trouble.en}", f"{where}: {one.trouble.de}")
            )
        if item.error is not None and not item.troubles:
            output.warn(item.error.text)


def _shape(item: Pulled, output: Output) -> dict[str, Any]:
    error = item.error and item.error.text.say(output.language)
    return {
        "name": item.source,
        "new": item.taken,
        "unchanged": item.unchanged,
        "error": error,
        "not_taken": [
            {"place": one.place, "reason": one.trouble.say(output.language)}
            for one in item.troubles
        ],
    }
