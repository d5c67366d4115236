"""Complaints about values of options, in the language of the command."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from syncd.cli.entry import main
from syncd.cli.usage import complaint

if TYPE_CHECKING:
    from syncd.bilingual import Language


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "--policy: “foo” is not possible. Possible: ask, ours, theirs, newest."),
        ("de", "--policy: „foo“ gibt es nicht. Möglich: ask, ours, theirs, newest."),
    ],
)
def test_a_choice_that_there_is_not_is_said_in_the_language_of_the_command(
    language: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    line = ["merge", "a", "b", "c", "--policy", "foo", "--json", "--lang", language]
    with pytest.raises(SystemExit) as ended:
        main(line)
    assert ended.value.code == 2
    shown = capsys.readouterr()
    assert json.loads(shown.out) == {"error": [said]}
    assert "Value error" not in shown.err


@pytest.mark.parametrize(
    ("message", "language", "said"),
    [
        ("Missing argument 'T'.", "de", "Es fehlt: 'T'."),
        ("Missing argument 'T'.", "en", "Missing argument 'T'."),
        ("Invalid value for 'N': too small", "de", "N: ungültiger Wert (too small)"),
        ("Invalid value for 'N': Value error, no", "en", "N: no"),
        ("Something else", "de", "Something else"),
    ],
)
def test_other_complaints_lose_the_words_of_the_library(
    message: str, language: Language, said: str
) -> None:
    assert complaint(message, language) == said


def test_the_help_breaks_no_sentence(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("TERMINAL_WIDTH", "200")
    with pytest.raises(SystemExit):
        main(["standings", "--help"])
    assert "cannot have is left out, with the reason." in capsys.readouterr().out
