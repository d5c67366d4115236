"""Headings and short words of the printable page."""

from __future__ import annotations

from typing import Final

from syncd.bilingual import Text

WORDS: Final = {
    "title": Text("DWZ report", "DWZ-Bericht"),
    "preview": Text(
        "Preview: what would be sent at this moment",
        "Vorschau: was im Augenblick gesendet würde",
    ),
    "not_made": Text("No report made yet", "Noch kein Bericht erstellt"),
    "receipt": Text("receipt", "Quittung"),
    "approved": Text("Approved by", "Freigegeben von"),
    "not_approved": Text(
        "No person has approved this report.",
        "Diesen Bericht hat noch niemand freigegeben.",
    ),
    "moved_on": Text(
        "What would be sent at this moment differs from this report.",
        "Was im Augenblick gesendet würde, weicht von diesem Bericht ab.",
    ),
    "approve": Text("To let it go:", "Freigeben mit:"),
    "one_portal": Text(
        "For one portal only: add --portal NAME.",
        "Nur für ein Portal: --portal NAME anhängen.",
    ),
    "facts": Text("Tournament", "Turnier"),
    "revision": Text("Revision", "Stand Nr."),
    "no_uuid": Text("given when the report is made", "entsteht mit dem Bericht"),
    "made": Text("Made", "Erstellt"),
    "sent": Text("First sent", "Erstmals gesendet"),
    "differences": Text(
        "Differences to the last report at the portal",
        "Unterschiede zum letzten Bericht beim Portal",
    ),
    "no_previous": Text(
        "The portal has no report of this tournament yet.",
        "Das Portal hat noch keinen Bericht dieses Turniers.",
    ),
    "no_difference": Text("None.", "Keine."),
    "rules": Text("Warnings and remarks", "Warnungen und Hinweise"),
    "persons": Text("Persons and lists", "Personen und Listen"),
    "repairs": Text(
        "Noticed and repaired when reading the exports",
        "Beim Lesen der Exporte bemerkt und berichtigt",
    ),
    "nothing": Text("Nothing.", "Nichts."),
    "players": Text("Players", "Spieler"),
    "number": Text("No.", "Nr."),
    "start_number": Text("Start", "Start"),
    "name": Text("Name", "Name"),
    "born": Text("Born", "Geb."),
    "club": Text("Club", "Verein"),
    "ids": Text("Ids", "IDs"),
    "games": Text("Games", "Partien"),
    "points": Text("Points rated", "Punkte gewertet"),
    "without": Text("without game", "ohne Partie"),
    "in_file": Text("in the file", "in der Datei"),
    "points_note": Text(
        "▲ marks points in the file that follow neither from the rated games nor from "
        "all that the file holds.",
        "▲ bezeichnet Punkte in der Datei, die weder aus den gewerteten Partien noch "
        "aus allem folgen, was die Datei enthält.",
    ),
    "no_players": Text(
        "No report can be formed yet.", "Es lässt sich noch kein Bericht bilden."
    ),
    "game_list": Text("Games in the report", "Partien im Bericht"),
    "games_note": Text(
        "Numbers are those of the players above; White is named first.",
        "Die Nummern sind die der Spieler oben; Weiß steht vorn.",
    ),
    "not_played": Text("not played", "nicht gespielt"),
    "unplayed": Text(
        "Not rated: forfeits and byes", "Nicht gewertet: kampflose Partien, Freilose"
    ),
    "listed": Text(
        "These stand in the report as not played.",
        "Diese stehen als nicht gespielt im Bericht.",
    ),
    "omitted": Text(
        "These are left out of the report.", "Diese stehen nicht im Bericht."
    ),
    "round": Text("Round", "Runde"),
    "reason": Text("Reason", "Grund"),
    "decisions": Text("Decided by people", "Von Menschen entschieden"),
    "nobody": Text("Nothing yet.", "Noch nichts."),
    "policy": Text("Rules that applied", "Regeln, die galten"),
}
"""Name in the template -> what people read."""
