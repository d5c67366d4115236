"""The HTTP interface: exports handed in, tournaments, standings and reports out.

Only this package knows FastAPI and uvicorn. A request is checked and read here; what it
does is a use case of `pipeline` like that of any other entry point.
"""

from __future__ import annotations
