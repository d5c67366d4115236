"""The command line: arguments in, one use case called, text or JSON out.

Errors become exit codes in one place (`main`). Heavy modules are imported inside the
commands, so that `syncd --help` is quick.
"""

from __future__ import annotations

from syncd.cli.entry import main

__all__ = ["main"]
