"""The simplest player: whatever is legal, each as likely as the other."""

from __future__ import annotations

from random import Random

from cancellation_hearts.core import Card, Cards, MoonChoice, View, legal_plays
from cancellation_hearts.core.rules import MOON_CHOICES


class RandomBot:
    """Passes and plays any legal card; copies count once each.

    >>> RandomBot(seed=1)
    RandomBot(seed=1)
    """

    def __init__(self, seed: int) -> None:
        """The same seed and the same view give the same answer."""
        self._seed = seed

    def __repr__(self) -> str:
        """Code that makes the same bot."""
        return f"RandomBot(seed={self._seed})"

    def choose_pass(self, view: View) -> Cards:
        """Any cards of the hand."""
        hand = own_hand(view)
        return Cards.of(self._chance(view).sample(list(hand), view.rules.pass_count))

    def choose_card(self, view: View) -> Card:
        """Any legal card."""
        assert view.seat is not None
        return self._chance(view).choice(list(legal_plays(view, view.seat)))

    def choose_moon(self, view: View) -> MoonChoice | None:
        """Either."""
        return self._chance(view).choice(MOON_CHOICES)

    def _chance(self, view: View) -> Random:
        """Chance that depends on the seed and the moment only."""
        deal = view.deal
        plays = () if deal is None else [len(trick.cards) for trick in deal.tricks]
        number = 0 if deal is None else deal.number
        moment = f"{view.seat}/{number}/{view.phase}/{sum(plays)}"
        return Random(f"{self._seed}/{moment}")


def own_hand(view: View) -> Cards:
    """The hand of the view's own seat; ``ValueError`` for a spectator or between hands."""
    if view.seat is not None and view.deal is not None:
        hand = view.deal.hands[view.seat]
        if isinstance(hand, Cards):
            return hand
    raise ValueError("this view has no hand of its own")
