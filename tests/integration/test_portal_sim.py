from __future__ import annotations

import datetime as dt
import socket
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

import httpx
import pytest
from portal_samples import accepted_document, report, uuid

from syncd.bilingual import Text
from syncd.demo.portal_desk import MOST_REPORT_BYTES, read_delivery
from syncd.demo.portal_ledger import Ledger, Sends
from syncd.demo.portal_sim import PortalSim
from syncd.errors import ConfigError
from syncd.model.findings import Finding, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

CASES = Path(__file__).resolve().parents[2] / ".." / "shared" / "cases" / "dwz"
NOW = dt.datetime(2026, 11, 6, 12, tzinfo=dt.UTC)


def judge(data: bytes) -> Sequence[Finding]:
    """Find an error in "Bad", a warning in "Odd" and nothing elsewhere."""
    text = Text("label", "Bezeichnung")
    if b"Bad" in data:
        return [Finding("T01", Severity.ERROR, text)]
    return [Finding("T02", Severity.WARNING, text)] if b"Odd" in data else []


@pytest.fixture
def sim(tmp_path: Path) -> Iterator[PortalSim]:
    with PortalSim(tmp_path / "portal.db", validate=judge) as running:
        yield running


def post(sim: PortalSim, data: bytes, key: str | None = uuid(1)) -> httpx.Response:
    headers = {} if key is None else {"Idempotency-Key": key}
    return httpx.post(sim.url, content=data, headers=headers, trust_env=False)


def get(sim: PortalSim, path: str) -> httpx.Response:
    return httpx.get(f"{sim.url}{path}", trust_env=False)


def test_a_new_report_is_accepted_with_a_receipt(sim: PortalSim) -> None:
    answer = post(sim, report())
    assert answer.status_code == 201
    assert answer.json() == accepted_document(1, "SIM-000001")
    assert sim.ledger.data(uuid(1)) == report()


def test_receipts_are_numbered(sim: PortalSim) -> None:
    post(sim, report(1), uuid(1))
    assert post(sim, report(2), uuid(2)).json() == accepted_document(2, "SIM-000002")


def test_the_same_bytes_again_get_the_same_receipt(sim: PortalSim) -> None:
    post(sim, report())
    answer = post(sim, report())
    assert answer.status_code == 200
    expected = accepted_document(1, "SIM-000001") | {"status": "already there"}
    assert expected == answer.json()
    assert sim.ledger.sends_by_file_uuid() == {
        uuid(1): Sends(total=2, stored=1, has_identical_bytes=True)
    }


def test_other_bytes_under_a_known_file_uuid_are_refused(sim: PortalSim) -> None:
    post(sim, report())
    assert post(sim, report(label="Open B")).status_code == 422
    assert sim.ledger.data(uuid(1)) == report()
    assert sim.ledger.sends_by_file_uuid() == {
        uuid(1): Sends(total=2, stored=1, has_identical_bytes=False)
    }


def test_a_report_that_breaks_a_rule_is_refused_with_the_rule(sim: PortalSim) -> None:
    answer = post(sim, report(label="Bad"))
    assert answer.status_code == 422
    assert answer.json()["errors"] == [{"rule": "T01", "message": "label"}]
    assert sim.ledger.accepted() == []


def test_a_warning_refuses_nothing(sim: PortalSim) -> None:
    assert post(sim, report(label="Odd")).status_code == 201


@pytest.mark.parametrize("key", [f'"{uuid(1)}"', uuid(1).upper()])
def test_the_key_may_be_quoted_and_in_capitals(sim: PortalSim, key: str) -> None:
    assert post(sim, report(), key).status_code == 201


@pytest.mark.parametrize("key", [None, "", uuid(2)])
def test_the_key_must_be_the_file_uuid(sim: PortalSim, key: str | None) -> None:
    answer = post(sim, report(), key)
    assert answer.status_code == 400
    assert "Idempotency-Key" in answer.json()["message"]
    assert sim.ledger.accepted() == []


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"no xml",
        b"<a/>",
        report().replace(b"tournamentUUID", b"otherUUID"),
        report().replace(b"fileUUID", b"otherUUID"),
    ],
)
def test_what_is_no_report_is_a_bad_request(sim: PortalSim, data: bytes) -> None:
    assert post(sim, data).status_code == 400
    assert [request.status for request in sim.ledger.requests()] == [400]


def test_a_report_that_is_too_large_is_refused(sim: PortalSim) -> None:
    assert post(sim, b" " * (MOST_REPORT_BYTES + 9)).status_code == 413
    assert [request.status for request in sim.ledger.requests()] == [413]


