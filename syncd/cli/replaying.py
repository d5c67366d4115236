"""`syncd replay`: whether the store still follows from the files that came in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from syncd.bilingual import Text, counted_as
from syncd.cli.change_shapes import place_shape, value_shape
from syncd.cli.operate import find
from syncd.cli.options import JsonOption  # noqa: TC001 - typer reads annotations
from syncd.cli.session import of
from syncd.sync.conflictwords import told_at

if TYPE_CHECKING:
    from syncd.cli.output import Output
    from syncd.pipeline.provenance.replay import Difference, Replayed


def register(app: typer.Typer) -> None:
    """Add this command to the application."""
    app.command()(replay)


def replay(
    context: typer.Context,
    named: Annotated[
        str | None, typer.Argument(metavar="[T]", help="Only this tournament.")
    ] = None,
    *,
    json: JsonOption = False,
) -> None:
    """Rebuild every revision from the inbox and compare (exit code 1 if one differs).

    Nothing is changed.
    """
    from syncd.pipeline.provenance.replay import replay as rebuild
    from syncd.store import readmodels

    session = of(context)
    output = session.use_json(wanted=json)
    with session.context() as outside:
        if named is None:
            with outside.store.read() as sql:
                numbers = [line.id for line in readmodels.list_tournaments(sql)]
        else:
            numbers = [find(outside, named)]
        doing = Text("Rebuilding", "Neu aufbauen")
        watched = output.watched(sorted(numbers), doing)
        found = list(rebuild(outside.store, outside.settings, watched))
    output = session.output
    is_equal = not any(one.difference for one in found)
    if json:
        shapes = [_shape(one, output) for one in found]
        output.document({"equal": is_equal, "tournaments": shapes})
    else:
        _print(output, found)
    if not is_equal:
        raise typer.Exit(1)


def _shape(one: Replayed, output: Output) -> dict[str, Any]:
    return {
        "tournament": one.tournament_id,
        "name": one.name,
        "revisions": one.revisions,
        "exports": one.exports,
        "equal": one.difference is None,
        "difference": one.difference and _difference(one.difference, output),
    }


def _difference(found: Difference, output: Output) -> dict[str, Any]:
    place = found.place
    return {
        "revision": found.revision,
        "arrival": found.arrival,
        "message": found.text.say(output.language),
        "place": place and place_shape(place),
        "stored": value_shape(found.stored),
        "rebuilt": value_shape(found.rebuilt),
    }


def _print(output: Output, found: list[Replayed]) -> None:
    for one in found:
        if one.difference is not None:
            output.say(_told(one, one.difference))
    revisions = sum(one.revisions for one in found)
    exports = sum(one.exports for one in found)
    wrong = sum(one.difference is not None for one in found)
    events = counted_as(
        len(found), Text("tournament", "Turnier"), Text("tournaments", "Turniere")
    )
    states = counted_as(
        revisions, Text("revision", "Revision"), Text("revisions", "Revisionen")
    )
    files = counted_as(exports, Text("export", "Export"), Text("exports", "Exporten"))
    differ = counted_as(
        wrong, Text("differs", "weicht ab"), Text("differ", "weichen ab")
    )
    ended = differ if wrong else Text("all equal", "alles gleich")
    output.say(
        Text(
            f"{events.en}, {states.en} from {files.en}: {ended.en}.",
            f"{events.de}, {states.de} aus {files.de}: {ended.de}.",
        )
    )


def _told(one: Replayed, found: Difference) -> Text:
    """Return where a tournament first comes out otherwise."""
    en = f"{one.tournament_id} {one.name}, revision {found.revision}: {found.text.en}"
    de = f"{one.tournament_id} {one.name}, Revision {found.revision}: {found.text.de}"
    if found.place is None:
        return Text(en, de)
    values = found.stored, found.rebuilt
    where, (stored, now) = told_at(found.place, values, found.names)
    return Text(
        f"{en} {where.en}: stored {stored.en}, rebuilt {now.en}",
        f"{de} {where.de}: gespeichert {stored.de}, neu aufgebaut {now.de}",
    )
