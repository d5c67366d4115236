"""The scenarios as their folders tell them, and the list of all of them.

A folder has `scenario.toml` and the files that it names. There are two kinds: `[merge]`
is base, ours and theirs with what follows, `[pipeline]` is files that arrive one after
the other. `README.md` is made from the sentences: run this module after a change.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from syncd.formats.dwzxml.tolerant import read_xml
from syncd.formats.snapshot import decode_snapshot
from syncd.formats.trf import decode, to_tournament

if TYPE_CHECKING:
    from collections.abc import Mapping

    from syncd.model.tournament import Tournament

FOLDER = Path(__file__).parent
RULES = 25
"""So many situations administrators have named; each must be told by a scenario."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """One situation.

    Attributes:
        folder: with its files.
        de: what happens, in a sentence.
        en: the same in English.
        rule: number of the situation in the list of administrators, 0 for further ones.
        waiting_for: what is still to be built before it can pass, else empty.
        merge: what a merge of three tournaments is to lead to, if it is about that.
        pipeline: what files lead to, if it is about that.
    """

    folder: Path
    de: str
    en: str
    rule: int = 0
    waiting_for: str = ""
    merge: Mapping[str, Any] | None = None
    pipeline: Mapping[str, Any] | None = None

    @property
    def name(self) -> str:
        """Name of the folder."""
        return self.folder.name

    def read(self, name: str) -> Tournament:
        """Return one of its tournaments: `base`, `ours`, `theirs` or `expected`."""
        return _read(next(self.folder.glob(f"{name}.*")))

    def bytes_of(self, name: str) -> bytes:
        """Return a file as it is."""
        return (self.folder / name).read_bytes()


@cache
def _read(path: Path) -> Tournament:
    data = path.read_bytes()
    if path.suffix == ".json":
        return decode_snapshot(data)
    if path.suffix == ".xml":
        return read_xml(data).tournament
    return to_tournament(decode(data)).tournament


def load_scenarios() -> list[Scenario]:
    """Return all scenarios by name; an unknown key in one is an error."""
    return [
        Scenario(path.parent, **tomllib.loads(path.read_text(encoding="utf-8")))
        for path in sorted(FOLDER.glob("*/scenario.toml"))
    ]


def readme() -> str:
    """Return the list of all scenarios, for people."""
    lines = [
        "# Situationen / Situations",
        "",
        "Jeder Ordner erzählt eine Situation aus dem Alltag: `scenario.toml` sagt sie",
        "in einem Satz und was herauskommen muss, daneben liegen die Turniere. Alle",
        "Namen sind erfunden. Each folder tells one situation; all names are invented.",
        "A number in brackets is that of the administrators' own list.",
        "",
        "Die Liste macht `python tests/scenarios/scenario_files.py` aus den Ordnern.",
        "",
    ]
    for one in load_scenarios():
        rule = f" ({one.rule})" if one.rule else ""
        lines.append(f"* **{one.name}**{rule}: {one.de} / {one.en}")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    (FOLDER / "README.md").write_text(readme(), encoding="utf-8")
