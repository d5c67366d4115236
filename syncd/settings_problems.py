"""What is wrong with a configuration, in plain words instead of the checker's.

The checker (pydantic) says in English and in programmers' terms what it found. Here
each of its common errors becomes a sentence that names the place as it stands in the
TOML file, the value, and what to write instead. Values of addresses and headers are
never repeated, since they may hold passwords.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING, Final, get_args

from pydantic import BaseModel

from syncd.bilingual import Text

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pydantic import ValidationError
    from pydantic_core import ErrorDetails

Place = tuple[int | str, ...]

_MOST_VALUE_CHARACTERS: Final = 60
_LARGEST_SHOWN: Final = 10**_MOST_VALUE_CHARACTERS
SECRETS: Final = frozenset({"password", "token", "client_secret"})
"""Settings whose values are never shown, not even in part."""
ADDRESSES: Final = frozenset({"url", "status_url", "test_url", "token_url"})
"""Settings that may hold a password before the host or after the question mark."""
_SECRET: Final = SECRETS | ADDRESSES | {"urls", "headers", "fields"}
_CLOSE: Final = 0.6
_KEY: Final = "[key]"
"""The checker's last step to a key that is wrong itself."""
_QUOTED: Final = re.compile(r"'([^']*)'")


class SettingError(ValueError):
    """What a check of ours finds, in both languages.

    Args:
        text: what is wrong with the value.
        more: what else; only for checks of all settings, where each names its place.
    """

    def __init__(self, text: Text, *more: Text) -> None:
        super().__init__(text.en)
        self.text = text
        self.all = (text, *more)


@dataclass(frozen=True, slots=True)
class _Error:
    """One error of the checker.

    Attributes:
        kind: its name there.
        place: keys and numbers that lead to it.
        value: what stands there, quoted as in TOML; empty for tables and secrets.
        details: limits and expected values.
        message: the checker's own words.
        model: class of all settings.
        is_table: whether a table stands there.
    """

    kind: str
    place: Place
    value: str
    details: dict[str, object]
    message: str
    model: type[BaseModel]
    is_table: bool = False

    def detail(self, *names: str) -> str:
        """Return the first of these details, empty if there is none."""
        found = next((self.details[name] for name in names if name in self.details), "")
        if isinstance(found, float):
            return f"{found:.0f}" if found.is_integer() else f"{found:g}"
        return str(found)


def describe(
    exc: ValidationError, model: type[BaseModel], variables: Sequence[str] = ()
) -> list[Text]:
    """Return one sentence per problem, place first.

    Args:
        exc: what the checker found.
        model: class of all settings.
        variables: names of environment variables that set single values.
    """
    found: list[Text] = []
    for item in exc.errors():
        fault = item.get("ctx", {}).get("error")
        if not item["loc"] and isinstance(fault, SettingError):
            found += fault.all
        else:
            found.append(_sentence(item, model, variables))
    return found


def _sentence(
    item: ErrorDetails, model: type[BaseModel], variables: Sequence[str]
) -> Text:
    place = tuple(part for part in item["loc"] if part != _KEY)
    error = _Error(
        kind=item["type"],
        place=place,
        value=_shown(place, item["input"]),
        details=item.get("ctx", {}),
        message=item["msg"],
        model=model,
        is_table=isinstance(item["input"], dict),
    )
    where = _variable(error.place, variables) or _where(error.place, item["input"])
    what = _KINDS.get(error.kind, _other)(error)
    return Text(f"{where.en}: {what.en}", f"{where.de}: {what.de}")


def _variable(place: Place, variables: Sequence[str]) -> Text | None:
    """Return the variable of the environment that set this value."""
    name = "SYNCD_" + "__".join(str(part) for part in place).upper()
    return Text(name, name) if name in variables else None


def _where(place: Place, value: object) -> Text:
    """Return the place as in TOML: `[rating] mode`, `[[sources]] number 1, folder`."""
    if not place:
        return Text("file", "Datei")
    first, *rest = place
    if rest and isinstance(rest[0], int):
        steps = [Text(f"[[{first}]]", f"[[{first}]]"), *map(_step, rest)]
        return Text(
            ", ".join(step.en for step in steps).replace(",", "", 1),
            ", ".join(step.de for step in steps).replace(",", "", 1),
        )
    if rest[:1] == ["groups"] and rest[1:]:
        return _where((f"{first}.{rest[0]}", *rest[1:]), value)
    if rest:
        keys = [_step(part) for part in rest]
        return Text(
            f"[{first}] " + ", ".join(key.en for key in keys),
            f"[{first}] " + ", ".join(key.de for key in keys),
        )
    if first in _LISTED or (isinstance(value, list) and _is_table(value)):
        head = f"[[{first}]]"
    else:
        head = f"[{first}]" if isinstance(value, dict) else str(first)
    return Text(head, head)


