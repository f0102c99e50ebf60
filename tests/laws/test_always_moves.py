"""Until the match is over somebody has a legal act, and every act that is legal is accepted."""

from __future__ import annotations

from collections import deque
from random import Random
from typing import assert_never

import pytest
from hypothesis import given

from cancellation_hearts.core import (
    BeginMatch,
    Cards,
    ChooseMoon,
    Command,
    DealCards,
    Match,
    PassCards,
    Phase,
    PlayCard,
    Rules,
    RuleViolation,
    decide,
    legal_plays,
    pack,
)
from cancellation_hearts.core.cards import KINDS
from tests.strategies import rules_sets, seeds, walk


def _somebody_can_act(match: Match) -> None:
    rules, deal = match.rules, match.deal
    match match.phase:
        case Phase.DEALING:
            assert decide(match, DealCards(tuple(pack(rules.decks))))
        case Phase.PASSING:
            assert deal is not None
            waiting = [seat for seat, choice in enumerate(deal.choices) if choice is None]
            assert waiting
            for seat in waiting:
                hand = deal.hands[seat]
                assert isinstance(hand, Cards)
                assert decide(match, PassCards(seat, Cards.of(list(hand)[: rules.pass_count])))
        case Phase.PLAYING:
            assert match.turn is not None
            legal = legal_plays(match, match.turn)
            assert legal
            for card in KINDS:
                if card in legal:
                    assert decide(match, PlayCard(match.turn, card))
                else:
                    with pytest.raises(RuleViolation):
                        decide(match, PlayCard(match.turn, card))
        case Phase.MOON:
            assert match.turn is not None
            for choice in ("add", "subtract", None):
                assert decide(match, ChooseMoon(match.turn, choice))
        case Phase.OVER:
            pytest.fail("the match is over")
        case _:
            assert_never(match.phase)


@given(rules=rules_sets(), seed=seeds)
def test_somebody_has_a_legal_act_until_the_match_is_over(rules: Rules, seed: int) -> None:
    for step in walk(rules, Random(seed), hands=1, story="mixed"):
        if step.after.phase is not Phase.OVER:
            _somebody_can_act(step.after)


@given(rules=rules_sets(limit=1, tie_break="shared"), seed=seeds)
def test_a_match_that_is_over_accepts_nothing(rules: Rules, seed: int) -> None:
    match = deque(walk(rules, Random(seed), hands=100), maxlen=1).pop().after
    assert match.phase is Phase.OVER
    commands: list[Command] = [
        BeginMatch(rules, 0),
        DealCards(tuple(pack(rules.decks))),
        PassCards(0, Cards.of(KINDS[: rules.pass_count])),
        *(PlayCard(0, card) for card in KINDS),
        ChooseMoon(0, "add"),
    ]
    for command in commands:
        with pytest.raises(RuleViolation):
            decide(match, command)
