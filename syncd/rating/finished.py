"""Whether a tournament is finished, and if not, why.

Every gate yields its reasons by itself; `unfinished` only collects and sorts them, so
that the first is the sentence to show. While rounds are still to come nothing needs a
person: the next export may settle it.

Source: practice of rating officers; Wertungsordnung 4.2.2 for the time control.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.model.tournament import Kind
from syncd.rating import wording
from syncd.rating.crosstable import crosstable
from syncd.rating.dates import span
from syncd.rating.knockout import double_forfeits, knockout_reasons
from syncd.rating.outcomes import Status
from syncd.rating.progress import open_rounds, progress_reason
from syncd.rating.reason import ACCEPTABLE, Reason, Why
from syncd.rating.roundrobin import lost_games, round_robin_reasons
from syncd.rating.swiss import swiss_reasons
from syncd.rating.teammatches import board_points, team_reasons
from syncd.rating.teamrosters import roster_reasons
from syncd.rating.timegate import time_gate
from syncd.rating.undecided import undecided_games

if TYPE_CHECKING:
    from collections.abc import Iterator

    from syncd.model.tournament import Tournament
    from syncd.rating.confirmed import Confirmed
    from syncd.rating.crosstable import Crosstable

_ORDER: Final = {why: place for place, why in enumerate(Why)}

_SYSTEMS: Final = {
    Kind.SWISS: swiss_reasons,
    Kind.ROUND_ROBIN: round_robin_reasons,
    Kind.KNOCKOUT: knockout_reasons,
}


def unfinished(
    t: Tournament, confirmed: Confirmed, today: dt.date
) -> tuple[Reason, ...]:
    """Return why a tournament cannot be rated yet, the most telling reason first.

    Args:
        t: the tournament as merged.
        confirmed: what a person has decided.
        today: the local day.

    Returns:
        The reasons; empty if the tournament is finished.
    """
    table = crosstable(t, confirmed)
    waved_through = ACCEPTABLE & confirmed.accepted
    reasons = _reasons(table, confirmed, today)
    left = [reason for reason in reasons if reason.code not in waved_through]
    return tuple(sorted(left, key=lambda reason: _ORDER[Why(reason.code)]))


def _reasons(
    table: Crosstable, confirmed: Confirmed, today: dt.date
) -> Iterator[Reason]:
    """Yield the reasons of all gates; while rounds are to come, none needs a person."""
    progress = progress_reason(table, today)
    goes_on = progress is not None and not progress.needs_person
    if progress:
        yield progress
    for reason in (
        *_kind(table, confirmed),
        *_system(table, confirmed, is_complete=progress is None),
        *undecided_games(table, open_rounds(table) if goes_on else ()),
        *_exporter_warning(table),
        *_time_control(table, confirmed),
        *_dates(table, confirmed, today),
    ):
        yield replace(reason, needs_person=reason.needs_person and not goes_on)


def _kind(table: Crosstable, confirmed: Confirmed) -> Iterator[Reason]:
    if kind_of(table.tournament, confirmed) is Kind.UNKNOWN:
        text = Text(
            "The file does not say how the tournament was paired (CLM leaves it out "
            "for everything but Swiss). Name it with `syncd confirm`: Swiss, round "
            "robin or knockout.",
            "Die Datei nennt die Turnierart nicht (CLM lässt sie weg, außer beim "
            "Schweizer System). Bitte mit `syncd confirm` angeben: Schweizer System, "
            "Rundenturnier oder K.-o.-System.",
        )
        yield Reason(Why.KIND, text, needs_person=True)


def kind_of(t: Tournament, confirmed: Confirmed) -> Kind:
    """Return how the tournament was paired, as confirmed or as the file says."""
    return confirmed.kind or t.kind


def _system(
    table: Crosstable, confirmed: Confirmed, *, is_complete: bool
) -> Iterator[Reason]:
    kind = kind_of(table.tournament, confirmed)
    if table.tournament.is_team:
        yield from board_points(table)
        if is_complete:
            yield from roster_reasons(table)
            yield from team_reasons(table, kind)
        return
    yield from lost_games(table, kind)
    if kind is Kind.KNOCKOUT:
        yield from double_forfeits(table, confirmed)
    if is_complete and kind in _SYSTEMS:
        yield from _SYSTEMS[kind](table)


def _exporter_warning(table: Crosstable) -> Iterator[Reason]:
    warning = table.tournament.missing_results
    if warning:
        warning = warning if warning.endswith((".", "!")) else f"{warning}."
        text = Text(
            f"The Chess League Manager itself says that results are missing: {warning} "
            "Enter them and export again; if the warning is wrong, say so with `syncd "
            "confirm`.",
            f"Der Chess League Manager meldet selbst fehlende Ergebnisse: {warning} "
            "Bitte eintragen und erneut exportieren; ist die Warnung falsch, bitte mit "
            "`syncd confirm` bestätigen.",
        )
        yield Reason(Why.MISSING_RESULTS, text, needs_person=False)


def _time_control(table: Crosstable, confirmed: Confirmed) -> Iterator[Reason]:
    problem = time_gate(table.tournament, confirmed).problem
    if problem:
        why, text = problem
        yield Reason(why, text, needs_person=why is not Why.NOT_DWZ)


def _dates(table: Crosstable, confirmed: Confirmed, today: dt.date) -> Iterator[Reason]:
    if not table.having(Status.RATED):
        return
    start, end = span(table, confirmed)
    if start is None or end is None or start > end:
        yield Reason(Why.DATES, _DATES, needs_person=True)
    elif today <= end:
        recheck = end + dt.timedelta(days=1) if end < dt.date.max else end
        yield Reason(Why.NOT_OVER, _not_over(end), needs_person=False, recheck=recheck)


_DATES: Final = Text(
    "The days of the first and the last game are not known. Name both with `syncd "
    "confirm`.",
    "Die Tage der ersten und der letzten Partie sind nicht bekannt. Bitte beide mit "
    "`syncd confirm` angeben.",
)


def _not_over(end: dt.date) -> Text:
    last = wording.day(end)
    return Text(
        f"The tournament ends on {last.en}; it can be rated from the day after.",
        f"Das Turnier endet am {last.de}; ab dem Tag danach kann es gemeldet werden.",
    )
