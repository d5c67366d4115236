"""Two-language messages: every sentence for people exists in English and German.

Both wordings are written side by side where the message arises, so neither can be
forgotten; the edge (command line, web page) picks one with `say`.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

Language = Literal["en", "de"]


class Text(NamedTuple):
    """One message in English and German."""

    en: str
    de: str

    def say(self, language: Language) -> str:
        """Return the wording in the given language."""
        return self.de if language == "de" else self.en

    def __str__(self) -> str:
        return self.en


def decimal(tenths: int) -> Text:
    """Return tenths as each language writes them: `2.5` and `2,5`."""
    whole, rest = divmod(abs(tenths), 10)
    start = f"{'-' if tenths < 0 else ''}{whole}"
    return Text(f"{start}.{rest}", f"{start},{rest}")


def counted_as(number: int, one: Text, several: Text) -> Text:
    """Return a number with its noun: `1 file`, `2 files`; `1 Datei`, `2 Dateien`.

    Args:
        number: how many.
        one: the noun in the singular.
        several: the noun in the plural.
    """
    en, de = one if number == 1 else several
    return Text(f"{number} {en}", f"{number} {de}")
