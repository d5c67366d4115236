"""A tournament as other installations get it."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from syncd.bilingual import Text
from syncd.errors import EncodeError
from syncd.formats.snapshot import decode_snapshot, encode_snapshot
from syncd.formats.trf import Passport, decode, read_passport, to_tournament
from syncd.pipeline.sharing import Offer, Shape, Stored, written
from syncd.store.shared import Shared

if TYPE_CHECKING:
    from syncd.model.tournament import Tournament

EXPORTS = Path(__file__).parents[2] / "data" / "clm"
NOW = dt.datetime(2026, 11, 29, 12, tzinfo=dt.UTC)
UUID = "12345678-0000-4000-8000-000000000000"
SHARED = Shared(7, UUID, "north", "Open A/B", 3, "a" * 64, NOW)
PASSPORT = Passport(UUID, "bezirk", "bezirk", revision=3)
OFFER = Offer(SHARED, PASSPORT)
CONTACT = b"XCE    1 a@example.org\n"


def read(data: bytes) -> Tournament:
    return to_tournament(decode(data)).tournament


@pytest.mark.parametrize("name", ["E02_clm.trf", "E15_genA_clm.trf", "T02_clm.trf"])
def test_a_trf_holds_umlauts_teams_and_the_passport(name: str) -> None:
    ours = read((EXPORTS / name).read_bytes())
    data = written(Stored(encode_snapshot(ours)), OFFER, "trf")
    found = read(data)
    assert found.pairings == ours.pairings
    assert (found.name, found.arbiter) == (ours.name, ours.arbiter)
    assert [one.surname for one in found.entrants] == [
        one.surname for one in ours.entrants
    ]
    assert [one.name for one in found.teams] == [one.name[:32] for one in ours.teams]
    assert read_passport(data) == PASSPORT


@pytest.mark.parametrize("shape", ["trf", "json"])
def test_contact_data_goes_to_nobody_who_is_not_marked_for_it(shape: Shape) -> None:
    """The store holds none; should it ever, this is the last door."""
    tournament = read((EXPORTS / "E15_genA_clm.trf").read_bytes())
    told = replace(tournament, arbiter="Muster,Max max@verein.example")
    stored = Stored(encode_snapshot(told))
    assert b"max@verein" not in written(stored, OFFER, shape)
    assert b"Muster,Max" in written(stored, OFFER, shape)
    if shape == "json":
        marked = replace(OFFER, contacts=True)
        assert decode_snapshot(written(stored, marked, shape)) == told


def test_who_is_marked_for_contact_data_gets_what_the_export_had() -> None:
    export = (EXPORTS / "E15_genA_clm.trf").read_bytes()
    snapshot = encode_snapshot(read(export))
    marked = replace(OFFER, contacts=True, contacts_from=1)
    data = written(Stored(snapshot, export + CONTACT), marked, "trf")
    assert CONTACT.strip() in data
    assert b"example.org" not in written(Stored(snapshot), OFFER, "trf")


def test_a_trf_that_would_lose_something_is_not_made(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ours = read((EXPORTS / "E15_genA_clm.trf").read_bytes())
    monkeypatch.setattr(
        "syncd.pipeline.delivering.contents.games_lost",
        lambda *_: [Text("Round 1 is gone.", "Runde 1 fehlt.")],
    )
    with pytest.raises(EncodeError, match=r"full.*Round 1 is gone"):
        written(Stored(encode_snapshot(ours)), OFFER, "trf")


def test_a_tag_says_what_would_be_written() -> None:
    offers = [
        replace(OFFER, shared=shared, passport=passport, contacts=contacts)
        for shared in (SHARED, replace(SHARED, snapshot_sha256="b" * 64))
        for passport in (
            PASSPORT,
            replace(PASSPORT, submitter="verein"),
            replace(PASSPORT, is_reported=True),
        )
        for contacts in (True, False)
    ]
    assert len({one.tag("trf") for one in offers}) == len(offers) == 12
    assert len({one.tag("json") for one in offers}) == 4
    assert {one.tag("json") for one in offers}.isdisjoint(
        {one.tag("trf") for one in offers}
    )
    marked = replace(OFFER, contacts=True)
    assert replace(marked, contacts_from=1).tag("trf") != marked.tag("trf")
    later = replace(SHARED, changed_utc=NOW + dt.timedelta(days=1))
    assert replace(OFFER, shared=later).tag("trf") == OFFER.tag("trf")


def test_a_file_has_the_name_of_its_tournament_and_no_namesake() -> None:
    assert OFFER.file_name == "Open A-B 12345678.trf"
    assert replace(OFFER, shared=replace(SHARED, name="")).file_name == "12345678.trf"
