from __future__ import annotations

import uuid

import pytest

from syncd.errors import RemoteError
from syncd.submit.answer import Answer
from syncd.submit.answers import to_receipt
from syncd.submit.portal import Package

PACKAGE = Package(str(uuid.UUID(int=1)), str(uuid.UUID(int=2)), b"<x/>")


@pytest.mark.parametrize("status", [200, 204, 302, 400, 401, 404, 409, 422, 429, 503])
def test_german_says_report_by_one_word(status: int) -> None:
    with pytest.raises(RemoteError) as caught:
        to_receipt(Answer(status), PACKAGE, portal="dwz")
    assert "Bericht" in caught.value.text.de
    assert "Meldung" not in caught.value.text.de
