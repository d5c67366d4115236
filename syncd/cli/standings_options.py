"""The options of `syncd standings`: what each is called and what its help says.

What `syncd ranking set` has as well is a choice there: not given, nothing changes.
"""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from syncd.standings.choice_keys import HIGHEST_SEED
from syncd.standings.field import Edition
from syncd.standings.options import HIGHEST_RATING, RatingUse, Unrated
from syncd.standings.presets import Preset
from syncd.standings.ties import Ties


class Absences(StrEnum):
    """What a round is that somebody sat out on request."""

    VOLUNTARY = "voluntary"
    """A voluntarily unplayed round, as article 16 has it."""
    EXCUSED = "excused"
    """None, because the regulations of the tournament say so (16.6)."""


RoundOption = Annotated[
    int | None,
    typer.Option("--round", min=0, help="After this round; else the last one."),
]
TiebreaksOption = Annotated[
    str,
    typer.Option(
        "--tiebreaks",
        metavar="LIST",
        help="Codes of FIDE's C.07, for instance “PTS,BH/C1,BH,SB,DE”; each is "
        "computed, whatever the tournament is.",
    ),
]
PresetOption = Annotated[
    Preset | None,
    typer.Option(
        "--preset", help="A list by its name; else that of the file, else usual."
    ),
]
_TIES = typer.Option("--ties", help="Who is still tied shares a place, or by rating.")
TiesOption = Annotated[Ties, _TIES]
TiesChoice = Annotated[Ties | None, _TIES]
_UNRATED = typer.Option("--unrated", help="How players without a rating count.")
UnratedOption = Annotated[Unrated, _UNRATED]
UnratedChoice = Annotated[Unrated | None, _UNRATED]
_UNRATED_RATING = typer.Option(
    "--unrated-rating",
    min=1,
    max=HIGHEST_RATING,
    help="Their rating with --unrated fixed.",
)
UnratedRatingOption = Annotated[int, _UNRATED_RATING]
UnratedRatingChoice = Annotated[int | None, _UNRATED_RATING]
RatingChangesOption = Annotated[
    Path | None,
    typer.Option(
        "--rating-changes",
        metavar="FILE.csv",
        help="Ratings that changed meanwhile: a line “start number;round;rating” each.",
    ),
]
_RATING_USE = typer.Option("--rating-use", help="Which of several ratings counts.")
RatingUseOption = Annotated[RatingUse, _RATING_USE]
RatingUseChoice = Annotated[RatingUse | None, _RATING_USE]
_RATING_ROUND = typer.Option(
    "--rating-round", min=1, help="The round of --rating-use of_round."
)
RatingRoundOption = Annotated[int, _RATING_ROUND]
RatingRoundChoice = Annotated[int | None, _RATING_ROUND]
EditionOption = Annotated[
    Edition | None,
    typer.Option("--edition", help="Of C.07; else by the tournament's first day."),
]
LeaversOption = Annotated[
    bool,
    typer.Option(
        "--drop-leavers",
        help="Round robin: who left before half of his games does not count.",
    ),
]
_ABSENCES = typer.Option(
    "--absences",
    help="Whether a round sat out on request is a voluntarily unplayed one.",
)
AbsencesOption = Annotated[Absences, _ABSENCES]
AbsencesChoice = Annotated[Absences | None, _ABSENCES]
CategoryOption = Annotated[
    str,
    typer.Option(
        "--category",
        help="Only these players: U14, S60, w, <1600, 1600-1999, >2000.",
    ),
]
ExternalOption = Annotated[
    Path | None,
    typer.Option(
        "--ext",
        metavar="FILE.csv",
        help="Values entered by hand (EXT): a line “start number;value” each.",
    ),
]
CustomOption = Annotated[
    str,
    typer.Option(
        "--custom",
        metavar="FORMULA",
        help="An own formula (CUSTOM), for instance “2*wins - 0.5*draws”.",
    ),
]
OrderOption = Annotated[
    str,
    typer.Option(
        "--order",
        metavar="NUMBERS",
        help="Order set by hand: these start numbers first, the others as computed.",
    ),
]
LotsOption = Annotated[
    int | None,
    typer.Option(
        "--lots",
        min=0,
        max=HIGHEST_SEED,
        metavar="NUMBER",
        help="Lots decide among the tied; the same number gives the same order.",
    ),
]
PrizesOption = Annotated[
    str,
    typer.Option(
        "--prizes", metavar="LIST", help="Mark prize places, for instance “3,U14:2”."
    ),
]
KeizerOption = Annotated[
    bool, typer.Option("--keizer", help="Add the Keizer table of the same games.")
]
ExpectedOption = Annotated[
    bool, typer.Option("--expected", help="Add expected points (We, W-We).")
]
ExplainOption = Annotated[
    bool,
    typer.Option("--explain", help="Tell of each value the rounds that it is made of."),
]
NumberOption = Annotated[
    int | None,
    typer.Option("--number", min=1, help="With --explain: this player or team only."),
]
HtmlOption = Annotated[
    bool, typer.Option("--html", help="A page to be printed or put on a website.")
]
CsvOption = Annotated[
    bool,
    typer.Option("--csv", help="Values for a spreadsheet, as its language has them."),
]
OutOption = Annotated[
    Path | None, typer.Option("--out", help="File for --html and --csv.")
]
ChoicesOption = Annotated[
    bool,
    typer.Option(
        "--choices", help="List all tie-breaks, and which cannot be chosen here."
    ),
]
