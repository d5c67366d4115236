"""`python -m syncd`: the same as the command `syncd`."""

from __future__ import annotations

from syncd.cli import main

if __name__ == "__main__":
    main()
