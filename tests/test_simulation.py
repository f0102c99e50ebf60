"""Simulations: their sums, and that a seed names them."""

import math
import statistics

import pytest

from cancellation_hearts.bots import BOTS, simulate
from cancellation_hearts.bots.simple import RandomBot
from cancellation_hearts.bots.simulation import Mean, seats_of
from cancellation_hearts.core import PRESETS, Rules
from cancellation_hearts.record import check, replay, write


def test_bots_take_the_seats_in_turn() -> None:
    assert seats_of(["a", "b", "c"], players=7) == ("a", "b", "c", "a", "b", "c", "a")


def test_an_unknown_bot_is_named() -> None:
    with pytest.raises(ValueError, match="no bot is called 'nobody'"):
        next(simulate(Rules(players=6), bots=["nobody"], games=1, seed=1))


@pytest.mark.parametrize("preset", PRESETS)
def test_the_sums_agree_with_the_records(preset: str) -> None:
    rules = Rules.read(f"{preset} limit=60", players=PRESETS[preset].get("players", 7))
    games = list(simulate(rules, bots=["random"], games=3, seed=4))
    simulation = games[-1][0]
    records = [record for _sums, record in games]
    hands = [hand for record in records for hand in record.hands]
    points = [sum(hand.points or ()) for hand in hands]
    assert simulation.games == 3
    assert simulation.hands == len(hands)
    assert simulation.tricks == len(hands) * rules.hand_size
    assert simulation.void_tricks == sum(t.taker is None for hand in hands for t in hand.tricks)
    assert simulation.uncollected == sum(rules.all_points - total for total in points)
    assert simulation.hands_uncollected == sum(total < rules.all_points for total in points)
    assert simulation.moons == sum(hand.moon is not None for hand in hands)
    assert sum(tally.points for tally in simulation.by_seat) == sum(points)
    assert simulation.by_bot["random"].points == sum(points)
    assert simulation.by_bot["random"].hands == len(hands) * rules.players
    assert sum(tally.wins for tally in simulation.by_seat) == pytest.approx(3)
    totals = [sum(record.hands[-1].totals or ()) for record in records]
    assert sum(tally.changes for tally in simulation.by_seat) == sum(totals)


def test_a_mean_comes_with_its_interval() -> None:
    mean = Mean()
    assert (mean.mean, mean.margin) == (0, math.inf)
    values = [3.0, 5.0, 8.0, 0.0]
    for value in values:
        mean.add(value)
    assert mean.mean == pytest.approx(4.0)
    assert mean.margin == pytest.approx(1.96 * statistics.stdev(values) / 2)


def test_bots_are_compared_hand_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BOTS, "other", RandomBot)
    rules = Rules(players=6, limit=60)
    *_before, (simulation, _record) = simulate(rules, bots=["random", "other"], games=4, seed=1)
    lead = simulation.leads["random"]["other"]
    of_bot = simulation.by_bot
    difference = (of_bot["other"].changes - of_bot["random"].changes) / (3 * simulation.hands)
    assert lead.mean == pytest.approx(difference)
    assert lead.hands == simulation.hands


def test_the_same_seed_gives_the_same_bytes() -> None:
    rules = Rules(players=9, limit=60)

    def text(seed: int) -> str:
        games = simulate(rules, bots=["random"], games=2, seed=seed, date="2026-11-30")
        return write([record for _sums, record in games])

    assert text(1) == text(1)
    assert text(1) != text(2)
    assert '[Date "2026-11-30"]' in text(1)
    assert check(text(1)).finished == 2


def test_no_two_hands_of_a_simulation_are_alike() -> None:
    games = simulate(Rules(players=11, limit=20), bots=["random"], games=60, seed=1)
    deals = [hand.deal for _sums, record in games for hand in record.hands]
    assert len(set(deals)) == len(deals) > 60


def test_a_game_can_be_replayed_event_for_event() -> None:
    ((_sums, record),) = simulate(Rules(players=6, limit=20), bots=["random"], games=1, seed=8)
    assert replay(record)
