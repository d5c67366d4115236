"""Commands on what was: history, blame, and going back."""

from __future__ import annotations

import sys
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from syncd.bilingual import Text
from syncd.cli.blame_table import blame_shape, print_blame
from syncd.cli.operate import find, print_said
from syncd.cli.options import (
    ByOption,  # noqa: TC001 - typer reads annotations
    JsonOption,  # noqa: TC001 - typer reads annotations
    TournamentArgument,  # noqa: TC001 - typer reads annotations
)
from syncd.cli.session import now, of
from syncd.cli.words import local_time, word

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from syncd.cli.output import Output
    from syncd.pipeline.deciding.recording import Content
    from syncd.store.engine import Session
    from syncd.store.readmodels import HistoryLine

MOST_CHANGES: Final = 20
"""So many changes of one revision are listed for people; the rest is counted."""

FieldOption = Annotated[
    str,
    typer.Option(
        "--field", metavar="PLACE",
        help="Only there, for instance “Müller club”, “round 7”, “5-15”, “city”.",
    ),
]  # fmt: skip


def register(app: typer.Typer) -> None:
    """Add these commands to the application."""
    for command in (history, blame, revert):
        app.command()(command)


def history(
    context: typer.Context,
    named: TournamentArgument,
    *,
    field: FieldOption = "",
    json: JsonOption = False,
) -> None:
    """Show everything that happened to a tournament, or to one place in it."""
    from syncd.pipeline.provenance.tracing import load_history
    from syncd.store import readmodels

    session = of(context, as_json=json)
    with session.context() as outside:
        tournament_id = find(outside, named)
        with outside.store.read() as sql:
            lines = (
                load_history(sql, tournament_id, field)
                if field
                else readmodels.list_history(sql, tournament_id)
            )
            names = () if json else _names(sql, tournament_id, lines)
    output = session.output
    if json:
        output.document([_history_shape(line, output) for line in lines])
        return
    for line, called in zip(lines, names, strict=True):
        output.say(_happened(line))
        _print_changes(output, line.changes, called)


def _names(
    sql: Session, tournament_id: int, lines: Sequence[HistoryLine]
) -> list[Mapping[int, str]]:
    """Return entrant id -> name as it was when each of these lines came to be."""
    from syncd.formats.snapshot import decode_snapshot
    from syncd.store import revisions
    from syncd.sync.changewords import names_of
    from syncd.sync.pastwords import names_before

    head = revisions.load_head(sql, tournament_id)
    now = names_of(decode_snapshot(head.snapshot)) if head.number else {}
    names: Mapping[int, str] = now
    found = []
    for line in reversed(lines):
        found.append(names)
        names = names_before(line.changes, names)
    return found[::-1]


def _history_shape(line: HistoryLine, output: Output) -> dict[str, Any]:
    return {
        "at": line.at_utc.isoformat(),
        "kind": line.kind,
        "text": line.text.say(output.language),
        "by": line.by or None,
        "revision": line.revision or None,
        "changes": list(line.changes),
    }


def _happened(line: HistoryLine) -> Text:
    at, kind, text = local_time(line.at_utc), word(line.kind), line.text
    by = f" ({line.by})" if line.by else ""
    return Text(
        f"{at.en} {kind.en}: {text.en}{by}", f"{at.de} {kind.de}: {text.de}{by}"
    )


def _print_changes(
    output: Output, changes: Sequence[Mapping[str, str]], names: Mapping[int, str]
) -> None:
    """Print the first changes of a revision and how many more there are."""
    from syncd.sync.pastwords import told_changes

    told = told_changes(changes, names)
    for one in told[:MOST_CHANGES]:
        output.say(Text(*(f"    {said}" for said in one.sentence)))
    more = len(told) - MOST_CHANGES
    if more > 0:
        output.say(
            Text(
                f"    … and {more} more (all with --json)",
                f"    … und {more} weitere (alle mit --json)",
            )
        )


def blame(
    context: typer.Context,
    named: TournamentArgument,
    *,
    field: FieldOption = "",
    json: JsonOption = False,
) -> None:
    """Show of every value who has said it, when, and what it replaced."""
    from syncd.pipeline.provenance.tracing import load_traces
    from syncd.sync.provenance import blame as blame_of
    from syncd.sync.wanted import wanted

    session = of(context, as_json=json)
    with session.context() as outside:
        tournament_id = find(outside, named)
        with outside.store.read() as sql:
            traces = load_traces(sql, tournament_id)
    asked = wanted(field)
    players = asked.players(traces.tournament)
    found = [one for one in blame_of(traces) if asked.fits(one.place, players)]
    if json:
        session.output.document(blame_shape(found, traces.tournament, session.output))
    else:
        print_blame(session.output, found, traces.tournament)


def revert(
    context: typer.Context,
    named: TournamentArgument,
    revision: Annotated[int, typer.Argument(metavar="REV", min=1)],
    *,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    by: ByOption = "",
    json: JsonOption = False,
) -> None:
    """Give a tournament the content of an earlier revision, as a new one."""
    from syncd.pipeline.provenance import revert as reverting

    session = of(context, as_json=json)
    with session.context(by=by) as outside:
        tournament_id = find(outside, named)
        if not yes and not json and sys.stdin.isatty():
            content = reverting.to_revert(outside, tournament_id, revision)
            _agree(session.output, content)
        said = reverting.revert(outside, tournament_id, revision, now())
    print_said(session.output, tournament_id, said)


def _agree(output: Output, content: Content) -> None:
    """Have a person agree to what changes.

    Raises:
        typer.Exit: nobody agreed; nothing is to be undone.
    """
    from syncd.sync.changewords import names_of

    changes = [asdict(change) for change in content.changes]
    _print_changes(output, changes, names_of(content.tournament))
    if not output.ask(Text("Undo this?", "Das rückgängig machen?")):
        output.say(Text("Nothing was undone.", "Es wurde nichts rückgängig gemacht."))
        raise typer.Exit(1)
