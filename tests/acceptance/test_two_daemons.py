"""Two daemons that pass on to each other end with one truth and one report.

CI runs a small sample; `pytest -n 0 -m crash -s` the 500 edits, and prints the counts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from two_daemons import SEED, play

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("edits", "kills"),
    [
        pytest.param(10, 4, marks=pytest.mark.full),
        pytest.param(500, 500, marks=pytest.mark.crash),
    ],
)
def test_both_stores_are_equal_and_each_state_is_reported_once(
    tmp_path: Path, edits: int, kills: int
) -> None:
    print(play(edits, kills, SEED, tmp_path))
