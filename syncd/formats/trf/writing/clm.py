"""CLM's own records, and the tournament as CLM's importer can take it.

The importer cuts columns by bytes, puts venue and parameters into SQL as they are, and
refuses team events. So everything is plain ASCII, apostrophes go, and a tournament is
written without its teams. Contact data is not part of the model and never written.

Source: CLM's source, site/clm/api/db_trf_import.php; CLM wiki "Technische Details:
Beschreibung TRF".
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from syncd.formats.trf.records import LAYOUTS
from syncd.formats.trf.tables.clm_records import (
    CLUB,
    MEMBERSHIP,
    MODE,
    RATINGS,
    TIEBREAKS,
)
from syncd.formats.trf.writing.filling import filled, number
from syncd.formats.trf.writing.header import text_line
from syncd.formats.trf.writing.rules import (
    acceleration_lines,
    configuration_lines,
    forbidden_lines,
    scoring_lines,
)
from syncd.model.tournament import Kind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from syncd.model.tournament import Entrant, Tournament

_MODES: Final = {Kind.SWISS: 1, Kind.ROUND_ROBIN: 2, Kind.KNOCKOUT: 3}
"""Source: CLM, languages/de-DE/de-DE.tournament.ini, mode1 to mode3."""
_MEMBER_AT: Final = MEMBERSHIP.field("vkz").last


def clm_header_lines(tournament: Tournament) -> Iterator[str]:
    """Yield the records that stand in front of the players."""
    yield text_line("XXR", number(tournament.pairings.rounds))
    yield from xc_header_lines(replace(tournament, loops=1))
    yield from scoring_lines(tournament.rules)


def xc_header_lines(tournament: Tournament) -> Iterator[str]:
    """Yield the records XC that stand in front of the players."""
    mode = _MODES.get(tournament.kind)
    if mode:
        loops = max(1, tournament.loops)
        rounds = number(tournament.pairings.rounds // loops)
        values = {"mode": str(mode), "loops": str(loops), "rounds": rounds}
        yield filled(MODE, values)
    if any(tournament.round_times):
        yield filled(LAYOUTS["XCT"], {}, [(time,) for time in tournament.round_times])
    yield text_line("XCL", _quoted(tournament.venue))
    for key, value in tournament.parameters:
        yield text_line("XCP", _quoted(f"{key}={value}"))
    if tournament.tiebreaks:
        yield filled(TIEBREAKS, {}, [(number(each),) for each in tournament.tiebreaks])


def clm_player_lines(tournament: Tournament) -> Iterator[str]:
    """Yield the records that stand behind the players."""
    yield from configuration_lines(tournament.rules)
    yield from acceleration_lines(tournament)
    yield from xc_player_lines(tournament)
    for ban in tournament.rules.prohibitions:
        if ban.first_round == 1 and ban.last_round is None:
            yield from forbidden_lines(ban.ids)


def xc_player_lines(tournament: Tournament) -> Iterator[str]:
    """Yield the records XC that stand behind the players."""
    for entrant in tournament.entrants:
        yield from _of_player(entrant)


def _of_player(entrant: Entrant) -> Iterator[str]:
    head = {"number": number(entrant.id)}
    if entrant.club:
        yield filled(CLUB, {**head, "club": entrant.club})
    ratings = {
        "dwz": number(entrant.dwz),
        "elo": number(entrant.elo),
        "twz": number(entrant.twz),
    }
    if any(ratings.values()):
        yield filled(RATINGS, {**head, **ratings})
    if entrant.vkz:
        line = filled(MEMBERSHIP, {**head, "vkz": entrant.vkz}).ljust(_MEMBER_AT)
        yield f"{line}-{number(entrant.member_number)}"


def _quoted(text: str) -> str:
    """Return a text that does not break the importer's SQL."""
    return text.replace("'", "`")
