"""Lines of `syncd status` on what waits, who works, and what runs short."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from syncd.bilingual import Text
from syncd.cli.words import local_time

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Sequence

    from syncd.store.backlog import LongestWait
    from syncd.store.breakers import Breaker

LOW_BYTES: Final = 512 * 2**20
"""Less free space than this is worth a warning: a database, its log and the exports of
a whole season need far less, but a full disk stops everything."""

_KINDS: Final = {
    "arrival": Text("Longest waiting file", "Am längsten wartende Datei"),
    "tournament": Text(
        "Longest waiting to be looked at", "Am längsten wartet auf Prüfung"
    ),
    "submission": Text("Longest waiting report", "Am längsten wartender Bericht"),
}


def is_low(free_bytes: int) -> bool:
    """Return whether there is too little free space to go on carefree."""
    return free_bytes < LOW_BYTES


def low_text(free_bytes: int) -> Text:
    """Say that the disk is nearly full."""
    free = free_bytes // 2**20
    return Text(
        f"Warning: only {free} MiB are free where the state is kept. If the disk is "
        "full, nothing is taken or sent until there is room again. Free some space.",
        f"Warnung: Wo der Zustand liegt, sind nur noch {free} MiB frei. Ist der "
        "Datenträger voll, wird nichts mehr übernommen oder gesendet, bis wieder Platz "
        "ist. Bitte Platz schaffen.",
    )


def waiting_text(item: LongestWait) -> Text:
    """Say what waits longest, and since when."""
    label, since = _KINDS[item.kind], local_time(item.since_utc)
    to = f" → {item.portal}" if item.portal else ""
    return Text(
        f"{label.en}: {item.name}{to}, since {since.en}.",
        f"{label.de}: {item.name}{to}, seit {since.de}.",
    )


def waiting_shape(item: LongestWait, now: dt.datetime) -> dict[str, Any]:
    """Return it for JSON."""
    return {
        "kind": item.kind,
        "id": item.id,
        "name": item.name,
        "portal": item.portal or None,
        "since": item.since_utc.isoformat(),
        "waits_s": max(0.0, (now - item.since_utc).total_seconds()),
    }


def breaker_text(item: Breaker) -> Text:
    """Say that a host is spared, and until when."""
    until = local_time(item.open_until_utc)
    return Text(
        f"{item.host} is in trouble; nothing is sent there until {until.en}. "
        f"{item.note.en}".rstrip(),
        f"{item.host} ist gestört; bis {until.de} wird dorthin nichts gesendet. "
        f"{item.note.de}".rstrip(),
    )


def stuck_text(dead: int, held: int) -> Text | None:
    """Say how many reports nobody sends any more; None if there are none."""
    if not dead and not held:
        return None
    return Text(
        f"Reports given up: {dead}, held: {held}. See: syncd reports",
        f"Aufgegebene Berichte: {dead}, angehaltene: {held}. Siehe: syncd reports",
    )


def workers_text(workers: Sequence[dict[str, Any]], silent_s: float) -> Text | None:
    """Say who works on which queues, and who has fallen silent; None if nobody does.

    Args:
        workers: as `read_workers` returns them.
        silent_s: seconds after which a worker counts as silent.
    """
    if not workers:
        return None
    lines = [_worker_text(item, silent_s) for item in workers]
    return Text(
        "Workers: " + "; ".join(line.en for line in lines) + ".",
        "Worker: " + "; ".join(line.de for line in lines) + ".",
    )


def _worker_text(item: dict[str, Any], silent_s: float) -> Text:
    name = f"{item['name']}@{item['host']} ({', '.join(item['queues'])})"
    if item["silent_s"] <= silent_s:
        return Text(name, name)
    silent = item["silent_s"]
    return Text(f"{name}, silent for {silent} s", f"{name}, seit {silent} s stumm")
