"""Names that are no people: place holders and computers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from syncd.formats.names import COMPUTER

if TYPE_CHECKING:
    from syncd.model.tournament import Entrant

_PLACEHOLDER: Final = re.compile(
    r"freilos|spielfrei|bye|nn|n\.\s?n\.?|brett\s*\d+|gegner|nicht besetzt|unbesetzt"
    r"|[-?.]",
    re.IGNORECASE,
)


def is_placeholder(entrant: Entrant) -> bool:
    """Return whether the entry stands for nobody (Freilos, spielfrei, Brett 3).

    Somebody with a birth year, a club or any number of his own is a person whatever
    his name: Gegner and Bye are real surnames.

    Source: DSB_DWZ_TournamentReport 2.5, documentation 1.1, "Sektion players": no
    dummy players.
    """
    names = {entrant.surname.strip(), entrant.forename.strip()} - {""}
    has_traces = (
        entrant.birth_year, entrant.fide_id, entrant.vkz, entrant.dsb_id,
        entrant.member_number, entrant.rating, entrant.dwz,
    )  # fmt: skip
    if any(has_traces) or not names:
        return False
    return all(_PLACEHOLDER.fullmatch(name) for name in names)


def is_computer(entrant: Entrant) -> bool:
    """Return whether the entry is marked as a computer.

    Source: DSB_DWZ_TournamentReport 2.5, documentation 1.1, "Schachcomputer".
    """
    return COMPUTER in {entrant.surname, entrant.forename}
