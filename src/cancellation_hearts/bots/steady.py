"""The steady player: forgets no card, and plays what is likely to cost least.

For each legal card it adds up in points what playing it will probably cost:

    cost  =  take * price  +  void * share of the pot  -  relief

    take, void    the chances that the card takes the trick, or that the trick is void (``odds``)
    price         what taking costs: the points that lie there, wait there and will fall there, the
                  kitty, and having to lead next
    pot           what is set aside if nobody takes it; some of it will come back to us
    relief        how much safer the hand is without the card (``danger``)

It has no list of moves. That one rule makes it duck under the highest card, match a card that lies
there, throw queens and high cards where they do no harm, complete the second pair that saves it
from a loaded trick and leave it alone where somebody else would have paid, keep the guards of its
queen, and lead from suits that nobody is out of. What remains are the moon, the house rules that
give something back, and one promise (``without_the_queen``).

Chance has no part in it: the seed only names the player. The numbers that cannot be known are in
``tuned``.
"""

from __future__ import annotations

from typing import Final

import msgspec

from cancellation_hearts.bots.danger import Holding, cards_to_pass, holding_of, stake_of
from cancellation_hearts.bots.memory import (
    EVERYTHING,
    SUITS,
    Memory,
    bonus_bit,
    copies,
    memory_of,
    points_of,
)
from cancellation_hearts.bots.odds import Odds, fate, later_points, odds_of
from cancellation_hearts.bots.tuned import Constants, constants_of
from cancellation_hearts.core import Card, Cards, MoonChoice, Rules, View, legal_plays
from cancellation_hearts.core.cards import KINDS, QUEEN
from cancellation_hearts.core.score import count_deal, match_winners, new_totals

SWEEP: Final = 8
"""Points that one seat may take alone before anybody thinks of a moon."""
BONUS: Final = 10.0
"""Points that a bonus card is worth (V01)."""


class SteadyBot:
    """Counts and plays the cheapest card.

    >>> SteadyBot(seed=1)
    SteadyBot(seed=1)
    """

    def __init__(self, seed: int, constants: Constants | None = None) -> None:
        """``constants`` other than the tuned ones are for tuning."""
        self._seed = seed
        self._constants = constants

    def __repr__(self) -> str:
        """Code that makes the same bot."""
        return f"SteadyBot(seed={self._seed})"

    def choose_pass(self, view: View) -> Cards:
        """The cards without which the hand is safest."""
        return Cards.of(cards_to_pass(memory_of(view), self._of(view.rules)))

    def choose_card(self, view: View) -> Card:
        """The legal card that costs least; of equal ones the lowest kind."""
        assert view.seat is not None
        legal = legal_plays(view, view.seat).one
        if legal & (legal - 1):
            costs = card_costs(memory_of(view), legal, self._of(view.rules))
            return KINDS[min(costs, key=costs.__getitem__)]
        return KINDS[legal.bit_length() - 1]  # the only one

    def choose_moon(self, view: View) -> MoonChoice | None:
        """What gives it the better chance to win the match."""
        return moon_choice(view)

    def _of(self, rules: Rules) -> Constants:
        return self._constants or constants_of(rules)


class Pot(msgspec.Struct, frozen=True):
    """What whoever takes the open trick gets, apart from cards still to be played to it."""

    points: int
    """Points in the trick and in the set-aside pile."""
    kitty: float
    """Points expected in the kitty that goes with it, less its bonus."""
    bonus: float
    """What the bonus cards in the trick and the pile give back."""
    first: float
    """What taking a first trick costs where taking none is rewarded."""
    moon: float
    """While one seat has all points: what it is worth that we take the next one."""
    withhold: bool
    """Whether it is as bad if a point of ours goes to somebody else; otherwise it is as good."""


def card_costs(memory: Memory, legal: int, constants: Constants) -> dict[int, float]:
    """For each legal kind what playing it costs, in points."""
    pot = pot_of(memory)
    stake = stake_of(memory)
    leading = memory.led < 0
    odds = None if leading else odds_of(memory, memory.led, constants)
    costs: dict[int, float] = {}
    takers: list[int] = []
    for suit, mask in enumerate(SUITS):
        held = legal & mask
        if not held:
            continue
        if leading or odds is None:
            odds = odds_of(memory, suit, constants)
        relief = _holding(memory, suit, odds, constants, stake).reliefs()
        while held:
            card = held & -held
            held ^= card
            kind = card.bit_length() - 1
            loaded = pot.points > 0 or memory.prize > 0 or KINDS[kind].points > 0
            chances = fate(memory, odds, kind, constants, loaded=loaded)
            if chances[0]:
                takers.append(kind)
            costs[kind] = price(memory, pot, odds, kind, chances, constants) - relief[kind]
    if memory.later:
        return costs
    barred = refused(memory, pot, costs, takers)
    return {kind: cost for kind, cost in costs.items() if kind not in barred}


def _holding(memory: Memory, suit: int, odds: Odds, constants: Constants, stake: float) -> Holding:
    """A suit of the hand, as it looks when one leads, follows, or throws a card aside."""
    if suit != odds.suit:
        # Who is out of a suit once will be so again: the queen is in no hurry.
        queen = constants.queen * constants.queen_aside
        return holding_of(memory, suit, constants, stake=stake, queen=queen)
    haste = constants.haste_lead if memory.led < 0 else constants.haste_follow
    return holding_of(memory, suit, constants, stake=stake * haste, queen=constants.queen)


