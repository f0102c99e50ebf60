"""What may become of the open trick if a certain card is played to it.

Three things can happen to a card: it takes the trick, the trick is void, or somebody else takes it.
For the last player the answer is exact. For the others it is an estimate from counts. Say a suit
is led, ``unseen`` cards of it are out, and ``holders`` seats that may hold it play after us:

    follows   chance that one of them holds any: none of its cards need be among the unseen
    beats     chance that it must go higher. Who can stay below does, so all its cards have to be
              higher: the share of higher cards to the power of the number of cards it holds
    reach     chance that a certain unseen card of the suit lies in one of those hands

Four facts of the game then decide:

    a matched card is dead              F2  it cannot take the trick, whatever comes
    a twin seen is a twin gone          F1  who holds both copies, or saw the other, cannot be
                                            cancelled; nor can two copies in one hand meet
    ducking is not quite safe           F3  the twin of the card above can fall, and then the
                                            next one below takes the trick
    two pairs save everybody            R21 under ``two_pairs`` a second pair, of any suit
"""

from __future__ import annotations

from math import exp

import msgspec

from cancellation_hearts.bots.memory import (
    ABOVE,
    EVERYTHING,
    IN_HEARTS,
    IN_SPADES,
    SUITS,
    Memory,
    copies,
)
from cancellation_hearts.bots.tuned import Constants
from cancellation_hearts.core.cards import HEARTS, QUEEN


class Odds(msgspec.Struct, frozen=True):
    """What is to be expected of the seats that play after us, once a suit is led."""

    suit: int
    unseen: int
    """Cards of the suit that are unseen."""
    holders: int
    """Later seats that may hold the suit."""
    follows: float
    """Chance that such a seat does hold it."""
    spare: float
    """How many more cards of the suit it then holds, apart from the first."""
    reach: float
    """Chance that a certain unseen card of the suit lies in one of those hands."""
    reach_aside: float
    """The same for a card of any other suit, and any later hand."""
    followers: float
    """How many later seats will follow suit."""
    discards: float
    """Points that later seats will throw who cannot."""
    queens: float
    """Unseen queens of spades that are in later hands."""
    meetings: float
    """How many pairs of later seats will play twins if they follow at random."""


def odds_of(memory: Memory, suit: int, constants: Constants) -> Odds:
    """Estimate from what was played: see the top of this module."""
    absent = memory.voids[suit]
    sizes = memory.sizes
    holders = cards = everywhere = 0
    for seat in memory.later:
        everywhere += sizes[seat]
        if not absent >> seat & 1:
            holders += 1
            cards += sizes[seat]
    unseen = copies(memory.unseen, memory.twins, SUITS[suit])
    places = total = copies(memory.unseen, memory.twins, EVERYTHING)
    if absent:  # the cards of the suit lie closer together in what is left
        places -= sum([size for seat, size in enumerate(sizes) if absent >> seat & 1])
    follows = spare = reach = meetings = 0.0
    if unseen and holders and cards:
        places = max(places, unseen)
        size = cards / holders
        follows = 1.0 - (1.0 - unseen / places) ** size
        spare = max(0.0, unseen * size / places / follows - 1.0)
        reach = min(1.0, cards / places)
        if unseen > 1:
            followers = holders * follows
            pairs = followers * max(0.0, followers - 1.0) / 2
            chance = 2 * (memory.twins & SUITS[suit]).bit_count() / (unseen * (unseen - 1))
            meetings = pairs * chance
    followers = holders * follows
    discards = queens = 0.0
    if everywhere:
        queens = queens_later(memory)
        discards = (len(memory.later) - followers) * _discard(
            memory, queens / len(memory.later), constants
        )
    return Odds(
        suit=suit,
        unseen=unseen,
        holders=holders,
        follows=follows,
        spare=spare,
        reach=reach,
        reach_aside=everywhere / total if total else 0.0,
        followers=followers,
        discards=discards,
        queens=queens,
        meetings=meetings,
    )


def _discard(memory: Memory, queens: float, constants: Constants) -> float:
    """Points that a seat throws who cannot follow, and holds so many queens on average.

    A queen of spades goes first, else a heart: everybody gets rid of points when they can. On a
    lead fewer fall on us than that, for the trick may yet become somebody else's, or void.
    """
    if memory.first and memory.rules.first_trick_points == "if_forced":
        return 0.0  # A17: not on the first trick
    points = 13 * constants.dump_queen * queens
    if memory.unseen & HEARTS:
        points += constants.dump_heart
    return points * constants.dump_lead if memory.led < 0 else points


