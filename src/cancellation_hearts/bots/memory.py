"""What a player who forgets nothing knows of a hand: all that follows from its view by counting.

A view shows a player's own cards, every card that was played, the cards it passed and received,
and the kitty if it took it. The rest of the pack is *unseen*: it lies in the other hands, or face
down in the kitty. Counting goes by kinds, as everywhere in the project:

    gone        own hand + played + own kitty, as a pile of kinds (``one``, ``two``)
    unseen      kinds with a copy among the unseen     all & ~gone.two   (one pack: all & ~gone.one)
    twins       kinds with both copies unseen          all & ~gone.one   (one pack: none)

Who did not follow a suit has none of it for the rest of the hand. Everything here is a number that
anybody at the table could have worked out from the same seat, computed once a decision. Nothing is
guessed: that is what ``odds`` is for.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import msgspec

from cancellation_hearts.bots.simple import own_hand
from cancellation_hearts.core import Card, Cards, Deal, Rules, Suit, Trick, View
from cancellation_hearts.core.cards import HEARTS, QUEEN

SUITS: Final = tuple(suit.mask for suit in Suit)
"""The four suits as masks, in the order of the kinds; a suit here is an index into this."""
IN_DIAMONDS, IN_HEARTS, IN_SPADES = 1, 2, 3
BELOW: Final = tuple(card.suit.mask & (card.bit - 1) for card in Card)
"""For each kind the lower kinds of its suit."""
ABOVE: Final = tuple(card.suit.mask & ~(card.bit | (card.bit - 1)) for card in Card)
"""For each kind the higher kinds of its suit."""
EVERYTHING: Final = (1 << 52) - 1
"""All kinds."""


class Memory(msgspec.Struct, frozen=True):
    """What a seat knows when it is asked for a card, or for cards to pass."""

    rules: Rules
    seat: int
    one: int
    """Its own hand, kinds held."""
    two: int
    """Its own hand, kinds held twice."""
    unseen: int
    """Kinds of which a copy is unseen."""
    twins: int
    """Kinds of which both copies are unseen."""
    sizes: tuple[int, ...]
    """How many cards each seat holds; its own is 0, so that a sum speaks of the others."""
    loose: int
    """How many unseen cards are or were the kitty, and so in nobody's hand."""
    voids: tuple[int, ...]
    """For each suit the seats that have shown that they hold none of it, as a mask of seats."""
    given: int
    """Kinds that it passed and that the receiver has not played since."""
    receiver: int
    """Who received them; its own seat if nothing was passed."""
    led: int
    """The suit led; -1 if no card lies there."""
    leader: int
    cards: tuple[Card, ...]
    """The open trick."""
    table: int
    """Kinds in the open trick."""
    paired: int
    """Kinds twice in the open trick."""
    later: tuple[int, ...]
    """The seats that play after it in this trick, in order."""
    waiting: int
    """Kinds in the set-aside pile."""
    waiting_twice: int
    """Kinds twice in the set-aside pile."""
    prize: int
    """Cards in a kitty that the next taker of a trick takes too; 0 if there is none."""
    taken: tuple[int, ...]
    """Points that each seat took in public (A36: what a kitty held is not among them)."""
    total: int
    """Its own total before this hand."""
    trickless: bool
    """Whether it has taken no trick so far."""
    tricks_left: int
    """Tricks that are not complete, the open one among them."""
    first: bool
    """Whether this is the first trick."""

    @property
    def live(self) -> int:
        """The cards on the table that can take the trick as it lies."""
        return self.table & ~self.paired & SUITS[self.led] if self.led >= 0 else 0

    @property
    def sweeper(self) -> int | None:
        """The one seat that has taken every point taken so far; None if there is no such seat."""
        holders = [seat for seat, points in enumerate(self.taken) if points]
        return holders[0] if len(holders) == 1 else None


def points_of(one: int, two: int) -> int:
    """Points of a pile given as masks (R27)."""
    points = (one & HEARTS).bit_count() + (two & HEARTS).bit_count()
    if one & QUEEN:
        points += 26 if two & QUEEN else 13
    return points


