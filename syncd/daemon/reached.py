"""How far the store had come, kept beside it, to notice that it was put back.

A store that is put back from a backup knows nothing of that. So the number of its
newest event, which only ever rises, stands in a file of its own; a store with a smaller
one is an older one, or another. Whoever puts the whole directory back takes this file
along, and it is not noticed.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

from syncd.pipeline.rules.counting import follow_name
from syncd.store.events import newest_number

if TYPE_CHECKING:
    import datetime as dt
    from pathlib import Path

    from syncd.settings import Settings
    from syncd.store.engine import Store

log = logging.getLogger(__name__)

FILE: Final = "reached"


def follow_store(store: Store, settings: Settings, now: dt.datetime) -> None:
    """Go on as somebody else with a store that was put back; note how far it is.

    Args:
        store: the open store, with which nobody else of this directory works yet.
        settings: the settings in force.
        now: aware UTC time.

    Raises:
        StoreError: it cannot be read or written.
    """
    place = settings.state_directory
    is_put_back = was_put_back(store, place)
    follow_name(store, settings.rating, now, is_put_back=is_put_back)
    note_reached(store, place)


def was_put_back(store: Store, state_directory: Path) -> bool:
    """Return whether the store is behind what it had reached before."""
    return _number(store) < _noted(state_directory / FILE)


def note_reached(store: Store, state_directory: Path) -> None:
    """Note how far the store has come; what cannot be written is noted next time.

    Raises:
        StoreError: it cannot be read.
    """
    number, file = _number(store), state_directory / FILE
    if number == _noted(file):
        return
    draft = file.with_suffix(".new")
    try:
        draft.write_text(f"{number}\n", encoding="ascii")
        draft.replace(file)
    except OSError:
        log.warning("not noted how far the store has come", exc_info=True)


def _number(store: Store) -> int:
    with store.read() as session:
        return newest_number(session)


def _noted(file: Path) -> int:
    """Return what was noted, 0 if nothing was or it cannot be read."""
    try:
        return int(file.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return 0
