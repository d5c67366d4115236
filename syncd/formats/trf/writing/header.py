"""The tournament section, records 012 to 362, in one of the forms.

Source: FIDE Handbook C.04 Annex 2 (TRF16) and TRF26, tournament section.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from syncd.formats.trf.records import LAYOUTS
from syncd.formats.trf.tables.fide_records import ROUND_DATES
from syncd.formats.trf.writing.filling import filled, number
from syncd.formats.trf.writing.forms import WITH_26, Form
from syncd.formats.trf.writing.rules import rule_lines

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterator

    from syncd.model.tournament import Tournament

_DAY: Final = "%Y/%m/%d"
_SHORT_DAY: Final = "%y/%m/%d"
_ABOUT_TEXT: Final = "### "
_PTS: Final = "PTS"


def header_lines(tournament: Tournament, form: Form, used: int) -> Iterator[str]:
    """Yield the lines of the tournament section.

    Args:
        tournament: what is to be written.
        form: decides which records there are.
        used: rounds that have entries, as the players' lines show them.
    """
    yield from _texts(tournament, form)
    if any(tournament.round_dates):
        days = [(_day(date, _SHORT_DAY),) for date in tournament.round_dates]
        yield filled(ROUND_DATES, {}, days)
    total = tournament.pairings.rounds
    if form in WITH_26 or form is Form.CLM or total != used:
        yield text_line("142", number(total))
    if form in WITH_26:
        yield from _texts_26(tournament)
        yield from rule_lines(tournament.rules)
    if tournament.missing_results:
        yield f"{_ABOUT_TEXT}{tournament.missing_results}"


def text_line(record: str, value: str) -> str:
    """Return a record that is one text, nothing if the text is empty."""
    layout = LAYOUTS[record]
    return filled(layout, {layout.fields[0].name: value}) if value else ""


def _texts(tournament: Tournament, form: Form) -> Iterator[str]:
    rated = sum(entrant.rating is not None for entrant in tournament.entrants)
    has_teams = tournament.is_team and form is not Form.CLM
    teams = len(tournament.teams) if has_teams else 0
    values = {
        "012": tournament.name,
        "022": tournament.city,
        "032": tournament.federation,
        "042": _day(tournament.start, _DAY),
        "052": _day(tournament.end, _DAY),
        "062": number(len(tournament.entrants)),
        "072": number(rated),
        "082": number(teams),
        "092": tournament.type_text,
        "102": tournament.arbiter,
    }
    for record, value in values.items():
        yield text_line(record, value)
    for deputy in tournament.deputies:
        yield text_line("112", deputy)
    yield text_line("122", tournament.time_control_text)
    if form in WITH_26 or form is Form.CLM:
        yield text_line("222", tournament.time_control_code)


def _texts_26(tournament: Tournament) -> Iterator[str]:
    yield text_line("182", tournament.program)
    yield text_line("192", tournament.type_code)
    codes = tournament.tiebreak_codes
    if codes[:1] == (_PTS,) and len(codes) > 1:
        yield text_line("202", ",".join(codes[1:]))
    else:
        yield text_line("212", ",".join(codes))


def _day(date: dt.date | None, pattern: str) -> str:
    return f"{date:{pattern}}" if date else ""
