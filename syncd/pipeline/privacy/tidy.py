"""The job `tidy`: what `[retention]` says is no longer kept, in short transactions."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.store import retention
from syncd.store.events import save_event

if TYPE_CHECKING:
    from collections.abc import Callable

    from syncd.pipeline.context import Context
    from syncd.store.engine import Session

    _Forget = Callable[[Session, dt.datetime], int]


def tidy_up(
    context: Context,
    clock: Callable[[], dt.datetime],
    progress: Callable[[int], None],
) -> Text:
    """Delete what is older than `[retention]` allows.

    Args:
        context: the outside world.
        clock: gives the aware UTC time.
        progress: told that the job goes on.

    Returns:
        What was deleted, and how much.
    """
    wanted, now = context.settings.retention, clock()
    said = []
    for name, forget, words in _KINDS:
        days = getattr(wanted, name)
        if days:
            before = now - dt.timedelta(days=days)
            count = _forget_all(context, forget, before, progress)
            said.append(Text(f"{count} {words.en}", f"{count} {words.de}"))
    if not said:
        return _NOTHING
    en, de = ", ".join(it.en for it in said), ", ".join(it.de for it in said)
    text = Text(f"Deleted for good: {en}.", f"Endgültig gelöscht: {de}.")
    with context.store.write("tidy.told") as session:
        save_event(session, "retention.tidied", text, now)
    return text


def _forget_all(
    context: Context,
    forget: _Forget,
    before: dt.datetime,
    progress: Callable[[int], None],
) -> int:
    total = 0
    while True:
        with context.store.write("tidy.some") as session:
            count = forget(session, before)
        progress(count)
        total += count
        if not count:
            return total


_KINDS: Final[tuple[tuple[str, _Forget, Text], ...]] = (
    ("raw_days", retention.forget_files, Text("stored files", "gespeicherte Dateien")),
    ("findings_days", retention.forget_findings,
     Text("files' findings", "Befunde zu Dateien")),
    ("attempts_days", retention.forget_answers,
     Text("answers of servers", "Antworten von Servern")),
)  # fmt: skip
_NOTHING: Final = Text(
    "Everything is kept: [retention] names no days.",
    "Alles bleibt gespeichert: [retention] nennt keine Tage.",
)
