"""TRF, the tournament report files of FIDE, and the records that CLM adds to them.

    bytes --decode--> Decoded (lines, nothing lost) --to_tournament--> Reading
    Decoded --encode--> the same bytes
    Tournament --from_tournament--> Written (bytes in one form, losses named)

Columns are data (`tables`); one reader and one
writer work on them.
"""

from __future__ import annotations

from syncd.formats.trf.contact_lines import contact_lines
from syncd.formats.trf.decode import decode
from syncd.formats.trf.encode import encode, with_field
from syncd.formats.trf.mapping import Reading, to_tournament
from syncd.formats.trf.passport import Passport, read_passport, with_passport
from syncd.formats.trf.players.rank_places import rank_places
from syncd.formats.trf.records import Decoded
from syncd.formats.trf.summary import Summary, summary
from syncd.formats.trf.writing.forms import Form
from syncd.formats.trf.writing.leftovers import left_behind
from syncd.formats.trf.writing.write import Written, from_tournament

__all__ = [
    "Decoded",
    "Form",
    "Passport",
    "Reading",
    "Summary",
    "Written",
    "contact_lines",
    "decode",
    "encode",
    "from_tournament",
    "left_behind",
    "rank_places",
    "read_passport",
    "summary",
    "to_tournament",
    "with_field",
    "with_passport",
]
