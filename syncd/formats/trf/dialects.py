"""Which version of TRF a file uses and which programs left their marks in it.

TRF has no version field, so the version is the oldest document that knows everything
the file uses. CLM's exporter changed twice; each generation needs its own care.

Source: TRF06, FIDE Handbook C.04 Annex 2 (TRF16), TRF26, JaVaFo Advanced User Manual
for what each knows; history of CLM's site/clm/api/db_trf_export.php.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from syncd.formats.trf.tables.clm_records import CLM_RECORDS, ENGINE_RECORDS
from syncd.formats.trf.tables.columns import Version
from syncd.formats.trf.tables.fide_records import ONLY_TRF26, PLAYER

if TYPE_CHECKING:
    from syncd.formats.trf.records import Records

CLM: Final = "clm"
CLM_A: Final = "clm-a"
CLM_B: Final = "clm-b"
CLM_C: Final = "clm-c"
LICHESS: Final = "lichess"

_SECTION: Final = "### Tournament Section"
_RULER_A: Final = "DDD SSSS ATTT"  # other programs write sTTT
_PARAMETERS_B: Final = ";;"
_LETTERS_16: Final = frozenset("FHUZWDL")
_FIRST_RESULT: Final = PLAYER.field("result").first - 1
_XC: Final = tuple(layout.record for layout in CLM_RECORDS)


def dialects(records: Records) -> tuple[str, ...]:
    """Return the version and then the programs and extensions of a file."""
    programs = _clm(records)
    found = [_version(records, is_clm=bool(programs)).value]
    for layout in ENGINE_RECORDS:
        if layout.record in records and layout.since.value not in found:
            found.append(layout.since.value)
    if "lichess.org/" in records.value("022"):
        found.append(LICHESS)
    return (*found, *programs)


def _version(records: Records, *, is_clm: bool) -> Version:
    if any(record in records for record in ONLY_TRF26):
        return Version.TRF26
    if "310" in records:  # CLM writes it in the columns of the draft
        return Version.TRF25 if is_clm else Version.TRF26
    rows = [records.text(number) for number in records["001"]]
    letters = "".join([text[_FIRST_RESULT :: PLAYER.stride] for text in rows])
    is_16 = any(letter in letters for letter in _LETTERS_16)
    return Version.TRF16 if is_16 else Version.TRF06


def _clm(records: Records) -> tuple[str, ...]:
    """Return `clm` and the exporter's generation, as far as the file shows it.

    The plain form of generations B and C is the same, byte for byte.
    """
    comments = [records.text(number) for number in records["###"]]
    rulers = [records.text(number) for number in records["DDD"]]
    if any(text.startswith(_RULER_A) for text in rulers):
        return CLM, CLM_A
    is_sectioned = any(text.startswith(_SECTION) for text in comments)
    if not is_sectioned and not any(record in records for record in _XC):
        return ()
    parameters = records.values("XCP")
    if any(_PARAMETERS_B in text for text in parameters):
        return CLM, CLM_B
    return (CLM, CLM_C) if is_sectioned and parameters else (CLM,)
