"""The passport of a file that travels between installations of syncd."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from clm_acceptance import complaints

from syncd.formats.trf import (
    Form,
    Passport,
    contact_lines,
    decode,
    from_tournament,
    read_passport,
    to_tournament,
    with_passport,
)

SWISS = (Path(__file__).parents[2] / "data" / "clm" / "E02_clm.trf").read_bytes()
UUID = "0a4b5c6d-1111-4222-8333-444455556666"
PASSPORT = Passport(UUID, "nord", "sued", is_reported=True, revision=7)
LINE = PASSPORT.line().encode()
ANSWER = replace(PASSPORT, installation="sued", reader="nord", seen=3)
ANSWERED = ANSWER.line().encode()


def test_clm_takes_a_file_with_a_passport() -> None:
    tournament = to_tournament(decode(SWISS)).tournament
    written = from_tournament(tournament, Form.CLM, lossy=True).data
    assert complaints(with_passport(written, PASSPORT)) == []


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_what_was_written_is_read(end: bytes) -> None:
    data = SWISS.replace(b"\r\n", b"\n").replace(b"\n", end)
    marked = with_passport(data, PASSPORT)
    assert marked == data + LINE + end
    assert LINE.isascii()
    assert read_passport(marked) == PASSPORT


def test_an_answer_is_read_as_it_was_written() -> None:
    assert read_passport(with_passport(SWISS, ANSWER)) == ANSWER


def test_readers_skip_it() -> None:
    plain, marked = decode(SWISS), decode(with_passport(SWISS, PASSPORT))
    assert to_tournament(marked) == to_tournament(plain)


def test_the_last_one_counts() -> None:
    later = replace(PASSPORT, revision=8)
    data = with_passport(with_passport(SWISS, PASSPORT), later)
    assert read_passport(data) == later


@pytest.mark.parametrize(
    "data",
    [
        b"",
        SWISS,
        b"### syncd {",
        b"### syncd {}",
        b"### syncd []",
        b"x" + LINE,
        LINE[:-5],
        LINE.replace(b"444455556666", b"44"),
        LINE.replace(b'"nord"', b'"no rd"'),
        LINE.replace(b'"nord"', b'""'),
        LINE.replace(b'"sued"', b"7"),
        LINE.replace(b'"sued"', b'"\\ud800"'),
        LINE.replace(b":7", b":true"),
        ANSWERED.replace(b'"seen":3', b'"seen":"3"'),
        ANSWERED.replace(b'"to":"nord"', b'"to":1'),
        LINE.replace(b'"nord"', b'"' + b"a" * 3000 + b'"'),
        b"### syncd {" + b"[" * 1900 + b"}",
        b"### syncd {\xff}",
    ],
)
def test_what_is_no_passport_is_none(data: bytes) -> None:
    assert read_passport(data) is None


def test_a_later_version_is_read_as_far_as_this_one_goes() -> None:
    more = LINE.replace(b"{", b'{"more":[1],').replace(b'"v":1', b'"v":2')
    assert read_passport(more) == PASSPORT


def test_what_dates_a_file_is_not_lasting() -> None:
    assert replace(PASSPORT, revision=9).lasting == PASSPORT.lasting
    for other in ({"submitter": "x"}, {"is_reported": False}, {"tournament_uuid": "y"}):
        assert replace(PASSPORT, **other).lasting != PASSPORT.lasting


def test_which_state_it_knows_is_lasting() -> None:
    assert replace(ANSWER, seen=4).lasting != ANSWER.lasting


CONTACTS = (
    b"XCE    1 a@example.org\nXCS    1 0123 456\nXCE   99 b@example.org\n"
    b"XCE    2 \xfcber@example.org\nXCE    x c@example.org\n"
)


def without_contacts(data: bytes) -> bytes:
    lines = data.splitlines(keepends=True)
    return b"".join(line for line in lines if line[:3] not in {b"XCE", b"XCS"})


def test_contact_data_goes_with_its_player_only() -> None:
    plain = without_contacts(SWISS)
    data = plain + CONTACTS
    tournament = to_tournament(decode(data)).tournament
    first, *others = tournament.entrants
    wanted = ["XCE    1 a@example.org", "XCS    1 0123 456"]
    assert contact_lines(data, tournament) == wanted
    assert contact_lines(plain, tournament) == []
    renamed = replace(first, surname="Anders")
    changed = replace(tournament, entrants=(renamed, *others))
    assert contact_lines(data, changed) == []
