"""A tournament to the bytes of a TRF, or a refusal that names all it would lose.

The lines are made by the column tables that the reader uses, and the file is then read
again. What did not come back is a loss: then nothing is written unless the caller wants
it nevertheless, and either way every loss is named.

    from_tournament(to_tournament(decode(data)).tournament, Form.TRF26).data
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from syncd.bilingual import Text
from syncd.errors import EncodeError
from syncd.formats.trf.decode import decode
from syncd.formats.trf.mapping import to_tournament
from syncd.formats.trf.writing.clm import (
    clm_header_lines,
    clm_player_lines,
    xc_header_lines,
    xc_player_lines,
)
from syncd.formats.trf.writing.clm_reader import ignored_by_clm, refused_by_clm
from syncd.formats.trf.writing.for_clm import for_clm
from syncd.formats.trf.writing.forms import (
    LINE_ENDS,
    MOST_PLAYERS,
    WITH_13,
    WITH_26,
    Form,
)
from syncd.formats.trf.writing.header import header_lines
from syncd.formats.trf.writing.losses import losses
from syncd.formats.trf.writing.players import player_lines, used_rounds
from syncd.formats.trf.writing.rules import engine_lines, numbered_rule_lines
from syncd.formats.trf.writing.teams import roster_lines, team_lines_26
from syncd.model.findings import Finding, Severity
from syncd.model.tournament import Kind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from syncd.model.tournament import Tournament

_KIND_WORDS: Final = {
    Kind.SWISS: "Swiss",
    Kind.ROUND_ROBIN: "Round Robin",
    Kind.KNOCKOUT: "Knockout",
}
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f]")
"""No reader expects them, and some end a text or a line there."""


class Written(NamedTuple):
    """A file, and what it does not say.

    Attributes:
        data: the whole file.
        findings: losses, as warnings; then what only the program will not read that the
            form is for.
    """

    data: bytes
    findings: tuple[Finding, ...] = ()


def from_tournament(
    tournament: Tournament, form: Form | str, *, lossy: bool = False
) -> Written:
    """Return a tournament as a file.

    Args:
        tournament: what is to be written.
        form: which TRF.
        lossy: write it even if something is lost.

    Raises:
        EncodeError: something would be lost, each named in `causes`; or there are more
            players than start numbers can have.
        ValueError: there is no such form.
    """
    form = Form(form)
    _check_numbers(tournament)
    data = _encoded(tournament, form)
    lost = _losses(tournament, data, form)
    if lost and not lossy:
        raise EncodeError(_would_lose(form, len(lost)), causes=lost)
    notes = ignored_by_clm(tournament) if form is Form.CLM else []
    return Written(data, (*map(_lost, lost), *notes))


def _check_numbers(tournament: Tournament) -> None:
    highest = max((entrant.id for entrant in tournament.entrants), default=0)
    if highest > MOST_PLAYERS:
        raise EncodeError(
            Text(
                en=f"Start number {highest} is too high: a TRF has four columns for "
                f"it, so {MOST_PLAYERS} is the last one. Divide the tournament.",
                de=f"Die Startnummer {highest} ist zu hoch: eine TRF-Datei hat dafür "
                f"vier Spalten, {MOST_PLAYERS} ist die letzte. Bitte teilen.",
            ),
            value=str(highest),
        )


def _encoded(tournament: Tournament, form: Form) -> bytes:
    """Return the file; the kind of tournament is added in words where nothing tells."""
    data = _joined(tournament, form)
    if tournament.kind is Kind.UNKNOWN or tournament.type_text:
        return data
    if to_tournament(decode(data)).tournament.kind is tournament.kind:
        return data
    return _joined(replace(tournament, type_text=_KIND_WORDS[tournament.kind]), form)


def _joined(tournament: Tournament, form: Form) -> bytes:
    prepared = for_clm(tournament) if form is Form.CLM else tournament
    end = LINE_ENDS[form]
    lines = [line for line in _lines(prepared, form) if line]
    text = "".join([_CONTROL.sub(" ", line) + end for line in lines])
    return text.encode("utf-8", "replace")


def _lines(tournament: Tournament, form: Form) -> Iterator[str]:
    used = used_rounds(tournament)
    yield from header_lines(tournament, form, used)
    if form is Form.CLM:
        yield from clm_header_lines(tournament)
    if form is Form.FULL:
        yield from xc_header_lines(tournament)
    yield from player_lines(tournament, form, used)
    if form is Form.CLM:
        yield from clm_player_lines(tournament)
    if form is Form.FULL:
        yield from xc_player_lines(tournament)
    if form in WITH_13 or (form in WITH_26 and not tournament.is_team):
        yield from roster_lines(tournament.teams)
    if form in WITH_26:
        yield from team_lines_26(tournament)
        yield from numbered_rule_lines(tournament.rules, used + 1)
    if form is Form.PAIRING:
        yield from engine_lines(tournament, used + 1)


def _losses(tournament: Tournament, data: bytes, form: Form) -> list[Text]:
    found = to_tournament(decode(data)).tournament
    lost = losses(tournament, found, used_rounds(tournament) + 1)
    return [*refused_by_clm(tournament), *lost] if form is Form.CLM else lost


def _would_lose(form: Form, count: int) -> Text:
    return Text(
        en=f"The form {form} cannot hold everything ({count} points, listed below); "
        "nothing was written. With --lossy it is written nevertheless.",
        de=f"Die Form {form} kann nicht alles aufnehmen ({count} Punkte, siehe unten); "
        "nichts wurde geschrieben. Mit --lossy wird trotzdem geschrieben.",
    )


def _lost(text: Text) -> Finding:
    return Finding(
        code="convert.lost",
        severity=Severity.WARNING,
        text=Text(f"Not in the file: {text.en}", f"Nicht in der Datei: {text.de}"),
    )
