"""Plain names of the model's attributes, for saying what a form cannot hold."""

from __future__ import annotations

from typing import Final

from syncd.bilingual import Text

TOURNAMENT: Final = {
    "name": Text("name of the tournament", "Name des Turniers"),
    "kind": Text("kind of tournament", "Turnierart"),
    "is_team": Text("that teams play", "dass Mannschaften spielen"),
    "rounds": Text("number of rounds", "Rundenzahl"),
    "loops": Text(
        "division into loops; all rounds stand one behind the other",
        "Einteilung in Durchgänge; alle Runden stehen hintereinander",
    ),
    "city": Text("city", "Ort"),
    "federation": Text("federation", "Föderation"),
    "start": Text("first day", "erster Tag"),
    "end": Text("last day", "letzter Tag"),
    "type_text": Text("kind of tournament in words", "Turnierart in Worten"),
    "arbiter": Text("chief arbiter", "Hauptschiedsrichter"),
    "deputies": Text("deputy arbiters", "weitere Schiedsrichter"),
    "time_control_text": Text("time control in words", "Bedenkzeit in Worten"),
    "time_control_code": Text("time control", "Bedenkzeit"),
    "round_dates": Text("days of the rounds", "Rundentage"),
    "venue": Text("venue", "Spiellokal"),
    "parameters": Text("parameters of CLM", "Parameter des CLM"),
    "tiebreaks": Text("tie-breaks of CLM", "Feinwertungen des CLM"),
    "extra": Text(
        "further games beside those of the rounds",
        "weitere Partien neben denen der Runden",
    ),
    "missing_results": Text(
        "the warning that results are missing", "die Warnung, dass Ergebnisse fehlen"
    ),
    "type_code": Text("type code (192)", "Kennung der Turnierart (192)"),
    "program": Text("pairing program (182)", "Auslosungsprogramm (182)"),
    "tiebreak_codes": Text("tie-breaks (202, 212)", "Feinwertungen (202, 212)"),
    "matches": Text(
        "matches of teams, or who was at home",
        "Mannschaftskämpfe, oder wer Heimrecht hatte",
    ),
    "line_ups": Text("line-ups (300)", "Aufstellungen (300)"),
    "team_byes": Text("byes of teams (320)", "Freilose von Mannschaften (320)"),
    "round_times": Text("times of the rounds", "Anfangszeiten der Runden"),
    "game_dates": Text("days of single games", "Spieltage einzelner Partien"),
    "played_zeros": Text(
        "which games were played and ended 0-0",
        "welche Partien gespielt wurden und 0-0 endeten",
    ),
}

ENTRANT: Final = {
    "": Text("players", "Spieler"),
    "id": Text("start number", "Startnummer"),
    "surname": Text("surname", "Nachname"),
    "forename": Text("forename", "Vorname"),
    "sex": Text("sex", "Geschlecht"),
    "title": Text("title", "Titel"),
    "rating": Text("rating", "Wertungszahl"),
    "federation": Text("federation of a player", "Föderation des Spielers"),
    "fide_id": Text("FIDE id", "FIDE-ID"),
    "birth_year": Text("birth year", "Geburtsjahr"),
    "birth_date": Text("birth date", "Geburtsdatum"),
    "points_x10": Text("points", "Punkte"),
    "rank": Text("rank", "Rang"),
    "club": Text("club", "Verein"),
    "vkz": Text("club code (VKZ)", "Vereinskennziffer"),
    "member_number": Text("member number", "Mitgliedsnummer"),
    "dsb_id": Text("person id of the DSB", "Personen-ID des DSB"),
    "dwz": Text("DWZ", "DWZ"),
    "elo": Text("Elo", "Elo"),
    "twz": Text("tournament rating (TWZ)", "TWZ"),
    "national": Text("national rating records (NRS)", "nationale Wertungen (NRS)"),
}

TEAM: Final = {
    "": Text("teams", "Mannschaften"),
    "number": Text("team number", "Mannschaftsnummer"),
    "name": Text("team name", "Mannschaftsname"),
    "roster": Text("players of a team", "Spieler einer Mannschaft"),
    "nickname": Text("short name of a team", "Kurzname einer Mannschaft"),
    "strength": Text("strength of a team", "Stärke einer Mannschaft"),
    "match_points_x10": Text("match points", "Mannschaftspunkte"),
    "game_points_x10": Text("board points", "Brettpunkte"),
    "rank": Text("rank of a team", "Rang einer Mannschaft"),
}

RULES: Final = {
    "initial_colour": Text("first colour (152)", "erste Farbe (152)"),
    "is_by_rank": Text("pairing by rank (XXC)", "Auslosung nach Rang (XXC)"),
    "board_colours": Text("colours of the boards (352)", "Brettfarben (352)"),
    "scoring": Text("points for results (162)", "Punkte für Ergebnisse (162)"),
    "match_scoring": Text("points for matches (362)", "Punkte für Kämpfe (362)"),
    "start_rank_federation": Text(
        "federation of the start ranks (172)", "Föderation der Startränge (172)"
    ),
    "start_rank_method": Text(
        "method of the start ranks (172)", "Verfahren der Startränge (172)"
    ),
    "accelerations": Text("acceleration (250)", "Beschleunigung (250)"),
    "prohibitions": Text("forbidden pairings (260)", "verbotene Paarungen (260)"),
    "adjustments": Text("other points (299)", "abweichende Punkte (299)"),
    "byes": Text("announced byes (240)", "angekündigte Freilose (240)"),
}
