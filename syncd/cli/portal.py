"""Commands for the portals themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final

import typer

from syncd.bilingual import Text
from syncd.cli import portal_lookup
from syncd.cli.options import JsonOption
from syncd.cli.session import now, of
from syncd.cli.words import word
from syncd.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from syncd.cli.output import Output
    from syncd.cli.trials import Trial
    from syncd.settings import PortalSettings, Settings

CONFIGURATION: Final = 2
REMOTE: Final = 3

portal_app = typer.Typer(help="Portals that take reports.")


def register(app: typer.Typer) -> None:
    """Add these commands to the application."""
    portal_app.command("lookup")(portal_lookup.portal_lookup)
    app.add_typer(portal_app, name="portal")


@portal_app.callback()
def portals() -> None:
    """Portals that take reports."""


@portal_app.command("test")
def portal_test(
    context: typer.Context,
    name: Annotated[
        str, typer.Argument(metavar="[NAME]", show_default=False, help="Only this one.")
    ] = "",
    *,
    json: JsonOption = False,
) -> None:
    """Send a report of invented persons to the portal's test address."""
    from syncd.cli.trials import trial_package, try_portal

    session = of(context, as_json=json)
    chosen = _chosen(session.settings(), name)
    with session.passing_context(as_json=json) as outside:
        package = trial_package(outside.settings, now())
        trials = [try_portal(item, outside.open_portal, package) for item in chosen]
    _print(session.output, trials, package.file_uuid)
    code = _exit_code(trials)
    if code:
        raise typer.Exit(code)


def _chosen(settings: Settings, name: str) -> Sequence[PortalSettings]:
    """Return the portals to try.

    Raises:
        ConfigError: there is none, or none of this name.
    """
    found = [item for item in settings.portals if name in {"", item.name}]
    if not settings.portals:
        raise ConfigError(_NO_PORTAL)
    if not found:
        known = ", ".join(item.name for item in settings.portals)
        raise ConfigError(
            Text(
                f"There is no portal {name}. Configured: {known}.",
                f"Ein Portal {name} gibt es nicht. Eingerichtet: {known}.",
            )
        )
    return found


def _exit_code(trials: Sequence[Trial]) -> int:
    """Return 3 if a portal is in trouble, 2 if one has no test address, else 0."""
    states = {trial.state for trial in trials if not trial.is_taken}
    if states - {"untested"}:
        return REMOTE
    return CONFIGURATION if states else 0


def _print(output: Output, trials: Sequence[Trial], file_uuid: str) -> None:
    if output.as_json:
        shapes = [_shape(trial, output) for trial in trials]
        output.document({"file_uuid": file_uuid, "portals": shapes})
        return
    heads = (
        Text("portal", "Portal"), Text("kind", "Art"), Text("answer", "Antwort"),
        Text("status", "Status"), Text("receipt", "Quittung"),
        Text("seconds", "Sekunden"),
    )  # fmt: skip
    rows = [
        (trial.portal, trial.kind, word(trial.state), trial.status or "–",
         trial.receipt or "–", f"{trial.duration_s:.2f}")
        for trial in trials
    ]  # fmt: skip
    output.table(_TITLE, heads, rows)
    for trial in trials:
        output.say(trial.message)


def _shape(trial: Trial, output: Output) -> dict[str, object]:
    return {
        "portal": trial.portal,
        "kind": trial.kind,
        "state": trial.state,
        "status": trial.status or None,
        "receipt": trial.receipt or None,
        "message": trial.message.say(output.language),
        "duration_s": round(trial.duration_s, 3),
    }


_TITLE: Final = Text(
    "Test report of invented persons", "Testbericht mit erfundenen Personen"
)
_NO_PORTAL: Final = Text(
    "No portal is configured. Add a section [[portals]].",
    "Es ist kein Portal eingerichtet. Bitte einen Abschnitt [[portals]] ergänzen.",
)
