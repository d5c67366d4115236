"""`syncd standings`: the ranking of a tournament with its tie-breaks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import typer

from syncd.bilingual import Text
from syncd.cli.files import Files  # noqa: TC001 - typer reads annotations
from syncd.cli.options import JsonOption  # noqa: TC001 - typer reads annotations
from syncd.cli.session import of
from syncd.cli.standings_asked import Asked, Entered, made_of
from syncd.cli.standings_options import (
    Absences,
    AbsencesOption,
    CategoryOption,
    ChoicesOption,
    CsvOption,
    CustomOption,
    EditionOption,
    ExpectedOption,
    ExplainOption,
    ExternalOption,
    HtmlOption,
    KeizerOption,
    LeaversOption,
    LotsOption,
    NumberOption,
    OrderOption,
    OutOption,
    PresetOption,
    PrizesOption,
    RatingChangesOption,
    RatingRoundOption,
    RatingUseOption,
    RoundOption,
    TiebreaksOption,
    TiesOption,
    UnratedOption,
    UnratedRatingOption,
)
from syncd.cli.standings_shown import publish, refuse_out, standings_document
from syncd.errors import ConfigError, FormatError
from syncd.standings.choices import Choices, options_of
from syncd.standings.options import Options, Ratings, RatingUse, Unrated
from syncd.standings.ties import Ties

if TYPE_CHECKING:
    from pathlib import Path

    from syncd.cli.output import Output
    from syncd.errors import SyncdError
    from syncd.pages.standings import Workings
    from syncd.standings.chosen import Chosen
    from syncd.standings.table import Table


_USUAL_RATING: Final = Ratings().fixed


def register(app: typer.Typer) -> None:
    """Add this command to the application."""
    app.command()(standings)


def standings(
    context: typer.Context,
    files: Files,
    *,
    after: RoundOption = None,
    tiebreaks: TiebreaksOption = "",
    preset: PresetOption = None,
    ties: TiesOption = Ties.SHARED,
    unrated: UnratedOption = Unrated.DROP,
    unrated_rating: UnratedRatingOption = _USUAL_RATING,
    rating_changes: RatingChangesOption = None,
    rating_use: RatingUseOption = RatingUse.FIRST,
    rating_round: RatingRoundOption = 1,
    edition: EditionOption = None,
    leavers: LeaversOption = False,
    absences: AbsencesOption = Absences.VOLUNTARY,
    category: CategoryOption = "",
    external: ExternalOption = None,
    custom: CustomOption = "",
    order: OrderOption = "",
    lots: LotsOption = None,
    prizes: PrizesOption = "",
    keizer: KeizerOption = False,
    expected: ExpectedOption = False,
    explain: ExplainOption = False,
    only: NumberOption = None,
    html: HtmlOption = False,
    csv: CsvOption = False,
    out: OutOption = None,
    choices: ChoicesOption = False,
    json: JsonOption = False,
) -> None:
    """Rank players or teams by points and tie-breaks, after any round.

    What a list of the file or a preset holds and the tournament cannot have is left
    out, with the reason.
    """
    from syncd.standings.chosen import Wish

    output = of(context).use_json(wanted=json)
    if sum((html, csv, json)) > 1 or (choices and (html or csv)):
        raise ConfigError(_ONE_FORM)
    if (html or csv) and len(files) > 1:
        raise ConfigError(_ONE_FILE)
    refuse_out(out, html=html, csv=csv)
    if only is not None and not explain:
        raise ConfigError(_NO_EXPLAIN)
    entered = Entered(external, order, lots, rating_changes)
    if entered != Entered() and len(files) > 1:
        raise ConfigError(_ONE_TOURNAMENT)
    chosen = Choices(
        ties=ties,
        ratings=Ratings(unrated, unrated_rating, rating_use, rating_round),
        edition=edition,
        removes_early_leavers=leavers,
        is_absence_voluntary=absences is Absences.VOLUNTARY,
        shows_keizer=keizer,
        shows_expected=expected,
    )
    wish = Wish(tiebreaks, preset)
    asked = Asked(
        after, wish, chosen, entered, custom, prizes, category, explain, only
    )  # fmt: skip
    if choices:
        _choices(output, files, options_of(chosen, after))
    elif html or csv:
        publish(output, *_told(files[0], asked), out, as_csv=csv)
    elif json:
        _document(output, files, asked)
    else:
        _print_all(output, files, asked)


def _told(path: Path, asked: Asked) -> tuple[Table, list[Workings]]:
    """Return a table, and how its values come about if that is asked for.

    Raises:
        FormatError: the file cannot be read.
    """
    from syncd.standings.table import table_of

    made = made_of(path, asked)
    return table_of(*made), _workings(made.chosen, asked)


def _workings(chosen: Chosen, asked: Asked) -> list[Workings]:
    from syncd.pages.standings import workings

    return list(workings(chosen.standings, asked.only)) if asked.explains else []


def _document(output: Output, files: list[Path], asked: Asked) -> None:
    """Print one object, or one for each of several files, those without standings too.

    Raises:
        FormatError: the only file cannot be read.
        ConfigError: an option does not fit the only file.
        typer.Exit: one of several cannot, or does not fit.
    """
    if len(files) == 1:
        output.document(_shape(output, files[0], asked))
        return
    shapes, code = [], 0
    for path in files:
        try:
            shapes.append(_shape(output, path, asked))
        except (FormatError, ConfigError) as exc:
            shapes.append({"error": [exc.text.say(output.language)]})
            output.warn(_of_file(path, exc))
            code = max(code, _exit_code(exc))
    output.document(shapes)
    if code:
        raise typer.Exit(code)


def _of_file(path: Path, exc: SyncdError) -> Text:
    """Return what is wrong; what is no fault of a file is told with its name."""
    if isinstance(exc, FormatError):
        return exc.text
    return Text(f"{path}: {exc.text.en}", f"{path}: {exc.text.de}")


def _exit_code(exc: SyncdError) -> int:
    return 2 if isinstance(exc, ConfigError) else 1


def _shape(output: Output, path: Path, asked: Asked) -> dict[str, Any]:
    made = made_of(path, asked)
    workings = _workings(made.chosen, asked) if asked.explains else None
    return standings_document(made, workings, output.language)


def _print_all(output: Output, files: list[Path], asked: Asked) -> None:
    """Print the standings of each file.

    Raises:
        FormatError: the only file cannot be read.
        ConfigError: an option does not fit the only file.
        typer.Exit: one of several cannot, or does not fit.
    """
    from syncd.cli.standings_tables import print_standings, print_workings

    code = 0
    for path in files:
        try:
            table, made = _told(path, asked)
        except (FormatError, ConfigError) as exc:
            if len(files) == 1:
                raise
            output.warn(_of_file(path, exc))
            code = max(code, _exit_code(exc))
        else:
            print_standings(output, table)
            print_workings(output, table, made)
    if code:
        raise typer.Exit(code)


def _choices(output: Output, files: list[Path], options: Options) -> None:
    """Print all tie-breaks, with the reasons where one cannot be chosen."""
    from syncd.cli.converting import read_source
    from syncd.cli.standings_tables import choices_shape, print_choices
    from syncd.standings.builder import offers
    from syncd.standings.players import refuse_unknown_round
    from syncd.standings.standings import contest_of

    found = []
    for path in files:
        tournament = read_source(path).tournament
        refuse_unknown_round(tournament, options.after_round)
        found.append(offers(contest_of(tournament, options)))
    if output.as_json:
        shapes = [choices_shape(each, output.language) for each in found]
        output.document(shapes[0] if len(files) == 1 else shapes)
        return
    for each in found:
        print_choices(output, each)


_ONE_FORM: Final = Text(
    "Choose one form: --html, --csv or --json; --choices goes with --json only.",
    "Bitte eine Form wählen: --html, --csv oder --json; --choices geht nur mit --json.",
)
_ONE_FILE: Final = Text(
    "--html and --csv take one file at a time.",
    "--html und --csv nehmen jeweils eine Datei.",
)
_ONE_TOURNAMENT: Final = Text(
    "--ext, --rating-changes, --order and --lots are about one tournament: name one "
    "file at a time.",
    "--ext, --rating-changes, --order und --lots betreffen ein Turnier: bitte nur eine "
    "Datei nennen.",
)
_NO_EXPLAIN: Final = Text(
    "--number belongs to --explain.", "--number gehört zu --explain."
)
