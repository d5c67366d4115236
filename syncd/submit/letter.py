"""The message that carries a report: the same bytes however often it is made (pure).

Everything that an e-mail program would make up is taken from the report instead: the
Message-ID from the fileUUID, the date from the creationDate, the boundary between the
parts from the fileUUID. So a message that is sent twice is one message for every mail
server and for the person who reads it. What the covering text says stands in the
report's own bytes; persons appear only in the attachment.

Source: RFC 5322 section 3.6.4 (Message-ID), RFC 2047, RFC 3834 (Auto-Submitted).
"""

from __future__ import annotations

from email.header import Header as FoldedHeader
from email.message import EmailMessage
from email.policy import EmailPolicy
from email.utils import format_datetime
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.errors import FormatError, RejectedError
from syncd.formats.dwzxml.decode import decode_report
from syncd.rating import wording
from syncd.submit.answer_text import one_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from syncd.bilingual import Language
    from syncd.formats.dwzxml.elements import Header, Report
    from syncd.submit.portal import Package

_MOST_LABEL: Final = 200


def compose(
    package: Package, *, sender: str, to: Sequence[str], language: Language
) -> bytes:
    """Return the whole message with CRLF line ends.

    Args:
        package: the report; its bytes become the attachment as they are.
        sender: plain address.
        to: plain addresses, at least one.
        language: of subject and covering text.

    Raises:
        RejectedError: the bytes are no report with a header.
    """
    header, report = _read(package.data)
    message = EmailMessage(policy=_Folding(linesep="\r\n"))
    message["From"] = sender
    message["To"] = ", ".join(to)
    message["Subject"] = _subject(report).say(language)
    message["Date"] = format_datetime(header.created)
    message["Message-ID"] = message_id(package.file_uuid, sender)
    message["Auto-Submitted"] = "auto-generated"
    text = "\n".join(line.say(language) for line in _covering_text(report, package))
    message.set_content(text, cte="quoted-printable")
    message.add_attachment(
        package.data,
        maintype="application",
        subtype="xml",
        filename=f"{package.file_uuid}.xml",
    )
    message.set_boundary(f"=_{package.file_uuid}")
    return message.as_bytes()


class _Folding(EmailPolicy):
    """Writes subjects by the older code: the newer one loses blanks where it folds."""

    def fold_binary(self, name: str, value: str) -> bytes:
        """Return a header line, folded and in ASCII."""
        if name.lower() != "subject":
            return super().fold_binary(name, value)
        charset = "us-ascii" if value.isascii() else "utf-8"
        folded = FoldedHeader(str(value), charset, header_name=name)
        text = folded.encode(linesep=self.linesep)
        return f"{name}: {text}{self.linesep}".encode("ascii")


def message_id(file_uuid: str, sender: str) -> str:
    """Return the name that the message has for ever."""
    return f"<{file_uuid}@{sender.rpartition('@')[2]}>"


def _read(data: bytes) -> tuple[Header, Report]:
    try:
        report = decode_report(data)
    except FormatError as exc:
        raise RejectedError(exc.text) from exc
    if report.header is None:
        raise RejectedError(_NO_HEADER)
    return report.header, report


def _subject(report: Report) -> Text:
    label = _label(report)
    return Text(f"DWZ report: {label}", f"DWZ-Bericht: {label}")


def _label(report: Report) -> str:
    """Return the name as one line, so that it cannot pass for a header or a line."""
    return one_line(report.payload.tournament.label)[:_MOST_LABEL]


def _covering_text(report: Report, package: Package) -> Iterator[Text]:
    """Yield the lines of the text."""
    payload, file = report.payload, package.file_uuid
    yield _GREETING
    yield from _facts(report, package)
    games, players = len(payload.games), len(payload.players)
    yield Text(
        f"Players: {players}, games: {games}", f"Spieler: {players}, Partien: {games}"
    )
    yield Text(f"Attached file: {file}.xml", f"Angehängte Datei: {file}.xml")
    yield _SAME_FILE


def _facts(report: Report, package: Package) -> Iterator[Text]:
    tournament = report.payload.tournament
    label, end = _label(report), wording.day(tournament.end)
    yield Text(f"Tournament: {label}", f"Turnier: {label}")
    yield Text(f"Last day: {end.en}", f"Letzter Tag: {end.de}")
    vkz = one_line(package.fields.get("organiser_vkz", ""))
    if vkz:
        yield Text(f"Organiser (VKZ): {vkz}", f"Veranstalter (VKZ): {vkz}")
    sender = one_line(report.header.sender) if report.header else ""
    if sender:
        yield Text(f"Sender: {sender}", f"Absender: {sender}")


_GREETING: Final = Text(
    "Attached is the report of a finished tournament for the DWZ rating.\n",
    "anbei der Bericht eines beendeten Turniers zur DWZ-Auswertung.\n",
)
_SAME_FILE: Final = Text(
    "\nThe file is named after its fileUUID. Should the same file arrive twice, it is "
    "to be rated once. A corrected report has another fileUUID and keeps its "
    "tournamentUUID. This message was made by syncd.\n",
    "\nDie Datei ist nach ihrer fileUUID benannt. Sollte dieselbe Datei zweimal "
    "eintreffen, ist sie nur einmal auszuwerten. Ein berichtigter Bericht hat eine "
    "andere fileUUID und behält seine tournamentUUID. Diese Nachricht hat syncd "
    "erstellt.\n",
)
_NO_HEADER: Final = Text(
    "The report has no header, so it cannot be mailed. Please make it anew.",
    "Der Bericht hat keinen Kopf und kann nicht gemailt werden. Bitte neu erstellen.",
)
