"""Reading records: generous where nothing is lost, strict elsewhere, and exact about the place."""

from __future__ import annotations

import pytest

from cancellation_hearts.core import Rules
from cancellation_hearts.core.rules import LARGEST
from cancellation_hearts.record import Record, RecordError, check, parse, write
from tests.record.games import GAME, changed, golden, line, number_of

FAIR = golden("fair-some_added")
NO_PASS = golden("pass_cycle-none")
OPEN = golden("unfinished-inside_a_trick")
FULL_WIDTH_ZERO = "\uff10"
LONG = 5000
"""Digits that ``int`` does not read."""
SECOND = golden("unfinished-second_hand")


def game(text: str | bytes) -> Record:
    """The one game of a text."""
    (record,) = parse(text)
    return record


def refuse(data: str | bytes, number: int, column: int, saying: str) -> None:
    """Reading and checking stop at this place, with this in the message."""
    for reader in (parse, check):
        with pytest.raises(RecordError) as caught:
            reader(data)
        error = caught.value
        assert saying in error.problem
        assert ("here the file ends" in error.problem) == ("here the file ends" in saying)
        assert (error.line, error.column) == (number, column)
        assert str(error) == f"line {number}, column {column}: {error.problem}"


def refuse_line(
    number: int, instead: str, column: int, saying: str, *, text: str = GAME, before: bool = False
) -> None:
    """The text is refused at this line when it reads so, or when such a line stands before it."""
    lines = [instead, line(number, text)] if before else [instead]
    refuse(changed(number, *lines, text=text), number, column, saying)


# ---------------------------------------------------------------------------------- generous


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(GAME.replace("\n", "\r\n"), id="line ends of Windows"),
        pytest.param("\ufeff" + GAME, id="byte order mark"),
        pytest.param("\n\n" + GAME.replace("\n", "\n\n") + "\n\n", id="empty lines everywhere"),
        pytest.param(GAME.replace("\n\n", "\n"), id="no empty lines"),
        pytest.param(GAME.replace("\n", "   \n"), id="spaces at line ends"),
        pytest.param(GAME.replace("\n", " \r\n"), id="spaces before line ends of Windows"),
        pytest.param(GAME.replace("\n", "\n# [Hand 9\n"), id="comments everywhere"),
        pytest.param("#\n" + GAME, id="a comment at the beginning"),
        pytest.param(GAME.replace("\n", "\n#\ta tab\x1b[0m\x07\r\n"), id="anything in comments"),
        pytest.param(GAME.removesuffix("\n"), id="no line end at the end"),
        pytest.param(GAME + "# the end", id="a comment at the end"),
        pytest.param("\ufeff# made by hand\r\n\r\n" + GAME, id="a comment after the mark"),
    ],
)
def test_what_costs_no_meaning_is_skipped(text: str) -> None:
    assert parse(text) == parse(text.encode()) == parse(GAME)
    assert write(parse(text)) == GAME


def test_files_put_together_may_bring_their_byte_order_marks_along() -> None:
    one = ("\ufeff" + GAME).encode()
    assert parse(one + one) == parse(GAME) * 2


def test_options_may_stand_in_any_order() -> None:
    assert parse(changed(2, '[Rules "limit=26 decks=1 players=5"]')) == parse(GAME)


def test_defaults_may_be_written_out() -> None:
    said = "players=5 score_floor=none void_rule=two_pairs pass_cycle=left,right decks=1 limit=26"
    assert parse(changed(2, f'[Rules "{said}"]')) == parse(GAME)


def test_a_value_in_quotes_holds_anything_but_control_characters() -> None:
    value = '\u2028\u00a0\ufeff[#"\\] 🂭 ຄຳ'
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    record = game(changed(1, line(1), f'[Odd "{escaped}"]'))
    assert record.tags == (("Odd", value),)


def test_a_name_in_capitals_and_digits_is_a_tag() -> None:
    assert game(changed(1, line(1), '[X ""]', '[Format2 "y"]')).tags == (
        ("X", ""),
        ("Format2", "y"),
    )


def test_numbers_may_be_negative_and_large() -> None:
    start = f"[Start 0 -1 {LARGEST} -{LARGEST} 10]"
    record = game(changed(3, line(3), start))
    assert record.start == (0, -1, LARGEST, -LARGEST, 10)


