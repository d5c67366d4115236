"""The registry of failpoints and the code name the same places."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import syncd
from syncd import failpoints

if TYPE_CHECKING:
    from collections.abc import Iterator

SOURCES = Path(syncd.__file__).parent


@cache
def calls() -> list[tuple[str, str, ast.Call]]:
    """Return file, name of the method and node of every `.write(…)` and `.reach(…)`.

    Called by tests only: whoever collects the tests does not read the whole program.
    """
    texts = {file: file.read_text(encoding="utf-8") for file in SOURCES.rglob("*.py")}
    return [
        (f"{file.relative_to(SOURCES)}:{node.lineno}", node.func.attr, node)
        for file, text in sorted(texts.items())
        if ".write(" in text or ".reach(" in text
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    ]


def owner_of(node: ast.Call) -> str:
    """Return the last word before the method: `store` of `context.store.write`."""
    assert isinstance(node.func, ast.Attribute)
    value = node.func.value
    return value.attr if isinstance(value, ast.Attribute) else ast.unparse(value)


def stated_name(node: ast.Call) -> str:
    """Return the name that a call states as a plain string, else nothing."""
    if node.args and isinstance(node.args[0], ast.Constant):
        return str(node.args[0].value)
    return ""


@cache
def commits() -> list[tuple[str, str]]:
    """Return place and name of every write transaction."""
    return [
        (place, stated_name(node))
        for place, method, node in calls()
        if method == "write" and owner_of(node) in {"store", "_store"}
    ]


@cache
def reached() -> list[tuple[str, str]]:
    """Return place and name of every failpoint that stands in the code itself."""
    return [
        (place, name)
        for place, method, node in calls()
        if method == "reach"
        and owner_of(node) == "failpoints"
        and (name := stated_name(node))
    ]


def test_every_commit_has_a_name() -> None:
    assert commits()
    assert [place for place, name in commits() if not name] == []


def test_no_two_commits_share_a_name() -> None:
    names = [name for _, name in commits()]
    assert sorted(names) == sorted(set(names))


def test_the_registry_is_what_the_code_names() -> None:
    by_hand = {name for _, name in reached()}
    in_code = {
        *by_hand,
        *(f"{name}:{side}" for _, name in commits() for side in ("before", "after")),
    }
    assert in_code == set(failpoints.PLACES)


def test_no_place_is_listed_twice() -> None:
    assert len(set(failpoints.PLACES)) == len(failpoints.PLACES)


@pytest.fixture
def deaths(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """Processes that would have been killed."""
    killed: list[int] = []
    monkeypatch.setattr("os.kill", lambda pid, _: killed.append(pid))
    yield killed
    failpoints.arm(None)


def test_only_the_ordered_place_kills_and_only_once(
    tmp_path: Path, deaths: list[int]
) -> None:
    order = tmp_path / "order"
    failpoints.arm(order)
    failpoints.reach("receive.stored:after")
    assert deaths == []
    order.write_text("receive.stored:after\n", encoding="utf-8")
    failpoints.reach("receive.stored:before")
    assert deaths == []
    failpoints.reach("receive.stored:after")
    failpoints.reach("receive.stored:after")
    assert len(deaths) == 1
    assert not order.exists()
    assert order.with_suffix(".done").exists()


def test_a_later_visit_can_be_ordered(tmp_path: Path, deaths: list[int]) -> None:
    order = tmp_path / "order"
    failpoints.arm(order)
    for _ in range(2):
        order.write_text("receive.stored:after*3", encoding="utf-8")
        before = len(deaths)
        for count in (0, 0, 1, 1):
            failpoints.reach("receive.stored:after")
            assert len(deaths) == before + count
