"""The scene of a source that is downloaded: an overdue pull, done by a worker."""

from __future__ import annotations

from contextlib import contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import TYPE_CHECKING

from schedule_scenes import is_known, make_overdue, state_of

from syncd.store import schedules

if TYPE_CHECKING:
    from collections.abc import Iterator

    from generated_exports import GeneratedExport
    from stage import Stage

SOURCE = """
[[sources]]
name = "{name}"
portals = ["sim"]
pull = {{ url = "{url}" }}
"""


def pulled(stage: Stage) -> None:
    """An export is downloaded once, and reported once, whenever the worker dies."""
    config = stage.installation.daemon.config
    right = config.read_text(encoding="utf-8")
    source, export = f"pulled-{stage.number}", stage.export()
    schedule = f"pull:{source}"
    with _export_server(export) as url:
        text = right + SOURCE.format(name=source, url=url)
        config.write_text(text, encoding="utf-8")
        stage.installation.restart()
        stage.until(lambda: is_known(stage, schedule), "the schedule")
        stage.dies_next()
        make_overdue(stage, schedule)
        stage.death()
        stage.until(
            lambda: state_of(stage, schedule) == schedules.DONE, "the end of the run"
        )
        stage.takes(export)
    config.write_text(right, encoding="utf-8")
    stage.installation.restart()
    stage.until(lambda: not is_known(stage, schedule), "the end of the schedule")


@contextmanager
def _export_server(export: GeneratedExport) -> Iterator[str]:
    """Give the address of an export."""
    handler = partial(_Handler, export.encode())
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/{export.file_name}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class _Handler(BaseHTTPRequestHandler):
    def __init__(self, data: bytes, *args: object) -> None:
        self.data = data
        super().__init__(*args)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        """Send the export, or that it has not changed."""
        is_known = self.headers["If-None-Match"] == '"1"'
        self.send_response(304 if is_known else 200)
        self.send_header("ETag", '"1"')
        self.send_header("Content-Length", str(0 if is_known else len(self.data)))
        self.end_headers()
        self.wfile.write(b"" if is_known else self.data)

    def log_message(self, *_: object) -> None:
        """Say nothing."""