def test_without_a_start_everybody_begins_at_0() -> None:
    assert game(GAME).start == (0, 0, 0, 0, 0)


def test_games_follow_one_another() -> None:
    first, second = parse(golden("two_games"))
    assert first.tags == (("Round", "1"),)
    assert second.rules == Rules(players=4, decks=1)


# ------------------------------------------------------------------------- strict: characters


@pytest.mark.parametrize(
    "bad",
    ["\t", "\0", "\x1b", "\x7f", "\x85", "\r", "\ud800"],
    ids=["tab", "null", "escape", "delete", "next line", "carriage return", "half a pair"],
)
def test_control_characters_and_halves_of_pairs_are_refused(bad: str) -> None:
    refuse(changed(3, f'[Players "A{bad}na"'), 3, 12, ascii(bad))


def test_of_two_control_characters_the_first_is_named() -> None:
    refuse(changed(3, '[Players "A\tna" "B\ten"'), 3, 12, "a control character")


def test_a_control_character_is_refused_before_anything_else_is_read() -> None:
    refuse(changed(23, "[Winners 4]\t").replace("chn 1", "chn 2"), 23, 12, "a control character")


def test_columns_do_not_count_a_byte_order_mark() -> None:
    refuse("\ufeff\t", 1, 1, "a control character")
    refuse(b"\xef\xbb\xbf\xff", 1, 1, "not UTF-8")
    refuse('\ufeff[Format "chn 2"]', 1, 9, "chn 2")


def test_one_byte_order_mark_stands_at_a_line_not_two() -> None:
    refuse("\ufeff\ufeff" + GAME, 1, 1, "in brackets")


@pytest.mark.parametrize(
    ("data", "number", "column", "byte"),
    [
        (b"\xff\xfe[\x00", 1, 1, "0xff"),
        ("[Format\n[Ä".encode("latin-1"), 2, 2, "0xc4"),
        (b"\n\n \xc3", 3, 2, "0xc3"),
        ("Ąžuolas\xff".encode().replace(b"\xc3\xbf", b"\xff"), 1, 8, "0xff"),
        (b"\xed\xa0\x80", 1, 1, "0xed"),
    ],
    ids=["UTF-16", "Latin-1", "cut off", "after letters of two bytes", "half a pair"],
)
def test_bytes_that_are_not_utf_8_are_named(
    data: bytes, number: int, column: int, byte: str
) -> None:
    refuse(data, number, column, f"not UTF-8: byte {byte}")


# ------------------------------------------------------------------------- strict: the head


@pytest.mark.parametrize(
    ("text", "number"), [("", 1), ("\n", 2), ("# nothing\n\n", 3), ("  ", 2), ("\ufeff", 2)]
)
def test_a_file_without_a_game_is_refused_at_its_end(text: str, number: int) -> None:
    refuse(text, number, 1, 'expected [Format "chn 1"]; here the file ends')


@pytest.mark.parametrize(
    ("instead", "column", "saying"),
    [
        ('[Format "chn 2"]', 9, 'this program reads "chn 1", not "chn 2"'),
        ('[Format "chn 1.0"]', 9, 'not "chn 1.0"'),
        ('[Format "CHN 1"]', 9, 'not "CHN 1"'),
        ("[Format chn 1]", 9, "in quotes"),
        ('[Format  "chn 1"]', 9, "in quotes"),
        ('[Format "chn 1" "x"]', 2, "Format has 1 values in quotes, not 2"),
        ("[Format]", 2, "Format has 1 values in quotes, not 0"),
        ('[Format "chn 1"', 16, "expected ] at the end"),
        ('[Formats "chn 1"]', 1, "expected [Format"),
        ('[format "chn 1"]', 2, "capital letter"),
        ('Format "chn 1"', 1, "in brackets"),
        (' [Format "chn 1"]', 1, "in brackets"),
        (' # [Format "chn 1"]', 1, "in brackets"),
        ("hello", 1, "in brackets"),
    ],
)
def test_a_game_begins_with_its_format(instead: str, column: int, saying: str) -> None:
    refuse_line(1, instead, column, saying)


