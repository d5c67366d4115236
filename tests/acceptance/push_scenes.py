"""The scenes of the HTTP interface: an export handed in, tokens given out and ended."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import httpx
from sqlmodel import col, func, select
from tcp_broker import free_port

from syncd.store.tables import ArrivalRow

if TYPE_CHECKING:
    from generated_exports import GeneratedExport
    from stage import Stage

WEB = """
[web]
listen = "127.0.0.1:{port}"
[[sources]]
name = "{name}"
portals = ["sim"]
push = true
"""


def pushed(stage: Stage) -> None:
    """Whoever hands in does so until there is an answer; it is one arrival."""
    config = stage.installation.daemon.config
    right = config.read_text(encoding="utf-8")
    source, export, port = f"pushed-{stage.number}", stage.export(), free_port()
    config.write_text(right + WEB.format(port=port, name=source), encoding="utf-8")
    stage.installation.restart()
    stage.until(stage.installation.is_up, "the start")
    token = _token(stage, source)
    stage.dies_next()
    stage.until(lambda: _is_handed_in(port, token, export), "an answer")
    stage.death()
    assert _is_handed_in(port, token, export) or stage.kills_all
    stage.until(lambda: _is_handed_in(port, token, export), "the same answer")
    stage.takes(export)
    with stage.installation.store.read() as session:
        query = select(func.count()).where(col(ArrivalRow.name) == export.file_name)
        assert session.exec(query).one() == 1
    config.write_text(right, encoding="utf-8")
    stage.installation.restart()
    stage.until(stage.installation.is_up, "the end of the server")


def _token(stage: Stage, source: str) -> str:
    words = ("token", "new", source, "--scope", "push", "--json")
    done = stage.installation.command(*words)
    assert done.returncode == 0, done.stderr
    token: str = json.loads(done.stdout)["token"]
    return token


def _is_handed_in(port: int, token: str, export: GeneratedExport) -> bool:
    try:
        answer = httpx.post(
            f"http://127.0.0.1:{port}/api/v1/exports",
            content=export.encode(),
            headers={
                "Authorization": f"Bearer {token}",
                "X-Filename": export.file_name,
            },
            trust_env=False,
            timeout=5,
        )
    except httpx.TransportError:
        return False
    assert answer.status_code in {200, 202, 503}, answer.text
    return answer.is_success


def tokens(stage: Stage) -> None:
    """A token is given out and ended, by whoever gives a killed command again."""
    name = f"reader-{stage.number}"
    stage.dies_next()
    stage.run("token", "new", "--name", name, "--scope", "read")
    mine = _named(stage, name)
    assert mine
    assert all(item["good"] for item in mine)
    if not stage.installation.has_died():
        stage.dies_next()
    for item in mine:
        stage.run("token", "revoke", str(item["id"]))
    assert not any(item["good"] for item in _named(stage, name))


def _named(stage: Stage, name: str) -> list[dict[str, object]]:
    done = stage.installation.command("token", "list", "--json")
    found: list[dict[str, object]] = json.loads(done.stdout)["tokens"]
    return [item for item in found if item["name"] == name]
