"""What the commands of `syncd ranking` share: to change, to have a person agree."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Final

import typer

from syncd.bilingual import Text
from syncd.cli.operate import find, print_said
from syncd.cli.session import now, of
from syncd.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Callable

    from syncd.cli.output import Output
    from syncd.model.tournament import Tournament
    from syncd.standings.choices import Choices

    Change = Callable[[Choices, Tournament], Choices]
    Notes = Callable[[Choices, Tournament], tuple[Text, ...]]

YesOption = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")]


def change_choices(  # what to change, of what, by whom, said how
    context: typer.Context,
    named: str,
    change: Change,
    notes: Notes,
    *,
    by: str,
    json: bool,
) -> None:
    """Make a change, keep it, and say what it was.

    Args:
        context: of the command.
        named: the tournament.
        change: makes the choices that hold from now on.
        notes: what people should know of them.
        by: who chooses.
        json: whether one JSON document is printed.
    """
    from syncd.pipeline.ranking.choosing import keep, load_ranked

    session = of(context, as_json=json)
    with session.context(by=by) as outside:
        ranked = load_ranked(outside, find(outside, named))
        choices = change(ranked.choices, ranked.tournament)
        told = notes(choices, ranked.tournament)
        said = keep(outside, ranked, choices, now())
    print_said(session.output, ranked.head.id, (*said, *told))


def agree(output: Output, question: Text, *, yes: bool) -> None:
    """Have a person agree; nobody agrees where there is no terminal to ask at.

    Raises:
        ConfigError: nobody can be asked.
        typer.Exit: nobody agreed.
    """
    if yes:
        return
    if output.as_json or not sys.stdin.isatty():
        raise ConfigError(_NOT_ASKED)
    if not output.ask(question):
        output.say(Text("Nothing was changed.", "Es wurde nichts geändert."))
        raise typer.Exit(1)


def no_notes(choices: Choices, tournament: Tournament) -> tuple[Text, ...]:
    """Return that there is nothing to know."""
    del choices, tournament
    return ()


_NOT_ASKED: Final = Text(
    "Nothing was changed, since nobody can be asked here. Say so with --yes.",
    "Es wurde nichts geändert, denn hier kann niemand gefragt werden. Bitte mit --yes.",
)
