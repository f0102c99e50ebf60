"""The core and the oracle, two programs of one game, agree on whole matches.

``tests/oracle.py`` was written from the rule text alone. Both are led through the same commands
and compared at every play: whose turn, what is legal, who holds and who took what, and at the end
of each hand points, moon, totals and winners.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any, assert_never

import pytest
from msgspec.structs import asdict

from cancellation_hearts.core import (
    BeginMatch,
    Cards,
    ChooseMoon,
    DealCards,
    Match,
    PassCards,
    Phase,
    PlayCard,
    Rules,
    hearts_broken,
    legal_plays,
    trick_winner,
)
from cancellation_hearts.core.events import CardsPassed, Event, TrickTaken, TrickVoided
from cancellation_hearts.core.score import piles_taken
from tests.conftest import scale
from tests.oracle import Oracle
from tests.strategies import TABLES, Step, Story, random_rules, walk

PHASES = {
    Phase.DEALING: "deal",
    Phase.PASSING: "pass",
    Phase.PLAYING: "play",
    Phase.MOON: "moon",
    Phase.OVER: "over",
}


def options_of(rules: Rules, *, spelt_out: bool) -> dict[str, Any]:
    """The options as the oracle takes them: all of them, or what differs from the default."""
    defaults = asdict(Rules(players=6))
    return {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in asdict(rules).items()
        if spelt_out or name == "players" or value != defaults[name]
    }


def words(cards: object) -> list[str]:
    assert isinstance(cards, Cards)
    return sorted(map(str, cards))


def do(oracle: Oracle, step: Step) -> None:
    """Lead the oracle through a command."""
    deal = step.after.deal
    match step.command:
        case DealCards():
            assert deal is not None
            kitty = [] if deal.kitty is None else words(deal.kitty)
            oracle.deal([words(hand) for hand in deal.dealt], kitty)
        case PassCards():
            for event in step.events:
                if isinstance(event, CardsPassed):
                    oracle.exchange([words(cards) for cards in event.passes])
        case PlayCard(_seat, card):
            oracle.play(str(card))
        case ChooseMoon(_seat, choice):
            oracle.choose(choice)
        case BeginMatch():
            pytest.fail("a match begins once")
        case _:
            assert_never(step.command)


def compare(oracle: Oracle, match: Match, events: tuple[Event, ...]) -> None:
    rules, deal = match.rules, match.deal
    assert oracle.phase == PHASES[match.phase]
    assert oracle.totals == list(match.totals)
    assert oracle.winners == list(match.winners or ())
    if deal is None:
        return
    assert (oracle.number, oracle.dealer) == (deal.number, deal.dealer)
    assert oracle.turn == deal.turn
    if match.phase is Phase.PLAYING:
        assert deal.turn is not None
        assert sorted(oracle.legal()) == words(legal_plays(match, deal.turn))
        assert sorted(oracle.hands[deal.turn]) == words(deal.hands[deal.turn])
        if rules.break_cards != "none":
            assert oracle.broken == hearts_broken(deal, rules)
        trick = deal.trick
        assert trick is not None
        assert oracle.trick == [
            (trick.seat(index, players=rules.players), str(card))
            for index, card in enumerate(trick.cards)
        ]
    if any(isinstance(event, TrickTaken | TrickVoided) for event in events):
        compare_piles(oracle, match)
    if deal.revealed:
        assert oracle.points == list(deal.points or ())
        assert Cards.of(" ".join(oracle.lost)).points == deal.uncollected
        assert (oracle.shooter, oracle.choice) == (deal.shooter, deal.moon_choice)


def compare_piles(oracle: Oracle, match: Match) -> None:
    deal = match.deal
    assert deal is not None
    piles = list(piles_taken(deal))
    kitty = deal.kitty or Cards()
    assert isinstance(kitty, Cards)
    if deal.kitty_owner is not None:
        piles[deal.kitty_owner] += kitty
        kitty = Cards()
    assert [sorted(pile) for pile in oracle.won] == [words(pile) for pile in piles]
    assert [sorted(hand) for hand in oracle.hands] == [words(hand) for hand in deal.hands]
    takers = [trick.taker for trick in deal.tricks]
    assert oracle.trick_count == [takers.count(seat) for seat in range(match.rules.players)]
    waiting = oracle.set_aside + oracle.kitty
    if deal.revealed:
        assert waiting == []
        waiting = oracle.lost
    else:
        assert sorted(oracle.set_aside) == words(deal.set_aside)
    assert sorted(waiting) == words(deal.set_aside + kitty)


def agree(rules: Rules, rng: Random, *, hands: int, story: Story) -> Counter[str]:
    """Play a match on both; what it was good for."""
    oracle: Oracle | None = None
    seen = Counter[str]()
    for step in walk(rules, rng, hands=hands, story=story):
        match, deal = step.after, step.after.deal
        if oracle is None:
            options = options_of(rules, spelt_out=rng.random() < 0.5)
            oracle = Oracle(options, match.dealer, match.totals)
        else:
            do(oracle, step)
        compare(oracle, match, step.events)
        if deal is None or deal.changes is None:
            continue
        seen["hands"] += 1
        seen[f"moon: {deal.moon_choice}"] += 1
        if isinstance(step.command, ChooseMoon):
            seen[f"asked: {step.command.choice}"] += 1
        if trick_winner(deal.tricks[-1], rules) is None:
            seen[f"last trick void: {rules.void_rule} {rules.last_void}"] += 1
        seen["kitty unclaimed"] += deal.kitty is not None and deal.kitty_owner is None
        seen["uncollected"] += bool(deal.uncollected)
        seen["over"] += match.phase is Phase.OVER
        seen["won by several"] += len(match.winners or ()) > 1
    return seen


@pytest.mark.parametrize("table", TABLES, ids=lambda table: f"{table[1]}-players-{table[0]}-decks")
def test_core_and_oracle_agree_on_random_matches(table: tuple[int, int]) -> None:
    rng = Random(f"oracle {table}")
    seen = Counter[str]()
    for _ in range(scale(60, 1500)):
        rules = random_rules(rng, decks=table[0], players=table[1])
        seen += agree(rules, rng, hands=2, story="random")
    assert seen["hands"] >= scale(60, 1500)
    assert seen["over"] > 0


def test_core_and_oracle_agree_on_moons_and_void_last_tricks() -> None:
    rng = Random("oracle, stacked")
    seen = Counter[str]()
    for decks, players in TABLES * scale(25, 150):
        rules = random_rules(rng, decks=decks, players=players)
        seen += agree(rules, rng, hands=2, story=rng.choice(("moon", "void")))
    needed = [
        *(f"moon: {choice}" for choice in ("add", "subtract", None)),
        *(f"asked: {choice}" for choice in ("add", "subtract", None)),
        *(
            f"last trick void: {void_rule} {last_void}"
            for void_rule in ("two_pairs", "no_led_card")
            for last_void in ("uncollected", "leader")
        ),
        "kitty unclaimed",
        "uncollected",
        "over",
    ]
    assert [what for what in needed if seen[what] < 5] == [], seen
    assert seen["won by several"] > 0


def test_core_and_oracle_agree_on_whole_matches() -> None:
    rng = Random("oracle, whole")
    seen = Counter[str]()
    for _ in range(scale(25, 400)):
        rules = random_rules(rng, limit=rng.choice((60, 100, 150)))
        seen += agree(rules, rng, hands=200, story="random")
    assert seen["over"] == scale(25, 400)