@pytest.mark.parametrize(
    ("tag", "column", "saying"),
    [
        ('[date "x"]', 2, "capital letter"),
        ('[1st "x"]', 2, "capital letter"),
        ("[]", 2, "capital letter"),
        ('[Ätag "x"]', 2, "capital letter"),
        ('[Dätum "x"]', 3, "expected ]"),
        ('[Two words "x"]', 6, "in quotes"),
        ('[Date"x"]', 6, "expected ]"),
        ("[Date x]", 7, "in quotes"),
        ("[Date]", 2, "Date has 1 values in quotes, not 0"),
        ('[Date "x" "y"]', 2, "Date has 1 values in quotes, not 2"),
        ('[Date "x" ]', 11, "in quotes"),
        ('[Date  "x"]', 7, "in quotes"),
        ('[Date "x"]]', 10, "expected ]"),
        ('[Date "x"]X', 10, "expected ]"),
        ('[Date "x"] # today', 10, "expected ]"),
        ('[Date "x"', 10, "expected ]"),
        ('[Date "x]', 7, "the quote is not closed"),
        ('[Date "', 7, "the quote is not closed"),
        ('[Date "x\\"]', 7, "the quote is not closed"),
        ('[Date "a\\nb"]', 10, 'after \\ stands " or \\'),
        ('[Date "a\\', 10, 'after \\ stands " or \\'),
        ("[Date 'x']", 7, "in quotes"),
    ],
)
def test_a_tag_is_a_name_and_one_value_in_quotes(tag: str, column: int, saying: str) -> None:
    refuse_line(2, tag, column, saying, before=True)


def test_a_tag_stands_once() -> None:
    refuse(
        changed(1, line(1), '[Date "x"]', '[Round "1"]', '[Date "x"]'), 4, 2, "Date stands twice"
    )


@pytest.mark.parametrize("name", ["Format", "Players", "Start", "Hand", "Winners"])
def test_the_names_of_the_format_are_no_tags(name: str) -> None:
    refuse_line(2, f'[{name} "x"]', 1, "expected [Rules", before=True)


@pytest.mark.parametrize(
    ("code", "column", "saying"),
    [
        ("limit=26", 9, "players: must stand"),
        ("", 9, "players: must stand"),
        ("players=5 decks=1 speed=9", 27, "speed: no such option"),
        ("players=5 decks=1 limit", 27, "limit: needs a value"),
        ("players=5 decks=1 limit=0", 27, "limit: expected a whole number from 1"),
        ("players=5 decks=1 limit=026", 27, "limit: expected a whole number from 1"),
        (f"players=5 decks=1 limit={LARGEST + 1}", 27, f"limit: is at most {LARGEST}"),
        ("players=5 decks=3", 19, "decks: expected 2 or 1, not '3'"),
        ("players=5 decks=1 decks=1", 27, "decks: stands twice"),
        ("players=5 limit=26", 9, "players: two packs"),
        ("limit=26 players=12", 18, "players: two packs"),
        ("players=5 decks=1 pass_cycle=left,up", 27, "pass_cycle: expected a list"),
        ("classic players=6", 9, "classic: no such option"),
        ('players=6 \\"limit', 19, "no such option"),
        ("players=5  decks=1", 19, "one space stands between words"),
        (" players=5 decks=1", 9, "one space stands between words"),
        ("players=5 decks=1 ", 27, "one space stands between words"),
        ("players=5,decks=1", 9, "players: expected 6 to 11"),
    ],
)
def test_the_table_code_is_a_rule_set(code: str, column: int, saying: str) -> None:
    refuse_line(2, f'[Rules "{code}"]', column, saying)


def test_the_rules_are_one_value() -> None:
    rules = line(2).removesuffix("]")
    refuse_line(2, f'{rules} "x"]', 2, "Rules has 1 values in quotes, not 2")


def test_after_the_tags_stand_the_rules_and_the_players() -> None:
    refuse(changed(2), 2, 1, 'expected [Rules "players=..."]')
    refuse(changed(3), 4, 1, 'expected [Players "..." ...]')
    refuse(changed(2, line(3), line(2)), 2, 1, "expected [Rules")
    refuse_line(4, '[Date "x"]', 1, "expected [Hand ...] or [Winners ...]")


