"""The records that other programs added: CLM's XC, JaVaFo's XX, bbpPairings' BB.

Source: CLM wiki "Technische Details: Beschreibung TRF" (October 2026) and CLM's own
exporter; JaVaFo Advanced User Manual; bbpPairings README.
"""

from __future__ import annotations

from typing import Final

from syncd.formats.trf.tables.columns import Layout, Version, free_text, left, right

_WIKI = "CLM wiki, XC records"
_AUM = "JaVaFo Advanced User Manual"

CLUB: Final = Layout(
    "XCC", Version.CLM, _WIKI, (right("number", 5, 8), left("club", 10))
)
RATINGS: Final = Layout(
    "XCR", Version.CLM, _WIKI,
    (
        right("number", 5, 8), right("dwz", 10, 13),
        right("elo", 15, 18), right("twz", 20, 23),
    ),
)  # fmt: skip
MEMBERSHIP: Final = Layout(
    "XCZ",
    Version.CLM,
    f"{_WIKI}; the member number may run into the reserve up to column 74",
    (right("number", 5, 8), left("vkz", 10, 14), left("member", 16, 74)),
)
TIEBREAKS: Final = Layout("XCF", Version.CLM, _WIKI, (), (right("tiebreak", 5, 6),), 3)
MODE: Final = Layout(
    "XCM", Version.CLM, f"{_WIKI}; older forms hold one or three free numbers",
    (
        right("mode", 5, 6), right("loops", 8, 9), right("rounds", 11, 12),
        right("boards", 14, 16), right("substitutes", 18, 20),
    ),
)  # fmt: skip
_BLOCKS = "CLM wiki, XCD and XCZ by round"


def _team_blocks(source: str, at: tuple[int, ...]) -> Layout:
    """Return a form of XCD by the first columns of the fields of round 1."""
    names = (
        ("result", 2), ("is_forfeited", 1), ("opponent", 3), ("pairing", 2),
        ("is_home", 1), ("match_points", 2), ("board_points", 5),
    )  # fmt: skip
    repeat = tuple(
        right(name, first, first + width - 1)
        for (name, width), first in zip(names, at, strict=True)
    )
    head = (right("number", 5, 7), left("vkz", 9, 13), right("club_team", 15, 16))
    return Layout("XCD", Version.CLM, source, head, repeat, 25)


TEAM_ROUNDS: Final = (
    _team_blocks(
        f"{_BLOCKS}, since 9 October 2026, 19:25", (76, 79, 81, 85, 88, 90, 93)
    ),
    _team_blocks(f"{_BLOCKS}, 9 October 2026, 19:22", (76, 79, 80, 84, 87, 89, 92)),
    _team_blocks(f"{_BLOCKS}, 9 October 2026, 19:21", (76, 78, 80, 84, 87, 89, 92)),
    _team_blocks(f"{_BLOCKS}, 9 October 2026, 18:41", (75, 78, 80, 84, 87, 89, 92)),
)
"""XCD, a team: its club and one block per round, the newest form first."""

_PLAYER = (right("number", 5, 8), left("vkz", 10, 14), left("member", 16, 74))

PLAYER_ROUNDS: Final = (
    Layout(
        "XCZ", Version.CLM, f"{_BLOCKS}, since 13 October 2026, 08:45", _PLAYER,
        (
            right("pairing", 76, 77), right("board", 79, 81), right("is_home", 83, 83),
            right("result", 85, 86), right("is_forfeited", 88, 88),
            right("points", 90, 93),
        ),
        25,
    ),
    Layout(
        "XCZ", Version.CLM, f"{_BLOCKS}, 13 October 2026, 08:12", _PLAYER,
        (right("pairing", 91, 92), right("board", 94, 96), right("is_home", 98, 98)),
        10,
    ),
)  # fmt: skip
"""XCZ, a member: one block per round behind the membership, the newest form first."""

CLM_RECORDS: Final = (
    CLUB,
    RATINGS,
    MEMBERSHIP,
    TIEBREAKS,
    MODE,
    TEAM_ROUNDS[0],
    free_text("XCA", "last_round", Version.CLM, _WIKI),
    free_text("XCG", "groups", Version.CLM, _WIKI),
    Layout("XCT", Version.CLM, _WIKI, (), (left("time", 92, 99),), 10),
    free_text("XCL", "venue", Version.CLM, _WIKI),
    free_text("XCP", "parameter", Version.CLM, _WIKI),
    Layout("XCE", Version.CLM, _WIKI, (right("number", 5, 8), left("mail", 10))),
    Layout("XCS", Version.CLM, _WIKI, (right("number", 5, 8), left("phone", 10))),
)

ENGINE_RECORDS: Final = (
    free_text("XXR", "rounds", Version.TRFX, _AUM),
    free_text("XXC", "configuration", Version.TRFX, _AUM),
    free_text("XXS", "scoring", Version.TRFX, _AUM),
    free_text("XXZ", "absent", Version.TRFX, _AUM),
    free_text("XXP", "forbidden", Version.TRFX, _AUM),
    Layout(
        "XXA", Version.TRFX, _AUM,
        (right("number", 5, 8),), (right("points", 10, 13),), 5,
    ),
    *(
        Layout(
            f"BB{letter}", Version.TRFBX, "bbpPairings README",
            (right("points", 5, 8),),
        )
        for letter in "WDLZFU"
    ),
)  # fmt: skip
