"""Each bot is better than the one below it, beyond doubt."""

import pytest

from cancellation_hearts.bots.base import BOTS
from cancellation_hearts.bots.duplicate import Estimate, duplicate, estimate
from cancellation_hearts.core import Rules
from tests.conftest import scale

RUNGS = list(zip(list(BOTS)[1:], list(BOTS), strict=False))
"""Pairs of a bot and the one below it."""


def payoff(rules: str, upper: str, lower: str, deals: int) -> Estimate:
    return estimate(
        list(
            duplicate(
                Rules.read(rules), BOTS[upper], BOTS[lower], deals=range(deals), seed=20261130
            )
        )
    )


@pytest.mark.parametrize(("upper", "lower"), RUNGS)
def test_each_bot_gains_on_the_one_below_it(upper: str, lower: str) -> None:
    assert payoff("players=8", upper, lower, scale(30, 300)).low > 0


@pytest.mark.parametrize(("upper", "lower"), RUNGS)
def test_a_weaker_bot_loses_among_stronger_ones(upper: str, lower: str) -> None:
    assert payoff("players=8", lower, upper, scale(20, 300)).high < 0


@pytest.mark.parametrize(("upper", "lower"), RUNGS)
def test_they_do_so_in_ordinary_hearts(upper: str, lower: str) -> None:
    assert payoff("hearts", upper, lower, scale(60, 400)).low > 0


@pytest.mark.long
@pytest.mark.parametrize("void_rule", ["two_pairs", "no_led_card"])
@pytest.mark.parametrize("players", [6, 7, 9, 10, 11])
@pytest.mark.parametrize(("upper", "lower"), RUNGS)
def test_they_do_so_at_every_table(upper: str, lower: str, players: int, void_rule: str) -> None:
    assert payoff(f"players={players} void_rule={void_rule}", upper, lower, 200).low > 0


@pytest.mark.long
@pytest.mark.parametrize("options", ["bonus_card=DJ no_trick_bonus=5", "last_void=leader"])
def test_they_do_so_under_house_rules(options: str) -> None:
    for upper, lower in RUNGS:
        assert payoff(f"players=8 {options}", upper, lower, 200).low > 0
