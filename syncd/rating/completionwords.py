"""The sentences about values that were filled in, or could not be."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text
from syncd.model.findings import Finding, Severity
from syncd.rating import wording
from syncd.rating.advice import LINK
from syncd.rating.candidates import MOST_NAMESAKES
from syncd.rating.filling import Origin
from syncd.sync.resemblance import resemblance

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Mapping, Sequence

    from syncd.model.lists import FidePlayer, Member
    from syncd.model.persons import Person
    from syncd.model.tournament import Entrant

BY_HAND: Final = Origin(
    Text("what was entered by hand", "dem, was von Hand erfasst wurde")
)
CLUB_LIST: Final = Origin(Text("the list of clubs", "der Vereinsliste"))
MOST_CANDIDATES: Final = 5


def members_of(day: dt.date | None) -> Origin:
    """Return the list of members with its day."""
    said = wording.day(day) if day else Text("?", "?")
    return Origin(
        Text(f"the DSB's list of {said.en}", f"der DSB-Liste vom {said.de}"),
    )


def fide_of(month: str) -> Origin:
    """Return FIDE's list of a month."""
    return Origin(Text(f"the FIDE list of {month}", f"der FIDE-Liste {month}"))


def question(
    entrant: Entrant, rows: Sequence[Member], clubs: Mapping[str, str]
) -> Text:
    """Ask who of several people a player is."""
    who = wording.player_name(entrant)
    shown = [_candidate(entrant, row, clubs) for row in rows[:MOST_CANDIDATES]]
    rest = len(rows) - len(shown)
    count = Text("many", "viele") if _are_many(rows) else Text(f"{rest}", f"{rest}")
    more = Text(f"; and {count.en} more", f"; und {count.de} mehr")
    en = "; ".join(item.en for item in shown) + (more.en if rest else "")
    de = "; ".join(item.de for item in shown) + (more.de if rest else "")
    first = rows[0].dsb_id or "NU…"
    name = wording.full_name(entrant)
    start_en = start_de = ""
    if not entrant.birth_year:
        start_en, start_de = "the birth year is missing. ", "Das Geburtsjahr fehlt. "
    answer = f"{LINK}{entrant.id} {first}"
    by_hand = f'syncd person set "{name}" --birth-year'
    return Text(
        f"{who}: {start_en}In the DSB's list it can be: {en}. Say who it is: {answer} "
        f"– or, if it is somebody else: {by_hand} YYYY",
        f"{who}: {start_de}In der DSB-Liste kommt in Frage: {de}. Bitte angeben, wer "
        f"es ist: {answer} – oder, falls jemand anders: {by_hand} JJJJ",
    )


def _are_many(rows: Sequence[Member]) -> bool:
    """Return whether there can be more people than were looked at."""
    return len(rows) >= MOST_NAMESAKES


def _candidate(entrant: Entrant, row: Member, clubs: Mapping[str, str]) -> Text:
    """Return who it can be, with how alike he is and why."""
    name = f"{row.surname}, {row.forename}"
    club = clubs.get(row.vkz, "") or row.vkz
    number = row.member_number or "–"
    year = row.birth_year or "????"
    ident = row.dsb_id or f"{row.vkz}-{number}"
    alike = resemblance(entrant, row).text
    return Text(
        f"{ident} {name} ({year}, {club}, number {number}; {alike.en})",
        f"{ident} {name} ({year}, {club}, Nummer {number}; {alike.de})",
    )


def misfit(entrant: Entrant, row: Member, origin: Origin) -> Text:
    """Say that an id or number belongs to somebody else."""
    who = wording.player_name(entrant)
    other = f"{row.surname}, {row.forename} ({row.birth_year or '????'})"
    answer = f"{LINK}{entrant.id} {row.dsb_id or 'NU…'}"
    return Text(
        f"{who}: by its number this would be {other} in {origin.text.en}, but name, "
        "birth year or sex differ too much. Nothing was filled in; please check the "
        f"number. If it is right all the same: {answer}",
        f"{who}: Der Nummer nach wäre es {other} in {origin.text.de}, aber Name, "
        "Geburtsjahr oder Geschlecht weichen zu sehr ab. Nichts wurde ergänzt; bitte "
        f"die Nummer prüfen. Falls sie doch stimmt: {answer}",
    )


def other_name(entrant: Entrant, row: Member, origin: Origin) -> Text:
    """Say that the list spells a name in another way."""
    who = wording.player_name(entrant)
    return Text(
        f"{who}: in {origin.text.en} the name is {row.surname}, {row.forename}. The "
        "file's is kept; please check.",
        f"{who}: In {origin.text.de} lautet der Name {row.surname}, {row.forename}. "
        "Der Name der Datei bleibt; bitte prüfen.",
    )


def longer_name(entrant: Entrant, row: Member, origin: Origin) -> Text:
    """Say that the list has other forenames."""
    who = wording.player_name(entrant)
    return Text(
        f"{who}: in {origin.text.en} the forenames are {row.forename}.",
        f"{who}: In {origin.text.de} lauten die Vornamen {row.forename}.",
    )


def other_clubs(
    entrant: Entrant, rows: Sequence[Member], clubs: Mapping[str, str], origin: Origin
) -> Text:
    """Say that the file names a club that the list does not have for a player."""
    who, known = wording.player_name(entrant), _clubs(rows, clubs)
    given = " ".join(filter(None, (entrant.vkz, entrant.club)))
    return Text(
        f"{who}: club {given} in the file, but {known} in {origin.text.en}. The file's "
        "is kept; please check.",
        f"{who}: Verein {given} in der Datei, aber {known} in {origin.text.de}. Der "
        "Wert der Datei bleibt; bitte prüfen.",
    )


