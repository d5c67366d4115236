"""The fault matrix: each fault with the state, the wait and the message it must cause.

While a fault lasts, a report arrives and what people can see of it is compared with
the table; when the fault is over, the portal must have the report exactly once. One
command prints the table: `python tests/acceptance/fault_matrix.py [--only WORD]`.
`pytest -m crash` runs it as a test, CI a sample.
"""

from __future__ import annotations

import argparse
import datetime as dt
import ssl
import sys
import tempfile
import time
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import trustme
from fault_cases import CEILING_S, DNS, NETWORK, TIMEOUT_S, TLS
from fault_outages import OUTAGES, play_outage
from fault_proxy import Fault, FaultProxy, address_of
from fault_result import HEAD, FaultResult, checked, summary
from installation import CONFIG, embedded
from ledger_checks import check_ledger, check_uuids
from stage import Stage

from syncd.demo.portal_sim import PortalSim
from syncd.store import outbox, readmodels

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fault_cases import NetworkCase
    from fault_outages import Outage
    from postgres_server import PostgresServer

    from syncd.store.readmodels import ReportLine

SLOW_RETRY = CONFIG.replace("base_s = 0.1", f"base_s = {CEILING_S}").replace(
    "cap_s = 0.5", f"cap_s = {CEILING_S}"
)
"""So that a failed report can be looked at before it is sent again."""
assert f"timeout_s = {TIMEOUT_S}" in SLOW_RETRY


def play_network(wanted: Sequence[NetworkCase], folder: Path) -> list[FaultResult]:
    """Play faults of the network, with one installation per way to the portal."""
    results = []
    for way in dict.fromkeys(case.way for case in wanted):
        cases = [case for case in wanted if case.way == way]
        (folder / way).mkdir()
        results += _play_way(way, cases, folder / way)
    return results


def _play_way(
    way: str, cases: Sequence[NetworkCase], folder: Path
) -> list[FaultResult]:
    with ExitStack() as stack:
        sim = stack.enter_context(PortalSim(folder / "portal.db"))
        tls, wrong, config = _certificates(folder) if way == TLS else (None, None, "")
        proxy = stack.enter_context(
            FaultProxy(address_of(sim.url), tls=tls, wrong_tls=wrong)
        )
        installation = stack.enter_context(
            embedded(folder, proxy.url, SLOW_RETRY + config)
        )
        results = []
        for number, case in enumerate(cases, start=1):
            stage = Stage(
                installation, sim.ledger, case.fault, kills_all=False, number=number
            )
            result = checked(case.fault, way, partial(_play, case, stage, proxy))
            print(result.line(), flush=True)
            proxy.fault = Fault.NONE
            results.append(result)
        check_ledger(sim.ledger)
        check_uuids(sim.ledger)
        return results


def _certificates(folder: Path) -> tuple[ssl.SSLContext, ssl.SSLContext, str]:
    """Return a trusted and an untrusted certificate, and the setting for the first."""
    authority = trustme.CA()
    authority.cert_pem.write_to_path(str(folder / "ca.pem"))
    contexts = []
    for issuer in (authority, trustme.CA()):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        issuer.issue_cert("127.0.0.1").configure_cert(context)
        contexts.append(context)
    return contexts[0], contexts[1], f'ca_file = "{folder / "ca.pem"}"\n'


def _play(case: NetworkCase, stage: Stage, proxy: FaultProxy) -> FaultResult:
    """Let a report meet the fault, look, let the fault end, and wait for the portal."""
    with _fault(case, stage, proxy):
        before = proxy.passed_on
        stage.drop(stage.export())
        stage.until(lambda: _has_failed(stage), "a failed send")
        line = stage.lines()[0]
        waits_s = _wait_s(stage, line)
        assert line.state == case.state, line.state
        assert case.message.en in line.note.en, line.note.en
        assert case.message.de in line.note.de, line.note.de
        # It counts from the answer, whose end is noted a moment later.
        assert case.least_wait_s - 1 <= waits_s <= case.most_wait_s, waits_s
        assert (proxy.passed_on > before) == case.arrives
    _hasten(stage, line)
    stage.takes(stage.export())
    sends = stage.ledger.sends_by_file_uuid()[line.file_uuid]
    assert sends.has_identical_bytes
    return FaultResult(case.fault, case.way, case.state, f"{waits_s:.1f} s", line.note,
                       1, sends.total)  # fmt: skip


@contextmanager
def _fault(case: NetworkCase, stage: Stage, proxy: FaultProxy) -> Iterator[None]:
    """Have the fault for a while."""
    if case.fault != DNS:
        proxy.fault = Fault(case.fault)
        yield
        proxy.fault = Fault.NONE
        return
    config = stage.installation.daemon.config
    right = config.read_text(encoding="utf-8")
    wrong = right.replace(proxy.url, "http://portal.invalid/reports")
    assert wrong != right
    config.write_text(wrong, encoding="utf-8")
    stage.installation.restart()
    yield
    config.write_text(right, encoding="utf-8")
    stage.installation.restart()


def _has_failed(stage: Stage) -> bool:
    """Return whether a send has ended, and not well."""
    return any(
        line.state in {outbox.QUEUED, outbox.UNKNOWN} and line.note.en
        for line in stage.lines()
    )


def _wait_s(stage: Stage, line: ReportLine) -> float:
    """Return the seconds between the end of the last send and the next one."""
    with stage.installation.store.read() as session:
        ended = readmodels.list_attempts(session, line.id)[-1].finished_utc
    assert ended is not None
    return (line.due_utc - ended).total_seconds()


def _hasten(stage: Stage, line: ReportLine) -> None:
    """Let the next send come at once: the wait has been looked at."""
    with stage.installation.store.write("test") as session:
        outbox.set_due(session, line.id, dt.datetime.now(dt.UTC))


def main() -> None:
    """Print the table of all faults; exit code 1 if one is not ok."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="part of the name of a fault")
    asked = parser.parse_args()
    sys.path.append(str(Path(__file__).parents[1]))
    from postgres_server import (  # noqa: PLC0415 - found only now
        end_in_order_when_told_to_stop,
        running_postgres,
    )

    end_in_order_when_told_to_stop()

    network = [case for case in NETWORK if asked.only in case.fault]
    outages = [case for case in OUTAGES if asked.only in case.name]
    began_s = time.monotonic()
    print(HEAD, flush=True)
    with tempfile.TemporaryDirectory() as place, running_postgres() as server:
        folder = Path(place)
        results = play_network(network, folder) + play_outages(outages, folder, server)
    print(summary(results), f"{time.monotonic() - began_s:.0f} s")
    sys.exit(any(result.problem for result in results))


def play_outages(
    wanted: Sequence[Outage], folder: Path, server: PostgresServer
) -> list[FaultResult]:
    """Play faults of what the daemon stands on, each on an installation of its own."""
    results = []
    for case in wanted:
        (folder / case.name).mkdir()
        result = checked(
            case.name, case.base,
            partial(play_outage, case, folder / case.name, server),
        )  # fmt: skip
        print(result.line(), flush=True)
        results.append(result)
    return results


if __name__ == "__main__":
    main()
