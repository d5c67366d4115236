"""Everything that people choose about the standings of one tournament, as one record.

It is what is stored beside a tournament, so there is a form for JSON. Reading that is
total: whatever somebody has put there, the answer is a record, or one error that names
every key at fault. Only what differs from the defaults is written, so a choice that
comes later needs no new version.

Source: C.07 (1 March 2026), articles 4, 10 and 16.6; General Regulations 6.6.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from syncd.bilingual import Text
from syncd.errors import FormatError
from syncd.formats.json_model import changed
from syncd.standings.amounts import typed
from syncd.standings.choice_keys import KEYS
from syncd.standings.chosen import Wish
from syncd.standings.given import Given, formula_rows
from syncd.standings.options import Options, Ratings, RatingUse, Unrated
from syncd.standings.table import Shown
from syncd.standings.ties import Ties

if TYPE_CHECKING:
    from collections.abc import Mapping

    from syncd.standings.categories import Category
    from syncd.standings.field import Edition
    from syncd.standings.lots import Lots
    from syncd.standings.manual import ManualOrder
    from syncd.standings.presets import Preset
    from syncd.standings.prizes import Prize

_QUOTED: Final = 40


@dataclass(frozen=True, slots=True)
class Choices:
    """What people have chosen about the standings of one tournament.

    Attributes:
        tiebreaks: codes, separated by commas; empty = no list of their own.
        preset: a list by its name; None = that of the file, else the usual one.
        ties: what becomes of those who are still tied.
        ratings: how unrated players count, and which of several ratings.
        edition: of C.07, None = by the start of the event.
        removes_early_leavers: whether 6.6 is applied in a round robin.
        is_absence_voluntary: whether a round sat out is a voluntarily unplayed one.
        given: values of `EXT` and the formula of `CUSTOM`.
        manual: an order set by hand; None = as computed.
        lots: drawn for those who are tied; None = none.
        prizes: whose places are marked.
        shows_keizer: whether the Keizer table is shown.
        shows_expected: whether expected points are shown (We, W-We).
    """

    tiebreaks: str = ""
    preset: Preset | None = None
    ties: Ties = Ties.SHARED
    ratings: Ratings = field(default_factory=Ratings)
    edition: Edition | None = None
    removes_early_leavers: bool = False
    is_absence_voluntary: bool = True
    given: Given = field(default_factory=Given)
    manual: ManualOrder | None = None
    lots: Lots | None = None
    prizes: tuple[Prize, ...] = ()
    shows_keizer: bool = False
    shows_expected: bool = False


def options_of(choices: Choices, after_round: int | None = None) -> Options:
    """Return how the standings are computed.

    Args:
        choices: what people have chosen.
        after_round: the last round that counts, None = the last that has results.
    """
    return Options(
        after_round,
        choices.edition,
        is_absence_voluntary=choices.is_absence_voluntary,
        removes_early_leavers=choices.removes_early_leavers,
        ratings=choices.ratings,
        given=choices.given,
    )


def wish_of(choices: Choices) -> Wish:
    """Return which tie-breaks count; a chosen list is held to the rules of lists."""
    return Wish(choices.tiebreaks, choices.preset, is_held_to_rules=True)


def shown_of(choices: Choices, category: Category | None = None) -> Shown:
    """Return what is shown of the standings.

    Args:
        choices: what people have chosen.
        category: only these players, None for all.
    """
    return Shown(
        choices.ties,
        category,
        lots=None if choices.lots and choices.lots.is_off else choices.lots,
        manual=choices.manual,
        prizes=choices.prizes,
        shows_keizer=choices.shows_keizer,
        shows_expected=choices.shows_expected,
    )


def choices_shape(choices: Choices) -> dict[str, Any]:
    """Return what was chosen as `choices_of` takes it: JSON, without the defaults."""
    ratings, given = choices.ratings, choices.given
    full: dict[str, Any] = {
        "tiebreaks": choices.tiebreaks,
        "preset": choices.preset,
        "ties": choices.ties,
        "unrated": ratings.unrated,
        "unrated_rating": ratings.fixed,
        "rating_use": ratings.use,
        "rating_round": ratings.round,
        "rating_changes": _changes_shape(ratings.changes),
        "edition": choices.edition,
        "removes_early_leavers": choices.removes_early_leavers,
        "is_absence_voluntary": choices.is_absence_voluntary,
        "external": {str(each): typed(value) for each, value in given.external.items()},
        "formula": formula_rows(given.formula) if given.formula else None,
        "manual": changed(choices.manual) if choices.manual else None,
        "lots": _lots_shape(choices.lots) if choices.lots else None,
        "prizes": [changed(prize) for prize in choices.prizes],
        "shows_keizer": choices.shows_keizer,
        "shows_expected": choices.shows_expected,
    }
    return {key: value for key, value in full.items() if value != _DEFAULTS[key]}


def choices_of(plain: object) -> Choices:
    """Return what was chosen, as `choices_shape` wrote it.

    Raises:
        FormatError: it is nothing of the kind; `causes` names every key at fault.
    """
    if not isinstance(plain, dict):
        raise FormatError(_NO_OBJECT)
    values: dict[str, Any] = dict(_DEFAULTS)
    causes = []
    for key, value in plain.items():
        known = KEYS.get(key) if isinstance(key, str) else None
        if known is None:
            causes.append(_unknown(key))
            continue
        try:
            values[key] = known.read(value)
        except FormatError as error:
            causes += error.causes or (error.text,)
        except (ValueError, TypeError, RecursionError):
            causes.append(_wrong(key, value, known.expected))
    if causes:
        raise FormatError(causes[0], causes=causes)
    return _made(values)


def _made(values: Mapping[str, Any]) -> Choices:
    """Return the record of checked values, one per key."""
    ratings = Ratings(
        values["unrated"],
        values["unrated_rating"],
        values["rating_use"],
        values["rating_round"],
        values["rating_changes"],
    )
    return Choices(
        ratings=ratings,
        given=Given(values["external"], values["formula"]),
        prizes=tuple(values["prizes"]),
        **{key: values[key] for key in _PLAIN},
    )


def _changes_shape(
    changes: Mapping[int, tuple[tuple[int, int], ...]],
) -> dict[str, list[list[int]]]:
    return {str(who): [list(each) for each in row] for who, row in changes.items()}


def _lots_shape(lots: Lots) -> int | dict[str, Any]:
    if not lots.drawn_as and not lots.is_off:
        return lots.seed
    shape: dict[str, Any] = {"seed": lots.seed}
    if lots.drawn_as:
        shape["drawn_as"] = {str(now): then for now, then in lots.drawn_as}
    return {**shape, "is_off": True} if lots.is_off else shape


def _wrong(key: str, value: object, expected: Text) -> Text:
    """Return what is wrong with a key; only short values are quoted."""
    found = f" “{value}”"[:_QUOTED] if isinstance(value, (str, int, float)) else ""
    return Text(
        f"Choices about the standings: the value{found} of “{key}” cannot be used. "
        f"Expected: {expected.en}.",
        f"Einstellungen der Rangliste: Der Wert{found} von „{key}“ ist unbrauchbar. "
        f"Erwartet: {expected.de}.",
    )


def _unknown(key: object) -> Text:
    name = key[:_QUOTED] if isinstance(key, str) else "?"
    return Text(
        f"Choices about the standings: nothing is known by the name “{name}”.",
        f"Einstellungen der Rangliste: Den Namen „{name}“ gibt es hier nicht.",
    )


_PLAIN: Final = (
    "tiebreaks", "preset", "ties", "edition", "removes_early_leavers",
    "is_absence_voluntary", "manual", "lots", "shows_keizer", "shows_expected",
)  # fmt: skip
"""Keys that are attributes of `Choices` under the same name, read as they are."""
_DEFAULTS: Final[Mapping[str, Any]] = {
    "tiebreaks": "", "preset": None, "ties": Ties.SHARED,
    "unrated": Unrated.DROP, "unrated_rating": Ratings().fixed,
    "rating_use": RatingUse.FIRST, "rating_round": Ratings().round,
    "rating_changes": {}, "edition": None, "removes_early_leavers": False,
    "is_absence_voluntary": True, "external": {}, "formula": None, "manual": None,
    "lots": None, "prizes": [], "shows_keizer": False, "shows_expected": False,
}  # fmt: skip
_NO_OBJECT: Final = Text(
    "Choices about the standings: expected an object with keys.",
    "Einstellungen der Rangliste: Erwartet wird ein Objekt mit Schlüsseln.",
)