def test_a_body_of_unknown_length_is_refused(sim: PortalSim) -> None:
    answer = httpx.post(sim.url, content=iter([report()]), trust_env=False)
    assert answer.status_code == 411


def test_outside_entities_are_not_read(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text(uuid(7))
    doctype = f'<!DOCTYPE x [<!ENTITY e SYSTEM "{secret.as_uri()}">]>'.encode()
    data = doctype + report().replace(uuid(1).encode(), b"&e;")
    assert read_delivery(data).file_uuid == ""


def test_reports_can_be_looked_up(sim: PortalSim) -> None:
    post(sim, report(1), uuid(1))
    post(sim, report(2), uuid(2))
    one, two = accepted_document(1, "SIM-000001"), accepted_document(2, "SIM-000002")
    assert get(sim, "").json() == [one, two]
    assert get(sim, f"/{uuid(2).upper()}?x=1").json() == two
    unknown = get(sim, f"/{uuid(3)}")
    assert unknown.status_code == 404
    assert unknown.json() == {"status": "unknown"}


def test_it_says_that_it_lives_and_nothing_elsewhere(sim: PortalSim) -> None:
    base = sim.url.removesuffix("/reports")
    assert httpx.get(f"{base}/health", trust_env=False).json() == {"status": "ok"}
    assert httpx.get(f"{base}/", trust_env=False).status_code == 404
    assert httpx.post(f"{base}/health", trust_env=False).status_code == 404
    assert sim.ledger.requests() == []


def test_every_request_is_written_down(sim: PortalSim) -> None:
    post(sim, report())
    post(sim, b"no xml")
    first, second = sim.ledger.requests()
    assert (first.id, first.file_uuid, first.size_bytes) == (1, uuid(1), len(report()))
    assert (first.fault, first.status, first.stored) == ("", 201, True)
    assert (second.id, second.file_uuid, second.stored) == (2, "", False)
    (entry,) = sim.ledger.accepted()
    assert (entry.request_id, entry.sha256) == (first.id, first.sha256)


def test_the_ledger_knows_nothing_of_an_unknown_report(sim: PortalSim) -> None:
    assert sim.ledger.find(uuid(1)) is None
    with pytest.raises(KeyError):
        sim.ledger.data(uuid(1))


def test_concurrent_sends_of_one_report_are_stored_once(sim: PortalSim) -> None:
    with ThreadPoolExecutor(16) as pool:
        answers = list(pool.map(lambda _: post(sim, report()), range(32)))
    assert sorted(answer.status_code for answer in answers) == [200] * 31 + [201]
    assert {answer.json()["receipt"] for answer in answers} == {"SIM-000001"}
    assert sim.ledger.sends_by_file_uuid() == {
        uuid(1): Sends(total=32, stored=1, has_identical_bytes=True)
    }


def test_concurrent_reports_get_receipts_of_their_own(sim: PortalSim) -> None:
    with ThreadPoolExecutor(16) as pool:
        answers = list(pool.map(lambda n: post(sim, report(n), uuid(n)), range(1, 33)))
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.json()["receipt"] for answer in answers}) == 32
    assert len(sim.ledger.accepted()) == 32


def test_concurrent_sends_with_other_bytes_let_one_win(sim: PortalSim) -> None:
    labels = [f"Open {n}" for n in range(16)]
    with ThreadPoolExecutor(16) as pool:
        answers = list(pool.map(lambda s: post(sim, report(label=s)), labels))
    assert sorted(answer.status_code for answer in answers) == [201] + [422] * 15


def test_a_client_that_hangs_up_has_sent_nothing(sim: PortalSim) -> None:
    host, port = httpx.URL(sim.url).host, httpx.URL(sim.url).port
    with socket.create_connection((host, port)) as client:
        client.sendall(b"POST /reports HTTP/1.1\r\nContent-Length: 999\r\n\r\n<DSB")
        client.shutdown(socket.SHUT_WR)
        assert client.recv(1) == b""
    assert sim.ledger.requests() == []


def test_a_client_that_never_asks_does_not_hold_the_stop_up(tmp_path: Path) -> None:
    with PortalSim(tmp_path / "portal.db", validate=judge) as sim:
        url = httpx.URL(sim.url)
        client = socket.create_connection((url.host, url.port))
        assert get(sim, "").status_code == 200  # so the idle one was accepted before
    with client:
        assert client.recv(1) == b""


