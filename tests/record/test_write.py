"""Writing records: the canonical text, what no record can hold, and records from events."""

from __future__ import annotations

import re
from typing import Any

import pytest
from msgspec.structs import replace

from cancellation_hearts.core import (
    BeginMatch,
    Card,
    Cards,
    DealCards,
    Event,
    Match,
    PassCards,
    Rules,
    Trick,
    decide,
    fold,
    redact,
)
from cancellation_hearts.core.events import CardPlayed, CardsPassed, Dealt, MatchBegun, TrickTaken
from cancellation_hearts.core.rules import LARGEST
from cancellation_hearts.core.shuffle import shuffled_pack
from cancellation_hearts.record import (
    Fair,
    Hand,
    Record,
    parse,
    record_of,
    replay,
    without_open_hand,
    write,
)
from tests.record.games import GAME, GOLDEN, golden

SIX = Rules(players=6)
NAMES = ("Ana", "Ben", "Cy", "Di", "Eve", "Flo")
ZEROS = (0,) * 6
NO_CARDS = (Cards(),) * 6
RECORD = parse(GAME)[0]
HAND = RECORD.hands[0]


def lines(record: Record) -> list[str]:
    return write([record]).split("\n")


# --------------------------------------------------------------------------- canonical text


def test_the_smallest_game_has_no_hand() -> None:
    assert lines(Record(SIX, NAMES, ZEROS)) == [
        '[Format "chn 1"]',
        '[Rules "players=6"]',
        '[Players "Ana" "Ben" "Cy" "Di" "Eve" "Flo"]',
        "",
        "[Winners -]",
        "",
    ]


def test_tags_stand_in_the_order_given() -> None:
    tags = (("Z", "1"), ("A", "2"))
    assert lines(Record(SIX, NAMES, ZEROS, tags=tags))[1:3] == ['[Z "1"]', '[A "2"]']


def test_quotes_and_backslashes_are_escaped_and_nothing_else() -> None:
    value = 'a "b" \\ \u2028 ວຽງຈັນ'
    record = Record(SIX, (value, *NAMES[1:]), ZEROS, tags=(("T", value),))
    escaped = '"a \\"b\\" \\\\ \u2028 ວຽງຈັນ"'
    assert lines(record)[1] == f"[T {escaped}]"
    assert lines(record)[3].startswith(f"[Players {escaped} ")
    assert parse(write([record])) == (record,)


def test_options_stand_in_their_order_and_defaults_are_left_out() -> None:
    rules = Rules.parse("no_trick_bonus=5 limit=20 decks=2 void_rule=no_led_card players=6")
    expected = '[Rules "players=6 void_rule=no_led_card limit=20 no_trick_bonus=5"]'
    assert lines(Record(rules, NAMES, ZEROS))[1] == expected


def test_totals_to_start_from_stand_if_one_is_not_0() -> None:
    assert lines(Record(SIX, NAMES, (0, 0, -3, 0, 0, 150)))[3] == "[Start 0 0 -3 0 0 150]"
    assert "Start" not in write([Record(SIX, NAMES, ZEROS)])


def test_the_cards_of_a_set_stand_from_high_to_low() -> None:
    hand = Hand(2, (Cards.of("C2 SA D7 SA C5 ST"), *NO_CARDS[1:]), Cards.of("H2 HA H9"))
    assert lines(Record(SIX, NAMES, ZEROS, (hand,)))[4:8] == [
        "[Hand 1 dealer=2]",
        "deal AAT..7.52 ... ... ... ... ...",
        "kitty .A92..",
        "",
    ]


def test_one_empty_line_stands_before_hands_winners_and_games() -> None:
    for name in GOLDEN:
        text = golden(name)
        assert "\n\n\n" not in text
        assert not text.startswith("\n")
        assert text.endswith("]\n")
        for before, after in zip(text.split("\n"), text.split("\n")[1:], strict=False):
            is_apart = after.startswith(("[Hand", "[Winners", "[Format"))
            assert (before == "") == (is_apart or (before, after) == ("", ""))


