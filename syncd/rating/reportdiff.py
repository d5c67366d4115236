"""In what two DWZ reports of one tournament differ, value by value.

Player numbers are local to a report, so persons are linked first, as the exports of one
tournament are; then games are compared by round and persons. The order of players and
games never is a difference.
"""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.bilingual import Text
from syncd.formats.timecontrol.text import read_text
from syncd.model.timecontrol import decode_time_control
from syncd.model.tournament import Entrant
from syncd.rating import wording
from syncd.rating.difference import NOTHING, Difference, Part
from syncd.rating.gamediff import diff_games, renumbered
from syncd.sync.persons import link

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from syncd.formats.dwzxml.elements import Payload, ReportPlayer


def diff_reports(ours: Payload, theirs: Payload) -> tuple[Difference, ...]:
    """Return every difference: of the tournament, its players, then games by round.

    Args:
        ours: one report's content.
        theirs: that of the other.

    Returns:
        Nothing where both say the same, whatever the order of players and games.
    """
    links = link(map(as_entrant, ours.players), map(as_entrant, theirs.players))
    others = {
        links.get(player.number, -player.number): player for player in theirs.players
    }
    names = {number: _name(player) for number, player in others.items()}
    names |= {player.number: _name(player) for player in ours.players}
    numbers = {player.number: number for number, player in others.items()}
    own = {player.number: player.number for player in ours.players}
    games = renumbered(ours.games, own), renumbered(theirs.games, numbers)
    about = ours.tournament, theirs.tournament
    return (
        *_fields("tournament", NOTHING, _TOURNAMENT, *about),
        *_players(ours.players, others),
        *diff_games(*games, names),
    )


def as_entrant(player: ReportPlayer) -> Entrant:
    """Return what a person is known by."""
    return Entrant(
        id=player.number,
        surname=player.surname,
        forename=player.forename,
        birth_year=player.dob_year,
        dsb_id=player.dsb_id,
        vkz=player.vkz,
        member_number=player.member_number,
        fide_id=player.fide_id,
    )


def _name(player: ReportPlayer) -> str:
    return wording.full_name(as_entrant(player))


def _players(
    ours: Iterable[ReportPlayer], others: Mapping[int, ReportPlayer]
) -> Iterator[Difference]:
    """Yield persons of one report only, and what both say differently of one."""
    left = dict(others)
    for player in ours:
        other = left.pop(player.number, None)
        if other is None:
            yield _only(player, in_ours=True)
        else:
            subject = Text(_name(player), _name(player))
            yield from _fields("player", subject, _PLAYER, player, other)
    for player in left.values():
        yield _only(player, in_ours=False)


def _only(player: ReportPlayer, *, in_ours: bool) -> Difference:
    subject = Text(_name(player), _name(player))
    year = Text(*(2 * [str(player.dob_year or "?")]))
    sides = (year, NOTHING) if in_ours else (NOTHING, year)
    return Difference("player", subject, NOTHING, *sides, is_rated=True)


def _value(value: object) -> object:
    return value or None


def _control(value: object) -> object:
    """Return what a time control means: CLM writes it in words."""
    text = str(value)
    known = decode_time_control(text)
    if known is not None:
        return known
    reading = read_text(text)
    return reading.control if reading.is_certain else text


class _Field(NamedTuple):
    """One attribute.

    Attributes:
        name: of the attribute.
        words: what it is called.
        is_rated: whether the rating can depend on it.
        meaning: what is compared of its value.
    """

    name: str
    words: Text
    is_rated: bool = False
    meaning: Callable[[object], object] = _value


def _fields(
    part: Part, subject: Text, fields: Iterable[_Field], ours: object, theirs: object
) -> Iterator[Difference]:
    """Yield the attributes that two values of one kind have differently."""
    for field in fields:
        mine, yours = getattr(ours, field.name), getattr(theirs, field.name)
        if field.meaning(mine) != field.meaning(yours):
            shown = _shown(mine), _shown(yours)
            yield Difference(part, subject, field.words, *shown, field.is_rated)


def _shown(value: object) -> Text:
    if isinstance(value, dt.date):
        return wording.day(value)
    text = str(value or "")
    return Text(text, text)


_TOURNAMENT: Final = (
    _Field("label", Text("name", "Name")),
    _Field("type", Text("type", "Turnierart")),
    _Field("timecontrol", Text("time control", "Bedenkzeit"), meaning=_control),
    _Field("rounds", Text("rounds", "Runden")),
    _Field("start", Text("first day", "erster Tag")),
    _Field("end", Text("last day", "letzter Tag"), is_rated=True),
    _Field("location", Text("place", "Ort")),
    _Field("url", Text("web page", "Webseite")),
    _Field("notes", Text("remark", "Bemerkung")),
    _Field("age_class", Text("age class", "Altersklasse")),
)
"""The last day decides in which order tournaments are rated."""

_PLAYER: Final = (
    _Field("surname", Text("surname", "Nachname")),
    _Field("forename", Text("forename", "Vorname")),
    _Field("dob_year", Text("year of birth", "Geburtsjahr"), is_rated=True),
    _Field("dob_date", Text("date of birth", "Geburtsdatum")),
    _Field("dsb_id", Text("DSB id", "DSB-ID"), is_rated=True),
    _Field("vkz", Text("club code (VKZ)", "Vereinskennziffer (VKZ)"), is_rated=True),
    _Field("member_number", Text("member number", "Mitgliedsnummer"), is_rated=True),
    _Field("club", Text("club", "Verein")),
    _Field("fide_id", Text("FIDE id", "FIDE-ID"), is_rated=True),
    _Field("fide_rating", Text("FIDE rating", "FIDE-Elo"), is_rated=True),
    _Field("sex", Text("sex", "Geschlecht")),
)
"""By ids a person is found; year of birth and Elo go into the calculation."""
