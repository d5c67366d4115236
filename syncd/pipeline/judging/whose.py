"""Whether this installation is to report a tournament at all, or another one is."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.pipeline.rules.policy import Origin
from syncd.store import decisions
from syncd.store.revisions import Waiting

if TYPE_CHECKING:
    from collections.abc import Mapping

    from syncd.pipeline.rules.policy import Policy

_UNSAID: Final = frozenset({"default", "told"})
"""Places of a submitter that no person has named."""


def not_wanted(policy: Policy, source: str) -> Waiting | None:
    """Return that a tournament is not rated at all, None if it is.

    Args:
        policy: the rules for it.
        source: from which its first export came.
    """
    if policy.rating != "off":
        return None
    origin = policy.origins.get("rating", Origin("source"))
    is_own = origin.place in {"tournament", "command"}
    what = _THIS if is_own else _of_source(source)
    return Waiting(
        "rating.off",
        Text(
            f"Rating is switched off for {what.en}.",
            f"Für {what.de} ist die Wertung ausgeschaltet.",
        ),
        needs_person=False,
        recheck_utc=None,
    )


def not_ours(policy: Policy, tournament_id: int) -> Waiting | None:
    """Return that another installation submits a tournament, None if we do.

    Args:
        policy: the rules for it.
        tournament_id: row id of the tournament.
    """
    if policy.is_ours:
        return None
    owner = Text(
        f" The results are entered at {policy.owner}.",
        f" Die Ergebnisse werden bei {policy.owner} eingegeben.",
    ) if policy.owner else Text("", "")  # fmt: skip
    told = _told_by(policy, tournament_id)
    return Waiting(
        "not_ours",
        Text(
            f"The syncd “{policy.submitter}” submits this tournament; this one "
            f"(“{policy.installation}”) never does.{owner.en}{told.en}",
            f"Dieses Turnier reicht das syncd „{policy.submitter}“ ein, dieses hier "
            f"(„{policy.installation}“) nie.{owner.de}{told.de}",
        ),
        needs_person=policy.stranger is not None,
        recheck_utc=None,
    )


def _told_by(policy: Policy, tournament_id: int) -> Text:
    """Return who has said so, where no configuration did, and how to say otherwise."""
    origin = policy.origins.get("submitter", Origin("default"))
    if origin.place != "told":
        return Text("", "")
    command = f"syncd policy {tournament_id} --set submitter={policy.installation}"
    if policy.stranger is not None:
        number, source = policy.stranger
        return Text(
            f" File {number} of the source {source} says so, written by the syncd "
            f"“{origin.name}”, but no [[peers]] or [[sources]] is called "
            f"“{policy.submitter}”. Please check that it exists and reports. If so: "
            f"{command[: -len(policy.installation)]}{policy.submitter}; if not: "
            f"{command}",
            f" So sagt es Datei {number} der Quelle {source}, geschrieben vom syncd "
            f"„{origin.name}“, aber kein [[peers]] und keine [[sources]] heißt "
            f"„{policy.submitter}“. Bitte prüfen, ob es das gibt und ob es meldet. "
            f"Wenn ja: {command[: -len(policy.installation)]}{policy.submitter}; wenn "
            f"nein: {command}",
        )
    return Text(
        f" The syncd “{origin.name}” says so in its file. If it is wrong: {command}",
        f" So sagt es das syncd „{origin.name}“ in seiner Datei. Wenn es nicht stimmt: "
        f"{command}",
    )


def _of_source(name: str) -> Text:
    return Text(f"the source {name}", f"die Quelle {name}")


def reported_twice(
    policy: Policy, values: Mapping[str, str], tournament_id: int
) -> Waiting | None:
    """Return that another syncd has reported a tournament as well as this one.

    None as soon as a person has named the one that submits it.

    Args:
        policy: the rules for it.
        values: newest value per kind of decision.
        tournament_id: row id of the tournament.
    """
    text = values.get(decisions.BOTH)
    origin = policy.origins.get("submitter", Origin("default"))
    if not text or origin.place not in _UNSAID:
        return None
    other, own = json.loads(text)["submitter"], policy.installation
    command = f"syncd policy {tournament_id} --set submitter="
    return Waiting(
        "passport.both",
        Text(
            f"The syncd “{other}” has reported this tournament as well, so it may be "
            "rated twice. Please ask the rating officer to delete one of them, and "
            f"name the one that submits at both: {command}{own} or {command}{other}",
            f"Das syncd „{other}“ hat dieses Turnier ebenfalls gemeldet, es wird also "
            "vielleicht doppelt gewertet. Bitte den Wertungsreferenten bitten, eines "
            f"davon zu löschen, und bei beiden den Einreicher nennen: {command}{own} "
            f"oder {command}{other}",
        ),
        needs_person=True,
        recheck_utc=None,
    )


_THIS: Final = Text("this tournament", "dieses Turnier")
