"""Rules G: the games.

Source: rule sheet of DSB_DWZ_TournamentReport 2.5 (schema 2.5.1, documentation 1.1).
"""

from __future__ import annotations

from typing import Final

from syncd.bilingual import Text
from syncd.formats.dwzxml.catalogue.entry import Chapter, told_by

GAMES: Final = Chapter()
_rule = GAMES.rule

_PORTAL: Final = Text(
    "the portal computes the ratings", "das Portal berechnet die Wertung"
)
_ALLOWED: Final = Text("allowed, so nothing is told", "erlaubt, also keine Meldung")

_rule(
    "G01|MUST|E|schema",
    "There is at least one game.",
    "Es gibt mindestens eine Partie.",
)
_rule(
    "G02|MUST|E|schema report",
    "The round of a game is one that the tournament has.",
    "Die Runde einer Partie gibt es im Turnier.",
)
_rule(
    "G03|MAY||nobody",
    "Games may have dates, also several in one round.",
    "Partien dürfen ein Datum haben, auch verschiedene in einer Runde.",
    _ALLOWED,
)
_rule(
    "G04|SHOULD|I|nobody",
    "A team match that was moved has its real date.",
    "Ein verlegter Mannschaftskampf hat sein wirkliches Datum.",
    Text("a file does not show the plan", "eine Datei zeigt den Spielplan nicht"),
)
_rule(
    "G05|MUST|E|schema",
    "A date is written as YYYY-MM-DD.",
    "Ein Datum ist als JJJJ-MM-TT geschrieben.",
)
_rule(
    "G06|MUST||nobody",
    "A game past midnight has the date of its start.",
    "Eine Partie über Mitternacht hat das Datum ihres Beginns.",
    Text("a file shows no time of day", "eine Datei zeigt keine Uhrzeit"),
)
_rule(
    "G07|MUST|E|schema",
    "Each side is a number or marked as empty, exactly one of both.",
    "Jede Seite ist eine Nummer oder als leer markiert, genau eines von beiden.",
)
_rule(
    "G08|MUST|E|schema",
    "The number of White is that of a listed player.",
    "Die Nummer von Weiß gehört zu einer aufgeführten Person.",
)
_rule(
    "G09|MUST|E|schema",
    "The number of Black is that of a listed player.",
    "Die Nummer von Schwarz gehört zu einer aufgeführten Person.",
)
_rule(
    "G10|MUST NOT|E|schema",
    "The number 0 is never used.",
    "Die Nummer 0 wird nie verwendet.",
)
_rule(
    "G11|MUST NOT|E|schema",
    "The number of a side is never empty.",
    "Die Nummer einer Seite ist nie leer.",
)
_rule(
    "G12|MUST|E|schema",
    "Player numbers are unique.",
    "Teilnehmernummern kommen nur einmal vor.",
    told_by("P06"),
)
_rule(
    "G13|MUST NOT|E|report",
    "Nobody plays against themselves.",
    "Niemand spielt gegen sich selbst.",
)
_rule(
    "G14|MUST / MUST NOT|E W|schema report",
    "A side without a player is marked as empty; its game counts + and -.",
    "Eine Seite ohne Person ist als leer markiert; die Partie zählt + und -.",
    Text(
        "a number 0 or empty is told as G10, G11; both at once as G07",
        "eine Nummer 0 oder leer als G10, G11 gemeldet; beides zugleich als G07",
    ),
)
_rule(
    "G15|MUST NOT|E|report",
    "No place holder loses by forfeit.",
    "Kein Platzhalter verliert kampflos.",
    told_by("P04"),
)
_rule(
    "G16|SHOULD|W|writer",
    "In team matches White and Black mean colours or home and guests, in all games.",
    "Bei Mannschaftskämpfen meinen Weiß und Schwarz überall Farben oder überall Heim "
    "und Gast.",
    Text(
        "a file does not show which; syncd always writes the colours",
        "eine Datei zeigt nicht, was gilt; syncd schreibt immer die Farben",
    ),
)
_rule(
    "G17|MUST|E|report",
    "Results of team matches follow the rules of single games.",
    "Ergebnisse von Mannschaftskämpfen folgen den Regeln einzelner Partien.",
    Text("told as the rule that is broken", "gemeldet als die verletzte Regel"),
)
_rule(
    "G18|MUST|E|schema",
    "The mark of an empty side is the word true.",
    "Die Markierung einer leeren Seite ist das Wort true.",
)
_rule(
    "G19|MUST|E|schema",
    "Points are given for both sides, also where one is empty.",
    "Punkte stehen für beide Seiten, auch wenn eine leer ist.",
)
_rule(
    "G20|SHOULD|W|report writer",
    "Byes are all listed or all left out.",
    "Spielfreie Runden sind alle aufgeführt oder alle weggelassen.",
)
_rule(
    "G21|MUST|E|schema",
    "Points are 1, 0.5, 0, + or -.",
    "Punkte sind 1, 0.5, 0, + oder -.",
)
_rule(
    "G22|MUST|E|report",
    "The points from the board add up to at most one.",
    "Die Punkte vom Brett ergeben höchstens einen.",
)
_rule(
    "G23|MUST NOT||nobody",
    "A side with + or - is never rated.",
    "Eine Seite mit + oder - wird nie gewertet.",
    _PORTAL,
)
_rule(
    "G24|MUST NOT||nobody",
    "A game with an empty side is never rated.",
    "Eine Partie mit leerer Seite wird nie gewertet.",
    Text(
        f"{_PORTAL.en}; odd points are told as G14",
        f"{_PORTAL.de}; seltsame Punkte gemeldet als G14",
    ),
)
_rule(
    "G25|MUST|E|report",
    "Games with a computer are -:-.",
    "Partien mit einem Computer sind -:-.",
)
_rule(
    "G26|MUST NOT|E|report",
    "Games with a computer are never rated.",
    "Partien mit einem Computer werden nie gewertet.",
    told_by("G25"),
)
_rule(
    "G27|MUST|E W|report",
    "The points of both sides make one result.",
    "Die Punkte beider Seiten ergeben ein Ergebnis.",
)
_rule(
    "G28|MUST|E|schema",
    "Each game has exactly one round.",
    "Jede Partie hat genau eine Runde.",
)
_rule(
    "G29|MAY / MUST|W|report writer",
    "Games that were not played are left out, or carry + and -.",
    "Nicht gespielte Partien entfallen oder tragen + und -.",
)
_rule(
    "G30|MUST NOT|E|schema",
    "Games of somebody who was paired by mistake are left out with the person.",
    "Partien einer irrtümlich ausgelosten Person entfallen mit ihr.",
)
_rule(
    "G31|implied|E|report",
    "A game was played between startDate and endDate.",
    "Eine Partie wurde zwischen startDate und endDate gespielt.",
)
_rule(
    "G32|I|W|report",
    "Nobody plays twice in a round.",
    "Niemand spielt zweimal in einer Runde.",
)
_rule(
    "G33|MAY||writer",
    "Both sides may be empty.",
    "Beide Seiten dürfen leer sein.",
    Text("allowed; syncd never writes it", "erlaubt; syncd schreibt es nie"),
)
