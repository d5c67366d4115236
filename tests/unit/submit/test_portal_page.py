"""The examples of docs/portal.md do what the page says."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from syncd.placeholders import KNOWN
from syncd.settings_portals import PortalSettings
from syncd.submit.answer import Answer
from syncd.submit.answer_places import Content
from syncd.submit.portal import Package
from syncd.submit.recognise import meaning_of
from syncd.submit.ways import open_portal

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "portal.md").read_text(encoding="utf-8")
PACKAGE = Package("f0b7c1de-6a53-4c0e-9d0b-2f6a1f3f8a01", "", b"")
EXAMPLES = PAGE.split("### Example")[1:]
ANSWER = re.compile(r"^`(\d+)`, (\w+):\n\n```\w+\n(.*?)```", re.DOTALL | re.MULTILINE)
CASES = [
    (number, *found) for number, text in enumerate(EXAMPLES)
    for found in ANSWER.findall(text)
]  # fmt: skip


def portal_of(example: str) -> PortalSettings:
    toml = example.partition("```toml\n")[2].partition("```")[0]
    (section,) = tomllib.loads(toml)["portals"]
    return PortalSettings.model_validate(section)


def test_the_page_has_examples() -> None:
    assert len(EXAMPLES) == 2
    assert len(CASES) == 8


@pytest.mark.parametrize("example", EXAMPLES)
def test_each_example_can_be_used(example: str) -> None:
    settings = portal_of(example)
    assert open_portal(settings).host.endswith(".example.org")


@pytest.mark.parametrize(("number", "status", "meaning", "body"), CASES)
def test_each_answer_means_what_the_page_says(
    number: int, status: str, meaning: str, body: str
) -> None:
    answers = portal_of(EXAMPLES[number]).answers
    data = body.encode()
    found = meaning_of(Answer(int(status), data), Content(data, PACKAGE), answers)
    assert found == meaning


@pytest.mark.parametrize("number", [0, 1])
def test_receipt_and_reason_are_found(number: int) -> None:
    answers = portal_of(EXAMPLES[number]).answers
    found = {
        meaning: Content(body.encode(), PACKAGE)
        for case, _, meaning, body in CASES
        if case == number
    }
    assert found["accepted"].values(answers.receipt) == [("R-2026-17", "4711")[number]]
    (reason,) = found["rejected"].values(answers.reason)
    assert reason.endswith(("is missing", "is used twice"))


def test_the_page_names_every_setting_and_placeholder() -> None:
    others = {"connections", "dead_after_s", "lookup", "folder", "receipt", "mail"}
    for name in PortalSettings.model_fields.keys() - others - {"name", "kind"}:
        assert f"`{name}" in PAGE, name
    for name in KNOWN:
        assert f"`{{{name}}}`" in PAGE, name


def test_the_example_in_the_template_can_be_used() -> None:
    text = (ROOT / "config" / "syncd.toml").read_text(encoding="utf-8")
    lines = text.partition("# By HTTP")[2].partition("\n\n")[0].splitlines()[1:]
    toml = "\n".join(line.removeprefix("# ") for line in lines if " = " in line)
    settings = PortalSettings.model_validate(tomllib.loads(toml))
    assert (settings.kind, settings.body) == ("http", "multipart")
    assert settings.answers.accepted