def copies(one: int, two: int, kinds: int) -> int:
    """Cards of these kinds in a pile given as masks."""
    return (one & kinds).bit_count() + (two & kinds).bit_count()


def memory_of(view: View) -> Memory:
    """Count; ``ValueError`` if the view's seat has no hand to think about."""
    hand = own_hand(view)
    deal, seat, rules = view.current, view.seat, view.rules
    assert seat is not None  # whose hand it is
    players = rules.players
    gone = gone_twice = waiting = waiting_twice = 0
    voids = [0, 0, 0, 0]
    taken = [0] * players
    trickless = True
    for trick in deal.tricks:
        one, two, suit, absent = _faces(trick, players)
        voids[suit] |= absent
        gone_twice |= two | gone & one
        gone |= one
        waiting_twice |= two | waiting & one  # R22: a void trick waits for the next taker
        waiting |= one
        taker = trick.taker
        if taker is not None:
            taken[taker] += points_of(waiting, waiting_twice)
            waiting = waiting_twice = 0
            trickless = trickless and taker != seat
    led, table, paired = -1, 0, 0
    trick = deal.trick or Trick(seat)  # before play begins: as if to lead
    if trick.cards:
        table, paired, led, absent = _faces(trick, players)
        voids[led] |= absent
        gone_twice |= paired | gone & table
        gone |= table
    gone_twice |= hand.two | gone & hand.one
    gone |= hand.one
    kitty = 0 if deal.kitty is None else len(deal.kitty)
    loose = kitty
    if isinstance(deal.kitty, Cards):  # it took the kitty, and so has seen it
        gone_twice |= deal.kitty.two | gone & deal.kitty.one
        gone |= deal.kitty.one
        loose = 0
    receiver, given = _given(deal, seat, players)
    sizes = [len(other) for other in deal.hands]
    sizes[seat] = 0
    return Memory(
        rules=rules,
        seat=seat,
        one=hand.one,
        two=hand.two,
        unseen=EVERYTHING & ~(gone_twice if rules.decks == 2 else gone),
        twins=EVERYTHING & ~gone if rules.decks == 2 else 0,
        sizes=tuple(sizes),
        loose=loose,
        voids=tuple(voids),
        given=given,
        receiver=receiver,
        led=led,
        leader=trick.leader,
        cards=trick.cards,
        table=table,
        paired=paired,
        later=tuple(
            [(trick.leader + turn) % players for turn in range(len(trick.cards) + 1, players)]
        ),
        waiting=waiting,
        waiting_twice=waiting_twice,
        prize=kitty if deal.kitty_owner is None else 0,
        taken=tuple(taken),
        total=view.totals[seat],
        trickless=trickless,
        tricks_left=len(hand),
        first=not deal.tricks,
    )


@lru_cache(maxsize=4096)  # a trick that is over does not change, and is looked at again and again
def _faces(trick: Trick, players: int) -> tuple[int, int, int, int]:
    """A trick that has a card: its kinds, those twice in it, the suit led, who did not follow."""
    cards = trick.cards
    suit = cards[0].kind // 13
    one = two = absent = 0
    for index, card in enumerate(cards):
        two |= one & card.bit
        one |= card.bit
        if card.kind // 13 != suit:
            absent |= 1 << (trick.leader + index) % players
    return one, two, suit, absent


def _given(deal: Deal, seat: int, players: int) -> tuple[int, int]:
    """Who received this seat's pass, and the kinds of it that were not played there since.

    A kind counts as played with the first copy that the receiver plays: whether that was the copy
    passed or one that it held before, nobody can see.
    """
    if deal.passes is None or deal.offset is None:
        return seat, 0
    receiver = (seat + deal.offset) % players
    passed = deal.passes[seat]
    left = passed.one if isinstance(passed, Cards) else 0
    tricks = deal.tricks if deal.trick is None else (*deal.tricks, deal.trick)
    for trick in tricks:
        turn = (receiver - trick.leader) % players
        if turn < len(trick.cards):
            left &= ~trick.cards[turn].bit
    return receiver, left


def bonus_bit(rules: Rules) -> int:
    """The bonus card's bit; 0 if there is none."""
    return 0 if rules.bonus_card is None else Card(rules.bonus_card).bit
