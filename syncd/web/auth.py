"""Who asks: a token in the header `Authorization`, checked anew with every request."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastapi import Request  # noqa: TC002 - FastAPI reads annotations

from syncd.model.web_access import Access, Scope
from syncd.store.access import find_access
from syncd.web import problems

if TYPE_CHECKING:
    from syncd.web.served import Served


def pusher(request: Request) -> Access:
    """Return who hands something in.

    Raises:
        RequestError: nobody who may.
        StoreError: the store cannot be asked.
    """
    return _with_scope(request, Scope.PUSH)


def reader(request: Request) -> Access:
    """Return who reads.

    Raises:
        RequestError: nobody who may.
        StoreError: the store cannot be asked.
    """
    return _with_scope(request, Scope.READ)


def _with_scope(request: Request, scope: Scope) -> Access:
    served: Served = request.app.state.served
    kind, _, token = request.headers.get("Authorization", "").partition(" ")
    if kind.lower() != "bearer" or not token.strip():
        raise problems.no_token()
    with served.context.store.read() as session:
        access = find_access(session, token.strip(), served.clock())
    if access is None:
        raise problems.bad_token()
    if access.scope is not scope:
        raise problems.other_scope(scope)
    return access
