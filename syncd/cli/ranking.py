"""`syncd ranking`: what people choose about the standings of a stored tournament."""

from __future__ import annotations

import secrets
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Final

import typer

from syncd.bilingual import Text
from syncd.cli.operate import find, print_said
from syncd.cli.options import (
    ByOption,
    JsonOption,
    TournamentArgument,
)
from syncd.cli.session import now, of
from syncd.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Callable

    from syncd.cli.output import Output
    from syncd.model.tournament import Tournament
    from syncd.standings.choices import Choices

    Change = Callable[[Choices, Tournament], Choices]

ranking_app = typer.Typer(
    help="Standings of a stored tournament: show them, choose what they go by."
)
NumberArgument = Annotated[
    int, typer.Argument(metavar="NUMBER", min=1, help="Start number, or team number.")
]
YesOption = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")]


def register(app: typer.Typer) -> None:
    """Add these commands to the application."""
    app.add_typer(ranking_app, name="ranking")


@ranking_app.command()
def ext(
    context: typer.Context,
    named: TournamentArgument,
    number: NumberArgument,
    value: Annotated[
        str, typer.Argument(metavar="VALUE", help="3, 3.5 or 3,5; empty removes it.")
    ] = "",
    *,
    by: ByOption = "",
    json: JsonOption = False,
) -> None:
    """Enter a value by hand for the tie-break EXT; the higher goes first."""
    from syncd.standings.choosing import entered

    def change(choices: Choices, tournament: Tournament) -> Choices:
        return entered(choices, tournament, number, value)

    _change(context, named, change, by=by, json=json, needs="EXT")


@ranking_app.command()
def custom(
    context: typer.Context,
    named: TournamentArgument,
    formula: Annotated[
        str,
        typer.Argument(
            metavar="FORMULA",
            help="Up to eight weighted counts, for instance “2*WINS - FORFEIT_LOSSES”; "
            "empty removes it.",
        ),
    ] = "",
    *,
    by: ByOption = "",
    json: JsonOption = False,
) -> None:
    """Set the formula of the tie-break CUSTOM (CUSTOM/R: the lower goes first)."""
    from syncd.standings.choosing import with_formula
    from syncd.standings.formulatext import read_formula

    made = read_formula(formula) if formula.strip() else None

    def change(choices: Choices, tournament: Tournament) -> Choices:
        return with_formula(choices, tournament, made)

    _change(context, named, change, by=by, json=json, needs="CUSTOM")


@ranking_app.command()
def order(
    context: typer.Context,
    named: TournamentArgument,
    number: Annotated[
        int | None, typer.Argument(metavar="NUMBER", min=1, help="Who is moved.")
    ] = None,
    place: Annotated[
        int | None, typer.Argument(metavar="PLACE", min=1, help="Where to.")
    ] = None,
    *,
    off: Annotated[
        bool, typer.Option("--off", help="As the tie-breaks give it again.")
    ] = False,
    agree: Annotated[
        bool,
        typer.Option("--agree", help="It is right for the changed results as well."),
    ] = False,
    by: ByOption = "",
    json: JsonOption = False,
) -> None:
    """Put somebody at another place by hand; the first move begins with today's order.

    Every page then says that the order was set by hand, and warns once results change.
    """
    from syncd.standings.choosing import agreed_by_hand, moved_by_hand

    has_move = number is not None and place is not None
    if [has_move, off, agree].count(True) != 1 or (number is None) != (place is None):
        raise ConfigError(_ONE_OF_THESE)

    def change(choices: Choices, tournament: Tournament) -> Choices:
        if off:
            return replace(choices, manual=None)
        if number is None or place is None:
            return agreed_by_hand(choices, tournament)
        return moved_by_hand(choices, tournament, number, place)

    _change(context, named, change, by=by, json=json)


