"""The entry point: global options, and the one place that turns errors into codes."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

import syncd
from syncd import failpoints
from syncd.cli import (
    admin,
    approving,
    compare,
    conflicts,
    convert,
    erasing,
    files,
    letting_go,
    lists,
    operate,
    past,
    peers,
    persons,
    policies,
    portal,
    ranking,
    replaying,
    serve,
    sources,
    standings,
    tokens,
)
from syncd.cli.arguments import globals_first, wants_json
from syncd.cli.output import any_letters
from syncd.cli.session import CliSession
from syncd.cli.usage import Commands, keep_sentences_together
from syncd.errors import ConfigError, FormatError, RemoteError, SyncdError
from syncd.settings import failpoint_order

if TYPE_CHECKING:
    from collections.abc import Sequence

PROBLEM: Final = 1
CONFIGURATION: Final = 2
REMOTE: Final = 3


app = typer.Typer(
    name="syncd",
    cls=Commands,
    help="Sync Chess League Manager exports and submit DWZ reports, unattended.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
)
for commands in (
    serve, files, standings, ranking, compare, convert, operate, past, replaying,
    conflicts, approving, letting_go, policies, lists, persons, erasing, portal,
    sources, peers, tokens, admin,
):  # fmt: skip
    commands.register(app)
keep_sentences_together(app)


def _print_version(wanted: bool) -> None:  # noqa: FBT001 - typer's callback
    if wanted:
        typer.echo(f"syncd {syncd.__version__}")
        raise typer.Exit


@app.callback()
def options(
    context: typer.Context,
    config: Annotated[
        Path | None, typer.Option("--config", "-c", help="Configuration file.")
    ] = None,
    lang: Annotated[
        str, typer.Option("--lang", help="Language of messages: en, de or auto.")
    ] = "auto",
    *,
    version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True),
    ] = False,
) -> None:
    """Sync Chess League Manager exports and submit DWZ reports, unattended."""
    del version
    session: CliSession = context.obj
    session.choose(config, lang)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run one command and end the process with its exit code."""
    args = globals_first(sys.argv[1:] if arguments is None else arguments)
    session = CliSession(as_json=wants_json(args))
    any_letters()
    failpoints.arm(failpoint_order())
    try:
        app(args, obj=session)
    except SystemExit as end:
        _document_usage(session, end.__context__)
        raise
    except SyncdError as exc:
        sys.exit(_report(session, exc))
    except BrokenPipeError:
        # The reader went away (`syncd status | head`): nothing left to say.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(PROBLEM)


def _document_usage(session: CliSession, why: BaseException | None) -> None:
    """Print the parser's error, which it has said on stderr, as a document too."""
    message = getattr(why, "format_message", None)
    if session.output.as_json and message is not None:
        session.output.document({"error": [message()]})


def _report(session: CliSession, exc: SyncdError) -> int:
    """Say what went wrong and return the exit code."""
    lines = [exc.text]
    if isinstance(exc, ConfigError):  # some texts quote their problems already
        lines += [item for item in exc.problems if item.en not in exc.text.en]
    if isinstance(exc, FormatError):
        lines += exc.causes
    output = session.output
    for line in lines:
        output.warn(line)
    if output.as_json:
        output.document({"error": [line.say(output.language) for line in lines]})
    if isinstance(exc, ConfigError):
        return CONFIGURATION
    return REMOTE if isinstance(exc, RemoteError) else PROBLEM
