"""What only files of the Chess League Manager have: XC records and known faults."""

from __future__ import annotations
