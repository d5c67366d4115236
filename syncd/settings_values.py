"""Kinds of values that several sections of the settings share."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Final, Literal
from zoneinfo import ZoneInfo

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field

from syncd import settings_problems as problems
from syncd import settings_value_problems as wrong
from syncd.bilingual import Text

RatingMode = Literal["off", "draft", "auto"]


class Section(BaseModel):
    """Base of all sections: frozen, unknown keys are errors."""

    model_config = ConfigDict(frozen=True, extra="forbid")


def _known_timezone(name: str) -> str:
    """Return the name if the time zone database knows it."""
    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError) as exc:
        raise problems.SettingError(wrong.unknown_timezone(name)) from exc
    return name


def _possible_path(value: object) -> object:
    """Return the path if there can be such a file."""
    if isinstance(value, str):
        fault = _path_fault(value)
        if fault:
            raise problems.SettingError(fault)
    return value


def _path_fault(path: str) -> Text | None:
    if not path.strip():
        return _NO_PATH
    if any(ord(letter) < _FIRST_PRINTABLE for letter in path):
        return _CONTROLS
    names = [len(os.fsencode(name)) for name in path.split("/")]
    is_long = max(names) > _LONGEST_NAME or sum(names) + len(names) > _LONGEST_PATH
    return _LONG if is_long else None


_FIRST_PRINTABLE: Final = 32
_LONGEST_NAME: Final = 255
_LONGEST_PATH: Final = 3000
"""Bytes; Linux takes 4096, of which the folder of the configuration needs some."""
_NO_PATH: Final = Text(
    "the path is empty. Name a folder or file.",
    "der Pfad ist leer. Bitte einen Ordner oder eine Datei nennen.",
)
_CONTROLS: Final = Text(
    "this is no possible path: it holds control characters.",
    "das ist kein möglicher Pfad: Er enthält Steuerzeichen.",
)
_LONG: Final = Text(
    "a folder's or file's name is too long; at most 255 bytes each, 3000 in all.",
    "der Name eines Ordners oder einer Datei ist zu lang; höchstens 255 Byte je Name, "
    "3000 insgesamt.",
)

PathName = Annotated[Path, BeforeValidator(_possible_path)]
"""Path of a folder or file that there can be."""
TimeZoneName = Annotated[str, AfterValidator(_known_timezone)]
Name = Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]{0,62}$")]
LONGEST_DAYS: Final = 36_500
"""A hundred years: a date that far ahead still is in the calendar."""
LONGEST_S: Final = LONGEST_DAYS * 86_400.0
LARGEST_COUNT: Final = 2**31 - 1
Seconds = Annotated[float, Field(ge=0, le=LONGEST_S, allow_inf_nan=False)]
"""Waiting that may be none."""
Pause = Annotated[float, Field(gt=0, le=LONGEST_S, allow_inf_nan=False)]
"""Waiting that decides about days: when to give up, when to come back."""
Beat = Annotated[float, Field(gt=0, le=86_400, allow_inf_nan=False)]
"""Waiting of a running program; nobody means more than a day."""
Days = Annotated[int, Field(ge=0, le=LONGEST_DAYS)]
WholeDays = Annotated[int, Field(ge=1, le=LONGEST_DAYS)]
"""At least one day."""
Count = Annotated[int, Field(ge=1, le=LARGEST_COUNT)]
