"""The records that FIDE defines, column by column.

Source: TRF06 (Krause 2005), C.04 Annex 2 (TRF16), TRF26 (Handbook C.02.03 Annexure A).
A record that is not listed here or in `clm_records` is kept as it is and never touched.
"""

from __future__ import annotations

import re
from typing import Final

from syncd.formats.trf.tables.columns import Layout, Version, free_text, left, right

_KRAUSE = "TRF06, tournament section"
_TEXTS_26 = "TRF26, tournament section"
_DATE = r"(?:[0-9]{4}[/.\-][0-9 ]{2}[/.\-][0-9 ]{2})"

_NAME: Final = left("name", 15, 47)

PLAYER: Final = Layout(
    record="001",
    since=Version.TRF06,
    source="C.04 Annex 2, player section; unchanged in TRF26",
    fields=(
        right("number", 5, 8),
        left("sex", 10, 10),
        right("title", 11, 13),
        _NAME,
        right("rating", 49, 52),
        left("federation", 54, 56),
        right("fide_id", 58, 68),
        left("birth", 70, 79),
        right("points", 81, 84),
        right("rank", 86, 89),
    ),
    repeat=(right("opponent", 92, 95), left("colour", 97, 97), left("result", 99, 99)),
    stride=10,
    pivot=_NAME,
    # A birth date, or at least points with a decimal, must stand exactly there: blanks
    # alone would fit anywhere.
    tail=re.compile(
        r" [0-9 ]{4} .{3} [0-9A-Za-z ]{11} "
        rf"(?:{_DATE} [0-9 .,]{{4}}|.{{10}} [ 0-9][0-9][.,][0-9]) [0-9 ]{{4}}(?: |$)"
    ),
)

NATIONAL: Final = Layout(
    record="NRS",  # stands for the federation's three letters
    since=Version.TRF26,
    source="TRF26, national rating support",
    fields=(
        right("number", 5, 8),
        left("sex", 10, 10),
        right("title", 11, 13),
        left("name", 15, 47),
        right("rating", 49, 52),
        left("origin", 54, 56),
        right("national_id", 58, 68),
        left("birth", 70, 79),
    ),
)


TEAM_ROSTER: Final = Layout(
    record="013",
    since=Version.TRF06,
    source="TRF06, team section",
    fields=(left("name", 5, 36),),
    repeat=(right("player", 37, 40),),
    stride=5,
)

ROUND_DATES: Final = Layout(
    record="132",
    since=Version.TRF06,
    source="TRF06, tournament section",
    fields=(),
    repeat=(left("date", 92, 99),),
    stride=10,
)

_HEADER: Final = (
    free_text("012", "name", Version.TRF06, _KRAUSE),
    free_text("022", "city", Version.TRF06, _KRAUSE),
    free_text("032", "federation", Version.TRF06, _KRAUSE),
    free_text("042", "start", Version.TRF06, _KRAUSE),
    free_text("052", "end", Version.TRF06, _KRAUSE),
    free_text("062", "players", Version.TRF06, _KRAUSE),
    free_text("072", "rated_players", Version.TRF06, _KRAUSE),
    free_text("082", "teams", Version.TRF06, _KRAUSE),
    free_text("092", "type", Version.TRF06, _KRAUSE),
    free_text("102", "arbiter", Version.TRF06, _KRAUSE),
    free_text("112", "deputy", Version.TRF06, _KRAUSE),
    free_text("122", "time_control", Version.TRF06, _KRAUSE),
    ROUND_DATES,
    free_text("142", "rounds", Version.TRF26, _TEXTS_26),
    free_text("152", "initial_colour", Version.TRF26, _TEXTS_26),
    Layout(
        "162", Version.TRF26, "TRF26, table of record 162", (),
        (left("symbol", 6, 6), right("points", 7, 10)), 9,
    ),
    Layout(
        "172", Version.TRF26, "TRF26, record 172",
        (left("federation", 5, 7), left("method", 9, 13)),
    ),
    free_text("182", "program", Version.TRF26, _TEXTS_26),
    free_text("192", "type_code", Version.TRF26, _TEXTS_26),
    free_text("202", "tiebreaks", Version.TRF26, _TEXTS_26),
    free_text("212", "tiebreaks", Version.TRF26, _TEXTS_26),
    free_text("222", "time_control_code", Version.TRF26, _TEXTS_26),
    free_text("352", "board_colours", Version.TRF26, _TEXTS_26),
    Layout(
        "362", Version.TRF26, "TRF26, record 362", (),
        (left("symbol", 5, 6), right("points", 7, 10)), 9,
    ),
)  # fmt: skip

