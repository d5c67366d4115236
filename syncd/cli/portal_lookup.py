"""`syncd portal lookup`: what portals tell of a tournament."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import typer

from syncd.bilingual import Text
from syncd.cli.operate import find
from syncd.cli.options import (  # noqa: TC001 - typer reads them
    JsonOption,
    TournamentArgument,
)
from syncd.cli.session import now, of
from syncd.cli.words import word
from syncd.errors import ConfigError

if TYPE_CHECKING:
    from syncd.cli.output import Output
    from syncd.pipeline.outcome.readback import Fate


def portal_lookup(
    context: typer.Context, named: TournamentArgument, *, json: JsonOption = False
) -> None:
    """Ask the portals what became of a tournament's report."""
    from syncd.pipeline.outcome.readback import ask_now

    session = of(context, as_json=json)
    with session.context() as outside:
        if not any(item.lookup.url for item in outside.settings.portals):
            raise ConfigError(_NO_LOOKUP)
        tournament_id = find(outside, named)
        fates = ask_now(outside, tournament_id, now)
    output = session.output
    if json:
        shapes = [_shape(fate, output) for fate in fates]
        output.document({"tournament": tournament_id, "portals": shapes})
        return
    for fate in fates:
        _print(output, fate)


def _shape(fate: Fate, output: Output) -> dict[str, str]:
    return {
        "portal": fate.portal,
        "state": fate.state,
        "outcome": fate.outcome,
        "uuid": fate.uuid,
        "text": fate.text.say(output.language),
    }


def _print(output: Output, fate: Fate) -> None:
    state = word(fate.state) if fate.state else Text("–", "–")
    uuid = f" ({fate.uuid})" if fate.uuid else ""
    output.say(
        Text(
            f"{fate.portal}, {state.en}: {fate.text.en}{uuid}",
            f"{fate.portal}, {state.de}: {fate.text.de}{uuid}",
        )
    )


_NO_LOOKUP: Final = Text(
    "No portal can be read: none has a section [portals.lookup] with a "
    "url. See config/syncd.toml.",
    "Kein Portal ist lesbar: keines hat einen Abschnitt [portals.lookup] mit "
    "url. Siehe config/syncd.toml.",
)
