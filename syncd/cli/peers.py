"""The command for where tournaments are passed on to."""

from __future__ import annotations

import typer

from syncd.cli.options import JsonOption  # noqa: TC001 - typer reads it
from syncd.cli.session import of


def register(app: typer.Typer) -> None:
    """Add this command to the application."""
    app.command()(peers)


def peers(context: typer.Context, *, json: JsonOption = False) -> None:
    """Show each peer: where to, what it took last, what it waits for and why."""
    from syncd.cli.peer_lines import load_peers, peer_shape, print_peers

    session = of(context, as_json=json)
    settings = session.settings()
    with session.store(settings) as store, store.read() as sql:
        found = load_peers(sql, settings)
    output = session.output
    if json:
        shapes = [peer_shape(item, output.language) for item in found]
        output.document({"peers": shapes})
    else:
        print_peers(output, found)
