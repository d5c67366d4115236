"""Why a download is not taken, and what to do, in plain words.

Whoever shows them puts source and address before them. Nothing of an answer is quoted:
it may hold names, or what we have sent.
"""

from __future__ import annotations

from math import ceil
from typing import Final

from syncd.bilingual import Text
from syncd.intake.transfer import Fault, Trouble


def of_transfer(trouble: Trouble) -> Text:
    """Return why an answer, or none, is no use."""
    if trouble.fault is Fault.NO_ANSWER:
        return _no_answer(trouble.host, trouble.why)
    if trouble.fault is Fault.ASTRAY:
        return _astray(trouble.host)
    if trouble.fault is Fault.LOGIN:
        return _login(trouble.host, trouble.status)
    if trouble.fault is Fault.BUSY:
        return _busy(trouble.host, trouble.status)
    return _ALWAYS.get(trouble.fault) or _status(trouble.host, trouble.status)


def _no_answer(host: str, why: Text) -> Text:
    return Text(
        f"{host} gave no complete answer ({why.en}). It is asked again by itself; if "
        "this lasts, check address and network.",
        f"{host} hat nicht vollständig geantwortet ({why.de}). Es wird von selbst "
        "wieder gefragt; hält das an, bitte Adresse und Netz prüfen.",
    )


def _astray(host: str) -> Text:
    return Text(
        f"{host} leads on to an address that exports must not come from (another host "
        "without https, or from https to http). Write the final address into the "
        "settings.",
        f"{host} leitet auf eine Adresse weiter, von der keine Exporte kommen dürfen "
        "(anderer Rechner ohne https oder von https zu http). Bitte die endgültige "
        "Adresse in die Konfiguration schreiben.",
    )


def _login(host: str, status: int) -> Text:
    return Text(
        f"{host} wants another login ({status}). Check auth in the settings of this "
        "source.",
        f"{host} verlangt eine andere Anmeldung ({status}). Bitte auth in den "
        "Einstellungen dieser Quelle prüfen.",
    )


def _busy(host: str, status: int) -> Text:
    return Text(
        f"{host} is in trouble or busy ({status}). It is asked again by itself.",
        f"{host} ist gestört oder überlastet ({status}). Es wird von selbst wieder "
        "gefragt.",
    )


def _status(host: str, status: int) -> Text:
    return Text(
        f"{host} answers {status} instead of a file. Has the address changed?",
        f"{host} antwortet {status} statt mit einer Datei. Hat sich die Adresse "
        "geändert?",
    )


def other_kind(wanted: str, found: str) -> Text:
    """Return that something else came than the settings say."""
    return Text(
        f'kind = "{wanted}" is set, but what came is of kind "{found}". Set that, or '
        '"auto", or correct the address.',
        f'Eingestellt ist kind = "{wanted}", gekommen ist aber die Art "{found}". '
        'Bitte diese oder "auto" einstellen oder die Adresse berichtigen.',
    )


def foreign(content_type: str) -> Text:
    """Return that the type of an answer is one that no export has."""
    del content_type  # a server may write anything there
    return Text(
        "What came is a picture, script, PDF or the like and no export. Check the "
        "address.",
        "Gekommen ist ein Bild, ein Skript, ein PDF oder Ähnliches und kein Export. "
        "Bitte die Adresse prüfen.",
    )


def too_large(limit_bytes: int) -> Text:
    """Return that a file is beyond the limit."""
    limit = f"{ceil(limit_bytes / 1e6)} MB"
    return Text(
        f"The file has more than {limit}. A tournament export is much smaller: check "
        "what lies there, or raise max_size_bytes of this source.",
        f"Die Datei hat mehr als {limit}. Ein Turnierexport ist viel kleiner: bitte "
        "prüfen, was dort liegt, oder max_size_bytes dieser Quelle anheben.",
    )


def too_many(count: int, limit: int) -> Text:
    """Return that more exports are named than one pull takes."""
    return Text(
        f"{count} files are named there, and only the first {limit} are taken. Move "
        "old ones away, or raise max_files.",
        f"Dort sind {count} Dateien genannt, nur die ersten {limit} werden "
        "übernommen. Bitte alte wegräumen oder max_files anheben.",
    )


