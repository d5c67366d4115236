from __future__ import annotations

import io
import json

import pytest

from syncd.bilingual import Text
from syncd.cli.output import Output, any_letters

QUESTION = Text("Really?", "Wirklich?")
HEADS = (Text("A", "A"), Text("B", "B"))


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("y\n", True), ("yes\n", True), ("J\n", True), (" ja \n", True),
        ("n\n", False), ("\n", False), ("", False), ("jein\n", False),
    ],
)  # fmt: skip
def test_yes_is_yes_in_both_languages(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    answer: str,
    *,
    expected: bool,
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(answer))
    assert Output("de").ask(QUESTION) == expected
    assert capsys.readouterr().out == "Wirklich? [j/N] "


def test_the_title_is_as_long_as_its_words(capsys: pytest.CaptureFixture[str]) -> None:
    Output("en").table(Text("T", "T"), HEADS, [("1", Text("x", "y"))])
    assert capsys.readouterr().out.splitlines()[0] == "T"


def test_an_empty_table_is_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    Output("en").table(Text("T", "T"), HEADS, [], Text("None.", "Keine."))
    assert capsys.readouterr().out == "None.\n"


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_no_encoding_of_the_terminal_is_an_error(
    monkeypatch: pytest.MonkeyPatch, encoding: str
) -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    monkeypatch.setattr("sys.stdout", stream)
    any_letters()
    letters = Text("Łódź → “ü”", "")
    Output("en").say(letters)
    Output("en").table(letters, HEADS, [(letters, "…")])
    stream.flush()
    shown = "Łódź" if encoding == "utf-8" else r"\u0141"
    assert shown in stream.buffer.getvalue().decode(encoding)


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_a_document_stays_json_in_every_encoding(
    monkeypatch: pytest.MonkeyPatch, encoding: str
) -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    monkeypatch.setattr("sys.stdout", stream)
    any_letters()
    Output("en").document(["Łódź 😀 ü"])
    stream.flush()
    written = stream.buffer.getvalue()
    assert json.loads(written.decode(encoding)) == ["Łódź 😀 ü"]
