"""Time controls as files state them: codes, ids of CLM's table, words.

Each source is read for itself into a `Reading`, which is either certain or says why it
is not and what is probably meant. `stated_time_control` joins the sources of a
tournament. Nothing uncertain is ever used without a person.
"""

from __future__ import annotations

from syncd.formats.timecontrol.reading import Reading
from syncd.formats.timecontrol.stated import (
    Stated,
    stated_time_control,
    time_control_findings,
)

__all__ = ["Reading", "Stated", "stated_time_control", "time_control_findings"]
