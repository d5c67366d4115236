"""A thousand random kills under load; `pytest -n 0 -m crash -s` prints the counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from crash_matrix import BASES
from random_kills import SEED, play

if TYPE_CHECKING:
    from pathlib import Path

    from postgres_server import PostgresServer

KILLS = 1000


@pytest.mark.crash
@pytest.mark.parametrize("base", BASES)
def test_none_is_lost_and_none_doubled(
    tmp_path: Path, postgres_server: PostgresServer, base: str
) -> None:
    print(play(base, KILLS // len(BASES), SEED, tmp_path / base, postgres_server))
