"""Which names are no exports: temporary, hidden, our own folders.

A conflict copy is no export either, but it may hold the only right results: it is kept,
and set aside with its reason, so that a person looks at it.

Accepted file types are deliberately not listed: an unknown type is quarantined later,
where people see it. What is skipped here stays in the folder, with its reason.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fnmatch import fnmatchcase, translate
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text

if TYPE_CHECKING:
    from pathlib import PurePath

_UNFINISHED: Final = Text(
    "The name is that of an unfinished transfer; the file is taken once it has its "
    "final name.",
    "Der Name gehört zu einer unfertigen Übertragung; die Datei wird übernommen, "
    "sobald sie ihren endgültigen Namen hat.",
)
_EDITOR: Final = Text(
    "The name is that of a backup or lock file of an editor or office program.",
    "Der Name gehört zu einer Sicherungs- oder Sperrdatei eines Editors oder "
    "Office-Programms.",
)
_HIDDEN: Final = Text(
    "The name starts with a dot: hidden files are not exports. Rename it to have it "
    "taken.",
    "Der Name beginnt mit einem Punkt: versteckte Dateien sind keine Exporte. Zum "
    "Übernehmen bitte umbenennen.",
)
_CONFLICT: Final = Text(
    "This is a conflict copy made by a file synchronisation program: it is set aside. "
    "Compare it with the original and rename it if it is the right one.",
    "Das ist eine Konfliktkopie eines Synchronisationsprogramms: sie ist "
    "beiseitegelegt. Bitte mit dem Original vergleichen und umbenennen, wenn sie die "
    "richtige ist.",
)
_SYSTEM: Final = Text(
    "The name belongs to the operating system or the network storage.",
    "Der Name gehört zum Betriebssystem oder zum Netzwerkspeicher.",
)
_COMPANION: Final = Text(
    "The file accompanies others (index page, checksum or completion marker) and holds "
    "no tournament.",
    "Die Datei begleitet andere (Indexseite, Prüfsumme oder Fertig-Marke) und enthält "
    "kein Turnier.",
)
_OURS: Final = Text(
    "This folder belongs to syncd: it holds files that were dealt with already.",
    "Dieser Ordner gehört zu syncd: Er enthält bereits bearbeitete Dateien.",
)


def _rule(reason: Text, *patterns: str) -> tuple[Text, re.Pattern[str]]:
    """Return shell patterns (in lower case) as one expression, with their reason."""
    return reason, re.compile("|".join(map(translate, patterns)))


# Order matters: the first match names the reason, so the telling ones come first.
FILE_RULES: Final = (
    _rule(
        _UNFINISHED,
        "*.part", "*.partial", "*.tmp", "*.temp", "*.crdownload", "*.download",
        "*.opdownload", "*.filepart", "*.aria2", "*.upload", "*.uploading",
    ),
    _rule(_EDITOR, "~$*", "*~", "#*#", ".~lock.*", ".*.sw?", "*.lock", "*.lck"),
    _rule(
        _SYSTEM,
        ".ds_store", "._*", "thumbs.db", "ehthumbs.db", "desktop.ini", ".directory",
        ".nfs*", ".fuse_hidden*", "@eadir", "@synoresource", "*@synoeastream",
    ),
    _rule(
        _COMPANION,
        "index.html", "index.htm", "index.php", "web.config", "*.ok", "*.done",
        "*.md5", "*.sha1", "*.sha256", "*.sha512", "*.asc", "*.sig",
    ),
    _rule(_HIDDEN, ".*"),
)  # fmt: skip

CONFLICT_RULES: Final = (
    _rule(
        _CONFLICT,
        "*.sync-conflict-*", "*(conflicted copy *)*", "*'s conflicted copy *",
        "*_conflict-20*", "*in konflikt stehende kopie*",
    ),
)  # fmt: skip

FOLDER_RULES: Final = (
    _rule(
        _SYSTEM,
        "@eadir", "#recycle", "#snapshot", "@recycle", "@recently-snapshot",
        "$recycle.bin", "system volume information", "lost+found", "__macosx",
    ),
    _rule(_HIDDEN, ".*"),
)  # fmt: skip

OWN_FOLDERS: Final = frozenset({"processed", "quarantine"})


@dataclass(frozen=True, slots=True)
class IgnoreList:
    """The built-in rules and the patterns of the configuration.

    Upper and lower case are the same everywhere: shares of Windows mix them.

    Attributes:
        extra: shell patterns; one with a `/` is compared with the path below the
            watched folder, any other with the name alone.
        own_folders: names directly below the watched folder that are syncd's own.
    """

    extra: tuple[str, ...] = ()
    own_folders: frozenset[str] = field(default=OWN_FOLDERS)

    def file_reason(self, relative: PurePath) -> Text | None:
        """Return why a file is skipped, None if it is taken.

        Args:
            relative: path below the watched folder.
        """
        return self.tree_reason(relative.parent) or self.name_reason(relative)

    def name_reason(self, relative: PurePath) -> Text | None:
        """Return why a file is skipped, given that its folder is not."""
        return self._extra_reason(relative) or _match(relative.name, FILE_RULES)

    def folder_reason(self, relative: PurePath) -> Text | None:
        """Return why a folder is skipped with all it holds, None if it is entered.

        Args:
            relative: path below the watched folder; only its last part is judged.
        """
        if len(relative.parts) == 1 and relative.name.casefold() in self.own_folders:
            return _OURS
        return self._extra_reason(relative) or _match(relative.name, FOLDER_RULES)

    def tree_reason(self, relative: PurePath) -> Text | None:
        """Return why a folder is skipped, be it for itself or for one above it.

        Args:
            relative: path below the watched folder; `.` is that folder itself.
        """
        reasons = (self.folder_reason(one) for one in (relative, *relative.parents))
        return next((reason for reason in reasons if reason is not None), None)

    def _extra_reason(self, relative: PurePath) -> Text | None:
        name, path = relative.name.casefold(), relative.as_posix().casefold()
        for pattern in self.extra:
            if fnmatchcase(path if "/" in pattern else name, pattern.casefold()):
                return Text(
                    f"The configuration says to ignore {pattern}.",
                    f"Laut Konfiguration wird {pattern} übergangen.",
                )
        return None


def conflict_reason(name: str) -> Text | None:
    """Return why a file is a conflict copy, None if it is none.

    Args:
        name: file name without folders.
    """
    return _match(name, CONFLICT_RULES)


def _match(name: str, rules: tuple[tuple[Text, re.Pattern[str]], ...]) -> Text | None:
    """Return the reason of the first rule that fits the name."""
    folded = name.casefold()
    return next((reason for reason, rule in rules if rule.match(folded)), None)