def queens_later(memory: Memory) -> float:
    """How many unseen queens of spades are to be expected in the hands that play later."""
    queens = copies(memory.unseen, memory.twins, QUEEN)
    if not queens:
        return 0.0
    known = 0.0
    if memory.given & QUEEN:  # we passed her, and she was not played since
        queens -= 1
        known = float(memory.receiver in memory.later)
        if not queens:
            return known
    absent = memory.voids[IN_SPADES]
    later = places = 0
    for seat, size in enumerate(memory.sizes):
        if not absent >> seat & 1:
            places += size
            if seat in memory.later:
                later += size
    return known + queens * later / max(1, places + memory.loose)


def later_points(odds: Odds, kind: int, constants: Constants) -> float:
    """Points that fall on a card after it was played, if it takes the trick."""
    points = odds.discards
    if odds.suit == IN_HEARTS:
        points += odds.followers
    elif odds.suit == IN_SPADES and 1 << kind > QUEEN:
        # Whoever has the queen and a higher spade on the table is glad to follow with her.
        points += 13 * constants.drop * odds.queens
    return points


def in_reach(memory: Memory, card: int, reach: float) -> float:
    """Chance that an unseen copy of a card (given as its bit) lies in a hand that plays later.

    ``reach`` is that chance where nothing is known. A copy that we passed is known to lie with
    its receiver.
    """
    if not card & memory.unseen:
        return 0.0  # F1: both copies are accounted for
    if card & memory.given:
        if memory.receiver in memory.later:
            return 1.0
        return reach if card & memory.twins else 0.0
    return reach


def fate(
    memory: Memory, odds: Odds, kind: int, constants: Constants, *, loaded: bool
) -> tuple[float, float]:
    """Chances that a card takes the trick, and that the trick is void.

    ``loaded``: whether points lie there, so that everybody stays below who can.
    """
    card = 1 << kind
    suit = SUITS[odds.suit]
    table = memory.table | card
    paired = memory.paired | (memory.table & card)
    live = table & ~paired & suit
    void = 0.0 if live else (1.0 - odds.follows) ** odds.holders  # A04: nothing live is left
    two_pairs = memory.rules.void_rule == "two_pairs"
    if two_pairs:
        missing = 2 - paired.bit_count()
        if missing <= 0:
            return 0.0, 1.0  # R21
        void = max(void, _more_pairs(memory, odds, table & ~paired, missing, constants))
    if not live & card:
        return 0.0, void  # F2: matched, or not of the led suit
    take = 1.0
    above = live & ABOVE[kind]
    if above:
        if two_pairs and (paired or above & (above - 1)):
            return 0.0, void  # each card above needs a pair, and the second pair voids the trick
        while above:  # F3
            top = above & -above
            take *= constants.match * in_reach(memory, top, odds.reach)
            above ^= top
        if not take:
            return 0.0, void
    if odds.holders:
        take *= 1.0 - constants.match * in_reach(memory, card, odds.reach)
        higher = copies(memory.unseen, memory.twins, ABOVE[kind])
        if higher:
            ducks = constants.duck_loaded if loaded else constants.duck_clean
            beats = odds.follows * (higher / odds.unseen) ** (1.0 + odds.spare * ducks)
            take *= (1.0 - beats) ** odds.holders
    return take * (1.0 - void), void


def _more_pairs(
    memory: Memory, odds: Odds, single: int, missing: int, constants: Constants
) -> float:
    """Chance that so many more pairs (1 or 2) are made by those who play later.

    Pairs come from a twin of a card that lies there, which is the safest card to play, or from two
    later cards. Many small chances: their number is about Poisson.
    """
    expected = constants.pair_chance * odds.meetings
    waits = single & memory.unseen
    while waits:
        card = waits & -waits
        waits ^= card
        if card & SUITS[odds.suit]:
            expected += constants.pair_match * in_reach(memory, card, odds.reach)
        else:
            expected += constants.pair_aside * in_reach(memory, card, odds.reach_aside)
    none = exp(-expected)
    return 1.0 - none if missing == 1 else 1.0 - none * (1.0 + expected)