def _step(part: int | str) -> Text:
    """Return a key, or the number of an entry as people count."""
    if isinstance(part, int):
        return Text(f"number {part + 1}", f"Nummer {part + 1}")
    return Text(part, part)


_LISTED: Final = frozenset({"sources", "tournaments", "portals", "peers", "schedules"})


def _is_table(value: list[object]) -> bool:
    return bool(value) and all(isinstance(item, dict) for item in value)


def _shown(place: Place, value: object) -> str:
    """Return the value as in TOML, empty for tables and what may be secret."""
    if _SECRET & set(place) or isinstance(value, dict | list | tuple | BaseModel):
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int) and abs(value) > _LARGEST_SHOWN:
        return ""
    text = str(value)
    if len(text) > _MOST_VALUE_CHARACTERS:
        text = text[:_MOST_VALUE_CHARACTERS] + "…"
    return f'"{text}"' if isinstance(value, str) else text


def _is_not(error: _Error, en: str, de: str) -> Text:
    """Return a sentence of the form `"x" is no …`."""
    if error.value:
        return Text(f"{error.value} is {en}", f"{error.value} ist {de}")
    return Text(f"this is {en}", f"das ist {de}")


def _unknown_name(error: _Error) -> Text:
    name = str(error.place[-1])
    there = _model_at(error.model, error.place[:-1])
    known = list(there.model_fields) if there else []
    close = get_close_matches(name, known, n=1, cutoff=_CLOSE)
    no = Text("there is no such setting.", "diese Einstellung gibt es nicht.")
    if close:
        return Text(
            f"{no.en} Did you mean {close[0]}?", f"{no.de} Ist {close[0]} gemeint?"
        )
    home = _home_of(error.model, name)
    if home:
        return Text(
            f"this setting belongs {home.en}.", f"diese Einstellung gehört {home.de}."
        )
    names = ", ".join(item for item in known if item != "file")
    return Text(f"{no.en} Possible: {names}", f"{no.de} Möglich: {names}")


def _home_of(model: type[BaseModel], name: str) -> Text | None:
    """Return where a setting belongs that stands in the wrong section."""
    if name in model.model_fields:
        return Text("at the top, before all sections", "nach oben, vor alle Abschnitte")
    for section in model.model_fields:
        there = _model_at(model, (section,))
        if there and name in there.model_fields:
            head = f"[[{section}]]" if section in _LISTED else f"[{section}]"
            return Text(f"to {head}", f"zu {head}")
    return None


def _model_at(model: type[BaseModel], place: Place) -> type[BaseModel] | None:
    """Return the class of the section at a place, None if there is none."""
    for part in place:
        if isinstance(part, int):
            continue
        field = model.model_fields.get(part)
        kind = field.annotation if field else None
        kind = next(iter(get_args(kind)), kind)
        if not (isinstance(kind, type) and issubclass(kind, BaseModel)):
            return None
        model = kind
    return model


def _missing(error: _Error) -> Text:
    name = error.place[-1]
    return Text(
        f"this setting is missing. Add a line: {name} = …",
        f"diese Einstellung fehlt. Bitte eine Zeile ergänzen: {name} = …",
    )


def _choice(error: _Error) -> Text:
    allowed = ", ".join(
        f'"{item}"' for item in _QUOTED.findall(error.detail("expected"))
    )
    return _is_not(
        error, f"not possible here. Choose one of: {allowed}",
        f"hier nicht möglich. Möglich sind: {allowed}",
    )  # fmt: skip


def _too_small(error: _Error) -> Text:
    least = error.detail("ge", "gt")
    en = "at least" if "ge" in error.details else "more than"
    de = "mindestens" if "ge" in error.details else "mehr als"
    return _is_not(
        error, f"too little; it must be {en} {least}.",
        f"zu wenig; es muss {de} {least} sein.",
    )  # fmt: skip


def _too_large(error: _Error) -> Text:
    most = error.detail("le", "lt")
    en = "at most" if "le" in error.details else "less than"
    de = "höchstens" if "le" in error.details else "weniger als"
    return _is_not(
        error, f"too much; it must be {en} {most}.",
        f"zu viel; es darf {de} {most} sein.",
    )  # fmt: skip


