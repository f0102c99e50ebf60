"""What it costs to keep a card: points that it will probably bring home before the hand is over.

A card is dangerous if it may have to win, and winning costs what the tricks still hold. So the
danger of a card is made of

    height    the share of the unseen cards of its suit that are lower: whoever has those stays
              below it. A card that nobody can duck under is harmless, an ace is the worst
    guards    own lower cards, which are played first while the suit is led; the fewer rounds the
              suit will see, the better a guard is
    the queen holding a queen of spades is a danger of its own, and so is a higher spade as long
              as a queen is unseen, for she will fall on it
    shortness being out of a suit is worth something: others lead it, and we get rid of points

Cards guard each other, so danger belongs to a holding, all cards of a suit together. What a play
is worth is its *relief*, the danger before less the danger after: playing the two from under a
queen is a loss, although the two itself is harmless. Everything is in points.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final

import msgspec

from cancellation_hearts.bots.memory import (
    BELOW,
    EVERYTHING,
    IN_DIAMONDS,
    IN_HEARTS,
    IN_SPADES,
    SUITS,
    Memory,
    bonus_bit,
    copies,
    points_of,
)
from cancellation_hearts.bots.tuned import Constants
from cancellation_hearts.core.cards import KINDS, QUEEN, Card

BONUS_KEPT: Final = 3.0
"""Points that a bonus card in hand will bring home on average (V01)."""
BONUS_CAUGHT: Final = 1.0
"""Points that a higher diamond will bring home for each bonus card that is unseen."""
_QUEEN: Final = Card.SQ.kind


class Holding(msgspec.Struct, frozen=True):
    """The cards of one suit in a hand, from low to high, and what each would cost unguarded."""

    kinds: tuple[int, ...]
    plain: tuple[float, ...]
    """For height."""
    special: tuple[float, ...]
    """For the queen of spades and those who may catch her."""
    guard: float
    """How much one lower card protects a higher one."""
    queen_guard: float
    """The same for the special costs."""
    shortness: float
    """What being out of the suit is worth."""

    def danger(self, without: Sequence[int] = ()) -> float:
        """The danger of the holding without the cards at these places."""
        total, lower = 0.0, 0
        for place, plain in enumerate(self.plain):
            if place not in without:
                total += plain / (1.0 + self.guard * lower)
                total += self.special[place] / (1.0 + self.queen_guard * lower)
                lower += 1
        return total - self.shortness / (1 + lower)

    def reliefs(self) -> dict[int, float]:
        """For each kind by how much the danger sinks if one copy of it is played.

        Every higher card then has one guard less.
        """
        found: dict[int, float] = {}
        count = len(self.kinds)
        uncovered = 0.0
        saved = self.shortness / max(1, count * (count + 1))
        for lower in range(count - 1, -1, -1):
            plain, special = self.plain[lower], self.special[lower]
            now = plain / (1.0 + self.guard * lower) + special / (1.0 + self.queen_guard * lower)
            found[self.kinds[lower]] = now - uncovered + saved
            if lower:
                less = lower - 1
                uncovered += plain / (1.0 + self.guard * less) - now
                uncovered += special / (1.0 + self.queen_guard * less)
        return found


def stake_of(memory: Memory) -> float:
    """Points that a trick will hold on average from now on.

    Unseen points count as far as they are still to come: what somebody else's kitty held is not.
    """
    unseen = copies(memory.unseen, memory.twins, EVERYTHING)
    to_come = points_of(memory.unseen, memory.twins) * (sum(memory.sizes) + memory.prize)
    points = (
        points_of(memory.one, memory.two)
        + points_of(memory.table, memory.paired)
        + points_of(memory.waiting, memory.waiting_twice)
        + to_come / max(1, unseen)
    )
    return points / max(1, memory.tricks_left)


def holding_of(
    memory: Memory, suit: int, constants: Constants, *, stake: float, queen: float
) -> Holding:
    """The cards of a suit in the seat's own hand.

    ``stake``: what a trick taken costs on average; ``queen``: what a bare queen of spades costs.
    """
    kinds = _kinds(memory.one & SUITS[suit], memory.two)
    unseen, twins = memory.unseen, memory.twins
    out = copies(unseen, twins, SUITS[suit])
    weight = constants.height * stake
    if suit == IN_HEARTS:
        weight *= constants.hearts  # a trick of hearts always costs
    plain: list[float] = []
    for kind in kinds:
        share = copies(unseen, twins, BELOW[kind]) / (out + 1)
        cost = weight * share**constants.curve
        if unseen >> kind & 1:
            cost *= 1.0 - constants.twin  # its twin may save it
        plain.append(cost)
    special = [0.0] * len(kinds)
    if suit == IN_SPADES:
        falls = constants.over_queen * copies(unseen, twins, QUEEN)
        special = [queen if kind == _QUEEN else falls if kind > _QUEEN else 0.0 for kind in kinds]
    elif suit == IN_DIAMONDS and (bonus := bonus_bit(memory.rules)):
        special = [_bonus_cost(memory, kind, bonus) for kind in kinds]
    rounds = 1.0 + out / memory.rules.players
    return Holding(
        kinds=kinds,
        plain=tuple(plain),
        special=tuple(special),
        guard=constants.guard / rounds,
        queen_guard=constants.queen_guard / rounds,
        # Nobody can lead a suit that nobody has; and hearts are led late.
        shortness=constants.short * stake if out and suit != IN_HEARTS else 0.0,
    )


def _bonus_cost(memory: Memory, kind: int, bonus: int) -> float:
    """Less than nothing: a bonus card waits for its chance, and so does who may catch one."""
    card = 1 << kind
    if card == bonus:
        return -BONUS_KEPT
    return -BONUS_CAUGHT * copies(memory.unseen, memory.twins, bonus) if card > bonus else 0.0


def _kinds(one: int, two: int) -> tuple[int, ...]:
    """The kinds of a pile from low to high, one held twice standing twice."""
    found: list[int] = []
    while one:
        card = one & -one
        one ^= card
        kind = card.bit_length() - 1
        found.append(kind)
        if two & card:
            found.append(kind)
    return tuple(found)


def cards_to_pass(memory: Memory, constants: Constants) -> list[Card]:
    """The cards without which the hand is safest.

    Danger adds up over suits, so it is enough to know, for each suit, the best one, two or three
    cards to be rid of, and then to share out the number of cards over the suits.
    """
    stake = stake_of(memory)
    count = memory.rules.pass_count
    best: dict[int, tuple[float, tuple[int, ...]]] = {0: (0.0, ())}
    for suit in range(len(SUITS)):
        holding = holding_of(memory, suit, constants, stake=stake, queen=constants.queen)
        options = _best_to_leave(holding, count)
        shared: dict[int, tuple[float, tuple[int, ...]]] = {}
        for before, (danger, kinds) in best.items():
            for more, (left, gone) in options.items():
                whole = before + more
                if whole <= count and (whole not in shared or danger + left < shared[whole][0]):
                    shared[whole] = (danger + left, kinds + gone)
        best = shared
    return [KINDS[kind] for kind in best[count][1]]


def _best_to_leave(holding: Holding, most: int) -> dict[int, tuple[float, tuple[int, ...]]]:
    """For each number of cards up to ``most``: the least danger without them, and which."""
    places = range(len(holding.kinds))
    found: dict[int, tuple[float, tuple[int, ...]]] = {}
    for count in range(min(most, len(places)) + 1):
        danger, without = min(
            (holding.danger(without), without) for without in combinations(places, count)
        )
        found[count] = (danger, tuple(holding.kinds[place] for place in without))
    return found
