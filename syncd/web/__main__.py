"""`python -P -m syncd.web`: answers HTTP until told to stop; the daemon starts it."""

from __future__ import annotations

import datetime as dt
import os
import socket
from functools import partial

from syncd import failpoints
from syncd.daemon.outside import open_context
from syncd.daemon.worker_files import pulse_of_web, touch
from syncd.logs import set_up_logging
from syncd.settings import (
    broker_url_of_parent,
    daemon_of_parent,
    failpoint_order,
    load_settings,
)
from syncd.store.engine import Store
from syncd.wake import CELERY, load_wake
from syncd.web.app import make_app
from syncd.web.served import Served
from syncd.web.server import make_server


def main() -> None:
    """Run the server."""
    settings = load_settings()
    set_up_logging("web")
    failpoints.arm(failpoint_order())
    if settings.web is None:
        message = "the configuration has no section [web]"
        raise SystemExit(message)
    host = socket.gethostname()
    pulse = pulse_of_web(settings.state_directory, host)
    pulse.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    pulse.touch()
    store = Store(settings.store_url)
    context = open_context(
        store, settings,
        wake=load_wake(CELERY, settings, broker_url_of_parent() or settings.broker.url),
        owner=f"{daemon_of_parent()}/{host}/{os.getpid()}.web",
    )  # fmt: skip
    app = make_app(Served(context, settings.web, _clock))
    make_server(app, settings.web, partial(touch, pulse)).run()


def _clock() -> dt.datetime:
    return dt.datetime.now(dt.UTC)


if __name__ == "__main__":
    main()
