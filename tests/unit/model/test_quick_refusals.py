"""Values made quickly are refused where they would not be the same."""

from __future__ import annotations

from dataclasses import InitVar, dataclass

import pytest

from syncd.model.quick import quick_maker


@dataclass(frozen=True, slots=True)
class Plain:
    number: int
    name: str = "x"


@dataclass(frozen=True, slots=True)
class Derived(Plain):
    more: int = 0


@dataclass(frozen=True, slots=True)
class Initial:
    number: int
    seed: InitVar[int]


@dataclass(frozen=True)
class WithoutSlots:
    number: int


def test_what_comes_out_is_the_frozen_value() -> None:
    value = quick_maker(Plain)(1)
    assert Plain(1) == value
    assert type(value) is Plain
    with pytest.raises(AttributeError):
        value.number = 2  # type: ignore[misc]


@pytest.mark.parametrize("kind", [Derived, Initial, WithoutSlots])
def test_a_class_that_cannot_be_swapped_is_refused_at_once(kind: type) -> None:
    with pytest.raises(TypeError, match=kind.__name__):
        quick_maker(kind)
