"""`syncd standings`: the ranking of a tournament with its tie-breaks."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple

import typer

from syncd.bilingual import Text
from syncd.cli.files import Files  # noqa: TC001 - typer reads annotations
from syncd.cli.options import JsonOption  # noqa: TC001 - typer reads annotations
from syncd.cli.session import now, of
from syncd.errors import ConfigError, FormatError
from syncd.standings.field import Edition  # noqa: TC001 - typer reads annotations
from syncd.standings.options import Options, Ratings, Unrated
from syncd.standings.presets import Preset  # noqa: TC001 - typer reads annotations
from syncd.standings.ties import Ties

if TYPE_CHECKING:
    from syncd.cli.output import Output
    from syncd.model.tournament import Tournament
    from syncd.pages.standings import Workings
    from syncd.standings.categories import Category
    from syncd.standings.chosen import Chosen, Wish
    from syncd.standings.table import Table

_HIGHEST_RATING: Final = 4000


class Asked(NamedTuple):
    """What is to be computed and how it is shown.

    Attributes:
        wish: which tie-breaks.
        options: how they are computed.
        ties: what becomes of those who are still tied.
        category: of the players that are shown, as written; empty for all.
        explains: whether it is told how values come about.
        only: the number of the one whose values are told, None = everybody.
    """

    wish: Wish
    options: Options
    ties: Ties
    category: str
    explains: bool
    only: int | None


def register(app: typer.Typer) -> None:
    """Add this command to the application."""
    app.command()(standings)


def standings(
    context: typer.Context,
    files: Files,
    *,
    after: Annotated[
        int | None,
        typer.Option("--round", min=0, help="After this round; else the last one."),
    ] = None,
    tiebreaks: Annotated[
        str,
        typer.Option(
            "--tiebreaks",
            metavar="LIST",
            help="Codes of FIDE's C.07, for instance “PTS,BH/C1,BH,SB,DE”; each is "
            "computed, whatever the tournament is.",
        ),
    ] = "",
    preset: Annotated[
        Preset | None,
        typer.Option(
            "--preset", help="A list by its name; else that of the file, else usual."
        ),
    ] = None,
    ties: Annotated[
        Ties,
        typer.Option("--ties", help="Who is still tied shares a place, or by rating."),
    ] = Ties.SHARED,
    unrated: Annotated[
        Unrated,
        typer.Option("--unrated", help="How players without a rating count."),
    ] = Unrated.DROP,
    unrated_rating: Annotated[
        int,
        typer.Option(
            "--unrated-rating",
            min=1,
            max=_HIGHEST_RATING,
            help="Their rating with --unrated fixed.",
        ),
    ] = Ratings().fixed,
    edition: Annotated[
        Edition | None,
        typer.Option("--edition", help="Of C.07; else by the tournament's first day."),
    ] = None,
    leavers: Annotated[
        bool,
        typer.Option(
            "--drop-leavers",
            help="Round robin: who left before half of his games does not count.",
        ),
    ] = False,
    category: Annotated[
        str,
        typer.Option(
            "--category",
            help="Only these players: U14, S60, w, <1600, 1600-1999, >2000.",
        ),
    ] = "",
    explain: Annotated[
        bool,
        typer.Option(
            "--explain", help="Tell of each value the rounds that it is made of."
        ),
    ] = False,
    only: Annotated[
        int | None,
        typer.Option(
            "--number", min=1, help="With --explain: this player or team only."
        ),
    ] = None,
    html: Annotated[
        bool, typer.Option("--html", help="A page to be printed or put on a website.")
    ] = False,
    csv: Annotated[bool, typer.Option("--csv", help="Comma-separated values.")] = False,
    out: Annotated[
        Path | None, typer.Option("--out", help="File for --html and --csv.")
    ] = None,
    choices: Annotated[
        bool,
        typer.Option(
            "--choices", help="List all tie-breaks, and which cannot be chosen here."
        ),
    ] = False,
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
    if out is not None and not (html or csv):
        raise ConfigError(_NO_FORM)
    ratings = Ratings(unrated, unrated_rating)
    options = Options(
        after, edition, removes_early_leavers=leavers, ratings=ratings
    )  # fmt: skip
    asked = Asked(Wish(tiebreaks, preset), options, ties, category, explain, only)
    if only is not None and not explain:
        raise ConfigError(_NO_EXPLAIN)
    if choices:
        _choices(output, files, options)
    elif html or csv:
        _publish(output, files[0], asked, out, as_csv=csv)
    elif json:
        _document(output, files, asked)
    else:
        _print_all(output, files, asked)


def _computed(path: Path, asked: Asked) -> tuple[Tournament, Chosen]:
    """Return a tournament and its standings.

    Raises:
        FormatError: the file cannot be read.
    """
    from syncd.cli.converting import read_source
    from syncd.standings.chosen import choose

    tournament = read_source(path).tournament
    return tournament, choose(tournament, asked.wish, asked.options)


def _told(path: Path, asked: Asked) -> tuple[Table, list[Workings]]:
    """Return a table, and how its values come about if that is asked for.

    Raises:
        FormatError: the file cannot be read.
    """
    from syncd.standings.table import Shown, table_of

    tournament, chosen = _computed(path, asked)
    shown = Shown(asked.ties, _category(asked.category, tournament))
    table = table_of(tournament, chosen, asked.options, shown)
    return table, _workings(chosen, asked)


def _category(written: str, tournament: Tournament) -> Category | None:
    """Return the players that somebody wants to see, None for all.

    Raises:
        ConfigError: nobody knows who is meant.
    """
    from syncd.standings.categories import Category, parse_category

    if not written:
        return None
    day = tournament.end or tournament.start or now().date()
    found = parse_category(written, day.year)
    if isinstance(found, Category):
        return found
    raise ConfigError(found)


def _workings(chosen: Chosen, asked: Asked) -> list[Workings]:
    from syncd.pages.standings import workings

    return list(workings(chosen.standings, asked.only)) if asked.explains else []


def _document(output: Output, files: list[Path], asked: Asked) -> None:
    """Print one object, or one for each of several files, those without standings too.

    Raises:
        FormatError: the only file cannot be read.
        typer.Exit: one of several cannot.
    """
    if len(files) == 1:
        output.document(_shape(output, files[0], asked))
        return
    shapes = []
    for path in files:
        try:
            shapes.append(_shape(output, path, asked))
        except FormatError as exc:
            shapes.append({"error": [exc.text.say(output.language)]})
            output.warn(exc.text)
    output.document(shapes)
    if any("error" in shape for shape in shapes):
        raise typer.Exit(1)


def _shape(output: Output, path: Path, asked: Asked) -> dict[str, Any]:
    from syncd.pages.standings import explained_shape, standings_shape

    _, chosen = _computed(path, asked)
    shape = standings_shape(chosen.standings, output.language)
    if asked.explains:
        shape["explain"] = explained_shape(_workings(chosen, asked))
    return shape


def _publish(
    output: Output, path: Path, asked: Asked, out: Path | None, *, as_csv: bool
) -> None:
    """Write the page or the values into a file, or on stdout."""
    from syncd.cli.writing import replace_file
    from syncd.pages.standings import standings_csv, standings_html

    table, made = _told(path, asked)
    text = (
        standings_csv(table, output.language)
        if as_csv
        else standings_html(table, output.language, made)
    )
    data = text.encode("utf-8", "replace")
    if out is None:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    replace_file(out, data)
    output.say(Text(f"{out} written.", f"{out} geschrieben."))


def _print_all(output: Output, files: list[Path], asked: Asked) -> None:
    """Print the standings of each file.

    Raises:
        FormatError: the only file cannot be read.
        typer.Exit: one of several cannot.
    """
    from syncd.cli.standings_tables import print_standings, print_workings

    is_any_unreadable = False
    for path in files:
        try:
            table, made = _told(path, asked)
        except FormatError as exc:
            if len(files) == 1:
                raise
            output.warn(exc.text)
            is_any_unreadable = True
        else:
            print_standings(output, table)
            print_workings(output, table, made)
    if is_any_unreadable:
        raise typer.Exit(1)


def _choices(output: Output, files: list[Path], options: Options) -> None:
    """Print all tie-breaks, with the reasons where one cannot be chosen."""
    from syncd.cli.converting import read_source
    from syncd.cli.standings_tables import choices_shape, print_choices
    from syncd.standings.builder import offers
    from syncd.standings.standings import contest_of

    found = [
        offers(contest_of(read_source(path).tournament, options)) for path in files
    ]
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
_NO_FORM: Final = Text(
    "--out belongs to --html or --csv.", "--out gehört zu --html oder --csv."
)
_NO_EXPLAIN: Final = Text(
    "--number belongs to --explain.", "--number gehört zu --explain."
)
