"""Playing the full-screen game with keys: what its tests and its captures have in common."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Sequence
from random import Random
from typing import Final

import msgspec
from rich.segment import Segment
from textual._context import visible_screen_stack
from textual.pilot import Pilot

from cancellation_hearts.bots.base import seed_of
from cancellation_hearts.client import Client, LocalClient
from cancellation_hearts.core import Card, Command, Rules, View, legal_plays
from cancellation_hearts.core.codec import encode
from cancellation_hearts.core.events import DealScored, Dealt, Event
from cancellation_hearts.core.shuffle import NO_ENTROPY, commitment, numbered_seed
from cancellation_hearts.i18n import words
from cancellation_hearts.service.house import House
from cancellation_hearts.service.tables import PREFIX
from cancellation_hearts.service.thinking import Inline, Thinkers
from cancellation_hearts.store import Appended, MemoryBroker, MemoryStore, StoreError
from cancellation_hearts.table import Recorded, Table
from cancellation_hearts.table import Settings as HouseRules
from cancellation_hearts.table.commands import StartGame
from cancellation_hearts.table.events import SeedCommitted, SeedRevealed
from cancellation_hearts.tui.app import Ending, TableApp
from cancellation_hearts.tui.asking import own_hand
from cancellation_hearts.tui.settings import Settings

FAST: Final = Settings(speed="instant")
SUITS: Final = "♠♥♦♣"
SHOWN: Final = re.compile("([♠♥♦♣]) ?([2-9TJQKA]+)")


ME: Final = 0


class Full(MemoryStore):
    """A store whose disk fills up."""

    def __init__(self) -> None:
        super().__init__()
        self.full = False

    async def append(self, stream: str, **given: object) -> Appended:
        if self.full:
            raise StoreError("tables.sqlite3: the disk is full")
        return await super().append(stream, **given)  # type: ignore[arg-type] # as it came


class Numbered:
    """Thinkers whose bots follow from one number only, so that the captures stay what they are."""

    def __init__(self, thinkers: Thinkers, number: int) -> None:
        self._thinkers = thinkers
        self._number = number

    async def command(self, bot: str, _seed: int, view: View) -> Command:
        seed = seed_of(f"{self._number}/{view.seat}")
        return await self._thinkers.command(bot, seed, view)

    async def close(self) -> None:
        await self._thinkers.close()


class Game(msgspec.Struct):
    """A game against bots that is dealt from a number, and what has happened in it before."""

    rules: Rules
    seed: int = 1
    events: tuple[Event, ...] = ()
    thinkers: Thinkers = msgspec.field(default_factory=Inline)
    store: MemoryStore = msgspec.field(default_factory=MemoryStore)
    name: str = ""
    """Of its table, once somebody sits there."""

    def house(self) -> House:
        def seed(table: Table) -> bytes:
            hand = 1 if table.match is None else table.match.next_number
            return numbered_seed(self.seed, game=table.games, hand=hand)

        thinkers = Numbered(self.thinkers, self.seed)
        return House(self.store, MemoryBroker(), thinkers, seeds=seed)

    async def seat(self, house: House) -> LocalClient:
        """A place at a new table, with a game begun."""
        house_rules = HouseRules(self.rules, rest=None, level="random")
        self.name = (await house.tables.open(house_rules, "You")).table
        client = LocalClient(house.tables, self.name, ME, entropy=lambda: NO_ENTROPY)
        await client.ask(StartGame())
        if self.events:
            await self._add(len(await self.log()))
            house.tables.forget(self.name)
        return client

    async def _add(self, version: int) -> None:
        """Put what has happened into the log, each deal promised and revealed."""
        events: list[object] = []
        number = 0
        for event in self.events:
            if isinstance(event, Dealt):
                number += 1
                secret = numbered_seed(self.seed, game=1, hand=number)
                events.append(SeedCommitted(number, commitment(secret).hex(), secret.hex()))
            events.append(event)
            if isinstance(event, DealScored):
                secret = numbered_seed(self.seed, game=1, hand=number)
                nothing = (None,) * self.rules.players
                events.append(SeedRevealed(number, secret.hex(), nothing))
        await self.store.append(
            PREFIX + self.name, expected=version, rows=[encode(event) for event in events], at=0
        )

    async def log(self) -> tuple[Recorded, ...]:
        """Everything that was kept."""
        return await House(self.store, MemoryBroker(), Inline()).tables.log(self.name)


def new_game(rules: str, *, seed: int = 1, events: Sequence[Event] = ()) -> Game:
    """A game against random bots."""
    return Game(Rules.read(rules), seed, tuple(events))


class Seat:
    """A person before the screen: looks, presses keys, waits until it is asked."""

    def __init__(self, app: TableApp, pilot: Pilot[Ending]) -> None:
        self.app = app
        self._pilot = pilot

    @property
    def segments(self) -> list[list[Segment]]:
        """What is on the screen, with its styles."""
        # Textual has no public way to read the screen; this is how it draws one over another.
        visible_screen_stack.set(self.app._background_screens)  # noqa: SLF001
        compositor = self.app.screen._compositor  # noqa: SLF001
        return [list(strip) for strip in compositor.render_strips()]

    @property
    def lines(self) -> list[str]:
        """What is on the screen."""
        return ["".join(segment.text for segment in row).rstrip() for row in self.segments]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    def cards_shown(self) -> set[Card]:
        """Every card that can be read on the screen."""
        return {
            Card(f"{'SHDC'[SUITS.index(suit)]}{rank}")
            for suit, ranks in SHOWN.findall(self.text)
            for rank in ranks
        }

    async def press(self, *keys: str) -> None:
        """Press keys, each once the one before has done all it does."""
        await self._pilot.press(*keys)
        await self._pilot.pause()

    async def type(self, *keys: str) -> None:
        """Press keys as fast as somebody can who does not look."""
        for key in keys:
            self.app.simulate_key(key)
            await asyncio.sleep(0)

    async def resize(self, width: int, height: int) -> None:
        await self._pilot.resize_terminal(width, height)
        await self._pilot.pause()

    async def click(self, selector: str, x: int, y: int) -> None:
        await self._pilot.click(selector, offset=(x, y))
        await self._pilot.pause()

    async def until(self, true: Callable[[], bool]) -> None:
        """Let the others play until something is so."""
        for _moment in range(10_000):
            assert self.app.failure is None, self.app.failure
            if true():
                if self.app.is_running:
                    await self._pilot.pause()
                return
            await asyncio.sleep(0.001)
        raise AssertionError(f"it never came to that:\n{self.text}")

    async def asked(self) -> None:
        """Wait until the game waits for this seat."""
        await self.until(lambda: self.app.asked)

    async def still(self) -> None:
        """Wait until the screen no longer changes: a sheet is laid in more than one step."""
        before, same = "", 0
        while same < 3:
            await self._pilot.pause()
            same = same + 1 if self.text == before else 0
            before = self.text

    async def answer(self, key: str) -> None:
        """Answer a sheet, and wait until the game asks for the next thing."""
        sheet = self.app.screen
        await self.press(key)
        await self.until(lambda: sheet not in self.app.screen_stack and self.app.asked)

    @property
    def playing(self) -> bool:
        """Whether a card is asked for on the table itself."""
        return self.app.asked and len(self.app.screen_stack) == 1 and self.app.desk.playing

    async def pass_first(self) -> None:
        """Pass the first cards of the hand."""
        count = self.app.match.rules.pass_count
        for _card in range(count):
            await self.press("enter", "right")
        await self.press("p")
        await self.asked()

    async def name(self, card: Card) -> None:
        """Type a card's name."""
        await self.press(*str(card).lower())

    async def play(self, card: Card) -> None:
        """Play a card with keys: its name, then Enter twice; wait until something is asked."""
        before = len(self.app.desk.cards)
        await self.type(*str(card).lower(), "enter", "enter")
        await self.until(lambda: len(self.app.desk.cards) != before and self.app.asked)

    def legal(self) -> list[Card]:
        return list(legal_plays(self.app.match, ME))

    def hand(self) -> list[Card]:
        return list(own_hand(self.app.match))

    async def play_hand(self, rng: Random) -> None:
        """Play any legal cards until a sheet asks for something else."""
        while self.playing:
            await self.play(rng.choice(self.legal()))


def seated(
    story: Callable[[Seat], Awaitable[None]],
    game: Game,
    *,
    size: tuple[int, int] = (80, 24),
    settings: Settings = FAST,
) -> TableApp:
    """Tell a story of somebody before the screen."""

    async def run() -> TableApp:
        async with game.house() as house, await game.seat(house) as client:

            async def sit() -> Client:
                return client

            app = TableApp(words(), settings, sit=sit)
            async with app.run_test(size=size) as pilot:
                seat = Seat(app, pilot)
                await seat.asked()
                await story(seat)
                assert app.failure is None, app.failure
        return app

    return asyncio.run(run())
