"""The demonstration: the whole daemon on real-format exports, against the simulator.

Nothing is faked: a real folder, the real watcher, broker, workers and store, and a
real HTTP server that answers the first send of each report with another fault. At the
end every report is accepted exactly once.
"""

from __future__ import annotations

import datetime as dt
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.daemon.outside import open_context
from syncd.demo import scenario
from syncd.demo.portal_sim import PortalSim
from syncd.demo.result import DemoResult, collect
from syncd.demo.stage import Stage
from syncd.errors import ConfigError, SyncdError
from syncd.pipeline.deciding import people
from syncd.pipeline.judging.assess import explain
from syncd.rating.confirmed import Confirmed
from syncd.store import inbox, outbox, readmodels, rechecks
from syncd.store.engine import Session, Store
from syncd.wake import NullWake

if TYPE_CHECKING:
    from collections.abc import Callable

    from syncd.pipeline.context import Context

OWNER: Final = "demo"
LIMIT_S: Final = 90.0
LOOK_S: Final = 0.1
STALL_S: Final = 3.0


def run_demo(keep: Path | None, show: Callable[[Text], None] | None) -> DemoResult:
    """Run the demonstration.

    Args:
        keep: new folder that is kept afterwards; None = a temporary one.
        show: told what happens, None for silence.

    Returns:
        What the portal, the store and the daemon say in the end.

    Raises:
        ConfigError: the folder exists already or cannot be made.
        SyncdError: the daemon stopped, or it took far too long.
    """
    with ExitStack() as stack:
        stage = Stage(_folder(stack, keep))
        sim = stack.enter_context(
            PortalSim(stage.portal_db, faults=scenario.FAULTS, stall_s=STALL_S)
        )
        settings = stage.build(sim.url)
        stage.start_daemon()
        stack.callback(stage.stop_daemon)
        store = Store(settings.store_url)
        stack.callback(store.close)
        context = open_context(store, settings, wake=NullWake(), owner=OWNER)
        play = _Play(stage, context, show or _say_nothing)
        play.first_exports()
        play.again()
        play.corrected()
        play.helped()
        code = stage.stop_daemon()
        return collect(play.store, sim.ledger, files=play.files, exit_code=code)


class _Play:
    """The acts of the demonstration, each waiting until its effect is there."""

    def __init__(
        self, stage: Stage, context: Context, show: Callable[[Text], None]
    ) -> None:
        self.stage = stage
        self.context = context
        self.store = context.store
        self.show = show
        self.files = 0

    def first_exports(self) -> None:
        """Drop the first exports, one of them slowly, and wait for four receipts."""
        self.show(_DROPPED)
        self._put(scenario.SLOW)
        for drop in scenario.FIRST:
            self._put(drop)
        self._until(lambda session: _accepted(session) >= scenario.REPORTED_FIRST)
        self._until(lambda session: not _in_work(session))
        self.show(_FIRST_DONE)

    def again(self) -> None:
        """Drop an unchanged export and wait until it is recognised as such."""
        self._put(scenario.AGAIN)
        self._until(
            lambda session: inbox.UNCHANGED in readmodels.count_arrivals(session)
        )
        self.show(_AGAIN_DONE)

    def corrected(self) -> None:
        """Drop a corrected export and wait for the correction's receipt."""
        self._put(scenario.CORRECTED)
        self._until(lambda session: _accepted(session) > scenario.REPORTED_FIRST)
        self._until(lambda session: not _in_work(session))
        self.show(_CORRECTED_DONE)

    def helped(self) -> None:
        """Complete tournaments with a second export and with a person's answers."""
        before = self._count_accepted()
        for item in scenario.HELPED:
            for drop in item.drops:
                self._put(drop)
                self._until(lambda session: _taken(session) >= self.files)
            self._answer(item)
        wanted = before + len(scenario.HELPED)
        self._until(lambda session: _accepted(session) >= wanted)
        self._until(lambda session: not _in_work(session))
        self.show(_HELPED_DONE)

    def _answer(self, item: scenario.Helped) -> None:
        """State the facts and answer with yes what `syncd why` asks."""
        with self.store.read() as session:
            number = readmodels.find_tournament_id(session, item.name)
        if item.facts != Confirmed():
            people.confirm(self.context, number, item.facts, _now())
        for _ in range(scenario.MOST_QUESTIONS):
            if not explain(self.context, number, _now()).needs_person:
                return
            people.confirm(self.context, number, Confirmed(), _now())

    def _count_accepted(self) -> int:
        with self.store.read() as session:
            return _accepted(session)

    def _put(self, drop: scenario.Drop) -> None:
        self.files += 1
        self.stage.put(drop)

    def _until(self, reached: Callable[[Session], bool]) -> None:
        """Wait until the store shows it; the daemon must keep running meanwhile."""
        end_s = time.monotonic() + LIMIT_S
        while not self._shows(reached):
            if not self.stage.is_daemon_alive():
                raise SyncdError(_stopped(self.stage))
            if time.monotonic() > end_s:
                raise SyncdError(_too_slow(self.stage))
            time.sleep(LOOK_S)

    def _shows(self, reached: Callable[[Session], bool]) -> bool:
        if not (self.stage.folder / "state" / "daemon.json").exists():
            return False  # the schema is being made
        with self.store.read() as session:
            return reached(session)


