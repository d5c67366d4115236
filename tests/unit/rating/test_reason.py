from __future__ import annotations

from syncd.rating.reason import ACCEPTABLE, WORDS


def test_whatever_a_person_may_accept_has_words_in_both_languages() -> None:
    assert set(WORDS) == ACCEPTABLE
    assert all(text.en != text.de for text in WORDS.values())
