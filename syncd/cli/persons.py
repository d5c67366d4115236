"""Commands for what no list holds of a person, and for who a player is."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Annotated

import typer

from syncd.bilingual import Text
from syncd.cli.operate import find, print_said
from syncd.cli.options import JsonOption, TournamentArgument
from syncd.cli.session import now, of
from syncd.errors import ConfigError

if TYPE_CHECKING:
    from syncd.cli.output import Output
    from syncd.model.persons import Person

person_app = typer.Typer(help="What no list holds of a person, and who a player is.")

NameArgument = Annotated[str, typer.Argument(metavar='"NAME, FORENAME"')]
YearOption = Annotated[int | None, typer.Option("--birth-year", min=1850, max=2100)]
DsbOption = Annotated[str, typer.Option("--dsb-id", help="For instance NU4000001.")]
FideOption = Annotated[
    int | None, typer.Option("--fide-id", min=1, max=999_999_999, help="FIDE id.")
]


def register(app: typer.Typer) -> None:
    """Add these commands to the application."""
    app.add_typer(person_app, name="person")


@person_app.command("set")
def person_set(
    context: typer.Context,
    name: NameArgument,
    *,
    birth_year: YearOption = None,
    birth_date: Annotated[
        dt.datetime | None, typer.Option("--birth-date", formats=["%Y-%m-%d"])
    ] = None,
    forename: Annotated[
        str, typer.Option("--forename", help="All forenames, if more are known.")
    ] = "",
    sex: Annotated[str, typer.Option("--sex", help="m or w.")] = "",
    club: Annotated[
        str, typer.Option("--club", help="Of a non-member the former one.")
    ] = "",
    vkz: Annotated[str, typer.Option("--vkz", help="Club code, five letters.")] = "",
    dsb_id: DsbOption = "",
    fide_id: FideOption = None,
    is_another: Annotated[
        bool, typer.Option("--new", help="Another person of a name that was entered.")
    ] = False,
    json: JsonOption = False,
) -> None:
    """Enter once what no list holds of a person; used for every later tournament."""
    from syncd.pipeline.lists.persons import enter_person

    session = of(context)
    with session.first_context(as_json=json) as outside:
        given = person_named(
            name, birth_year=birth_year, birth_date=birth_date, forename=forename,
            sex=sex, club=club, vkz=vkz, dsb_id=dsb_id, fide_id=fide_id,
        )  # fmt: skip
        entry = enter_person(outside, given, now(), is_another=is_another)
    _print(session.output, [entry])


@person_app.command("list")
def person_list(context: typer.Context, *, json: JsonOption = False) -> None:
    """Show what was entered about people."""
    from syncd.store.persons import list_persons

    session = of(context, as_json=json)
    with session.store(session.settings()) as store, store.read() as sql:
        entries = list_persons(sql)
    _print(session.output, entries)


@person_app.command("forget")
def person_forget(
    context: typer.Context,
    name: NameArgument,
    *,
    birth_year: YearOption = None,
    dsb_id: DsbOption = "",
    fide_id: FideOption = None,
    json: JsonOption = False,
) -> None:
    """Delete what was entered about a person."""
    from syncd.pipeline.lists.persons import forget_person

    session = of(context, as_json=json)
    given = person_named(name, birth_year=birth_year, dsb_id=dsb_id, fide_id=fide_id)
    with session.context() as outside:
        entry = forget_person(outside, given, now())
    if json:
        session.output.document({"forgotten": _shape(entry)})
    else:
        session.output.say(Text("Forgotten.", "Gelöscht."))


@person_app.command("link")
def person_link(
    context: typer.Context,
    named: TournamentArgument,
    number: Annotated[int, typer.Argument(metavar="START_NO", min=1)],
    dsb_id: Annotated[str, typer.Argument(metavar="DSB_ID")] = "",
    *,
    json: JsonOption = False,
) -> None:
    """Say who a player of one tournament is (without DSB_ID: take that back)."""
    from syncd.pipeline.lists.linking import link_player

    session = of(context, as_json=json)
    with session.context() as outside:
        tournament_id = find(outside, named)
        said = link_player(outside, tournament_id, number, dsb_id, now())
    print_said(session.output, tournament_id, said)


def person_named(
    name: str,
    *,
    birth_year: int | None = None,
    birth_date: dt.datetime | None = None,
    forename: str = "",
    sex: str = "",
    club: str = "",
    vkz: str = "",
    dsb_id: str = "",
    fide_id: int | None = None,
) -> Person:
    """Return what the options say.

    Raises:
        ConfigError: an option that cannot be right.
    """
    from syncd.formats.lists.values import to_name, to_vkz
    from syncd.model.persons import Person
    from syncd.pipeline.lists.linking import DSB_ID, no_dsb_id

    surname, first = to_name(name)
    if not surname:
        raise ConfigError(_NO_NAME)
    if dsb_id and not DSB_ID.fullmatch(dsb_id):
        raise ConfigError(no_dsb_id(dsb_id))
    if sex not in {"", "m", "w"}:
        raise ConfigError(Text("--sex: choose m or w.", "--sex: bitte m oder w."))
    day = birth_date.date() if birth_date else None
    if day and birth_year not in {None, day.year}:
        raise ConfigError(_TWO_YEARS)
    try:
        code = to_vkz(vkz)
    except ValueError as exc:
        raise ConfigError(_NO_VKZ) from exc
    return Person(
        surname, first, forename, birth_year or (day.year if day else None), day,
        sex, " ".join(club.split()), code, dsb_id, fide_id,
    )  # fmt: skip


def _print(output: Output, entries: list[Person]) -> None:
    if output.as_json:
        output.document([_shape(entry) for entry in entries])
        return
    heads = (
        Text("name", "Name"), Text("born", "geboren"), Text("sex", "Geschlecht"),
        Text("club", "Verein"), Text("DSB id", "DSB-ID"), Text("FIDE id", "FIDE-ID"),
    )  # fmt: skip
    rows = [
        (
            ", ".join(filter(None, (one.surname, one.full_forename or one.forename))),
            one.birth_date or one.birth_year or "–",
            one.sex or "–",
            " ".join(filter(None, (one.vkz, one.club))) or "–",
            one.dsb_id or "–",
            one.fide_id or "–",
        )
        for one in entries
    ]
    title = Text("Entered by hand", "Von Hand erfasst")
    output.table(title, heads, rows, empty=_NOBODY)


def _shape(entry: Person) -> dict[str, object]:
    day = entry.birth_date
    return {
        "surname": entry.surname,
        "forename": entry.forename or None,
        "full_forename": entry.full_forename or None,
        "birth_year": entry.birth_year,
        "birth_date": day.isoformat() if day else None,
        "sex": entry.sex or None,
        "club": entry.club or None,
        "vkz": entry.vkz or None,
        "dsb_id": entry.dsb_id or None,
        "fide_id": entry.fide_id,
    }


_NO_NAME = Text(
    'Write the name like this: "Wolf, Eva".',
    'Bitte den Namen so schreiben: "Wolf, Eva".',
)
_NO_VKZ = Text(
    "--vkz: a club code has five letters and digits.",
    "--vkz: Eine Vereinskennziffer hat fünf Buchstaben und Ziffern.",
)
_TWO_YEARS = Text(
    "--birth-year and --birth-date name different years.",
    "--birth-year und --birth-date nennen verschiedene Jahre.",
)
_NOBODY = Text("Nothing was entered yet.", "Es wurde noch nichts erfasst.")