@pytest.mark.parametrize(
    ("instead", "column", "saying"),
    [
        ('[Players "Ana" "Ben" "Cy" "Di"]', 2, "Players has 5 values in quotes, not 4"),
        ('[Players "A" "B" "C" "D" "E" "F"]', 2, "Players has 5 values in quotes, not 6"),
        ("[Players]", 2, "Players has 5 values in quotes, not 0"),
        ('[Players "A" "B" "C" "D" Eve]', 26, "in quotes"),
        ('[Players "A" "B" "C" "D""E"]', 25, "expected ]"),
    ],
)
def test_every_seat_has_a_name(instead: str, column: int, saying: str) -> None:
    refuse_line(3, instead, column, saying)


@pytest.mark.parametrize(
    ("start", "column", "saying"),
    [
        ("[Start 0 1 2 3]", 1, "expected one number a seat: 5, not 4"),
        ("[Start 0 1 2 3 4 5]", 1, "expected one number a seat: 5, not 6"),
        ("[Start]", 1, "expected one number a seat: 5, not 0"),
        ("[Start 0 1 2 3 -0]", 16, "expected a whole number"),
        ("[Start 0 1 007 3 4]", 12, "expected a whole number"),
        ("[Start +1 1 2 3 4]", 8, "expected a whole number"),
        ("[Start 1.5 1 2 3 4]", 8, "expected a whole number"),
        ("[Start 1_0 1 2 3 4]", 8, "expected a whole number"),
        ("[Start \uff11 1 2 3 4]", 8, "expected a whole number"),
        ("[Start \u0665 1 2 3 4]", 8, "expected a whole number"),
        (f"[Start 0 {LARGEST + 1} 2 3 4]", 10, f"at most {LARGEST}"),
        (f"[Start 0 -{LARGEST + 1} 2 3 4]", 10, f"at most {LARGEST}"),
        pytest.param(f"[Start 0 {'9' * LONG} 2 3 4]", 10, "expected a whole number", id="long"),
        ("[Start 0 1 2 3 ]", 16, "expected a whole number, at most 1000000000000000, not ''"),
        ("[Start 0 1 2 3 4", 17, "expected ] at the end"),
        ("[Start: 0 1 2 3 4]", 7, "expected a space after Start"),
    ],
)
def test_a_start_is_one_number_a_seat(start: str, column: int, saying: str) -> None:
    refuse_line(4, start, column, saying)


# ------------------------------------------------------------------------- strict: a hand


@pytest.mark.parametrize(
    ("instead", "column", "saying"),
    [
        ("[Hand 2 dealer=3]", 7, "expected hand 1, not 2"),
        ("[Hand 0 dealer=3]", 7, "expected hand 1, not 0"),
        ("[Hand 01 dealer=3]", 7, "expected hand 1, not 01"),
        ("[Hand one dealer=3]", 7, "expected hand 1, not one"),
        ("[Hand 1 dealer=5]", 16, "expected a seat, 0 to 4, not '5'"),
        ("[Hand 1 dealer=-1]", 16, "expected a seat"),
        ("[Hand 1 dealer=03]", 16, "expected a seat"),
        ("[Hand 1 dealer=]", 16, "expected a seat"),
        ("[Hand 1 dealer=\u0663]", 16, "expected a seat"),
        pytest.param(f"[Hand 1 dealer={'1' * LONG}]", 16, "expected a seat", id="long"),
        ("[Hand 1 dealer 3]", 1, "expected [Hand 1 dealer=...]"),
        ("[Hand 1 Dealer=3]", 1, "expected [Hand 1 dealer=...]"),
        ("[Hand 1]", 1, "expected [Hand 1 dealer=...]"),
        ("[Hand]", 1, "expected [Hand 1 dealer=...]"),
        ("[Hand 1 dealer=3 fair]", 1, "expected [Hand 1 dealer=...]"),
        ("[Hand 1 dealer=3", 17, "expected ] at the end"),
        ("[Hand  1 dealer=3]", 7, "one space stands between words"),
        ("[Hand! 1 dealer=3]", 6, "expected a space after Hand"),
        ("[Hands 1 dealer=3]", 1, "expected [Hand ...] or [Winners ...]"),
    ],
)
def test_a_hand_begins_with_its_number_and_dealer(instead: str, column: int, saying: str) -> None:
    refuse_line(5, instead, column, saying)


