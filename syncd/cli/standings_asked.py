"""What `syncd standings` was asked for, and the standings of a file that follow.

Some options mean something only in one tournament: start numbers, years of birth, who
is tied. So they are read when the tournament is known.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from syncd.bilingual import Text
from syncd.cli.session import now
from syncd.errors import ConfigError, FormatError
from syncd.standings.choices import Choices, options_of, shown_of
from syncd.standings.given import Given
from syncd.standings.lots import Lots

if TYPE_CHECKING:
    from collections.abc import Callable
    from fractions import Fraction
    from pathlib import Path
    from typing import TypeVar

    from syncd.model.tournament import Tournament
    from syncd.standings.categories import Category
    from syncd.standings.chosen import Chosen, Wish
    from syncd.standings.manual import ManualOrder
    from syncd.standings.options import Options, Ratings
    from syncd.standings.table import Shown

    Read = TypeVar("Read")


class Entered(NamedTuple):
    """What is of one tournament only, as it was typed.

    Attributes:
        external: file with values of `EXT`, None = no values.
        order: start numbers in an order set by hand; empty = as computed.
        lots: the number that lots are drawn with, None = no lots.
        rating_changes: file with ratings that changed, None = none did.
    """

    external: Path | None = None
    order: str = ""
    lots: int | None = None
    rating_changes: Path | None = None


class Asked(NamedTuple):
    """What is to be computed and how it is shown.

    Attributes:
        after: the last round that counts, None = the last that has results.
        wish: which tie-breaks.
        choices: all else that is the same for every tournament.
        entered: what is of one tournament only.
        custom: formula of `CUSTOM` as typed; empty = none.
        prizes: prizes as typed; empty = none.
        category: of the players that are shown, as written; empty for all.
        explains: whether it is told how values come about.
        only: the number of the one whose values are told, None = everybody.
    """

    after: int | None
    wish: Wish
    choices: Choices
    entered: Entered
    custom: str
    prizes: str
    category: str
    explains: bool
    only: int | None


class Made(NamedTuple):
    """The standings of a file.

    Attributes:
        tournament: as read.
        chosen: its standings.
        options: how they were computed.
        shown: what is shown of them.
    """

    tournament: Tournament
    chosen: Chosen
    options: Options
    shown: Shown


def made_of(path: Path, asked: Asked) -> Made:
    """Return the standings of a file as they were asked for.

    Raises:
        FormatError: the file, or that of values entered by hand, cannot be read.
        ConfigError: an option does not fit this tournament.
    """
    from syncd.cli.converting import read_source
    from syncd.standings.chosen import choose
    from syncd.standings.players import refuse_unknown_round

    tournament = read_source(path).tournament
    refuse_unknown_round(tournament, asked.after)
    _refuse_for_teams(tournament, asked)
    choices = replace(
        asked.choices,
        given=_given(tournament, asked),
        ratings=_ratings(tournament, asked),
    )
    options = options_of(choices, asked.after)
    chosen = choose(tournament, asked.wish, options)
    manual = _manual(tournament, chosen, choices, asked.entered.order)
    choices = replace(choices, manual=manual)
    choices = replace(choices, lots=_lots(chosen, choices, asked.entered.lots))
    year = year_of(tournament)
    if asked.prizes:
        from syncd.standings.prizes import parse_prizes

        prizes = read_option("--prizes", lambda: parse_prizes(asked.prizes, year))
        choices = replace(choices, prizes=prizes)
    category = category_of(asked.category, year)
    return Made(tournament, chosen, options, shown_of(choices, category))


def _refuse_for_teams(tournament: Tournament, asked: Asked) -> None:
    """Refuse what is for players only, as lots are, where teams are ranked.

    Raises:
        ConfigError: it was asked for.
    """
    from syncd.standings.by_hand import ONLY_PLAYERS
    from syncd.standings.standings import ranks_teams

    refuse_tables_of_players(
        tournament,
        keizer=asked.choices.shows_keizer,
        expected=asked.choices.shows_expected,
    )
    if asked.custom and ranks_teams(tournament):
        raise ConfigError(_of_option("--custom", ONLY_PLAYERS))


def refuse_tables_of_players(
    tournament: Tournament, *, keizer: bool, expected: bool
) -> None:
    """Refuse the Keizer table and expected points where teams are ranked.

    Raises:
        ConfigError: one of them was asked for.
    """
    from syncd.standings.standings import ranks_teams
    from syncd.standings.table_notes import NO_KEIZER, NOT_EXPECTED

    if not ranks_teams(tournament):
        return
    if keizer:
        raise ConfigError(_of_option("--keizer", NO_KEIZER))
    if expected:
        raise ConfigError(_of_option("--expected", NOT_EXPECTED))


def _of_option(option: str, reason: Text) -> Text:
    return Text(f"{option}: {reason.en}", f"{option}: {reason.de}")


def read_option(option: str, read: Callable[[], Read]) -> Read:
    """Return what an option says.

    Raises:
        ConfigError: it cannot be understood; the option is named.
    """
    try:
        return read()
    except FormatError as exc:
        text = Text(f"{option}: {exc.text.en}", f"{option}: {exc.text.de}")
        raise ConfigError(text, exc.causes) from exc


def _given(tournament: Tournament, asked: Asked) -> Given:
    """Return values and the formula that somebody has entered.

    Raises:
        FormatError: the file of values cannot be read.
        ConfigError: the formula cannot be understood.
    """
    from syncd.standings.formula_text import parse_formula

    given = Given()
    path = asked.entered.external
    if path is not None:
        given = replace(given, external=external_in(path, tournament))
    if asked.custom:
        formula = read_option("--custom", lambda: parse_formula(asked.custom))
        given = replace(given, formula=formula)
    return given


def _ratings(tournament: Tournament, asked: Asked) -> Ratings:
    """Return how ratings count, with those that changed during the event.

    Raises:
        FormatError: the file of them cannot be read.
    """
    path = asked.entered.rating_changes
    if path is None:
        return asked.choices.ratings
    changes = rating_changes_in(path, tournament)
    return replace(asked.choices.ratings, changes=changes)


def external_in(path: Path, tournament: Tournament) -> dict[int, Fraction]:
    """Return the values of `EXT` in a file, by start or team number.

    Raises:
        FormatError: it cannot be read.
    """
    from syncd.cli.reading import naming, read_bytes
    from syncd.standings.entered import external_of

    with naming(path):
        return external_of(read_bytes(path), _numbers(tournament))


def rating_changes_in(
    path: Path, tournament: Tournament
) -> dict[int, tuple[tuple[int, int], ...]]:
    """Return the ratings that changed during the event, as a file has them.

    Raises:
        FormatError: it cannot be read.
    """
    from syncd.cli.reading import naming, read_bytes
    from syncd.standings.entered import rating_changes_of

    numbers = {entrant.id for entrant in tournament.entrants}
    with naming(path):
        return rating_changes_of(read_bytes(path), numbers)


def _numbers(tournament: Tournament) -> frozenset[int]:
    """Return the numbers that lines of the standings can have."""
    from syncd.standings.standings import contest_of

    return frozenset(contest_of(tournament).primary.numbers)


def _manual(
    tournament: Tournament, chosen: Chosen, choices: Choices, order: str
) -> ManualOrder | None:
    """Return the order that somebody has typed.

    Raises:
        ConfigError: it names somebody twice, or who is not there.
    """
    from syncd.standings.entered import order_of
    from syncd.standings.manual import started
    from syncd.standings.ties import placed

    if not order:
        return None
    places = placed(chosen.standings, tournament, choices.ties)
    computed = [one.number for one in places]
    return started(
        read_option("--order", lambda: order_of(order, computed)), tournament
    )


def _lots(chosen: Chosen, choices: Choices, seed: int | None) -> Lots | None:
    """Return the lots that somebody wants drawn.

    Raises:
        ConfigError: there is nothing to be drawn for, or no drawing at all.
    """
    from syncd.standings.choosing import why_no_draw

    if seed is None:
        return None
    reason = why_no_draw(choices, chosen.standings)
    if reason:
        raise ConfigError(_of_option("--lots", reason))
    return Lots(seed)


def year_of(tournament: Tournament) -> int:
    """Return the year that ages are counted in."""
    return (tournament.end or tournament.start or now().date()).year


def category_of(written: str, year: int) -> Category | None:
    """Return the players that somebody wants to see, None for all.

    Raises:
        ConfigError: nobody knows who is meant.
    """
    from syncd.standings.categories import Category, parse_category

    if not written:
        return None
    found = parse_category(written, year)
    if isinstance(found, Category):
        return found
    raise ConfigError(found)
