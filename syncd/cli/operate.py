"""Commands for people who look after tournaments and reports."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from syncd.bilingual import Text
from syncd.cli.options import (
    AgeClassOption,
    ByOption,
    EndOption,
    JsonOption,
    LabelOption,
    LocationOption,
    StartOption,
    TimeControlOption,
    TournamentArgument,
    TypeOption,
    given_facts,
)
from syncd.cli.session import now, of
from syncd.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from syncd.cli.output import Output
    from syncd.pipeline.context import Context
    from syncd.store.revisions import Waiting


def register(app: typer.Typer) -> None:
    """Add these commands to the application."""
    for command in (status, why, confirm, reports, adopt):
        app.command()(command)


def status(
    context: typer.Context,
    *,
    check: Annotated[
        bool, typer.Option("--check", help="Exit code 1 if the daemon is down.")
    ] = False,
    json: JsonOption = False,
) -> None:
    """Show daemon, folders, tournaments and what waits (also if the daemon is down)."""
    from syncd.cli.overview import load_overview

    session = of(context, as_json=json)
    settings = session.settings()
    with session.store(settings) as store:
        overview = load_overview(settings, store, now())
        session.warn_of_old_lists(store, settings)
        session.warn_of_gone_sources(store, settings)
    if json:
        session.output.document(overview.shape(session.output.language))
    else:
        overview.print(session.output)
    if check and not overview.is_running:
        raise typer.Exit(1)


def why(
    context: typer.Context, named: TournamentArgument, *, json: JsonOption = False
) -> None:
    """Say why a tournament is not reported yet, and what peers still lack of it."""
    from syncd.cli.peer_lines import waiting_shape, waiting_text
    from syncd.store.delivery_lines import list_waiting

    session = of(context, as_json=json)
    with session.context() as outside:
        tournament_id = find(outside, named)
        waiting = _waiting(outside, tournament_id)
        with outside.store.read() as sql:
            deliveries = list_waiting(sql, tournament_id)
    output = session.output
    if json:
        output.document(
            {
                "tournament": tournament_id,
                "code": waiting.code,
                "reason": waiting.said.say(output.language),
                "urgent": waiting.urgent.say(output.language)
                if waiting.urgent
                else None,
                "needs_person": waiting.needs_person,
                "recheck": waiting.recheck_utc.isoformat()
                if waiting.recheck_utc
                else None,
                "deliveries": [
                    waiting_shape(one, output.language) for one in deliveries
                ],
            }
        )
    else:
        output.say(waiting.said)
        for one in deliveries:
            output.say(waiting_text(one))


def confirm(
    context: typer.Context,
    named: TournamentArgument,
    *,
    start: StartOption = None,
    end: EndOption = None,
    time_control: TimeControlOption = "",
    location: LocationOption = "",
    label: LabelOption = "",
    age_class: AgeClassOption = "",
    kind: TypeOption = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    by: ByOption = "",
    json: JsonOption = False,
) -> None:
    """Confirm what the exports cannot say: 0-0 games, dates, time control, place."""
    from syncd.pipeline.deciding import people

    session = of(context, as_json=json)
    given = given_facts(
        start=start, end=end, time_control=time_control, location=location,
        label=label, age_class=age_class, kind=kind,
    )  # fmt: skip
    with session.context(by=by) as outside:
        tournament_id = find(outside, named)
        planned = people.to_confirm(outside, tournament_id, given, now())
        if planned and not yes:
            _agree(session.output, planned)
        said = people.confirm(outside, tournament_id, given, now())
    print_said(session.output, tournament_id, said)


def reports(
    context: typer.Context,
    named: Annotated[
        str | None, typer.Argument(metavar="[T]", help="Only of this tournament.")
    ] = None,
    *,
    state: Annotated[str, typer.Option("--state", help="Only in this state.")] = "",
    portal: Annotated[str | None, typer.Option("--portal", help="Only to it.")] = None,
    json: JsonOption = False,
) -> None:
    """List every report with state, sends and receipt."""
    from syncd.cli.reports_table import print_reports, report_shape
    from syncd.cli.words import of_state
    from syncd.pipeline.judging.hosts import refuse_unknown
    from syncd.store import readmodels

    session = of(context, as_json=json)
    with session.context() as outside:
        refuse_unknown(outside, portal)
        wanted = of_state(state)
        number = None if named is None else find(outside, named)
        with outside.store.read() as sql:
            lines = [
                line
                for line in readmodels.list_reports(sql, number)
                if wanted in {"", line.state} and portal in {None, line.portal}
            ]
    if json:
        session.output.document(
            [report_shape(line, session.output.language) for line in lines]
        )
        return
    print_reports(session.output, lines)


def adopt(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="X.xml")],
    *,
    tournament: Annotated[
        str,
        typer.Option(
            "--tournament", help="Number, part of the name, or start of a UUID."
        ),
    ] = "",
    portal: Annotated[str, typer.Option("--portal", help="Portal that has it.")] = "",
    json: JsonOption = False,
) -> None:
    """Take over a report that was sent by other means, with its tournamentUUID."""
    from syncd.cli.reading import naming, read_bytes
    from syncd.pipeline.deciding.adopt import adopt as adopt_report

    session = of(context, as_json=json)
    data = read_bytes(file)
    with session.context() as outside, naming(file):
        name = portal or _only_portal(outside)
        said = adopt_report(outside, data, name, tournament or None, now())
    if json:
        session.output.document(
            {"adopted": True, "text": said.say(session.output.language)}
        )
    else:
        session.output.say(said)


def find(outside: Context, named: str) -> int:
    """Return the tournament that a person means.

    Raises:
        NotFoundError: none or several fit.
    """
    from syncd.store import readmodels

    with outside.store.read() as sql:
        return readmodels.find_tournament_id(sql, named)


def _waiting(outside: Context, tournament_id: int) -> Waiting:
    """Return what a tournament waits for now, judged anew."""
    from syncd.pipeline.judging.assess import explain

    return explain(outside, tournament_id, now())


def _agree(output: Output, planned: Sequence[Text]) -> None:
    """Have a person agree; nobody agrees where there is no terminal to ask at.

    Raises:
        typer.Exit: nobody agreed; nothing is to be confirmed.
    """
    if output.as_json or not sys.stdin.isatty():
        lines = [_NOT_ASKED, *planned]
        for line in lines:
            output.warn(line)
        if output.as_json:
            output.document({"error": [line.say(output.language) for line in lines]})
        raise typer.Exit(1)
    for line in planned:
        output.say(line)
    if not output.ask(Text("Confirm this?", "Das bestätigen?")):
        output.say(Text("Nothing was confirmed.", "Es wurde nichts bestätigt."))
        raise typer.Exit(1)


_NOT_ASKED = Text(
    "Nothing was confirmed, since nobody can be asked here. With --yes this would be "
    "confirmed:",
    "Es wurde nichts bestätigt, denn hier kann niemand gefragt werden. Mit --yes würde "
    "bestätigt:",
)


def print_said(output: Output, tournament_id: int, said: tuple[Text, ...]) -> None:
    """Print what was done to a tournament, for people or for programs."""
    if output.as_json:
        texts = [text.say(output.language) for text in said]
        output.document({"tournament": tournament_id, "done": texts})
        return
    for text in said:
        output.say(text)


def _only_portal(outside: Context) -> str:
    """Return the only configured portal.

    Raises:
        ConfigError: there is none, or a choice.
    """
    names = [item.name for item in outside.settings.portals]
    if len(names) == 1:
        return names[0]
    known = ", ".join(names) or "–"
    raise ConfigError(
        Text(
            f"Name the portal with --portal; configured: {known}",
            f"Bitte das Portal mit --portal angeben; eingerichtet: {known}",
        )
    )
