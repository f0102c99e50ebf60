"""The steady player: positions in which other programs went wrong, and what it never does."""

from collections.abc import Iterator, Sequence
from itertools import permutations
from random import Random

import pytest
from msgspec.structs import replace

from bench.bots import moons
from cancellation_hearts.bots.base import BOTS, Bot, command_of
from cancellation_hearts.bots.duplicate import duplicate, estimate
from cancellation_hearts.bots.memory import memory_of
from cancellation_hearts.bots.simple import own_hand
from cancellation_hearts.bots.steady import (
    SWEEP,
    SteadyBot,
    bonus_worth,
    first_trick_cost,
    moon_choice,
    moon_of,
)
from cancellation_hearts.core import (
    PRESETS,
    BeginMatch,
    Card,
    Cards,
    DealCards,
    Match,
    MoonChoice,
    Phase,
    Rules,
    RuleViolation,
    Suit,
    Trick,
    View,
    decide,
    fold,
    legal_plays,
    observe,
    pack,
    trick_winner,
)
from cancellation_hearts.core.rules import PASS_WAYS
from tests.conftest import scale
from tests.laws.test_reveals_nothing import Places, moments, pick, public, world_of
from tests.strategies import TABLES, play, position, random_rules, walk


def choice(match: Match, bot: Bot | None = None) -> Card:
    """What the bot plays whose turn it is."""
    return (bot or SteadyBot(1)).choose_card(observe(match, match.turn))


# ------------------------------------------------------------------------------ complaints


@pytest.mark.parametrize("name", BOTS)
def test_b49_the_only_card_is_played_even_a_queen(name: str) -> None:
    bot = BOTS[name](1)
    last = position("players=6", "SQ", "C2", "C3", "C4", "C5", "C6")
    assert choice(last, bot) is Card.SQ
    forced = position("players=6", "SK D2", "SQ D3", "S2 D4", "S3 D5", "S4 D6", "S5 D7")
    assert choice(play(forced, "SK"), bot) is Card.SQ


@pytest.mark.parametrize("bonus", ["DT", "DJ"])
def test_b52_a_bonus_card_is_not_covered_with_a_queen_on_the_trick(bonus: str) -> None:
    hands = (f"{bonus} C2", "SQ C3", "C9 C4", "CT C5", "CJ C6", "D4 DQ")
    match = play(position(f"players=6 bonus_card={bonus}", *hands), f"{bonus} SQ C9 CT CJ")
    assert choice(match) is Card.D4  # 13 points for 10


def test_a_bonus_card_is_taken_where_it_costs_nothing() -> None:
    hands = ("DJ C2", "D3 C3", "D5 C4", "D6 C5", "D7 C6", "D4 DQ")
    match = play(position("players=6 bonus_card=DJ", *hands), "DJ D3 D5 D6 D7")
    assert choice(match) is Card.DQ


def test_b54_a_suit_that_nobody_else_has_is_not_led_again() -> None:
    hands = ("D4 D2 D3 C9", "H2 CT C2", "H3 CJ C3", "H4 CQ C4", "H5 CK C5", "H6 CA C6")
    match = play(position("players=6", *hands), "D4 H2 H3 H4 H5 H6")
    assert choice(match) is Card.C9  # all five show no diamond, and would throw points on it


def test_a42_unless_the_switch_is_worse() -> None:
    hands = ("D4 D2 CA CA", "C7 C2 S2", "C8 C3 S3", "C9 C4 S4", "CT C5 S5", "CJ C6 S6")
    match = play(position("players=6", *hands), "D4 C7 C8 C9 CT CJ")
    assert choice(match) in (Card.D2, Card.CA)  # it takes the trick either way


def test_b56_low_hearts_are_kept() -> None:
    for seed in range(scale(100, 2000)):
        rules = Rules(players=6 + seed % 6)
        match = next(
            step.after for step in walk(rules, Random(seed)) if step.after.phase is Phase.PASSING
        )
        for seat in range(rules.players):
            view = observe(match, seat)
            passed = SteadyBot(1).choose_pass(view)
            low = {Card.H2, Card.H3, Card.H4}
            others = own_hand(view).only(~Suit.HEARTS.mask & ~Suit.SPADES.mask)
            if len(others) >= rules.pass_count:
                assert not low & set(passed), (own_hand(view), passed)


