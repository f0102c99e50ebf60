"""Duplicate deals: how much better one bot is than another, with little luck in the answer.

One bot, the hero, sits among others of another kind, the field. Every deal is played once with the
hero in each seat, so good and bad cards come to it alike; what is left is how it plays them.

A hand's *payoff* to a seat is the mean change of the other totals less the change of its own: so
many points it gained on the others. The payoffs of a table add up to nothing, and a hero that
plays like the field has payoff 0 on every deal, to the last digit if chance has no part in it.

The seats of a deal are not independent, so a deal counts once, with the mean over its seats.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from statistics import NormalDist, fmean, stdev
from typing import Final

import msgspec
from msgspec.structs import replace

from cancellation_hearts.bots.base import Bot, command_of, seed_of
from cancellation_hearts.core import (
    BeginMatch,
    DealCards,
    Match,
    Phase,
    Rules,
    decide,
    fold,
    observe,
)
from cancellation_hearts.core.shuffle import numbered_key, shuffled_pack

_SIGMAS: Final = NormalDist().inv_cdf(0.975)


class Estimate(msgspec.Struct, frozen=True):
    """A mean with its 95 % interval.

    >>> print(estimate([1.0, 2.0, 3.0, 2.0]))
    +2.00 ± 0.80
    """

    mean: float
    margin: float
    """The interval is mean ± margin."""

    @property
    def low(self) -> float:
        """The lower end."""
        return self.mean - self.margin

    @property
    def high(self) -> float:
        """The upper end."""
        return self.mean + self.margin

    def __str__(self) -> str:
        """As it stands in a table."""
        return f"{self.mean:+.2f} ± {self.margin:.2f}"


def estimate(values: Sequence[float]) -> Estimate:
    """The mean of independent values, at least two of them."""
    return Estimate(fmean(values), _SIGMAS * stdev(values) / len(values) ** 0.5)


def payoffs(changes: Sequence[int]) -> tuple[float, ...]:
    """What each seat gained on the mean of the others.

    >>> payoffs((0, 12, 12, 24))
    (16.0, 0.0, 0.0, -16.0)
    """
    others = len(changes) - 1
    total = sum(changes)
    return tuple((total - change) / others - change for change in changes)


def duplicate(
    rules: Rules,
    hero: Callable[[int], Bot],
    field: Callable[[int], Bot],
    *,
    deals: range,
    seed: int,
) -> Iterator[float]:
    """The hero's mean payoff on each deal; ``deals`` are the numbers of the deals of this seed.

    ``hero`` and ``field`` make a bot from a seed. Dealer and way of passing change with the deal.
    """
    for deal in deals:
        shifted = passing_like(rules, deal)
        gains: list[float] = []
        for hero_seat in range(rules.players):
            bots = [
                (hero if seat == hero_seat else field)(seed_of(f"{seed}/{deal}/{seat}"))
                for seat in range(rules.players)
            ]
            match = play_hand(shifted, bots, deal=deal, seed=seed)
            assert match.deal is not None
            assert match.deal.changes is not None
            gains.append(payoffs(match.deal.changes)[hero_seat])
        yield fmean(gains)


def passing_like(rules: Rules, deal: int) -> Rules:
    """The rules of a match whose first hand passes as hand ``deal`` (from 0) of the match would."""
    at = deal % len(rules.pass_cycle)
    return replace(rules, pass_cycle=rules.pass_cycle[at:] + rules.pass_cycle[:at])


def play_hand(rules: Rules, bots: Sequence[Bot], *, deal: int, seed: int) -> Match:
    """The first hand of a match, played and scored. Seed and number of the deal name the cards."""
    key = numbered_key(seed, game=deal + 1, hand=1, players=rules.players)
    begin = BeginMatch(rules, deal % rules.players)
    match = fold(None, decide(None, begin))
    match = fold(match, decide(match, DealCards(shuffled_pack(key, decks=rules.decks))))
    while match.phase in (Phase.PASSING, Phase.PLAYING, Phase.MOON):
        seats = range(rules.players) if match.phase is Phase.PASSING else [match.turn]
        for seat in seats:
            assert seat is not None
            match = fold(match, decide(match, command_of(bots[seat], observe(match, seat))))
    return match
