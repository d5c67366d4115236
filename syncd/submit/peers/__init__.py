"""Ways to other installations: a folder, WebDAV, and the pushes of another syncd."""

from __future__ import annotations
