"""Record 310, a team, in the three forms that are in circulation.

The final form and the others differ by where the player numbers stand, so a line tells
by itself which it is: its numbers end flush right in the columns of one of them.

Source: TRF26 record 310; the draft of 2024; CLM's db_trf_export.php.
"""

from __future__ import annotations

import re
from typing import Final

from syncd.formats.trf.tables.columns import Field, Layout, Version, left, right


def _team_layout(
    since: Version, source: str, fields: tuple[Field, ...], at: int
) -> Layout:
    """Return a variant of record 310 whose first player number starts at a column."""
    return Layout(
        record="310",
        since=since,
        source=source,
        fields=(right("number", 5, 7), *fields),
        repeat=(right("player", at, at + 3),),
        stride=5,
        pivot=fields[0],
        tail=_team_tail(fields),
    )


def _team_tail(fields: tuple[Field, ...]) -> re.Pattern[str]:
    """Return what follows the name: the fields, then numbers that end flush right."""
    parts, column = [], fields[0].last + 1
    for field in fields[1:]:
        gap, width = field.first - column, field.width
        shape = {
            "nickname": rf".{{{width}}}",
            "strength": rf"[0-9 \-]{{{width}}}",
            "game_points": rf"(?:[0-9 ]{{{width - 2}}}[.,][0-9]| {{{width}}})",
        }.get(field.name, rf"[0-9 .,]{{{width}}}")
        parts.append(f" {{{gap}}}{shape}")
        column = field.last + 1
    return re.compile(
        "".join(parts) + r"(?=\s*$|  [0-9 ]{3}[0-9](?: [0-9 ]{3}[0-9])*\s*$)"
    )


TEAM: Final = _team_layout(
    Version.TRF26,
    "TRF26, record 310",
    (
        left("name", 9, 40),
        left("nickname", 42, 46),
        right("strength", 48, 53),
        right("match_points", 55, 60),
        right("game_points", 62, 67),
        right("rank", 69, 71),
    ),
    at=74,
)

TEAM_DRAFT: Final = _team_layout(
    Version.TRF25,
    "draft of 2024 (TRF25), record 310: match points four columns wide",
    (
        left("name", 9, 40),
        left("nickname", 42, 46),
        right("strength", 48, 53),
        right("match_points", 55, 58),
        right("game_points", 60, 65),
        right("rank", 67, 69),
    ),
    at=72,
)

TEAM_CLM: Final = _team_layout(
    Version.CLM,
    "CLM db_trf_export.php: name 34 wide and never cut, then the draft's columns",
    (
        left("name", 9, 42),
        left("nickname", 44, 48),
        left("strength", 50, 54),
        right("match_points", 56, 58),
        right("game_points", 60, 65),
        right("rank", 67, 69),
    ),
    at=72,
)


def team_layouts(*, is_clm: bool) -> tuple[Layout, ...]:
    """Return the forms of 310, the likeliest first.

    Most lines of CLM would also fit the draft: from the match points on both are equal.

    Args:
        is_clm: whether CLM wrote the file.
    """
    if is_clm:
        return TEAM_CLM, TEAM_DRAFT, TEAM
    return TEAM, TEAM_DRAFT, TEAM_CLM
