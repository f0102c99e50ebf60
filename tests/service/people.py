"""People who play by themselves: they look, act as a bot would, and note what was granted.

A person knows what a client tells and nothing else. Every act has an id, so that a person whose
answer got lost can ask again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Final

from cancellation_hearts.bots import Bot, command_of, new_bot
from cancellation_hearts.client import Client, LocalClient
from cancellation_hearts.core import Rules
from cancellation_hearts.core.errors import Refusal
from cancellation_hearts.service import house as service
from cancellation_hearts.service.drivers import Seeds, act_of, secret_seed
from cancellation_hearts.service.tables import Ticket
from cancellation_hearts.service.thinking import Inline, Thinkers
from cancellation_hearts.store import MemoryBroker, MemoryStore, Store
from cancellation_hearts.table import PersonCommand, Settings
from cancellation_hearts.table.commands import Reclaim, SayReady, StartGame
from cancellation_hearts.wire import Update

LATE: Final = {"STALE", "NOTHING_TO_DO", "NOT_YOUR_TURN", "WRONG_PHASE", "NO_GAME", "GAME_IS_ON"}
"""What somebody hears who was too late; no fault of theirs."""

Acknowledged = Callable[[int, str, int], None]
"""Told of every granted command: person, id, version."""


class Somebody:
    """A person at a table."""

    def __init__(
        self,
        client: Client,
        person: int,
        *,
        seed: int = 1,
        acknowledged: Acknowledged | None = None,
    ) -> None:
        self.client = client
        self.person = person
        self._bot: Bot = new_bot("casual", seed=seed)
        self._acknowledged = acknowledged
        self.seen: list[Update] = []

    async def play(self, *, games: int = 1) -> None:
        """Play until so many games are over."""
        async with self.client:
            async for update in self.client.updates():
                self.seen.append(update)
                view = update.public
                if view.games >= games and not view.playing:
                    return
                await self._react(update)

    async def _react(self, update: Update) -> None:
        view, seat = update.view, update.view.seat
        if seat is None:
            return
        if not view.playing:
            if view.host == self.person and all(
                view.people[there.person].status == "here"
                for there in view.seats
                if there.person is not None
            ):
                await self.ask(StartGame(), f"start {view.games + 1}")
        elif view.seats[seat].bot is not None and not view.seats[seat].once:
            await self.ask(Reclaim(), f"reclaim {view.version}")
        elif view.between_hands:
            if not view.seats[seat].ready:
                await self.ask(SayReady(ready=True), f"ready {view.version}")
        elif seat in update.facts.awaited and view.match is not None:
            ply = update.facts.ply
            act = act_of(command_of(self._bot, view.match), ply)
            await self.ask(act, f"{type(act).__name__} {view.games}/{ply}/{self.person}")

    async def ask(self, command: PersonCommand, name: str) -> None:
        try:
            version = await self.client.ask(command, id=name)
        except Refusal as refusal:
            if refusal.code not in LATE:
                raise
        else:
            if self._acknowledged is not None:
                self._acknowledged(self.person, name, version)


class House(service.House):
    """A house with a store of its own, in this process."""

    def __init__(
        self,
        store: Store | None = None,
        thinkers: Thinkers | None = None,
        *,
        sweep: float = 60,
        seeds: Seeds = secret_seed,
    ) -> None:
        self.store: Store = MemoryStore() if store is None else store
        self.broker = MemoryBroker()
        super().__init__(self.store, self.broker, thinkers or Inline(), sweep=sweep, seeds=seeds)

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await super().__aexit__(kind, error, trace)
        await self.store.close()

    async def gather(self, settings: Settings, people: int) -> list[Ticket]:
        """A table with so many people on it."""
        tickets = [await self.tables.open(settings, "P0")]
        for number in range(1, people):
            tickets.append(await self.tables.come(tickets[0].table, f"P{number}"))
        return tickets


async def play_games(house: House, tickets: Sequence[Ticket], *, games: int = 1) -> list[Somebody]:
    """Everybody plays until so many games are over."""
    people = [
        Somebody(
            LocalClient(house.tables, ticket.table, ticket.person),
            ticket.person,
            seed=ticket.person,
        )
        for ticket in tickets
    ]
    await asyncio.gather(*(somebody.play(games=games) for somebody in people))
    return people


def settings(rules: str, **house: object) -> Settings:
    return Settings(Rules.parse(rules), **house)  # type: ignore[arg-type]
