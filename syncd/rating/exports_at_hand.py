"""What a reason to wait says once it is known which exports of a tournament are there.

The gates see one tournament, whatever it was read from. Which of CLM's two exports is
still missing decides what helps: its XML writes an open game and one that nobody came
to alike, its TRF leaves out games of further loops, and each makes up for the other.

Source: CLM's exporters db_trf_export.php and db_dsb_xml_export.php.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.rating.reason import Why
from syncd.rating.roundrobin import HAND_IN_XML

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from syncd.model.findings import Finding
    from syncd.rating.reason import Reason

MAYBE_OPEN: Final = "xml.open_games"
"""Finding of the reader of XML on games that are open or that nobody came to."""

_STILL_TO_COME: Final = frozenset({Why.NOT_STARTED, Why.ROUNDS})


def fitted(
    reasons: Sequence[Reason], findings: Iterable[Finding], *, has_both: bool
) -> tuple[Reason, ...]:
    """Return the reasons in words that fit the exports at hand.

    Args:
        reasons: why the tournament is not finished.
        findings: what the readers noticed, without what has been answered.
        has_both: whether TRF and XML of the tournament are there.
    """
    goes_on = any(
        each.code in _STILL_TO_COME and not each.needs_person for each in reasons
    )
    is_doubtful = any(item.code == MAYBE_OPEN for item in findings)
    return tuple(
        _asking_for_trf(each, needs_person=not goes_on)
        if is_doubtful and each.code == Why.OPEN_GAMES
        else _both_are_there(each)
        if has_both and each.code == Why.LOST_GAMES
        else each
        for each in reasons
    )


def _asking_for_trf(reason: Reason, *, needs_person: bool) -> Reason:
    text = Text(
        *(f"{said} {more}" for said, more in zip(reason.text, _TRF, strict=True))
    )
    return replace(reason, text=text, needs_person=needs_person)


def _both_are_there(reason: Reason) -> Reason:
    said = zip(reason.text, HAND_IN_XML, _COMPARE, strict=True)
    return replace(
        reason, text=Text(*(text.replace(old, new) for text, old, new in said))
    )


_TRF: Final = Text(
    "If they are entered as not played already: CLM's XML writes open games and those "
    "that nobody came to alike. The TRF export of the same tournament tells which; "
    "hand it in as well.",
    "Falls sie schon als nicht gespielt eingetragen sind: Die XML-Datei von CLM "
    "schreibt offene Partien und solche, zu denen niemand antrat, gleich. Der "
    "TRF-Export desselben Turniers unterscheidet sie; bitte zusätzlich einreichen.",
)
_COMPARE: Final = Text(
    "Both exports of CLM are there and neither has these games: compare the results "
    "and points in CLM and export both again.",
    "Beide Exporte von CLM liegen vor und keiner enthält diese Partien: bitte "
    "Ergebnisse und Punkte in CLM vergleichen und beide neu exportieren.",
)
