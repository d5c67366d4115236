"""Commands for administrators: configuration and database."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from syncd.bilingual import Text
from syncd.cli.options import JsonOption
from syncd.cli.session import now, of
from syncd.errors import ConfigError, StoreError

if TYPE_CHECKING:
    from syncd.settings import Settings

config_app = typer.Typer(help="Check, show or start a configuration.")
db_app = typer.Typer(help="The store's schema.")


def register(app: typer.Typer) -> None:
    """Add these commands to the application."""
    app.add_typer(config_app, name="config")
    app.add_typer(db_app, name="db")


@config_app.command("check")
def config_check(context: typer.Context, *, json: JsonOption = False) -> None:
    """Check the configuration and name every problem."""
    from syncd.cli.config_warnings import config_warnings
    from syncd.daemon.one_host import refuse_share
    from syncd.intake.pull.way import check_pulls
    from syncd.pipeline.arrivals.gonesources import gone_sources
    from syncd.submit.peers.ways import check_peers
    from syncd.submit.ways import check_ways
    from syncd.wire.serving import check_serving

    session = of(context, as_json=json)
    settings = session.settings()
    for portal in settings.portals:
        check_ways(portal)
    check_pulls(settings.sources)
    check_peers(settings.peers)
    check_serving(settings)
    refuse_share(settings)
    warnings, output = config_warnings(settings), session.output
    # Without a store, or while it cannot be used, no tournament stands still.
    with suppress(ConfigError, StoreError), session.store(settings) as store:
        warnings += gone_sources(store, settings, now())
    if json:
        output.document(
            {
                "file": str(settings.file) if settings.file else None,
                "valid": True,
                "warnings": [warning.say(output.language) for warning in warnings],
            }
        )
        return
    for warning in warnings:
        output.say(Text(f"Warning: {warning.en}", f"Warnung: {warning.de}"))
    output.say(_no_error(settings))


def _no_error(settings: Settings) -> Text:
    if settings.file is None:
        return _NO_FILE
    place = str(settings.file)
    sources, portals = len(settings.sources), len(settings.portals)
    return Text(
        f"The configuration has no error: {place}. Sources: {sources}, portals: "
        f"{portals}.",
        f"Die Konfiguration hat keinen Fehler: {place}. Quellen: {sources}, Portale: "
        f"{portals}.",
    )


_NO_FILE = Text(
    "There is no configuration file, so the built-in values count: no source, no "
    "portal, nothing is read or sent. Begin with: syncd config init. What counts: "
    "syncd config show",
    "Es gibt keine Konfigurationsdatei, also gelten die eingebauten Werte: keine "
    "Quelle, kein Portal, nichts wird gelesen oder gesendet. Anfangen mit: syncd "
    "config init. Was gilt: syncd config show",
)


@config_app.command("show")
def config_show(context: typer.Context, *, json: JsonOption = False) -> None:
    """Print the settings in force as JSON, without secrets."""
    from syncd.settings_shown import shown_settings

    del json  # there is no other form; the option is taken like everywhere
    session = of(context)
    session.use_json(wanted=True)
    session.output.document(shown_settings(session.settings()))


@config_app.command("init")
def config_init(
    context: typer.Context,
    target: Annotated[Path, typer.Argument(help="File to write.")] = Path("syncd.toml"),
    *,
    federation: Annotated[
        bool, typer.Option("--federation", help="For Redis and PostgreSQL.")
    ] = False,
    json: JsonOption = False,
) -> None:
    """Write a commented configuration to start from."""
    from syncd.settings import write_template

    output = of(context).use_json(wanted=json)
    write_template(target, "federation" if federation else "syncd")
    if json:
        output.document({"written": str(target)})
        return
    output.say(
        Text(
            f"{target} written. Edit it, then: syncd config check",
            f"{target} geschrieben. Anpassen, dann: syncd config check",
        )
    )


@db_app.command("upgrade")
def db_upgrade(context: typer.Context, *, json: JsonOption = False) -> None:
    """Bring the store's schema to the newest version."""
    from syncd.store.engine import Store
    from syncd.store.schema import upgrade

    session = of(context, as_json=json)
    settings = session.settings()
    if not settings.store.url:
        settings.state_directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    store = Store(settings.store_url)
    try:
        version = upgrade(store)
    finally:
        store.close()
    if json:
        session.output.document({"schema": version})
        return
    session.output.say(
        Text(
            f"The store has the newest schema: {version}.",
            f"Die Datenbank hat das neueste Schema: {version}.",
        )
    )
