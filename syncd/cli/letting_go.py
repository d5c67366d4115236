"""Commands that let reports go: approve, release, resubmit; and `hold`, which stops."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from syncd.bilingual import Text
from syncd.cli.operate import find, print_said
from syncd.cli.options import (
    ByOption,  # noqa: TC001 - typer reads annotations
    JsonOption,  # noqa: TC001 - typer reads annotations
    TournamentArgument,  # noqa: TC001 - typer reads annotations
)
from syncd.cli.session import now, of, user_name

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from syncd.cli.output import Output
    from syncd.pipeline.context import Context


def register(app: typer.Typer) -> None:
    """Add these commands to the application."""
    for command in (approve, hold, release, resubmit):
        app.command()(command)


def approve(
    context: typer.Context,
    named: TournamentArgument,
    *,
    by: ByOption = "",
    portal: Annotated[
        str | None, typer.Option("--portal", help="Only this portal; else all.")
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    json: JsonOption = False,
) -> None:
    """Let the report of a tournament go (also: release a held one).

    At a terminal it says first what will happen, and asks.
    """
    from syncd.pipeline.deciding import people
    from syncd.pipeline.deciding.foresee import to_approve

    def act(outside: Context, tournament_id: int) -> tuple[Text, ...]:
        if not yes and not json and sys.stdin.isatty():
            foreseen = to_approve(outside, tournament_id, now(), portal)
            _agree(of(context).output, foreseen)
        who = by or user_name()
        return people.approve(outside, tournament_id, now(), who, portal)

    _act(context, named, act, json=json)


def hold(
    context: typer.Context,
    named: TournamentArgument,
    reason: Annotated[str, typer.Option("--reason", help="Shown by `why`.")] = "",
    *,
    by: ByOption = "",
    json: JsonOption = False,
) -> None:
    """Stop the reports of a tournament until it is released."""
    from syncd.pipeline.deciding import people

    def act(outside: Context, tournament_id: int) -> tuple[Text, ...]:
        people.hold(outside, tournament_id, reason, now())
        return (Text("Held.", "Angehalten."),)

    _act(context, named, act, json=json, by=by)


def release(
    context: typer.Context,
    named: TournamentArgument,
    reason: Annotated[str, typer.Option("--reason", help="Kept in the history.")] = "",
    *,
    by: ByOption = "",
    json: JsonOption = False,
) -> None:
    """Lift the hold of a tournament; its reports go on from where they stood."""
    from syncd.pipeline.deciding import people

    def act(outside: Context, tournament_id: int) -> tuple[Text, ...]:
        return (people.release(outside, tournament_id, now(), reason),)

    _act(context, named, act, json=json, by=by)


def resubmit(
    context: typer.Context,
    named: TournamentArgument,
    *,
    by: ByOption = "",
    json: JsonOption = False,
) -> None:
    """Send a refused, given up or unanswered report again: the same bytes."""
    from syncd.pipeline.deciding.approval import resubmit as send_again

    def act(outside: Context, tournament_id: int) -> tuple[Text, ...]:
        return send_again(outside, tournament_id, by or user_name(), now())

    _act(context, named, act, json=json)


def _agree(output: Output, foreseen: Sequence[Text]) -> None:
    """Have a person agree to what will happen, if anything will.

    Raises:
        typer.Exit: nobody agreed; nothing is to be approved.
    """
    for line in foreseen:
        output.say(line)
    if foreseen and not output.ask(Text("Approve this?", "Das freigeben?")):
        output.say(Text("Nothing was approved.", "Es wurde nichts freigegeben."))
        raise typer.Exit(1)


def _act(
    context: typer.Context,
    named: str,
    act: Callable[[Context, int], tuple[Text, ...]],
    *,
    json: bool,
    by: str = "",
) -> None:
    """Do something with the tournament that is named, and say what was done."""
    session = of(context, as_json=json)
    with session.context(by=by) as outside:
        tournament_id = find(outside, named)
        said = act(outside, tournament_id)
    print_said(session.output, tournament_id, said)
