"""Changes and merges as JSON documents.

changes   lines in words: place, field, old, new
facts     the same, typed: part, key, field, old, new (see syncd.sync.places)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from syncd.formats.json_model import to_plain
from syncd.sync.changewords import lines

if TYPE_CHECKING:
    from collections.abc import Iterable

    from syncd.bilingual import Language
    from syncd.sync.merge3 import Merged
    from syncd.sync.places import Change, Place


def changes(found: Iterable[Change]) -> dict[str, Any]:
    """Return changes, in words and typed."""
    found = list(found)
    return {
        "changes": [
            {"place": line.place, "field": line.field, "old": line.old, "new": line.new}
            for line in lines(found)
        ],
        "facts": [
            {
                **place_shape(one.place),
                "old": value_shape(one.old),
                "new": value_shape(one.new),
            }
            for one in found
        ],
    }


def merge(merged: Merged, language: Language) -> dict[str, Any]:
    """Return the document of `syncd merge`."""
    return {
        **changes(merged.applied),
        "conflicts": [
            {
                **place_shape(one.place),
                "base": value_shape(one.base),
                "ours": value_shape(one.ours),
                "theirs": value_shape(one.theirs),
                "reason": one.reason.value,
                "message": one.text.say(language),
            }
            for one in merged.conflicts
        ],
        "kept": [
            {
                **place_shape(one.place),
                "ours": value_shape(one.ours),
                "theirs": value_shape(one.theirs),
                "reason": one.reason.value,
            }
            for one in merged.kept
        ],
        "notes": [
            {
                **place_shape(one.place),
                "code": one.code,
                "message": one.text.say(language),
            }
            for one in merged.notes
        ],
    }


def place_shape(place: Place) -> dict[str, Any]:
    """Return a place, its parts by name."""
    return {"part": place.part.value, "key": list(place.key), "field": place.field}


def value_shape(value: object) -> object:
    """Return a value; the parts of a game or a cell by name."""
    named = getattr(value, "_asdict", None)
    return to_plain(value) if named is None else named()
