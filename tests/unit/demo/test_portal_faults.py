from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from syncd.demo.portal_faults import FAULTS_HELP, Fault, Turn, to_fault_plan
from syncd.errors import ConfigError


def first_sends(spec: str, count: int) -> list[Fault | None]:
    plan = to_fault_plan(spec)
    return [plan.fault_for(Turn(n, 0, n)) for n in range(1, count + 1)]


def test_none_spoils_nothing() -> None:
    assert first_sends("none", 3) == [None, None, None]


@pytest.mark.parametrize("fault", Fault)
def test_a_name_alone_hits_every_request(fault: Fault) -> None:
    assert [fault, fault, fault] == first_sends(fault.value, 3)


@pytest.mark.parametrize("fault", Fault)
def test_a_numbered_fault_hits_that_request_only(fault: Fault) -> None:
    assert [None, fault, None] == first_sends(f"{fault}@2", 3)


def test_a_numbered_fault_does_not_care_whose_request_it_is() -> None:
    plan = to_fault_plan("cut-after@5")
    assert plan.fault_for(Turn(5, 4, 1)) is Fault.CUT_AFTER
    assert plan.fault_for(Turn(5, 0, 0)) is Fault.CUT_AFTER


def test_the_first_item_that_applies_wins() -> None:
    faults = first_sends("429@2, 500@2 ,none,html", 3)
    assert faults == [Fault.HTML, Fault.TOO_MANY, Fault.HTML]


def test_rotate_gives_every_new_report_the_next_fault() -> None:
    assert [*Fault, *Fault] == first_sends("rotate", 2 * len(Fault))


def test_rotate_takes_a_list_of_its_own() -> None:
    faults = first_sends("rotate:html+500", 3)
    assert faults == [Fault.HTML, Fault.ERROR_BEFORE, Fault.HTML]


def test_rotate_answers_second_sends_and_unreadable_ones_normally() -> None:
    plan = to_fault_plan("rotate")
    assert plan.fault_for(Turn(7, 1, 1)) is None
    assert plan.fault_for(Turn(7, 0, 0)) is None


@pytest.mark.parametrize(("percent", "expected"), [("0", 0), ("100", 500)])
def test_no_and_every_request(percent: str, expected: int) -> None:
    faults = first_sends(f"slow%{percent}:1", 500)
    assert expected == sum(fault is Fault.SLOW for fault in faults)


def test_a_share_of_the_requests_is_hit() -> None:
    hits = sum(fault is not None for fault in first_sends("slow%20:seed", 2_000))
    assert 300 < hits < 500


def test_the_seed_decides_and_nothing_else() -> None:
    assert first_sends("500%30:a", 200) == first_sends("500%30:a", 200)
    assert first_sends("500%30:a", 200) != first_sends("500%30:b", 200)


def test_two_faults_with_one_seed_are_drawn_apart() -> None:
    plan = to_fault_plan("429%50:a,500%50:a")
    drawn = {plan.fault_for(Turn(n, 0, n)) for n in range(1, 200)}
    assert drawn == {None, Fault.TOO_MANY, Fault.ERROR_BEFORE}


@pytest.mark.parametrize(
    "item",
    [
        "",
        "tiemout",
        "500@",
        "500@0",
        "500@-1",
        "500@x",
        "500%50",
        "500%101:1",
        "500%:1",
        "500%x:1",
        "rotate@2",
        "rotate:",
        "rotate:html+",
        "rotate:html+nope",
        "none@2",
        "HTML",
        "500 @2",
    ],
)
def test_an_unknown_item_is_named_with_what_is_allowed(item: str) -> None:
    with pytest.raises(ConfigError) as caught:
        to_fault_plan(f"none,{item}")
    for wording in caught.value.text:
        assert f"{item}" in wording
        assert all(fault.value in wording for fault in Fault)
    assert (caught.value.text,) == caught.value.problems


@given(st.text(max_size=30))
def test_any_specification_is_a_plan_or_a_clear_error(spec: str) -> None:
    try:
        plan = to_fault_plan(spec)
    except ConfigError:
        return
    assert plan.fault_for(Turn(1, 0, 1)) in {None, *Fault}


@given(
    st.lists(
        st.builds(
            "{}{}".format,
            st.sampled_from(Fault),
            st.sampled_from(["", "@1", "@99", "%0.5:x", "%100:7"]),
        )
        | st.sampled_from(["none", "rotate", "rotate:html+slow"]),
        min_size=1,
    )
)
def test_every_documented_form_is_understood(items: list[str]) -> None:
    plan = to_fault_plan(",".join(items))
    assert plan.fault_for(Turn(1, 0, 1)) in {None, *Fault}


def test_the_help_text_names_every_fault_in_the_order_of_rotate() -> None:
    places = [FAULTS_HELP.index(f"\n    {fault.value} ") for fault in Fault]
    assert places == sorted(places)


@pytest.mark.parametrize(
    ("fault", "is_stored"),
    [
        (Fault.TIMEOUT_BEFORE, False),
        (Fault.TOO_MANY, False),
        (Fault.ERROR_BEFORE, False),
        (Fault.UNAVAILABLE, False),
        (Fault.CUT_BEFORE, False),
        (Fault.HTML, False),
        (Fault.TIMEOUT_AFTER, True),
        (Fault.ERROR_AFTER, True),
        (Fault.CUT_AFTER, True),
        (Fault.SLOW, True),
        (Fault.GARBAGE, True),
        (Fault.TRUNCATED, True),
    ],
)
def test_whether_the_report_is_taken_in(fault: Fault, *, is_stored: bool) -> None:
    assert is_stored is fault.is_stored
