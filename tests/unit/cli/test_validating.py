"""How large a packed report may be."""

from __future__ import annotations

import datetime as dt
import io
import zipfile
from typing import TYPE_CHECKING

from syncd.cli.validating import Question, answer
from syncd.formats.dwzxml.source import DEFAULT_LIMITS

if TYPE_CHECKING:
    from pathlib import Path


def test_a_packed_report_beyond_the_limit_of_reports_is_refused(tmp_path: Path) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        noise = bytes(range(256)) * 2 + b"x" * 65_000
        times = DEFAULT_LIMITS.size_bytes // len(noise) + 1
        archive.writestr("report.xml", noise * times)
    file = tmp_path / "report.zip"
    file.write_bytes(packed.getvalue())
    question = Question(file, dt.date(2026, 6, 1), None, None, {})
    (finding,) = answer(question)
    assert finding.code == "F03"
    assert "report.xml is larger than 32 MiB" in finding.text.en
