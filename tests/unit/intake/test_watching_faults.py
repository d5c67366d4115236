"""Every known fault of folder watching has a test that names it."""

from __future__ import annotations

import re
from pathlib import Path

TESTS = Path(__file__).resolve().parents[2]
FAULTS = {f"A{number}" for number in range(1, 20)}
"""A1 to A19 of the collection of public reports: several events per file, renames,
folders moved in, queue overflow, watch limit, network file systems, dead emitters,
unmounted shares, replaced folders, exceptions in the handler, rewrites of equal size
and time, files from before the start, files queued twice, gaps between watches, slow
writers, temporary names and conflict copies, duplicates, hashes of changed bytes, full
disks."""


def test_every_fault_is_named_by_a_test() -> None:
    named = {
        fault
        for file in TESTS.rglob("test_*.py")
        for ids in re.findall(r'"""((?:A\d+(?:, )?)+): ', file.read_text("utf-8"))
        for fault in ids.split(", ")
    }
    assert named == FAULTS
