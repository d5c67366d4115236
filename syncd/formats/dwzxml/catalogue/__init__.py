"""Every rule of the format by its id: what it asks and where it is looked after.

This is the map, not the territory: it finds nothing. The rules themselves are in
`rules`, `schema_words`, `source` and `export_log`; tests hold the map against them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from syncd.formats.dwzxml.catalogue.files import FILES
from syncd.formats.dwzxml.catalogue.games import GAMES
from syncd.formats.dwzxml.catalogue.players import PLAYERS
from syncd.formats.dwzxml.catalogue.tournament import TOURNAMENT

if TYPE_CHECKING:
    from collections.abc import Mapping

    from syncd.formats.dwzxml.catalogue.entry import Entry

CATALOGUE: Final[Mapping[str, Entry]] = {
    entry.code: entry
    for chapter in (FILES, TOURNAMENT, PLAYERS, GAMES)
    for entry in chapter.entries
}
"""All 121 rules, in the order of the rule sheet."""
