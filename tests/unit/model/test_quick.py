from __future__ import annotations

import pickle
from dataclasses import FrozenInstanceError, dataclass, field, replace

import pytest

from syncd.model.pairings import Cells
from syncd.model.quick import quick_maker
from syncd.model.tournament import Entrant, Tournament


@dataclass(frozen=True, slots=True)
class Plain:
    number: int
    names: list[str] = field(default_factory=list)


def test_what_is_made_quickly_is_the_frozen_value_itself() -> None:
    quick, usual = quick_maker(Entrant)(7, "Muster", "Max"), Entrant(7, "Muster", "Max")
    assert (usual, hash(usual), repr(usual)) == (quick, hash(quick), repr(quick))
    assert type(quick) is Entrant
    assert replace(usual, id=8) == replace(quick, id=8)
    assert usual == pickle.loads(pickle.dumps(quick))  # noqa: S301
    with pytest.raises(FrozenInstanceError):
        quick.id = 9  # type: ignore[misc]


def test_checks_are_made() -> None:
    with pytest.raises(ValueError, match="not positive"):
        quick_maker(Entrant)(0, "Muster")
    with pytest.raises(ValueError, match="equally long"):
        quick_maker(Cells)((1,), "", "")


def test_defaults_are_those_of_the_class() -> None:
    one, two = quick_maker(Plain)(1), quick_maker(Plain)(1)
    assert Plain(1) == one
    assert one.names is not two.names
    assert Tournament("Open") == quick_maker(Tournament)("Open")