def test_no_line_ends_in_a_space_or_has_two() -> None:
    quoted = re.compile(r'"(\\.|[^"\\])*"')
    for name in GOLDEN:
        for each in golden(name).split("\n"):
            bare = quoted.sub("''", each)
            assert "  " not in bare
            assert bare == bare.strip()


def test_no_games_are_no_text() -> None:
    assert write([]) == ""


# ------------------------------------------------------------------- what no record can hold


def with_hand(**changes: Any) -> Record:  # noqa: ANN401 - any field of a hand
    """The small game with another hand."""
    return replace(RECORD, hands=(replace(HAND, **changes),))


def with_fair(
    *, commitment: int = 32, seed: int | None = 32, entropies: tuple[int | None, ...] = (None,) * 5
) -> Record:
    """The small game with a fair line of these sizes in bytes."""
    added = tuple(None if size is None else bytes(size) for size in entropies)
    return with_hand(fair=Fair(bytes(commitment), None if seed is None else bytes(seed), added))


def test_there_is_one_name_and_one_total_a_seat() -> None:
    with pytest.raises(ValueError, match="6 seats need as many names and totals, not 5 and 6"):
        Record(SIX, NAMES[1:], ZEROS)
    with pytest.raises(ValueError, match="6 seats need as many names and totals, not 6 and 7"):
        Record(SIX, NAMES, (*ZEROS, 0))


@pytest.mark.parametrize(
    "name", ["", "date", "2nd", "Two words", "Ünder", "A_b", "A\n", "Rules", "Winners"]
)
def test_not_every_name_is_a_tags(name: str) -> None:
    with pytest.raises(ValueError, match="cannot be a tag's name"):
        Record(SIX, NAMES, ZEROS, tags=((name, "x"),))


def test_a_tags_name_stands_once() -> None:
    with pytest.raises(ValueError, match="a tag's name stands twice"):
        Record(SIX, NAMES, ZEROS, tags=(("A", "x"), ("B", "y"), ("A", "x")))


@pytest.mark.parametrize(
    "bad",
    ["\n", "\t", "\0", "\x7f", "\x85", "\ud83d"],
    ids=["line feed", "tab", "null", "delete", "next line", "half a pair"],
)
def test_names_and_tags_have_no_control_characters(bad: str) -> None:
    with pytest.raises(ValueError, match="holds a control character"):
        Record(SIX, (f"A{bad}", *NAMES[1:]), ZEROS)
    with pytest.raises(ValueError, match="holds a control character"):
        Record(SIX, NAMES, ZEROS, tags=(("A", bad),))


@pytest.mark.parametrize("winners", [(), (1, 0), (1, 1), (5,), (-1,), (0, 5)])
def test_winners_are_seats_in_order(winners: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="the winners are seats in order, each once"):
        replace(RECORD, winners=winners)


@pytest.mark.parametrize("number", [LARGEST + 1, -LARGEST - 1])
def test_no_number_is_larger_than_one_that_reads_back(number: int) -> None:
    totals = (0, 0, 0, 0, number)
    with pytest.raises(ValueError, match="no number in a record is larger"):
        replace(RECORD, start=totals)
    with pytest.raises(ValueError, match="no number in a record is larger"):
        with_hand(points=totals)
    with pytest.raises(ValueError, match="no number in a record is larger"):
        with_hand(totals=totals)


@pytest.mark.parametrize(
    "changes",
    [
        {"deal": HAND.deal[1:]},
        {"passes": HAND.passes[1:]},
        {"passes": ()},
        {"points": (0, 0, 0, 26)},
        {"totals": (0, 0, 0, 0, 0, 26)},
        {"fair": Fair(bytes(32), None, (None,) * 4)},
    ],
    ids=["deal", "passes", "no passes", "points", "totals", "fair"],
)
def test_a_hand_has_one_entry_a_seat(changes: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="hand 1 has not one entry for each of 5 seats"):
        with_hand(**changes)