def test_b56_no_points_are_taken_on_the_first_trick_that_can_be_ducked() -> None:
    hands = ("CT D2", "H9 D3", "SQ D4", "C4 D5", "C5 D6", "C3 CA")
    match = play(position("players=6", *hands), "CT H9 SQ C4 C5")
    assert choice(match) is Card.C3


def test_b59_the_order_of_the_hand_is_nothing() -> None:
    others = ("C3 C4 D2", "C5 C6 D3", "C7 C8 D4", "C9 CT D5", "CJ CQ D6")
    hand = ("CA", "D9", "SQ", "H2", "S3")
    chosen = {
        choice(position("players=6", " ".join(order), *others)) for order in permutations(hand)
    }
    assert len(chosen) == 1


# ------------------------------------------------------------------------------- cancelling


def test_a_card_on_the_table_is_matched() -> None:
    hands = ("CA D2", "C5 D3", "H5 D4", "CA C6 D5", "C7 D6", "C8 D7")
    assert choice(play(position("players=6", *hands), "CA C5 H5")) is Card.CA


def test_a_queen_led_is_met_with_her_twin() -> None:
    hands = ("C9 SQ D2", "C2 S4 D3", "C3 S5 D4", "C4 SQ S2 S3", "C5 S7 D6", "C6 S8 D7")
    match = play(position("players=6", *hands), "C9 C2 C3 C4 C5 C6")
    assert choice(play(match, "SQ S4 S5")) is Card.SQ


def test_the_second_pair_is_completed_where_it_saves_us() -> None:
    hands = ("C9 D2", "C9 D3", "C4 D4", "SQ D5", "H5 D6", "C4 CK")
    match = play(position("players=6", *hands), "C9 C9 C4 SQ H5")
    assert choice(match) is Card.C4  # void, and the king would take 14


def test_the_second_pair_is_left_alone_where_somebody_else_would_pay() -> None:
    hands = ("C9 D2", "C9 D3", "C4 D4", "SQ D5", "C5 D6", "C4 C3")
    match = play(position("players=6", *hands), "C9 C9 C4 SQ C5")
    assert choice(match) is Card.C3  # seat 4 takes 13; void, they would wait for us too


def test_under_the_classic_rule_off_suit_pairs_save_nobody() -> None:
    hands = ("C9 D2", "C5 D3", "H4 D4", "H4 D5", "SQ D6", "SQ C3 CK")
    two_pairs = play(position("players=6", *hands), "C9 C5 H4 H4 SQ")
    assert trick_winner(Trick(0, (*trick_cards(two_pairs), Card.CK)), two_pairs.rules) == 5
    classic = play(
        position("players=6 void_rule=no_led_card", "C9 D2", *hands[1:5], "C9 CK"),
        "C9 C5 H4 H4 SQ",
    )
    assert choice(classic) is Card.C9  # seat 1 takes it with the five
    with_pair = play(position("players=6", "C9 D2", *hands[1:5], "C9 CK"), "C9 C5 H4 H4 SQ")
    assert choice(with_pair) is Card.C9  # void


def test_a_high_pair_of_its_own_is_not_led_into_points() -> None:
    hands = ("CA CA C2 D9", "C3 H2", "C4 H3", "C5 H4", "C6 H5", "C7 H6")
    assert choice(position("players=6", *hands)) is not Card.CA


# ---------------------------------------------------------------------------- pile and kitty


def test_a_kitty_makes_the_first_trick_worth_ducking() -> None:
    seven = ("CT D2 D8", "C9 D3 D8", "C8 D4 D9", "C7 D5 D9", "C5 D6 DT", "C4 D7 DT", "C3 CA S2")
    plays = "CT C9 C8 C7 C5 C4"
    with_kitty = position("players=7", *seven, kitty="SQ HA HK HQ HJ HT")
    assert choice(play(with_kitty, plays)) is Card.C3
    without = position("players=7", *seven)
    assert choice(play(without, plays)) is Card.CA  # a good moment to be rid of it


def test_a_pile_that_waits_makes_the_next_trick_worth_ducking() -> None:
    hands = ("C9 S5 D2", "C9 S6 D3", "C4 S7 D4", "C4 S8 D5", "SQ S9 D6", "HA S4 SJ")
    match = play(position("players=6", *hands), "C9 C9 C4 C4 SQ HA")  # void: 14 points wait
    assert match.turn == 0
    match = play(match, "S5 S6 S7 S8 S9")
    assert choice(match) is Card.S4


# ------------------------------------------------------------------------------ the queen


