"""The reading interface of the DSB's Wertungsportal.

Lists come in pages: `data`, `metadata.totalCount`. Whatever a field holds that is not
what it should be counts as missing, since the interface leaves fields out freely. What
is not a list at all is an answer that cannot be understood.

Source: reading interface of the Wertungsportal (`/dwz/tournaments…`) as of September
2026: pages of at most 1,000, label and vkz compared from the beginning, 401 = renew the
token once.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import KW_ONLY, dataclass, field
from typing import TYPE_CHECKING, Final
from urllib.parse import quote, urlsplit

from syncd.bilingual import Text
from syncd.errors import BadReceiptError, UnreachableError
from syncd.rating.atportal import AtPortal, PortalEntry, PortalGame, PortalPerson
from syncd.rating.readback import person_key
from syncd.submit.oauth import forbidden
from syncd.submit.own_secrets import in_address, in_headers, kept

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from syncd.submit.exchange import Exchange, Reply
    from syncd.submit.oauth import OAuth

PAGE: Final = 100
MOST_PAGES: Final = 200
"""A tournament of left-over games has had 6,000 games: 60 pages."""
_OK: Final = 200
_UNAUTHORISED: Final = 401
_FORBIDDEN: Final = 403
_NOT_FOUND: Final = 404
_MOST_TEXT: Final = 300
_MOST_ROUND: Final = 999


@dataclass(slots=True, eq=False)
class Wertungsportal:
    """The way to the reading interface; see `Lookup`.

    Attributes:
        name: name of the portal in the configuration.
        url: base address of the interface.
        exchange: how it is asked.
        login: headers that log in, the same for every request.
        oauth: login with tokens, None where there is none.
    """

    name: str
    _: KW_ONLY
    url: str = field(repr=False)
    exchange: Exchange = field(repr=False)
    login: Mapping[str, str] = field(default_factory=dict, repr=False)
    oauth: OAuth | None = None

    @property
    def host(self) -> str:
        """Host and port, told from the same host that takes reports."""
        return f"{urlsplit(self.url).netloc.rpartition('@')[2].lower()} (lookup)"

    def limit(self, seconds: float) -> None:
        """Let all questions from now on take so many seconds together."""
        self.exchange.allowance.start(seconds)

    def find(self, uuid: str) -> PortalEntry | None:
        """Return the tournament of this UUID; see `Lookup.find`."""
        answer = self._asked(f"/dwz/tournaments/{quote(uuid, safe='')}", {})
        if answer is None:
            return None
        entry = _entry(answer)
        if entry is None:
            raise BadReceiptError(_not_understood(self.name))
        return entry

    def search(
        self, first: dt.date, last: dt.date, *, label: str = "", vkz: str = ""
    ) -> list[PortalEntry]:
        """Return the tournaments between two days; see `Lookup.search`."""
        parameters = {
            "fromDate": first.isoformat(), "toDate": last.isoformat(),
            "label": label, "vkz": vkz,
        }  # fmt: skip
        given = {key: value for key, value in parameters.items() if value}
        entries = (_entry(row) for row in self._rows("/dwz/tournaments", given))
        return [entry for entry in entries if entry is not None]

    def read(self, entry: PortalEntry) -> AtPortal:
        """Return the tournament with its players and games; see `Lookup.read`."""
        place = f"/dwz/tournaments/{quote(entry.uuid, safe='')}"
        games = tuple(_game(row) for row in self._rows(f"{place}/matches", {}))
        # There is none before the first rating: then the games name everybody.
        evaluation = _object(self._asked(f"{place}/evaluation", {}))
        players = evaluation.get("players")
        rows = players if isinstance(players, list) else []
        persons = [person for row in rows if (person := _person(row))]
        for game in games:
            persons += [side for side in (game.white, game.black) if side]
        return AtPortal(entry, tuple(_once(persons)), games)

    def _rows(self, path: str, parameters: Mapping[str, str]) -> Iterator[object]:
        """Give the entries of a list, page by page."""
        offset = 0
        for _ in range(MOST_PAGES):
            paged = {**parameters, "limit": str(PAGE), "offset": str(offset)}
            found = self._asked(path, paged)
            if found is None:
                return
            answer = _object(found)
            rows = answer.get("data")
            if not isinstance(rows, list):
                raise BadReceiptError(_not_understood(self.name))
            yield from rows
            # The portal may cap pages as it likes: what came is what counts.
            offset += len(rows)
            total = _number(_object(answer.get("metadata")).get("totalCount"))
            if not rows or (offset >= total if total else len(rows) < PAGE):
                return
        raise BadReceiptError(_too_many(self.name))

    def _asked(self, path: str, parameters: Mapping[str, str]) -> object | None:
        """Return the answer's JSON, None if there is no such thing.

        Raises:
            UnreachableError: the portal cannot be asked now.
            BadReceiptError: the answer is no JSON.
        """
        reply = self._reply(path, parameters)
        if reply.status == _UNAUTHORISED and self.oauth is not None:
            self.oauth.on_unauthorised()
            reply = self._reply(path, parameters)
        if reply.status == _NOT_FOUND:
            return None
        if reply.status != _OK:
            raise self._refused(reply)
        answer = reply.json()
        if answer is None:
            raise BadReceiptError(_not_understood(self.name), status=reply.status)
        return answer

    def _reply(self, path: str, parameters: Mapping[str, str]) -> Reply:
        headers = {**self.login, **(self.oauth.authorise() if self.oauth else {})}
        with kept(lambda: in_headers(headers) | in_address(self.url)):
            return self.exchange.get(self.url.rstrip("/") + path, parameters, headers)

    def _refused(self, reply: Reply) -> UnreachableError:
        text = _refusal(self.name, reply.status)
        if reply.status == _FORBIDDEN and self.oauth is not None:
            text = forbidden(self.name, self.oauth.settings)
        return UnreachableError(
            text, status=reply.status, retry_after_s=reply.retry_after_s
        )


def _entry(value: object) -> PortalEntry | None:
    """Return a tournament, None if it has no UUID."""
    row = _object(value)
    uuid = _text(row.get("uuid"))
    if not uuid:
        return None
    return PortalEntry(
        uuid=uuid.lower(),
        label=_text(row.get("label")),
        start=_day(row.get("startdate") or row.get("startDate")),
        end=_day(row.get("enddate") or row.get("endDate")),
        vkz=_text(row.get("vkz")),
        rating_state=_text(row.get("ratingState")),
    )


def _game(value: object) -> PortalGame:
    row = _object(value)
    return PortalGame(
        round=min(_number(row.get("round")), _MOST_ROUND),
        white=_person(row.get("whitePlayer")),
        black=_person(row.get("blackPlayer")),
        result=_text(row.get("result")),
    )


def _person(value: object) -> PortalPerson | None:
    """Return a person, None if nothing tells who it is."""
    row = _object(value)
    person = PortalPerson(
        uuid=_text(row.get("playerUuid") or row.get("uuid")),
        person_id=_text(row.get("nuLigaPersonId")),
        surname=_text(row.get("lastname")),
        forename=_text(row.get("firstname")),
    )
    return None if person == PortalPerson() else person


def _once(persons: list[PortalPerson]) -> Iterator[PortalPerson]:
    """Give each person once."""
    seen: set[str] = set()
    for person in persons:
        key = person_key(person)
        if key not in seen:
            seen.add(key)
            yield person


def _object(value: object) -> dict[str, object]:
    return value if isinstance(value, dict) else {}


def _text(value: object) -> str:
    return value.strip()[:_MOST_TEXT] if isinstance(value, str) else ""


def _number(value: object) -> int:
    """Return a whole number from 0, also one written as text."""
    if isinstance(value, str) and value.isascii() and value.isdigit():
        value = int(value[:9])
    is_number = isinstance(value, int) and not isinstance(value, bool)
    return max(0, value) if is_number and isinstance(value, int) else 0


def _day(value: object) -> dt.date | None:
    """Return the day of an ISO date, with or without a time."""
    try:
        return dt.date.fromisoformat(_text(value)[:10])
    except ValueError:
        return None


def _refusal(name: str, status: int) -> Text:
    return Text(
        f"The reading interface of {name} does not answer the question ({status}).",
        f"Die Leseschnittstelle von {name} beantwortet die Frage nicht ({status}).",
    )


def _not_understood(name: str) -> Text:
    return Text(
        f"The answer of the reading interface of {name} cannot be understood. Check "
        "the address lookup.url.",
        f"Die Antwort der Leseschnittstelle von {name} ist nicht zu verstehen. Bitte "
        "die Adresse lookup.url prüfen.",
    )


def _too_many(name: str) -> Text:
    return Text(
        f"The list of {name} does not come to an end and was not read.",
        f"Die Liste von {name} nimmt kein Ende und wurde nicht gelesen.",
    )
