"""The commands that hold files against each other: differences, and merging."""

from __future__ import annotations

import datetime as dt
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from syncd.bilingual import Text, counted_as
from syncd.cli.options import JsonOption  # noqa: TC001 - typer reads annotations
from syncd.cli.session import of

if TYPE_CHECKING:
    from syncd.cli.output import Output
    from syncd.model.tournament import Tournament
    from syncd.sync.merge3 import Merged
    from syncd.sync.policy import Policy, Voices


class Decider(StrEnum):
    """Who decides where both files have changed the same."""

    ASK = "ask"
    OURS = "ours"
    THEIRS = "theirs"
    NEWEST = "newest"


def register(app: typer.Typer) -> None:
    """Add these commands to the application."""
    app.command()(diff)
    app.command()(merge)


def diff(
    context: typer.Context,
    old: Annotated[Path, typer.Argument(metavar="A", help="The file before.")],
    new: Annotated[Path, typer.Argument(metavar="B", help="The file after.")],
    *,
    json: JsonOption = False,
) -> None:
    """Say what differs between two files of one tournament."""
    from syncd.cli.converting import read_source
    from syncd.sync.diff import diff as changes_of

    output = of(context).use_json(wanted=json)
    before, after = (read_source(each).tournament for each in (old, new))
    changes = changes_of(before, after)
    if json:
        from syncd.cli import change_shapes

        shown = change_shapes.changes(changes)
        output.document({"a": str(old), "b": str(new), **shown})
    else:
        from syncd.cli.change_tables import print_changes
        from syncd.sync.changewords import names_of

        print_changes(output, changes, names_of(before) | names_of(after))


def merge(
    context: typer.Context,
    base: Annotated[
        Path, typer.Argument(metavar="BASE", help="What both started from.")
    ],
    ours: Annotated[Path, typer.Argument(metavar="OURS", help="What stands here.")],
    theirs: Annotated[
        Path, typer.Argument(metavar="THEIRS", help="What the other source says now.")
    ],
    *,
    policy: Annotated[
        Decider,
        typer.Option(
            "--policy",
            help="Who is right where both changed the same: nobody (ask), the owner "
            "of the tournament (ours, theirs), or the newer file (never for results).",
        ),
    ] = Decider.ASK,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", help="Write the merged tournament; .json: snapshot, else TRF."
        ),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Put what one file has changed into another, and list what a person must decide.

    The exit code is 1 if something must be decided; that stays as it is in OURS.
    """
    from syncd.cli.converting import read_source
    from syncd.sync.merge3 import merge as merged_from

    output = of(context).use_json(wanted=json)
    before, mine, yours = (read_source(each) for each in (base, ours, theirs))
    merged = merged_from(
        before.tournament, mine.tournament, yours.tournament, _policy(policy),
        voices=_voices(ours, theirs),
    )  # fmt: skip
    losses = _written(merged.tournament, out) if out else []
    if json:
        from syncd.cli import change_shapes

        shown = change_shapes.merge(merged, output.language)
        written = None if out is None else str(out)
        output.document({**shown, "written": written, "left_out": losses})
    else:
        _print(output, merged, out, losses)
    if merged.conflicts:
        raise typer.Exit(1)


def _policy(decider: Decider) -> Policy:
    from syncd.sync.policy import Choice, Group, Policy

    if decider is Decider.NEWEST:
        groups = set(Group) - {Group.RESULTS}
        return Policy(choices=dict.fromkeys(groups, Choice.NEWEST))
    return Policy(owner="" if decider is Decider.ASK else decider.value)


def _voices(ours: Path, theirs: Path) -> Voices:
    """Return both files as sources, with the times at which they were written."""
    from syncd.sync.policy import Origin, Voices

    return Voices(
        Origin("theirs", _written_utc(theirs)), Origin("ours", _written_utc(ours))
    )


def _written_utc(path: Path) -> dt.datetime:
    return dt.datetime.fromtimestamp(path.stat().st_mtime, dt.UTC)


def _written(tournament: Tournament, out: Path) -> list[str]:
    """Write the tournament; return what the form of the file cannot hold.

    Raises:
        EncodeError: a text of it is no valid Unicode.
    """
    from syncd.cli.converting import deliver
    from syncd.formats.snapshot import encode_snapshot
    from syncd.formats.trf import from_tournament

    if out.suffix.lower() == ".json":
        deliver(encode_snapshot(tournament) + b"\n", out)
        return []
    written = from_tournament(tournament, "clm", lossy=True)
    deliver(written.data, out)
    return [finding.text.en for finding in written.findings]


def _print(output: Output, merged: Merged, out: Path | None, losses: list[str]) -> None:
    from syncd.cli.change_tables import print_merge

    print_merge(output, merged)
    if out is not None:
        output.say(Text(f"Written: {out}", f"Geschrieben: {out}"))
    if losses:
        lost = counted_as(
            len(losses), Text("thing", "Angabe"), Text("things", "Angaben")
        )
        output.warn(
            Text(
                f"{lost.en} cannot stand in a TRF; name a .json file to keep "
                "everything.",
                f"{lost.de} kann eine TRF-Datei nicht halten; mit der Endung .json "
                "bleibt alles erhalten.",
            )
        )
