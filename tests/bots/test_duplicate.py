"""Duplicate deals: fair by construction."""

from random import Random

import pytest

from cancellation_hearts.bots.casual import CasualBot
from cancellation_hearts.bots.duplicate import (
    Estimate,
    duplicate,
    estimate,
    passing_like,
    payoffs,
    play_hand,
)
from cancellation_hearts.bots.simple import RandomBot
from cancellation_hearts.bots.steady import SteadyBot
from cancellation_hearts.core import Rules


def test_payoffs_add_up_to_nothing() -> None:
    rng = Random(1)
    for players in range(3, 12):
        changes = [rng.randrange(-26, 53) for _ in range(players)]
        assert sum(payoffs(changes)) == pytest.approx(0)
    assert payoffs((5, 5, 5)) == (0, 0, 0)


def test_a_hero_like_the_field_gains_nothing_on_any_deal() -> None:
    gains = list(duplicate(Rules(players=6), SteadyBot, SteadyBot, deals=range(3), seed=1))
    assert gains == pytest.approx([0, 0, 0])


def test_deals_are_named_by_seed_and_number() -> None:
    rules = Rules(players=11)
    one = list(duplicate(rules, CasualBot, RandomBot, deals=range(4), seed=1))
    assert one == list(duplicate(rules, CasualBot, RandomBot, deals=range(4), seed=1))
    assert one[2:] == list(duplicate(rules, CasualBot, RandomBot, deals=range(2, 4), seed=1))
    assert one != list(duplicate(rules, CasualBot, RandomBot, deals=range(4), seed=2))


def test_a_hand_is_played_to_its_score() -> None:
    match = play_hand(Rules(players=8), [CasualBot(1)] * 8, deal=3, seed=1)
    assert match.deal is not None
    assert match.deal.changes is not None
    assert match.dealer == 3


def test_the_way_of_passing_changes_with_the_deal() -> None:
    rules = Rules.read("hearts")
    assert [passing_like(rules, deal).pass_way(1) for deal in range(5)] == [
        rules.pass_way(number) for number in range(1, 6)
    ]


def test_an_estimate_has_two_ends() -> None:
    found = estimate([1.0, 3.0, 5.0])
    assert found.mean == 3
    assert found.high - found.low == pytest.approx(2 * found.margin)
    assert str(Estimate(1.005, 0.25)) == "+1.00 ± 0.25"
