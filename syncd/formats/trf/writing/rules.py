"""Scoring, byes, acceleration and the like as FIDE's records and as XX and BB records.

Where FIDE's record and an engine's say the same thing, both are written for engines. A
scoring that a record cannot say exactly is not written in that record.

Source: TRF26, records 152, 162, 172, 240, 250, 260, 299, 352, 362; JaVaFo Advanced User
Manual; bbpPairings README.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Final

from syncd.formats.trf.event.acceleration import profile
from syncd.formats.trf.event.pairing_records import SMALL_GROUP
from syncd.formats.trf.event.scoring import scoring_of
from syncd.formats.trf.records import LAYOUTS
from syncd.formats.trf.tables.fide_records import ADJUSTMENT
from syncd.formats.trf.writing.filling import filled, number, points
from syncd.model import results
from syncd.model.pairings import BLACK, WHITE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from syncd.model.pairing_rules import PairingRules
    from syncd.model.tournament import Tournament

_COLOURS: Final = {WHITE: "W", BLACK: "B"}
_ENGINE_COLOURS: Final = {WHITE: "white1", BLACK: "black1"}
_RECORD_SYMBOLS: Final = {
    "W": results.WIN, "D": results.DRAW, "L": results.LOSS,
    "A": results.ZERO_BYE, "P": results.PAIRING_BYE,
}  # fmt: skip
_XXS_SYMBOLS: Final = {
    "WW": results.WIN, "BW": results.WIN, "WD": results.DRAW, "BD": results.DRAW,
    "WL": results.LOSS, "BL": results.LOSS, "ZPB": results.ZERO_BYE,
    "HPB": results.HALF_BYE, "FPB": results.FULL_BYE, "PAB": results.PAIRING_BYE,
    "FW": results.FORFEIT_WIN, "FL": results.FORFEIT_LOSS,
}  # fmt: skip
_BB_SYMBOLS: Final = {
    "BBW": results.WIN, "BBD": results.DRAW, "BBL": results.LOSS,
    "BBZ": results.ZERO_BYE, "BBF": results.FORFEIT_LOSS, "BBU": results.PAIRING_BYE,
}  # fmt: skip
"""Symbol -> the result letter that tells its points."""


def rule_lines(rules: PairingRules) -> Iterator[str]:
    """Yield the records of TRF26 that direct the pairing, save those with numbers."""
    if rules.initial_colour:
        yield f"152 {_COLOURS.get(rules.initial_colour, '')}"
    values = _values(rules.scoring, _RECORD_SYMBOLS)
    if values:
        yield filled(LAYOUTS["162"], {}, [(key, points(at)) for key, at in values])
    start_rank = {
        "federation": rules.start_rank_federation,
        "method": rules.start_rank_method,
    }
    if any(start_rank.values()):
        yield filled(LAYOUTS["172"], start_rank)
    if rules.board_colours:
        yield f"352 {rules.board_colours}"
    if rules.match_scoring:
        cells = [(key, points(worth)) for key, worth in rules.match_scoring]
        yield filled(LAYOUTS["362"], {}, cells)


def numbered_rule_lines(rules: PairingRules, next_round: int) -> Iterator[str]:
    """Yield the records of TRF26 that name players or teams.

    Args:
        rules: what is to be written.
        next_round: the round that is paired next; stands for round 0.
    """
    for bye in rules.byes:
        head = {"type": bye.kind, "round": number(bye.round or next_round)}
        yield filled(LAYOUTS["240"], head, _cells(bye.ids))
    for each in rules.accelerations:
        values = {
            "match_points": points(each.match_points_x10),
            "game_points": points(each.points_x10),
            "first_round": number(each.first_round),
            "last_round": number(each.last_round),
            "first_id": number(each.first_id),
            "last_id": number(each.last_id),
        }
        yield filled(LAYOUTS["250"], values)
    for ban in rules.prohibitions:
        head = {
            "first_round": number(ban.first_round),
            "last_round": number(ban.last_round),
        }
        yield filled(LAYOUTS["260"], head, _cells(ban.ids))
    for change in rules.adjustments:
        head = {
            "type": change.kind,
            "match_points": points(change.match_points_x10),
            "game_points": points(change.points_x10),
            "round": number(change.round),
        }
        yield filled(ADJUSTMENT, head, _cells(change.ids))


def engine_lines(tournament: Tournament, next_round: int) -> Iterator[str]:
    """Yield the XX and BB records for the engines.

    Args:
        tournament: what is to be written.
        next_round: the round that is paired next: who is absent or must not meet.
    """
    rules = tournament.rules
    yield f"XXR {tournament.pairings.rounds}"
    yield from configuration_lines(rules)
    yield from scoring_lines(rules)
    for key, worth in _values(rules.scoring, _BB_SYMBOLS):
        yield filled(LAYOUTS[key], {"points": points(worth)})
    for bye in rules.byes:
        if bye.round in {0, next_round} and bye.ids:
            yield f"XXZ {_joined(bye.ids)}"
    yield from acceleration_lines(tournament)
    for ban in rules.prohibitions:
        last = ban.last_round or next_round
        if ban.first_round <= next_round <= last:
            yield from forbidden_lines(ban.ids)


def forbidden_lines(ids: Sequence[int]) -> Iterator[str]:
    """Yield XXP pair by pair, as some readers need it; large groups stay together."""
    if len(ids) > SMALL_GROUP:
        yield f"XXP {_joined(ids)}"
        return
    for pair in combinations(ids, 2):
        yield f"XXP {_joined(pair)}"


def configuration_lines(rules: PairingRules) -> Iterator[str]:
    """Yield XXC with the first colour, and whether ranks count."""
    words = ["rank"] if rules.is_by_rank else []
    words += filter(None, [_ENGINE_COLOURS.get(rules.initial_colour)])
    if words:
        yield f"XXC {' '.join(words)}"


def scoring_lines(rules: PairingRules) -> Iterator[str]:
    """Yield XXS with all its symbols, unless the points are the usual ones."""
    values = _values(rules.scoring, _XXS_SYMBOLS)
    if values:
        yield f"XXS {' '.join(f'{key}={points(worth)}' for key, worth in values)}"


def acceleration_lines(tournament: Tournament) -> Iterator[str]:
    """Yield XXA per player, one value per accelerated round."""
    ids = [entrant.id for entrant in tournament.entrants]
    for entrant, row in profile(tournament.rules.accelerations, ids).items():
        head = {"number": number(entrant)}
        yield filled(LAYOUTS["XXA"], head, [(points(worth),) for worth in row])


def _values(
    scoring: Iterable[tuple[str, int]], symbols: Mapping[str, str]
) -> list[tuple[str, int]]:
    """Return symbols with their points; none if these symbols cannot say it exactly."""
    worth = dict(scoring)
    if not worth:
        return []
    values = [(key, worth.get(letter, 0)) for key, letter in symbols.items()]
    return values if scoring_of(values) == worth else []


def _cells(ids: Iterable[int]) -> list[tuple[str]]:
    return [(number(each),) for each in ids]


def _joined(ids: Iterable[int]) -> str:
    return " ".join(map(str, ids))