def test_hands_are_numbered_in_order() -> None:
    text = golden("pass_cycle-left")
    refuse_line(number_of("[Hand 2", text), "[Hand 3 dealer=0]", 7, "expected hand 2", text=text)
    refuse_line(number_of("[Hand 2", text), "[Hand 1 dealer=0]", 7, "expected hand 2", text=text)


def test_only_the_last_hand_may_be_unfinished() -> None:
    text = changed(number_of("[Winners", SECOND), "[Hand 3 dealer=0]", text=SECOND)
    saying = "hand 2 is not finished; only the last hand of a game may be"
    refuse(text, number_of("[Hand 3", text), 1, saying)


@pytest.mark.parametrize(
    ("instead", "column", "saying"),
    [
        ("deal J964.T5.Q82.2 KT.A97.AT97.3 ... ...", 1, "expected 5 sets of cards, not 4"),
        ("deal ... ... ... ... ... ...", 1, "expected 5 sets of cards, not 6"),
        ("deal", 1, "expected 5 sets of cards, not 0"),
        ("deal  ... ... ... ... ...", 6, "one space stands between words"),
        ("deal\u00a0... ... ... ... ...", 1, "expected deal ..."),
        ("dealt ... ... ... ... ...", 1, "expected deal ..."),
        ("Deal ... ... ... ... ...", 1, "expected deal ..."),
        ("deal ... A.K.q. ... ... ...", 14, "'q' is no rank"),
        ("deal ... ..10. ... ... ...", 12, "'1' is no rank"),
        ("deal ... .KA.. ... ... ...", 12, "A stands after a lower rank"),
        ("deal ... .AAA.. ... ... ...", 13, "HA stands three times"),
        ("deal ... .... ... ... ...", 13, "three dots, not more"),
        ("deal ... A..K ... ... ...", 14, "three dots, as in A.KQ..T; 'A..K' has 2"),
        ("deal ... - ... ... ...", 10, "'-' is no rank"),
    ],
)
def test_a_deal_is_one_set_a_seat(instead: str, column: int, saying: str) -> None:
    refuse_line(6, instead, column, saying)


@pytest.mark.parametrize(
    ("instead", "column", "saying"),
    [
        ("kitty .K..4 ...", 1, "expected 1 sets of cards, not 2"),
        ("kitty", 1, "expected 1 sets of cards, not 0"),
        ("kitty -", 7, "'-' is no rank"),
        ("pass left ... ... ... ... ...", 1, "expected kitty ..."),
    ],
)
def test_a_kitty_is_one_set(instead: str, column: int, saying: str) -> None:
    refuse_line(7, instead, column, saying)


COMMITMENT = "5f" * 32
ENTROPIES = f"- {'0' * 32} - - - {'a' * 32}"


@pytest.mark.parametrize(
    ("words", "column", "saying"),
    [
        (f"{COMMITMENT} - -", 1, "9 words after it, not 3"),
        (f"{COMMITMENT} - {ENTROPIES} - -", 1, "9 words after it, not 10"),
        ("", 1, "9 words after it, not 0"),
        (f"- - {ENTROPIES} -", 6, "expected 64 hex digits in lower case"),
        (f"{COMMITMENT.upper()} - {ENTROPIES} -", 6, "expected 64 hex digits"),
        (f"{COMMITMENT[1:]} - {ENTROPIES} -", 6, "expected 64 hex digits"),
        (f"{COMMITMENT}0 - {ENTROPIES} -", 6, "expected 64 hex digits"),
        (f"{COMMITMENT} x {ENTROPIES} -", 71, "expected 64 hex digits in lower case or -"),
        (f"{COMMITMENT} -- {ENTROPIES} -", 71, "expected 64 hex digits in lower case or -"),
        (f"{COMMITMENT} - {ENTROPIES} 0", 147, "expected 32 hex digits in lower case or -"),
        (f"{COMMITMENT} - {ENTROPIES} {'A' * 32}", 147, "expected 32 hex digits"),
        (f"{COMMITMENT} - {ENTROPIES} {FULL_WIDTH_ZERO * 32}", 147, "expected 32 hex digits"),
    ],
)
def test_a_fair_line_is_hex_of_the_right_sizes(words: str, column: int, saying: str) -> None:
    refuse_line(number_of("fair", FAIR), f"fair {words}", column, saying, text=FAIR)


