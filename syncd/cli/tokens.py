"""Commands for the tokens of the HTTP interface: give out, list, end."""

from __future__ import annotations

import datetime as dt
import secrets
from typing import TYPE_CHECKING, Annotated, Any

import typer

from syncd.bilingual import Text
from syncd.cli.options import JsonOption
from syncd.cli.session import now, of
from syncd.cli.words import local_time
from syncd.errors import ConfigError
from syncd.formats.hidden_signs import hidden_sign
from syncd.model.web_access import NewAccess, Scope

if TYPE_CHECKING:
    from syncd.model.web_access import Access
    from syncd.settings import Settings

token_app = typer.Typer(help="Who may use the HTTP interface (section web).")
_SECRET_BYTES = 32
_LONGEST_NAME = 100


def register(app: typer.Typer) -> None:
    """Add these commands to the application."""
    app.add_typer(token_app, name="token")


@token_app.command("new")
def token_new(
    context: typer.Context,
    source: Annotated[str, typer.Argument(metavar="SOURCE", show_default=False)] = "",
    *,
    scope: Annotated[
        Scope, typer.Option("--scope", help="push: hand in exports; read: fetch.")
    ],
    name: Annotated[
        str, typer.Option("--name", help="For people; else the source.")
    ] = "",
    expires: Annotated[
        int | None, typer.Option("--expires", metavar="DAYS", min=1, max=36_500)
    ] = None,
    contacts: Annotated[
        bool, typer.Option("--contacts", help="May also read contact data.")
    ] = False,
    json: JsonOption = False,
) -> None:
    """Give out a token. It is shown this once; only its hash is kept.

    One for pushing needs the SOURCE that it hands in for. One for reading may name the
    source that its reader feeds: the feed then leaves out what only the reader said.
    """
    from syncd.pipeline.access import give_access

    session = of(context)
    with session.first_context(as_json=json) as outside:
        _check(outside.settings, source, name, scope)
        if contacts and scope is Scope.PUSH:
            raise ConfigError(_CONTACTS)
        at = now()
        until = at + dt.timedelta(days=expires) if expires else None
        new = NewAccess(name or source, scope, source, contacts, until)
        token = give_access(outside, new, _secret, at)
        settings = outside.settings
    output = session.output
    if json:
        output.document({"token": token})
        return
    output.say(Text(token, token))
    output.warn(_KEEP)
    if settings.web is None:
        output.warn(_OFF)
    if scope is Scope.READ and not settings.rating.has_own_name:
        output.warn(_NAMELESS)


def _secret() -> str:
    return secrets.token_urlsafe(_SECRET_BYTES)


def _check(settings: Settings, source: str, name: str, scope: Scope) -> None:
    """Refuse a token that could never be used, or that nobody would know again.

    Raises:
        ConfigError: with what is wrong.
    """
    if len(name) > _LONGEST_NAME or hidden_sign(name):
        raise ConfigError(_NAME)
    if not (name or source):
        raise ConfigError(_NOBODY)
    if scope is Scope.PUSH and not source:
        raise ConfigError(_NO_SOURCE)
    found = settings.source(source)
    if source and found is None:
        raise ConfigError(_unknown(source, settings))
    if scope is Scope.PUSH and found is not None and not found.push:
        raise ConfigError(
            Text(
                f"The source {source} takes nothing by HTTP. Add push = true to its "
                "section first.",
                f"Die Quelle {source} nimmt nichts per HTTP an. Bitte zuerst push = "
                "true in ihrem Abschnitt ergänzen.",
            )
        )


def _unknown(source: str, settings: Settings) -> Text:
    """Return that there is no such source, and which there are."""
    listed = ", ".join(item.name for item in settings.sources) or "–"
    return Text(
        f"There is no source {source}. Configured: {listed}",
        f"Eine Quelle {source} gibt es nicht. Eingerichtet: {listed}",
    )


