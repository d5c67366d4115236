"""The configuration as a file: its text, what TOML makes of it, and the templates.

Whatever is wrong with a file becomes one `ConfigError` in both languages. TOML's own
reader speaks English only and counts a byte order mark as a fault, which the editor of
Windows writes.
"""

from __future__ import annotations

import errno
import re
import tomllib
from importlib import resources
from pathlib import Path
from typing import Any, Final

from syncd.bilingual import Text
from syncd.errors import ConfigError

_AT: Final = re.compile(r"(.*?) \(at (?:line (\d+), column (\d+)|end of document)\)")
_REASONS: Final = {
    errno.EACCES: "keine Berechtigung",
    errno.EEXIST: "die Datei gibt es schon",
    errno.EISDIR: "das ist ein Ordner",
    errno.ENOENT: "Datei oder Ordner gibt es nicht",
    errno.ENOSPC: "der Datenträger ist voll",
    errno.EROFS: "der Datenträger ist schreibgeschützt",
}
_FAULTS: Final = (
    ("Invalid statement", "hier beginnt keine Zeile der Art name = Wert"),
    ("Expected '='", "hinter dem Namen fehlt ="),
    ("Expected newline", "hinter dem Wert steht noch etwas"),
    ("Invalid date", "dieses Datum gibt es nicht"),
    ("Invalid value", "das ist kein Wert; Text gehört in Anführungszeichen"),
    ("Cannot overwrite", "das steht schon weiter oben"),
    ("Cannot declare", "diesen Abschnitt gibt es schon weiter oben"),
    ("Cannot mutate", "das steht schon weiter oben"),
    ("Unterminated string", "hier endet ein Text ohne Anführungszeichen"),
    ("Unclosed array", "hier fehlt ] oder ein Komma"),
    ("Unclosed inline table", "hier fehlt } oder ein Komma"),
    ("Duplicate inline table key", "das steht zweimal in derselben Tabelle"),
    ("Unescaped '\\'", "in Anführungszeichen bitte \\\\ statt \\ schreiben"),
    ("Illegal character", "dieses Zeichen darf hier nicht stehen"),
    ("Found invalid character", "dieses Zeichen darf hier nicht stehen"),
    ("Expected", "hier fehlt ein Zeichen, meist eine Klammer ]"),
)
"""How a fault that TOML's reader names begins, and what it is in German."""


def read_text(file: Path) -> str:
    """Return the text of a configuration file.

    Raises:
        ConfigError: it cannot be read, or is no UTF-8.
    """
    try:
        return file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as exc:
        raise _unreadable(file, _NO_UTF8) from exc
    except OSError as exc:
        raise _unreadable(file, reason(exc)) from exc


def parse(text: str, file: Path | None) -> dict[str, Any]:
    """Return the values in a configuration's text.

    Args:
        text: TOML.
        file: where it stands, for messages.

    Raises:
        ConfigError: it is no TOML, or one that nobody would write.
    """
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as exc:
        raise _unreadable(file, _said(str(exc))) from exc
    except ValueError as exc:  # a date or number that does not exist
        why = Text(str(exc), "eine Zahl oder ein Datum darin gibt es nicht")
        raise _unreadable(file, why) from exc
    except RecursionError as exc:
        raise too_deep(file) from exc


def too_deep(file: Path | None) -> ConfigError:
    """Return what is wrong with brackets in brackets without end."""
    return _unreadable(file, _TOO_DEEP)


def reason(exc: OSError) -> Text:
    """Return why the operating system refused, in plain words where we have them."""
    said = exc.strerror or type(exc).__name__
    return Text(said, _REASONS.get(exc.errno or 0, said))


def _unreadable(file: Path | None, why: Text) -> ConfigError:
    place = str(file) if file else "–"
    return ConfigError(
        Text(
            f"{place} cannot be read as TOML: {why.en}",
            f"{place} ist nicht als TOML lesbar: {why.de}",
        )
    )


def _said(message: str) -> Text:
    """Return what TOML's reader has said, with the place in front."""
    found = _AT.fullmatch(message)
    what, line, column = found.groups() if found else (message, None, None)
    german = next((de for start, de in _FAULTS if what.startswith(start)), _ANY_FAULT)
    if line is None:
        return Text(f"at its end: {what}", f"am Ende: {german}")
    return Text(
        f"line {line}, column {column}: {what}",
        f"Zeile {line}, Spalte {column}: {german}",
    )


_ANY_FAULT: Final = "so schreibt man das in TOML nicht"
_NO_UTF8: Final = Text(
    "it is not UTF-8. Save it as UTF-8 in the editor.",
    "sie ist nicht UTF-8. Bitte im Editor als UTF-8 speichern.",
)
_TOO_DEEP: Final = Text(
    "brackets are nested too deeply.", "Klammern sind zu tief verschachtelt."
)


def write_template(target: Path, name: str) -> None:
    """Write one of the shipped configuration templates, never over a file.

    Args:
        target: file to write.
        name: `syncd` (embedded default) or `federation`.

    Raises:
        ConfigError: the file is there already or cannot be written.
    """
    packaged = resources.files("syncd") / "templates" / f"{name}.toml"
    in_checkout = Path(__file__).parents[1] / "config" / f"{name}.toml"
    try:
        text = (packaged if packaged.is_file() else in_checkout).read_text("utf-8")
        with target.open("x", encoding="utf-8") as file:
            file.write(text)
    except OSError as exc:
        why = reason(exc)
        raise ConfigError(
            Text(
                f"{target} cannot be written: {why.en}",
                f"{target} kann nicht geschrieben werden: {why.de}",
            )
        ) from exc