def test_a_crash_of_the_check_is_loud_and_local(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(data: bytes) -> Sequence[Finding]:
        if b"Crash" in data:
            message = "the check is broken"
            raise RuntimeError(message)
        return ()

    with PortalSim(tmp_path / "portal.db", validate=broken) as sim:
        with pytest.raises(httpx.RemoteProtocolError):
            post(sim, report(label="Crash"))
        assert post(sim, report()).status_code == 201
        assert [request.status for request in sim.ledger.requests()] == [0, 201]
    assert "the check is broken" in capsys.readouterr().err


@pytest.mark.skipif(not CASES.is_dir(), reason="the shared DWZ cases are not here")
@pytest.mark.parametrize(
    ("name", "status"),
    [
        ("bad/seq-U03-2-resend-right.xml", 200),
        ("bad/seq-U04-2-correction-same-fileuuid.xml", 422),
        ("bad/seq-U02-2-other-tournament-same-fileuuid.xml", 422),
        ("bad/seq-U08-2-correction-new-tournamentuuid.xml", 201),
        ("bad/schema-67-not-wellformed.xml", 400),
        ("good/02-no-header.xml", 400),
    ],
)
def test_the_rules_of_the_format_are_the_rules_of_the_portal(
    tmp_path: Path, name: str, status: int
) -> None:
    base = (CASES / "good" / "01-base.xml").read_bytes()
    later = (CASES / name).read_bytes()
    with PortalSim(tmp_path / "portal.db") as sim:
        assert post(sim, base, read_delivery(base).file_uuid).status_code == 201
        answer = post(sim, later, read_delivery(later).file_uuid)
    assert answer.status_code == status


@pytest.mark.skipif(not CASES.is_dir(), reason="the shared DWZ cases are not here")
def test_a_broken_rule_is_named_by_its_id(tmp_path: Path) -> None:
    data = (CASES / "good" / "01-base.xml").read_bytes()
    broken = data.replace(b"<rounds>3", b"<rounds>1")
    with PortalSim(tmp_path / "portal.db") as sim:
        answer = post(sim, broken, read_delivery(broken).file_uuid)
    assert answer.status_code == 422
    assert "T17" in {error["rule"] for error in answer.json()["errors"]}


def test_the_numbers_go_on_after_a_restart(tmp_path: Path) -> None:
    db = tmp_path / "portal.db"
    with PortalSim(db, validate=judge) as sim:
        post(sim, report())
    with PortalSim(db, validate=judge, faults="500@3") as sim:
        assert post(sim, report()).json()["status"] == "already there"
        assert post(sim, report(2), uuid(2)).status_code == 500
        assert post(sim, report(2), uuid(2)).json()["receipt"] == "SIM-000002"


def test_rotation_goes_on_after_a_restart(tmp_path: Path) -> None:
    db = tmp_path / "portal.db"
    with PortalSim(db, validate=judge, faults="rotate:429+500") as sim:
        assert post(sim, report(1), uuid(1)).status_code == 429
    with PortalSim(db, validate=judge, faults="rotate:429+500") as sim:
        assert post(sim, report(2), uuid(2)).status_code == 500
        assert post(sim, report(1), uuid(1)).status_code == 201
        assert post(sim, report(3), uuid(3)).status_code == 429


@pytest.mark.parametrize("fault", ["timeout-after", "slow"])
def test_stopping_ends_every_stall(tmp_path: Path, fault: str) -> None:
    """A hang here would mean that the simulator waits its hour out."""
    errors: list[Exception] = []
    sim = PortalSim(tmp_path / "p.db", validate=judge, faults=fault, stall_s=3_600)

    def send(url: str) -> None:
        try:
            httpx.post(
                url,
                content=report(),
                headers={"Idempotency-Key": uuid(1)},
                timeout=None,  # noqa: S113 - only the stop may end it
                trust_env=False,
            )
        except httpx.TransportError as error:
            errors.append(error)

    with sim:
        client = Thread(target=send, args=(sim.url,))
        client.start()
        while not any(request.stored for request in sim.ledger.requests()):
            client.join(0.01)
    client.join()
    assert [type(error) for error in errors] == [httpx.RemoteProtocolError]


def test_a_taken_port_is_a_clear_error(sim: PortalSim, tmp_path: Path) -> None:
    port = httpx.URL(sim.url).port
    assert port is not None
    with (
        pytest.raises(ConfigError, match=str(port)),
        PortalSim(tmp_path / "other.db", port=port),
    ):
        pass


def test_a_port_that_cannot_be_is_a_clear_error(tmp_path: Path) -> None:
    with (
        pytest.raises(ConfigError, match="70000"),
        PortalSim(tmp_path / "p.db", port=70_000),
    ):
        pass


def test_a_ledger_in_no_folder_is_a_clear_error(tmp_path: Path) -> None:
    with (
        pytest.raises(ConfigError, match="none"),
        PortalSim(tmp_path / "none" / "p.db"),
    ):
        pass


def test_a_ledger_that_is_no_ledger_is_a_clear_error(tmp_path: Path) -> None:
    (tmp_path / "p.db").write_bytes(b"no database, but longer than a header" * 9)
    with pytest.raises(ConfigError), PortalSim(tmp_path / "p.db"):
        pass


def test_unknown_faults_are_refused_at_once(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="tiemout"):
        PortalSim(tmp_path / "p.db", faults="tiemout@1")


def test_a_half_made_change_is_taken_back(tmp_path: Path) -> None:
    with Ledger(tmp_path / "p.db") as ledger:
        delivery = read_delivery(report())
        with pytest.raises(sqlite3.IntegrityError), ledger._transaction() as sql:
            sql.execute("INSERT INTO accepted (file_uuid) VALUES ('x')")
        turn = ledger.log_request(delivery, now=NOW)
        assert ledger.store(delivery, now=NOW, request_id=turn.number).request_id == 1


def store_for_no_request(ledger: Ledger) -> None:
    """Store a report for a request that is missing, which the commit refuses."""
    ledger._sql.execute("PRAGMA foreign_keys = ON")
    with ledger._transaction() as sql:
        sql.execute("PRAGMA defer_foreign_keys = ON")
        row = (uuid(1), uuid(2), "", "", b"", "", 99)
        sql.execute("INSERT INTO accepted VALUES (?, ?, ?, ?, ?, ?, ?)", row)


def test_a_commit_that_fails_spoils_no_later_request(tmp_path: Path) -> None:
    with Ledger(tmp_path / "portal.db") as ledger:
        with pytest.raises(sqlite3.IntegrityError):
            store_for_no_request(ledger)
        assert ledger.log_request(read_delivery(report()), now=NOW).number == 1
        assert ledger.accepted() == []


# --- forms, XML and tests ---


@pytest.mark.parametrize("method", ["POST", "PUT"])
def test_a_report_may_come_in_a_form(sim: PortalSim, method: str) -> None:
    answer = httpx.request(
        method, sim.url, files={"file": ("r.xml", report())}, data={"vkz": "Z9901"},
        headers={"Idempotency-Key": uuid(1)}, trust_env=False,
    )  # fmt: skip
    assert answer.status_code == 201
    assert sim.ledger.data(uuid(1)) == report()


def test_a_form_without_a_file_is_a_bad_request(sim: PortalSim) -> None:
    files = {"attachment": ("r.xml", report())}
    headers = {"Idempotency-Key": uuid(1)}
    answer = httpx.post(sim.url, files=files, headers=headers, trust_env=False)
    assert answer.status_code == 400


@pytest.mark.parametrize(
    ("label", "status", "text"),
    [("Open", 201, "<receipt>SIM-000001</receipt>"), ("Bad", 422, "<rule>T01</rule>")],
)
def test_who_accepts_only_xml_gets_xml(
    sim: PortalSim, label: str, status: int, text: str
) -> None:
    headers = {"Idempotency-Key": uuid(1), "Accept": "application/xml"}
    answer = httpx.post(
        sim.url, content=report(label=label), headers=headers, trust_env=False
    )
    assert answer.status_code == status
    assert answer.headers["Content-Type"] == "application/xml"
    assert answer.text.startswith("<answer><status>")
    assert text in answer.text


def test_a_status_may_be_xml(sim: PortalSim) -> None:
    post(sim, report())
    answer = httpx.get(
        f"{sim.url}/{uuid(1)}", headers={"Accept": "text/xml"}, trust_env=False
    )
    assert f"<fileUUID>{uuid(1)}</fileUUID>" in answer.text


@pytest.mark.parametrize(
    ("label", "status", "state"), [("Open", 200, "accepted"), ("Bad", 422, "refused")]
)
def test_a_test_is_answered_and_forgotten(
    sim: PortalSim, label: str, status: int, state: str
) -> None:
    headers = {"Idempotency-Key": uuid(1)}
    answer = httpx.post(
        sim.test_url, content=report(label=label), headers=headers, trust_env=False
    )
    assert (answer.status_code, answer.json()["status"]) == (status, state)
    assert sim.ledger.requests() == []
    assert sim.ledger.accepted() == []


def test_a_test_needs_its_key_too(sim: PortalSim) -> None:
    answer = httpx.post(sim.test_url, content=report(), trust_env=False)
    assert answer.status_code == 400
