"""Commands on files: they need no store, no daemon and no network."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from syncd.bilingual import Text
from syncd.cli import shapes
from syncd.cli.options import (
    AcceptOption,
    AgeClassOption,
    EndOption,
    JsonOption,
    LabelOption,
    LocationOption,
    MonthOption,
    StartOption,
    TimeControlOption,
    TypeOption,
    ZeroZeroOption,
    checked_month,
    given_facts,
)
from syncd.cli.session import now, of
from syncd.errors import FormatError
from syncd.model.findings import Finding, Severity, has_errors

if TYPE_CHECKING:
    from syncd.cli.output import Output
    from syncd.cli.reporting import Task

Files = Annotated[list[Path], typer.Argument(metavar="FILE…", show_default=False)]


def register(app: typer.Typer) -> None:
    """Add these commands to the application."""
    app.command()(check)
    app.command()(show)
    app.command()(report)
    app.command()(validate)


def check(context: typer.Context, files: Files, *, json: JsonOption = False) -> None:
    """Say what is in export files and what is wrong with them."""
    from syncd.cli.examine import examine

    output = of(context).use_json(wanted=json)
    doing = Text("Checking", "Prüfung")
    results = [examine(path) for path in output.watched(files, doing)]
    if json:
        documents = [result.shape(output.language) for result in results]
        output.document(documents[0] if len(files) == 1 else documents)
    else:
        for result in results:
            result.print(output)
    if any(result.has_errors for result in results):
        raise typer.Exit(1)


def show(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE")],
    *,
    json: JsonOption = False,
) -> None:
    """Print the decoded tournament as JSON."""
    import json as json_module

    from syncd.cli.reading import read_tournament
    from syncd.formats.snapshot import encode_snapshot

    output = of(context).use_json(wanted=json)
    reading = read_tournament(file)
    output.document(json_module.loads(encode_snapshot(reading.tournament)))


def report(
    context: typer.Context,
    files: Files,
    *,
    out: Annotated[Path, typer.Option("--out", help="XML file to write.")],
    tournament_uuid: Annotated[
        str, typer.Option("--tournament-uuid", help="Keep this tournamentUUID.")
    ] = "",
    start: StartOption = None,
    end: EndOption = None,
    time_control: TimeControlOption = "",
    location: LocationOption = "",
    label: LabelOption = "",
    age_class: AgeClassOption = "",
    kind: TypeOption = None,
    zero_zero: ZeroZeroOption = False,
    accept: AcceptOption = None,
    json: JsonOption = False,
) -> None:
    """Make the DWZ report of a tournament, unless a rule forbids it."""
    from syncd.cli.reporting import Task

    session = of(context, as_json=json)
    settings = session.settings()
    confirmed = given_facts(
        start=start, end=end, time_control=time_control, location=location,
        label=label, age_class=age_class, kind=kind, accept=accept,
    )  # fmt: skip
    with session.lists(settings) as complete:
        task = Task(
            files, out, confirmed, settings, tournament_uuid.lower(), now(),
            zero_zero=zero_zero, weights=settings.rule_weights, complete=complete,
        )  # fmt: skip
        _print_written(session.output, out, _written(task))


def _written(task: Task) -> tuple[Finding, ...]:
    """Write a report; return what was noticed, also that a file cannot be read."""
    from syncd.cli.reporting import write_report

    try:
        return write_report(task)
    except FormatError as exc:
        return (Finding("file.unreadable", Severity.ERROR, exc.text),)


def _print_written(output: Output, out: Path, findings: tuple[Finding, ...]) -> None:
    from syncd.cli.reporting import UNCHANGED

    written = Text(f"Written: {out}", f"Geschrieben: {out}")
    is_new = not has_errors(findings) and UNCHANGED not in findings
    _print_verdict(output, findings, written if is_new else None)


def validate(
    context: typer.Context,
    file: Annotated[
        Path | None, typer.Argument(metavar="X.xml", show_default=False)
    ] = None,
    as_of: Annotated[
        dt.datetime | None,
        typer.Option("--as-of", formats=["%Y-%m-%d"], help="Check as on this day."),
    ] = None,
    members: Annotated[
        Path | None,
        typer.Option("--members", help="The DSB's spieler.csv, or a zip with it."),
    ] = None,
    clubs: Annotated[
        Path | None,
        typer.Option("--clubs", help="The DSB's vereine.csv, or a zip with it."),
    ] = None,
    *,
    fide: Annotated[
        Path | None,
        typer.Option("--fide", help="FIDE's list as XML or text, or a zip with it."),
    ] = None,
    month: MonthOption = "",
    rules: Annotated[
        bool, typer.Option("--rules", help="List all rules instead.")
    ] = False,
    json: JsonOption = False,
) -> None:
    """Check a DWZ XML file against the schema and the rules."""
    from syncd.cli.rule_book import print_rules
    from syncd.cli.validating import Question, answer

    session = of(context)
    output = session.use_json(wanted=json)
    if rules:
        print_rules(output)
        return
    if file is None:
        raise typer.BadParameter(_NO_FILE.say(output.language), context)
    weights = session.settings().rule_weights
    day = as_of.date() if as_of else now().date()
    question = Question(
        file, day, members, clubs, weights, fide, checked_month(month)
    )  # fmt: skip
    _print_verdict(session.output, answer(question))


_NO_FILE = Text(
    "name an XML file, or ask for the list of rules with --rules.",
    "bitte eine XML-Datei nennen oder mit --rules die Liste der Regeln verlangen.",
)


def _print_verdict(
    output: Output, findings: tuple[Finding, ...], done: Text | None = None
) -> None:
    """Print the verdict, last; exit code 1 if any finding is an error."""
    from syncd.cli.findings_table import print_findings

    valid = not has_errors(findings)
    if output.as_json:
        output.document(shapes.verdict_shape(findings, output.language, valid=valid))
    else:
        print_findings(output, findings)
        if done is not None:
            output.say(done)
        output.say(
            Text("Valid.", "Gültig.")
            if valid
            else Text("Not valid: see the errors.", "Ungültig: siehe die Fehler.")
        )
    if not valid:
        raise typer.Exit(1)
