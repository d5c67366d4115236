"""A small world around the use cases: one source, scripted portals, a clock to turn.

Everything that can be real is real: the store, the formats, the rating rules. Only the
portal is a script, because its failures are what is tested.
"""

from __future__ import annotations

import datetime as dt
import uuid
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from syncd.bilingual import Text
from syncd.errors import (
    DuplicateError,
    OutcomeUnknownError,
    RejectedError,
    RemoteError,
    StaleRevisionError,
    UnreachableError,
)
from syncd.model.findings import Finding, Severity
from syncd.pipeline.arrivals.process import process_next
from syncd.pipeline.arrivals.receive import meet_sources, receive_file
from syncd.pipeline.context import Context
from syncd.pipeline.judging.assess import explain, load_case
from syncd.pipeline.sweep import work_off
from syncd.settings import (
    PortalSettings,
    RatingSettings,
    Settings,
    SourceSettings,
    WorkerSettings,
)
from syncd.store import outbox, readmodels, revisions
from syncd.store.inbox import FileFacts
from syncd.submit.portal import Package, Receipt

if TYPE_CHECKING:
    from collections.abc import Callable

    from syncd.pipeline.rules.policy import Policy
    from syncd.settings import PeerSettings
    from syncd.store.engine import Store
    from syncd.submit.lookup import Lookup
    from syncd.submit.peers.peer import Parcel, Peer
    from syncd.submit.portal import Portal

NOW = dt.datetime(2026, 11, 29, 12, 0, tzinfo=dt.UTC)
EXPORTS = Path(__file__).parents[1] / "data" / "clm"
SOURCE = SourceSettings(name="north", folder=Path("/in"))
DWZ = PortalSettings(name="dwz", kind="directory", folder=Path("/out"))
UPLOAD = DWZ.model_copy(update={"name": "upload"})
AT_ONCE = RatingSettings(
    mode="auto", corrections="auto", first_contact_hold_days=0,
    quiet_individual_s=0, quiet_team_s=0,
)  # fmt: skip


def seconds(number: float) -> dt.timedelta:
    """Return so many seconds."""
    return dt.timedelta(seconds=number)


def unreachable() -> RemoteError:
    """Return the error of a portal that got nothing."""
    return UnreachableError(Text("No connection.", "Keine Verbindung."))


def no_answer() -> RemoteError:
    """Return the error of a portal that said nothing after the request had left."""
    return OutcomeUnknownError(Text("No answer.", "Keine Antwort."))


def rejected() -> RemoteError:
    """Return the error of a portal that refuses a report."""
    text = Text("Player Klein is unknown.", "Spieler Klein ist unbekannt.")
    return RejectedError(text, status=422)


def fault(code: str) -> Finding:
    """Return an error that forbids a report."""
    return Finding(code, Severity.ERROR, Text("Wrong.", "Falsch."))


def stale(*_: object, **__: object) -> None:
    """Behave as if another worker had moved the head."""
    raise StaleRevisionError(Text("moved", "bewegt"))


def duplicate(*_: object, **__: object) -> None:
    """Behave as if another worker had made the report."""
    raise DuplicateError(Text("there", "da"))


def replaced(context: Context, **changes: object) -> Context:
    """Return a context that differs in some parts."""
    return replace(context, **changes)  # type: ignore[arg-type]


def export(name: str) -> bytes:
    """Return an export that CLM wrote from invented data."""
    return (EXPORTS / name).read_bytes()


SWISS = export("E02_clm.trf")
"""A finished Swiss of 16 players and 7 rounds, ready to be reported."""


def corrected(data: bytes = SWISS) -> bytes:
    """Return the export with the last game of players 5 and 15 won by player 5."""
    for old, new in (
        (b"1953/  /    2.5   13", b"1953/  /    3.0   13"),
        (b"11 w 0    15 b =", b"11 w 0    15 b 1"),
        (b"1959/  /    1.5   15", b"1959/  /    1.0   15"),
        (b"13 w 0     5 w =", b"13 w 0     5 w 0"),
    ):
        assert data.count(old) == 1
        data = data.replace(old, new)
    return data


