"""syncd: unattended sync of Chess League Manager exports and retry-safe DWZ reports.

The names in `__all__` are the library: pure functions that need no service, store or
configuration. They are loaded on first use, so that importing the package is cheap.

    decoded = syncd.decode(data)                 # lossless records, any TRF bytes
    reading = syncd.to_tournament(decoded)       # the tournament, and what was noticed
    syncd.encode(decoded) == data                # always
    syncd.from_tournament(reading.tournament, "trf26").data  # or an error naming losses
    tournament, nothing = reading.tournament, syncd.Confirmed()
    ranking = syncd.make_standings(tournament, "PTS,BH/C1,SB").ranking  # FIDE's C.07
    built = syncd.build_report(tournament, nothing, syncd.ReportOptions())
    findings = syncd.validate_report(xml)        # schema and rules of a DWZ XML file
    other = syncd.read_xml(xml).tournament       # any DWZ or DeWIS XML, mended
    both = syncd.join(tournament, other)         # TRF and XML of one tournament
    changes = syncd.diff(tournament, other)      # typed: place, old and new value
    syncd.apply(changes, tournament) == other    # always
    merged = syncd.merge(base, tournament, other, syncd.MergePolicy())  # three ways
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from syncd.formats.dwzxml.encode import encode_report
    from syncd.formats.dwzxml.rules import check_report as validate_report
    from syncd.formats.dwzxml.tolerant import read_xml
    from syncd.formats.trf import decode, encode, from_tournament, to_tournament
    from syncd.rating.confirmed import Confirmed
    from syncd.rating.report import ReportOptions
    from syncd.rating.report import build_payload as build_report
    from syncd.standings.chosen import make_standings
    from syncd.standings.options import Options as StandingsOptions
    from syncd.sync.apply import apply
    from syncd.sync.diff import diff
    from syncd.sync.join import join
    from syncd.sync.merge3 import merge
    from syncd.sync.policy import Policy as MergePolicy

__version__ = "0.1.0"

__all__ = [
    "Confirmed",
    "MergePolicy",
    "ReportOptions",
    "StandingsOptions",
    "apply",
    "build_report",
    "decode",
    "diff",
    "encode",
    "encode_report",
    "from_tournament",
    "join",
    "make_standings",
    "merge",
    "read_xml",
    "to_tournament",
    "validate_report",
]

_PLACES: Final = {
    "Confirmed": "syncd.rating.confirmed:Confirmed",
    "MergePolicy": "syncd.sync.policy:Policy",
    "ReportOptions": "syncd.rating.report:ReportOptions",
    "StandingsOptions": "syncd.standings.options:Options",
    "apply": "syncd.sync.apply:apply",
    "build_report": "syncd.rating.report:build_payload",
    "decode": "syncd.formats.trf:decode",
    "diff": "syncd.sync.diff:diff",
    "encode": "syncd.formats.trf:encode",
    "encode_report": "syncd.formats.dwzxml.encode:encode_report",
    "from_tournament": "syncd.formats.trf:from_tournament",
    "join": "syncd.sync.join:join",
    "make_standings": "syncd.standings.chosen:make_standings",
    "merge": "syncd.sync.merge3:merge",
    "read_xml": "syncd.formats.dwzxml.tolerant:read_xml",
    "to_tournament": "syncd.formats.trf:to_tournament",
    "validate_report": "syncd.formats.dwzxml.rules:check_report",
}


def __getattr__(name: str) -> object:
    """Load a part of the library when it is first asked for."""
    if name not in _PLACES:
        message = f"module 'syncd' has no attribute {name!r}"
        raise AttributeError(message)
    module, _, attribute = _PLACES[name].partition(":")
    return getattr(import_module(module), attribute)
