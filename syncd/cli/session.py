"""What one command line run knows: options, settings, language and clock."""

from __future__ import annotations

import datetime as dt
import os
import pwd
import socket
import tempfile
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, cast

import typer

from syncd.bilingual import Language, Text
from syncd.cli.output import Output
from syncd.errors import ConfigError, StoreError
from syncd.settings import environment_language, load_settings

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from syncd.pipeline.context import Context
    from syncd.pipeline.lists.completing import Complete
    from syncd.settings import Settings
    from syncd.store.engine import Store


class CliSession:
    """The global options and what follows from them.

    Args:
        as_json: whether errors are printed as one JSON document.
    """

    def __init__(self, *, as_json: bool = False) -> None:
        self.config: Path | None = None
        self.output = Output(environment_language(), as_json=as_json)
        self._language_is_given = False

    def choose(self, config: Path | None, lang: str) -> None:
        """Take the global options.

        Raises:
            ConfigError: an unknown language.
        """
        self.config = config
        if lang not in {"auto", "en", "de"}:
            raise ConfigError(
                Text(
                    f"--lang {lang}: choose en, de or auto.",
                    f"--lang {lang}: bitte en, de oder auto wählen.",
                )
            )
        if lang != "auto":
            self._language_is_given = True
            self.output = Output(cast("Language", lang), as_json=self.output.as_json)

    def use_json(self, *, wanted: bool) -> Output:
        """Return the output for a command with a `--json` option."""
        self.output = Output(self.output.language, as_json=wanted)
        return self.output

    def settings(self) -> Settings:
        """Read the settings; their language counts unless one was given.

        Raises:
            ConfigError: with every problem of the file.
        """
        settings = load_settings(self.config)
        if not self._language_is_given:
            self.output = Output(settings.say_in(), as_json=self.output.as_json)
        return settings

    @contextmanager
    def store(self, settings: Settings) -> Iterator[Store]:
        """Open the store if there is one with the right schema.

        Raises:
            StoreError: the schema is missing or another version's.
        """
        from syncd.store.engine import Store
        from syncd.store.schema import check_schema
        from syncd.store.trouble import FULL

        store = Store(settings.store_url)
        try:
            if store.is_sqlite and not _sqlite_file(settings).exists():
                raise ConfigError(_no_store(settings))
            try:
                check_schema(store)
            except StoreError as exc:
                if not store.is_sqlite or exc.text != FULL:
                    raise
                store.close()
                store = Store(settings.store_url, alone=True)
                check_schema(store)
            yield store
        finally:
            store.close()

    def make_store(self, settings: Settings) -> None:
        """Make a store in the state directory if there is none yet.

        Raises:
            StoreError: it cannot be made.
        """
        from syncd.store.engine import Store
        from syncd.store.schema import upgrade

        if settings.store.url or _sqlite_file(settings).exists():
            return
        settings.state_directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        store = Store(settings.store_url)
        try:
            upgrade(store)
        finally:
            store.close()

    @contextmanager
    def lists(self, settings: Settings) -> Iterator[Complete]:
        """Give what completes tournaments from lists, if there is a store with some.

        A command on files works without a store, and with one it cannot use as well.
        """
        from syncd.pipeline.lists.completing import completer, no_lists
        from syncd.store.engine import Store
        from syncd.store.schema import check_schema

        store = Store(settings.store_url)
        complete: Complete = no_lists
        try:
            if not store.is_sqlite or _sqlite_file(settings).exists():
                check_schema(store)
                self.warn_of_old_lists(store, settings)
                complete = completer(store)
        except StoreError as exc:
            self.output.warn(_without_lists(exc.text))
        try:
            yield complete
        finally:
            store.close()

    def warn_of_gone_sources(self, store: Store, settings: Settings) -> None:
        """Say of each source whose tournaments stand still, since it is gone."""
        from syncd.pipeline.arrivals.gonesources import gone_sources

        for text in gone_sources(store, settings, now()):
            self.output.warn(text)

    def warn_of_old_lists(self, store: Store, settings: Settings) -> None:
        """Say of each list that is older than the settings want how old it is."""
        from syncd.cli.lists import old_lists
        from syncd.store.lists import load_lists

        with store.read() as sql:
            found = load_lists(sql)
        for text in old_lists(found, settings):
            self.output.warn(text)

    @contextmanager
    def context(self, *, by: str = "") -> Iterator[Context]:
        """Open the outside world for a use case that runs here and now.

        Args:
            by: who gives the command; else whoever is logged in.
        """
        from syncd.daemon.outside import open_context
        from syncd.wake import NullWake

        settings = self.settings()
        with self.store(settings) as store:
            owner = f"cli/{socket.gethostname()}/{os.getpid()}"
            outside = open_context(store, settings, wake=NullWake(), owner=owner)
            yield replace(outside, by=by or user_name())

    @contextmanager
    def first_context(self, *, as_json: bool) -> Iterator[Context]:
        """Open the outside world for what may be the first that is ever stored.

        Args:
            as_json: whether the command prints one JSON document.

        Raises:
            StoreError: the store cannot be made.
        """
        self.use_json(wanted=as_json)
        self.make_store(self.settings())
        with self.context() as outside:
            yield outside

    @contextmanager
    def passing_context(self, *, as_json: bool) -> Iterator[Context]:
        """Open the outside world for a trial, which leaves no store where none was.

        Args:
            as_json: whether the command prints one JSON document.
        """
        from syncd.daemon.outside import open_context
        from syncd.store.engine import Store
        from syncd.store.schema import upgrade
        from syncd.wake import NullWake

        self.use_json(wanted=as_json)
        settings = self.settings()
        if settings.store.url or _sqlite_file(settings).exists():
            with self.context() as outside:
                yield outside
            return
        with tempfile.TemporaryDirectory() as folder:
            store = Store(f"sqlite:///{folder}/trial.db")
            try:
                upgrade(store)
                yield open_context(store, settings, wake=NullWake(), owner="cli/trial")
            finally:
                store.close()


def now() -> dt.datetime:
    """Return the present aware UTC time."""
    return dt.datetime.now(dt.UTC)


def user_name() -> str:
    """Return the login of who gives the command, its number where it has no name."""
    try:
        return pwd.getpwuid(os.getuid()).pw_name
    except KeyError:
        return str(os.getuid())


def of(context: typer.Context, *, as_json: bool | None = None) -> CliSession:
    """Return the session of a running command.

    Args:
        context: of the command.
        as_json: its option `--json`; None if it has none.
    """
    session = cast("CliSession", context.obj)
    if as_json is not None:
        session.use_json(wanted=as_json)
    return session


def _sqlite_file(settings: Settings) -> Path:
    from pathlib import Path

    return Path(settings.store_url.removeprefix("sqlite:///"))


def _without_lists(why: Text) -> Text:
    return Text(
        f"Nothing is completed from lists: {why.en}",
        f"Aus Listen wird nichts ergänzt: {why.de}",
    )


def _no_store(settings: Settings) -> Text:
    place = _sqlite_file(settings)
    return Text(
        f"There is no store yet at {place}. Start the daemon (syncd run), or name the "
        "configuration with --config.",
        f"Unter {place} gibt es noch keine Datenbank. Bitte den Daemon starten "
        "(syncd run) oder die Konfiguration mit --config angeben.",
    )
