"""Commands that run: the daemon, one pass, the demonstration, the simulator."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from syncd.bilingual import Text
from syncd.cli.options import JsonOption  # noqa: TC001 - typer reads annotations
from syncd.cli.session import now, of
from syncd.errors import ConfigError


def register(app: typer.Typer) -> None:
    """Add these commands to the application."""
    app.command()(demo)
    app.command()(run)
    app.command()(once)
    app.command(name="portal-sim")(portal_sim)


def demo(
    context: typer.Context,
    keep: Annotated[
        Path | None,
        typer.Option("--keep", help="Keep everything in this (new) folder."),
    ] = None,
    *,
    json: JsonOption = False,
) -> None:
    """Run the whole daemon on sample exports against the portal simulator."""
    from syncd.cli.demo_tables import print_demo
    from syncd.demo.run import run_demo

    output = of(context).use_json(wanted=json)
    result = run_demo(keep, None if json else output.say)
    if json:
        output.document(result.shape(output.language))
    else:
        print_demo(result, output)
    if not result.is_right:
        raise typer.Exit(1)


def run(context: typer.Context) -> None:
    """Run the daemon until it is told to stop (TERM, or Ctrl-C)."""
    from syncd.cli.config_warnings import no_file
    from syncd.daemon.loop import run as run_daemon
    from syncd.logs import set_up_logging

    settings = of(context).settings()
    if settings.file is None and not settings.sources:
        raise ConfigError(no_file())
    set_up_logging("daemon")
    run_daemon(settings)


def once(context: typer.Context, *, json: JsonOption = False) -> None:
    """Do everything that is due now, then stop (for cron)."""
    from syncd.daemon.once import run_once
    from syncd.logs import set_up_logging

    session = of(context)
    output = session.use_json(wanted=json)
    settings = session.settings()
    set_up_logging("once")
    done = run_once(settings, now)
    output = session.output
    if json:
        output.document(
            {
                "files": done.files,
                "steps": done.steps,
                "needs_person": [line.say(output.language) for line in done.asks],
                "undelivered": [line.say(output.language) for line in done.undelivered],
            }
        )
    else:
        for line in (*done.asks, *done.undelivered):
            output.say(line)
    if done.asks or done.undelivered:
        raise typer.Exit(1 if done.asks else 3)


def portal_sim(
    context: typer.Context,
    port: Annotated[
        int | None, typer.Option("--port", min=0, max=65535, help="0: any free one.")
    ] = None,
    db: Annotated[
        Path | None, typer.Option("--db", help="SQLite file of the simulator.")
    ] = None,
    faults: Annotated[
        str, typer.Option("--faults", help="Faults to inject; `help` lists them.")
    ] = "none",
) -> None:
    """Run the portal simulator with fault injection."""
    from syncd.demo.portal_faults import FAULTS_HELP
    from syncd.demo.portal_sim import run_portal_sim

    if faults == "help":
        of(context).output.say(Text(FAULTS_HELP, FAULTS_HELP))
        return
    if port is None or db is None:
        raise ConfigError(_PORT_AND_DB)
    run_portal_sim(port, db, faults)


_PORT_AND_DB = Text(
    "The simulator needs a port and a file: syncd portal-sim --port 8080 --db sim.db",
    "Der Simulator braucht einen Port und eine Datei: syncd portal-sim --port 8080 "
    "--db sim.db",
)
