"""TRF, the tournament report files of FIDE, and the records that CLM adds to them.

    bytes --decode--> Decoded (lines, nothing lost) --to_tournament--> Reading
    Decoded --encode--> the same bytes

Columns are data (`fide_records`, `team_records`, `clm_records`); one reader and one
writer work on them.
"""

from __future__ import annotations

from syncd.formats.trf.decode import decode
from syncd.formats.trf.encode import encode, with_field
from syncd.formats.trf.mapping import Reading, to_tournament
from syncd.formats.trf.records import Decoded
from syncd.formats.trf.summary import Summary, summary

__all__ = [
    "Decoded",
    "Reading",
    "Summary",
    "decode",
    "encode",
    "summary",
    "to_tournament",
    "with_field",
]