def test_the_queen_is_thrown_when_somebody_else_takes_the_trick() -> None:
    hands = ("CK D2 D7", "C5 D3 D7", "C6 D4 D8", "C7 D5 D8", "C8 D6 D9", "SQ H2 D9")
    assert choice(play(position("players=6", *hands), "CK C5 C6 C7 C8")) is Card.SQ


def test_the_queen_falls_on_a_higher_spade() -> None:
    hands = ("SA D2", "SQ S2 D3", "S5 D4", "S6 D5", "S7 D6", "S8 D7")
    assert choice(play(position("players=6", *hands), "SA")) is Card.SQ


def test_an_ace_is_not_played_on_a_spade_while_a_queen_may_fall_on_it() -> None:
    hands = ("S9 D2", "SA S2 D3", "S5 D4", "SQ D5", "S7 D6", "SQ D7")
    assert choice(play(position("players=6", *hands), "S9")) is Card.S2


def test_a39_last_to_play_it_does_not_take_a_queen_that_it_can_duck() -> None:
    decisions = 0
    for seed in range(scale(60, 10_000)):
        rules = Rules.read(list(PRESETS)[seed % 7], players=6 + seed % 6)
        for match in hand_of(rules, [SteadyBot(1)] * rules.players, seed=seed):
            if match.phase is not Phase.PLAYING or match.turn is None:
                continue
            if len(trick_cards(match)) != rules.players - 1:
                continue
            decisions += 1
            legal = set(legal_plays(match, match.turn))
            taking = {card for card in legal if takes_queen(match, card)}
            if taking and taking != legal and choice(match) in taking:
                memory = memory_of(observe(match, match.turn))
                assert memory.sweeper is not None, match
                assert memory.taken[memory.sweeper] > SWEEP, match
    assert decisions > scale(300, 50_000)


def takes_queen(match: Match, card: Card) -> bool:
    """Whether the last player takes a queen of spades with this card."""
    assert match.deal is not None
    assert match.deal.trick is not None
    complete = Trick(match.deal.trick.leader, (*trick_cards(match), card))
    if trick_winner(complete, match.rules) != match.turn:
        return False
    return Card.SQ in complete.cards or Card.SQ in match.deal.set_aside


def trick_cards(match: Match) -> tuple[Card, ...]:
    assert match.deal is not None
    assert match.deal.trick is not None
    return match.deal.trick.cards


def hand_of(rules: Rules, bots: Sequence[Bot], *, seed: int) -> Iterator[Match]:
    """A hand of these bots: every match that waits for one of them, or for all."""
    order = list(pack(rules.decks))
    Random(seed).shuffle(order)
    cycle = rules.pass_cycle[seed % len(rules.pass_cycle) :] + rules.pass_cycle
    begin = BeginMatch(replace(rules, pass_cycle=cycle), seed % rules.players)
    match = fold(None, decide(None, begin))
    match = fold(match, decide(match, DealCards(tuple(order))))
    while match.phase in (Phase.PASSING, Phase.PLAYING, Phase.MOON):
        yield match
        seats = range(rules.players) if match.phase is Phase.PASSING else [match.turn]
        for seat in seats:
            assert seat is not None
            match = fold(match, decide(match, command_of(bots[seat], observe(match, seat))))


# ---------------------------------------------------------------------------------- the moon

SWEPT = (
    "C9 C2 C3 C4 C5 C6",
    "HA H2 H3 H4 H5 H6",
    "HK H7 H8 H9 HT HJ",
    "HA H2 H3 H4 H5 H6",
    "HK H7 H8 H9 HT HJ",
    "SA S2 S3 S4 S5 SQ",
)
"""Tricks with which seat 0 takes 37 points, and nobody any other."""


def swept(*hands: str) -> Match:
    """Seat 0 has taken 37 points alone and leads; these cards are left."""
    tricks = [trick.split() for trick in SWEPT]
    whole = [
        " ".join([*(trick[seat] for trick in tricks), hand]) for seat, hand in enumerate(hands)
    ]
    match = position("players=6 void_rule=no_led_card break_cards=none", *whole)
    return play(match, " ".join(SWEPT))


