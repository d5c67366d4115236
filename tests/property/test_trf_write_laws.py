"""Laws of the TRF writers: what was written reads back, or is named as lost."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from trf_tournaments import tournaments

from syncd.errors import EncodeError
from syncd.formats.registry import detect
from syncd.formats.trf import Form, decode, encode, from_tournament, to_tournament
from syncd.formats.trf.event.acceleration import profile

if TYPE_CHECKING:
    from syncd.model.tournament import Tournament

some = settings(max_examples=25)
forms = st.sampled_from(list(Form))
odd_texts = st.text(max_size=60)


@some
@given(tournaments())
def test_what_trf26_holds_reads_back_equal(tournament: Tournament) -> None:
    written = from_tournament(tournament, Form.TRF26)
    assert written.findings == ()
    found = to_tournament(decode(written.data)).tournament
    assert set(tournament.matches) <= set(found.matches)  # the boards tell of more
    assert replace(found, matches=tournament.matches) == tournament


@some
@given(tournaments())
def test_engine_records_change_nothing_of_it(tournament: Tournament) -> None:
    """Only byes and forbidden pairs of the next round are said twice, and known so."""
    written = from_tournament(tournament, Form.PAIRING)
    found = to_tournament(decode(written.data)).tournament
    rules = found.rules
    ids = [entrant.id for entrant in tournament.entrants]
    same = replace(found, rules=tournament.rules, matches=tournament.matches)
    assert same == tournament
    assert profile(rules.accelerations, ids) == profile(
        tournament.rules.accelerations, ids
    )
    assert rules.prohibitions == tournament.rules.prohibitions


@some
@given(tournaments(), forms)
def test_every_form_is_refused_or_reads_back(
    tournament: Tournament, form: Form
) -> None:
    written = from_tournament(tournament, form, lossy=True)
    decoded = decode(written.data)
    assert encode(decoded) == written.data
    assert detect(written.data) == "trf"
    again = from_tournament(to_tournament(decoded).tournament, form, lossy=True)
    assert again.data == written.data
    lost = [found for found in written.findings if found.code == "convert.lost"]
    if lost:
        with pytest.raises(EncodeError) as refusal:
            from_tournament(tournament, form)
        assert len(refusal.value.causes) == len(lost)
    else:
        assert from_tournament(tournament, form).data == written.data


@some
@given(tournaments(), forms, odd_texts, odd_texts)
def test_any_text_is_written_or_named(
    tournament: Tournament, form: Form, name: str, forename: str
) -> None:
    """Line ends, wide letters, separators: one record stays one line."""
    first = replace(tournament.entrants[0], forename=forename, club=name)
    odd = replace(
        tournament, name=name, venue=forename, city=name, deputies=(forename,),
        parameters=((name, forename),), entrants=(first, *tournament.entrants[1:]),
    )  # fmt: skip
    written = from_tournament(odd, form, lossy=True)
    found = to_tournament(decode(written.data)).tournament
    assert len(found.entrants) == len(odd.entrants)
    if form is Form.TRF26 and found.name != name:
        assert any(
            "name of the tournament" in each.text.en for each in written.findings
        )
    if form is Form.CLM:
        assert written.data.isascii()
