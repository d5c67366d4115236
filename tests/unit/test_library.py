from __future__ import annotations

from dataclasses import replace
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


def test_standings_are_one_call() -> None:
    """`syncd.standings` is the package, which any import of a part of it puts there."""
    exports = resources.files("syncd.demo") / "exports"
    for name in ("knockout.trf", "team_swiss.trf"):
        data = (exports / name).read_bytes()
        tournament = syncd.to_tournament(syncd.decode(data)).tournament
        made = syncd.make_standings(tournament)
        assert [str(code) for code in made.codes][:1] in (["PTS"], ["MP"])
        assert min(made.ranking.ranks) == 1
        before = syncd.StandingsOptions(after_round=1)
        first = syncd.make_standings(tournament, "PTS,WIN,XYZ", before)
        assert [str(code) for code in first.codes] == ["PTS", "WIN"]
        assert first.contest.primary.rounds == 1
        assert [one.written for one in first.dropped] == ["XYZ"]


def test_three_states_are_merged_without_a_store() -> None:
    base = syncd.to_tournament(
        syncd.decode(
            (resources.files("syncd.demo") / "exports/knockout.trf").read_bytes()
        )
    ).tournament
    ours, theirs = replace(base, city="Bonn"), replace(base, arbiter="Specht, Ina")
    merged = syncd.merge(base, ours, theirs, syncd.MergePolicy())
    assert merged.tournament == replace(ours, arbiter="Specht, Ina")
    assert not merged.conflicts


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        syncd.nothing  # noqa: B018 - asking is the test