def without_players(data: bytes = SWISS) -> bytes:
    """Return the export without its player lines."""
    lines = data.splitlines(keepends=True)
    return b"".join(line for line in lines if not line.startswith(b"001 "))


@dataclass
class ScriptedPortal:
    """A portal that answers from a script and accepts when the script is over.

    Attributes:
        host: what breaks together; the name unless a test says otherwise.
        answers: what it says when it is asked; nothing when they are used up.
    """

    name: str
    script: list[RemoteError | Receipt] = field(default_factory=list)
    received: list[Package] = field(default_factory=list)
    host: str = ""
    can_ask: bool = False
    answers: list[RemoteError | Receipt] = field(default_factory=list)
    asked: list[Package] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.host = self.host or self.name

    def ask(self, package: Package) -> Receipt | None:
        """Return or raise the next answer to a question."""
        self.asked.append(package)
        answer = self.answers.pop(0) if self.answers else None
        if isinstance(answer, RemoteError):
            raise answer
        return answer

    def send(self, package: Package) -> Receipt:
        """Return or raise the next answer."""
        known = {item.file_uuid for item in self.received}
        self.received.append(package)
        answer = self.script.pop(0) if self.script else Receipt(
            already_there=package.file_uuid in known, number=f"R-{len(self.received)}"
        )  # fmt: skip
        if isinstance(answer, RemoteError):
            raise answer
        return answer


@dataclass
class ScriptedPeer:
    """A peer that answers from a script and takes everything when that is over."""

    name: str
    host: str = ""
    script: list[RemoteError | Exception] = field(default_factory=list)
    received: list[Parcel] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.host = self.host or self.name

    def deliver(self, parcel: Parcel) -> Receipt:
        """Take a file, or raise the next error."""
        self.received.append(parcel)
        if self.script:
            raise self.script.pop(0)
        there = [item.data for item in self.received[:-1]]
        return Receipt(already_there=parcel.data in there)


@dataclass
class RecordingWake:
    """Remembers what was announced."""

    arrivals: list[int] = field(default_factory=list)
    tournaments: list[int] = field(default_factory=list)
    submissions: list[int] = field(default_factory=list)
    runs: list[int] = field(default_factory=list)
    deliveries: list[int] = field(default_factory=list)

    def arrival(self, arrival_id: int) -> bool:
        """Remember an arrival."""
        self.arrivals.append(arrival_id)
        return True

    def tournament(self, *tournament_ids: int) -> bool:
        """Remember tournaments."""
        self.tournaments.extend(tournament_ids)
        return True

    def submission(self, submission_id: int) -> bool:
        """Remember a submission."""
        self.submissions.append(submission_id)
        return True

    def delivery(self, delivery_id: int) -> bool:
        """Remember a file for a peer."""
        self.deliveries.append(delivery_id)
        return True

    def schedule_run(self, run_id: int) -> bool:
        """Remember a run of a schedule."""
        self.runs.append(run_id)
        return True


