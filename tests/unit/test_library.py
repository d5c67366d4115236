from __future__ import annotations

from importlib import resources

import pytest

import syncd


def test_every_public_name_is_there() -> None:
    assert all(callable(getattr(syncd, name)) for name in syncd.__all__)


def test_the_library_needs_no_service() -> None:
    exports = resources.files("syncd.demo") / "exports"
    data = (exports / "knockout.trf").read_bytes()
    decoded = syncd.decode(data)
    assert data == syncd.encode(decoded)
    tournament = syncd.to_tournament(decoded).tournament
    built = syncd.build_report(tournament, syncd.Confirmed(), syncd.ReportOptions())
    assert built.payload is not None
    assert built.payload.tournament.type == "SC"


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        syncd.nothing  # noqa: B018 - asking is the test
