"""What is wrong with single values of the settings, in plain words.

Like `syncd.settings_problems`; values are quoted only where they cannot be secrets.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from syncd.bilingual import Text

if TYPE_CHECKING:
    from collections.abc import Sequence


def unknown_timezone(name: str) -> Text:
    """Return what is wrong with a time zone that nobody knows."""
    return Text(
        f'"{name}" is no known time zone. Write for instance "Europe/Berlin".',
        f'"{name}" ist keine bekannte Zeitzone. Zum Beispiel "Europe/Berlin".',
    )


def list_address() -> Text:
    """Return what is wrong with the address of a list."""
    return Text(
        'the address of a list must look like "https://example.org/list.zip".',
        'die Adresse einer Liste muss aussehen wie "https://example.org/liste.zip".',
    )


def store_address() -> Text:
    """Return what is wrong with the address of a store."""
    return Text(
        "the store must look like sqlite:///path/to/file or "
        "postgresql://user@host/database, a port being 1 to 65535.",
        "die Datenbank muss aussehen wie sqlite:///pfad/datei oder "
        "postgresql://nutzer@host/datenbank, ein Port zwischen 1 und 65535.",
    )


def broker_address() -> Text:
    """Return what is wrong with the address of a broker."""
    return Text(
        "the broker must look like redis://host:6379/0, rediss://…, "
        "redis+socket:///path or filesystem:///folder; empty means an own one.",
        "der Broker muss aussehen wie redis://host:6379/0, rediss://…, "
        "redis+socket:///pfad oder filesystem:///ordner; leer heißt ein eigener.",
    )


def fits_all(pattern: str) -> Text:
    """Return what is wrong with names to ignore that every file has."""
    return Text(
        f'"{pattern}" fits every file, so none would ever be taken.',
        f'"{pattern}" passt auf jede Datei, es würde also nie eine übernommen.',
    )


def used_twice(names: Sequence[str]) -> Text:
    """Return what is wrong with names that several entries have."""
    them = ", ".join(names)
    return Text(
        f"the name {them} is used more than once. Give each entry its own.",
        f"der Name {them} kommt mehrfach vor. Bitte jedem Eintrag einen eigenen geben.",
    )


def unknown_rule(code: str) -> Text:
    """Return what is wrong with a rule id that does not exist."""
    return Text(
        f"there is no rule {code}. `syncd validate --rules` lists all of them.",
        f"eine Regel {code} gibt es nicht. `syncd validate --rules` zeigt alle.",
    )


def fixed_rule(code: str) -> Text:
    """Return what is wrong with weighing a rule that nobody can lift."""
    return Text(
        f"{code} has no warnings. Errors stay errors, and what no file shows cannot "
        "be weighed.",
        f"{code} hat keine Warnungen. Fehler bleiben Fehler, und was keine Datei "
        "zeigt, lässt sich nicht gewichten.",
    )


def has_hidden_sign(sign: str) -> Text:
    """Return what is wrong with a text that holds a sign which nobody sees."""
    return Text(
        f"there is an invisible sign in the text ({sign}). Type it anew.",
        f"im Text steht ein unsichtbares Zeichen ({sign}). Bitte neu eintippen.",
    )


def has_contact() -> Text:
    """Return what is wrong with contact data in a text of the report."""
    return Text(
        "there is an e-mail address or phone number in the text. That must not leave; "
        "take it out.",
        "im Text steht eine E-Mail-Adresse oder Telefonnummer. Das darf nicht hinaus; "
        "bitte herausnehmen.",
    )


def no_page() -> Text:
    """Return what is wrong with the address of a tournament's page."""
    return Text(
        'the page must look like "https://example.org/tournament".',
        'die Seite muss aussehen wie "https://example.org/turnier".',
    )
