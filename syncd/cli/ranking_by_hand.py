"""Commands of `syncd ranking` for what people enter by hand: values, an order, lots."""

from __future__ import annotations

import secrets
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from syncd.bilingual import Text
from syncd.cli.operate import find, print_said
from syncd.cli.options import (
    ByOption,  # noqa: TC001 - typer reads annotations
    JsonOption,  # noqa: TC001 - typer reads annotations
    TournamentArgument,  # noqa: TC001 - typer reads annotations
)
from syncd.cli.ranking_keeping import YesOption, agree, change_choices, no_notes
from syncd.cli.session import now, of
from syncd.cli.standings_asked import external_in
from syncd.errors import ConfigError

if TYPE_CHECKING:
    from syncd.cli.ranking_keeping import Notes
    from syncd.model.tournament import Tournament
    from syncd.standings.choices import Choices


def register(app: typer.Typer) -> None:
    """Add these commands to those of the group.

    A value and a formula may begin with a minus, which else begins an option.
    """
    for entering in (ext, custom):
        app.command(context_settings={"ignore_unknown_options": True})(entering)
    for deciding in (order, lots):
        app.command()(deciding)


def ext(
    context: typer.Context,
    named: TournamentArgument,
    number: Annotated[
        int | None,
        typer.Argument(metavar="NUMBER", min=1, help="Start number, or team number."),
    ] = None,
    value: Annotated[
        str, typer.Argument(metavar="VALUE", help="3, 3.5 or 3,5; empty removes it.")
    ] = "",
    *,
    file: Annotated[
        Path | None,
        typer.Option(
            "--file",
            metavar="FILE.csv",
            help="All values at once: a line “start number;value” each.",
        ),
    ] = None,
    by: ByOption = "",
    json: JsonOption = False,
) -> None:
    """Enter a value by hand for the tie-break EXT; the higher goes first."""
    from syncd.standings.choosing import entered

    if (number is None) == (file is None):
        raise ConfigError(_NUMBER_OR_FILE)

    def change(choices: Choices, tournament: Tournament) -> Choices:
        if number is not None:
            return entered(choices, tournament, number, value)
        values = external_in(file, tournament) if file else {}
        return replace(choices, given=replace(choices.given, external=values))

    change_choices(
        context, named, change, _unless_listed("EXT", named), by=by, json=json
    )


def custom(
    context: typer.Context,
    named: TournamentArgument,
    formula: Annotated[
        str,
        typer.Argument(
            metavar="FORMULA",
            help="Up to eight weighted counts, for instance “2*wins - forfeit_losses”; "
            "empty removes it.",
        ),
    ] = "",
    *,
    by: ByOption = "",
    json: JsonOption = False,
) -> None:
    """Set the formula of the tie-break CUSTOM (CUSTOM/R: the lower goes first)."""
    from syncd.standings.choosing import with_formula
    from syncd.standings.formula_text import parse_formula

    made = parse_formula(formula) if formula.strip() else None

    def change(choices: Choices, tournament: Tournament) -> Choices:
        return with_formula(choices, tournament, made)

    change_choices(
        context, named, change, _unless_listed("CUSTOM", named), by=by, json=json
    )


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

    change_choices(context, named, change, no_notes, by=by, json=json)


def lots(
    context: typer.Context,
    named: TournamentArgument,
    *,
    again: Annotated[
        bool, typer.Option("--again", help="Draw anew; the earlier draw is void.")
    ] = False,
    off: Annotated[
        bool, typer.Option("--off", help="Without lots; the number stays known.")
    ] = False,
    yes: YesOption = False,
    by: ByOption = "",
    json: JsonOption = False,
) -> None:
    """Draw lots among those who are tied to the end of the list.

    One number is drawn and stored; whoever repeats the command gets the same order,
    also after --off. Only --again draws anew.
    """
    from syncd.pipeline.ranking.choosing import keep, load_ranked
    from syncd.standings.choice_keys import HIGHEST_SEED
    from syncd.standings.choosing import draw, drawn_already, lots_again, without_lots

    session = of(context, as_json=json)
    with session.context(by=by) as outside:
        ranked = load_ranked(outside, find(outside, named))
        choices, tournament = ranked.choices, ranked.tournament
        before = drawn_already(choices, tournament)
        said: tuple[Text, ...]
        if off:
            said = keep(outside, ranked, without_lots(choices), now())
        elif before and not again:
            restored = lots_again(choices, tournament)
            told = () if restored == choices else keep(outside, ranked, restored, now())
            said = (*told, before)
        else:
            drawn = draw(choices, tournament, secrets.randbelow(HIGHEST_SEED + 1))
            agree(session.output, _AGAIN if before else _DRAW, yes=yes)
            made = replace(choices, lots=drawn.lots)
            keep(outside, ranked, made, now(), (drawn.text,))
            said = (drawn.text,)
    print_said(session.output, ranked.head.id, said)


def _unless_listed(code: str, named: str) -> Notes:
    """Return what tells that a tie-break shows nowhere, since no list has it."""

    def notes(choices: Choices, tournament: Tournament) -> tuple[Text, ...]:
        from syncd.standings.choosing import has_code, standings_by
        from syncd.standings.table import written_of

        if has_code(choices, tournament, code):
            return ()
        codes = standings_by(choices, tournament).codes
        longer = ",".join([*(written_of(each) for each in codes), code])
        return (_not_listed(code, f"syncd ranking set {named} --tiebreaks {longer}"),)

    return notes


def _not_listed(code: str, command: str) -> Text:
    return Text(
        f"{code} is not in the list of tie-breaks, so it shows nowhere: {command}",
        f"{code} steht nicht in der Liste der Feinwertungen und wirkt deshalb nicht: "
        f"{command}",
    )


_NUMBER_OR_FILE: Final = Text(
    "Name whose value it is (syncd ranking ext T NUMBER VALUE), or --file.",
    "Bitte angeben, wessen Wert es ist (syncd ranking ext T NUMMER WERT), oder --file.",
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
