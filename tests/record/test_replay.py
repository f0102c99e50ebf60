"""Replaying records: the first thing that does not follow is named, with line and both values."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from cancellation_hearts.core import (
    Cards,
    Code,
    Event,
    Match,
    PlayCard,
    Rules,
    decide,
    fold,
    refusal,
)
from cancellation_hearts.core.events import CardPlayed, MatchBegun
from cancellation_hearts.record import (
    Difference,
    Summary,
    check,
    parse,
    record_of,
    replay,
    write,
)
from cancellation_hearts.record.replay import replay_steps
from tests.record.games import GAME, GOLDEN, changed, commands_of, golden, line, number_of

TWO_HANDS = golden("pass_cycle-left")
SECOND = number_of("[Hand 2", TWO_HANDS)
VOID = golden("kitty-lost_with_a_void_last_trick")
FAIR = golden("fair-some_added")
FIXED = golden("moon_choice-add")
ASKED = golden("unfinished-moon_choice")


def differ(text: str, number: int, what: str, *, expected: object, found: object) -> None:
    """Checking stops at this line, and says what follows and what stands there."""
    with pytest.raises(Difference) as caught:
        check(text)
    difference = caught.value
    told = (difference.what, difference.expected, difference.found)
    assert told == (what, str(expected), str(found))
    assert difference.line == number
    hand = f"hand {difference.place[0]}, " if difference.place[0] else ""
    assert str(difference) == f"line {number}: {hand}{what}: expected {expected}, found {found}"


def dealer_of(number: int, text: str) -> int:
    """The dealer in a ``[Hand`` line."""
    return int(line(number, text).removesuffix("]").rpartition("=")[2])


# ------------------------------------------------------------------------------- what passes


def test_a_replay_goes_from_the_beginning_of_the_match_to_its_end() -> None:
    told = replay(parse(GAME)[0])
    assert told[0] == MatchBegun(Rules.parse("players=5 decks=1 limit=26"), 3, (0,) * 5)
    assert fold(None, told).winners == (4,)


def test_each_step_of_a_replay_has_its_place() -> None:
    passes = [(1, "pass", 0)] * 5
    tricks = [(1, "trick", number) for number in range(1, 11)]
    steps = list(replay_steps(parse(GAME)[0]))
    assert [place for place, _events in steps] == [
        (0, "players", 0),
        (1, "deal", 0),
        *passes,
        *tricks,
        (1, "end", 0),
    ]
    assert tuple(event for _place, events in steps for event in events) == replay(parse(GAME)[0])


def test_the_summary_counts_what_passed() -> None:
    assert check(GAME) == Summary(games=1, finished=1, hands=1, tricks=10, plays=50, fair=0)
    assert check(golden("two_games")) == Summary(2, 1, 2, 14, 110, 0)
    assert check(golden("unfinished-inside_a_trick")) == Summary(1, 0, 1, 3, 37, 0)
    assert check(golden("unfinished-no_hand")) == Summary(1, 0, 0, 0, 0, 0)
    assert check(golden("fair-secret_yet")) == Summary(1, 0, 2, 13, 120, 1)


def test_summaries_add_up() -> None:
    both = check(GAME) + check(golden("fair-secret_yet"))
    assert both == Summary(2, 1, 3, 23, 170, 1)
    assert hash(both) == hash(Summary(2, 1, 3, 23, 170, 1))


def test_a_secret_seed_proves_nothing_yet() -> None:
    at = number_of("fair", FAIR)
    word = line(at, FAIR).split()
    hidden = changed(at, " ".join([word[0], "0" * 64, "-", *word[3:]]), text=FAIR)
    assert check(hidden).fair == 0


def test_names_and_tags_are_free() -> None:
    text = changed(3, '[Players "" "bot:x" "E" "D" "C"]')
    assert check(changed(1, line(1), '[Result "Ben won"]', text=text)).finished == 1


# -------------------------------------------------------------------------------------- deal


def test_the_deal_moves_one_seat_to_the_left() -> None:
    first, second = dealer_of(5, TWO_HANDS), dealer_of(SECOND, TWO_HANDS)
    text = changed(SECOND, f"[Hand 2 dealer={first}]", text=TWO_HANDS)
    differ(text, SECOND, "dealer", expected=second, found=first)


def test_the_first_dealer_may_be_anyone_but_decides_who_leads() -> None:
    differ(changed(5, "[Hand 1 dealer=2]"), 9, "leader", expected=3, found=4)


def test_everybody_holds_equally_many_cards() -> None:
    fewer = changed(6, line(6).replace("3.Q3..AKQJ876", ".Q3..AKQJ876"))
    differ(fewer, 6, "cards of seat 4", expected=10, found=9)
    more = changed(6, line(6).replace("J964.T5.Q82.2", "J964.KT5.Q82.2"))
    differ(more, 6, "cards of seat 0", expected=10, found=11)


def test_hands_and_kitty_are_the_pack_card_for_card() -> None:
    differ(changed(7, "kitty .A..4"), 6, "copies of HK", expected=1, found=0)
    differ(changed(7, "kitty .K.."), 6, "copies of C4", expected=1, found=0)
    differ(changed(7, "kitty .K..43"), 6, "copies of C3", expected=1, found=2)


def test_with_two_packs_every_card_is_there_twice() -> None:
    differ(changed(8, "kitty 72...", text=VOID), 7, "copies of S2", expected=2, found=3)
    differ(changed(8, "kitty 7...", text=VOID), 7, "copies of S7", expected=2, found=1)


def test_after_the_end_there_is_no_other_hand() -> None:
    hand = [line(number) for number in range(5, 22)]
    text = changed(22, "", "[Hand 2 dealer=4]", *hand[1:], "")
    differ(text, 23, "hands", expected="the end of the game", found="another hand")


# --------------------------------------------------------------------------------- fair deals


def test_the_commitment_is_that_of_the_seed() -> None:
    at = number_of("fair", FAIR)
    told = line(at, FAIR).split()[1]
    text = FAIR.replace(told, "0" * 64)
    differ(text, at, "commitment to the seed", expected=told, found="0" * 64)


def test_the_hands_follow_from_the_seed() -> None:
    at = number_of("deal", FAIR)
    hands = line(at, FAIR).split()[1:]
    swapped = " ".join(["deal", *hands[:4], hands[5], hands[4], *hands[6:]])
    text = changed(at, swapped, text=FAIR)
    differ(text, at + 2, "hand of seat 4 from the seed", expected=hands[4], found=hands[5])


def test_a_card_that_was_changed_for_one_of_the_kitty_is_found() -> None:
    deal, kitty = number_of("deal", FAIR), number_of("kitty", FAIR)
    text = changed(deal, line(deal, FAIR).replace("AJT9653.A.", "JT9653.A.A"), text=FAIR)
    text = changed(kitty, line(kitty, FAIR).replace(".J4.AT.", "A.J4.T."), text=text)
    expected, found = "AJT9653.A.9866.Q5", "JT9653.A.A9866.Q5"
    differ(text, kitty + 1, "hand of seat 6 from the seed", expected=expected, found=found)


def test_the_hands_follow_from_what_the_seats_added() -> None:
    with pytest.raises(Difference, match="hand of seat 0 from the seed") as caught:
        check(FAIR.replace("12" * 16, "-"))
    assert caught.value.line == number_of("fair", FAIR)
    assert caught.value.found == line(number_of("deal", FAIR), FAIR).split()[1]


def test_nothing_added_is_the_same_as_sixteen_zeros() -> None:
    assert "0" * 32 in FAIR
    assert check(FAIR.replace("0" * 32, "-")) == check(FAIR)


# ----------------------------------------------------------------------------------- passing


def test_cards_are_passed_the_way_that_is_due() -> None:
    differ(
        changed(8, line(8).replace("left", "right")), 8, "passing", expected="left", found="right"
    )
    at = SECOND + 3
    assert line(at, TWO_HANDS).startswith("pass left")
    text = changed(at, line(at, TWO_HANDS).replace("left", "across"), text=TWO_HANDS)
    differ(text, at, "passing", expected="left", found="across")


def test_where_cards_are_passed_pass_none_is_wrong() -> None:
    differ(changed(8, "pass none"), 8, "passing", expected="left", found="none")


def test_where_no_cards_are_passed_pass_none_stands_from_the_start() -> None:
    text = golden("unfinished-after_pass_none")
    at = number_of("pass none", text)
    without = changed(at, text=text)
    differ(without, number_of("deal", text), "passing", expected="pass none", found="nothing")
    passed = changed(at, "pass left" + " 432..." * 9, text=text)
    differ(passed, at, "passing", expected="none", found="left")


@pytest.mark.parametrize(
    ("cards", "refused"),
    [
        ("A9..Q.", "NOT_IN_HAND (card=SA)"),
        ("9..Q.", "PASS_COUNT (expected=3, got=2)"),
        ("9..Q8.2", "PASS_COUNT (expected=3, got=4)"),
        ("...", "PASS_COUNT (expected=3, got=0)"),
        ("9..QQ.", "NOT_IN_HAND (card=DQ)"),
    ],
)
def test_each_seat_passes_as_many_cards_as_due_of_its_hand(cards: str, refused: str) -> None:
    text = changed(8, line(8).replace("9..Q8.", cards))
    differ(text, 8, "pass of seat 0", expected="a legal one", found=refused)


# ------------------------------------------------------------------------------------ tricks


def test_the_leader_is_who_took_the_last_trick() -> None:
    differ(changed(10, "2. 3: CK S4 DT H4 H8 = 4"), 10, "leader", expected=4, found=3)


def test_after_a_void_trick_the_same_seat_leads() -> None:
    text = changed(11, line(11, VOID).replace("2. 0:", "2. 1:"), text=VOID)
    differ(text, 11, "leader", expected=0, found=1)


def test_who_took_a_trick_follows_from_its_cards() -> None:
    differ(changed(9, "1. 4: CA C2 C3 D5 S2 = 1"), 9, "outcome", expected="= 4", found="= 1")
    differ(changed(9, "1. 4: CA C2 C3 D5 S2 x"), 9, "outcome", expected="= 4", found="x")


def test_a_void_trick_is_nobodys() -> None:
    text = changed(10, line(10, VOID).replace(" x", " = 0"), text=VOID)
    differ(text, 10, "outcome", expected="x", found="= 0")


def test_a_void_last_trick_is_the_leaders_where_the_rules_say_so() -> None:
    text = golden("last_trick_void-to_the_leader")
    at = number_of("9.", text)
    told = line(at, text)[-3:]
    wrong = changed(at, line(at, text).replace(told, "x"), text=text)
    differ(wrong, at, "outcome", expected=told, found="x")


def refused_play(code: Code) -> tuple[str, int, str]:
    """A record whose last card is refused so; the seat that plays it; and the refusal."""
    for name in GOLDEN:
        for record in parse(golden(name)):
            match: Match | None = None
            told: list[Event] = []
            for command in commands_of(record):
                if isinstance(command, PlayCard) and match is not None and match.deal is not None:
                    hand = match.deal.hands[command.seat]
                    assert isinstance(hand, Cards)
                    for card in hand:
                        refused = refusal(match, command.seat, card)
                        if refused is not None and refused.code is code:
                            told.append(CardPlayed(command.seat, card))
                            wrong = record_of(told, players=record.players)
                            return write([wrong]), command.seat, str(refused)
                events = decide(match, command)
                match = fold(None, events) if match is None else fold(match, events)
                told += events
    pytest.fail(f"no golden record has a place for {code}")


@pytest.mark.parametrize(
    "code",
    [
        Code.MUST_FOLLOW_SUIT,
        Code.MUST_LEAD_TWO_OF_CLUBS,
        Code.MUST_LEAD_A_CLUB,
        Code.NO_POINTS_ON_OPENING_LEAD,
        Code.NO_POINTS_ON_FIRST_TRICK,
        Code.HEARTS_NOT_BROKEN,
    ],
)
def test_an_illegal_card_is_told_with_the_code_of_the_rule(code: Code) -> None:
    text, seat, refused = refused_play(code)
    at = number_of("[Winners", text) - 2
    card = line(at, text).split()[-1]
    differ(text, at, f"{card} of seat {seat}", expected="a legal one", found=refused)


def test_a_card_is_played_once() -> None:
    text = changed(10, "2. 4: CK C2 DT H4 H8 = 4")
    differ(text, 10, "C2 of seat 0", expected="a legal one", found="NOT_IN_HAND (card=C2)")


# ------------------------------------------------------------------------------------- score


def test_the_shooter_of_the_moon_follows_from_the_cards() -> None:
    differ(changed(19, "moon 3 add"), 19, "shooter of the moon", expected=4, found=3)


def test_a_moon_that_was_shot_is_told() -> None:
    differ(changed(19), 19, "shooter of the moon", expected=4, found="nobody")


def test_what_the_shooter_chose_shows_in_the_totals() -> None:
    text = changed(19, "moon 4 subtract")
    differ(text, 21, "totals", expected="0 0 0 0 -26", found="26 26 26 26 0")


def test_where_the_rules_choose_for_the_shooter_the_choice_follows() -> None:
    at = number_of("moon", FIXED)
    moon = line(at, FIXED)
    other = moon.replace("add", "subtract")
    differ(changed(at, other, text=FIXED), at, "moon", expected=moon, found=other)
    differ(changed(at, text=FIXED), at, "moon", expected=moon, found="no moon")


def test_nobody_shot_the_moon_without_all_points() -> None:
    at = number_of("points", VOID)
    text = changed(at, "moon 2 add", line(at, VOID), text=VOID)
    differ(text, at, "moon", expected="no moon", found="moon 2 add")


def test_points_follow_from_the_cards() -> None:
    text = changed(20, "points 0 0 0 13 13")
    differ(text, 20, "points", expected="0 0 0 0 26", found="0 0 0 13 13")


def test_totals_follow_from_points_and_rules() -> None:
    text = changed(21, "totals 26 26 26 26 -26")
    differ(text, 21, "totals", expected="26 26 26 26 0", found="26 26 26 26 -26")


def test_totals_go_on_from_those_at_the_start() -> None:
    text = changed(4, "[Start 0 0 0 0 7]", text=GAME)
    differ(text, 21, "totals", expected="26 26 26 26 7", found="26 26 26 26 0")


def test_the_score_follows_at_once_where_nobody_has_to_choose() -> None:
    text = changed(number_of("points", VOID), text=VOID)
    text = changed(number_of("totals", text), text=text)
    at = number_of("[Winners", text)
    differ(text, at, "points", expected="0 0 0 0 0 0", found="nothing")


def test_a_moon_by_the_rules_does_not_wait_for_an_answer() -> None:
    text = "\n".join(FIXED.split("\n")[: number_of("moon", FIXED) - 1]) + "\n[Winners -]\n"
    at = number_of("[Winners", text)
    moon = line(number_of("moon", FIXED), FIXED)
    differ(text, at, "moon", expected=moon, found="no moon")


# ----------------------------------------------------------------------------------- winners


def test_the_winners_follow_from_the_totals() -> None:
    differ(changed(23, "[Winners 3]"), 23, "winners", expected=4, found=3)
    differ(changed(23, "[Winners 3 4]"), 23, "winners", expected=4, found="3 4")


def test_a_game_that_is_over_has_winners() -> None:
    differ(changed(23, "[Winners -]"), 23, "winners", expected=4, found="-")


def test_a_game_below_the_limit_is_not_over() -> None:
    text = changed(2, '[Rules "players=5 decks=1 limit=27"]')
    differ(text, 23, "winners", expected="-", found=4)


@pytest.mark.parametrize("name", [name for name in GOLDEN if name.startswith("unfinished-")])
def test_a_game_that_is_not_finished_has_no_winners(name: str) -> None:
    text = golden(name)
    at = number_of("[Winners", text)
    differ(changed(at, "[Winners 1 2]", text=text), at, "winners", expected="-", found="1 2")


def test_a_shooter_who_has_not_chosen_leaves_the_game_open() -> None:
    assert check(ASKED) == Summary(1, 0, 1, 14, 98, 0)


# ------------------------------------------------------------------------------------- places


def test_the_first_difference_is_told() -> None:
    text = changed(12, line(12).replace("= 4", "= 3"), text=changed(20, "points 0 0 0 0 0"))
    differ(changed(23, "[Winners 1]", text=text), 12, "outcome", expected="= 4", found="= 3")


def test_lines_are_those_of_the_file() -> None:
    wrong = changed(23, "[Winners 3]")
    differ("# one\n\n\n" + wrong, 26, "winners", expected=4, found=3)
    differ(GAME + "\n" + wrong, 47, "winners", expected=4, found=3)
    differ(wrong.replace("\n", "\n\n"), 45, "winners", expected=4, found=3)


def test_a_record_without_a_file_has_differences_without_a_line() -> None:
    with pytest.raises(Difference) as caught:
        replay(replace(parse(GAME)[0], winners=(3,)))
    assert caught.value.line == 0
    assert str(caught.value) == "winners: expected 4, found 3"
    assert caught.value.place == (0, "winners", 0)
