"""Tournaments written in each form: which columns, which losses, which refusals."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from pathlib import Path

import pytest
from clm_acceptance import complaints
from trf_lines import player, read

from syncd.errors import EncodeError
from syncd.formats.trf import Form, decode, from_tournament, to_tournament
from syncd.formats.trf.writing.ascii_letters import to_ascii
from syncd.formats.trf.writing.losses import losses as named_losses
from syncd.model.pairing_rules import (
    Acceleration,
    AnnouncedBye,
    PairingRules,
    Prohibition,
)
from syncd.model.pairings import Cells, Game, Pairings
from syncd.model.tournament import (
    Entrant,
    GameDate,
    Kind,
    NationalRecord,
    Team,
    Tournament,
)

CLM = Path(__file__).resolve().parents[2] / "data" / "clm"


def game_of_two(**more: object) -> Tournament:
    """Two players, one round of two played."""
    entrants = (
        Entrant(1, "Meier", "Anna", sex="w", title="WGM", rating=2100, points_x10=10),
        Entrant(2, "Berg", title="FM", birth_year=1999, points_x10=0, rank=2),
    )
    rows = {1: Cells((2, 0), "w-", "1 "), 2: Cells((1, 0), "b-", "0 ")}
    plain = Tournament(
        name="Open", kind=Kind.SWISS, rounds=2, type_text="Swiss", entrants=entrants,
        pairings=Pairings(2, rows),
    )  # fmt: skip
    return replace(plain, **more)  # type: ignore[arg-type]


def lines(tournament: Tournament, form: Form) -> list[str]:
    return from_tournament(tournament, form, lossy=True).data.decode().splitlines()


def of_record(tournament: Tournament, form: Form, record: str) -> list[str]:
    return [line for line in lines(tournament, form) if line.startswith(record)]


def losses(tournament: Tournament, form: Form) -> list[str]:
    found = from_tournament(tournament, form, lossy=True).findings
    return [each.text.en for each in found if each.code == "convert.lost"]


def test_a_whole_trf26() -> None:
    assert lines(game_of_two(), Form.TRF26) == [
        "012 Open",
        "062 2",
        "072 1",
        "082 0",
        "092 Swiss",
        "142 2",
        f"001    1 wWGM {'Meier,Anna':33} 2100{'':29}1.0          2 w 1",
        f"001    2   FM {'Berg':33}{'':22}1999/00/00  0.0    2     1 b 0",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("form", "title", "birth", "end"),
    [
        (Form.TRF06, " wg", "1999/00/00", b"\r\n"),
        (Form.TRF16, "WGM", "1999/00/00", b"\r\n"),
        (Form.TRF26, "WGM", "1999/00/00", b"\r\n"),
        (Form.PAIRING, "WGM", "1999/00/00", b"\r\n"),
        (Form.CLM, "WGM", "1999/  /  ", b"\n"),
    ],
)
def test_letters_of_each_form(form: Form, title: str, birth: str, end: bytes) -> None:
    tournament = game_of_two()
    first, second = of_record(tournament, form, "001")
    assert (first[10:13], second[69:79]) == (title, birth)
    data = from_tournament(tournament, form, lossy=True).data
    assert data.endswith(end)
    assert data.count(b"\n") == data.count(end)


@pytest.mark.parametrize(
    ("letter", "trf06", "clm"),
    [
        ("U", "+", "U"), ("F", "+", "F"), ("H", "=", "H"), ("Z", "-", "Z"),
        ("+", "+", "F"), ("=", "=", "H"), ("-", "-", "Z"), (" ", " ", "Z"),
        ("*", " ", "Z"), ("W", "+", "F"), ("D", "=", "H"), ("L", "-", "Z"),
    ],
)  # fmt: skip
def test_entries_without_opponent(letter: str, trf06: str, clm: str) -> None:
    rows = {1: Cells((0, 2), "-w", f"{letter}1"), 2: Cells((0, 1), "-b", "Z0")}
    tournament = game_of_two(pairings=Pairings(2, rows))
    for form, wanted in ((Form.TRF06, trf06), (Form.CLM, clm)):
        line = of_record(tournament, form, "001")[0].ljust(110)
        assert line[98] == wanted
        assert line[91:95] == ("    " if wanted == " " else "0000")
    lost = [text for text in losses(tournament, Form.TRF06) if "result" in text]
    assert len(lost) == (letter == "U")


@pytest.mark.parametrize(("letter", "written"), [("W", "+"), ("D", "="), ("L", "-")])
def test_short_games_are_a_loss_where_no_letter_is_for_them(
    letter: str, written: str
) -> None:
    back = {"W": "L", "D": "D", "L": "W"}[letter]
    rows = {1: Cells((2, 0), "w-", f"{letter}Z"), 2: Cells((1, 0), "b-", f"{back}Z")}
    tournament = game_of_two(pairings=Pairings(2, rows))
    for form in (Form.TRF06, Form.CLM):
        assert of_record(tournament, form, "001")[0][98] == written
        assert any(
            f"{letter} becomes {written}" in each for each in losses(tournament, form)
        )
    assert not losses(tournament, Form.TRF16)


@pytest.mark.parametrize(
    ("change", "form", "told"),
    [
        ({"loops": 2, "rounds": 1}, Form.TRF26, "division into loops"),
        ({"venue": "Saal"}, Form.TRF26, "venue: Saal"),
        ({"parameters": (("a", "1"),)}, Form.TRF16, "parameters of CLM (1)"),
        ({"tiebreaks": (1, 3, 0)}, Form.TRF26, "tie-breaks of CLM"),
        ({"tiebreak_codes": ("PTS", "BH")}, Form.TRF16, "tie-breaks (202, 212)"),
        ({"round_times": ("16:00:00", "")}, Form.TRF26, "times of the rounds"),
        ({"program": "X"}, Form.CLM, "pairing program (182): X"),
        ({"time_control_code": "5400"}, Form.TRF16, "time control: 5400"),
        (
            {"game_dates": (GameDate(1, 1, 2, dt.date(2026, 1, 1)),)},
            Form.TRF26,
            "days of single games (1)",
        ),
        ({"rules": PairingRules(is_by_rank=True)}, Form.TRF26, "pairing by rank (XXC)"),
        ({"start": dt.date(1970, 1, 1)}, Form.TRF26, "first day"),
        ({"name": "two\nlines"}, Form.TRF26, "name of the tournament"),
        ({"deputies": ("",)}, Form.TRF26, "deputy arbiters (1)"),
        ({"kind": Kind.UNKNOWN, "type_text": ""}, Form.CLM, "takes it for a Swiss"),
        ({"name": "Mülheim"}, Form.CLM, "name of the tournament: Mülheim"),
        ({"is_team": True, "teams": (Team(1, "A"),)}, Form.CLM, "CLM refuses"),
        ({"is_team": True, "teams": (Team(7, "A"),)}, Form.TRF16, "team number: 1 ×"),
    ],
)  # fmt: skip
def test_what_a_form_cannot_hold_is_refused_and_named(
    change: dict[str, object], form: Form, told: str
) -> None:
    tournament = game_of_two(**change)
    with pytest.raises(EncodeError) as refusal:
        from_tournament(tournament, form)
    assert any(told in cause.en for cause in refusal.value.causes)
    assert all(cause.de for cause in refusal.value.causes)
    assert any(told in text for text in losses(tournament, form))


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (
            {"surname": "Freiherr von und zu Hohenlohe-Waldeck"},
            "surname: 1 × (first: pla",
        ),
        ({"points_x10": 1000}, "points: 1 ×"),
        ({"rating": 12345}, "rating: 1 ×"),
        ({"rank": 10000}, "rank: 1 ×"),
        ({"fide_id": 10**11}, "FIDE id: 1 ×"),
        ({"federation": "GERM"}, "federation of a player: 1 ×"),
        ({"club": "SV"}, "club: 1 ×"),
        ({"vkz": "66211", "member_number": 7}, "member number: 1 ×"),
        ({"dsb_id": "NU1"}, "person id of the DSB: 1 ×"),
        ({"dwz": 1500}, "DWZ: 1 ×"),
    ],
)
def test_what_a_players_line_cannot_hold(change: dict[str, object], told: str) -> None:
    tournament = game_of_two()
    changed = replace(tournament.entrants[0], **change)  # type: ignore[arg-type]
    tournament = replace(tournament, entrants=(changed, tournament.entrants[1]))
    assert any(told in text for text in losses(tournament, Form.TRF26))


def test_further_games_are_named() -> None:
    extra = (Game(2, 1, 2, "1", "0"),)
    tournament = game_of_two()
    pairings = replace(tournament.pairings, extra=extra)
    found = losses(replace(tournament, pairings=pairings), Form.TRF26)
    assert found == ["Not in the file: further games beside those of the rounds: 1"]


def test_all_loops_stand_one_behind_the_other() -> None:
    tournament = game_of_two(loops=2, rounds=1)
    for form in Form:
        assert "142 2" in lines(tournament, form)
    (mode,) = of_record(tournament, Form.CLM, "XCM")
    assert mode == "XCM  1  1  2"


@pytest.mark.parametrize("form", list(Form))
def test_a_start_number_of_five_digits_is_refused(form: Form) -> None:
    tournament = Tournament(
        name="", entrants=(Entrant(10000, "A"),),
        pairings=Pairings(0, {10000: Cells((), "", "")}),
    )  # fmt: skip
    with pytest.raises(EncodeError, match="10000 is too high"):
        from_tournament(tournament, form, lossy=True)


def test_the_number_of_rounds_is_written_where_entries_do_not_show_it() -> None:
    rows = {1: Cells((2,), "w", "1"), 2: Cells((1,), "b", "0")}
    full = game_of_two(rounds=1, pairings=Pairings(1, rows))
    assert not of_record(full, Form.TRF16, "142")
    assert of_record(game_of_two(), Form.TRF16, "142") == ["142 2"]


def test_points_are_counted_where_none_are_stated() -> None:
    tournament = game_of_two()
    entrants = tuple(replace(each, points_x10=None) for each in tournament.entrants)
    tournament = replace(
        tournament,
        entrants=entrants,
        rules=PairingRules(scoring=(("1", 30), ("=", 10), ("0", 0), (" ", 0))),
    )
    assert [line[80:84] for line in of_record(tournament, Form.TRF16, "001")] == [
        " 3.0", " 0.0",
    ]  # fmt: skip


def test_the_kind_is_added_in_words_where_nothing_tells_it() -> None:
    tournament = game_of_two(type_text="")
    assert of_record(tournament, Form.TRF26, "092") == ["092 Swiss"]
    assert of_record(tournament, Form.CLM, "092") == []
    assert not losses(tournament, Form.TRF26)


RULES = PairingRules(
    initial_colour="b",
    is_by_rank=True,
    scoring=tuple({
        "1": 30, "W": 30, "+": 30, "F": 30, "U": 30, "=": 10, "D": 10, "H": 10,
        "0": 0, "L": 0, "-": 0, "Z": 0, " ": 0, "*": 0,
    }.items()),
    accelerations=(Acceleration(1, 2, 1, 2, 10),),
    prohibitions=(Prohibition((1, 2)), Prohibition((2, 1), 1, 1)),
    byes=(AnnouncedBye("H", 2, (1,)),),
)  # fmt: skip


def test_engines_get_everything_in_both_words() -> None:
    tournament = game_of_two(rules=RULES)
    written = lines(tournament, Form.PAIRING)
    for line in (
        "152 B", "XXC rank black1", "142 2", "XXR 2",
        "162  W 3.0    D 1.0    L 0.0    A 0.0    P 3.0",
        "BBW  3.0", "BBD  1.0", "BBL  0.0", "BBZ  0.0", "BBF  0.0", "BBU  3.0",
        "240 H   2    1", "XXZ 1",
        "250       1.0   1   2    1    2", "XXA    1  1.0  1.0", "XXA    2  1.0  1.0",
        "260   1        1    2", "260   1   1    2    1", "XXP 1 2",
    ):  # fmt: skip
        assert line in written
    assert written.count("XXP 2 1") == 0
    assert any(line.startswith("XXS WW=3.0 BW=3.0 WD=1.0") for line in written)
    assert not losses(tournament, Form.PAIRING)


def test_a_scoring_that_162_cannot_say_is_left_to_xxs() -> None:
    scoring = dict(RULES.scoring) | {"+": 20}
    rules = PairingRules(scoring=tuple(scoring.items()))
    tournament = game_of_two(rules=rules)
    assert losses(tournament, Form.TRF26) == [
        "Not in the file: points for results (162) (14)"
    ]
    assert not of_record(tournament, Form.PAIRING, "162")
    assert not losses(tournament, Form.PAIRING)


def test_national_records_and_clm_records() -> None:
    entrant = Entrant(
        2, "Berg", club="SV Süd", vkz="66211", member_number=187, dwz=1500, elo=1600,
        twz=1600, national=(NationalRecord("FRA", 1580, "Y02"),), points_x10=0,
    )  # fmt: skip
    tournament = game_of_two()
    tournament = replace(tournament, entrants=(tournament.entrants[0], entrant))
    (national,) = of_record(tournament, Form.TRF26, "FRA")
    assert national == f"FRA    2{'':40}1580{'':13}Y02"
    assert "XCC    2 SV Sued" in lines(tournament, Form.CLM)
    assert "XCR    2 1500 1600 1600" in lines(tournament, Form.CLM)
    assert "XCZ    2 66211-187" in lines(tournament, Form.CLM)


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Müller-Lüdenscheidt, Ärger", "Mueller-Luedenscheidt, Aerger"),
        ("Groß Çelik Šćepan Ñandú", "Gross Celik Scepan Nandu"),
        ("Łukasz Ørsted Ægir „x“ – y…", 'Lukasz Orsted Aegir "x" - y...'),
        ("Мир", "???"),
        ("u\u0308ber", "ueber"),
    ],
)
def test_ascii(text: str, plain: str) -> None:
    assert to_ascii(text) == plain


@pytest.mark.parametrize("path", sorted(CLM.glob("*.trf")), ids=lambda path: path.stem)
def test_clm_takes_every_file_that_is_written_for_it(path: Path) -> None:
    tournament = to_tournament(decode(path.read_bytes())).tournament
    data = from_tournament(tournament, Form.CLM, lossy=True).data
    assert complaints(data) == []


def test_the_check_for_clm_finds_what_clm_refuses() -> None:
    """Else it would prove nothing."""
    bad = [
        "082 2", "XCM x", "XCL Peter's", "XCP a=1;;b=2", "XCP 1 +49", "042 2026/13/01",
        "310   1 A", "XCE    1 a@b.de", player(1, "2 w W", "2 w 1", points="1.0"),
        player(2, "1 b L", "", birth="2001/02/30", points="0.0"),
    ]  # fmt: skip
    assert len(complaints("\n".join(bad).encode())) >= len(bad)
    assert complaints("012 Köln".encode())


def test_clm_is_told_what_its_importer_passes_over() -> None:
    tournament = game_of_two(arbiter="A", rules=RULES, time_control_code="5400")
    found = from_tournament(tournament, Form.CLM, lossy=True).findings
    told = [each.text.en for each in found if each.code == "convert.ignored_by_clm"]
    for word in (
        "arbiters",
        "acceleration",
        "time control",
        "first colour",
        "forbidden",
    ):
        assert any(word in text for text in told)


def test_a_pairing_that_one_row_names_goes_to_clm_without_opponent() -> None:
    rows = {1: Cells((2, 0), "w-", "1Z"), 2: Cells((0, 0), "--", "ZZ")}
    tournament = game_of_two(pairings=Pairings(2, rows))
    assert of_record(tournament, Form.CLM, "001")[0][91:99] == "0000 - F"
    assert any("opponent: 1 ×" in text for text in losses(tournament, Form.CLM))


@pytest.mark.parametrize("form", [Form.TRF06, Form.TRF16, Form.TRF26, Form.PAIRING])
def test_clubs_ranked_in_an_individual_event_make_it_no_team_event(form: Form) -> None:
    tournament = read(
        "012 Open", "082 0", "142 1",
        player(1, "   2 w 1"), player(2, "   1 b 0"),
        player(3, "   4 w 1"), player(4, "   3 b 0"),
        f"013 {'Club A':32}    1    4", f"013 {'Club B':32}    2    3",
    ).tournament  # fmt: skip
    written = from_tournament(tournament, form, lossy=True)
    again = to_tournament(decode(written.data)).tournament
    assert not tournament.is_team
    assert not again.is_team
    assert again.teams == tournament.teams
    assert of_record(tournament, form, "082") == ["082 0"]


def test_what_was_open_and_is_stated_in_the_file_is_named() -> None:
    wanted = game_of_two(kind=Kind.UNKNOWN)
    first, second = wanted.entrants
    older = replace(first, birth_year=1901)
    found = replace(
        wanted, kind=Kind.SWISS, is_team=True, entrants=(older, second),
        rules=PairingRules(initial_colour="w"),
    )  # fmt: skip
    assert [text.en for text in named_losses(wanted, found, 2)] == [
        "kind of tournament was open; who reads the file will find one: swiss",
        "that teams play was open; who reads the file will find one",
        "birth year: 1 × (first: player 1)",
        "first colour (152) was open; who reads the file will find one: w",
    ]


@pytest.mark.parametrize("form", list(Form))
def test_control_characters_become_blanks_and_are_named(form: Form) -> None:
    plain = game_of_two()
    first, second = plain.entrants
    named = replace(first, surname="Mei\0er\x1b[31m", forename="A\x85B")
    tournament = replace(
        plain, entrants=(named, second), time_control_text="90\x07min",
        missing_results="Warnung! \x0c Vermutlich fehlen Ergebnisse",
    )  # fmt: skip
    data = from_tournament(tournament, form, lossy=True).data.decode()
    assert data.replace("\r\n", "").replace("\n", "").isprintable()
    lost = " ".join(losses(tournament, form))
    assert "surname: 1" in lost
    assert "time control in words" in lost


def test_full_holds_what_fide_and_clm_know_together() -> None:
    tournament = game_of_two(
        venue="Bürgersaal", parameters=(("a", "1"),), tiebreaks=(1, 3, 0),
        round_times=("16:00:00",), type_code="CUSTOM",
    )  # fmt: skip
    first, second = tournament.entrants
    known = replace(first, surname="Müller", vkz="66211", dwz=1500, club="Köln")
    tournament = replace(tournament, entrants=(known, second))
    assert losses(tournament, Form.FULL) == []
    assert [line[:3] for line in lines(tournament, Form.FULL) if line[0] == "X"] == [
        "XCM", "XCT", "XCL", "XCP", "XCF", "XCC", "XCR", "XCZ",
    ]  # fmt: skip
