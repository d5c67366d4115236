"""A tournament as other installations get it."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from pathlib import Path

import pytest

from syncd.formats.snapshot import decode_snapshot, encode_snapshot
from syncd.formats.trf import decode, to_tournament
from syncd.pipeline.sharing import Shape, file_name, tag_of, written
from syncd.store.shared import Shared

EXPORT = Path(__file__).parents[2] / "data" / "clm" / "E15_genA_clm.trf"
NOW = dt.datetime(2026, 11, 29, 12, tzinfo=dt.UTC)
SHARED = Shared("12345678-0000-4000-8000-000000000000", "Open A/B", 3, "a" * 64, NOW)


@pytest.mark.parametrize("shape", ["trf", "json"])
def test_contact_data_goes_to_nobody_who_is_not_marked_for_it(shape: Shape) -> None:
    """The store holds none; should it ever, this is the last door."""
    tournament = to_tournament(decode(EXPORT.read_bytes())).tournament
    told = replace(tournament, arbiter="Muster,Max max@verein.example")
    snapshot = encode_snapshot(told)
    assert b"max@verein" not in written(snapshot, shape, contacts=False)
    assert b"Muster,Max" in written(snapshot, shape, contacts=False)
    if shape == "json":
        assert decode_snapshot(written(snapshot, shape, contacts=True)) == told


def test_a_tag_says_what_would_be_written() -> None:
    tags = {
        tag_of(item, shape, contacts=contacts)
        for item in (SHARED, replace(SHARED, snapshot_sha256="b" * 64))
        for shape in ("trf", "json")
        for contacts in (True, False)
    }
    assert len(tags) == 8
    newer = replace(SHARED, revision=4, changed_utc=NOW + dt.timedelta(days=1))
    assert tag_of(newer, "trf", contacts=False) in tags


def test_a_file_has_the_name_of_its_tournament_and_no_namesake() -> None:
    assert file_name(SHARED) == "Open A-B 12345678.trf"
    assert file_name(replace(SHARED, name="")) == "12345678.trf"
