"""`syncd ranking`: standings of a stored tournament, and what people choose about them.

`syncd standings` is about files and remembers nothing. What is chosen here holds for
the tournament until it is chosen anew, on the terminal and over HTTP.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from syncd.bilingual import Text
from syncd.cli import ranking_by_hand
from syncd.cli.operate import find
from syncd.cli.options import (
    ByOption,
    JsonOption,
    TournamentArgument,
)
from syncd.cli.ranking_keeping import YesOption, agree, change_choices, no_notes
from syncd.cli.session import of
from syncd.cli.standings_asked import (
    Made,
    category_of,
    rating_changes_in,
    read_option,
    refuse_tables_of_players,
    year_of,
)
from syncd.cli.standings_options import (
    Absences,
    AbsencesChoice,
    CategoryOption,
    CsvOption,
    EditionOption,
    ExplainOption,
    HtmlOption,
    NumberOption,
    OutOption,
    PresetOption,
    RatingChangesOption,
    RatingRoundChoice,
    RatingUseChoice,
    RoundOption,
    TiesChoice,
    UnratedChoice,
    UnratedRatingChoice,
)
from syncd.cli.standings_shown import publish, refuse_out, standings_document
from syncd.errors import ConfigError

if TYPE_CHECKING:
    from pathlib import Path

    from syncd.model.tournament import Tournament
    from syncd.pipeline.ranking.choosing import Ranked
    from syncd.standings.choices import Choices

ranking_app = typer.Typer(
    help="Standings of a stored tournament: show them, choose what they go by."
)


def register(app: typer.Typer) -> None:
    """Add these commands to the application."""
    app.add_typer(ranking_app, name="ranking")
    ranking_by_hand.register(ranking_app)


@ranking_app.command()
def show(
    context: typer.Context,
    named: TournamentArgument,
    *,
    after: RoundOption = None,
    category: CategoryOption = "",
    explain: ExplainOption = False,
    only: NumberOption = None,
    html: HtmlOption = False,
    csv: CsvOption = False,
    out: OutOption = None,
    json: JsonOption = False,
) -> None:
    """Show the standings as they were chosen, as the page over HTTP has them."""
    from syncd.cli.standings_tables import print_standings, print_workings
    from syncd.pages.standings import workings
    from syncd.pipeline.ranking.choosing import load_ranked
    from syncd.standings.choices import choices_shape
    from syncd.standings.choicewords import UNREADABLE
    from syncd.standings.table import table_of

    _refuse_forms(out, html=html, csv=csv, json=json)
    session = of(context, as_json=json)
    with session.context() as outside:
        ranked = load_ranked(outside, find(outside, named))
    output, made = session.output, _made(ranked, after, category)
    told = [*workings(made.chosen.standings, only)] if explain or only else []
    if json:
        shape = standings_document(made, told if explain else None, output.language)
        output.document({**shape, "choices": choices_shape(ranked.choices)})
    elif html or csv:
        publish(output, table_of(*made), told, out, as_csv=csv)
    else:
        table = table_of(*made)
        if not ranked.is_whole:
            output.say(UNREADABLE)
        print_standings(output, table)
        print_workings(output, table, told)


def _refuse_forms(out: Path | None, *, html: bool, csv: bool, json: bool) -> None:
    if sum((html, csv, json)) > 1:
        raise ConfigError(_ONE_FORM)
    refuse_out(out, html=html, csv=csv)


def _made(ranked: Ranked, after: int | None, category: str) -> Made:
    from syncd.standings.choices import options_of, shown_of, wish_of
    from syncd.standings.chosen import choose
    from syncd.standings.players import refuse_unknown_round

    tournament, choices = ranked.tournament, ranked.choices
    refuse_unknown_round(tournament, after)
    options = options_of(choices, after)
    chosen = choose(tournament, wish_of(choices), options)
    shown = shown_of(choices, category_of(category, year_of(tournament)))
    return Made(tournament, chosen, options, shown)


@ranking_app.command("set")
def set_(
    context: typer.Context,
    named: TournamentArgument,
    *,
    tiebreaks: Annotated[
        str | None,
        typer.Option(
            "--tiebreaks", metavar="LIST",
            help="Codes of FIDE's C.07, for instance “PTS,BH/C1,BH,SB,DE”; empty: as "
            "the file states them, else the usual ones.",
        ),
    ] = None,
    preset: PresetOption = None,
    ties: TiesChoice = None,
    unrated: UnratedChoice = None,
    unrated_rating: UnratedRatingChoice = None,
    rating_changes: RatingChangesOption = None,
    rating_use: RatingUseChoice = None,
    rating_round: RatingRoundChoice = None,
    absences: AbsencesChoice = None,
    edition: EditionOption = None,
    leavers: Annotated[
        bool | None,
        typer.Option(
            "--drop-leavers/--keep-leavers",
            help="Round robin: who left before half of his games does not count.",
        ),
    ] = None,
    prizes: Annotated[
        str | None,
        typer.Option(
            "--prizes", metavar="LIST",
            help="Mark prize places, for instance “3,U14:2”; empty: none.",
        ),
    ] = None,
    keizer: Annotated[
        bool | None,
        typer.Option("--keizer/--no-keizer", help="Show the Keizer table, too."),
    ] = None,
    expected: Annotated[
        bool | None,
        typer.Option("--expected/--no-expected", help="Show expected points (We)."),
    ] = None,
    by: ByOption = "",
    json: JsonOption = False,
) -> None:  # fmt: skip
    """Choose what the standings of a tournament go by; what is not named stays."""
    from syncd.standings.choosing import check_list, note_on_lots

    if tiebreaks and preset:
        raise ConfigError(_ONE_LIST)
    changes: dict[str, Any] = {
        "ties": ties,
        "edition": edition,
        "removes_early_leavers": leavers,
        "is_absence_voluntary": absences and absences is Absences.VOLUNTARY,
        "shows_keizer": keizer,
        "shows_expected": expected,
    }
    ratings = {
        "unrated": unrated, "fixed": unrated_rating,
        "use": rating_use, "round": rating_round,
    }  # fmt: skip

    def change(choices: Choices, tournament: Tournament) -> Choices:
        refuse_tables_of_players(
            tournament, keizer=bool(keizer), expected=bool(expected)
        )
        found = _given(changes)
        if tiebreaks is not None or preset:
            found |= {"tiebreaks": tiebreaks or "", "preset": preset}
        if prizes is not None:
            found["prizes"] = _prizes(prizes, tournament)
        rated = _given(ratings)
        if rating_changes:
            rated["changes"] = rating_changes_in(rating_changes, tournament)
        return replace(choices, ratings=replace(choices.ratings, **rated), **found)

    all_given = (*changes.values(), *ratings.values(), tiebreaks, preset, prizes)
    if rating_changes is None and all(one is None for one in all_given):
        raise ConfigError(_NOTHING_GIVEN)

    def notes(choices: Choices, tournament: Tournament) -> tuple[Text, ...]:
        listed = check_list(choices, tournament) if tiebreaks else ()
        return (*listed, *note_on_lots(choices, tournament))

    change_choices(context, named, change, notes, by=by, json=json)


def _given(options: dict[str, Any]) -> dict[str, Any]:
    """Return the options that were given."""
    return {name: value for name, value in options.items() if value is not None}


def _prizes(written: str, tournament: Tournament) -> tuple[object, ...]:
    from syncd.standings.prizes import parse_prizes

    if not written.strip():
        return ()
    year = year_of(tournament)
    return read_option("--prizes", lambda: parse_prizes(written, year))


@ranking_app.command()
def reset(
    context: typer.Context,
    named: TournamentArgument,
    *,
    yes: YesOption = False,
    by: ByOption = "",
    json: JsonOption = False,
) -> None:
    """Forget everything chosen about the standings; lots are switched off only."""
    from syncd.standings.choices import Choices
    from syncd.standings.choosing import without_lots

    def change(choices: Choices, _tournament: Tournament) -> Choices:
        return Choices(lots=without_lots(choices).lots)

    agree(of(context, as_json=json).output, _RESET, yes=yes)
    change_choices(context, named, change, no_notes, by=by, json=json)


_ONE_FORM: Final = Text(
    "Choose one form: --html, --csv or --json.",
    "Bitte eine Form wählen: --html, --csv oder --json.",
)
_ONE_LIST: Final = Text(
    "Choose one list: --tiebreaks or --preset.",
    "Bitte eine Liste wählen: --tiebreaks oder --preset.",
)
_NOTHING_GIVEN: Final = Text(
    "Say what is to be chosen, for instance --tiebreaks PTS,BH/C1,BH,SB. All options: "
    "syncd ranking set --help",
    "Bitte angeben, was gelten soll, zum Beispiel --tiebreaks PTS,BH/C1,BH,SB. Alle "
    "Optionen: syncd ranking set --help",
)
_RESET: Final = Text(
    "Forget everything chosen about the standings, values by hand too, and switch off "
    "lots?",
    "Alles zur Rangliste Festgelegte vergessen, auch Werte von Hand, und Lose "
    "abschalten?",
)