WEB_PAGE: Final = Text(
    "A web page came instead of a file, and it links to no export. Check the address; "
    "if it needs a login, set auth.",
    "Statt einer Datei kam eine Webseite, die auf keinen Export verweist. Bitte die "
    "Adresse prüfen; braucht sie eine Anmeldung, bitte auth einstellen.",
)
LOGIN_PAGE: Final = Text(
    "A web page that asks for a password came instead of a file. Set auth, or an "
    "address that needs no login in a browser.",
    "Statt einer Datei kam eine Webseite, die nach einem Passwort fragt. Bitte auth "
    "einstellen oder eine Adresse, die keine Anmeldung im Browser braucht.",
)
NO_FEED: Final = Text(
    'This is no feed: JSON with {"exports": [{"url": "…"}]} was expected.',
    'Das ist kein Feed: Erwartet war JSON mit {"exports": [{"url": "…"}]}.',
)
NO_FOLDER: Final = Text(
    "This is no list of a WebDAV folder. Check the address, which ends with a slash.",
    "Das ist keine Liste eines WebDAV-Ordners. Bitte die Adresse prüfen; sie endet "
    "mit einem Schrägstrich.",
)
LARGE_LISTING: Final = Text(
    "The list of files there is larger than any real one; nothing of it is taken.",
    "Die Liste der Dateien dort ist größer als jede echte; nichts davon wird "
    "übernommen.",
)
ELSEWHERE: Final = Text(
    "This link leads out of the folder or to another server. If it is meant, set "
    "elsewhere = true.",
    "Dieser Verweis führt aus dem Ordner hinaus oder auf einen anderen Server. Wenn "
    "das gewollt ist, bitte elsewhere = true einstellen.",
)
UNENCRYPTED: Final = Text(
    "This link leads to an address without encryption. Let the server offer https.",
    "Dieser Verweis führt auf eine Adresse ohne Verschlüsselung. Der Server sollte "
    "https anbieten.",
)
LISTING_IN_LISTING: Final = Text(
    "This link leads to another list or page and not to an export. Write its address "
    "into the settings.",
    "Dieser Verweis führt auf eine weitere Liste oder Seite und nicht zu einem Export. "
    "Bitte deren Adresse in die Konfiguration schreiben.",
)
OTHER_CONTENT: Final = Text(
    "The content is not the one that the feed states (sha256). It is asked again.",
    "Der Inhalt ist nicht der, den der Feed angibt (sha256). Es wird wieder gefragt.",
)
_TOO_LARGE: Final = Text(
    "The answer is larger than an export or archive may be; it was broken off. Check "
    "what lies there, or raise max_size_bytes or max_archive_bytes.",
    "Die Antwort ist größer, als ein Export oder Archiv sein darf; sie wurde "
    "abgebrochen. Bitte prüfen, was dort liegt, oder max_size_bytes oder "
    "max_archive_bytes anheben.",
)
_TOO_SLOW: Final = Text(
    "The pull took longer than timeout_s and was broken off. What came is kept, the "
    "rest is asked for again by itself.",
    "Das Herunterladen dauerte länger als timeout_s und wurde abgebrochen. Was kam, "
    "ist übernommen, der Rest wird von selbst wieder gefragt.",
)
_EMPTY: Final = Text(
    "The answer is empty. Is the export finished there?",
    "Die Antwort ist leer. Ist der Export dort fertig?",
)
_ENCODED: Final = Text(
    "The server sends the file in an encoding that it was not asked for. Ask its "
    "operator to switch that off.",
    "Der Server schickt die Datei in einer Kodierung, um die nicht gebeten wurde. "
    "Bitte den Betreiber, das abzuschalten.",
)
_ON_AND_ON: Final = Text(
    "The address leads on and on to other addresses. Write the final one into the "
    "settings.",
    "Die Adresse leitet immer weiter zu anderen. Bitte die endgültige in die "
    "Konfiguration schreiben.",
)
_ALWAYS: Final = {
    Fault.PAGE: WEB_PAGE,
    Fault.LARGE: _TOO_LARGE,
    Fault.SLOW: _TOO_SLOW,
    Fault.EMPTY: _EMPTY,
    Fault.ENCODED: _ENCODED,
    Fault.ON_AND_ON: _ON_AND_ON,
}

BROKEN: Final = Text(
    "The zip archive is broken or incomplete. Is it finished on the server?",
    "Das ZIP-Archiv ist beschädigt oder unvollständig. Ist es auf dem Server fertig?",
)
MANY_ENTRIES: Final = Text(
    "The zip archive holds more files than max_files; it is not opened.",
    "Das ZIP-Archiv enthält mehr Dateien als max_files; es wird nicht geöffnet.",
)
BOMB: Final = Text(
    "Unpacked, the zip archive would be far larger than exports are "
    "(max_archive_bytes); it is not opened.",
    "Ausgepackt wäre das ZIP-Archiv viel größer, als Exporte sind "
    "(max_archive_bytes); es wird nicht geöffnet.",
)
LOCKED: Final = Text(
    "This file in the archive is encrypted or packed in an unusual way. Pack it "
    "without a password, as an ordinary zip.",
    "Diese Datei im Archiv ist verschlüsselt oder ungewöhnlich gepackt. Bitte ohne "
    "Passwort als gewöhnliches ZIP packen.",
)
NO_FILE: Final = Text(
    "This entry of the archive is a link or device and no file. Pack the file itself.",
    "Dieser Eintrag des Archivs ist ein Verweis oder Gerät und keine Datei. Bitte die "
    "Datei selbst packen.",
)
OUTSIDE: Final = Text(
    "This entry of the archive names a place outside of it (.., a drive, an absolute "
    "path). Pack the archive anew.",
    "Dieser Eintrag des Archivs nennt eine Stelle außerhalb (.., ein Laufwerk, einen "
    "absoluten Pfad). Bitte das Archiv neu packen.",
)
NESTED: Final = Text(
    "This entry of the archive is an archive itself; it is not opened. Pack the "
    "exports directly.",
    "Dieser Eintrag des Archivs ist selbst ein Archiv; es wird nicht geöffnet. Bitte "
    "die Exporte unmittelbar packen.",
)
EMPTY_ENTRY: Final = Text(
    "This file in the archive is empty. Is the export finished there?",
    "Diese Datei im Archiv ist leer. Ist der Export dort fertig?",
)
