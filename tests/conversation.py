"""The worked example of docs/protocol.md: what one client sends and is sent, in a real game.

    python -m tests.conversation        writes it anew into the page; a test fails when it is stale

Ana sits with five bots. Seeds, names and the clock are fixed, so it is the same game every time.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Final

from cancellation_hearts.bots import command_of, new_bot
from cancellation_hearts.core import Cards, Rules, observe
from cancellation_hearts.core.codec import encode
from cancellation_hearts.core.errors import Refusal
from cancellation_hearts.service.drivers import act_of
from cancellation_hearts.service.tables import Tables
from cancellation_hearts.store import MemoryBroker, MemoryStore
from cancellation_hearts.table import (
    Actor,
    ByBot,
    ByPerson,
    ByServer,
    Clock,
    PersonCommand,
    Settings,
    TableCommand,
)
from cancellation_hearts.table.commands import AddEntropy, Pass, Play, StartGame, Tick
from cancellation_hearts.table.talk import Saying, SayPhrase
from cancellation_hearts.wire import (
    PROTOCOL,
    Ask,
    Bye,
    ClientMessage,
    Done,
    Heard,
    Hello,
    Ping,
    Pong,
    Refused,
    Say,
    ServerMessage,
    Update,
    Welcome,
)

PAGE: Final = Path(__file__).parents[1] / "docs/protocol.md"
BLOCK: Final = re.compile(r"^```wire\n.*?^```$", re.DOTALL | re.MULTILINE)
SENT: Final = "→ "
RECEIVED: Final = "← "
NAME: Final = "k7m2q9xw4hrtnp"
TOKEN: Final = "3q2-7wAAdGhlIHRva2VuIQ"
START: Final = 1_800_000_000_000
LOG: Final = "9f1c5a0d7be24c63"
SETTINGS: Final = Settings(Rules(players=6), clock=Clock())


class Conversation:
    """Ana's half of a game, written down in scenes."""

    def __init__(self) -> None:
        self.now = START
        self.tables = Tables(MemoryStore(lambda: self.now), MemoryBroker())
        self.scenes: list[list[str]] = []
        self.name = ""
        self.heard: int | None = None
        self.updates: AsyncGenerator[Update]

    def scene(self) -> None:
        self.scenes.append([])

    def send(self, message: ClientMessage) -> None:
        self.scenes[-1].append(f"{SENT}{encode(message).decode()}")

    def receive(self, message: ServerMessage) -> None:
        self.scenes[-1].append(f"{RECEIVED}{encode(message).decode()}")

    async def happens(self, actor: Actor, command: TableCommand) -> None:
        """Something that others do, a second later."""
        self.now += 1000
        await self.tables.execute(self.name, actor, command)

    async def update(self) -> Update:
        """Ana is told everything that she has not been told yet."""
        update = await anext(self.updates)
        self.receive(update)
        return update

    async def ask(self, id: str, command: PersonCommand) -> None:  # noqa: A002 - its name there
        self.now += 1000
        self.send(Ask(id, command))
        try:
            me, idem = ByPerson(0), f"person:0:{id}"
            done = await self.tables.execute(self.name, me, command, idem=idem)
        except Refusal as refusal:
            self.receive(Refused(id, str(refusal.code), refusal.details))
        else:
            self.receive(Done(id, done.version))

    async def bots_act(self) -> None:
        """As a driver would have it, until Ana is awaited or everybody is ready for the next."""
        while seats := (table := await self.tables.table(self.name)).for_bots:
            assert table.match is not None
            bot = new_bot("steady", seed=seats[0])
            command = command_of(bot, observe(table.match, seats[0]))
            await self.happens(ByBot(seats[0]), act_of(command, table.ply))

    async def connect(self, stack: AsyncExitStack, *, since: int | None) -> None:
        await stack.enter_async_context(self.tables.session(self.name, 0))
        self.updates = self.tables.updates(self.name, 0, since=since)
        log = None if since is None else LOG
        self.send(Hello(NAME, token=TOKEN, since=since, heard=self.heard, log=log))
        self.receive(Welcome(NAME, PROTOCOL, 0, LOG))

    async def deal(self) -> None:
        """From the start of a game to its cards."""
        self.scene()
        await self.ask("a1", StartGame())
        await self.update()
        await self.happens(ByServer(), Tick(bytes(range(32)).hex()))
        await self.update()
        await self.ask("a2", AddEntropy(1, "00112233445566778899aabbccddeeff"))
        await self.happens(ByServer(), Tick(bytes(32).hex()))
        update = await self.update()

        self.scene()
        hand = update.mine and update.mine.hand
        assert isinstance(hand, Cards)
        await self.bots_act()
        await self.update()
        await self.ask("a3", Pass(Cards.of(list(hand)[-3:]), update.facts.ply))

    async def trick(self) -> None:
        """A card that is refused, and one that is not."""
        self.scene()
        await self.bots_act()
        update = await self.update()
        mine, ply = update.mine, update.facts.ply
        assert mine is not None
        await self.ask("a4", Play(next(iter(mine.refused)), ply))
        await self.ask("a5", Play(mine.legal[0], ply))
        await self.bots_act()
        update = await self.update()

        self.scene()
        await self.ask("a5", Play(mine.legal[0], ply))
        await self.ask("a6", Play(mine.legal[0], ply))
        self.now += 1000
        words = SayPhrase("one_moment")
        self.send(Say("s1", words))
        self.receive(Done("s1", 1))
        self.receive(Heard((Saying(1, self.now, 0, words),)))
        self.heard = 1
        self.send(Ping())
        self.receive(Pong(self.now))
        self.receive(Bye("restart", 1500))

    async def run(self) -> list[str]:
        async with AsyncExitStack() as stack:
            self.scene()
            self.name = (await self.tables.open(SETTINGS, "Ana")).table
            await self.connect(stack, since=None)
            await self.update()
            await self.deal()
            await self.trick()
        seen = (await self.tables.table(self.name)).version - 1
        async with AsyncExitStack() as stack:
            self.scene()
            self.now += 2000
            await self.connect(stack, since=seen)
            await self.update()
        await self.tables.close()
        return ["".join(f"{line}\n" for line in scene) for scene in self.scenes]


def scenes() -> list[str]:
    """The example, scene by scene, as it stands in the blocks of the page."""
    return asyncio.run(Conversation().run())


def main() -> None:
    fresh = iter(scenes())
    text = BLOCK.sub(lambda _old: f"```wire\n{next(fresh)}```", PAGE.read_text("utf-8"))
    PAGE.write_text(text, "utf-8", newline="\n")


if __name__ == "__main__":
    main()
