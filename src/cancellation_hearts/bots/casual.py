"""A relaxed player: sensible habits, no counting, and a slip now and then.

It looks at its hand and at the trick in front of it, as people do over a glass of something. Each
habit is a line of advice that a beginner is given:

    passing     give away the queen of spades, the spades above her, high hearts, high cards
    leading     lead low
    following   stay below the highest card; if that will not do, be last to regret it
    void        throw the queen, then the spades above her, then hearts, then high cards

It forgets what was played, so it neither knows who is out of a suit nor whether the twin of a card
is still to come. One time in twelve it does not look, and plays whatever is legal.
"""

from __future__ import annotations

from random import Random
from typing import Final

from cancellation_hearts.bots.simple import own_hand
from cancellation_hearts.core import (
    Card,
    Cards,
    MoonChoice,
    Suit,
    Trick,
    View,
    legal_plays,
    live_cards,
)
from cancellation_hearts.core.cards import KINDS

SLIPS: Final = 1 / 12
"""How often it plays any legal card."""
SEES_TWIN: Final = 1 / 2
"""How often it notices that a card of its hand lies on the table already."""


class CasualBot:
    """Plays by habit.

    >>> CasualBot(seed=1)
    CasualBot(seed=1)
    """

    def __init__(self, seed: int) -> None:
        """The same seed and the same view give the same answer."""
        self._seed = seed

    def __repr__(self) -> str:
        """Code that makes the same bot."""
        return f"CasualBot(seed={self._seed})"

    def choose_pass(self, view: View) -> Cards:
        """The cards it likes least."""
        hand = sorted(own_hand(view), key=dislike)
        return Cards.of(hand[-view.rules.pass_count :])

    def choose_card(self, view: View) -> Card:
        """What habit says."""
        assert view.seat is not None
        legal = list(Cards(legal_plays(view, view.seat).one))
        chance = _chance(self._seed, view)
        if len(legal) == 1 or chance.random() < SLIPS:
            return chance.choice(legal)
        trick = None if view.deal is None else view.deal.trick
        if trick is None or trick.led is None:
            return lead(legal, own_hand(view))
        if legal[0].suit is not trick.led.suit:
            return max(legal, key=dislike)
        return follow(
            legal,
            trick,
            last=len(trick.cards) + 1 == view.rules.players,
            sees_twins=chance.random() < SEES_TWIN,
        )

    def choose_moon(self, _view: View) -> MoonChoice | None:
        """No opinion: the default does."""
        return None


def dislike(card: Card) -> tuple[int, int]:
    """How much it wants to be rid of a card; equal cards of two suits go by suit."""
    if card is Card.SQ:
        return 300, 0
    if card.suit is Suit.SPADES and card.kind > Card.SQ.kind:
        return 200 + card.rank, 0
    if card.suit is Suit.HEARTS and card.rank > 10:
        return 100 + card.rank, 0
    return card.rank, card.kind


def lead(legal: list[Card], hand: Cards) -> Card:
    """The lowest card, of the shortest suit among equals; a queen of spades only if it must."""
    return min(
        legal,
        key=lambda card: (card is Card.SQ, card.rank, len(hand.only(card.suit.mask)), card.kind),
    )


def follow(legal: list[Card], trick: Trick, *, last: bool, sees_twins: bool) -> Card:
    """The highest card that stays below the best one on the table, else a low one.

    A twin of a card that lies there is safest, if it notices. Last to a trick without points it
    gets rid of a high card.
    """
    twins = [card for card in legal if card in trick.cards]
    if twins and sees_twins:
        return max(twins, key=dislike)
    live = live_cards(trick).one
    best = KINDS[live.bit_length() - 1].rank if live else 0
    below = [card for card in legal if card.rank < best]
    if Card.SQ in below:
        return Card.SQ
    if last and not trick.pile.points:
        return max(legal, key=lambda card: (card is not Card.SQ, card.rank))
    if below:
        return max(below, key=lambda card: card.rank)
    return min(legal, key=lambda card: (card is Card.SQ, card.rank))


def _chance(seed: int, view: View) -> Random:
    """Chance that depends on the seed and the moment only."""
    deal = view.deal
    number, tricks = (0, 0) if deal is None else (deal.number, len(deal.tricks))
    return Random(f"casual {seed}/{view.seat}/{number}/{tricks}")
