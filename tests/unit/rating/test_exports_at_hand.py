from __future__ import annotations

import pytest

from syncd.bilingual import Text
from syncd.model.findings import Finding, Severity
from syncd.rating.exports_at_hand import MAYBE_OPEN, fitted
from syncd.rating.reason import Reason, Why
from syncd.rating.roundrobin import HAND_IN_XML

OPEN = Reason(Why.OPEN_GAMES, Text("Missing.", "Fehlt."), needs_person=False)
ROUNDS = Reason(Why.ROUNDS, Text("Rounds.", "Runden."), needs_person=False)
LOST = Reason(Why.LOST_GAMES, HAND_IN_XML, needs_person=True)
DOUBT = Finding(MAYBE_OPEN, Severity.WARNING, Text("", ""))


@pytest.mark.parametrize(
    ("reasons", "needs_person"), [((OPEN,), True), ((ROUNDS, OPEN), False)]
)
def test_an_xml_alone_asks_for_the_trf(
    reasons: tuple[Reason, ...], *, needs_person: bool
) -> None:
    *_, found = fitted(reasons, [DOUBT], has_both=False)
    assert found.needs_person == needs_person
    assert "hand it in as well" in found.text.en
    assert "zusätzlich einreichen" in found.text.de


def test_an_open_game_of_a_trf_is_just_open() -> None:
    assert fitted((OPEN, ROUNDS), [], has_both=False) == (OPEN, ROUNDS)


@pytest.mark.parametrize("has_both", [True, False])
def test_what_was_handed_in_is_not_asked_for(*, has_both: bool) -> None:
    (found,) = fitted((LOST,), [], has_both=has_both)
    assert (found == LOST) == (not has_both)
    assert ("XML DSB neu" in found.text.en) == (not has_both)
    assert ("XML DSB neu" in found.text.de) == (not has_both)
