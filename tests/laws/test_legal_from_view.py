"""What a seat may do follows from what it knows."""

from __future__ import annotations

from random import Random

from hypothesis import given

from cancellation_hearts.core import Rules, RuleViolation, legal_plays, observe, refusal
from cancellation_hearts.core.cards import KINDS
from cancellation_hearts.core.state import Phase
from tests.strategies import rules_sets, seeds, walk


def _reason(refused: RuleViolation | None) -> object:
    return refused and (refused.code, refused.details)


@given(rules=rules_sets(), seed=seeds)
def test_a_view_and_the_match_allow_its_seat_the_same_cards(rules: Rules, seed: int) -> None:
    for step in walk(rules, Random(seed), hands=2, story="mixed"):
        match = step.after
        for seat in range(rules.players):
            view = observe(match, seat)
            legal = legal_plays(match, seat)
            assert legal_plays(view, seat) == legal
            assert bool(legal) == (match.phase is Phase.PLAYING and match.turn == seat)


@given(rules=rules_sets(), seed=seeds)
def test_a_view_and_the_match_refuse_its_seat_for_the_same_reason(rules: Rules, seed: int) -> None:
    for step in walk(rules, Random(seed), hands=1, story="mixed"):
        match = step.after
        for seat in range(rules.players):
            view = observe(match, seat)
            legal = legal_plays(match, seat)
            # Out of turn every card is refused alike; of these a few will do.
            for card in KINDS if match.turn == seat else KINDS[seat::26]:
                refused = refusal(match, seat, card)
                assert _reason(refusal(view, seat, card)) == _reason(refused)
                assert (refused is None) == (card in legal)
