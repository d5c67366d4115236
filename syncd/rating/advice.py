"""The command that answers a reason to wait, in full, in place of the general one.

Texts of the core say "`syncd confirm`", since they know neither the tournament's number
nor where they are shown. Whoever shows them knows both.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.rating import wording
from syncd.rating.reason import ACCEPTABLE, Why

if TYPE_CHECKING:
    from collections.abc import Iterable

    from syncd.model.tournament import Entrant

GENERAL: Final = "`syncd confirm`"
_WITH_OPTION: Final = "`syncd confirm --"
LINK: Final = "syncd person link T "
"""How findings begin the command that says who a player is."""
_LINKING: Final = re.compile(re.escape(LINK) + r"([0-9]+) ([\w…]+)")
_OPTIONS: Final = {
    "time_control": Text("--time-control 5400+30", "--time-control 5400+30"),
    "not_dwz": Text("--time-control 5400+30", "--time-control 5400+30"),
    "T02": Text("--type swiss", "--type swiss"),
    "T06": Text("--start YYYY-MM-DD", "--start JJJJ-MM-TT"),
    "T09": Text("--end YYYY-MM-DD", "--end JJJJ-MM-TT"),
    "T18": Text("--location PLACE", "--location ORT"),
    "dates": Text(
        "--start YYYY-MM-DD --end YYYY-MM-DD", "--start JJJJ-MM-TT --end JJJJ-MM-TT"
    ),
    "kind": Text("--type swiss", "--type swiss"),
    "trf.kind": Text("--type swiss", "--type swiss"),
    "repeated_pairs": Text("--type swiss", "--type swiss"),
    "contact": Text("--label NAME --location PLACE", "--label NAME --location ORT"),
}
_ZERO_ZERO: Final = Text("--zero-zero", "--zero-zero")
ANSWERABLE: Final = frozenset({*ACCEPTABLE, Why.DOUBLE_FORFEIT})
"""Reasons that `--accept` answers where there is no store to remember the answer."""


def with_command(text: Text, code: str, tournament_id: int | str) -> Text:
    """Return a reason with the command that answers it for a stored tournament.

    Args:
        text: a reason or finding.
        code: its code, with or without the prefix `rule.`.
        tournament_id: number by which people name the tournament, or what stands for
            it where the number is not known.
    """
    options = _OPTIONS.get(code.removeprefix("rule."), Text("", ""))
    start = f"`syncd confirm {tournament_id}"
    link = f"syncd person link {tournament_id} "
    return Text(
        *(
            said.replace(GENERAL, f"{start} {option}`".replace(" `", "`"))
            .replace(_WITH_OPTION, f"{start} --")
            .replace(LINK, link)
            for said, option in zip(text, options, strict=True)
        )
    )


def for_file(text: Text, entrants: Iterable[Entrant]) -> Text:
    """Return a finding on players that only a file holds, so that none can be linked.

    Who a player is is then said for his name, with `syncd person set`.
    """
    names = {str(one.id): wording.full_name(one) for one in entrants}

    def answer(link: re.Match[str]) -> str:
        return f'syncd person set "{names.get(link[1], "…")}" --dsb-id {link[2]}'

    return Text(*(_LINKING.sub(answer, said) for said in text))


def with_options(text: Text, code: str) -> Text:
    """Return a reason or finding with the option of `syncd report` that answers it."""
    text = Text(*(said.replace(_WITH_OPTION, "`--") for said in text))
    options = _ZERO_ZERO if code == Why.ZERO_ZERO else _OPTIONS.get(code)
    if options is None and code in ANSWERABLE:
        options = Text(*[f"--accept {code}"] * 2)
    if options is None:
        return text
    return Text(
        text.en.replace(GENERAL, f"`{options.en}`"),
        text.de.replace(GENERAL, f"`{options.de}`"),
    )
