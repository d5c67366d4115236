"""What an address of exports answers: a file, links to files, or an archive."""

from __future__ import annotations