@dataclass
class World:
    """The use cases with everything around them.

    Attributes:
        store: an empty store.
        settings: reports go out at once unless a test says otherwise.
        now: what every clock shows.
        open_lookup: makes the way to a portal's reading interface, if it has one.
    """

    store: Store
    settings: Settings
    now: dt.datetime = NOW
    wake: RecordingWake = field(default_factory=RecordingWake)
    portals: dict[str, ScriptedPortal] = field(default_factory=dict)
    peers: dict[str, ScriptedPeer] = field(default_factory=dict)
    files: int = 0
    open_lookup: Callable[[PortalSettings], Lookup] | None = None

    @property
    def portal(self) -> ScriptedPortal:
        """The portal `dwz`."""
        return self.portals.setdefault("dwz", ScriptedPortal("dwz"))

    def context(self, owner: str = "d-1/host/1") -> Context:
        """Return the context of one worker process."""
        return Context(
            store=self.store,
            settings=self.settings,
            wake=self.wake,
            owner=owner,
            new_uuid=lambda: str(uuid.uuid4()),
            jitter=lambda: 1.0,
            open_portal=self._open,
            open_lookup=self.open_lookup,
            open_peer=self._open_peer,
            sleep=lambda wait_s: self.wait(seconds=wait_s),
        )

    def _open(self, settings: PortalSettings) -> Portal:
        return self.portals.setdefault(settings.name, ScriptedPortal(settings.name))

    def peer(self, name: str) -> ScriptedPeer:
        """Return a peer."""
        return self.peers.setdefault(name, ScriptedPeer(name))

    def _open_peer(self, settings: PeerSettings) -> Peer:
        return self.peer(settings.name)

    def clock(self) -> dt.datetime:
        """Return what every clock shows."""
        return self.now

    def wait(self, **duration: float) -> None:
        """Turn the clocks on, for instance `days=2`."""
        self.now += dt.timedelta(**duration)

    def configure(self, **rating: object) -> None:
        """Change settings of the section `rating`."""
        section = self.settings.rating.model_copy(update=rating)
        self.settings = self.settings.model_copy(update={"rating": section})

    def use_portals(self, *portals: PortalSettings) -> None:
        """Configure exactly these portals."""
        self.settings = self.settings.model_copy(update={"portals": portals})

    def use_peers(self, *peers: PeerSettings) -> None:
        """Configure exactly these peers, and a name of our own."""
        self.configure(installation="here")
        self.settings = self.settings.model_copy(update={"peers": peers})

    def receive(
        self, data: bytes, *, age_s: float = 0, name: str = "", source: str = "north"
    ) -> int:
        """Take a file that was exported `age_s` seconds ago; return the arrival."""
        self.files += 1
        name = name or f"open-{self.files}.trf"
        return receive_file(
            self.context(), source,
            FileFacts(name, len(data), mtime_ns=self.files, inode=self.files),
            name, data,
            stamp_utc=self.now - dt.timedelta(seconds=age_s), now=self.now,
        )  # fmt: skip

    def process(self, arrival_id: int) -> str | None:
        """Process one arrival."""
        return process_next(self.context(), arrival_id, self.now)

    def drop(self, data: bytes, *, age_s: float = 0) -> str | None:
        """Take and process a file, then do all that is due; return its state."""
        self.wait(seconds=1)
        state = self.process(self.receive(data, age_s=age_s))
        self.settle()
        return state

    def settle(self) -> int:
        """Do all that is due now; return how many rows were worked on."""
        return work_off(self.context(), self.clock)

    def why(self, tournament_id: int = 1) -> str:
        """Return the code of what a tournament waits for."""
        return explain(self.context(), tournament_id, self.now).code

    def stored_why(self, tournament_id: int = 1) -> revisions.Waiting:
        """Return what a tournament waited for when it was assessed."""
        with self.store.read() as session:
            return revisions.load_waiting(session, tournament_id)

    def head(self, tournament_id: int = 1) -> revisions.Head:
        """Return the newest revision of a tournament."""
        with self.store.read() as session:
            return revisions.load_head(session, tournament_id)

    def tournaments(self) -> list[readmodels.TournamentLine]:
        """Return all tournaments."""
        with self.store.read() as session:
            return readmodels.list_tournaments(session)

    def submissions(self, tournament_id: int = 1) -> list[outbox.Submission]:
        """Return the submissions of a tournament."""
        with self.store.read() as session:
            return outbox.load_submissions(session, tournament_id)

    def reports(self, tournament_id: int = 1) -> list[tuple[str, str]]:
        """Return kind and state of every report of a tournament."""
        found = self.submissions(tournament_id)
        return [(item.kind, item.state) for item in found]

    def events(self) -> list[str]:
        """Return the kinds of all events of tournament 1."""
        with self.store.read() as session:
            return [line.kind for line in readmodels.list_history(session, 1)]


def make_world(store: Store, *portals: PortalSettings) -> World:
    """Return a world whose reports go out at once."""
    settings = Settings(
        sources=(SOURCE,),
        portals=portals,
        rating=AT_ONCE,
        workers=WorkerSettings(lease_s=60),
    )
    world = World(store, settings)
    meet_sources(world.context(), NOW)
    return world


def policy(world: World) -> Policy:
    """Return the rules that hold for tournament 1."""
    return load_case(world.context(), 1).policy
