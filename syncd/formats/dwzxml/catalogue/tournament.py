"""Rules T: the tournament.

Source: rule sheet of DSB_DWZ_TournamentReport 2.5 (schema 2.5.1, documentation 1.1).
"""

from __future__ import annotations

from typing import Final

from syncd.formats.dwzxml.catalogue.entry import Chapter, told_by

TOURNAMENT: Final = Chapter()
_rule = TOURNAMENT.rule

_rule(
    "T01|SHOULD|W|report",
    "The label tells the tournament from others.",
    "Der Name unterscheidet das Turnier von anderen.",
)
_rule(
    "T02|MUST NOT|E|schema",
    "tournamentType is one of the twelve codes.",
    "tournamentType ist eine der zwölf Abkürzungen.",
)
_rule(
    "T03|note|W|report",
    "Hybrid tournaments have conditions of their own.",
    "Hybridturniere haben eigene Bedingungen.",
)
_rule(
    "T04|RECOMMENDED|W|report",
    "The time control is written in the notation of FIDE's TRF26.",
    "Die Bedenkzeit steht in der Schreibweise von TRF26 der FIDE.",
)
_rule(
    "T05|MUST|E|schema",
    "rounds is a number from 1 to 999.",
    "rounds ist eine Zahl von 1 bis 999.",
)
_rule(
    "T06|MUST|E W|report",
    "startDate is the real day of the first game.",
    "startDate ist der wirkliche Tag der ersten Partie.",
)
_rule(
    "T07|MUST NOT|E W|report",
    "startDate is not the planned day of a round that was moved.",
    "startDate ist nicht der angesetzte Tag einer verlegten Runde.",
    told_by("T06"),
)
_rule(
    "T08|MUST|E|schema",
    "startDate is written as YYYY-MM-DD.",
    "startDate ist als JJJJ-MM-TT geschrieben.",
)
_rule(
    "T09|MUST|E W|report",
    "endDate is the real day of the last game.",
    "endDate ist der wirkliche Tag der letzten Partie.",
)
_rule(
    "T10|MUST NOT|E W|report",
    "endDate is not the planned day of a round that was moved.",
    "endDate ist nicht der angesetzte Tag einer verlegten Runde.",
    told_by("T09"),
)
_rule(
    "T11|MUST|E|schema",
    "endDate is written as YYYY-MM-DD.",
    "endDate ist als JJJJ-MM-TT geschrieben.",
)
_rule(
    "T12|implied|E|report",
    "The tournament does not end before it starts.",
    "Das Turnier endet nicht, bevor es beginnt.",
)
_rule(
    "T13|SHOULD|W|report",
    "A tournament of single players names its town.",
    "Ein Einzelturnier nennt seinen Ort.",
)
_rule(
    "T14|RECOMMENDED|I|report",
    "A league names league or region, not one of its venues.",
    "Eine Liga nennt Liga oder Region, nicht ein Spiellokal.",
)
_rule(
    "T15|MAY|W|report",
    "url is the address of a home page.",
    "url ist die Adresse einer Internetseite.",
)
_rule(
    "T16|MAY|W|report",
    "Age class, years of birth and time control fit.",
    "Altersklasse, Geburtsjahre und Bedenkzeit passen zusammen.",
)
_rule(
    "T17|MUST NOT|E|report",
    "No more rounds are played than the tournament has.",
    "Es werden nicht mehr Runden gespielt, als das Turnier hat.",
)
_rule(
    "T18|MUST|E|schema",
    "The required details of the tournament are filled in.",
    "Die Pflichtangaben zum Turnier sind ausgefüllt.",
)
_rule(
    "T19|SHOULD|W|report",
    "The rounds fit into the days of the tournament.",
    "Die Runden passen in die Tage des Turniers.",
)
_rule(
    "T20|I|W|report",
    "The file is made after the end, and soon after it.",
    "Die Datei entsteht nach dem Ende, und bald danach.",
)