@ranking_app.command()
def lots(
    context: typer.Context,
    named: TournamentArgument,
    *,
    again: Annotated[
        bool, typer.Option("--again", help="Draw anew; the earlier draw is void.")
    ] = False,
    off: Annotated[bool, typer.Option("--off", help="Without lots again.")] = False,
    yes: YesOption = False,
    by: ByOption = "",
    json: JsonOption = False,
) -> None:
    """Draw lots among those who are tied to the end of the list.

    One number is drawn and stored; whoever repeats the command gets the same order.
    """
    from syncd.pipeline.ranking.choosing import keep, load_ranked
    from syncd.standings.choice_keys import HIGHEST_SEED
    from syncd.standings.choosing import draw, drawn_already

    session = of(context, as_json=json)
    with session.context(by=by) as outside:
        ranked = load_ranked(outside, find(outside, named))
        choices, tournament = ranked.choices, ranked.tournament
        before = drawn_already(choices, tournament)
        said: tuple[Text, ...]
        if off:
            said = keep(outside, ranked, replace(choices, lots=None), now())
        elif before and not again:
            said = (before,)
        else:
            drawn = draw(choices, tournament, secrets.randbelow(HIGHEST_SEED + 1))
            _agree(session.output, _AGAIN if before else _DRAW, yes=yes)
            made = replace(choices, lots=drawn.lots)
            keep(outside, ranked, made, now(), (drawn.text,))
            said = (drawn.text,)
    print_said(session.output, ranked.head.id, said)


@ranking_app.command()
def reset(
    context: typer.Context,
    named: TournamentArgument,
    *,
    yes: YesOption = False,
    by: ByOption = "",
    json: JsonOption = False,
) -> None:
    """Forget everything chosen about the standings; the journal keeps it."""
    from syncd.standings.choices import Choices

    _agree(of(context, as_json=json).output, _RESET, yes=yes)
    _change(context, named, lambda _choices, _tournament: Choices(), by=by, json=json)


def _change(
    context: typer.Context,
    named: str,
    change: Change,
    *,
    by: str,
    json: bool,
    needs: str = "",
) -> None:
    """Make a change, keep it, and say what it was.

    Args:
        context: of the command.
        named: the tournament.
        change: makes the choices that hold from now on.
        by: who chooses.
        json: whether one JSON document is printed.
        needs: tie-break without which it shows nowhere.
    """
    from syncd.pipeline.ranking.choosing import keep, load_ranked
    from syncd.standings.choosing import has_code

    session = of(context, as_json=json)
    with session.context(by=by) as outside:
        ranked = load_ranked(outside, find(outside, named))
        choices = change(ranked.choices, ranked.tournament)
        said = keep(outside, ranked, choices, now())
    if needs and not has_code(choices, ranked.tournament, needs):
        said = (*said, _not_in_list(needs))
    print_said(session.output, ranked.head.id, said)


def _agree(output: Output, question: Text, *, yes: bool) -> None:
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


def _not_in_list(code: str) -> Text:
    return Text(
        f"{code} is not in the list of tie-breaks, so it shows nowhere yet: "
        "syncd ranking set T --tiebreaks LIST",
        f"{code} steht nicht in der Liste der Feinwertungen und wirkt deshalb noch "
        "nicht: syncd ranking set T --tiebreaks LISTE",
    )


_ONE_OF_THESE: Final = Text(
    "Name who is moved and the place (syncd ranking order T NUMBER PLACE), or --off, "
    "or --agree.",
    "Bitte angeben, wer wohin kommt (syncd ranking order T NUMMER PLATZ), oder --off, "
    "oder --agree.",
)
_DRAW: Final = Text(
    "Lots decide for good. Draw them now?",
    "Das Los entscheidet endgültig. Jetzt losen?",
)
_AGAIN: Final = Text(
    "Lots were drawn already. Make that draw void and draw anew?",
    "Es wurde schon gelost. Dieses Los für ungültig erklären und neu losen?",
)
_RESET: Final = Text(
    "Forget everything chosen about the standings, values by hand and lots too?",
    "Alles zur Rangliste Festgelegte vergessen, auch Werte von Hand und Lose?",
)
_NOT_ASKED: Final = Text(
    "Nothing was changed, since nobody can be asked here. Say so with --yes.",
    "Es wurde nichts geändert, denn hier kann niemand gefragt werden. Bitte mit --yes.",
)
