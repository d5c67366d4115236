"""Shadow mode: compare with what was submitted by hand, and send nothing.

For people who want to see first that the reports built here say what they submit
themselves: they keep their own XML files in a folder, and each report is held against
the file of the same tournament. Nothing is ever written or sent.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.bilingual import Text
from syncd.errors import (
    DifferenceError,
    FormatError,
    NothingYetError,
    RejectedError,
    UnreachableError,
)
from syncd.rating.counterpart import counterpart, read_known
from syncd.rating.difference import Sides, told
from syncd.rating.reportdiff import diff_reports
from syncd.submit.plain_files import OddFileError, read_plain
from syncd.submit.portal import Receipt

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from syncd.rating.counterpart import Known
    from syncd.rating.difference import Difference
    from syncd.submit.portal import Package

SIDES: Final = Sides(
    Text("the report built here", "dem hier erstellten Bericht"),
    Text("the one submitted by hand", "dem von Hand eingereichten"),
)
MOST_BYTES: Final = 32 * 1024 * 1024
"""A larger file is no report."""
_REMEMBERED: Final = 512
"""So many files are kept read; a waiting report asks for them again and again."""


class Comparison(NamedTuple):
    """What a report was compared with.

    Attributes:
        file: name of the file of the same tournament, empty if there is none.
        differences: empty if both say the same.
    """

    file: str
    differences: tuple[Difference, ...] = ()


class Shelf(NamedTuple):
    """The reports in a folder.

    Attributes:
        reports: in the order in which they were written.
        unreadable: names of the files that are no reports.
    """

    reports: Sequence[Known]
    unreadable: Sequence[str]


@dataclass(frozen=True, slots=True)
class ShadowPortal:
    """A folder with the reports that people submitted by hand.

    Attributes:
        name: name of the portal in the configuration.
        folder: existing folder with their XML files.
    """

    name: str
    folder: Path

    @property
    def host(self) -> str:
        """The folder."""
        return f"folder:{self.name}"

    @property
    def can_ask(self) -> bool:
        """To send and to ask are the same here: to compare."""
        return True

    def ask(self, package: Package) -> Receipt | None:
        """Compare; see `Portal.send` for the errors."""
        return self.send(package)

    def send(self, package: Package) -> Receipt:
        """Compare; see `Portal.send` for the errors."""
        try:
            found = compare(package, load_shelf(self.folder))
        except OSError as error:
            raise self._unreachable(error) from error
        except FormatError as error:
            raise RejectedError(error.text) from error
        if not found.file:
            raise NothingYetError(self._nothing_yet())
        if not all(item.is_listing for item in found.differences):
            raise DifferenceError(_differs(found))
        return Receipt(already_there=True, number=found.file, was_sent=False)

    def test(self, package: Package) -> Receipt:
        """Try whether the folder can be read. See `syncd.submit.portal.Testable`."""
        del package
        try:
            load_shelf(self.folder)
        except OSError as error:
            raise self._unreachable(error) from error
        return Receipt(already_there=False, was_sent=False)

    def _nothing_yet(self) -> Text:
        return Text(
            f"{self.name}: nothing is sent, the report is only compared. No report of "
            f"this tournament lies in {self.folder} yet.",
            f"{self.name}: Es wird nichts gesendet, der Bericht wird nur verglichen. "
            f"In {self.folder} liegt noch kein Bericht dieses Turniers.",
        )

    def _unreachable(self, error: OSError) -> UnreachableError:
        why = error.strerror or type(error).__name__
        text = Text(
            f"{self.name}: the folder {self.folder} cannot be read ({why}). Please "
            "check that it exists and can be read.",
            f"{self.name}: Der Ordner {self.folder} ist nicht lesbar ({why}). Bitte "
            "prüfen, ob es ihn gibt und ob er lesbar ist.",
        )
        return UnreachableError(text)


def compare(package: Package, shelf: Shelf) -> Comparison:
    """Return in what a report differs from the submitted one.

    Raises:
        FormatError: our own report cannot be read.
    """
    ours = read_known(f"{package.file_uuid}.xml", package.data)
    theirs = counterpart(ours, shelf.reports)
    if theirs is None:
        return Comparison("")
    differences = diff_reports(ours.report.payload, theirs.report.payload)
    return Comparison(theirs.name, differences)


def load_shelf(folder: Path) -> Shelf:
    """Return the reports in a folder; files of other kinds are left alone.

    Raises:
        OSError: the folder cannot be read.
    """
    files = []
    for path in folder.iterdir():
        if path.suffix.lower() == ".xml" and path.name[0] != "." and path.is_file():
            facts = path.stat()
            files.append((facts.st_mtime_ns, path, facts.st_size))
    reports, unreadable = [], []
    for modified_ns, path, size in sorted(files):
        known = _read(path, modified_ns, size)
        if known is None:
            unreadable.append(path.name)
        else:
            reports.append(known)
    return Shelf(reports, unreadable)


@lru_cache(maxsize=_REMEMBERED)
def _read(path: Path, modified_ns: int, size: int) -> Known | None:
    """Return the report in a file as it stands, None if it is none."""
    del modified_ns  # it makes a changed file another one
    if size > MOST_BYTES:
        return None
    try:
        data = read_plain(path, MOST_BYTES, follows_links=True)
        return read_known(path.name, data)
    except (FormatError, OddFileError):
        return None


def _differs(found: Comparison) -> Text:
    text = told(found.differences, SIDES)
    return Text(
        f"Compared with {found.file}; differences: {len(found.differences)}.\n"
        f"{text.en}",
        f"Verglichen mit {found.file}; Abweichungen: {len(found.differences)}.\n"
        f"{text.de}",
    )
