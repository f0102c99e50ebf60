"""What it costs to keep a card, and which cards are passed."""

from itertools import combinations
from random import Random

import pytest

from cancellation_hearts.bots.danger import Holding, cards_to_pass, holding_of, stake_of
from cancellation_hearts.bots.memory import Memory, memory_of
from cancellation_hearts.bots.tuned import constants_of
from cancellation_hearts.core import Card, Cards, Phase, Rules, Suit, observe
from tests.strategies import position, walk

OTHERS = ("C2 D2 H2", "C3 D3 H3", "C4 D4 H4", "C5 D5 H5", "C6 D6 H6")


def memory_with(hand: str, rules: str = "players=6") -> Memory:
    return memory_of(observe(position(rules, hand, *OTHERS), 0))


def holding(memory: Memory, suit: Suit) -> Holding:
    constants = constants_of(memory.rules)
    return holding_of(
        memory,
        list(Suit).index(suit),
        constants,
        stake=stake_of(memory),
        queen=constants.queen,
    )


def danger(hand: str, suit: Suit, rules: str = "players=6") -> float:
    return holding(memory_with(hand, rules), suit).danger()


def test_a_high_card_is_more_dangerous_than_a_low_one() -> None:
    assert danger("CA", Suit.CLUBS) > danger("C9", Suit.CLUBS) > danger("C2", Suit.CLUBS)


def test_low_cards_guard_high_ones() -> None:
    guarded = holding(memory_with("C2 C3 CA"), Suit.CLUBS)
    bare = holding(memory_with("CA"), Suit.CLUBS)
    assert guarded.reliefs()[Card.CA.kind] < bare.danger() + bare.shortness
    assert guarded.reliefs()[Card.C2.kind] < 0  # harmless itself, and a guard


def test_the_queen_is_worse_bare_than_guarded() -> None:
    assert danger("SQ", Suit.SPADES) > danger("SQ S2 S3 S4", Suit.SPADES) > 0


def test_higher_spades_are_dangerous_only_while_a_queen_is_unseen() -> None:
    assert danger("SA", Suit.SPADES) > danger("SA SQ SQ", Suit.SPADES) - danger(
        "SQ SQ", Suit.SPADES
    )


def test_a_bonus_card_is_worth_keeping() -> None:
    assert danger("DJ", Suit.DIAMONDS, "players=6 bonus_card=DJ") < danger("DJ", Suit.DIAMONDS)
    assert danger("DK", Suit.DIAMONDS, "players=6 bonus_card=DJ") < danger("DK", Suit.DIAMONDS)
    assert danger("DT", Suit.DIAMONDS, "players=6 bonus_card=DJ") == danger("DT", Suit.DIAMONDS)


@pytest.mark.parametrize("suit", Suit)
def test_relief_is_the_danger_before_less_the_danger_after(suit: Suit) -> None:
    for seed in range(20):
        step = next(s for s in walk(Rules(players=6), Random(seed)) if s.after.deal is not None)
        found = holding(memory_of(observe(step.after, 0)), suit)
        for kind, relief in found.reliefs().items():
            places = [place for place, other in enumerate(found.kinds) if other == kind]
            assert relief == pytest.approx(found.danger() - found.danger((places[0],)))


@pytest.mark.parametrize("count", [2, 3])
def test_the_pass_is_the_best_of_all_sets(count: int) -> None:
    for seed in range(10):
        rules = Rules.parse(f"players=9 pass_count={count}")
        step = next(s for s in walk(rules, Random(seed)) if s.after.phase is Phase.PASSING)
        memory = memory_of(observe(step.after, 4))
        constants = constants_of(rules)

        def left(cards: tuple[Card, ...], memory: Memory = memory) -> float:
            total = 0.0
            for suit in Suit:
                found = holding(memory, suit)
                gone = list(cards)
                without = []
                for place, kind in enumerate(found.kinds):
                    card = next((card for card in gone if card.kind == kind), None)
                    if card is not None:
                        gone.remove(card)
                        without.append(place)
                total += found.danger(tuple(without))
            return total

        chosen = cards_to_pass(memory, constants)
        hand = list(Cards(memory.one, memory.two))
        best = min(left(cards) for cards in combinations(hand, count))
        assert left(tuple(chosen)) == pytest.approx(best)


def test_a_stake_is_the_points_left_shared_over_the_tricks_left() -> None:
    step = next(s for s in walk(Rules(players=8), Random(1)) if s.after.deal is not None)
    assert stake_of(memory_of(observe(step.after, 0))) == 52 / 13
