"""What is the case in a match: a value that ``evolve`` folds from events.

A ``Match`` holds the rules, the totals and the current ``Deal``. Nothing is stored that follows
from something else stored: whose turn it is, the set-aside pile, the points so far and whether
hearts are broken are read off the cards played.

A ``View`` is what one seat, or a spectator, may know of a match. It has the same fields; piles
that its owner was not shown are ``Hidden``. Being a class of its own it cannot be mistaken: a
bot takes a ``View``, and handing it the whole ``Match`` does not pass the type checker.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

import msgspec

from cancellation_hearts.core import picture
from cancellation_hearts.core.cards import Cards, Knowledge
from cancellation_hearts.core.rules import MoonChoice, Rules
from cancellation_hearts.core.trick import Trick


class Phase(StrEnum):
    """What a match is waiting for."""

    DEALING = "dealing"
    """The next hand."""
    PASSING = "passing"
    """Every seat's choice of cards to give away."""
    PLAYING = "playing"
    """The card of the seat whose turn it is."""
    MOON = "moon"
    """The shooter's choice."""
    OVER = "over"
    """Nothing more."""


class Deal(msgspec.Struct, frozen=True):
    """One hand of the match, from the deal to its score. One entry a seat in every tuple.

    There are no defaults: whoever builds a Deal, above all a redacted one, says what is in it.
    """

    number: int
    """From 1."""
    dealer: int
    dealt: tuple[Knowledge, ...]
    """The hands as dealt, before passing."""
    kitty: Knowledge | None
    """The cards left over (None: the deal came out even). Its owner's alone, even when taken."""
    kitty_owner: int | None
    """Who took the kitty."""
    hands: tuple[Knowledge, ...]
    """The cards still in hand."""
    choices: tuple[Knowledge | None, ...]
    """While passing: what each seat has chosen to give. Empty at any other time."""
    offset: int | None
    """Once passed: seat s gave to seat (s + offset) mod n."""
    passes: tuple[Knowledge, ...] | None
    """Once passed: what each seat gave."""
    tricks: tuple[Trick, ...]
    """The complete tricks in order."""
    trick: Trick | None
    """The open trick."""
    revealed: bool
    """Whether the last trick is over and everything lies open."""
    points: tuple[int, ...] | None
    """Once counted: points captured."""
    uncollected: int | None
    """Once counted: points that went to nobody."""
    shooter: int | None
    moon_choice: MoonChoice | None
    changes: tuple[int, ...] | None
    """Once scored: what each total changed by."""

    @property
    def turn(self) -> int | None:
        """The seat to play, if a trick is open."""
        if self.trick is None:
            return None
        return (self.trick.leader + len(self.trick.cards)) % len(self.hands)

    @property
    def set_aside(self) -> Cards:
        """The void tricks that wait for a taker, or waited in vain (R21 to R23, A06)."""
        return set_aside(self.tricks)

    def __str__(self) -> str:
        """A picture of the table."""
        return picture.deal_picture(self)


def set_aside(tricks: Sequence[Trick]) -> Cards:
    """The cards of the void tricks behind the last one that somebody took."""
    pile = Cards()
    for trick in reversed(tricks):
        if trick.taker is not None:
            break
        pile += trick.pile
    return pile


class Match(msgspec.Struct, frozen=True, tag=True):
    """A match: rules, totals, and the deal being played or played last."""

    rules: Rules
    dealer: int
    """Who dealt the current hand, or will deal the first."""
    totals: tuple[int, ...]
    deal: Deal | None
    winners: tuple[int, ...] | None
    """Once over: the seats that share the win."""

    @property
    def phase(self) -> Phase:
        """What the match is waiting for, once all events of a command are recorded.

        Between the events of one command (the last card of a hand leads to many) nobody may act,
        and the phase says nothing.
        """
        if self.winners is not None:
            return Phase.OVER
        if self.deal is None or self.deal.changes is not None:
            return Phase.DEALING
        if self.deal.trick is not None:
            return Phase.PLAYING
        return Phase.MOON if self.deal.revealed else Phase.PASSING

    @property
    def current(self) -> Deal:
        """The deal on the table, where the phase says that there is one."""
        assert self.deal is not None
        return self.deal

    @property
    def turn(self) -> int | None:
        """The one seat that must act: the player whose turn it is, or the shooter."""
        deal = self.deal
        if deal is None or deal.trick is not None:
            return None if deal is None else deal.turn
        return deal.shooter if self.phase is Phase.MOON else None

    @property
    def ply(self) -> int:
        """How many cards have been played in this match: which moment an act is meant for."""
        deal, rules = self.deal, self.rules
        if deal is None:
            return 0
        finished = (deal.number - 1) * rules.hand_size * rules.players
        open_trick = 0 if deal.trick is None else len(deal.trick.cards)
        return finished + len(deal.tricks) * rules.players + open_trick

    @property
    def next_number(self) -> int:
        """The number of the hand that is dealt next."""
        return 1 if self.deal is None else self.deal.number + 1

    @property
    def next_dealer(self) -> int:
        """Who deals next: one seat left each hand (A23)."""
        return self.dealer if self.deal is None else (self.dealer + 1) % self.rules.players

    def __str__(self) -> str:
        """A picture of the table with the totals."""
        return picture.match_picture(self)


class View(Match, frozen=True, tag=True):
    """What one seat may know of a match; ``seat`` None is a spectator's.

    Made by ``observe`` and kept up by ``evolve`` with redacted events. ``decide`` refuses it.
    """

    seat: int | None