def test_a_complaint_about_a_commitment_offers_no_dash() -> None:
    with pytest.raises(RecordError) as caught:
        parse(changed(number_of("fair", FAIR), f"fair - - {ENTROPIES} -", text=FAIR))
    assert caught.value.problem == "expected 64 hex digits in lower case"


def test_a_fair_line_stands_between_kitty_and_pass() -> None:
    at = number_of("fair", FAIR)
    fair, passes = line(at, FAIR), line(at + 1, FAIR)
    text = changed(at, passes, text=changed(at + 1, fair, text=FAIR))
    refuse(text, at + 1, 1, "expected trick 1 or the end of the hand")
    refuse_line(at + 1, fair, 1, "expected pass ... or the end of the hand", text=FAIR)


@pytest.mark.parametrize(
    ("instead", "column", "saying"),
    [
        (
            "pass up ... ... ... ... ...",
            1,
            "expected pass left, pass right, pass across or pass none",
        ),
        ("pass Left ... ... ... ... ...", 1, "expected pass left"),
        ("pass", 1, "expected pass left"),
        ("pass left", 1, "expected 5 sets of cards, not 0"),
        ("pass left ... ... ... ...", 1, "expected 5 sets of cards, not 4"),
        ("pass none ... ... ... ... ...", 1, "expected 0 sets of cards, not 5"),
        ("pass left ... ... ... ..7 .8.", 26, "three dots"),
        ("passing", 1, "expected pass ... or the end of the hand"),
        (" pass", 1, "expected pass ... or the end of the hand"),
        ("1. 4: CA C2 C3 D5 S2 = 4", 1, "expected pass ... or the end of the hand"),
    ],
)
def test_a_pass_is_a_way_and_one_set_a_seat(instead: str, column: int, saying: str) -> None:
    refuse_line(8, instead, column, saying)


@pytest.mark.parametrize(
    ("instead", "column", "saying"),
    [
        ("3. 4: CK S4 DT H4 H8 = 4", 1, "expected trick 2., not 3."),
        ("1. 4: CK S4 DT H4 H8 = 4", 1, "expected trick 2., not 1."),
        ("02. 4: CK S4 DT H4 H8 = 4", 1, "expected trick 2., not 02."),
        ("2 4: CK S4 DT H4 H8 = 4", 1, "expected trick 2., not 2"),
        pytest.param(f"{'2' * LONG}. 4: CK", 1, f"expected trick 2., not {'2' * 20}", id="long"),
        ("\u0662. 4: CK S4 DT H4 H8 = 4", 1, "expected trick 2 or the end of the hand"),
        ("2.", 4, "expected 2. LEADER: CARD ..."),
        ("2. 4:", 4, "expected 2. LEADER: CARD ..."),
        ("2. 4 CK S4 DT H4 H8 = 4", 4, "expected 2. LEADER: CARD ..."),
        ("2. 4:CK S4 DT H4 H8 = 4", 4, "expected 2. LEADER: CARD ..."),
        ("2. 5: CK S4 DT H4 H8 = 4", 4, "expected a seat, 0 to 4, not '5'"),
        ("2. 04: CK S4 DT H4 H8 = 4", 4, "expected a seat"),
        ("2. 4: CK S4 DT H4 = 4", 19, "expected a card such as SQ or HT, not '='"),
        ("2. 4: CK S4 10D H4 H8 = 4", 13, "expected a card"),
        ("2. 4: ck S4 DT H4 H8 = 4", 7, "expected a card"),
        ("2. 4: KC S4 DT H4 H8 = 4", 7, "expected a card"),
        ("2. 4: CK S4 DT H4 H8 4", 22, "a complete trick ends with = and the seat"),
        ("2. 4: CK S4 DT H4 H8", 22, "a complete trick ends with"),
        ("2. 4: CK S4 DT H4 H8 =", 22, "a complete trick ends with"),
        ("2. 4: CK S4 DT H4 H8 X", 22, "a complete trick ends with"),
        ("2. 4: CK S4 DT H4 H8 x 4", 22, "a complete trick ends with"),
        ("2. 4: CK S4 DT H4 H8 C2 = 4", 22, "a complete trick ends with"),
        ("2. 4: CK S4 DT H4 H8 = 5", 24, "expected a seat, 0 to 4, not '5'"),
        ("2. 4: CK S4 DT H4 H8 =4", 22, "a complete trick ends with"),
        ("2. 4: CK S4 DT  H4 H8 = 4", 16, "one space stands between words"),
    ],
)
def test_a_trick_is_number_leader_cards_and_taker(instead: str, column: int, saying: str) -> None:
    refuse_line(10, instead, column, saying)


