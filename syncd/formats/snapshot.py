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
                 and results as one character per round
    teams        objects with `number`, `name`, `roster`
    parameters   [key, value] pairs in order
    round_dates  dates, null where unset

A key that is not among these is an error, so nothing written by a later version is
dropped silently.
"""

from __future__ import annotations

import datetime as dt
import json
from dataclasses import fields
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.errors import DecodeError, EncodeError
from syncd.formats.json_object import JsonObject, as_integer, as_list, as_text
from syncd.model.pairings import Cells, Pairings
from syncd.model.tournament import Entrant, Kind, Team, Tournament

if TYPE_CHECKING:
    from collections.abc import Mapping

SCHEMA: Final = 1

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
    document = {"schema": SCHEMA, "tournament": _changed(tournament)}
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
        tournament = _tournament(document.object("tournament"))
        document.finish()
    except (ValueError, TypeError, RecursionError) as error:
        causes = (Text(str(error), str(error)),)
        raise DecodeError(_DAMAGED, causes=causes) from error
    return tournament


def _changed(value: Tournament | Entrant | Team) -> dict[str, object]:
    """Return the attributes that are not the model's defaults."""
    return {
        field.name: _plain(getattr(value, field.name))
        for field in fields(value)
        if getattr(value, field.name) != field.default
    }


def _plain(value: object) -> object:
    """Return a value of the model as JSON knows it."""
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if isinstance(value, dt.date):
        return value.isoformat()
    if isinstance(value, Pairings):
        return {"rounds": value.rounds, "rows": _rows(value.rows)}
    if isinstance(value, Entrant | Team):
        return _changed(value)
    return value


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


def _tournament(source: JsonObject) -> Tournament:
    tournament = Tournament(
        name=source.text("name"),
        kind=Kind(source.text("kind", Kind.UNKNOWN)),
        is_team=source.flag("is_team"),
        rounds=source.integer("rounds", 0),
        loops=source.integer("loops", 1),
        city=source.text("city", ""),
        federation=source.text("federation", ""),
        start=source.date("start"),
        end=source.date("end"),
        type_text=source.text("type_text", ""),
        arbiter=source.text("arbiter", ""),
        deputies=tuple(map(as_text, source.list("deputies"))),
        time_control_text=source.text("time_control_text", ""),
        time_control_code=source.text("time_control_code", ""),
        round_dates=tuple(map(_date, source.list("round_dates"))),
        venue=source.text("venue", ""),
        parameters=tuple(map(_pair, source.list("parameters"))),
        tiebreaks=tuple(map(as_integer, source.list("tiebreaks"))),
        entrants=tuple(map(_entrant, source.list("entrants"))),
        pairings=_pairings(source.object("pairings")),
        teams=tuple(map(_team, source.list("teams"))),
        missing_results=source.text("missing_results", ""),
    )
    source.finish()
    return tournament


def _entrant(value: object) -> Entrant:
    source = JsonObject(value)
    entrant = Entrant(
        id=source.integer("id"),
        surname=source.text("surname"),
        forename=source.text("forename", ""),
        sex=source.text("sex", ""),
        title=source.text("title", ""),
        rating=source.number("rating"),
        federation=source.text("federation", ""),
        fide_id=source.number("fide_id"),
        birth_year=source.number("birth_year"),
        birth_date=source.date("birth_date"),
        points_x10=source.number("points_x10"),
        rank=source.number("rank"),
        club=source.text("club", ""),
        vkz=source.text("vkz", ""),
        member_number=source.number("member_number"),
        dsb_id=source.text("dsb_id", ""),
        dwz=source.number("dwz"),
        elo=source.number("elo"),
        twz=source.number("twz"),
    )
    source.finish()
    return entrant


def _team(value: object) -> Team:
    source = JsonObject(value)
    team = Team(
        number=source.integer("number"),
        name=source.text("name"),
        roster=tuple(map(as_integer, source.list("roster"))),
    )
    source.finish()
    return team


def _pairings(source: JsonObject) -> Pairings:
    rows = dict(map(_row, source.list("rows")))
    pairings = Pairings(source.integer("rounds"), rows)
    source.finish()
    return pairings


def _row(value: object) -> tuple[int, Cells]:
    entrant, opponents, colours, results = as_list(value)
    numbers = tuple(map(int, as_text(opponents).split()))
    return as_integer(entrant), Cells(numbers, as_text(colours), as_text(results))


def _pair(value: object) -> tuple[str, str]:
    key, text = map(as_text, as_list(value))
    return key, text


def _date(value: object) -> dt.date | None:
    return None if value is None else dt.date.fromisoformat(as_text(value))


def _other_version(schema: int) -> Text:
    return Text(
        en=f"This saved tournament (JSON) has version {schema}; this program reads "
        f"version {SCHEMA}. Update the program.",
        de=f"Dieses gespeicherte Turnier (JSON) hat die Version {schema}; dieses "
        f"Programm liest Version {SCHEMA}. Bitte das Programm aktualisieren.",
    )
