"""What the portal simulator decides about a report, before any fault spoils the answer.

It does what the format's documentation asks of a portal: a file is known by its
fileUUID, the same file again is "already there" with the same receipt, another file
under a known fileUUID is refused, and nothing is taken that breaks a rule.

Source: DSB_DWZ_TournamentReport 2.5, documentation 1.1 (fileUUID, tournamentUUID);
draft-ietf-httpapi-idempotency-key-header-07 section 2.7 (400 and 422).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import TYPE_CHECKING, Final

from lxml import etree

from syncd.demo.portal_ledger import Delivery
from syncd.model.findings import Severity

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Callable

    from syncd.demo.portal_ledger import Accepted, Ledger
    from syncd.model.findings import Finding

MOST_REPORT_BYTES: Final = 16 * 1024 * 1024
"""Several times the largest thinkable tournament."""

TEST_RECEIPT: Final = "TEST"
_MOST_UUID_CHARACTERS: Final = 64


@dataclass(frozen=True, slots=True)
class Reply:
    """What the portal has to say.

    Attributes:
        status: HTTP status.
        document: becomes the body.
    """

    status: HTTPStatus
    document: Mapping[str, object] | Sequence[object]

    @property
    def json(self) -> bytes:
        """Return the document as JSON."""
        return json.dumps(self.document, ensure_ascii=False).encode()

    @property
    def xml(self) -> bytes:
        """Return the document as XML: `<answer>`, and `<item>` for each of several."""
        return etree.tostring(_element("answer", self.document), encoding="utf-8")


@dataclass(frozen=True, slots=True)
class Desk:
    """Takes reports in.

    Attributes:
        ledger: where they are kept.
        validate: checks the bytes of a report; an error finding refuses it.
    """

    ledger: Ledger
    validate: Callable[[bytes], Sequence[Finding]]

    def take(
        self, delivery: Delivery, key: str, request_id: int, *, now: dt.datetime
    ) -> Reply:
        """Return the answer to a report, stored if it is new and right.

        Args:
            delivery: the report as it arrived.
            key: idempotency key, with or without the quotes of RFC 8941.
            request_id: number of the request in the ledger.
            now: aware UTC time of arrival.
        """
        fault = _entry_fault(delivery, key)
        if fault is not None:
            return fault
        known = self.ledger.find(delivery.file_uuid)
        if known is None:
            errors = [_error(f) for f in self.validate(delivery.data) if _is_error(f)]
            if errors:
                return _refused("The report breaks the rules.", errors)
            known = self.ledger.store(delivery, now=now, request_id=request_id)
        return _known_reply(known, delivery, request_id)

    def try_out(self, delivery: Delivery, key: str) -> Reply:
        """Return the answer that a report would get, and keep nothing of it."""
        fault = _entry_fault(delivery, key)
        if fault is not None:
            return fault
        errors = [_error(f) for f in self.validate(delivery.data) if _is_error(f)]
        if errors:
            return _refused("The report breaks the rules.", errors)
        document = {
            "status": "accepted",
            "fileUUID": delivery.file_uuid,
            "tournamentUUID": delivery.tournament_uuid,
            "receipt": TEST_RECEIPT,
        }
        return Reply(HTTPStatus.OK, document)

    def look_up(self, file_uuid: str) -> Reply:
        """Return what is known of one fileUUID."""
        entry = self.ledger.find(file_uuid.lower())
        if entry is None:
            return Reply(HTTPStatus.NOT_FOUND, {"status": "unknown"})
        return Reply(HTTPStatus.OK, _entry_document(entry, "accepted"))

    def list_all(self) -> Reply:
        """Return all reports that were taken."""
        entries = self.ledger.accepted()
        documents = [_entry_document(entry, "accepted") for entry in entries]
        return Reply(HTTPStatus.OK, documents)


def read_delivery(data: bytes) -> Delivery:
    """Return the report with its two UUIDs, empty where they cannot be read."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False)
    try:
        root = etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, ValueError):
        return Delivery("", "", data)
    return Delivery(
        file_uuid=_uuid(root, "{*}header/{*}fileUUID"),
        tournament_uuid=_uuid(root, "{*}tournament/{*}tournamentUUID"),
        data=data,
    )


def problem(status: HTTPStatus, message: str) -> Reply:
    """Return an answer that only says what is wrong."""
    return Reply(status, {"message": message})


def _uuid(root: etree._Element, path: str) -> str:
    text = root.findtext(path) or ""
    return text.strip().lower()[:_MOST_UUID_CHARACTERS]


def _entry_fault(delivery: Delivery, key: str) -> Reply | None:
    """Return why the report cannot even be looked at, None if it can."""
    if len(delivery.data) > MOST_REPORT_BYTES:
        message = f"More than {MOST_REPORT_BYTES} bytes."
        return problem(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, message)
    if not delivery.file_uuid or not delivery.tournament_uuid:
        message = "No XML report with a fileUUID and a tournamentUUID."
        return problem(HTTPStatus.BAD_REQUEST, message)
    if key.strip().removeprefix('"').removesuffix('"').lower() != delivery.file_uuid:
        message = "The Idempotency-Key header must be the fileUUID of the report."
        return problem(HTTPStatus.BAD_REQUEST, message)
    return None


def _is_error(finding: Finding) -> bool:
    return finding.severity is Severity.ERROR


def _error(finding: Finding) -> dict[str, str]:
    error = {"rule": finding.code, "message": finding.text.en}
    return error | {"path": finding.path} if finding.path else error


def _element(name: str, value: object) -> etree._Element:
    """Return a value as an element; lists become items."""
    element = etree.Element(name)
    if isinstance(value, Mapping):
        element.extend(_element(key, item) for key, item in value.items())
    elif isinstance(value, Sequence) and not isinstance(value, str):
        element.extend(_element("item", item) for item in value)
    else:
        element.text = str(value)
    return element


def _refused(message: str, errors: Sequence[Mapping[str, str]]) -> Reply:
    document = {"status": "refused", "message": message, "errors": errors}
    return Reply(HTTPStatus.UNPROCESSABLE_ENTITY, document)


def _known_reply(entry: Accepted, delivery: Delivery, request_id: int) -> Reply:
    """Return the answer to a report whose fileUUID is in the ledger by now."""
    if entry.sha256 != delivery.sha256:
        return _refused("This fileUUID belongs to a file with other content.", ())
    if entry.request_id == request_id:
        return Reply(HTTPStatus.CREATED, _entry_document(entry, "accepted"))
    return Reply(HTTPStatus.OK, _entry_document(entry, "already there"))


def _entry_document(entry: Accepted, status: str) -> dict[str, str]:
    return {
        "status": status,
        "fileUUID": entry.file_uuid,
        "tournamentUUID": entry.tournament_uuid,
        "receipt": entry.receipt,
    }
