"""Ordinary Hearts by other hands: ``pyspiel`` as a judge of the one-pack game.

With ``decks=1 players=4 moon_choice=add`` our rules and OpenSpiel's Hearts are the same game in
all 256 option sets that it has. Both play random hands; at every decision they must name the same
player and the same legal cards, and in the end its returns are 26 minus our totals.
"""

from __future__ import annotations

import importlib
import os
from itertools import product
from random import Random
from types import ModuleType
from typing import Any, Final

import pytest

from cancellation_hearts.core import (
    BeginMatch,
    Card,
    Cards,
    DealCards,
    Match,
    PassCards,
    Phase,
    PlayCard,
    Rules,
    Suit,
    decide,
    fold,
    legal_plays,
)
from cancellation_hearts.core.cards import RANKS
from tests.conftest import scale

OPTIONS: Final = (
    "pass_cards",
    "no_pts_on_first_trick",
    "can_lead_any_club",
    "must_break_hearts",
    "qs_breaks_hearts",
    "can_lead_hearts_instead_of_qs",
    "jd_bonus",
    "avoid_all_tricks_bonus",
)
OPTION_SETS: Final = [
    dict(zip(OPTIONS, values, strict=True)) for values in product((False, True), repeat=8)
]
WAYS: Final = ("none", "left", "across", "right")  # its pass directions 0 to 3


@pytest.fixture(scope="module")
def pyspiel() -> ModuleType:
    try:
        return importlib.import_module("pyspiel")
    except ImportError:
        if os.environ.get("CI"):
            pytest.fail("open_spiel is missing; pip install .[test]")
        pytest.skip("open_spiel is missing; pip install .[test]")


def rules_for(options: dict[str, bool], direction: int) -> Rules:
    """Our names for its options."""
    breaking: Any = "heart_or_queen" if options["qs_breaks_hearts"] else "heart_only"
    return Rules(
        players=4,
        decks=1,
        moon_choice="add",
        pass_cycle=(WAYS[direction],),
        first_trick_points="if_forced" if options["no_pts_on_first_trick"] else "allowed",
        first_lead="any_club" if options["can_lead_any_club"] else "two_clubs",
        break_cards=breaking if options["must_break_hearts"] else "none",
        bare_queen="may_lead_hearts" if options["can_lead_hearts_instead_of_qs"] else "must_lead",
        bonus_card="DJ" if options["jd_bonus"] else None,
        no_trick_bonus=5 if options["avoid_all_tricks_bonus"] else 0,
    )


def card_of(action: int) -> Card:
    rank, suit = divmod(action, 4)
    return Card(list(Suit)[suit] + RANKS[rank])


def action_of(card: Card) -> int:
    return 4 * (card.rank - 2) + list(Suit).index(card.suit)


def step(match: Match, command: Any) -> Match:  # noqa: ANN401 - any of the commands
    return fold(match, decide(match, command))


def agree(
    pyspiel: ModuleType, options: dict[str, bool], rng: Random, order: list[Card] | None = None
) -> Match:
    """Play one hand on both, from any deal or that of an order of the pack."""
    state = pyspiel.load_game("hearts", options).new_initial_state()
    # With pass_cards=False its chance_outcomes() still has all four directions here.
    direction = rng.choice(state.legal_actions())
    state.apply_action(direction)
    rules = rules_for(options, direction)

    order = rng.sample(list(Card), 52) if order is None else order
    for card in order:  # card i to seat i mod 4, as ours do when seat 3 deals
        state.apply_action(action_of(card))
    match = fold(None, decide(None, BeginMatch(rules, 3)))
    match = step(match, DealCards(tuple(order)))

    while match.phase is Phase.PASSING:
        seat = state.current_player()
        given: list[Card] = []
        for _ in range(3):
            assert state.current_player() == seat
            assert match.deal is not None
            hand = match.deal.hands[seat]
            assert isinstance(hand, Cards)
            actions = state.legal_actions()
            assert {card_of(action) for action in actions} == set(hand) - set(given)
            action = rng.choice(actions)
            given.append(card_of(action))
            state.apply_action(action)
        match = step(match, PassCards(seat, Cards.of(given)))
    while not state.is_terminal():
        assert match.phase is Phase.PLAYING
        turn = state.current_player()
        assert match.turn == turn
        actions = state.legal_actions()
        assert [card_of(action) for action in actions] == sorted(
            legal_plays(match, turn), key=action_of
        )
        action = rng.choice(actions)
        match = step(match, PlayCard(turn, card_of(action)))
        state.apply_action(action)
    assert match.phase in (Phase.DEALING, Phase.OVER)
    assert state.returns() == [26 - total for total in match.totals]
    return match


@pytest.mark.parametrize("eighth", range(8))
def test_openspiel_and_the_core_agree_in_every_option_set(pyspiel: ModuleType, eighth: int) -> None:
    rng = Random(f"openspiel {eighth}")
    chosen = OPTION_SETS[32 * eighth : 32 * eighth + 32]
    assert len(OPTION_SETS) == 256
    for options in chosen * scale(2, 25):
        agree(pyspiel, options, rng)


def test_openspiel_and_the_core_agree_on_moons(pyspiel: ModuleType) -> None:
    rng = Random("openspiel moons")
    moons = 0
    for options in OPTION_SETS:
        if options["pass_cards"]:
            continue
        others = rng.sample([card for card in Card if card.suit is not Suit.CLUBS], 39)
        order = [
            card for turn in zip(list(Card)[:13], *[iter(others)] * 3, strict=True) for card in turn
        ]
        match = agree(pyspiel, options, rng, order)
        assert match.deal is not None
        moons += match.deal.shooter == 0
    assert moons == 128
