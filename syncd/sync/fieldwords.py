"""What the fields of the model are called, for tables and questions."""

from __future__ import annotations

from typing import Final

from syncd.bilingual import Text

FIELD_WORDS: Final = {
    "name": Text("name", "Name"),
    "kind": Text("pairing system", "Turnierart"),
    "is_team": Text("team event", "Mannschaftsturnier"),
    "rounds": Text("rounds", "Runden"),
    "loops": Text("loops", "Durchgänge"),
    "city": Text("city", "Ort"),
    "federation": Text("federation", "Verband"),
    "start": Text("start", "Beginn"),
    "end": Text("end", "Ende"),
    "type_text": Text("type", "Turniertyp"),
    "arbiter": Text("arbiter", "Schiedsrichter"),
    "deputies": Text("deputy arbiters", "weitere Schiedsrichter"),
    "time_control_text": Text("time control", "Bedenkzeit"),
    "time_control_code": Text("time control (code)", "Bedenkzeit (Code)"),
    "round_dates": Text("dates of rounds", "Rundentermine"),
    "round_times": Text("times of rounds", "Rundenzeiten"),
    "date": Text("date", "Termin"),
    "time": Text("time", "Uhrzeit"),
    "venue": Text("venue", "Spiellokal"),
    "tiebreaks": Text("tie-breaks", "Feinwertungen"),
    "tiebreak_codes": Text("tie-break codes", "Feinwertungen (Codes)"),
    "missing_results": Text("warning of CLM", "Warnung des CLM"),
    "program": Text("pairing program", "Paarungsprogramm"),
    "team_byes": Text("byes of teams", "Freilose der Mannschaften"),
    "teams": Text("teams", "Mannschaften"),
    "matches": Text("team matches", "Mannschaftskämpfe"),
    "line_ups": Text("line-ups", "Aufstellungen"),
    "game_dates": Text("dates of games", "Spieltermine"),
    "played_zeros": Text("games that ended 0-0", "0:0 gespielte Partien"),
    "start_numbers": Text("start numbers", "Startnummern"),
    "player": Text("player", "Spieler"),
    "listed": Text("entry", "Eintrag"),
    "cell": Text("round", "Runde"),
    "game": Text("further game", "weitere Partie"),
    "surname": Text("surname", "Nachname"),
    "forename": Text("forename", "Vorname"),
    "sex": Text("sex", "Geschlecht"),
    "title": Text("title", "Titel"),
    "rating": Text("rating", "Wertungszahl"),
    "fide_id": Text("FIDE id", "FIDE-ID"),
    "birth_year": Text("year of birth", "Geburtsjahr"),
    "birth_date": Text("date of birth", "Geburtsdatum"),
    "points_x10": Text("points (tenths)", "Punkte (Zehntel)"),
    "rank": Text("rank", "Rang"),
    "club": Text("club", "Verein"),
    "vkz": Text("club code (VKZ)", "Vereinskennziffer (VKZ)"),
    "member_number": Text("member number", "Mitgliedsnummer"),
    "dsb_id": Text("DSB id", "DSB-ID"),
    "dwz": Text("DWZ", "DWZ"),
    "elo": Text("FIDE rating", "FIDE-Elo"),
    "twz": Text("tournament rating (TWZ)", "Turnierwertungszahl (TWZ)"),
    "national": Text("national lists", "nationale Listen"),
    "roster": Text("roster", "Rangliste"),
    "nickname": Text("short name", "Kurzname"),
    "strength": Text("strength", "Stärke"),
    "match_points_x10": Text("match points (tenths)", "Mannschaftspunkte (Zehntel)"),
    "game_points_x10": Text("board points (tenths)", "Brettpunkte (Zehntel)"),
}


def field_name(field: str) -> Text:
    """Return what a field is called; one without words of its own as it is."""
    plain = field.replace("_", " ")
    return FIELD_WORDS.get(field, Text(plain, plain))


_PLACES: Final = {
    "tournament": "Turnier",
    "rules": "Regeln",
    "player": "Spieler",
    "team": "Mannschaft",
    "round": "Runde",
    "game": "Partie",
    "parameter": "Parameter",
    "match": "Mannschaftskampf",
    "line_up": "Aufstellung",
    "game_date": "Spieltermin",
    "played_zero": "gespieltes 0:0",
    "order": "Reihenfolge",
    "length": "Länge",
    "cell": "Runde von Spieler",
}


def place_name(place: str) -> Text:
    """Return where something is, in both languages: `player 7 round 3`."""
    german = " ".join(_PLACES.get(word, word) for word in place.split(" "))
    return Text(place.replace("_", " "), german)
