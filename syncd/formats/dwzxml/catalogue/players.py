"""Rules P: the players.

Source: rule sheet of DSB_DWZ_TournamentReport 2.5 (schema 2.5.1, documentation 1.1).
"""

from __future__ import annotations

from typing import Final

from syncd.bilingual import Text
from syncd.formats.dwzxml.catalogue.entry import Chapter, told_by

PLAYERS: Final = Chapter()
_rule = PLAYERS.rule

_rule(
    "P01|SHOULD|E W|report",
    "Each person is listed once.",
    "Jede Person ist nur einmal aufgeführt.",
)
_rule(
    "P02|MUST NOT|E|schema writer",
    "Whoever withdrew after playing stays in the list.",
    "Wer nach gespielten Partien zurücktritt, bleibt in der Liste.",
    told_by("G08, G09"),
)
_rule(
    "P03|SHOULD / MAY|W|report writer",
    "Whoever played nothing is left out.",
    "Wer nichts gespielt hat, entfällt.",
)
_rule(
    "P04|MUST NOT|E|report",
    "Place holders are no players.",
    "Platzhalter sind keine Teilnehmenden.",
)
_rule(
    "P05|MUST|E|schema",
    "There are at least two players.",
    "Es gibt mindestens zwei Teilnehmende.",
)
_rule(
    "P06|MUST|E|schema",
    "Player numbers are unique.",
    "Teilnehmernummern kommen nur einmal vor.",
)
_rule(
    "P07|RECOMMENDED|W|report",
    "Players are numbered from 1 without gaps.",
    "Die Nummern beginnen bei 1 und haben keine Lücken.",
)
_rule(
    "P08|MUST|E|schema",
    "A player number is one from 1 to 999999.",
    "Eine Teilnehmernummer liegt zwischen 1 und 999999.",
)
_rule(
    "P09|MUST|E|schema",
    "Number, surname, forename and year of birth are always there.",
    "Nummer, Nachname, Vorname und Geburtsjahr sind immer angegeben.",
)
_rule(
    "P10|SHOULD|W I|report members",
    "Members have their dsbId.",
    "Mitglieder haben ihre dsbId.",
)
_rule(
    "P11|MUST|E W|report members",
    "A dsbId belongs to one person, and to this one.",
    "Eine dsbId gehört einer Person, und zwar dieser.",
)
_rule(
    "P12|MUST NOT|E W I|report members",
    "A dsbId is neither a placeholder nor made up.",
    "Eine dsbId ist weder Platzhalter noch ausgedacht.",
)
_rule(
    "P13|SHOULD|W|members",
    "Members are written as in the membership system.",
    "Mitglieder sind wie in der Mitgliederverwaltung geschrieben.",
)
_rule(
    "P14|SHOULD|W|report",
    "Who has only one name gets it in both elements.",
    "Wer nur einen Namen hat, bekommt ihn in beide Elemente.",
)
_rule(
    "P15|MUST|E W|report",
    "Names come without academic titles.",
    "Namen stehen ohne akademische Titel.",
)
_rule(
    "P16|MUST|E|report",
    "A computer has ###COMPUTER### as surname and forename.",
    "Ein Computer hat ###COMPUTER### als Nach- und Vornamen.",
)
_rule(
    "P17|MUST|E|report",
    "A computer is born in 1900.",
    "Ein Computer hat das Geburtsjahr 1900.",
)
_rule(
    "P18|MUST|E|schema report members",
    "The year of birth is the real one.",
    "Das Geburtsjahr ist das wirkliche.",
)
_rule(
    "P19|SHOULD|W|report",
    "Who has no dsbId has a full date of birth.",
    "Wer keine dsbId hat, hat ein volles Geburtsdatum.",
)
_rule(
    "P20|MUST|E|schema",
    "dobDate is written as YYYY-MM-DD.",
    "dobDate ist als JJJJ-MM-TT geschrieben.",
)
_rule(
    "P21|MUST|E|report",
    "The date of birth gives a believable age.",
    "Das Geburtsdatum ergibt ein glaubhaftes Alter.",
)
_rule(
    "P22|MUST NOT|E W|report",
    "The date of birth is no stand-in.",
    "Das Geburtsdatum ist kein Platzhalter.",
)
_rule(
    "P23|MUST|E|report",
    "The year of dobDate is dobYear.",
    "Das Jahr von dobDate ist dobYear.",
)
_rule(
    "P24|MUST|E|schema",
    "A club code has five letters or digits.",
    "Eine Vereinskennziffer hat fünf Buchstaben oder Ziffern.",
)
_rule(
    "P25|SHOULD|W I|members clubs",
    "Members have the code of their present club.",
    "Mitglieder haben die Kennziffer ihres jetzigen Vereins.",
)
_rule(
    "P26|RECOMMENDED|I|nobody",
    "Former members have the code of their last club, if it is known.",
    "Frühere Mitglieder haben die Kennziffer ihres letzten Vereins, wenn bekannt.",
    Text("no list has former members", "keine Liste führt frühere Mitglieder"),
)
_rule(
    "P27|MUST|E|report members",
    "Club, code and member number belong to this person.",
    "Verein, Kennziffer und Mitgliedsnummer gehören zu dieser Person.",
    Text(
        "within one file told as P31",
        "innerhalb einer Datei gemeldet als P31",
    ),
)
_rule(
    "P28|MUST|E|schema",
    "A member number is one from 1 to 99999.",
    "Eine Mitgliedsnummer liegt zwischen 1 und 99999.",
)
_rule(
    "P29|SHOULD|W|report members",
    "Members have their number in the club.",
    "Mitglieder haben ihre Nummer im Verein.",
)
_rule(
    "P30|SHOULD|W|report clubs",
    "The club has its official name.",
    "Der Verein hat seinen amtlichen Namen.",
)
_rule(
    "P31|MUST|E|report clubs",
    "Club, code and number are of one membership.",
    "Verein, Kennziffer und Nummer sind von einer Mitgliedschaft.",
)
_rule(
    "P32|SHOULD|W|report clubs",
    "Who names one of club, code and number names all three.",
    "Wer Verein, Kennziffer oder Nummer nennt, nennt alle drei.",
)
_rule(
    "P33|MUST NOT|E W|schema report",
    "fideId holds a FIDE id, never 0.",
    "fideId enthält eine FIDE-ID, nie 0.",
)
_rule(
    "P34|MUST NOT|E W|report members fide",
    "fideId holds no national id and nobody else's.",
    "fideId enthält keine nationale Kennung und keine fremde.",
)
_rule(
    "P35|MUST|E W|schema report fide",
    "fideRating is the FIDE standard rating, 1 to 5000.",
    "fideRating ist die FIDE-Standard-Elo, 1 bis 5000.",
)
_rule(
    "P36|MUST NOT|E|schema",
    "Without a rating the element is left out; it is never 0.",
    "Ohne Elo entfällt das Element; es ist nie 0.",
)
_rule(
    "P37|MUST|W I|report members fide",
    "A rating is looked up before the report is sent.",
    "Eine Elo wird vor dem Einreichen nachgeschlagen.",
)
_rule(
    "P38|MUST NOT|W|report members",
    "fideRating is no estimate and no national rating.",
    "fideRating ist keine Schätzung und keine nationale Zahl.",
)
_rule(
    "P39|MUST NOT|E|schema",
    "sex is m or w.",
    "sex ist m oder w.",
)
_rule(
    "P40|SHOULD|W|report",
    "For whoever is no member the sex is given.",
    "Bei Personen ohne Mitgliedschaft ist sex angegeben.",
)
_rule(
    "P41|SHOULD|W|report writer",
    "Elements with nothing in them are left out.",
    "Leere Elemente entfallen.",
)
_rule(
    "P42|MUST|E|schema",
    "Persons have surname and forename.",
    "Personen haben Nach- und Vornamen.",
    told_by("P09"),
)
_rule(
    "P43|implied|E|report",
    "A FIDE id belongs to one person.",
    "Eine FIDE-ID gehört einer Person.",
)
_rule(
    "P44|SHOULD|I|members",
    "All forenames are given.",
    "Alle Vornamen sind angegeben.",
)
_rule(
    "P45|MUST|E|report",
    "The year of birth gives a believable age.",
    "Das Geburtsjahr ergibt ein glaubhaftes Alter.",
)
