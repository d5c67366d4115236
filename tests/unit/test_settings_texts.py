"""Texts that a report could not show or must not hold are refused at once."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from syncd.formats.hidden_signs import hidden_sign
from syncd.settings_policy import PolicySettings
from syncd.settings_portals import PortalSettings
from syncd.settings_problems import describe
from syncd.settings_sections import RatingSettings


@pytest.mark.parametrize(
    ("text", "sign"),
    [
        ("Köln\u00a0e.V. – 日本 O'Brien", ""),
        ("a\u0007", "U+0007"),
        ("a\nb", "U+000A"),
        ("a\u202eb", "U+202E"),
        ("a\u2028", "U+2028"),
    ],
)
def test_signs_that_nobody_sees_are_found(text: str, sign: str) -> None:
    assert hidden_sign(text) == sign


LINES = ("location", "label", "season", "league", "group", "age_class", "notes")


@pytest.mark.parametrize("name", LINES)
@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("a\u0007", "U+0007"),
        ("a\u202e", "U+202E"),
        ("a@example.org", "e-mail"),
        ("0221 / 1234567", "e-mail"),
    ],
)
def test_no_such_text_gets_into_a_report(name: str, value: str, words: str) -> None:
    for model in (PolicySettings, RatingSettings):
        if name in model.model_fields:
            with pytest.raises(ValidationError) as caught:
                model.model_validate({name: value})
            (problem,) = describe(caught.value, model)
            assert words in problem.en
            assert value not in problem.en


@pytest.mark.parametrize(
    ("values", "is_right"),
    [
        ({"url": "https://example.org/t?id=1"}, True),
        ({"url": ""}, True),
        ({"url": "javascript:alert(1)"}, False),
        ({"url": "example.org"}, False),
        ({"notes": "one\ntwo"}, True),
        ({"location": "Halle (Saale), Haus 3"}, True),
        ({"sender": "sender@example.org"}, True),
        ({"sender": "a\u202e"}, False),
    ],
)
def test_what_can_stand_in_a_report(values: dict[str, Any], *, is_right: bool) -> None:
    if is_right:
        assert PolicySettings.model_validate(values).model_dump(include=set(values))
    else:
        with pytest.raises(ValidationError):
            PolicySettings.model_validate(values)


@pytest.mark.parametrize("name", ["none", "None"])
def test_no_portal_is_called_as_none_at_all(name: str) -> None:
    with pytest.raises(ValidationError, match="none at all"):
        PortalSettings.model_validate(
            {"name": name, "kind": "directory", "folder": "/out"}
        )