@pytest.mark.parametrize(
    "changes",
    [
        {"dealer": 5},
        {"dealer": -1},
        {"moon": (5, "add")},
        {"tricks": (replace(HAND.tricks[0], leader=5), *HAND.tricks[1:])},
        {"tricks": (replace(HAND.tricks[0], taker=7), *HAND.tricks[1:])},
    ],
    ids=["dealer", "negative dealer", "shooter", "leader", "taker"],
)
def test_a_hand_names_seats_of_the_table(changes: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="hand 1 names a seat that is not among the 5"):
        with_hand(**changes)


def test_a_fair_line_has_as_many_bytes_as_it_should() -> None:
    assert with_fair(seed=None, entropies=(16, None, 16, None, 16)).hands[0].fair
    with pytest.raises(ValueError, match="hand 1 is fair, but not with 32 bytes"):
        with_fair(commitment=31)
    with pytest.raises(ValueError, match="hand 1 is fair, but not with 32 bytes"):
        with_fair(seed=33)
    with pytest.raises(ValueError, match="hand 1 is fair, but not with 32 bytes"):
        with_fair(entropies=(None, 16, 15, None, None))


@pytest.mark.parametrize(
    "changes",
    [
        {"pass_way": None, "tricks": ()},
        {"pass_way": "none"},
        {"pass_way": None, "passes": ()},
    ],
    ids=["passes without a way", "passes of none", "plays without a way"],
)
def test_nothing_comes_before_the_passing(changes: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="hand 1 has passes or plays before the passing"):
        with_hand(**{"moon": None, "points": None, "totals": None} | changes)


OPEN = replace(HAND, tricks=(), moon=None, points=None, totals=None)
FIRST = HAND.tricks[0]


@pytest.mark.parametrize(
    ("tricks", "problem"),
    [
        ((Trick(4),), "has too many tricks, or one with too many cards or none"),
        ((Trick(4, (*FIRST.cards, Card.C4)),), "has too many tricks, or one with too many"),
        ((*HAND.tricks, FIRST), "has too many tricks"),
        ((Trick(4, FIRST.cards[:4]), FIRST), "has an incomplete trick before its last"),
        ((Trick(4, FIRST.cards[:4], taker=4),), "has an open trick that somebody took"),
    ],
    ids=["no card", "too many cards", "too many tricks", "incomplete", "taken"],
)
def test_tricks_are_complete_but_the_last(tricks: tuple[Trick, ...], problem: str) -> None:
    with pytest.raises(ValueError, match=f"hand 1 {problem}"):
        replace(RECORD, hands=(replace(OPEN, tricks=tricks),), winners=None)


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"points": None}, "is scored in part"),
        ({"totals": None}, "is scored in part"),
        ({"points": None, "totals": None}, "is scored in part"),
        ({"tricks": HAND.tricks[:9]}, "is scored before it is complete"),
        ({"tricks": ()}, "is scored before it is complete"),
    ],
    ids=["no points", "no totals", "moon alone", "a trick missing", "no trick"],
)
def test_a_score_is_whole_and_of_a_whole_hand(changes: dict[str, Any], problem: str) -> None:
    with pytest.raises(ValueError, match=f"hand 1 {problem}"):
        with_hand(**changes)


def test_only_the_last_hand_may_be_unfinished() -> None:
    assert replace(RECORD, hands=(HAND, OPEN), winners=None).hands[1] == OPEN
    with pytest.raises(ValueError, match="only the last hand may be unfinished"):
        replace(RECORD, hands=(OPEN, HAND))


# ------------------------------------------------------------------------ records from events


def events_of(name: str) -> tuple[Event, ...]:
    """What happened in a golden record."""
    return replay(parse(golden(name))[0])


def test_a_record_holds_every_card_and_outcome_of_the_events() -> None:
    told = replay(RECORD)
    assert record_of(told, players=RECORD.players) == RECORD
    tagged = record_of(told, players=list(RECORD.players), tags=[("Date", "2026-11-30")])
    assert tagged == replace(RECORD, tags=(("Date", "2026-11-30"),))


def test_fairs_are_given_hand_by_hand() -> None:
    told = events_of("pass_cycle-left")
    fair = Fair(bytes(32), None, (None,) * 6)
    for fairs in ([None, fair], [None, fair, None, fair]):
        record = record_of(told, players=NAMES, fairs=fairs)
        assert [hand.fair for hand in record.hands] == [None, fair]


