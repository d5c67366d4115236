"""Runs a command line in this process, as a person or another program would."""

from __future__ import annotations

import json
from typing import Any

import pytest

from syncd.cli import main

FOLDERS = """
[[sources]]
name = "bezirk"
folder = "inbox"
stable_s = 0
[[portals]]
name = "upload"
kind = "directory"
folder = "reports"
"""
"""One source, and a folder for manual upload."""


def run_line(
    capsys: pytest.CaptureFixture[str], *arguments: object
) -> tuple[int, str, str]:
    """Run a command line; return exit code, stdout and stderr."""
    with pytest.raises(SystemExit) as ended:
        main([str(item) for item in arguments])
    out, err = capsys.readouterr()
    return int(ended.value.code or 0), out, err


def run_json(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, Any]:
    """Run a command line with `--json`; return exit code and the document."""
    code, out, _ = run_line(capsys, *arguments, "--json")
    return code, json.loads(out)
