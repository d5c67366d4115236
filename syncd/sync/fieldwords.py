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
    "points_x10": Text("points", "Punkte"),
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
    "match_points_x10": Text("match points", "Mannschaftspunkte"),
    "game_points_x10": Text("board points", "Brettpunkte"),
    "type_code": Text("type code", "Typkennung"),
    "initial_colour": Text("first colour", "Anfangsfarbe"),
    "is_by_rank": Text("paired by rank", "nach Rang gepaart"),
    "board_colours": Text("colours of boards", "Brettfarben"),
    "scoring": Text("worth of results", "Wert der Ergebnisse"),
    "match_scoring": Text("worth of matches", "Wert der Mannschaftskämpfe"),
    "start_rank_federation": Text("federation of the start list", "Startliste: Land"),
    "start_rank_method": Text("order of the start list", "Startliste: Ordnung"),
    "accelerations": Text("acceleration", "Beschleunigung"),
    "prohibitions": Text("forbidden pairings", "verbotene Paarungen"),
    "adjustments": Text("adjusted points", "Punktkorrekturen"),
    "byes": Text("announced byes", "angekündigte Freilose"),
}
"""What a person can name (see `syncd.sync.wanted`), and what is told by these names."""

_LISTS: Final = {
    "entrants": Text("players", "Spieler"),
    "pairings": Text("rounds with pairings", "Runden mit Paarungen"),
    "rows": Text("rows of pairings", "Zeilen der Paarungen"),
    "extra": Text("further games", "weitere Partien"),
    "parameters": Text("parameters", "Parameter"),
    "numbers": Text("start numbers", "Startnummern"),
    "errors": Text("errors of the export", "Fehler des Exports"),
    "questions": Text("open questions between sources", "offene Fragen zu Quellen"),
    "made": Text("report", "Bericht"),
}
"""What is told and cannot be named alone: lists, and what a revision says beside."""

RECORD_WORDS: Final = {
    **FIELD_WORDS,
    "number": Text("number", "Nummer"),
    "id": Text("start number", "Startnummer"),
    "round": Text("round", "Runde"),
    "home": Text("home", "Heim"),
    "guest": Text("guest", "Gast"),
    "is_home_known": Text("home known", "Heimrecht bekannt"),
    "forfeited": Text("forfeited", "kampflos"),
    "team": Text("team", "Mannschaft"),
    "opponent": Text("opponent", "Gegner"),
    "players": Text("players", "Spieler"),
    "white": Text("White", "Weiß"),
    "black": Text("Black", "Schwarz"),
    "national_id": Text("national id", "nationale Nummer"),
    "origin": Text("region", "Region"),
    "birth": Text("birth", "Geburt"),
    "first_id": Text("from number", "von Nummer"),
    "last_id": Text("to number", "bis Nummer"),
    "first_round": Text("from round", "ab Runde"),
    "last_round": Text("to round", "bis Runde"),
    "ids": Text("numbers", "Nummern"),
    "kind": Text("kind", "Art"),
}
"""What the parts of a value are called that is a record itself."""


def field_name(field: str) -> Text:
    """Return what a field is called.

    A parameter of CLM (`parameter bem_int`) keeps its own key, and what an older
    version has stored under a name that is no field any more stays as it is.
    """
    first, _, key = field.partition(" ")
    if first == "parameter" and key:
        return Text(f"parameter {key}", f"Parameter {key}")
    word = FIELD_WORDS.get(field) or _LISTS.get(field) or _PARTS.get(field)
    plain = field.replace("_", " ")
    return word or Text(plain, plain)


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
    "numbers": "Startnummern",
    "export": "Export",
    "report": "Bericht",
}
_PARTS: Final = {
    word: Text(word.replace("_", " "), german) for word, german in _PLACES.items()
}


def place_name(place: str) -> Text:
    """Return where something is, in both languages: `player 7 round 3`."""
    german = " ".join(_PLACES.get(word, word) for word in place.split(" "))
    return Text(place.replace("_", " "), german)
