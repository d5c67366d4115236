"""Finding a tournament at a portal by what it is, where its UUID does not help.

The portal may know a tournament under a UUID of its own, and whoever uploaded it by
hand chose the name. So the list is narrowed down by days and by the organiser's code,
or else by how the name begins, and the persons decide.
"""

from __future__ import annotations

import datetime as dt
import re
from typing import TYPE_CHECKING, Final

from syncd.rating.readback import OTHER_DAYS, is_the_same, may_be
from syncd.sync.identity import fold_name

if TYPE_CHECKING:
    from syncd.formats.dwzxml.elements import Payload
    from syncd.rating.atportal import AtPortal
    from syncd.submit.lookup import Lookup

MOST_CANDIDATES: Final = 10
"""So many tournaments are looked into; those with the same name come first."""
FEWEST_LETTERS: Final = 3
_PLAIN_START: Final = re.compile(r"[!-~ ]*")


def find_sent(lookup: Lookup, sent: Payload, uuid: str, vkz: str) -> AtPortal | None:
    """Return the portal's tournament of a report, None if it shows none.

    Args:
        lookup: the way to the portal.
        sent: what was sent.
        uuid: tournamentUUID.
        vkz: organiser's code, empty if unknown.

    Raises:
        RemoteError: the portal cannot be asked now.
    """
    entry = lookup.find(uuid)
    if entry is not None:
        return lookup.read(entry)
    return next(iter(find_alike(lookup, sent, vkz)), None)


def find_alike(lookup: Lookup, sent: Payload, vkz: str) -> list[AtPortal]:
    """Return the portal's tournaments with the same days and mostly the same persons.

    Args:
        lookup: the way to the portal.
        sent: what was or will be sent.
        vkz: organiser's code, empty if unknown.

    Raises:
        RemoteError: the portal cannot be asked now.
    """
    stated = sent.tournament
    slack = dt.timedelta(days=OTHER_DAYS)
    label = "" if vkz else _beginning(stated.label)
    listed = lookup.search(
        stated.start - slack, stated.end + slack, label=label, vkz=vkz
    )
    name = fold_name(stated.label)
    candidates = sorted(
        (entry for entry in listed if may_be(sent, entry)),
        key=lambda entry: fold_name(entry.label) != name,
    )
    read = [lookup.read(entry) for entry in candidates[:MOST_CANDIDATES]]
    return [found for found in read if is_the_same(sent, found)]


def _beginning(label: str) -> str:
    """Return the beginning of a name that everybody writes alike: up to an umlaut."""
    match = _PLAIN_START.match(label)
    plain = match.group().strip() if match else ""
    return plain if len(plain) >= FEWEST_LETTERS else label
