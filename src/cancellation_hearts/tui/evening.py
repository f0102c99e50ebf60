"""One person's evening at one table, and how to find it again in the data folder.

    <data>/tables.sqlite3          everything that happened at every table
    <data>/playing/<name>.lock     held while the table of that name is played in some window

The person sits at the table through a ``Client`` like everybody else; the bots, the deals and the
keeping are the service's. Whoever looks for a game to go on with reads its log and changes nothing,
because another window may be playing it. The lock goes when the program does, however it ends.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import msgspec

from cancellation_hearts.client import Client, LocalClient
from cancellation_hearts.core import Rules
from cancellation_hearts.core.codec import decode
from cancellation_hearts.core.errors import Refusal
from cancellation_hearts.core.events import MatchEnded
from cancellation_hearts.core.shuffle import NO_ENTROPY, numbered_seed
from cancellation_hearts.i18n import own_words, refusal_text
from cancellation_hearts.service.house import House
from cancellation_hearts.service.tables import PREFIX, Tables
from cancellation_hearts.service.thinking import Inline
from cancellation_hearts.store import DATABASE, Latest, MemoryBroker, SqliteStore, Store, StoreError
from cancellation_hearts.store.use import Use
from cancellation_hearts.table import Event, Settings, Table, TableView, fold, observe
from cancellation_hearts.table.commands import AddBot, StartGame
from cancellation_hearts.table.events import GameStarted, GameStopped

LOG: Final = logging.getLogger("cancellation_hearts")
PLAYING: Final = "playing"
ME: Final = 0
"""Who opened the table, and plays at it here."""
NUMBERED: Final = "numbered/"
"""Begins the streams of the numbers from which tables are dealt (``--seed``), a row in each."""
TAIL: Final = 64
"""So many events from the end of a log it is looked for how the last game stands."""


class KeepError(Exception):
    """A table that cannot be kept, found or gone on with; the message says which and why."""


class Wanted(msgspec.Struct, frozen=True):
    """The table that a person asks for."""

    rules: Rules
    name: str
    """The person's."""
    bots: tuple[str, ...]
    """What sits at each seat; the person's own entry is not looked at."""
    number: int | None = None
    """Every deal and every bot follows from it (docs/fair-deal.md); None: from chance."""


class Kept(msgspec.Struct, frozen=True):
    """A table whose game can go on, as its person saw it last."""

    name: str
    view: TableView


