"""Laws of taking names apart that hold for any text."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from syncd.formats.names import COMPUTER, split_name
from syncd.formats.titles import strip_titles

parts = st.sampled_from(
    [
        "Müller", "MÜLLER", "Hans", "van", "der", ",", ", ", " ", "Dr.", "Prof.", "GM",
        "(IM)", "-", "x", "&uuml;", "&", "?", "Stockfish", "16", COMPUTER, "N.N.", "'",
    ]
)  # fmt: skip
names = st.one_of(st.lists(parts, max_size=12).map("".join), st.text(max_size=80))


@given(names)
def test_no_part_holds_blanks_around_it(raw: str) -> None:
    name = split_name(raw)
    for part in (name.surname, name.forename):
        assert part == part.strip()


@given(names)
def test_both_marks_of_a_computer_or_none(raw: str) -> None:
    name = split_name(raw)
    assert (name.surname == COMPUTER) == (name.forename == COMPUTER)


@given(st.text(alphabet="abcäöüß", min_size=4), st.text(alphabet="abcéñ", min_size=4))
def test_two_plain_words_and_a_comma_are_never_changed(last: str, first: str) -> None:
    assert split_name(f"{last},{first}") == (last, first, ())
    assert strip_titles(last) == last
