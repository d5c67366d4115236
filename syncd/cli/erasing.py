"""Commands for the rights of a person: a copy of what is stored, and erasure."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from syncd.bilingual import Text
from syncd.cli.options import JsonOption  # noqa: TC001 - typer reads it
from syncd.cli.persons import (
    DsbOption,
    FideOption,
    NameArgument,
    YearOption,
    person_app,
    person_named,
)
from syncd.cli.session import now, of
from syncd.errors import NotFoundError

if TYPE_CHECKING:
    from syncd.cli.output import Output
    from syncd.pipeline.privacy.erase import Erased, Traces


def register(app: typer.Typer) -> None:
    """Add these commands to the application."""
    app.command()(erase)


@person_app.command("show")
def person_show(
    context: typer.Context,
    name: NameArgument,
    *,
    birth_year: YearOption = None,
    dsb_id: DsbOption = "",
    fide_id: FideOption = None,
    json: JsonOption = False,
) -> None:
    """Show what is stored about a person (--json: all of it, for a copy)."""
    from syncd.pipeline.privacy.show import export_person

    session = of(context, as_json=json)
    given = person_named(name, birth_year=birth_year, dsb_id=dsb_id, fide_id=fide_id)
    with session.context() as outside:
        found = export_person(outside, given)
    if json:
        session.output.document(found)
    else:
        _print_copy(session.output, found)


def erase(
    context: typer.Context,
    name: NameArgument,
    *,
    birth_year: YearOption = None,
    dsb_id: DsbOption = "",
    fide_id: FideOption = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what would be erased.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    json: JsonOption = False,
) -> None:
    """Erase a person; results stay, under N.N. Reports at a portal are kept, unseen.

    If it is killed, run it again: it goes on where it was.
    """
    from syncd.pipeline.privacy.erase import erase_person, find_person

    session = of(context, as_json=json)
    output = session.output
    given = person_named(name, birth_year=birth_year, dsb_id=dsb_id, fide_id=fide_id)
    with session.context() as outside:
        found = find_person(outside, given)
        if not json:
            _print_traces(output, found)
        if dry_run:
            if json:
                output.document({"found": _traces(found), "erased": None})
            return
        if not yes and not _agrees(output, as_json=json):
            raise typer.Exit(1)
        done = erase_person(outside, given, now())
    if json:
        output.document({"found": _traces(found), "erased": _erased(done)})
    else:
        _print_erased(output, done)


def _agrees(output: Output, *, as_json: bool) -> bool:
    if as_json or not sys.stdin.isatty():
        raise NotFoundError(_NOT_AGREED)
    return output.ask(Text("Erase this for ever?", "Das endgültig löschen?"))


def _traces(found: Traces) -> dict[str, Any]:
    return {
        "tournaments": [
            {
                "id": one.tournament_id,
                "name": one.tournament,
                "entries": [entry.id for entry in one.entries],
                "files": list(one.files),
                "reports": list(one.reports),
            }
            for one in found.tournaments
        ],
        "files": list(found.files),
    }


def _erased(done: Erased) -> dict[str, Any]:
    return {
        "tournaments": list(done.tournaments),
        "files": done.files,
        "restricted_reports": done.restricted,
        "list_rows": done.list_rows,
    }


def _print_traces(output: Output, found: Traces) -> None:
    rows = [
        (
            one.tournament_id,
            one.tournament,
            "; ".join(
                f"{entry.surname}, {entry.forename} ({entry.birth_year or '????'})"
                for entry in one.entries
            ),
            len(one.files),
            len(one.reports),
        )
        for one in found.tournaments
    ]
    heads = (
        Text("no.", "Nr."), Text("tournament", "Turnier"), Text("as", "als"),
        Text("files", "Dateien"), Text("reports", "Berichte"),
    )  # fmt: skip
    title = Text("The person is found in", "Die Person steht in")
    output.table(title, heads, rows, empty=_NOWHERE)
    for name in found.files:
        output.say(Text(f"File {name}", f"Datei {name}"))


def _print_erased(output: Output, done: Erased) -> None:
    tournaments = ", ".join(map(str, done.tournaments)) or "–"
    output.say(
        Text(
            f"Erased in tournaments {tournaments}; {done.files} stored files and "
            f"{done.list_rows} entries of lists changed; {done.restricted} reports are "
            "kept and shown no more. These tournaments are held: nothing is reported "
            "of them until somebody releases them.",
            f"Gelöscht in den Turnieren {tournaments}; {done.files} gespeicherte "
            f"Dateien und {done.list_rows} Listeneinträge geändert; {done.restricted} "
            "Berichte bleiben und werden nicht mehr angezeigt. Diese Turniere sind "
            "angehalten: Gemeldet wird daraus nichts, bis jemand sie freigibt.",
        )
    )
    output.say(_ELSEWHERE)


def _print_copy(output: Output, found: dict[str, Any]) -> None:
    counts = (
        ("tournaments", Text("tournaments", "Turniere")),
        ("files", Text("files of no tournament", "Dateien ohne Turnier")),
        ("entered", Text("entries by hand", "von Hand erfasst")),
        ("members", Text("rows of the DSB's list", "Zeilen der DSB-Liste")),
        ("fide", Text("rows of FIDE's list", "Zeilen der FIDE-Liste")),
    )
    rows = [
        (word.say(output.language), len(found[key]))
        for key, word in counts
        if found[key]
    ]
    heads = (Text("what", "was"), Text("number", "Anzahl"))
    output.table(Text("Stored", "Gespeichert"), heads, rows, empty=_NOWHERE)
    for one in found["tournaments"]:
        output.say(Text(f"{one['id']} {one['name']}", f"{one['id']} {one['name']}"))


_NOWHERE = Text("Nothing is stored.", "Es ist nichts gespeichert.")
_NOT_AGREED = Text(
    "Nothing was erased: say so with --yes, or ask first with --dry-run.",
    "Es wurde nichts gelöscht: bitte mit --yes bestätigen oder vorher mit --dry-run "
    "nachsehen.",
)
_ELSEWHERE = Text(
    "Left to do by hand: erase the person in Chess League Manager, or the next export "
    "brings the data back; exports left in folders; backups made before today "
    "(docs/privacy.md).",
    "Von Hand bleibt: die Person im Chess League Manager löschen, sonst bringt der "
    "nächste Export die Daten zurück; Exporte, die noch in Ordnern liegen; Sicherungen "
    "von vor heute (docs/privacy.md).",
)
