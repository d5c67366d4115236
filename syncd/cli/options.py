"""Options that several commands share, and what they mean together."""

from __future__ import annotations

import datetime as dt
import re
from typing import Annotated, Final

import typer

from syncd.bilingual import Text
from syncd.errors import ConfigError
from syncd.formats.hidden_signs import hidden_sign
from syncd.model.tournament import Kind
from syncd.rating.advice import ANSWERABLE
from syncd.rating.confirmed import Confirmed

JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
TournamentArgument = Annotated[
    str,
    typer.Argument(
        metavar="T", help="Number, part of the name, or a UUID (8 letters)."
    ),
]
LONGEST_NAME: Final = 100


def _name(name: str) -> str:
    """Return a person's name if it can be one.

    Raises:
        ConfigError: it is too long or holds signs that nobody sees.
    """
    if len(name) > LONGEST_NAME or hidden_sign(name):
        raise ConfigError(
            Text(
                f"--by: write one name, at most {LONGEST_NAME} letters.",
                f"--by: bitte einen Namen schreiben, höchstens {LONGEST_NAME} "
                "Buchstaben.",
            )
        )
    return name


ByOption = Annotated[
    str,
    typer.Option(
        "--by", help="Who decides; else the name of the login.", callback=_name
    ),
]
StartOption = Annotated[
    dt.datetime | None,
    typer.Option("--start", formats=["%Y-%m-%d"], help="Real day of the first game."),
]
EndOption = Annotated[
    dt.datetime | None,
    typer.Option("--end", formats=["%Y-%m-%d"], help="Real day of the last game."),
]
TimeControlOption = Annotated[
    str, typer.Option("--time-control", help="FIDE notation, for instance 5400+30.")
]
LocationOption = Annotated[str, typer.Option("--location", help="Place or region.")]
LabelOption = Annotated[str, typer.Option("--label", help="Telling name.")]
AgeClassOption = Annotated[str, typer.Option("--age-class", help="For instance U12.")]
TypeOption = Annotated[
    Kind | None, typer.Option("--type", help="How the tournament was paired.")
]
MonthOption = Annotated[
    str, typer.Option("--month", help="Month of a FIDE list, for instance 2026-11.")
]


def _answerable(codes: list[str] | None) -> list[str]:
    """Refuse a code that is no reason, or one that only a fact can answer."""
    for code in codes or ():
        if code not in ANSWERABLE:
            known = ", ".join(sorted(ANSWERABLE))
            message = f"“{code}” is none of: {known}."
            raise typer.BadParameter(message)
    return codes or []


AcceptOption = Annotated[
    list[str] | None,
    typer.Option(
        "--accept", metavar="CODE", callback=_answerable,
        help="Code of a reason to wait that was looked at and is right; repeatable.",
    ),
]  # fmt: skip
ZeroZeroOption = Annotated[
    bool, typer.Option("--zero-zero", help="Games with 0 on both sides ended 0-0.")
]


def given_facts(
    *,
    start: dt.datetime | None,
    end: dt.datetime | None,
    time_control: str,
    location: str,
    label: str,
    age_class: str,
    kind: Kind | None,
    accept: list[str] | None = None,
) -> Confirmed:
    """Return what a person states on the command line."""
    return Confirmed(
        start=start.date() if start else None,
        end=end.date() if end else None,
        time_control=time_control.strip(),
        location=location.strip(),
        label=label.strip(),
        age_class=age_class.strip(),
        kind=kind,
        accepted=frozenset(accept or ()),
    )


def checked_month(text: str) -> str:
    """Return the month of a FIDE list as it was named.

    Raises:
        ConfigError: it is none.
    """
    if text and not re.fullmatch(r"20[0-9]{2}-(0[1-9]|1[0-2])", text):
        raise ConfigError(
            Text(
                f"--month {text}: write year and month, for instance 2026-11.",
                f"--month {text}: bitte Jahr und Monat, zum Beispiel 2026-11.",
            )
        )
    return text
