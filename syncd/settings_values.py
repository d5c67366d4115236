"""Kinds of values that several sections of the settings share."""

from __future__ import annotations

from typing import Annotated, Literal
from zoneinfo import ZoneInfo

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from syncd import settings_problems as problems

RatingMode = Literal["off", "draft", "auto"]


class Section(BaseModel):
    """Base of all sections: frozen, unknown keys are errors."""

    model_config = ConfigDict(frozen=True, extra="forbid")


def _known_timezone(name: str) -> str:
    """Return the name if the time zone database knows it."""
    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError) as exc:
        raise problems.SettingError(problems.unknown_timezone(name)) from exc
    return name


TimeZoneName = Annotated[str, AfterValidator(_known_timezone)]
Name = Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]{0,62}$")]
Seconds = Annotated[float, Field(ge=0)]
