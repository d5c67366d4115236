"""A rating portal on this machine: a real HTTP server that can be made to fail.

    POST /reports              hand in a report, its key in `Idempotency-Key`
    POST /test                 the same, but nothing is kept
    GET  /reports/<fileUUID>   is it there?
    GET  /reports              all that were accepted
    GET  /health               200 while it runs

PUT does what POST does. A report is the body, or the field `file` of a form. Answers
are JSON, or XML for who accepts that only.

It listens on 127.0.0.1 only, keeps everything in a ledger that survives a hard kill
(`portal_ledger`) and answers wrongly on demand (`portal_faults`). A request is written
down first, judged second (`portal_desk`), and only then answered (`portal_wire`): what
the ledger says is true whatever becomes of the answer.
"""

from __future__ import annotations

import datetime as dt
import signal
import sys
from dataclasses import dataclass
from http import HTTPStatus
from typing import TYPE_CHECKING, Self

from syncd.bilingual import Text
from syncd.demo.portal_desk import (
    MOST_REPORT_BYTES,
    Desk,
    Reply,
    problem,
    read_delivery,
)
from syncd.demo.portal_faults import to_fault_plan
from syncd.demo.portal_form import MOST_ENVELOPE_BYTES, report_in
from syncd.demo.portal_ledger import Ledger
from syncd.demo.portal_server import PortalServer
from syncd.demo.portal_wire import UNANSWERED, to_spoiled_wire, to_wire
from syncd.errors import ConfigError
from syncd.formats.dwzxml.rules import check_report

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from syncd.demo.portal_faults import FaultPlan
    from syncd.demo.portal_ledger import Delivery
    from syncd.demo.portal_server import Asked
    from syncd.demo.portal_wire import Wire
    from syncd.model.findings import Finding

    Validate = Callable[[bytes], Sequence[Finding]]


class PortalSim:
    """The simulator in threads of this process, as a context manager.

    Args:
        db: SQLite file of the ledger; its folder must exist.
        faults: specification, see `portal_faults`.
        port: TCP port, 0 for a free one.
        stall_s: seconds that the never-answering and the dripping faults take.
        validate: checks the bytes of a report; the rules of the format by default.

    Attributes:
        ledger: what arrived, open while the simulator runs.

    Raises:
        ConfigError: the faults are unknown, or port or file cannot be used.
    """

    ledger: Ledger

    def __init__(
        self,
        db: Path,
        *,
        faults: str = "none",
        port: int = 0,
        stall_s: float = 30.0,
        validate: Validate = check_report,
    ) -> None:
        self._db = db
        self._plan = to_fault_plan(faults)
        self._port = port
        self._stall_s = stall_s
        self._validate = validate

    def __enter__(self) -> Self:
        self.ledger = Ledger(self._db)
        office = _Office(Desk(self.ledger, self._validate), self._plan)
        try:
            self._server = PortalServer(
                self._port,
                answer=office.answer,
                most_bytes=MOST_REPORT_BYTES + MOST_ENVELOPE_BYTES,
                stall_s=self._stall_s,
            )
        except (OSError, OverflowError) as error:
            self.ledger.close()
            raise _no_port(self._port, error) from error
        self._server.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.stop()
        self.ledger.close()

    @property
    def url(self) -> str:
        """Address that takes reports."""
        return f"{self._server.address}/reports"

    @property
    def test_url(self) -> str:
        """Address that takes reports and keeps none."""
        return f"{self._server.address}/test"


def run_portal_sim(
    port: int,
    db: Path,
    faults: str,
    *,
    stall_s: float = 30.0,
    validate: Validate = check_report,
) -> None:
    """Run the simulator until SIGTERM or SIGINT; print its address first.

    Args:
        port: TCP port, 0 for a free one.
        db: SQLite file of the ledger; its folder must exist.
        faults: specification, see `portal_faults`.
        stall_s: see `PortalSim`.
        validate: see `PortalSim`.

    Raises:
        ConfigError: see `PortalSim`.
    """
    ends = {signal.SIGTERM, signal.SIGINT}
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ends)  # threads inherit it
    try:
        with PortalSim(
            db, faults=faults, port=port, stall_s=stall_s, validate=validate
        ) as sim:
            sys.stdout.write(f"portal simulator on {sim.url}\n")
            sys.stdout.flush()
            signal.sigwait(ends)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@dataclass(frozen=True, slots=True)
class _Office:
    """Finds the answer to a request."""

    desk: Desk
    plan: FaultPlan

    def answer(self, asked: Asked) -> Wire:
        now = dt.datetime.now(dt.UTC)
        if asked.method != "GET" and asked.path == "/reports":
            return self._take(asked, now)
        if asked.method != "GET" and asked.path == "/test":
            reply = self.desk.try_out(_delivery(asked), asked.key)
        elif asked.method == "GET":
            reply = self._look_up(asked.path)
        else:
            reply = _nothing_here()
        return to_wire(reply, now=now, as_xml=asked.wants_xml)

    def _take(self, asked: Asked, now: dt.datetime) -> Wire:
        """Write the request down, decide, and spoil the answer if its turn has come."""
        delivery = _delivery(asked)
        turn = self.desk.ledger.log_request(delivery, now=now)
        fault = self.plan.fault_for(turn)
        wire = UNANSWERED
        if fault is None or fault.is_stored:
            reply = self.desk.take(delivery, asked.key, turn.number, now=now)
            wire = to_wire(reply, now=now, as_xml=asked.wants_xml)
        if fault is not None:
            wire = to_spoiled_wire(fault, wire, now=now)
        self.desk.ledger.finish_request(
            turn.number, fault=fault or "", status=wire.status
        )
        return wire

    def _look_up(self, path: str) -> Reply:
        if path == "/health":
            return Reply(HTTPStatus.OK, {"status": "ok"})
        if path == "/reports":
            return self.desk.list_all()
        if path.startswith("/reports/"):
            return self.desk.look_up(path.removeprefix("/reports/"))
        return _nothing_here()


def _delivery(asked: Asked) -> Delivery:
    return read_delivery(report_in(asked.content_type, asked.data))


def _nothing_here() -> Reply:
    return problem(HTTPStatus.NOT_FOUND, "There is nothing at this address.")


def _no_port(port: int, error: Exception) -> ConfigError:
    text = Text(
        f"The portal simulator cannot listen on port {port}: {error}. Please choose "
        "another one, or 0 for any free port.",
        f"Der Portal-Simulator kann Port {port} nicht benutzen: {error}. Bitte einen "
        "anderen wählen, oder 0 für irgendeinen freien.",
    )
    return ConfigError(text, [text])
