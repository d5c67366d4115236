"""The forms in which a tournament can be written, and what each has room for."""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class Form(StrEnum):
    """A TRF in one of its versions or uses."""

    TRF06 = "trf06"
    TRF16 = "trf16"
    TRF26 = "trf26"
    CLM = "clm"
    PAIRING = "pairing"
    """TRF26 with the XX and BB records of JaVaFo and bbpPairings in addition."""
    FULL = "full"
    """TRF26 with CLM's XC records in addition: all that a TRF can hold, for another
    syncd. CLM's importer does not take it."""


WITH_26: Final = frozenset({Form.TRF26, Form.PAIRING, Form.FULL})
"""Forms that hold FIDE's records of 2026."""

WITH_13: Final = frozenset({Form.TRF06, Form.TRF16})
"""Forms whose teams are records 013."""

LINE_ENDS: Final = {form: "\n" if form is Form.CLM else "\r\n" for form in Form}
"""CR is what FIDE prescribes; CR LF satisfies that rule and the tools of Windows. CLM's
importer is known to read its own LF."""

MOST_PLAYERS: Final = 9999
"""A start number has four columns."""
