"""Academic titles in names, and taking them off.

Only what cannot be a name is a title: `Dr.` and `Prof.` anywhere, `Ing.`, `Mag.`,
`M.A.` only with their dots, faculty words (`med.`, `phil.`) only behind `Dr.`. So Phil,
Ing-Marie and Ma keep their names. A field that holds nothing but a title is left as it
is for a person to see.
"""

from __future__ import annotations

import re
from typing import Final

_FACULTY: Final = (
    r"(?:med|phil|jur|iur|rer|nat|pol|oec|theol|ing|habil|mult|dent|vet|sc|techn|mont"
    r"|agr|math|paed|päd)(?:\.|(?=\s|,|$))|(?:h|e)\.\s?[ch]\."
)
_TITLE: Final = re.compile(
    r"(?<![\w\-])(?:"
    # Prof. Dr. med. dent., Dr.-Ing., Univ.-Prof., Dr. rer. nat. habil., DDr.
    r"(?:(?i:Univ\.-?)?(?i:Prof)|D?(?i:Dr)|(?i:Drs))(?:\.|(?![\w.\-]))"
    rf"(?:-Ing(?:\.|\b))?(?:\s?(?:{_FACULTY}))*"
    # Dipl.-Ing. (FH), Dipl.-Wirt.-Inf., Dipl. Kfm.
    r"|(?i:Dipl)(?:\.|(?=-))(?:-[A-ZÄÖÜa-zäöü]+\.?)*"
    r"(?:\s?(?:Ing|Inform|Inf|Kfm|Kffr|Phys|Math|Chem|Psych|Päd|Biol)\.)?"
    r"|(?:Ing|Mag)\.|Priv\.-?Doz\.|PD(?=\sDr)"
    r"|Ph\.\s?D\.?(?!\w)|PhD(?![\w\-])|[BM]\.?Sc\.?(?![\w\-])"
    r"|(?<!\.)[BM]\.A\.(?!\w)"
    r")(?:\s?\(FH\))?"
)


def strip_titles(name: str) -> str:
    """Return one name field without academic titles.

    Args:
        name: surname or forename, perhaps with a title as a part of its own.

    Returns:
        The name; unchanged if nothing would be left.

    Source: DSB_DWZ_TournamentReport 2.5, documentation 1.1, "surname und forename":
    names are given without academic titles. The DSB list has them as a third part
    (`Name,First,Dr.`).
    """
    plain = " ".join(name.split())
    if not _TITLE.search(plain):
        return plain
    parts = (" ".join(part.split()) for part in _TITLE.sub(" ", plain).split(","))
    return ", ".join(filter(None, parts)) or plain


def has_title(name: str) -> bool:
    """Return whether `strip_titles` would take something off."""
    return strip_titles(name) != " ".join(name.split())


def is_title(text: str) -> bool:
    """Return whether a text is nothing but academic titles."""
    return bool(_TITLE.search(text)) and not _TITLE.sub("", text).strip(" ,")
