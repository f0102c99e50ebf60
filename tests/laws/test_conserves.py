"""No card and no point comes into being or gets lost."""

from __future__ import annotations

from random import Random

from hypothesis import given

from cancellation_hearts.core import Cards, Match, Rules, pack, points_so_far
from cancellation_hearts.core.score import count_deal, piles_taken
from cancellation_hearts.core.state import Deal
from tests.strategies import rules_sets, seeds, walk


def _known(*piles: object) -> Cards:
    together = Cards()
    for pile in piles:
        assert isinstance(pile, Cards)
        together += pile  # a third copy would be refused here
    return together


def _on_the_table(deal: Deal) -> Cards:
    return Cards() if deal.trick is None else deal.trick.pile


def _uncollected(match: Match) -> int:
    assert match.deal is not None
    unclaimed = match.deal.kitty if match.deal.kitty_owner is None else None
    return _known(match.deal.set_aside, *([] if unclaimed is None else [unclaimed])).points


@given(rules=rules_sets(), seed=seeds)
def test_the_cards_of_all_places_are_the_pack(rules: Rules, seed: int) -> None:
    for step in walk(rules, Random(seed), hands=2, story="mixed"):
        deal = step.after.deal
        if deal is None:
            continue
        kitty = [] if deal.kitty is None else [deal.kitty]
        piles = _known(*piles_taken(deal), deal.set_aside)
        played = [trick.pile for trick in deal.tricks]
        assert piles == _known(*played)
        assert _known(*deal.hands, *kitty, piles, _on_the_table(deal)) == pack(rules.decks)
        assert _known(*deal.dealt, *kitty) == pack(rules.decks)
        assert {len(hand) for hand in deal.dealt} == {rules.hand_size}
        assert len(_known(*kitty)) == rules.kitty_size


@given(rules=rules_sets(), seed=seeds)
def test_the_points_of_all_places_are_26_a_pack(rules: Rules, seed: int) -> None:
    for step in walk(rules, Random(seed), hands=2, story="mixed"):
        deal = step.after.deal
        if deal is None:
            continue
        kitty = [] if deal.kitty is None else [deal.kitty]
        waiting = _known(*deal.hands, *kitty, deal.set_aside, _on_the_table(deal)).points
        assert sum(points_so_far(deal)) + waiting == rules.all_points == 26 * rules.decks
        if deal.points is not None:
            assert deal.uncollected is not None
            assert sum(deal.points) + deal.uncollected == rules.all_points
            assert deal.points == count_deal(deal, rules).points
            assert deal.uncollected == _uncollected(step.after)
