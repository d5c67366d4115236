"""From the bytes of an arrival to a tournament and its form, without the store.

What processing and replaying do with an export begins here, so both read the same.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.formats import registry
from syncd.formats.dwzxml.loose_report import refuse_printed
from syncd.formats.dwzxml.source import DEFAULT_LIMITS
from syncd.formats.dwzxml.tolerant import read_xml
from syncd.formats.text import Limits
from syncd.formats.trf import Reading, decode, read_passport, to_tournament
from syncd.rating.standings_findings import standings_findings
from syncd.store import inbox
from syncd.store.bases import TRF, XML
from syncd.store.inbox import Outcome
from syncd.sync.sayinglines import read_said

if TYPE_CHECKING:
    from syncd.formats.trf import Passport
    from syncd.settings import LimitsSettings
    from syncd.sync.sayings import Sayings

_OURS: Final = "syncd "
"""Begins what our own reports say of the program that made them."""


@dataclass(frozen=True, slots=True)
class Export:
    """What the bytes of an arrival hold.

    Attributes:
        form: `trf` or `dwz`.
        reading: the tournament, and what was noticed.
        passport: what another syncd has said of it, None if it was none.
        said: who has said what last, if that one tells it.
    """

    form: str
    reading: Reading
    passport: Passport | None = None
    said: Sayings | None = None


def read_export(data: bytes, limits: LimitsSettings) -> Export | Outcome:
    """Return the export that these bytes are, or how an arrival without one ends.

    Raises:
        FormatError: they cannot be read.
    """
    found = registry.detect(data, most_bytes=len(data))
    if found == registry.SNAPSHOT:
        return Outcome(inbox.WAITING, _SNAPSHOT)
    if found == registry.TRF:
        most = Limits(**limits.model_dump())
        passport = read_passport(data)
        said = None if passport is None else read_said(data)
        return Export(TRF, _read_trf(data, most), passport, said)
    xml = read_xml(data, limits=replace(DEFAULT_LIMITS, size_bytes=limits.size_bytes))
    if xml.system.startswith(_OURS):
        return Outcome(inbox.UNCHANGED, _OWN_REPORT)
    refuse_printed(xml)
    return Export(XML, Reading(xml.tournament, xml.findings))


def _read_trf(data: bytes, most: Limits) -> Reading:
    """Return the tournament of a TRF, with what its standings state otherwise."""
    decoded = decode(data, most)
    reading = to_tournament(decoded)
    compared = standings_findings(decoded, reading.tournament)
    return reading._replace(findings=(*reading.findings, *compared))


_OWN_REPORT: Final = Text(
    "This is a report that syncd itself has made. It says nothing new and is left "
    "alone.",
    "Das ist ein Bericht, den syncd selbst erzeugt hat. Er sagt nichts Neues und "
    "bleibt unbeachtet.",
)
_SNAPSHOT: Final = Text(
    "This is what `syncd show` prints, and no export. Send the export itself.",
    "Das ist eine Ausgabe von `syncd show` und kein Export. Bitte den Export selbst "
    "senden.",
)
