"""Rules T01, T03, T04 and T13 to T17: what is said of the tournament."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from syncd.bilingual import Text, counted_as
from syncd.formats.dwzxml.rules.book import RuleBook, error, note, warning
from syncd.model.timecontrol import decode_time_control, is_rated

if TYPE_CHECKING:
    from collections.abc import Iterator

    from syncd.formats.dwzxml.rules.book import Evidence, Fault

RULES: Final = RuleBook()

TELLING_LETTERS: Final = 8
_GENERAL_LABEL: Final = re.compile(
    r"(?i:(bezirks|kreis|landes|verbands)(liga|klasse))[ _A-Z0-9]*"
)
_YEAR: Final = re.compile(r"(19|20)[0-9]{2}")
_YOUTH_CLASS: Final = re.compile(r"U\s?([0-9]{1,2})[a-z]?", re.IGNORECASE)
_WEB_ADDRESS: Final = re.compile(r"https?://\S+", re.IGNORECASE)
_ADDRESS: Final = re.compile(
    r"\b[0-9]{5}\b|(straße|strasse|str\.|weg|platz|allee)\s+[0-9]+", re.IGNORECASE
)
_REGIONS: Final = frozenset(
    {
        "baden", "baden-württemberg", "bayern", "brandenburg", "deutschland",
        "hessen", "mecklenburg-vorpommern", "mittelrhein", "niedersachsen",
        "nordrhein-westfalen", "nrw", "rheinland-pfalz", "saarland", "sachsen",
        "sachsen-anhalt", "schleswig-holstein", "thüringen", "württemberg",
    }
)  # fmt: skip


@RULES.rule("T01")
def telling_label(evidence: Evidence) -> Iterator[Fault]:
    """The label tells tournaments apart.

    Source: rule T01; documentation 1.1, "label".
    """
    tournament = evidence.document.tournament
    label = tournament.text("label")
    letters = sum(character.isalpha() for character in label)
    is_short = letters < TELLING_LETTERS and not _YEAR.search(label)
    if label and (is_short or _GENERAL_LABEL.fullmatch(label)):
        yield warning(
            tournament, "label",
            f"“{label}” could be many tournaments. Name region, season and group, for "
            "instance “Kreisliga Nord 2026/27 Gruppe A”.",
            f"„{label}“ könnten viele Turniere heißen. Bitte Region, Saison und Gruppe "
            "nennen, zum Beispiel „Kreisliga Nord 2026/27 Gruppe A“.",
        )  # fmt: skip


@RULES.rule("T03")
def hybrid_reminder(evidence: Evidence) -> Iterator[Fault]:
    """Hybrid tournaments have conditions of their own.

    Source: rule T03; Wertungsordnung 4.2.4.6.
    """
    tournament = evidence.document.tournament
    if tournament.text("tournamentType").endswith("-H"):
        yield warning(
            tournament, "tournamentType",
            "This is a hybrid tournament. It is rated only under the conditions of "
            "Wertungsordnung 4.2.4.6: please check them.",
            "Das ist ein Hybridturnier. Es wird nur unter den Bedingungen der "
            "Wertungsordnung 4.2.4.6 ausgewertet: bitte prüfen.",
        )  # fmt: skip


@RULES.rule("T04")
def time_control_notation(evidence: Evidence) -> Iterator[Fault]:
    """The time control is written in the notation of TRF26.

    Source: rule T04; documentation 1.1, "timecontrol".
    """
    tournament = evidence.document.tournament
    text = tournament.text("timecontrol")
    if text and decode_time_control(text) is None:
        yield warning(
            tournament, "timecontrol",
            f"“{text}” is not FIDE notation. Write seconds and increment: 90 minutes "
            "and 30 seconds a move are 5400+30.",
            f"„{text}“ ist keine FIDE-Schreibweise. Bitte in Sekunden mit Zuschlag "
            "angeben: 90 Minuten und 30 Sekunden je Zug sind 5400+30.",
        )  # fmt: skip


@RULES.rule("T13")
def concrete_location(evidence: Evidence) -> Iterator[Fault]:
    """A single event names its town, not a region.

    Source: rule T13; documentation 1.1, "location".
    """
    tournament = evidence.document.tournament
    location = tournament.text("location")
    is_single = tournament.text("tournamentType").startswith("S")
    if is_single and location.casefold() in _REGIONS:
        yield warning(
            tournament, "location",
            f"“{location}” is a region. For a tournament of single players name the "
            "town.",
            f"„{location}“ ist eine Region. Bei einem Einzelturnier bitte den Ort "
            "angeben.",
        )  # fmt: skip


@RULES.rule("T14")
def league_location(evidence: Evidence) -> Iterator[Fault]:
    """A league names league or region; an address is that of one of its venues.

    Source: rule T14; documentation 1.1, "location".
    """
    tournament = evidence.document.tournament
    location = tournament.text("location")
    is_team_event = tournament.text("tournamentType").startswith("T")
    if is_team_event and _ADDRESS.search(location):
        yield note(
            tournament, "location",
            f"“{location}” looks like the address of a venue. For a league name the "
            "league or its region.",
            f"„{location}“ sieht nach der Adresse eines Spiellokals aus. Bei einer "
            "Liga bitte Liga oder Region angeben.",
        )  # fmt: skip


@RULES.rule("T15")
def web_address(evidence: Evidence) -> Iterator[Fault]:
    """The url is the address of a home page.

    Source: rule T15; documentation 1.1, "url".
    """
    tournament = evidence.document.tournament
    url = tournament.text("url")
    if url and not _WEB_ADDRESS.fullmatch(url):
        yield warning(
            tournament, "url",
            f"“{url}” is no web address. It should begin with https:// or be left out.",
            f"„{url}“ ist keine Internetadresse. Sie sollte mit https:// beginnen "
            "oder entfallen.",
        )  # fmt: skip


@RULES.rule("T16")
def age_class_and_time(evidence: Evidence) -> Iterator[Fault]:
    """Nobody is too old for the age class, and the time control is long enough for it.

    Source: rule T16; Wertungsordnung 4.2.2.
    """
    youth = _YOUTH_CLASS.fullmatch(evidence.document.tournament.text("ageClass"))
    limit = int(youth[1]) if youth else None
    if limit is not None:
        yield from _too_old(evidence, limit)
    yield from _too_short(evidence)


@RULES.rule("T17")
def rounds_cover_games(evidence: Evidence) -> Iterator[Fault]:
    """No more rounds are played than the tournament has.

    A round far above the others is a slip in a game, which G02 tells; here the rounds
    follow one another and the tournament has too few of them.

    Source: rule T17; documentation 1.1, "Turnierlogik".
    """
    tournament = evidence.document.tournament
    rounds = tournament.number("rounds")
    last = unbroken_rounds(evidence)
    if rounds is not None and last > rounds:
        yield error(
            tournament, "rounds",
            f"There are games of {last} rounds, but rounds says {rounds}. Correct the "
            "number of rounds or the games.",
            f"Es gibt Partien aus {last} Runden, aber bei rounds steht {rounds}. Bitte "
            "die Rundenzahl oder die Partien berichtigen.",
        )  # fmt: skip


def unbroken_rounds(evidence: Evidence) -> int:
    """Return how many rounds from the first on have games without a gap."""
    played = {game.turn for game in evidence.games}
    last = 0
    while last + 1 in played:
        last += 1
    return last


def _too_old(evidence: Evidence, limit: int) -> Iterator[Fault]:
    tournament = evidence.document.tournament
    start = tournament.date("startDate")
    if start is None:
        return
    years = [player.number("dobYear") for player in evidence.people]
    older = sum(1 for year in years if year is not None and start.year - year > limit)
    if older:
        turn = counted_as(
            older,
            Text("player turns", "Person wird"),
            Text("players turn", "Teilnehmende werden"),
        )
        yield warning(
            tournament, "ageClass",
            f"The age class is U{limit}, but {turn.en} more than {limit} "
            f"in {start.year}. Is the age class right, are the birth years?",
            f"Die Altersklasse ist U{limit}, aber {turn.de} "
            f"{start.year} älter als {limit}. Stimmen Altersklasse und Geburtsjahre?",
        )  # fmt: skip


def _too_short(evidence: Evidence) -> Iterator[Fault]:
    tournament = evidence.document.tournament
    control = decode_time_control(tournament.text("timecontrol"))
    if control is None:
        return
    verdict = is_rated(control, tournament.text("ageClass"))
    if not verdict.rated:
        yield warning(
            tournament, "timecontrol",
            f"Each player has {verdict.seconds // 60} minutes for 60 moves; a rating "
            f"needs {verdict.needed_s // 60}. Is the time control right?",
            f"Jede Seite hat {verdict.seconds // 60} Minuten für 60 Züge; eine "
            f"Auswertung verlangt {verdict.needed_s // 60}. Stimmt die Bedenkzeit?",
        )  # fmt: skip
