"""The lists that complete a tournament: members and clubs of the DSB, FIDE players."""

from __future__ import annotations
