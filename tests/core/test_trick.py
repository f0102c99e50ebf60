"""Who takes a trick, and when nobody does."""

from __future__ import annotations

import pytest

from cancellation_hearts.core import Card, Cards, Rules, Trick, live_cards, trick_winner

TWO_PAIRS = Rules.parse("players=6")
NO_LED_CARD = Rules.parse("players=6 void_rule=no_led_card")


def trick(cards: str, leader: int = 0) -> Trick:
    return Trick(leader, tuple(Card(name) for name in cards.split()))


def test_the_highest_card_of_the_led_suit_wins() -> None:
    assert trick_winner(trick("C5 C9 CK C2 DA C3"), TWO_PAIRS) == 2


def test_the_winner_is_counted_from_the_leader() -> None:
    assert trick_winner(trick("C5 C9 CK C2 DA C3", leader=4), TWO_PAIRS) == 0


def test_identical_cards_cancel_and_the_next_one_wins() -> None:
    assert trick_winner(trick("CA CA C7 C9 C2 DK"), TWO_PAIRS) == 3


def test_cards_of_the_same_rank_are_not_identical() -> None:
    assert trick_winner(trick("S9 H9 C9 D9 S2 S3"), TWO_PAIRS) == 0


def test_two_pairs_void_the_trick_although_a_card_is_live() -> None:
    assert trick_winner(trick("ST H9 H9 ST S4 S2"), TWO_PAIRS) is None
    assert trick_winner(trick("ST H9 H9 ST S4 S2"), NO_LED_CARD) == 4


def test_two_pairs_off_suit_void_it_too() -> None:
    assert trick_winner(trick("D6 H9 H9 SQ SQ D2"), TWO_PAIRS) is None
    assert trick_winner(trick("D6 H9 H9 SQ SQ D2"), NO_LED_CARD) == 0


@pytest.mark.parametrize("rules", [TWO_PAIRS, NO_LED_CARD], ids=["two_pairs", "no_led_card"])
def test_without_a_live_card_of_the_led_suit_nobody_can_win(rules: Rules) -> None:
    assert trick_winner(trick("ST H2 D3 ST D4 H5"), rules) is None


def test_live_cards_are_those_of_the_led_suit_without_a_twin() -> None:
    assert live_cards(trick("CA CA C7 C9 DK DK")) == Cards.of("C7 C9")


def test_before_the_lead_no_card_is_live() -> None:
    assert live_cards(Trick(3)) == Cards()
    assert Trick(3).led is None
    assert trick_winner(Trick(3), TWO_PAIRS) is None


def test_seats_play_clockwise_from_the_leader() -> None:
    assert [Trick(4).seat(index, players=6) for index in range(6)] == [4, 5, 0, 1, 2, 3]