class Evening:
    """The tables of a data folder, and the one of them that is played here."""

    def __init__(self, store: Store, folder: Path) -> None:
        """``folder``: where the locks are; the store is closed at the end of the evening."""
        self.name: str | None = None
        """Of the table that is played here, once there is a game to go on with."""
        self.hear: Callable[[str], None] = lambda _complaint: None
        """Told in few words why something could not be kept, whoever asked for it."""
        self.complaint: str | None = None
        """The last such reason."""
        self.store = store
        self._folder = folder
        self._logs = Tables(store, MemoryBroker())
        self._stack = contextlib.AsyncExitStack()
        self._claimed: Use | None = None
        self._ear = _Ear(self._heard)
        self._wrong = asyncio.Event()

    @classmethod
    def at(cls, folder: Path) -> Self:
        """An evening with the tables of a data folder; ``KeepError`` if that cannot be used."""
        try:
            return cls(SqliteStore.open(folder / DATABASE), folder)
        except StoreError as error:
            raise KeepError(str(error)) from None

    async def __aenter__(self) -> Self:
        LOG.addHandler(self._ear)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Leave the table; it stays as it is."""
        try:
            await self._stack.aclose()
            await self.store.close()
        finally:
            if self._claimed is not None:
                self._claimed.release()
            LOG.removeHandler(self._ear)

    # --- looking ------------------------------------------------------------------------------

    async def latest(self) -> Kept | None:
        """The table that was played last, whose game is on and that nobody plays just now."""
        with self._blaming():
            for stream in await self.store.latest(prefix=PREFIX):
                with contextlib.suppress(KeepError):
                    name = stream.stream.removeprefix(PREFIX)
                    if await self._is_on(stream) and self._is_free(name):
                        return await self._kept(name)
        return None

    async def named(self, beginning: str) -> Kept:
        """The table whose name begins so; ``KeepError`` unless there is one, and its game is on."""
        found: tuple[Latest, ...] = ()
        with self._blaming(), contextlib.suppress(ValueError):  # what no name begins with
            found = await self.store.latest(prefix=PREFIX + beginning)
        names = [stream.stream.removeprefix(PREFIX) for stream in found]
        if not names:
            raise KeepError(f"no table is called {beginning!r}")
        if len(names) > 1:
            raise KeepError(f"several tables begin with {beginning!r}: {', '.join(names)}")
        return await self._kept(names[0])

    async def _kept(self, name: str) -> Kept:
        try:
            table = fold(None, await self._logs.log(name))
        except Refusal:
            raise KeepError(str(self.complaint)) from None
        except Exception as error:  # whatever a damaged log leads to
            kind = type(error).__name__
            raise KeepError(
                f"cannot go on at table {name}: its log is damaged ({kind}) and left as it is"
            ) from error
        if table is None or not table.playing:
            raise KeepError(f"the game at table {name} is over")
        if len(table.people) != 1:
            raise KeepError(f"table {name} is not one of the terminal: others sit there, too")
        return Kept(name, observe(table, ME))

    async def _is_on(self, stream: Latest) -> bool:
        """Whether a game is on, read off the end of the log: evenings can be many, and long."""
        rows = await self.store.read(stream.stream, after=max(0, stream.version - TAIL))
        for row in reversed(rows):
            try:
                event = decode(row.data, Event)
            except msgspec.DecodeError:
                return False
            if isinstance(event, GameStopped | MatchEnded):
                return False
            if isinstance(event, GameStarted):
                return True
        return stream.version > TAIL

    def _is_free(self, name: str) -> bool:
        use = self._use(name)
        try:
            return use.take_alone()
        finally:
            use.release()

    def _use(self, name: str) -> Use:
        try:
            playing = self._folder / PLAYING
            playing.mkdir(mode=0o700, parents=True, exist_ok=True)
            return Use(playing / name)
        except OSError as error:
            raise KeepError(f"{error.filename}: {error.strerror}") from None

    # --- sitting down -------------------------------------------------------------------------

    async def begin(self, wanted: Wanted) -> Client:
        """Open a table, and start its first game."""
        level = wanted.bots[ME + 1]
        settings = Settings(wanted.rules, rest=None, level=level)
        with self._blaming():
            house = await self._house(wanted.number)
            name = (await house.tables.open(settings, wanted.name)).table
            self._claim(name)
            if wanted.number is not None:
                await self.store.append(
                    NUMBERED + name,
                    expected=0,
                    rows=[str(wanted.number).encode()],
                    at=self.store.now(),
                )
            client = await self._sit(house, name, wanted.number)
            for seat, bot in enumerate(wanted.bots):
                if seat != ME and bot != level:  # the others come with the start
                    await client.ask(AddBot(seat, bot))
            await client.ask(StartGame())
            await self._dealt(client)
        self.name = name
        return client

    async def go_on(self, kept: Kept) -> Client:
        """Sit down at a table again; ``KeepError`` if it is being played in another window."""
        with self._blaming():
            self._claim(kept.name)
            rows = await self.store.read(NUMBERED + kept.name)
            number = int(rows[0].data) if rows else None
            client = await self._sit(await self._house(number), kept.name, number)
        self.name = kept.name
        return client

    async def _dealt(self, client: Client) -> None:
        """Wait for the first deal: a table that somebody has sat down at has a game."""

        async def dealt() -> None:
            async for update in client.updates():
                if update.view.match is not None:
                    return

        waiting = [asyncio.create_task(work) for work in (dealt(), self._wrong.wait())]
        try:
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in waiting:
                task.cancel()
        if self._wrong.is_set():
            raise KeepError(str(self.complaint))

    def _claim(self, name: str) -> None:
        use = self._use(name)
        if not use.take_alone():
            use.release()
            raise KeepError(f"table {name} is being played in another window")
        self._claimed = use

    async def _house(self, number: int | None) -> House:
        if number is None:
            house = House(self.store, MemoryBroker(), Inline())
        else:

            def seed(table: Table) -> bytes:
                hand = 1 if table.match is None else table.match.next_number
                return numbered_seed(number, game=table.games, hand=hand)

            house = House(self.store, MemoryBroker(), Inline(), seeds=seed)
        return await self._stack.enter_async_context(house)

    async def _sit(self, house: House, name: str, number: int | None) -> Client:
        if number is None:
            client = LocalClient(house.tables, name, ME)
        else:
            client = LocalClient(house.tables, name, ME, entropy=lambda: NO_ENTROPY)
        return await self._stack.enter_async_context(client)

    # --- what goes wrong ----------------------------------------------------------------------

    def _heard(self, complaint: str) -> None:
        self.complaint = complaint
        self._wrong.set()
        self.hear(complaint.replace(f"{self._folder}{os.sep}", ""))

    @contextlib.contextmanager
    def _blaming(self) -> Iterator[None]:
        try:
            yield
        except StoreError as error:
            raise KeepError(str(error)) from None
        except Refusal as refusal:
            raise KeepError(self.complaint or refusal_text(refusal, own_words())) from None


class _Ear(logging.Handler):
    """Hears what the service writes into its log: here the reasons are for the person."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        super().__init__()
        self._tell = tell

    def emit(self, record: logging.LogRecord) -> None:
        """Tell what the store complains of."""
        for told in record.args or ():
            if isinstance(told, StoreError):
                self._tell(str(told))