def test_passes_that_were_chosen_but_not_exchanged_are_no_part_of_it() -> None:
    match: Match | None = None
    told: list[Event] = []
    hand = Cards.of("S3 S5 S7")
    order = shuffled_pack(bytes(32), decks=2)
    for command in (BeginMatch(SIX, 0), DealCards(order)):
        events = decide(match, command)
        match = fold(None, events) if match is None else fold(match, events)
        told += events
    assert match is not None
    before = record_of(told, players=NAMES)
    assert match.deal is not None
    for seat, dealt in enumerate(match.deal.dealt[:5]):
        assert isinstance(dealt, Cards)
        hand = Cards.of(list(dealt)[:3])
        events = decide(match, PassCards(seat, hand))
        match = fold(match, events)
        told += events
    assert record_of(told, players=NAMES) == before
    assert before.hands[0].pass_way is None


@pytest.mark.parametrize("name", ["two_packs-7", "moon-add_by_choice", "pass_cycle-none"])
def test_a_record_can_be_taken_after_every_event(name: str) -> None:
    """Also in the middle of what one command led to; and it reads back."""
    told = events_of(name)
    names = parse(golden(name))[0].players
    for count in range(1, len(told) + 1):
        record = record_of(told[:count], players=names)
        assert parse(write([record])) == (record,)


def test_no_events_are_no_record() -> None:
    with pytest.raises(ValueError, match="no events, no record"):
        record_of([], players=NAMES)


@pytest.mark.parametrize(
    ("events", "problem"),
    [
        ((Dealt(1, 0, NO_CARDS, None),), "a match begins with MatchBegun, not Dealt"),
        ((CardPlayed(0, Card.C2),), "a match begins with MatchBegun, not CardPlayed"),
        ((MatchBegun(SIX, 0, ZEROS),) * 2, "a match begins once"),
        ((MatchBegun(SIX, 0, ZEROS), CardPlayed(0, Card.C2)), "no hand has been dealt"),
        (
            (MatchBegun(SIX, 0, ZEROS), Dealt(1, 0, NO_CARDS, None), TrickTaken(0, Cards())),
            "no trick is open",
        ),
        (
            (MatchBegun(SIX, 0, ZEROS), *(Dealt(number, 0, NO_CARDS, None) for number in (1, 2))),
            "only the last hand may be unfinished",
        ),
        ((MatchBegun(SIX, 0, ZEROS[1:]),), "6 seats need as many names and totals"),
    ],
    ids=["dealt", "played", "begun twice", "no hand", "no trick", "dealt twice", "totals"],
)
def test_events_that_are_no_game_are_refused(events: tuple[Event, ...], problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        record_of(events, players=NAMES)


def test_hidden_cards_are_refused_until_they_are_revealed() -> None:
    told = events_of("two_packs-6")
    seen = [redact(event, 2) for event in told]
    passed = next(n for n, event in enumerate(seen) if isinstance(event, CardsPassed))
    for count in (2, passed + 1, 60):
        with pytest.raises(ValueError, match="a record needs every card; these are hidden"):
            record_of(seen[:count], players=NAMES)
    assert record_of(seen, players=NAMES) == record_of(told, players=NAMES)


def test_what_is_given_out_ends_with_the_hand_before_the_open_one() -> None:
    two = parse(golden("unfinished-second_hand"))[0]
    assert without_open_hand(two) == replace(two, hands=two.hands[:1])
    for name in ("unfinished-moon_choice", "unfinished-after_kitty", "unfinished-after_a_trick"):
        assert without_open_hand(parse(golden(name))[0]).hands == ()


def test_what_is_over_is_given_out_whole() -> None:
    for name in ("two_packs-6", "unfinished-after_a_hand", "unfinished-no_hand"):
        record = parse(golden(name))[0]
        assert without_open_hand(record) == record


def test_records_are_values() -> None:
    text = golden("fair-some_added")
    assert len({*parse(text), *parse(text), *parse(GAME), RECORD}) == 2
