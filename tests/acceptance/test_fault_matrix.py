"""The fault matrix as tests: a sample always, all of it by `pytest -m crash`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from fault_cases import NETWORK
from fault_matrix import play_network, play_outages
from fault_outages import OUTAGES
from fault_proxy import Fault
from fault_result import HEAD, summary

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from fault_cases import NetworkCase
    from fault_outages import Outage
    from postgres_server import PostgresServer

SAMPLE = (Fault.RESET_AFTER_BODY, Fault.BUSY)


def check(
    network: Sequence[NetworkCase],
    outages: Sequence[Outage],
    folder: Path,
    server: PostgresServer,
) -> None:
    print(f"\n{HEAD}")
    results = [*play_network(network, folder), *play_outages(outages, folder, server)]
    print(summary(results))
    assert [(one.fault, one.problem) for one in results if one.problem] == []
    left_out = [f"{one.fault}: {one.not_here}" for one in results if one.not_here]
    if left_out:  # all others were played and are right
        pytest.skip("; ".join(left_out))
    assert len(results) == len(network) + len(outages)


def test_every_fault_of_the_proxy_is_in_the_matrix() -> None:
    assert {case.fault for case in NETWORK} >= set(Fault) - {Fault.NONE}


def test_a_sample_of_the_fault_matrix(
    tmp_path: Path, postgres_server: PostgresServer
) -> None:
    sample = [case for case in NETWORK if case.fault in SAMPLE]
    check(sample, [], tmp_path, postgres_server)


@pytest.mark.crash
def test_the_whole_fault_matrix(
    tmp_path: Path, postgres_server: PostgresServer
) -> None:
    check(NETWORK, OUTAGES, tmp_path, postgres_server)
