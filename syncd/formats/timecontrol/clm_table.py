"""Chess League Manager's table of time controls: the numbers behind `time_control=NN`.

A tournament keeps the number among its parameters (XCP); 122 and 222 are written from
the table's row. Two rows had a code that their name contradicts, so files exist in
which 222 is wrong while the number is right.

Source: CLM's source, site/clm/sql/base_data.sql, table clm_zeitmodus (5.1.0, and the
rows 1 to 30 of earlier versions).
"""

from __future__ import annotations

from typing import Final

CODES: Final = {
    1: "60", 2: "0+2", 3: "180+2", 4: "300", 5: "300+2", 6: "600", 7: "150+10",
    8: "600+5", 9: "900", 10: "1200", 11: "1500", 12: "1800", 13: "36/1500:300+10",
    14: "1500+10", 15: "3600", 16: "3600+30", 17: "5400", 18: "5400+30", 19: "7200",
    20: "40/5400+30:900+30", 21: "6300+30", 22: "40/7200:900+30",
    23: "40/5400+30:1800+30", 24: "7200+30", 25: "40/7200:1800",
    26: "40/6000+30:20/3000+30:900+30", 27: "40/6000+30:3000+30", 28: "40/7200:3600",
    29: "40/7200:20/3600:1800", 30: "40/7200:20/3600:3600", 31: "7800+30",
    32: "900+5", 33: "36/5400:1800",
}  # fmt: skip
"""Number -> what the row's name says, in FIDE notation."""

MISWRITTEN: Final = {21: "40/6300+30", 30: "40/7200:20/3600:1800"}
"""Number -> code that CLM writes into 222 although the row's name says otherwise.

Row 21 is "105 min plus 30 sec / Zug" and had a time check after move 40 in earlier
versions; row 30 ends with 60 minutes and has the code of row 29.
"""
