"""The command that shows the rules for a tournament and changes them."""

from __future__ import annotations

import getpass
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from syncd.bilingual import Text
from syncd.cli.operate import find
from syncd.cli.options import JsonOption, TournamentArgument  # noqa: TC001 - typer reads them
from syncd.cli.session import now, of
from syncd.cli.words import local_time
from syncd.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from syncd.bilingual import Language
    from syncd.cli.output import Output
    from syncd.cli.session import CliSession
    from syncd.pipeline.context import Context
    from syncd.pipeline.rules.policy import Origin, Policy
    from syncd.pipeline.rules.special import Special


def register(app: typer.Typer) -> None:
    """Add this command to the application."""
    app.command()(policy)


def policy(
    context: typer.Context,
    named: TournamentArgument = "",
    *,
    set_: Annotated[
        list[str] | None,
        typer.Option(
            "--set", metavar="KEY=VALUE", help="Rule for this tournament; repeatable."
        ),
    ] = None,
    unset: Annotated[
        list[str] | None,
        typer.Option("--unset", metavar="KEY", help="Follow the configuration again."),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Show which rules hold for a tournament and why, or set some for it alone.

    Without T: all tournaments that have rules of their own.
    """
    from syncd.pipeline.judging.assess import load_case
    from syncd.pipeline.rules.overrule import overrule

    session = of(context, as_json=json)
    given, keys = _pairs(set_ or []), unset or []
    if not named:
        if given or keys:
            raise ConfigError(_WHICH)
        _show_special(session)
        return
    with session.context() as outside:
        tournament_id = find(outside, named)
        said: tuple[Text, ...] = ()
        if given or keys:
            said = overrule(outside, tournament_id, given, keys, _who(), now())
        found = load_case(outside, tournament_id).policy
        sources = _sources_of(outside, tournament_id)
    output = session.output
    if json:
        shape = _shape(tournament_id, found, said, output.language)
        output.document({**shape, "sources": list(sources)})
    elif given or keys:
        for text in said or (_NOTHING,):
            output.say(text)
    else:
        if len(sources) > 1:
            output.say(_fed_by(sources))
        _print(output, found)


def _sources_of(outside: Context, tournament_id: int) -> tuple[str, ...]:
    """Return the sources that feed a tournament, the first one first."""
    from syncd.store.origins import load_sources

    with outside.store.read() as sql:
        return load_sources(sql, [tournament_id])[tournament_id]


def _fed_by(sources: Sequence[str]) -> Text:
    """Say which sources feed a tournament, and which of them has a say in its rules."""
    first, listed = sources[0], ", ".join(sources)
    return Text(
        f"Sources: {listed}. Of their sections that of {first} holds, since the first "
        "export came from there.",
        f"Quellen: {listed}. Von ihren Abschnitten gilt der von {first}, denn von dort "
        "kam der erste Export.",
    )


def _show_special(session: CliSession) -> None:
    """Show which tournaments have rules of their own."""
    from syncd.pipeline.rules.special import load_special

    with session.context() as outside:
        found = load_special(outside)
    if session.output.as_json:
        session.output.document(_special_shape(found))
    else:
        _print_special(session.output, found)


def _special_shape(found: Special) -> dict[str, Any]:
    from syncd.pipeline.rules.special import own_keys

    return {
        "tournaments": [
            {
                "id": line.id,
                "name": line.name,
                "source": line.source,
                "policy": {key: getattr(one, key) for key in own_keys(one)},
            }
            for line, one in found.tournaments
        ],
        "idle": list(found.idle),
    }


def _print_special(output: Output, found: Special) -> None:
    from syncd.pipeline.rules.special import own_keys

    output.table(
        Text("Tournaments with rules of their own", "Turniere mit eigenen Regeln"),
        (Text("No.", "Nr."), Text("Name", "Name"), Text("Rules", "Regeln")),
        (
            (line.id, line.name, _listed(one, own_keys(one)))
            for line, one in found.tournaments
        ),
        Text("No tournament has any.", "Kein Turnier hat welche."),
    )
    for pattern in found.idle:
        output.say(
            Text(
                f"[[tournaments]] {pattern}: fits no tournament so far.",
                f"[[tournaments]] {pattern}: passt bisher zu keinem Turnier.",
            )
        )


def _listed(found: Policy, keys: Sequence[str]) -> Text:
    from syncd.pipeline.rules.overrule import shown

    values = [(key, shown(getattr(found, key))) for key in keys]
    return Text(
        ", ".join(f"{key} = {value.en}" for key, value in values),
        ", ".join(f"{key} = {value.de}" for key, value in values),
    )


def _pairs(texts: list[str]) -> dict[str, str]:
    """Return what is set.

    Raises:
        ConfigError: something without an equals sign.
    """
    pairs = [text.partition("=") for text in texts]
    for key, equals, _ in pairs:
        if not equals:
            raise ConfigError(
                Text(
                    f"--set {key}: write it as KEY=VALUE, for instance rating=auto.",
                    f"--set {key}: bitte als NAME=WERT, zum Beispiel rating=auto.",
                )
            )
    return {key.strip(): value.strip() for key, _, value in pairs}


def _who() -> str:
    """Return the name of whoever runs the command, empty where nobody has one."""
    try:
        return getpass.getuser()
    except (KeyError, ImportError, OSError):
        return ""


def _shape(
    tournament_id: int, found: Policy, said: tuple[Text, ...], language: Language
) -> dict[str, Any]:
    """Return the JSON document."""
    from syncd.pipeline.rules.policy import KEYS

    return {
        "tournament": tournament_id,
        "is_ours": found.is_ours,
        "installation": found.installation,
        "done": [text.say(language) for text in said],
        "policy": {
            key: {
                "value": getattr(found, key),
                "from": found.origins[key].place,
                "name": found.origins[key].name or None,
                "by": found.origins[key].by or None,
                "at": at.isoformat() if (at := found.origins[key].at_utc) else None,
            }
            for key in KEYS
        },
    }


def _print(output: Output, found: Policy) -> None:
    from syncd.pipeline.rules.overrule import shown
    from syncd.pipeline.rules.policy import KEYS

    output.table(
        Text("Rules of this tournament", "Regeln dieses Turniers"),
        (Text("Setting", "Einstellung"), Text("Value", "Wert"), Text("From", "Aus")),
        (
            (key, shown(getattr(found, key)), origin_text(found.origins[key]))
            for key in KEYS
        ),
    )


def origin_text(origin: Origin) -> Text:
    """Return for people where a value comes from."""
    from syncd.pipeline.rules.policy import PLACES

    text = PLACES[origin.place]
    if origin.name:
        text = Text(f"{text.en} {origin.name}", f"{text.de} {origin.name}")
    if origin.at_utc is None:
        return text
    at = local_time(origin.at_utc)
    by = Text(f" by {origin.by}", f" von {origin.by}") if origin.by else Text("", "")
    return Text(f"{text.en}{by.en}, {at.en}", f"{text.de}{by.de}, {at.de}")


_WHICH: Final = Text(
    "Name the tournament: syncd policy T --set KEY=VALUE",
    "Bitte das Turnier nennen: syncd policy T --set NAME=WERT",
)
_NOTHING: Final = Text("Nothing has changed.", "Es hat sich nichts geändert.")
