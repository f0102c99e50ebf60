"""One trick: who takes it, and when nobody does.

Lay the cards into a pile (see ``cards``) and the rules of cancellation become masks:

    led suit   the suit of the first card
    live       one & ~two & led     cards of the led suit that met no twin
    pairs      bits of two          identical cards that met, in any suit

The highest live card takes the trick. If there is none, or if two pairs or more lie there and
the house plays ``void_rule=two_pairs``, the trick is void: nobody takes it. It is judged once
every seat has played (A39), so a rescue may come from the last card.
"""

from __future__ import annotations

from functools import cached_property

import msgspec

from cancellation_hearts.core.cards import KINDS, Card, Cards
from cancellation_hearts.core.rules import Rules


class Trick(msgspec.Struct, frozen=True, dict=True):
    """Who led, the cards in order of play, and who took them: None while open, or if void."""

    leader: int
    cards: tuple[Card, ...] = ()
    taker: int | None = None

    @cached_property
    def pile(self) -> Cards:
        """The cards as a pile; its ``two`` holds the cancelled pairs.

        Kept, because each later card of the hand asks for it again.
        """
        return Cards.of(self.cards)

    @property
    def led(self) -> Card | None:
        """The card led, if any."""
        return self.cards[0] if self.cards else None

    def is_complete(self, *, players: int) -> bool:
        """Whether every seat has played."""
        return len(self.cards) == players

    def seat(self, index: int, *, players: int) -> int:
        """The seat that played (or will play) the card at ``index``: clockwise from the leader."""
        return (self.leader + index) % players


def live_cards(trick: Trick) -> Cards:
    """The cards that can take the trick: of the led suit, without a twin in it (R15, R20).

    >>> print(live_cards(Trick(leader=0, cards=(Card.CA, Card.CA, Card.C7, Card.C9, Card.DK))))
    ♣97
    """
    return _live(trick, trick.pile)


def _live(trick: Trick, pile: Cards) -> Cards:
    """The same; ``pile``: the trick's, or that of its first cards."""
    if trick.led is None:
        return Cards()
    return Cards(pile.one & ~pile.two & trick.led.suit.mask)


def trick_winner(trick: Trick, rules: Rules) -> int | None:
    """The seat that takes a complete trick, or None if it is void.

    >>> rules = Rules.parse("players=6")
    >>> trick_winner(Trick(0, tuple(map(Card, "CA CA C7 C9 C2 DK".split()))), rules)
    3
    >>> trick_winner(Trick(0, tuple(map(Card, "ST H9 H9 ST S4 S2".split()))), rules) is None
    True
    """
    return _winner(trick, trick.pile, rules)


def winners_so_far(trick: Trick, rules: Rules) -> tuple[int | None, ...]:
    """Who would take the trick after each of its cards, if it ended there; None: nobody.

    >>> winners_so_far(Trick(2, tuple(map(Card, "C7 CA C9 CA".split()))), Rules.parse("players=6"))
    (2, 3, 3, 4)
    """
    pile, found = Cards(), []
    for card in trick.cards:
        pile += Cards(card.bit)
        found.append(_winner(trick, pile, rules))
    return tuple(found)


def _winner(trick: Trick, pile: Cards, rules: Rules) -> int | None:
    """Who takes what lies there so far."""
    live = _live(trick, pile)
    # R21, A01, A03: two pairs of any suits void the trick, whatever card is still live.
    if rules.void_rule == "two_pairs" and pile.two.bit_count() >= 2:
        return None
    if not live:  # A04: no live card of the led suit, so nobody can win it
        return None
    best = KINDS[live.one.bit_length() - 1]
    return trick.seat(trick.cards.index(best), players=rules.players)
