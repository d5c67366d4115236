"""What people may choose about standings, beside the list of tie-breaks.

Nothing here is read from a file of settings: an edge makes the options and hands them
in, and without any the regulations' own answers hold.

Source: C.07 (1 March 2026), articles 10, 15.2, 16.4.2 and 16.6; General Regulations for
Competitions, 6.6.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from syncd.standings.given import Given

if TYPE_CHECKING:
    from collections.abc import Mapping

    from syncd.standings.field import Edition


HIGHEST_RATING: Final = 4000


class Unrated(StrEnum):
    """How players without a rating count in tie-breaks of article 10."""

    DROP = "drop"
    """The tie-breaks are left out as soon as somebody is unrated."""
    FIXED = "fixed"
    LOWEST = "lowest"
    """As the lowest rating of the field."""
    AVERAGE = "average"
    """As the rounded average of the rated."""


class RatingUse(StrEnum):
    """Which rating counts where a player has had several during the event."""

    FIRST = "first"
    OF_ROUND = "of_round"
    """The one valid in a chosen round."""
    PER_ROUND = "per_round"
    """The one valid in each round."""


@dataclass(frozen=True, slots=True)
class Ratings:
    """How ratings are taken.

    Attributes:
        unrated: how players without a rating count.
        fixed: the rating that FIXED gives them.
        use: which of several ratings counts.
        round: of OF_ROUND, from 1.
        changes: entrant id -> (first round, rating) in the order of rounds, for those
            whose rating changed during the event; the file's rating holds before.
    """

    unrated: Unrated = Unrated.DROP
    fixed: int = 1400
    use: RatingUse = RatingUse.FIRST
    round: int = 1
    changes: Mapping[int, tuple[tuple[int, int], ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Options:
    """How standings are made.

    Attributes:
        after_round: the last round that counts, None = the last that has results.
        edition: of C.07, None = by the start of the event.
        is_predetermined: round robin rules, None = as the event is paired.
        is_absence_voluntary: whether a round sat out is a VUR.
        removes_early_leavers: whether results of those who left a round robin before
            half of their games do not count (6.6).
        ratings: how ratings are taken.
        given: values and the formula that people have entered.
    """

    after_round: int | None = None
    edition: Edition | None = None
    is_predetermined: bool | None = None
    is_absence_voluntary: bool = True
    removes_early_leavers: bool = False
    ratings: Ratings = field(default_factory=Ratings)
    given: Given = field(default_factory=Given)
