"""What the page of a report says beside the report itself."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from crosstables import tournament

from syncd.bilingual import Text
from syncd.model.findings import Finding, Severity
from syncd.rating.confirmed import Confirmed
from syncd.rating.crosstable import crosstable
from syncd.rating.page import Basis, page_content
from syncd.rating.pagegames import player_lines, unplayed_lines
from syncd.rating.report import ReportOptions, build_payload

if TYPE_CHECKING:
    from syncd.formats.dwzxml.elements import Payload
    from syncd.model.tournament import Tournament
