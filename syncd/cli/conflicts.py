"""Commands for what several sources say of one tournament."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from syncd.bilingual import Text
from syncd.cli.operate import find, print_said
from syncd.cli.options import (  # noqa: TC001 - typer reads them
    ByOption,
    JsonOption,
    TournamentArgument,
)
from syncd.cli.session import now, of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from syncd.bilingual import Language
    from syncd.cli.output import Output
    from syncd.store.conflicts import Question

NEW: Final = "new"
"""What `link` is told of an export that is a tournament of its own."""


def register(app: typer.Typer) -> None:
    """Add these commands to the application."""
    for command in (conflicts, resolve, link, unlink):
        app.command()(command)


def conflicts(
    context: typer.Context,
    named: Annotated[
        str | None, typer.Argument(metavar="[T]", help="Only of this tournament.")
    ] = None,
    *,
    everything: Annotated[
        bool, typer.Option("--all", help="Those that were answered as well.")
    ] = False,
    json: JsonOption = False,
) -> None:
    """List what sources contradict each other about, and how to answer."""
    from syncd.store.conflicts import list_questions

    session = of(context, as_json=json)
    with session.context() as outside:
        number = None if named is None else find(outside, named)
        with outside.store.read() as sql:
            found = list_questions(sql, number, is_open=not everything)
    output = session.output
    if json:
        output.document([_shape(one, output.language) for one in found])
    else:
        _print(output, found)


def resolve(
    context: typer.Context,
    number: Annotated[int, typer.Argument(metavar="NUMBER", min=1)],
    answer: Annotated[
        str,
        typer.Argument(
            metavar="ours|theirs|VALUE",
            help="What the tournament says, what the source says, or the right value.",
        ),
    ],
    *,
    by: ByOption = "",
    json: JsonOption = False,
) -> None:
    """Answer a question between sources."""
    from syncd.pipeline.deciding import resolving

    session = of(context, as_json=json)
    with session.context(by=by) as outside:
        done = resolving.resolve(outside, number, answer, now())
    left = Text(f"Still open: {done.left}.", f"Noch offen: {done.left}.")
    print_said(session.output, done.tournament_id, (*done.said, left))


def link(
    context: typer.Context,
    arrival: Annotated[int, typer.Argument(metavar="FILE_NUMBER", min=1)],
    named: Annotated[
        str, typer.Argument(metavar="T|new", help="Tournament that it is, or new.")
    ],
    *,
    by: ByOption = "",
    json: JsonOption = False,
) -> None:
    """Say whether an export is a tournament that another source has."""
    from syncd.pipeline.deciding import linkage

    session = of(context, as_json=json)
    with session.context(by=by) as outside:
        if named.casefold() == NEW:
            said = linkage.keep_apart(outside, arrival, now())
        else:
            said = linkage.link(outside, arrival, find(outside, named), now())
    output = session.output
    if json:
        texts = [text.say(output.language) for text in said]
        output.document({"file": arrival, "done": texts})
        return
    for text in said:
        output.say(text)


def unlink(
    context: typer.Context,
    named: TournamentArgument,
    source: Annotated[str, typer.Argument(metavar="SOURCE")],
    *,
    by: ByOption = "",
    json: JsonOption = False,
) -> None:
    """Take a source away that was linked with a tournament by mistake.

    What it sends makes a tournament of its own from then on. Nothing is rewritten.
    """
    from syncd.pipeline.deciding import linkage

    session = of(context, as_json=json)
    with session.context(by=by) as outside:
        tournament_id = find(outside, named)
        said = linkage.unlink(outside, tournament_id, source, now())
    print_said(session.output, tournament_id, said)


def _shape(one: Question, language: Language) -> dict[str, Any]:
    """Return a question as `conflicts --json` prints it."""
    from syncd.cli.change_shapes import place_shape, value_shape

    return {
        "number": one.id,
        "tournament": one.tournament_id,
        "source": one.source,
        "file": one.arrival_id,
        **place_shape(one.place),
        "base": value_shape(one.base),
        "ours": value_shape(one.ours),
        "theirs": value_shape(one.theirs),
        "reason": one.reason.value,
        "message": one.text.say(language),
        "state": one.state,
        "since": one.made_utc.isoformat(),
        "until": one.ended_utc.isoformat() if one.ended_utc else None,
        "chosen": value_shape(one.chosen),
        "by": one.by or None,
    }


def _print(output: Output, found: Sequence[Question]) -> None:
    from syncd.cli.words import word

    output.table(
        Text("Questions between sources", "Fragen zwischen Quellen"),
        [
            Text("No.", "Nr."),
            Text("tournament", "Turnier"),
            Text("source", "Quelle"),
            Text("question", "Frage"),
            Text("state", "Zustand"),
        ],
        [
            (str(one.id), str(one.tournament_id), one.source, one.text, word(one.state))
            for one in found
        ],
        _NONE,
    )
    if any(one.ended_utc is None for one in found):
        output.say(_HOW)


_NONE: Final = Text(
    "The sources contradict each other nowhere.",
    "Die Quellen widersprechen sich nirgends.",
)
_HOW: Final = Text(
    "Answer: syncd resolve NUMBER ours (what stands here), theirs (what the source "
    "says), or the right value; a result for White first, for instance 1-0.",
    "Antworten: syncd resolve NUMMER ours (was hier steht), theirs (was die Quelle "
    "sagt) oder der richtige Wert; ein Ergebnis mit Weiß zuerst, zum Beispiel 1-0.",
)