def _too_long(error: _Error) -> Text:
    most = error.detail("max_length")
    return Text(
        f"the text is too long; at most {most} characters.",
        f"der Text ist zu lang; höchstens {most} Zeichen.",
    )


def _name(error: _Error) -> Text:
    return _is_not(
        error,
        "no possible name: letters without accents, digits, dot, dash and underscore; "
        "the first is a letter or digit; at most 63.",
        "kein möglicher Name: Buchstaben ohne Umlaute, Ziffern, Punkt, Minus und "
        "Unterstrich, am Anfang Buchstabe oder Ziffer, höchstens 63.",
    )


def _wrong(en: str, de: str) -> Callable[[_Error], Text]:
    """Return what says that a value has the wrong type."""
    return lambda error: _is_not(error, en, de)


def _own(error: _Error) -> Text:
    """Return what one of our own checks has said."""
    fault = error.details.get("error")
    return fault.text if isinstance(fault, SettingError) else _other(error)


def _not_listed(error: _Error) -> Text:
    name = error.place[-1]
    if name in _LISTED and len(error.place) == 1:
        return Text(
            f"write [[{name}]] with two brackets, once for each of them.",
            f"bitte [[{name}]] mit zwei Klammern schreiben, für jeden Eintrag einmal.",
        )
    if error.is_table:
        return Text(
            f"this is no list. Put square brackets around it: {name} = [{{ … }}]",
            f"das ist keine Liste. Bitte eckige Klammern darum setzen: {name} = "
            "[{ … }]",
        )
    line = f"{name} = [{error.value or '…'}]"
    return _is_not(
        error, f"no list. Write it in square brackets: {line}",
        f"keine Liste. Bitte eckige Klammern darum setzen: {line}",
    )  # fmt: skip


def _no_section(error: _Error) -> Text:
    name = next(part for part in reversed(error.place) if isinstance(part, str))
    if len(error.place) > 1 and name not in _LISTED:
        return Text(
            f"this is a table: write {name} = {{ setting = … }}",
            f"das ist eine Tabelle: {name} = {{ Einstellung = … }} schreiben.",
        )
    head = f"[[{name}]]" if name in _LISTED else f"[{name}]"
    return Text(
        f"this is a section: write {head} on a line of its own, settings below.",
        f"das ist ein Abschnitt: {head} in eine eigene Zeile schreiben, die "
        "Einstellungen darunter.",
    )


def _too_short(error: _Error) -> Text:
    del error
    return Text("the text is empty.", "der Text ist leer.")


def _other(error: _Error) -> Text:
    """Return the checker's own words for what is too rare to have others."""
    return Text(error.message, "dieser Wert ist hier nicht möglich.")


_WHOLE: Final = _wrong(
    "no whole number. Write digits only, without quotes.",
    "keine ganze Zahl. Bitte nur Ziffern, ohne Anführungszeichen.",
)
_DECIMAL: Final = _wrong(
    "no number. Write it like 5 or 2.5, without quotes.",
    "keine Zahl. Bitte wie 5 oder 2.5 schreiben, ohne Anführungszeichen.",
)
_YES_OR_NO: Final = _wrong(
    "neither true nor false. Write true or false without quotes.",
    "weder true noch false. Bitte true oder false ohne Anführungszeichen schreiben.",
)
_TEXT: Final = _wrong(
    'no text. Write it in quotes: "…"',
    'kein Text. Bitte in Anführungszeichen schreiben: "…"',
)
_TABLE: Final = _wrong(
    'no table. Write for instance { Name = "value" }.',
    'keine Tabelle. Zum Beispiel so: { Name = "Wert" }.',
)

_KINDS: Final[dict[str, Callable[[_Error], Text]]] = {
    "bool_parsing": _YES_OR_NO,
    "bool_type": _YES_OR_NO,
    "dict_type": _TABLE,
    "extra_forbidden": _unknown_name,
    "finite_number": _DECIMAL,
    "float_parsing": _DECIMAL,
    "float_type": _DECIMAL,
    "greater_than": _too_small,
    "greater_than_equal": _too_small,
    "int_from_float": _WHOLE,
    "int_parsing": _WHOLE,
    "int_parsing_size": _WHOLE,
    "int_type": _WHOLE,
    "less_than": _too_large,
    "less_than_equal": _too_large,
    "literal_error": _choice,
    "missing": _missing,
    "model_type": _no_section,
    "path_type": _TEXT,
    "string_pattern_mismatch": _name,
    "string_too_long": _too_long,
    "string_too_short": _too_short,
    "string_type": _TEXT,
    "tuple_type": _not_listed,
    "value_error": _own,
}
"""Kind of error -> what says it in plain words."""
