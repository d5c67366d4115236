"""DSB_DWZ_TournamentReport 2.5, the XML file that the rating portal takes."""

from __future__ import annotations
