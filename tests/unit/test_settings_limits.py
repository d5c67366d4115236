"""No number of the settings may be without end: dates and waits are made of them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, get_args

import pytest
from pydantic import BaseModel, ValidationError, create_model

from syncd.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pydantic.fields import FieldInfo


def models_in(kind: object) -> Iterator[type[BaseModel]]:
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        yield kind
    for part in get_args(kind):
        yield from models_in(part)


def numbers_of(model: type[BaseModel]) -> Iterator[tuple[str, FieldInfo]]:
    for name, field in model.model_fields.items():
        kinds = {field.annotation, *get_args(field.annotation)}
        if kinds & {int, float} or "Field" in repr(get_args(field.annotation)):
            yield f"{model.__name__}.{name}", field
        for inner in models_in(field.annotation):
            yield from numbers_of(inner)


NUMBERS = dict(numbers_of(Settings))


def alone(field: FieldInfo) -> type[BaseModel]:
    kind: Any = field.annotation
    return create_model("Alone", value=(kind, field))


def test_the_numbers_are_found() -> None:
    assert len(NUMBERS) > 25
    assert "SourceSettings.quiet_individual_s" in NUMBERS
    assert "PortalSettings.timeout_s" in NUMBERS


@pytest.mark.parametrize("value", [math.inf, -math.inf, math.nan, 1e300, 10**18])
@pytest.mark.parametrize("name", NUMBERS)
def test_no_number_is_without_end(name: str, value: float) -> None:
    with pytest.raises(ValidationError):
        alone(NUMBERS[name]).model_validate({"value": value})