ADJUSTMENT: Final = Layout(
    "299", Version.TRF26, "TRF26, record 299",
    (
        left("type", 5, 5), right("match_points", 8, 11),
        right("game_points", 14, 17), right("round", 20, 22),
    ),
    (right("id", 24, 27),), 5,
)  # fmt: skip
ADJUSTMENT_EARLY: Final = Layout(
    "299", Version.TRF26, "Sharly Chess, trf_entry.py: columns two or three too early",
    (
        left("type", 5, 5), right("match_points", 7, 10),
        right("game_points", 12, 15), right("round", 17, 19),
    ),
    (right("id", 21, 24),), 5,
)  # fmt: skip

_OTHERS: Final = (
    Layout(
        "240", Version.TRF26, "TRF26, record 240",
        (left("type", 5, 5), right("round", 7, 9)), (right("id", 11, 14),), 5,
    ),
    Layout(
        "250", Version.TRF26, "TRF26, record 250",
        (
            right("match_points", 5, 8), right("game_points", 10, 13),
            right("first_round", 15, 17), right("last_round", 19, 21),
            right("first_id", 23, 26), right("last_id", 28, 31),
        ),
    ),
    Layout(
        "260", Version.TRF26, "TRF26, record 260",
        (right("first_round", 5, 7), right("last_round", 9, 11)),
        (right("id", 13, 16),), 5,
    ),
    ADJUSTMENT,
    Layout(
        "300", Version.TRF26, "TRF26, record 300",
        (right("round", 5, 7), right("team", 9, 11), right("opponent", 13, 15)),
        (right("player", 17, 20),), 5,
    ),
    Layout(
        "320", Version.TRF26, "TRF26, record 320",
        (right("match_points", 5, 8), right("game_points", 10, 13)),
        (right("team", 15, 17),), 4,
    ),
    Layout(
        "330", Version.TRF26, "TRF26, record 330",
        (
            left("type", 5, 6), right("round", 8, 10),
            right("white", 12, 14), right("black", 16, 18),
        ),
    ),
    # 801's width depends on the numbers of teams and boards: kept as it is, never read.
    free_text("801", "raw", Version.TRF26, "TRF26, record 801"),
    Layout(
        "802", Version.TRF26, "TRF26, record 802; informative, never read",
        (
            right("team", 5, 7), left("nickname", 9, 13),
            right("match_points", 15, 20), right("game_points", 22, 27),
        ),
        (
            right("opponent", 29, 31), left("colour", 33, 33),
            right("points", 35, 38), left("forfeit", 39, 39),
        ),
        13,
    ),
    free_text("###", "comment", Version.TRF26, "TRF26, comments"),
)  # fmt: skip

FIDE_RECORDS: Final = (PLAYER, NATIONAL, TEAM_ROSTER, *_HEADER, *_OTHERS)

ONLY_TRF26: Final = frozenset(
    layout.record for layout in FIDE_RECORDS if layout.since is Version.TRF26
) - {"142", "222", "###"}
"""Records that mark a TRF26 file. 142, 222 and comments are not among them:
Swiss-Manager and CLM write those into TRF16 files."""
