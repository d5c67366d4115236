"""What of many remarks is printed."""

from __future__ import annotations

from syncd.bilingual import Text
from syncd.pages.rendering import SHOWN_OF_A_KIND, few
from syncd.rating.page import Remark


def remark(code: str, number: int) -> Remark:
    return Remark(code, "warning", Text(str(number), str(number)))


def test_of_each_kind_the_first_few_are_printed_and_the_rest_is_counted() -> None:
    many = [remark("P10", number) for number in range(SHOWN_OF_A_KIND + 3)]
    one = remark("P19", 99)
    printed = list(few([many[0], one, *many[1:]]))
    assert printed[:2] == [many[0], one]
    assert printed[2:-1] == many[1:SHOWN_OF_A_KIND]
    assert printed[-1].text.en == "… and 3 more of this kind"


def test_as_many_as_are_printed_have_no_rest() -> None:
    some = [remark("P10", number) for number in range(SHOWN_OF_A_KIND)]
    assert list(few(some)) == some
