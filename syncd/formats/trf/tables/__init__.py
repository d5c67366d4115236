"""The columns of every record, as data; reader and writer know no others."""

from __future__ import annotations
