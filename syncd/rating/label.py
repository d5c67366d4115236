"""The name of a tournament in its report: composed, or from a template.

Reports of many leagues lie side by side at the portal, so a label has to tell region,
season and group. Exports often hold only one of them.

Source: rule T01 of `syncd.formats.dwzxml`; DSB_DWZ_TournamentReport 2.5, documentation
1.1, "label".
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

PLACES: Final = ("name", "league", "season", "group")
"""What may stand in braces in a template."""
_IN_BRACES: Final = re.compile(r"\{([^{}]*)\}")
_BRACED: Final = re.compile(r"\{[^{}]*\}?|\}")


@dataclass(frozen=True, slots=True)
class LabelParts:
    """What a label is made of.

    Attributes:
        template: text with places in braces, empty for the usual composition.
        league: the league's name, empty if none is configured.
        season: for instance `2026/27`, or empty.
        group: the group's name, or empty.
    """

    template: str = ""
    league: str = ""
    season: str = ""
    group: str = ""


def composed_label(parts: LabelParts, name: str) -> str:
    """Return the label, empty where nothing is configured that makes one.

    Without a template it is league, season and group, as soon as league or group is
    set; the export's name stands for a missing league. A season alone makes no label,
    since it may be set for all tournaments.

    Args:
        parts: what is configured.
        name: the tournament's name in its export.
    """
    values = {
        "name": name, "league": parts.league, "season": parts.season,
        "group": parts.group,
    }  # fmt: skip
    template = parts.template
    if not template and (parts.league or parts.group):
        template = "{league} {season} {group}"
        values["league"] = parts.league or name
    filled = _IN_BRACES.sub(lambda found: values.get(found[1], found[0]), template)
    return " ".join(filled.split())


def unknown_places(template: str) -> list[str]:
    """Return what stands in braces, or as a lone brace, and is no known place."""
    known = {f"{{{place}}}" for place in PLACES}
    return [found for found in _BRACED.findall(template) if found not in known]
