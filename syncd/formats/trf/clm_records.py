"""The records that other programs added: CLM's XC, JaVaFo's XX, bbpPairings' BB.

Source: CLM wiki "Technische Details: Beschreibung TRF" (October 2026) and CLM's own
exporter; JaVaFo Advanced User Manual; bbpPairings README.
"""

from __future__ import annotations

from typing import Final

from syncd.formats.trf.columns import Layout, Version, free_text, left, right

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
    "XCZ", Version.CLM,
    f"{_WIKI}; the member number may run into the reserve up to column 74",
    (right("number", 5, 8), left("vkz", 10, 14), left("member", 16, 74)),
)  # fmt: skip
TIEBREAKS: Final = Layout("XCF", Version.CLM, _WIKI, (), (right("tiebreak", 5, 6),), 3)
MODE: Final = Layout(
    "XCM", Version.CLM, f"{_WIKI}; older forms hold one or three free numbers",
    (
        right("mode", 5, 6), right("loops", 8, 9), right("rounds", 11, 12),
        right("boards", 14, 16), right("substitutes", 18, 20),
    ),
)  # fmt: skip
CLM_RECORDS: Final = (
    CLUB,
    RATINGS,
    MEMBERSHIP,
    TIEBREAKS,
    MODE,
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
