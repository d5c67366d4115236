"""Rules for one tournament, said by a person: `syncd policy T --set KEY=VALUE`.

Such a rule goes before every configuration and, unlike a changed configuration, also
changes what portals have already: then a correction follows.
"""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from pydantic import ValidationError

from syncd.bilingual import Text
from syncd.errors import ConfigError
from syncd.pipeline.deciding.recording import decide
from syncd.pipeline.judging.assess import assess, load_case
from syncd.pipeline.judging.plan import is_unsent
from syncd.pipeline.rules.policy import KEYS, commands
from syncd.settings_policy import PolicySettings
from syncd.settings_problems import describe
from syncd.settings_references import unknown_portals
from syncd.store import decisions, outbox

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Mapping, Sequence

    from syncd.pipeline.context import Context
    from syncd.store.engine import Session

NONE: Final = "none"
"""For `portals`: none of them."""


def overrule(
    context: Context,
    tournament_id: int,
    given: Mapping[str, str],
    unset: Sequence[str],
    who: str,
    now: dt.datetime,
) -> tuple[Text, ...]:
    """Set and take back rules of a tournament; return one sentence per change.

    Args:
        context: the outside world.
        tournament_id: row id of the tournament.
        given: key -> value as text, in the words of the configuration; portals with
            commas between them.
        unset: keys that follow the configuration again.
        who: name of the person, empty if unknown.
        now: aware UTC time.

    Raises:
        ConfigError: no such key, or a value that cannot be; nothing was changed.
        NotFoundError: no such tournament.
    """
    values = _checked(context, given, unset)
    case = load_case(context, tournament_id)
    before = commands(case.decisions)
    after = {key: one for key, one in before.items() if key not in unset}
    after |= {
        key: {"value": value, "by": who, "at": now.isoformat()}
        for key, value in values.items()
    }
    said = (
        *(_set(key, value) for key, value in values.items()),
        *(_unset(key) for key in unset if key in before and key not in values),
    )
    if not said:
        return ()
    value = json.dumps(after, ensure_ascii=False, sort_keys=True)
    renames = "sender" in {*values, *unset}
    also = partial(_withdraw, tournament_id=tournament_id, now=now) if renames else None
    decide(context, case.head, decisions.POLICY, value, said, now, also=also)
    assess(context, tournament_id, now)
    return said


def _checked(
    context: Context, given: Mapping[str, str], unset: Sequence[str]
) -> dict[str, Any]:
    """Return the values as they are stored.

    Raises:
        ConfigError: with every problem.
    """
    values: dict[str, Any] = dict(given)
    if "portals" in given:
        names = [name.strip() for name in given["portals"].split(",")]
        values["portals"] = [name for name in names if name not in {"", NONE}]
    problems = [_unknown(key) for key in unset if key not in KEYS]
    try:
        section = PolicySettings.model_validate(values)
    except ValidationError as exc:
        raise _refused([*problems, *describe(exc, PolicySettings)]) from exc
    known = [portal.name for portal in context.settings.portals]
    problems += unknown_portals(section.portals or (), known)
    if problems:
        raise _refused(problems)
    stored = section.model_dump(mode="json")
    return {key: stored[key] for key in given}


def _unknown(key: str) -> Text:
    known = ", ".join(KEYS)
    return Text(
        f"{key}: there is no such setting. Possible: {known}",
        f"{key}: diese Einstellung gibt es nicht. Möglich: {known}",
    )


def _refused(problems: list[Text]) -> ConfigError:
    return ConfigError(
        Text("Nothing was changed.", "Es wurde nichts geändert."), problems
    )


def _withdraw(session: Session, tournament_id: int, now: dt.datetime) -> None:
    """Take back what no portal has: its header names the old sender.

    What was approved or held is made anew as well, and approved anew: a person has
    approved a report of somebody else.
    """
    for item in outbox.load_submissions(session, tournament_id, is_locking=True):
        if is_unsent(item):
            outbox.move_submission(
                session, item.id, outbox.SUPERSEDED, _OTHER_SENDER, now
            )


def shown(value: object) -> Text:
    """Return a value of the policy for people."""
    if value is None:
        return Text("all", "alle")
    if isinstance(value, bool):
        return Text("yes", "ja") if value else Text("no", "nein")
    if isinstance(value, (list, tuple)):
        names = ", ".join(value)
        return Text(names or "none", names or "keines")
    text = f"{value:g}" if isinstance(value, float) else str(value)
    return Text(text or "–", text or "–")


def _set(key: str, value: object) -> Text:
    said = shown(value)
    return Text(f"{key} = {said.en}", f"{key} = {said.de}")


def _unset(key: str) -> Text:
    return Text(
        f"{key} follows the configuration again.",
        f"{key} folgt wieder der Konfiguration.",
    )


_OTHER_SENDER: Final = Text(
    "It named another sender.", "Er nannte einen anderen Absender."
)