def several_clubs(
    entrant: Entrant, rows: Sequence[Member], clubs: Mapping[str, str]
) -> Text:
    """Say that a player belongs to several clubs and none was filled in."""
    who, known = wording.player_name(entrant), _clubs(rows, clubs)
    return Text(
        f"{who} belongs to several clubs ({known}); none was filled in.",
        f"{who} gehört mehreren Vereinen an ({known}); keiner wurde ergänzt.",
    )


def _clubs(rows: Sequence[Member], clubs: Mapping[str, str]) -> str:
    named = (f"{row.vkz} {clubs.get(row.vkz, '')}".strip() for row in rows)
    return ", ".join(dict.fromkeys(named))


def namesakes(entrant: Entrant, rows: Sequence[Member]) -> Text:
    """Say that what was entered by hand for a name may be somebody else."""
    who, count = wording.player_name(entrant), f"{len(rows)}"
    said = Text("many", "viele") if _are_many(rows) else Text(count, count)
    return Text(
        f"{who}: completed from what was entered by hand for this name, but the DSB's "
        f"list has {said.en} more of this name. Please check that he is meant.",
        f"{who}: ergänzt aus dem, was für diesen Namen von Hand erfasst wurde; die "
        f"DSB-Liste hat aber noch {said.de} dieses Namens. Bitte prüfen, ob er gemeint "
        "ist.",
    )


def unused_entry(entrant: Entrant) -> Text:
    """Say that what was entered by hand for a name may be for somebody else."""
    who, answer = wording.player_name(entrant), f"{LINK}{entrant.id} NU…"
    return Text(
        f"{who}: what was entered by hand for this name is not used, as club, sex or "
        "an id differ or several were entered. If it is meant, enter the birth year "
        f"there that the file has, or say who it is: {answer}",
        f"{who}: Was für diesen Namen von Hand erfasst wurde, wird nicht benutzt, weil "
        "Verein, Geschlecht oder eine ID abweichen oder mehrere erfasst sind. Falls es "
        "gemeint ist, bitte dort das Geburtsjahr der Datei erfassen oder angeben, wer "
        f"es ist: {answer}",
    )


def several_entries(entrant: Entrant, entries: Sequence[Person]) -> Text:
    """Ask which of several people of one name, entered by hand, a player is."""
    who, name = wording.player_name(entrant), wording.full_name(entrant)
    years = ", ".join(sorted(str(one.birth_year or "????") for one in entries))
    forget = f'syncd person forget "{name}" --birth-year'
    return Text(
        f"{who}: the birth year is missing, and several people of this name were "
        f"entered by hand ({years}), so none is used. Enter the birth year where the "
        f"file was made, or delete the wrong entry: {forget} YYYY",
        f"{who}: Das Geburtsjahr fehlt, und von Hand sind mehrere Personen dieses "
        f"Namens erfasst ({years}), daher wird keine benutzt. Bitte das Geburtsjahr "
        "dort eintragen, wo die Datei entstand, oder den falschen Eintrag löschen: "
        f"{forget} JJJJ",
    )


def unknown_fide_id(entrant: Entrant, origin: Origin) -> Text:
    """Say that FIDE does not know an id."""
    who = wording.player_name(entrant)
    return Text(
        f"{who}: the FIDE id {entrant.fide_id} is not in {origin.text.en}.",
        f"{who}: Die FIDE-ID {entrant.fide_id} steht nicht in {origin.text.de}.",
    )


def other_fide_id(entrant: Entrant, player: FidePlayer, origin: Origin) -> Text:
    """Say that a FIDE id belongs to somebody else."""
    who = wording.player_name(entrant)
    name = f"{player.surname}, {player.forename} ({player.birth_year or '????'})"
    return Text(
        f"{who}: the FIDE id {entrant.fide_id} is that of {name} in {origin.text.en}. "
        "Nothing was filled in; please check.",
        f"{who}: Die FIDE-ID {entrant.fide_id} gehört in {origin.text.de} zu {name}. "
        "Nichts wurde ergänzt; bitte prüfen.",
    )


def elo(entrant: Entrant, old: int | None, new: int | None, origin: Origin) -> Text:
    """Say which Elo was set instead of that of the file."""
    who, before = wording.player_name(entrant), old or "–"
    return Text(
        f"{who}: Elo {new or '–'} from {origin.text.en} (file: {before}).",
        f"{who}: Elo {new or '–'} aus {origin.text.de} (Datei: {before}).",
    )


def linked(entrant: Entrant, dsb_id: str) -> Text:
    """Say that a person has told who a player is."""
    who = wording.player_name(entrant)
    return Text(
        f"{who}: DSB id {dsb_id}, as a person has said.",
        f"{who}: DSB-ID {dsb_id}, wie von Hand angegeben.",
    )


def repeated(entrant: Entrant) -> Text:
    """Say that values are those of the report that was made before."""
    who = wording.player_name(entrant)
    return Text(
        f"{who}: completed as in the report that was made before.",
        f"{who}: ergänzt wie im Bericht, der zuvor erstellt wurde.",
    )


def absent(entrants: Sequence[Entrant], day: dt.date | None) -> Finding:
    """Say who was not found, without calling anybody a non-member."""
    who, said = wording.players(entrants), members_of(day).text
    count = len(entrants)
    text = Text(
        f"Not found in {said.en} ({count}): {who.en}. That does not make them "
        "non-members: the list leaves out people whose data must not be published.",
        f"Nicht gefunden in {said.de} ({count}): {who.de}. Nichtmitglieder sind sie "
        "damit nicht: Die Liste lässt Personen aus, deren Daten nicht veröffentlicht "
        "werden dürfen.",
    )
    return Finding("P13", Severity.INFO, text)