def test_a43_it_goes_for_its_own_moon_until_somebody_else_has_a_point() -> None:
    hands = ("D9 CA C2", "DK C8 S6", "D3 C7 S7", "D4 CT S8", "D5 HQ S9", "D6 C3 ST")
    going = play(swept(*hands), "D9 DK D3 D4 D5 D6 C8 C7 CT HQ C3")
    assert going.turn == 0
    assert moon_of(memory_of(observe(going, 0)))[0] > 0
    assert choice(going) is Card.CA
    spoiled = ("D9 CA C2", "DK C8 S6", "D3 C7 S7", "D4 CT S8", "D5 HQ S9", "HQ C3 ST")
    gone = play(swept(*spoiled), "D9 DK D3 D4 D5 HQ C8 C7 CT HQ C3")
    assert moon_of(memory_of(observe(gone, 0))) == (0.0, False)
    assert choice(gone) is Card.C2


def test_b58_who_shoots_the_moon_still_follows_the_rules() -> None:
    hands = ("D9 S6 S7", "DK C8 S6", "D3 C7 S7", "D4 CT S8", "D5 HQ S9", "D6 C3 ST")
    match = play(swept(*hands), "D9 DK D3 D4 D5 D6 C8 C7 CT HQ C3")
    assert choice(match) in legal_plays(match, 0)


def test_its_own_sweep_is_not_given_away() -> None:
    hands = ("D9 HQ C2", "DK C8 S6", "D3 C7 S7", "D4 CT S8", "D5 CK S9", "D6 C3 ST")
    match = play(swept(*hands), "D9 DK D3 D4 D5 D6 S6 S7 S8 S9 ST")
    assert choice(match) is Card.C2


def test_a_sweep_is_not_fed() -> None:
    hands = ("DA CA", "D3 C8", "D4 C7", "HQ CT", "D5 C4", "D6 C3")
    assert choice(play(swept(*hands), "DA D3 D4")) is Card.CT


def test_a_sweep_is_broken_where_that_is_cheap() -> None:
    hands = ("DK CA", "D3 C8", "D4 C7", "HQ CT", "D5 C4", "DA D2")
    assert choice(play(swept(*hands), "DK D3 D4 HQ D5")) is Card.DA


def test_points_of_one_seat_are_no_sweep_before_there_are_many() -> None:
    match = position("players=6", "C9 D2", "C2 D3", "C3 D4", "H2 D5", "C4 D6", "C5 D7")
    match = play(match, "C9 C2 C3 H2 C4 C5")
    assert moon_of(memory_of(observe(match, 1))) == (0.0, False)


def test_steady_players_stop_more_moons_than_casual_ones() -> None:
    rules = Rules.parse("players=6 pass_cycle=none")
    hands = range(scale(60, 1000))
    assert moons(rules, BOTS["steady"], hands) < moons(rules, BOTS["casual"], hands)


def moon_view(totals: str, rules: str = "players=6") -> View:
    """Seat 0 shot the moon; the totals before this hand are these."""
    tricks = [*SWEPT, "HQ C2 C3 C4 C5 C6", "HQ C7 C8 C9 CT CJ", "SA S2 S3 S4 S5 SQ"]
    hands = [" ".join(trick.split()[seat] for trick in tricks) for seat in range(6)]
    code = f"{rules} break_cards=none void_rule=no_led_card"
    match = play(position(code, *hands), " ".join(tricks))
    assert match.phase is Phase.MOON
    return replace(observe(match, 0), totals=tuple(map(int, totals.split())))


@pytest.mark.parametrize(
    ("totals", "rules", "expected"),
    [
        ("40 80 90 130 60 70", "players=6", "add"),  # 156: over, and alone in the lowest place
        ("120 130 20 50 60 70", "players=6", "subtract"),  # S06: adding would let seat 2 win
        ("46 130 20 60 80 90", "players=6", "subtract"),  # S23: adding would only share the win
        ("10 20 30 40 50 60", "players=6", "add"),  # ahead: the sooner it ends the better
        ("60 20 30 40 50 10", "players=6", "subtract"),  # behind: the longer the better
        ("3 20 30 40 50 60", "players=6 score_floor=0", "add"),  # only 3 could be subtracted
    ],
)
def test_the_moon_is_used_to_win_the_match(totals: str, rules: str, expected: MoonChoice) -> None:
    view = moon_view(totals, rules)
    assert moon_choice(view) == expected
    assert SteadyBot(1).choose_moon(view) == expected


# ------------------------------------------------------------------------------ house rules


def test_a_bonus_card_is_worth_no_more_than_there_is_to_lose() -> None:
    hands = ("DJ C2", "D3 C3", "D5 C4", "D6 C5", "D7 C6", "D4 DQ")

    def worth(rules: str) -> float:
        return bonus_worth(memory_of(observe(position(rules, *hands), 0)))

    assert worth("players=6") == 0
    assert worth("players=6 bonus_card=DJ") == 10
    assert worth("players=6 bonus_card=DJ score_floor=0") == 0  # its total is 0


