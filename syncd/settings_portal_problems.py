"""What is wrong with the section of a portal, in plain words.

Like `syncd.settings_problems`; values are quoted only where they cannot be secrets.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from syncd.bilingual import Text

if TYPE_CHECKING:
    from collections.abc import Iterable


def target_needed(kind: str, line: str) -> Text:
    """Return what a portal lacks that leads nowhere."""
    return Text(
        f'a portal of kind "{kind}" needs a line: {line}',
        f'ein Portal der Art "{kind}" braucht eine Zeile: {line}',
    )


def no_condition() -> Text:
    """Return what is wrong with a way to recognise answers that recognises all."""
    return Text(
        "nothing is said here that an answer must have. Name at least one of status, "
        "json_path, xpath and regex.",
        "hier steht nichts, woran die Antwort zu erkennen ist. Bitte mindestens eines "
        "von status, json_path, xpath und regex angeben.",
    )


def no_place() -> Text:
    """Return what is wrong with a place that is none."""
    return Text(
        "a status is no place in the answer. Name json_path, xpath or regex.",
        "ein Status ist keine Stelle der Antwort. Bitte json_path, xpath oder regex "
        "angeben.",
    )


def two_places() -> Text:
    """Return what is wrong with an answer that would have to be JSON and XML."""
    return Text(
        "no answer is JSON and XML at once. Leave out json_path or xpath.",
        "keine Antwort ist zugleich JSON und XML. Bitte eines von json_path und xpath "
        "weglassen.",
    )


def no_json_path(path: str) -> Text:
    """Return what is wrong with a path that is none."""
    return Text(
        f'"{path}" is no path. Write for instance "result.errors[0].text"; [*] stands '
        "for every item of a list.",
        f'"{path}" ist kein Pfad. Zum Beispiel: "result.errors[0].text"; [*] steht für '
        "jeden Eintrag einer Liste.",
    )


def no_xpath(expression: str) -> Text:
    """Return what is wrong with an XPath that cannot be used."""
    return Text(
        f'"{expression}" is no usable XPath (version 1.0, at most 500 characters). '
        'Write names without prefixes, for instance "//result/state".',
        f'"{expression}" ist kein brauchbarer XPath (Version 1.0, höchstens 500 '
        'Zeichen). Bitte Namen ohne Präfix schreiben, zum Beispiel "//result/state".',
    )


def no_regex(pattern: str, why: str) -> Text:
    """Return what is wrong with a regular expression that is none."""
    return Text(
        f'"{pattern}" is no regular expression: {why}. In TOML, write it between '
        "single quotes.",
        f'"{pattern}" ist kein regulärer Ausdruck{_place_of(why)}. In TOML bitte '
        "zwischen einfachen Anführungszeichen schreiben.",
    )


def _place_of(why: str) -> str:
    """Return in German where a regular expression ends to be one, if that is known."""
    found = re.search(r"at position (\d+)", why)
    return f": Fehler beim {int(found[1]) + 1}. Zeichen" if found else ""


def slow_regex(pattern: str) -> Text:
    """Return what is wrong with a regular expression that could take for ever."""
    return Text(
        f'"{pattern}" could take hours on some answers. Repeat nothing that is '
        "repeated inside or has alternatives, use * and + at most twice, and no "
        "back references; at most 500 characters.",
        f'"{pattern}" könnte bei manchen Antworten Stunden dauern. Bitte nichts '
        "wiederholen, was in sich wiederholt wird oder Alternativen hat, * und + "
        "höchstens zweimal verwenden, keine Rückverweise; höchstens 500 Zeichen.",
    )


def no_yes() -> Text:
    """Return what is wrong with answers among which none is a success."""
    return Text(
        "no answer would ever be a success. Add accepted = [{ … }], or leave out all "
        "answers if the portal speaks syncd's own protocol.",
        "keine Antwort wäre je ein Erfolg. Bitte accepted = [{ … }] ergänzen oder alle "
        "Antworten weglassen, wenn das Portal das Protokoll von syncd spricht.",
    )


def absent_is_for_status() -> Text:
    """Return what is wrong with `absent` in the answers to a report."""
    return Text(
        "absent belongs to status_answers: only a question can be answered so.",
        "absent gehört zu status_answers: nur eine Frage kann so beantwortet werden.",
    )


def unknown_placeholder(name: str, known: Iterable[str]) -> Text:
    """Return what is wrong with a placeholder that stands for nothing."""
    names = ", ".join(f"{{{item}}}" for item in known)
    return Text(
        f"nobody knows what {{{name}}} stands for. Possible: {names}",
        f"niemand weiß, wofür {{{name}}} steht. Möglich: {names}",
    )


def moving_host() -> Text:
    """Return what is wrong with an address whose host depends on the report."""
    return Text(
        "placeholders are possible after the host name only: the portal is one and "
        "the same for every report.",
        "Platzhalter sind nur hinter dem Rechnernamen möglich: Das Portal ist für "
        "jeden Bericht dasselbe.",
    )


def no_file_named() -> Text:
    """Return what is wrong with a status request that asks about nothing."""
    return Text(
        "the address of the status must name the report. Write {file_uuid} in it.",
        "die Adresse für den Stand muss den Bericht nennen. Bitte {file_uuid} darin "
        "schreiben.",
    )


def no_address(name: str) -> Text:
    """Return what is wrong with an address that is none."""
    return Text(
        f'{name} must look like "https://portal.example.org/reports".',
        f'{name} muss aussehen wie "https://portal.example.org/reports".',
    )


def other_host(name: str) -> Text:
    """Return what is wrong with a second address that leads to somebody else."""
    return Text(
        f"{name} leads to another host than url. The login is for one host only; add "
        "a second [[portals]] section for the other one.",
        f"{name} führt zu einem anderen Rechner als url. Die Anmeldung gilt nur für "
        "einen; bitte für den anderen einen zweiten Abschnitt [[portals]] anlegen.",
    )


def open_test() -> Text:
    """Return what is wrong with a test address that would show the login to all."""
    return Text(
        "test_url must begin with https:// as url does: the login travels there, too.",
        "test_url muss wie url mit https:// beginnen: auch dorthin geht die Anmeldung.",
    )


def needs(there: str, missing: str) -> Text:
    """Return what is wrong with a setting that is useless without another."""
    return Text(f"{there} needs {missing} as well.", f"{there} braucht auch {missing}.")


def needs_https(name: str) -> Text:
    """Return what is wrong with a certificate for an unencrypted address."""
    return Text(
        f"{name} works with an https:// address only.",
        f"{name} wirkt nur bei einer Adresse mit https://.",
    )


def multipart_only() -> Text:
    """Return what is wrong with form fields where there is no form."""
    return Text(
        'fields are sent in a form only. Write body = "multipart" or leave them out.',
        'fields gehen nur in einem Formular mit. Bitte body = "multipart" schreiben '
        "oder sie weglassen.",
    )


def reserved_name(name: str) -> Text:
    """Return what is wrong with a portal whose name means that there is none."""
    return Text(
        f'no portal can be called "{name}": portals=none means none at all.',
        f'kein Portal kann "{name}" heißen: portals=none bedeutet gar keines.',
    )
