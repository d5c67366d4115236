"""What we write for CLM and get back from it is no news, whatever CLM's files hold."""

from __future__ import annotations

from pathlib import Path

import pytest

from syncd.formats.dwzxml.tolerant import read_xml
from syncd.formats.trf import Form, decode, from_tournament, to_tournament
from syncd.model.tournament import Kind, Tournament
from syncd.sync.diff import changes_between
from syncd.sync.merge3 import merge
from syncd.sync.places import Part
from syncd.sync.policy import Policy

CLM = Path(__file__).parents[1] / "data" / "clm"
FILES = sorted([*CLM.glob("E*_clm.trf"), *CLM.glob("E*_dsb25.xml")])
FREE = {"E09_clm.trf", "E09_dsb25.xml"}
"""Several games of a player in one round, which no file for CLM can hold."""
NOT_SWISS = {"E05_genA_clm.trf"}
"""Says Swiss in its head and is a round robin by its games."""
OURS, THEIRS = Policy(owner="ours"), Policy(owner="theirs")


def read(path: Path) -> Tournament:
    if path.suffix == ".xml":
        return read_xml(path.read_bytes()).tournament
    return to_tournament(decode(path.read_bytes())).tournament


@pytest.mark.parametrize("policy", [OURS, THEIRS], ids=["ours", "theirs"])
@pytest.mark.parametrize(
    "path", [one for one in FILES if one.name not in FREE | NOT_SWISS], ids=str
)
def test_our_own_file_is_no_news(path: Path, policy: Policy) -> None:
    before = read(path)
    data = from_tournament(before, Form.CLM, lossy=True).data
    echo = to_tournament(decode(data)).tournament
    merged = merge(before, before, echo, policy)
    news = [one for one in merged.applied if one.place.field != "points_x10"]
    assert (news, merged.conflicts) == ([], ())
    again = merge(echo, merged.tournament, echo, policy)
    assert again.tournament == merged.tournament
    games = {Part.GAME, Part.PLAYER, Part.TEAM}
    apart = changes_between(before, merged.tournament)
    assert all(
        change in merged.quiet or change.place.field == "points_x10"
        for change in apart
        if change.place.part in games
    )


def test_a_round_robin_stays_one() -> None:
    path = CLM / "E05_clm.trf"
    before = read(path)
    data = from_tournament(before, Form.CLM, lossy=True).data
    assert before.kind is Kind.ROUND_ROBIN
    assert to_tournament(decode(data)).tournament.kind is Kind.ROUND_ROBIN