def test_an_open_trick_has_no_taker() -> None:
    at = number_of("4.", OPEN)
    refuse_line(at, line(at, OPEN) + " = 3", len(line(at, OPEN)) + 2, "expected a card", text=OPEN)
    refuse_line(at, line(at, OPEN) + " x", len(line(at, OPEN)) + 2, "expected a card", text=OPEN)


def test_nothing_comes_after_a_trick_that_is_not_complete() -> None:
    saying = "expected the end of the hand after a trick that is not complete"
    refuse(changed(10, "2. 4: CK S4 DT H4"), 11, 1, saying)
    refuse(changed(18, "10. 4: C5 D2"), 19, 1, saying)


def test_a_hand_has_as_many_tricks_as_cards() -> None:
    refuse_line(19, "11. 4: C5 D2 ST H9 S5 = 4", 1, "a hand has 10 tricks")


@pytest.mark.parametrize("number", [19, 20, 21])
def test_a_score_comes_only_after_the_last_trick(number: int) -> None:
    score = line(number)
    refuse(changed(18, score), 18, 1, "expected trick 10 or the end of the hand")
    refuse(changed(9, score), 9, 1, "expected trick 1 or the end of the hand")
    refuse(changed(8, score), 8, 1, "expected pass ... or the end of the hand")


@pytest.mark.parametrize(
    ("instead", "column", "saying"),
    [
        ("moon 4", 1, "expected moon, the shooter's seat, and add or subtract"),
        ("moon add", 1, "expected moon"),
        ("moon", 1, "expected moon"),
        ("moon 4 double", 1, "expected moon"),
        ("moon 4 add add", 1, "expected moon"),
        ("moon add 4", 1, "expected moon"),
        ("moon 4  add", 8, "one space stands between words"),
        ("moon 5 add", 6, "expected a seat, 0 to 4, not '5'"),
        ("moons 4 add", 1, "expected moon ..., points ... or the end of the hand"),
        ("totals 26 26 26 26 0", 1, "expected moon ..., points ... or the end of the hand"),
    ],
)
def test_a_moon_is_a_seat_and_a_choice(instead: str, column: int, saying: str) -> None:
    refuse_line(19, instead, column, saying)


def test_a_moon_points_and_totals_stand_in_this_order() -> None:
    refuse(changed(20), 20, 1, "expected points ...")
    refuse(changed(21), 22, 1, "expected totals ...")
    refuse(changed(19, line(20), line(19)), 20, 1, "expected totals ...")
    refuse(changed(21, line(21), line(21)), 22, 1, "expected the end of the hand")
    refuse(changed(19, line(19), line(19)), 20, 1, "expected points ...")


@pytest.mark.parametrize(
    ("number", "instead", "column", "saying"),
    [
        (20, "points 0 0 0 26", 1, "expected one number a seat: 5, not 4"),
        (20, "points 0 0 0 0 0 26", 1, "expected one number a seat: 5, not 6"),
        (20, "points", 1, "expected one number a seat: 5, not 0"),
        (20, "points 0 0 0 -0 26", 14, "expected a whole number"),
        (20, "points 0 0 0 00 26", 14, "expected a whole number"),
        (20, "points 0 0 0 0  26", 16, "one space stands between words"),
        (20, "points: 0 0 0 0 26", 1, "expected points ..."),
        (21, "totals 26 26 26 26", 1, "expected one number a seat: 5, not 4"),
        (21, "totals 26 26 26 26 0x", 20, "expected a whole number, at most"),
        (21, f"totals 26 26 26 26 {LARGEST + 1}", 20, f"at most {LARGEST}"),
    ],
)
def test_points_and_totals_are_one_number_a_seat(
    number: int, instead: str, column: int, saying: str
) -> None:
    refuse_line(number, instead, column, saying)


