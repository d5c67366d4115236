"""Commands for the lists of members, clubs and FIDE players."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from syncd.bilingual import Text
from syncd.cli.options import JsonOption, MonthOption, checked_month
from syncd.cli.reading import named
from syncd.cli.session import now, of
from syncd.errors import ConfigError, RemoteError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from syncd.cli.output import Output
    from syncd.pipeline.lists.listplaces import Outcome
    from syncd.settings import Settings
    from syncd.store.lists import ListInfo

lists_app = typer.Typer(help="Lists of members, clubs and FIDE players.")


def register(app: typer.Typer) -> None:
    """Add these commands to the application."""
    app.add_typer(lists_app, name="lists")


@lists_app.command("import")
def lists_import(
    context: typer.Context,
    places: Annotated[
        list[str] | None, typer.Argument(metavar="FILE|URL…", show_default=False)
    ] = None,
    *,
    kind: Annotated[
        str, typer.Option("--kind", help="Only dsb-members, dsb-clubs or fide.")
    ] = "",
    month: MonthOption = "",
    accept_smaller: Annotated[
        bool,
        typer.Option("--accept-smaller", help="It may have lost a tenth of its rows."),
    ] = False,
    json: JsonOption = False,
) -> None:
    """Import lists from files or addresses (without any: those of the settings)."""
    from syncd.cli.importing import import_all
    from syncd.pipeline.lists.listfile import Wish
    from syncd.pipeline.lists.listplaces import configured_places

    session = of(context)
    with session.first_context(as_json=json) as outside:
        wish = Wish(_kind(kind), checked_month(month), accept_smaller=accept_smaller)
        chosen = places or configured_places(outside.settings)
        outcomes = import_all(outside, chosen, wish, now, session.output)
    _print_outcomes(session.output, outcomes)
    errors = [item.error for item in outcomes if item.error is not None]
    if errors:
        is_remote = all(isinstance(item, RemoteError) for item in errors)
        raise typer.Exit(3 if is_remote else 1)


@lists_app.command("status")
def lists_status(context: typer.Context, *, json: JsonOption = False) -> None:
    """Show which lists are in force, how old they are and how many rows they have."""
    from syncd.store.lists import load_lists

    session = of(context, as_json=json)
    settings = session.settings()
    with session.store(settings) as store, store.read() as sql:
        found = load_lists(sql)
    if json:
        session.output.document([_shape(item, settings) for item in found])
        return
    heads = (
        Text("list", "Liste"), Text("month", "Monat"), Text("rows", "Zeilen"),
        Text("imported", "importiert"), Text("age in days", "Alter in Tagen"),
        Text("from", "Herkunft"),
    )  # fmt: skip
    rows = [
        (item.kind, item.month or "–", item.rows, f"{item.imported_utc:%Y-%m-%d}",
         age_days(item), item.origin)
        for item in found
    ]  # fmt: skip
    session.output.table(Text("Lists", "Listen"), heads, rows, empty=_NONE)
    for text in old_lists(found, settings):
        session.output.warn(text)


def old_lists(found: Sequence[ListInfo], settings: Settings) -> list[Text]:
    """Return a warning for every list that is to be renewed."""
    return [_old(item) for item in found if _is_old(item, settings)]


def age_days(item: ListInfo) -> int:
    """Return how many whole days ago a list was imported."""
    return (now() - item.imported_utc).days


def _is_old(item: ListInfo, settings: Settings) -> bool:
    """Return whether a list is to be renewed; a FIDE list stays that of its month."""
    return not item.month and age_days(item) > settings.lists.max_age_days


def _shape(item: ListInfo, settings: Settings) -> dict[str, object]:
    return {
        "kind": item.kind,
        "month": item.month or None,
        "rows": item.rows,
        "damaged_rows": item.damaged_rows,
        "imported": item.imported_utc.isoformat(),
        "age_days": age_days(item),
        "is_old": _is_old(item, settings),
        "origin": item.origin,
    }


def _kind(text: str) -> str:
    from syncd.store.lists import KINDS

    if text and text not in KINDS:
        known = ", ".join(KINDS)
        raise ConfigError(
            Text(
                f"--kind {text}: choose {known}.",
                f"--kind {text}: bitte {known} wählen.",
            )
        )
    return text


def _print_outcomes(output: Output, outcomes: Sequence[Outcome]) -> None:
    if output.as_json:
        output.document({"lists": [_outcome_shape(item, output) for item in outcomes]})
        return
    for item in outcomes:
        if item.error is not None:
            output.warn(named(item.place, item.error.text))
            continue
        for text in item.said():
            output.say(text)


def _outcome_shape(item: Outcome, output: Output) -> dict[str, object]:
    from syncd.cli.shapes import finding_shape

    error = item.error and item.error.text.say(output.language)
    return {
        "place": item.place,
        "error": error,
        "imported": [
            {
                "kind": one.kind,
                "month": one.month or None,
                "rows": one.rows,
                "damaged_rows": one.damaged_rows,
                "new": one.is_new,
                "findings": [
                    finding_shape(each, output.language) for each in one.findings
                ],
            }
            for one in item.imported
        ],
    }


def _old(item: ListInfo) -> Text:
    return Text(
        f"The list {item.kind} is {age_days(item)} days old. Import a new one: syncd "
        "lists import",
        f"Die Liste {item.kind} ist {age_days(item)} Tage alt. Bitte eine neue "
        "importieren: syncd lists import",
    )


_NONE = Text(
    "No list was imported yet: syncd lists import FILE",
    "Es wurde noch keine Liste importiert: syncd lists import DATEI",
)
