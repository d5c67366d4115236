"""The application: routes, and the one place where errors become answers."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Final

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from syncd.errors import StoreError
from syncd.web import feeds, problems, pushes, standings
from syncd.web.draining import Draining
from syncd.web.problems import RequestError

if TYPE_CHECKING:
    from starlette.types import ASGIApp

    from syncd.web.served import Served

log = logging.getLogger(__name__)

PREFIX: Final = "/api/v1"
_METHOD: Final = 405
_MISSING: Final = 404


def make_app(served: Served) -> ASGIApp:
    """Return the application that answers all requests.

    Args:
        served: the outside world.
    """
    app = FastAPI(openapi_url=None, redirect_slashes=False)
    app.state.served = served
    for router in (pushes.router, feeds.router, standings.router):
        app.include_router(router, prefix=PREFIX)
    app.add_exception_handler(RequestError, _refuse)
    app.add_exception_handler(StoreError, _put_off)
    app.add_exception_handler(OSError, _put_off)
    app.add_exception_handler(HTTPException, _translate)
    app.add_exception_handler(RequestValidationError, _translate)
    app.add_exception_handler(Exception, _fail)
    return Draining(app)


def _refuse(request: Request, error: Exception) -> Response:
    del request  # its address and token are nobody's business
    if not isinstance(error, RequestError):
        raise error
    log.info("request refused", extra={"status": error.status, "code": error.code})
    return error.response()


def _put_off(request: Request, error: Exception) -> Response:
    """Ask the client to come back: nothing it did is wrong, and nothing is lost."""
    del request
    if isinstance(error, StoreError):
        log.warning("request put off", extra={"why": error.text.en})
        return problems.not_stored(error.text).response()
    log.warning("request put off", extra={"why": type(error).__name__})
    return problems.disk_failed().response()


def _translate(request: Request, error: Exception) -> Response:
    """Say what the framework has refused as everything else is said."""
    del request
    status = error.status_code if isinstance(error, HTTPException) else 400
    headers = error.headers if isinstance(error, HTTPException) else None
    if status == _METHOD:
        return problems.other_method((headers or {}).get("Allow", "")).response()
    found = problems.not_found() if status == _MISSING else problems.refused(status)
    return found.response()


def _fail(request: Request, error: Exception) -> Response:
    """Say that the fault is ours; the framework raises the error again for the log."""
    del request, error
    return problems.failed().response()