# ------------------------------------------------------------------------- strict: the end


@pytest.mark.parametrize(
    ("instead", "column", "saying"),
    [
        ("[Winners]", 9, "expected the winning seats, or -"),
        ("[Winners ]", 10, "expected a seat, 0 to 4, not ''"),
        ("[Winners 4 3]", 10, "the winning seats stand in order, each once"),
        ("[Winners 4 4]", 10, "the winning seats stand in order, each once"),
        ("[Winners 5]", 10, "expected a seat, 0 to 4, not '5'"),
        ("[Winners 3 04]", 12, "expected a seat"),
        ("[Winners -1]", 10, "expected a seat"),
        ("[Winners - 4]", 10, "expected a seat"),
        ("[Winners 4 -]", 12, "expected a seat"),
        ("[Winners - -]", 10, "expected a seat"),
        ("[Winners 3  4]", 12, "one space stands between words"),
        ("[Winners 3,4]", 10, "expected a seat"),
        ("[Winners 4", 11, "expected ] at the end of the line"),
        ('[Winners "4"]', 10, "expected a seat"),
        ("[Winners! 4]", 9, "expected a space after Winners"),
        ("[Winner 4]", 1, "expected [Hand ...] or [Winners ...]"),
        ("Winners 4", 1, "expected the end of the hand"),
    ],
)
def test_winners_are_seats_in_order(instead: str, column: int, saying: str) -> None:
    refuse_line(23, instead, column, saying)


def test_every_game_says_who_won() -> None:
    ends = "expected a line in brackets, such as [Winners -]; here the file ends"
    refuse(changed(23), 23, 1, "expected the end of the hand; here the file ends")
    refuse("\n".join(GAME.split("\n")[:4]), 4, 1, ends)
    refuse(changed(23, GAME), 23, 1, "expected [Hand ...] or [Winners ...]")


@pytest.mark.parametrize("number", range(1, 23))
def test_a_file_that_breaks_off_is_refused_where_it_ends(number: int) -> None:
    text = "".join(f"{line(each)}\n" for each in range(1, number + 1))
    refuse(text, number + 1, 1, "; here the file ends")
    refuse(text.rstrip("\n"), number + bool(line(number)), 1, "; here the file ends")


def test_after_a_game_only_another_game_may_come() -> None:
    refuse(GAME + "[Winners 4]\n", 24, 1, 'expected [Format "chn 1"]')
    refuse(GAME + GAME[len(line(1)) + 1 :], 24, 1, 'expected [Format "chn 1"]')
    refuse(GAME + "The end\n", 24, 1, "in brackets")
    refuse(GAME + GAME.replace("chn 1", "chn 9"), 24, 9, "chn 9")


def test_columns_are_those_of_the_file_whatever_stands_at_the_line_end() -> None:
    wrong = changed(10, "2. 4: CK S4 DT H4 H8 = 9")
    refuse(wrong.replace("\n", "  \r\n"), 10, 24, "expected a seat")
    refuse("# one\n\n" + wrong, 12, 24, "expected a seat")


@pytest.mark.parametrize(
    ("number", "instead", "end"),
    [
        pytest.param(4, f"[Start {'9' * 99} 0 0 0 0]", f"not '{'9' * 40}'", id="a total"),
        pytest.param(5, f"[Hand {'9' * 99} dealer=3]", f"not {'9' * 20}", id="a hand"),
        pytest.param(5, f"[Hand 1 dealer={'9' * 99}]", f"not '{'9' * 40}'", id="a dealer"),
        pytest.param(10, f"{'9' * 99}. 4: CK", f"not {'9' * 20}", id="a trick"),
        pytest.param(10, f"2. 4: {'C' * 99}", f"not '{'C' * 40}'", id="a card"),
    ],
)
def test_only_the_beginning_of_a_long_word_is_quoted(number: int, instead: str, end: str) -> None:
    with pytest.raises(RecordError) as caught:
        parse(changed(number, instead))
    assert caught.value.problem.endswith(f", {end}")
