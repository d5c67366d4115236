"""Use cases: the only place where store, core and portals meet.

Each function does one step between two commits and can be repeated at any time:
`receive_file`, `process_next`, `assess`, `submit_next`, `sweep`, and what people do.
"""

from __future__ import annotations
