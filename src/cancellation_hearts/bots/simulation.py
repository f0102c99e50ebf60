"""Many games between bots, and what came of them.

A simulation is named by its seed: deals, first dealers and the bots' chance all follow from it
(docs/fair-deal.md says how), so the same seed gives the same games on every machine.
"""

from __future__ import annotations

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
from cancellation_hearts.core.shuffle import deal_key, first_dealer, numbered_seed
from cancellation_hearts.record import Record, record_of


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
                case MatchEnded(winners):
                    for seat in winners:
                        for tally in self._tallies(seat):
                            tally.wins += 1 / len(winners)
                case _:
                    pass

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
    nothing_added = (None,) * rules.players

    def key_of(hand: int) -> bytes:
        return deal_key(numbered_seed(seed, game=number, hand=hand), nothing_added)

    players = [
        new_bot(name, seed=seed_of(f"{seed}/{number}/{seat}")) for seat, name in enumerate(names)
    ]
    dealer = first_dealer(key_of(1), players=rules.players)
    return Game(rules, players, dealer=dealer, key_of=key_of)
