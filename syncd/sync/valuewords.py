"""Stored values in words: tenths as decimals, yes and no, kinds, records with names.

Changes are stored as texts in the words of the model (see `syncd.sync.changewords`), so
that lines of all times can be compared. Here such a text becomes what people read.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text, decimal
from syncd.model.tournament import Kind
from syncd.sync.fieldwords import RECORD_WORDS

if TYPE_CHECKING:
    from collections.abc import Callable

_YES_NO: Final = {"yes": Text("yes", "ja"), "no": Text("no", "nein")}
_KINDS: Final = {
    Kind.SWISS: Text("Swiss system", "Schweizer System"),
    Kind.ROUND_ROBIN: Text("round robin", "Rundenturnier"),
    Kind.KNOCKOUT: Text("knockout", "K.-o.-System"),
    Kind.UNKNOWN: Text("unknown", "unbekannt"),
}
_COLOURS: Final = {"w": Text("White", "Weiß"), "b": Text("Black", "Schwarz")}
_CODES: Final = {
    "kind": {str(kind): text for kind, text in _KINDS.items()},
    "is_team": _YES_NO,
    "is_by_rank": _YES_NO,
    "is_home_known": _YES_NO,
    "initial_colour": _COLOURS,
    "made": {"again": Text("made again", "neu erstellt")},
}
_NAMES: Final = {name.replace("_", " "): name for name in RECORD_WORDS}
_PIECE: Final = re.compile(
    rf"({'|'.join(sorted(map(re.escape, _NAMES), key=len, reverse=True))}) (.*)"
)
_APART: Final = re.compile("([,;] )")
_TENTHS: Final = re.compile("-?[0-9]+")


def value_words(field: str, text: str) -> Text:
    """Return a stored value as people say it.

    Args:
        field: name of the field, empty if a list has entries of one kind.
        text: as `syncd.sync.changewords.as_text` gives it.
    """
    if field.endswith("_x10") and _TENTHS.fullmatch(text):
        return decimal(int(text))
    if field in _CODES:
        return _CODES[field].get(text, Text(text, text))
    told = _SPECIAL.get(field)
    return told(text) if told else Text(text, text)


def _worth(text: str) -> Text:
    """Return letters and what each is worth: `W; 10; D; 5` is W 1.0, D 0.5."""
    parts = text.split("; ")
    if len(parts) % 2 or not all(map(_TENTHS.fullmatch, parts[1::2])):
        return Text(text, text)
    worth = [decimal(int(tenths)) for tenths in parts[1::2]]
    letters = parts[::2]
    return Text(
        ", ".join(f"{a} {b.en}" for a, b in zip(letters, worth, strict=True)),
        ", ".join(f"{a} {b.de}" for a, b in zip(letters, worth, strict=True)),
    )


def _record(text: str) -> Text:
    """Return a record, or several, with the names of its fields in both languages."""
    parts = [
        Text(part, part) if _APART.fullmatch(part) else _named(part)
        for part in _APART.split(text)
    ]
    return Text("".join(one.en for one in parts), "".join(one.de for one in parts))


def _named(part: str) -> Text:
    found = _PIECE.fullmatch(part)
    if found is None:
        return Text(part, part)
    name = _NAMES[found[1]]
    what, value = RECORD_WORDS[name], found[2]
    said = value_words(name, value) if name != "kind" else Text(value, value)
    return Text(f"{what.en} {said.en}", f"{what.de} {said.de}")


_SPECIAL: Final[dict[str, Callable[[str], Text]]] = {
    "scoring": _worth,
    "match_scoring": _worth,
    **dict.fromkeys(
        (
            "", "matches", "line_ups", "game_dates", "team_byes", "teams", "national",
            "accelerations", "prohibitions", "adjustments", "byes",
        ),
        _record,
    ),
}  # fmt: skip
"""Fields whose values are made of parts; an entry of a list has no field."""
