"""Which texts are the same, and which of two spellings is the better one."""

from __future__ import annotations

import pytest

from syncd.sync.spelling import better_text, is_one_text

NOBLE = "Freiherr von Hohenlohe-Schillingsfürst"
LONG = "Schachverein von 1876 in der Turngemeinde Nordheim"


@pytest.mark.parametrize(
    ("better", "poorer", "width"),
    [
        ("Köln-Mülheim", "K?ln-M?lheim", None),
        ("Köln-Mülheim", "Koeln-Muelheim", None),
        ("Koeln-Muelheim", "K?M?im", None),
        ("Horst", "H.", None),
        ("Hans-Jürgen", "Hans-J.", None),
        (LONG, LONG[:40], 40),
        (LONG, LONG[:39], 40),
        (NOBLE, NOBLE[:33], 33),
        (("Groß, Sören", "Núñez, José"), ("Gross, Soeren", "Nunez, Jose"), None),
    ],
)  # fmt: skip
def test_one_text_in_two_spellings(
    better: object, poorer: object, width: int | None
) -> None:
    for ours, theirs in ((better, poorer), (poorer, better)):
        assert is_one_text(ours, theirs, width)
        assert better_text(ours, theirs, is_news=False) == better
        assert better_text(ours, theirs, is_news=True) == better


@pytest.mark.parametrize(
    ("one", "two", "width"),
    [
        ("SF Nordheim 1920", "SF Nordheim", 40),
        (LONG, LONG[:30], 40),
        (LONG, LONG[:40], None),
        ("Horst", "K.", None),
        ("Horst", ".", None),
        ("Anna", "Anne", None),
        (("A", "B"), ("A",), None),
        (("A", "B"), ("A", "C"), None),
        (1, 2, None),
        ("A", None, None),
    ],
)
def test_other_texts(one: object, two: object, width: int | None) -> None:
    assert not is_one_text(one, two, width)
    assert not is_one_text(two, one, width)


def test_of_equally_good_spellings_news_counts() -> None:
    assert better_text("SK KÖLN", "SK Köln", is_news=True) == "SK Köln"
    assert better_text("SK Köln", "SK KÖLN", is_news=True) == "SK KÖLN"
    assert better_text("SK Köln", "SK KÖLN", is_news=False) == "SK Köln"
