"""What a file says of itself when it travels between installations."""

from __future__ import annotations

import pytest

from syncd.formats.trf import Passport, read_passport, with_passport

UUID = "0b0e2f5a-0000-4000-8000-000000000001"
NORD = Passport(UUID, "nord", "nord", is_reported=True, revision=3)
ANSWER = Passport(UUID, "sued", "nord", revision=7, reader="nord", seen=3)


@pytest.mark.parametrize("passport", [NORD, ANSWER])
@pytest.mark.parametrize("data", [b"012 Open\n", b"012 Open\r\n", b""])
def test_a_passport_is_read_as_it_was_written(passport: Passport, data: bytes) -> None:
    assert read_passport(with_passport(data, passport)) == passport


def test_which_state_it_knows_matters_and_its_own_number_does_not() -> None:
    later = Passport(UUID, "nord", "nord", is_reported=True, revision=4)
    assert later.lasting == NORD.lasting
    seen = Passport(UUID, "sued", "nord", revision=7, reader="nord", seen=4)
    assert seen.lasting != ANSWER.lasting


@pytest.mark.parametrize(
    "line",
    [
        b'### syncd {"from":"a b","submitter":"","tournament":"%s","revision":1}',
        b'### syncd {"from":"a","submitter":"","tournament":"1","revision":1}',
        b'### syncd {"from":"a","submitter":"","tournament":"%s","revision":"x"}',
        b'### syncd {"from":"a","seen":"1","submitter":"","tournament":"%s"}',
        b'### syncd {"from":"a","to":1,"submitter":"","tournament":"%s","revision":1}',
        b"### syncd {",
    ],
)
def test_what_cannot_be_understood_is_none(line: bytes) -> None:
    assert read_passport(line.replace(b"%s", UUID.encode()) + b"\n") is None