def pot_of(memory: Memory) -> Pot:
    """What lies on the table."""
    bonus, worth, kitty = bonus_bit(memory.rules), bonus_worth(memory), 0.0
    if memory.prize:
        # Every unseen card is as likely to lie there as any other.
        unseen = points_of(memory.unseen, memory.twins)
        unseen_bonus = copies(memory.unseen, memory.twins, bonus)
        out = copies(memory.unseen, memory.twins, EVERYTHING)
        kitty = memory.prize * (unseen - worth * unseen_bonus) / out
    lying = copies(memory.table, memory.paired, bonus)
    lying += copies(memory.waiting, memory.waiting_twice, bonus)
    moon, withhold = moon_of(memory)
    return Pot(
        points=points_of(memory.table, memory.paired)
        + points_of(memory.waiting, memory.waiting_twice),
        kitty=kitty,
        bonus=worth * lying,
        first=first_trick_cost(memory),
        moon=moon,
        withhold=withhold,
    )


def price(
    memory: Memory,
    pot: Pot,
    odds: Odds,
    kind: int,
    chances: tuple[float, float],
    constants: Constants,
) -> float:
    """What becomes of the trick after a card, weighed by its chances."""
    take, void = chances
    points, bonus, total = KINDS[kind].points, pot.bonus, 0.0
    if 1 << kind == bonus_bit(memory.rules):
        # Won by us it pays; won by anybody else it puts that seat ahead of us.
        bonus += bonus_worth(memory)
        total += (1.0 - take) * bonus_worth(memory) / memory.rules.players
    if take or void:
        trick = pot.points + points + later_points(odds, kind, constants)
        whole = trick + pot.kitty - bonus
        if take:
            total += take * (whole + pot.first + constants.tempo - pot.moon * min(1.0, trick))
        if void:  # R22: it waits for the next taker, who may be we
            again = memory.led < 0 and memory.rules.void_leader == "same"
            total += void * whole * (constants.carry_lead if again else constants.carry)
    if points and pot.moon:
        total += (1.0 - take - void) * (pot.moon if pot.withhold else -pot.moon)
    return total


def refused(memory: Memory, pot: Pot, costs: dict[int, float], takers: list[int]) -> list[int]:
    """Last to play: the cards that would take a queen of spades although another would not.

    No relief is worth that, unless bonus cards or a moon pay for it.
    """
    lying = memory.table | memory.waiting
    if len(takers) == len(costs):
        return []
    return [
        kind
        for kind in takers
        if (lying | 1 << kind) & QUEEN and pot.points + KINDS[kind].points > pot.bonus + pot.moon
    ]


def moon_of(memory: Memory) -> tuple[float, bool]:
    """What taking the next point is worth because one seat has all of them; whether to withhold.

    The more points are in, the likelier the moon. Our own is worth the points that we would not
    pay and those that the others will, and is judged with care (the share of points taken, cubed).
    As soon as somebody else has a point there is no sweeper, and nobody goes on. Somebody else's
    is feared more (the share squared), but at half its price: others can stop it too.

    A point that we throw to others ends our own sweep. Somebody else's it feeds if that seat takes
    the trick, and ends if another does.
    """
    sweeper = memory.sweeper
    if sweeper is None or memory.taken[sweeper] <= SWEEP:
        return 0.0, False
    taken, rules = memory.taken[sweeper], memory.rules
    share = taken / rules.all_points
    if sweeper == memory.seat:
        return share**3 * (taken + rules.moon_value), True
    live = memory.live
    best = KINDS[live.bit_length() - 1] if live else None
    ahead = None if best is None else (memory.leader + memory.cards.index(best)) % rules.players
    return share**2 * rules.moon_value / 2, ahead in (None, sweeper)


def first_trick_cost(memory: Memory) -> float:
    """What is lost with the first trick taken: the reward times the chance to get it otherwise.

    Every trick still to come is as likely to be ours as anybody's.
    """
    rules = memory.rules
    if not rules.no_trick_bonus or not memory.trickless:
        return 0.0
    return rules.no_trick_bonus * (1.0 - 1.0 / rules.players) ** (memory.tricks_left - 1)


def bonus_worth(memory: Memory) -> float:
    """What a bonus card is worth: with a floor under the totals (A12) no more than we have."""
    if memory.rules.bonus_card is None:
        return 0.0
    if memory.rules.score_floor is None:
        return BONUS
    return min(BONUS, max(0.0, float(memory.total + memory.taken[memory.seat])))


def moon_choice(view: View) -> MoonChoice:
    """Add if that wins the match, or brings its end nearer while we lead; else subtract.

    Every gap to the others becomes the same either way (A12), unless a floor swallows what is
    subtracted. So what counts is who would win if the match ended, and whether it does.
    """
    assert view.seat is not None
    assert view.deal is not None
    seat, rules = view.seat, view.rules
    count = count_deal(view.deal, rules)

    def outlook(choice: MoonChoice) -> tuple[float, int]:
        totals = new_totals(view.totals, count, rules, shooter=seat, choice=choice)
        winners = match_winners(totals, rules)
        gap = min(total for other, total in enumerate(totals) if other != seat) - totals[seat]
        if winners is None:
            return (0.6 if gap > 0 else 0.4 if gap < 0 else 0.5), gap
        return (1.0 / len(winners) if seat in winners else 0.0), gap

    add, subtract = outlook("add"), outlook("subtract")
    if add == subtract:  # the match goes on: shorten it if we lead
        return "add" if add[1] > 0 else "subtract"
    return "add" if add > subtract else "subtract"
