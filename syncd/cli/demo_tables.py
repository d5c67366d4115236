"""The end of the demonstration as tables for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from syncd.bilingual import Text
from syncd.cli.words import word

if TYPE_CHECKING:
    from syncd.cli.output import Output
    from syncd.demo.result import DemoResult


def print_demo(result: DemoResult, output: Output) -> None:
    """Print what was reported, what was not and why, and the verdict."""
    output.table(
        Text("Reports", "Berichte"),
        (
            Text("Tournament", "Turnier"), Text("Kind", "Art"),
            Text("fileUUID", "fileUUID"), Text("First answer", "Erste Antwort"),
            Text("Sends", "Sendungen"), Text("State", "Zustand"),
        ),
        (
            (
                line.tournament, word(line.kind), line.file_uuid[:8],
                result.faults.get(line.file_uuid, ""), line.sends, word(line.state),
            )
            for line in result.reports
        ),
    )  # fmt: skip
    output.table(
        Text("Not reported", "Nicht eingereicht"),
        (Text("What", "Was"), Text("Why", "Warum")),
        [
            *(
                (item.name, item.reason)
                for item in result.tournaments
                if item.wait_code
            ),
            *((item.name, item.note) for item in result.quarantined),
        ],
    )
    output.say(_verdict(result))


def _verdict(result: DemoResult) -> Text:
    count = len(result.reports)
    if result.is_right:
        return Text(
            f"Reports: {count}, each accepted exactly once.",
            f"Berichte: {count}, jeder genau einmal angenommen.",
        )
    return Text(
        "Something is wrong: not every report was accepted exactly once.",
        "Etwas stimmt nicht: nicht jeder Bericht wurde genau einmal angenommen.",
    )
