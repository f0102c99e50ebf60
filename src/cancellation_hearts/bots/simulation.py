"""Many games between bots, and what came of them.

A simulation is named by its seed: deals, first dealers and the bots' chance all follow from it
(docs/fair-deal.md says how), so the same seed gives the same games on every machine.
"""

from __future__ import annotations

import itertools
import math
import statistics
from collections.abc import Iterator, Sequence

import msgspec

from cancellation_hearts.bots.base import new_bot, seed_of
from cancellation_hearts.bots.game import Game
from cancellation_hearts.core import Event, Rules
from cancellation_hearts.core.events import (
    DealCounted,
    DealScored,
    MatchEnded,
    MoonChosen,
    MoonShot,
    TrickTaken,
    TrickVoided,
)
from cancellation_hearts.core.shuffle import first_dealer, numbered_key
from cancellation_hearts.record import Record, record_of


class Mean(msgspec.Struct):
    """A mean over hands and how far it can be trusted, from running sums."""

    hands: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, value: float) -> None:
        """Count one hand."""
        self.hands += 1
        self.total += value
        self.squares += value * value

    @property
    def mean(self) -> float:
        """The mean; 0 before the first hand."""
        return self.total / max(self.hands, 1)

    @property
    def margin(self) -> float:
        """Half the width of the 95 % interval, by the normal approximation over hands."""
        if self.hands < 2:
            return math.inf
        variance = (self.squares - self.total * self.mean) / (self.hands - 1)
        return 1.96 * math.sqrt(max(variance, 0.0) / self.hands)


class Tally(msgspec.Struct):
    """What a seat, or all seats of one bot, brought home."""

    hands: int = 0
    points: int = 0
    """Points captured, before moon, bonus and floor."""
    changes: int = 0
    """What the totals changed by."""
    wins: float = 0.0
    """Games won; a win that k share counts 1/k each."""


class Simulation(msgspec.Struct):
    """The sums over all games so far."""

    rules: Rules
    seed: int
    bots: tuple[str, ...]
    """The bot of each seat."""
    games: int = 0
    hands: int = 0
    tricks: int = 0
    void_tricks: int = 0
    """Tricks that nobody took."""
    uncollected: int = 0
    """Points that went to nobody."""
    hands_uncollected: int = 0
    moons: int = 0
    moons_added: int = 0
    by_seat: list[Tally] = []  # msgspec copies an empty list for each instance
    by_bot: dict[str, Tally] = {}
    changes: dict[str, Mean] = {}
    """For each bot: what a hand changes the total of one of its seats by."""
    leads: dict[str, dict[str, Mean]] = {}
    """For two bots a and b, ``leads[a][b]``: points a hand by which a's seats do better than b's.

    The two are compared hand by hand, so the luck of a deal that both share cancels out.
    """

    def count(self, events: Sequence[Event]) -> None:
        """Add a whole game."""
        self.games += 1
        for event in events:
            match event:
                case TrickTaken():
                    self.tricks += 1
                case TrickVoided():
                    self.tricks += 1
                    self.void_tricks += 1
                case DealCounted(points, uncollected):
                    self.hands += 1
                    self.uncollected += uncollected
                    self.hands_uncollected += uncollected > 0
                    for seat, captured in enumerate(points):
                        for tally in self._tallies(seat):
                            tally.hands += 1
                            tally.points += captured
                case MoonShot():
                    self.moons += 1
                case MoonChosen(_seat, choice):
                    self.moons_added += choice == "add"
                case DealScored(changes, _totals):
                    for seat, change in enumerate(changes):
                        for tally in self._tallies(seat):
                            tally.changes += change
                    self._compare(changes)
                case MatchEnded(winners):
                    for seat in winners:
                        for tally in self._tallies(seat):
                            tally.wins += 1 / len(winners)
                case _:
                    pass

    def _compare(self, changes: Sequence[int]) -> None:
        """One hand of every bot against every other."""
        names = list(dict.fromkeys(self.bots))
        of_hand = {
            name: statistics.fmean(
                change for bot, change in zip(self.bots, changes, strict=True) if bot == name
            )
            for name in names
        }
        for name, change in of_hand.items():
            self.changes.setdefault(name, Mean()).add(change)
        for better, worse in itertools.combinations(names, 2):
            lead = self.leads.setdefault(better, {}).setdefault(worse, Mean())
            lead.add(of_hand[worse] - of_hand[better])

    def _tallies(self, seat: int) -> tuple[Tally, Tally]:
        while len(self.by_seat) <= seat:
            self.by_seat.append(Tally())
        return self.by_seat[seat], self.by_bot.setdefault(self.bots[seat], Tally())


def seats_of(bots: Sequence[str], *, players: int) -> tuple[str, ...]:
    """The bot of each seat: the named ones take the seats in turn."""
    return tuple(bots[seat % len(bots)] for seat in range(players))


def simulate(
    rules: Rules, *, bots: Sequence[str], games: int, seed: int, date: str | None = None
) -> Iterator[tuple[Simulation, Record]]:
    """Play games; yields the sums so far and each game's record.

    ``date`` becomes the records' Date tag. Raises ``ValueError`` for an unknown bot.
    """
    names = seats_of(bots, players=rules.players)
    simulation = Simulation(rules, seed, names)
    seats = [f"bot:{name}" for name in names]
    tags = () if date is None else (("Date", date),)
    for number in range(1, games + 1):
        game = _game(rules, names, seed=seed, number=number)
        for _match in game.play():
            pass
        simulation.count(game.events)
        yield simulation, record_of(game.events, players=seats, tags=tags)


def _game(rules: Rules, names: Sequence[str], *, seed: int, number: int) -> Game:
    def key_of(hand: int) -> bytes:
        return numbered_key(seed, game=number, hand=hand, players=rules.players)

    players = [
        new_bot(name, seed=seed_of(f"{seed}/{number}/{seat}")) for seat, name in enumerate(names)
    ]
    dealer = first_dealer(key_of(1), players=rules.players)
    return Game(rules, players, dealer=dealer, key_of=key_of)
