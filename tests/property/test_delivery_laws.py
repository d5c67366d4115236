"""Laws of passing on: whatever happens on the way, the peer ends with what is newest.

Files are planned, sent, lost, refused, and workers die at any moment; the peer keeps
what arrived last. Afterwards all goes well, and the peer must have the newest state.
"""

from __future__ import annotations

import datetime as dt
import shutil
from dataclasses import replace
from typing import TYPE_CHECKING

import store_rows
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from syncd.bilingual import Text
from syncd.store import deliveries, delivery_claims
from syncd.store.deliveries import DELIVERED, QUEUED, NewDelivery
from syncd.store.engine import Store
from syncd.store.sending import Ending

if TYPE_CHECKING:
    from pathlib import Path

    from syncd.store.delivery_claims import Held

LEASE_S = 60
NOTE = Text("Said.", "Gesagt.")
TOOK = Ending(DELIVERED, "delivered", NOTE, 201, may_have_arrived=True)
NO_ANSWER = Ending(QUEUED, "later", NOTE, may_have_arrived=True)
NO_WAY = Ending(QUEUED, "later", NOTE)
STEPS = st.lists(
    st.one_of(
        st.sampled_from([b"a", b"b", b"c"]),
        st.sampled_from(["taken", "lost", "unanswered", "dies", "dies after", "wait"]),
    ),
    max_size=14,
)


class Passing:
    """A store, a clock and a peer that keeps the last file."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.now = store_rows.NOW
        self.there = b""
        self.revision = 0

    def plan(self, content: bytes) -> None:
        self.revision += 1
        new = NewDelivery(
            "club", 1, self.revision, "t", "x.trf", content.hex().ljust(64), content
        )
        with self.store.write("deliver.planned") as session:
            deliveries.plan_delivery(session, new, self.now)

    def claim(self) -> Held | None:
        with self.store.write("deliver.claimed") as session:
            due = delivery_claims.due_deliveries(session, self.now, ["club"], 9)
            for number in due.get("club", ()):
                row = delivery_claims.lock_delivery(session, number)
                held = delivery_claims.claim_delivery(
                    session, row, "w", self.now, lease_s=LEASE_S, max_crashes=99
                )
                if held is not None:
                    return held
        return None

    def send(self, how: str) -> bool:
        """Send what is due; return whether anything was."""
        held = self.claim()
        if held is None:
            return False
        if how in {"taken", "unanswered", "dies after"}:
            self.there = held.data
        if not how.startswith("dies"):
            with self.store.write("deliver.finished") as session:
                ending = replace(_ENDINGS[how], due_utc=self.now)
                delivery_claims.finish_delivery(session, held, ending, self.now)
        return True

    def step(self, step: bytes | str) -> None:
        if isinstance(step, bytes):
            self.plan(step)
        elif step == "wait":
            self.now += dt.timedelta(seconds=LEASE_S + 1)
        else:
            self.send(step)


_ENDINGS = {"taken": TOOK, "lost": NO_WAY, "unanswered": NO_ANSWER}


@settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(steps=STEPS, last=st.sampled_from([b"a", b"b", b"c"]))
def test_the_peer_ends_with_what_is_newest(
    tmp_path: Path, migrated_sqlite: Path, steps: list[bytes | str], last: bytes
) -> None:
    file = shutil.copyfile(migrated_sqlite, tmp_path / "syncd.db")
    for leftover in tmp_path.glob("syncd.db-*"):
        leftover.unlink()
    store = Store(f"sqlite:///{file}")
    try:
        store_rows.tournament(store)
        passing = Passing(store)
        for step in [*steps, last]:
            passing.step(step)
        for _ in range(4):
            passing.step("wait")
            while passing.send("taken"):
                pass
        assert passing.there == last
        with store.read() as session:
            newest = deliveries.load_newest(session, 1)["club"]
            waiting = delivery_claims.count_waiting(session, ["club"])
        assert (newest.state, newest.revision) == (DELIVERED, passing.revision)
        assert not waiting
    finally:
        store.close()
