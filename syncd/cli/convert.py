"""The command that writes a tournament in another form."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from syncd.bilingual import Text
from syncd.cli import shapes
from syncd.cli.options import (
    AcceptOption,
    AgeClassOption,
    EndOption,
    JsonOption,
    LabelOption,
    LocationOption,
    StartOption,
    TimeControlOption,
    TypeOption,
    ZeroZeroOption,
    given_facts,
)
from syncd.cli.session import now, of
from syncd.errors import FormatError
from syncd.model.findings import Finding, Severity
from syncd.rating.confirmed import Confirmed

if TYPE_CHECKING:
    from syncd.cli.converting import Converted
    from syncd.cli.output import Output


class Target(StrEnum):
    """What a file can become."""

    TRF06 = "trf06"
    TRF16 = "trf16"
    TRF26 = "trf26"
    CLM = "clm"
    PAIRING = "pairing"
    DWZ = "dwz"
    JSON = "json"


def register(app: typer.Typer) -> None:
    """Add this command to the application."""
    app.command()(convert)


def convert(
    context: typer.Context,
    source: Annotated[Path, typer.Argument(metavar="IN", help="TRF, XML or snapshot.")],
    out: Annotated[
        Path, typer.Argument(metavar="OUT", help="File to write; - is stdout.")
    ],
    *,
    to: Annotated[Target, typer.Option("--to", help="Form of the new file.")],
    other: Annotated[
        Path | None,
        typer.Option("--with", help="The XML beside the TRF, or the other way round."),
    ] = None,
    lossy: Annotated[
        bool, typer.Option("--lossy", help="Write it even if something is lost.")
    ] = False,
    start: StartOption = None,
    end: EndOption = None,
    time_control: TimeControlOption = "",
    location: LocationOption = "",
    label: LabelOption = "",
    age_class: AgeClassOption = "",
    kind: TypeOption = None,
    zero_zero: ZeroZeroOption = False,
    accept: AcceptOption = None,
    json: JsonOption = False,
) -> None:
    """Write a tournament in another form; what would be lost is named and refused.

    Facts (--start to --accept) are for --to dwz, as in `syncd report`.
    """
    from syncd.cli.converting import STDOUT, deliver

    session = of(context)
    output = session.use_json(wanted=json)
    if json and out == STDOUT:
        message = "--json and OUT - both want stdout; name a file."
        raise typer.BadParameter(message)
    confirmed = given_facts(
        start=start, end=end, time_control=time_control, location=location,
        label=label, age_class=age_class, kind=kind, accept=accept,
    )  # fmt: skip
    if to is not Target.DWZ and (zero_zero or confirmed != Confirmed()):
        message = "facts about a tournament are only for --to dwz."
        raise typer.BadParameter(message)
    try:
        files = [path for path in (source, other) if path]
        if to is Target.DWZ:
            result = _reported(context, files, out, confirmed, zero_zero=zero_zero)
        else:
            result = _converted(source, other, to, lossy=lossy)
    except FormatError as exc:
        texts = (exc.text, *exc.causes)
        result = _failed([Finding("file.unreadable", Severity.ERROR, t) for t in texts])
    is_there = to is Target.DWZ and out != STDOUT  # `syncd report` wrote it
    if result.data is not None and not is_there:
        deliver(result.data, out)
    _print(output, result, out)
    if result.data is None:
        raise typer.Exit(1)


def _failed(findings: list[Finding]) -> Converted:
    from syncd.cli.converting import Converted

    return Converted(None, tuple(findings))


def _reported(
    context: typer.Context,
    files: list[Path],
    out: Path,
    confirmed: Confirmed,
    *,
    zero_zero: bool,
) -> Converted:
    from syncd.cli.converting import to_dwz
    from syncd.cli.reporting import Task

    settings = of(context).settings()
    task = Task(
        files, out, confirmed, settings, "", now(), zero_zero=zero_zero,
        weights=settings.rule_weights,
    )  # fmt: skip
    return to_dwz(task)


def _converted(
    source: Path, other: Path | None, to: Target, *, lossy: bool
) -> Converted:
    from syncd.cli import converting

    read = converting.read_source(source, other)
    if to is Target.JSON:
        return converting.to_snapshot(read)
    return converting.to_trf(read, to.value, lossy=lossy)


def _print(output: Output, result: Converted, out: Path) -> None:
    """Say what was written and what was not; nothing else may mix with the file."""
    from syncd.cli.converting import LOST, STDOUT
    from syncd.cli.findings_table import print_findings

    if output.as_json:
        output.document(
            {
                "written": None if result.data is None else str(out),
                "findings": [
                    shapes.finding_shape(finding, output.language)
                    for finding in result.findings
                ],
            }
        )
        return
    if out == STDOUT:
        for finding in result.findings:
            output.warn(finding.text)
        return
    print_findings(output, result.findings, in_full={LOST})
    output.say(
        Text("Nothing was written.", "Nichts wurde geschrieben.")
        if result.data is None
        else Text(f"Written: {out}", f"Geschrieben: {out}")
    )
