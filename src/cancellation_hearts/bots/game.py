"""A match in one process: players are asked in turn, and told what they may know.

It knows the whole match; each player gets a ``View`` and, if it listens, redacted events, so none
can see more than its own cards. It serves simulations; people sit at a table, which can stop and go
on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol, runtime_checkable

from cancellation_hearts.bots.base import Bot, command_of
from cancellation_hearts.core import (
    BeginMatch,
    Command,
    DealCards,
    Event,
    Match,
    Phase,
    Rules,
    View,
    decide,
    evolve,
    observe,
    redact,
)
from cancellation_hearts.core.shuffle import shuffled_pack


@runtime_checkable
class Player(Bot, Protocol):
    """A bot that also wants to be told what happens."""

    def tell(self, event: Event, view: View) -> None:
        """An event as this seat may see it, and the view after it."""
        ...


class Game:
    """A match between players, seat 0 first.

    ``key_of(number)`` gives the 32-byte key from which hand ``number`` is shuffled; ``totals`` are
    those to start from.
    """

    def __init__(
        self,
        rules: Rules,
        players: Sequence[Bot],
        *,
        dealer: int,
        key_of: Callable[[int], bytes],
        totals: tuple[int, ...] | None = None,
    ) -> None:
        """Sit down; ``ValueError`` if there are not as many players as the rules say."""
        if len(players) != rules.players:
            raise ValueError(f"{rules.players} seats, but {len(players)} players")
        self._players = tuple(players)
        # Asked once: whether a player listens is slow to tell from a protocol.
        self._listeners = [
            (seat, player) for seat, player in enumerate(players) if isinstance(player, Player)
        ]
        self._key_of = key_of
        self._begin = BeginMatch(rules, dealer, totals)
        self.match: Match | None = None
        self.events: list[Event] = []

    def play(self) -> Iterator[Match]:
        """Play to the end; yields the match after each command."""
        yield self._run(self._begin)
        while (match := self._now()).phase is not Phase.OVER:
            if match.phase is Phase.DEALING:
                order = shuffled_pack(self._key_of(match.next_number), decks=match.rules.decks)
                yield self._run(DealCards(order))
            elif match.phase is Phase.PASSING:
                for seat in range(match.rules.players):
                    yield self._ask(seat)
            else:
                assert match.turn is not None
                yield self._ask(match.turn)

    def _ask(self, seat: int) -> Match:
        return self._run(command_of(self._players[seat], observe(self._now(), seat)))

    def _now(self) -> Match:
        assert self.match is not None
        return self.match

    def _run(self, command: Command) -> Match:
        for event in decide(self.match, command):
            self.match = evolve(self.match, event)
            self.events.append(event)
            for seat, player in self._listeners:
                player.tell(redact(event, seat), observe(self.match, seat))
        return self._now()