def _accepted(session: Session) -> int:
    lines = readmodels.list_reports(session)
    return sum(line.state in outbox.AT_PORTAL for line in lines)


def _taken(session: Session) -> int:
    """Return how many arrivals have come to their end."""
    counts = readmodels.count_arrivals(session)
    return sum(counts.values()) - counts.get(inbox.RECEIVED, 0)


def _now() -> dt.datetime:
    return dt.datetime.now(dt.UTC)


def _in_work(session: Session) -> bool:
    """Return whether an arrival or a tournament has not come to its end yet."""
    if inbox.RECEIVED in readmodels.count_arrivals(session):
        return True
    return bool(rechecks.due_tournaments(session, _now(), 1))


def _folder(stack: ExitStack, keep: Path | None) -> Path:
    if keep is None:
        temporary = tempfile.TemporaryDirectory(
            prefix="syncd-demo-", ignore_cleanup_errors=True
        )
        return Path(stack.enter_context(temporary))
    try:
        keep.mkdir(parents=True)
    except OSError as exc:
        raise ConfigError(
            Text(
                f"{keep} cannot be made: {exc.strerror}. Name a folder that does not "
                "exist yet.",
                f"{keep} kann nicht angelegt werden: {exc.strerror}. Bitte einen "
                "Ordner nennen, den es noch nicht gibt.",
            )
        ) from exc
    return keep.resolve()


def _say_nothing(text: Text) -> None:
    del text


def _stopped(stage: Stage) -> Text:
    return Text(
        f"The daemon stopped by itself:\n{_tail(stage)}",
        f"Der Daemon hat sich von selbst beendet:\n{_tail(stage)}",
    )


def _too_slow(stage: Stage) -> Text:
    return Text(
        f"Nothing happened for {LIMIT_S:.0f} seconds:\n{_tail(stage)}",
        f"Seit {LIMIT_S:.0f} Sekunden ist nichts geschehen:\n{_tail(stage)}",
    )


def _tail(stage: Stage) -> str:
    """Return the last lines of the daemon's log."""
    text = (stage.folder / "daemon.log").read_text(encoding="utf-8", errors="replace")
    return "\n".join(text.splitlines()[-15:])


_DROPPED: Final = Text(
    "Seven exports arrive in the watched folder, one of them being written slowly …",
    "Sieben Exporte treffen im überwachten Ordner ein, einer davon langsam …",
)
_FIRST_DONE: Final = Text(
    "Four finished tournaments are accepted, each after a fault of the portal.",
    "Vier beendete Turniere sind angenommen, jedes nach einer Störung des Portals.",
)
_AGAIN_DONE: Final = Text(
    "The same export again: nothing new, nothing sent.",
    "Derselbe Export noch einmal: nichts Neues, nichts gesendet.",
)
_HELPED_DONE: Final = Text(
    "Two leagues and a double round robin: completed by CLM's XML and by a person's "
    "answers, accepted.",
    "Zwei Mannschaftsturniere und ein doppelrundiges Turnier: durch das XML des CLM "
    "und Antworten eines Menschen vervollständigt, angenommen.",
)
_CORRECTED_DONE: Final = Text(
    "A corrected result: second report, same tournamentUUID, new fileUUID.",
    "Ein berichtigtes Ergebnis: zweiter Bericht, gleiche tournamentUUID, neue "
    "fileUUID.",
)
