"""A tournament as canonical JSON: what `syncd show --json` prints and the store keeps.

The same tournament always gives the same bytes: keys sorted, no blanks, UTF-8. Values
that are the model's defaults are left out, and the cells of a player are three strings,
so a snapshot is about as small as the TRF it came from.

    {"schema": 1, "tournament": {…}}

The keys of `tournament` are the attributes of `syncd.model.tournament.Tournament`;
`kind` is one of `swiss round_robin knockout unknown`, dates are `YYYY-MM-DD`, and

    entrants     objects with the attributes of `Entrant`; `id` and `surname` always
    pairings     `rounds`, and `rows` in the order of the file: [id, opponents, colours,
                 results] with opponents as numbers between blanks (0 = nobody), colours
                 and results as one character per round; `extra` games beyond one per
                 player and round, as objects
    parameters   [key, value] pairs in order
    round_dates  dates, null where unset
    teams, matches, rules and the like: objects with the attributes of their classes

A key that is not among these is an error, so nothing written by a later version is
dropped silently.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.errors import DecodeError, EncodeError
from syncd.formats.json_model import build, changed, to_plain
from syncd.formats.json_object import JsonObject, as_integer, as_list, as_text
from syncd.model.pairings import Cells, Game, Pairings
from syncd.model.tournament import Tournament

if TYPE_CHECKING:
    from collections.abc import Mapping

SCHEMA: Final = 1
_PAIRINGS: Final = frozenset({"pairings"})

_DAMAGED: Final = Text(
    en="This saved tournament (JSON) is damaged or was changed by hand. Take the "
    "original export instead.",
    de="Dieses gespeicherte Turnier (JSON) ist beschädigt oder von Hand geändert. "
    "Bitte den ursprünglichen Export nehmen.",
)


def encode_snapshot(tournament: Tournament) -> bytes:
    """Return a tournament as canonical JSON.

    Raises:
        EncodeError: a text of the tournament is no valid Unicode.
    """
    document = {"schema": SCHEMA, "tournament": _plain(tournament)}
    text = json.dumps(
        document, ensure_ascii=False, sort_keys=True, separators=(",", ":")
    )
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        raise EncodeError(_DAMAGED, value=repr(error.object[error.start])) from error


def decode_snapshot(data: bytes) -> Tournament:
    """Return the tournament of a snapshot.

    Raises:
        DecodeError: it is no snapshot, of another version, or damaged.
    """
    try:
        document = JsonObject(json.loads(data.decode()))
        schema = document.integer("schema")
        if schema != SCHEMA:
            raise DecodeError(_other_version(schema))
        tournament = _tournament(document.value("tournament"))
        document.finish()
    except (ValueError, TypeError, RecursionError) as error:
        causes = (Text(str(error), str(error)),)
        raise DecodeError(_DAMAGED, causes=causes) from error
    return tournament


def _plain(tournament: Tournament) -> dict[str, object]:
    """Return a tournament as JSON, its pairings as three strings per player."""
    plain = changed(tournament, leave_out=_PAIRINGS)
    pairings = tournament.pairings
    table = {"rounds": pairings.rounds, "rows": _rows(pairings.rows)}
    extra = {"extra": to_plain(pairings.extra)} if pairings.extra else {}
    return plain | {"pairings": {**table, **extra}}


def _rows(rows: Mapping[int, Cells]) -> list[list[int | str]]:
    return [
        [
            entrant,
            " ".join(map(str, cells.opponents)),
            cells.colours,
            cells.results,
        ]
        for entrant, cells in rows.items()
    ]


def _tournament(plain: object) -> Tournament:
    if not isinstance(plain, dict):
        return build(Tournament, plain)
    pairings = _pairings(JsonObject(plain.get("pairings")))
    rest = {key: value for key, value in plain.items() if key not in _PAIRINGS}
    return build(Tournament, rest, {"pairings": pairings})


def _pairings(source: JsonObject) -> Pairings:
    rows = dict(map(_row, source.list("rows")))
    extra = tuple(build(Game, item) for item in source.list("extra"))
    pairings = Pairings(source.integer("rounds"), rows, extra)
    source.finish()
    return pairings


def _row(value: object) -> tuple[int, Cells]:
    entrant, opponents, colours, results = as_list(value)
    numbers = tuple(map(int, as_text(opponents).split()))
    return as_integer(entrant), Cells(numbers, as_text(colours), as_text(results))


def _other_version(schema: int) -> Text:
    return Text(
        en=f"This saved tournament (JSON) has version {schema}; this program reads "
        f"version {SCHEMA}. Update the program.",
        de=f"Dieses gespeicherte Turnier (JSON) hat die Version {schema}; dieses "
        f"Programm liest Version {SCHEMA}. Bitte das Programm aktualisieren.",
    )