@token_app.command("list")
def token_list(context: typer.Context, *, json: JsonOption = False) -> None:
    """Show who was given a token, for what and until when; never the token."""
    from syncd.store.access import list_access

    session = of(context, as_json=json)
    with session.store(session.settings()) as store, store.read() as sql:
        found = list_access(sql)
    output, at = session.output, now()
    if json:
        output.document({"tokens": [_shape(item, at) for item in found]})
        return
    output.table(
        Text("Tokens", "Token"),
        (
            Text("No.", "Nr."), Text("Name", "Name"), Text("May", "Darf"),
            Text("Given out", "Ausgegeben"), Text("Until", "Bis"),
        ),
        (
            (item.id, item.name, _scope(item), local_time(item.created_utc),
             _until(item, at))
            for item in found
        ),
        Text("No token was given out.", "Es wurde kein Token ausgegeben."),
    )  # fmt: skip


@token_app.command("revoke")
def token_revoke(
    context: typer.Context,
    number: Annotated[int, typer.Argument(metavar="NO", min=1)],
    *,
    json: JsonOption = False,
) -> None:
    """End a token at once."""
    from syncd.pipeline.access import end_access

    session = of(context, as_json=json)
    with session.context() as outside:
        ended = end_access(outside, number, now())
    if json:
        session.output.document(_shape(ended, now()))
        return
    session.output.say(
        Text(
            f"Token {number} ({ended.name}) has ended.",
            f"Token {number} ({ended.name}) gilt nicht mehr.",
        )
    )


def _scope(access: Access) -> str:
    """Return what a token is good for, in one word: `push:north`."""
    named = f"{access.scope}:{access.source}" if access.source else access.scope.value
    return f"{named}+contacts" if access.contacts else named


def _until(access: Access, at: dt.datetime) -> Text:
    if access.revoked_utc is not None:
        return Text("revoked", "widerrufen")
    if access.expires_utc is None:
        return Text("–", "–")
    if not access.is_good(at):
        return Text("has ended", "abgelaufen")
    return local_time(access.expires_utc)


def _shape(access: Access, at: dt.datetime) -> dict[str, Any]:
    def stated(moment: dt.datetime | None) -> str | None:
        return moment.isoformat() if moment else None

    return {
        "id": access.id,
        "name": access.name,
        "scope": _scope(access),
        "created": stated(access.created_utc),
        "expires": stated(access.expires_utc),
        "revoked": stated(access.revoked_utc),
        "good": access.is_good(at),
    }


_KEEP = Text(
    "Write it down now, it is not shown again. To use it: "
    "Authorization: Bearer <token>",
    "Bitte jetzt notieren, es wird nicht noch einmal gezeigt. So wird es benutzt: "
    "Authorization: Bearer <Token>",
)
_OFF = Text(
    "The HTTP interface is off: nobody can use the token before there is a section "
    "[web] in the configuration.",
    "Die HTTP-Schnittstelle ist aus: Das Token nützt erst etwas, wenn die "
    "Konfiguration einen Abschnitt [web] hat.",
)
_NAMELESS = Text(
    "Give this syncd a name of its own: [rating] installation. Else the syncd that "
    "reads does not learn from the files which of both reports a tournament.",
    "Bitte diesem syncd einen eigenen Namen geben: [rating] installation. Sonst "
    "erfährt das lesende syncd aus den Dateien nicht, wer von beiden ein Turnier "
    "meldet.",
)
_NOBODY = Text(
    "Name who gets the token: a SOURCE, or --name.",
    "Bitte angeben, wer das Token bekommt: eine Quelle oder --name.",
)
_NO_SOURCE = Text(
    "A token for pushing hands in for one source: syncd token new SOURCE --scope push",
    "Ein Token zum Abgeben gilt für eine Quelle: syncd token new QUELLE --scope push",
)
_NAME = Text(
    f"--name: at most {_LONGEST_NAME} letters that can be seen.",
    f"--name: höchstens {_LONGEST_NAME} sichtbare Buchstaben.",
)
_CONTACTS = Text(
    "--contacts is for tokens that read.",
    "--contacts gehört zu Token, die lesen.",
)
