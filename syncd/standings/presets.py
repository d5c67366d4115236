"""Lists of tie-breaks that people choose by name, and the usual one of each type.

Source: the standings page that the presets were described on, and C.07 (1 March 2026),
article 8: none of them may hold a Buchholz in a round robin.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.bilingual import Text
from syncd.model.tournament import Kind
from syncd.standings.codes import Code, parse_codes

if TYPE_CHECKING:
    from syncd.standings.contest import Contest


class Preset(StrEnum):
    """Names of the lists."""

    USUAL = "usual"
    """What a new tournament of this type begins with."""
    ROUND_ROBIN = "round-robin"
    WIDE_SWISS = "wide-swiss"
    SWISS = "swiss"
    CLASSIC_SWISS = "classic-swiss"
    NONE = "none"
    """The points alone: who has as many shares a place."""


class List(NamedTuple):
    """One list of tie-breaks.

    Attributes:
        title: what people call it.
        codes: as record 202 has them, the points left out.
    """

    title: Text
    codes: str


PRESETS: Final = {
    Preset.ROUND_ROBIN: List(
        Text("FIDE round robin", "FIDE-Rundenturnier"), "DE, WIN, SB, KS"
    ),
    Preset.WIDE_SWISS: List(
        Text(
            "Swiss with players of very different strength",
            "Schweizer System mit sehr verschieden starken Spielern",
        ),
        "BH/C1, BH, SB",
    ),
    Preset.SWISS: List(
        Text("Swiss with players of like strength", "Schweizer System, ähnlich stark"),
        "BH/C1, BH, PS",
    ),
    Preset.CLASSIC_SWISS: List(
        Text("Swiss as in former times", "Schweizer System wie früher"), "PS, BH, SB"
    ),
    Preset.NONE: List(Text("points alone", "nur Punkte"), ""),
}
"""The named lists; the usual one depends on the tournament."""

_USUAL: Final = Text("usual for this type", "üblich für diese Turnierart")
_TEAMS: Final = "DE, BB, SB"
"""Behind the other score; DE and SB are on the primary one (11.1)."""
_SWISS: Final = "BH/C1, BH, SB, DE, WIN, PS"


def preset_list(preset: Preset, kind: Kind, contest: Contest) -> List:
    """Return the list that a name means for a tournament of a kind."""
    if preset is not Preset.USUAL:
        return PRESETS[preset]
    if contest.is_team:
        return List(_USUAL, f"{contest.other_basis}, {_TEAMS}")
    if kind is Kind.KNOCKOUT:
        return List(_USUAL, "")
    if kind is Kind.ROUND_ROBIN:
        return List(_USUAL, PRESETS[Preset.ROUND_ROBIN].codes)
    return List(_USUAL, _SWISS)


def codes_of(chosen: List, contest: Contest) -> list[Code]:
    """Return the tie-breaks of a list, the score in front."""
    codes = [code for code in parse_codes(chosen.codes) if isinstance(code, Code)]
    return [score_code(contest.primary_basis), *codes]


def score_code(primary_basis: str) -> Code:
    """Return what everybody is ranked by first of all: the primary score (11.1).

    Args:
        primary_basis: `MP` or `GP` for teams, empty for individuals.
    """
    name = primary_basis or "PTS"
    return Code(name, written=name)