def test_the_reward_for_no_trick_is_dearer_the_nearer_it_is() -> None:
    rules = "players=6 no_trick_bonus=5"
    hands = ("D2 C2", "D3 C3", "D4 C4", "D5 C5", "D6 C6", "D7 C7")
    before = position(rules, *hands)
    early = first_trick_cost(memory_of(observe(before, 0)))
    after = play(before, "D2 D3 D4 D5 D6 D7")
    late = first_trick_cost(memory_of(observe(after, 0)))
    assert 0 < early < late == 5
    assert first_trick_cost(memory_of(observe(after, 5))) == 0  # it has taken one
    none = memory_of(observe(position("players=6", *hands), 0))
    assert first_trick_cost(none) == 0


# ----------------------------------------------------------------------- what holds always


def test_no_bot_ever_breaks_a_rule() -> None:
    rng = Random(7)
    decisions, wanted = 0, scale(20_000, 200_000)
    tables = set[tuple[int, int]]()
    while decisions < wanted:
        rules = random_rules(rng)
        tables.add((rules.decks, rules.players))
        bots = [BOTS[rng.choice(list(BOTS))](rng.randrange(99)) for _ in range(rules.players)]
        # A move that is not legal would be refused, with RuleViolation.
        for match in hand_of(rules, bots, seed=rng.randrange(10**6)):
            decisions += rules.players if match.phase is Phase.PASSING else 1
    assert tables == set(TABLES)


@pytest.mark.parametrize("name", BOTS)
def test_whatever_the_others_play_it_answers_legally_and_the_same_again(name: str) -> None:
    rng = Random(8)
    asked = 0
    for seed in range(scale(40, 600)):
        for step in walk(random_rules(rng), Random(seed), story="mixed"):
            match = step.after
            seat = match.turn if match.phase is not Phase.PASSING else 0
            if seat is None or rng.random() < 0.7:
                continue
            view = observe(match, seat)
            command = command_of(BOTS[name](3), view)
            assert command == command_of(BOTS[name](3), view)
            assert decide(match, command)
            asked += 1
    assert asked > scale(500, 10_000)


def test_a_steady_player_needs_no_chance() -> None:
    for match in hand_of(Rules(players=9), [SteadyBot(1)] * 9, seed=1):
        if match.phase is Phase.PLAYING:
            assert choice(match, SteadyBot(1)) is choice(match, SteadyBot(2))


@pytest.mark.parametrize("name", BOTS)
def test_cards_that_it_cannot_see_change_nothing(name: str) -> None:
    rng = Random(f"no peeking {name}")
    bot = BOTS[name](1)
    compared = 0
    while compared < scale(300, 3000):
        for _sort, world in moments(world_of(rng.choice(TABLES), rng.choice(PASS_WAYS), rng), rng):
            events, match = world.happens()
            seat = match.turn if match.phase is Phase.PLAYING else 0
            assert seat is not None
            assert match.deal is not None
            places = Places(world)
            hidden = places.hidden_from(seat, match.deal.kitty_owner)
            other = world
            for _swap in range(3):
                pair = pick(world, places, hidden, rng)
                other = other.swapped(*pair) if pair else other
            try:
                other_events, other_match = other.happens()
            except RuleViolation:
                continue  # somebody could not have played like that
            if [public(event) for event in other_events] != [public(event) for event in events]:
                continue
            if other_match == match:
                continue
            asked = observe(match, seat)
            if asked.phase is Phase.PASSING and match.deal.choices[seat] is not None:
                continue
            assert command_of(bot, asked) == command_of(bot, observe(other_match, seat))
            compared += 1


# -------------------------------------------------------------------------------- the pass


class LowestHearts(SteadyBot):
    """Plays like a steady player, and passes like a beginner: its lowest hearts."""

    def choose_pass(self, view: View) -> Cards:
        hand = sorted(own_hand(view), key=lambda card: (card.suit is not Suit.HEARTS, card.rank))
        return Cards.of(hand[: view.rules.pass_count])


def test_a41_its_pass_is_better_than_passing_the_lowest_hearts() -> None:
    gains = duplicate(
        Rules(players=6), LowestHearts, SteadyBot, deals=range(scale(25, 2000)), seed=41
    )
    assert estimate(list(gains)).high < 0
