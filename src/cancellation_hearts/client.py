"""A place at a table: commands go in, updates come out.

The terminal and outside bots sit at a table through a ``Client`` and nothing else, whether the
table is in the same program (``LocalClient``) or far away.

    async with client:
        async for update in client.updates():
            ...                                  show update.view, and what happened before it
            await client.ask(Play(card, update.facts.ply))
"""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from types import TracebackType
from typing import Protocol, Self

from cancellation_hearts.core.shuffle import ENTROPY_BYTES
from cancellation_hearts.record import Record
from cancellation_hearts.service.history import games
from cancellation_hearts.service.tables import Tables
from cancellation_hearts.table import ByPerson, PersonCommand, TableRefusal
from cancellation_hearts.table.commands import AddEntropy
from cancellation_hearts.wire import Update


class Client(Protocol):
    """One person's place at a table; connected while its context is open."""

    async def ask(self, command: PersonCommand, *, id: str | None = None) -> int:  # noqa: A002
        """Ask for something; the version with which it was kept.

        Raises ``Refusal``. With an ``id`` it may be asked again without being done twice.
        """
        ...

    def updates(self, *, since: int | None = None) -> AsyncIterator[Update]:
        """What happens, as far as this person may know it, beginning with how it stands."""
        ...

    async def games(self) -> tuple[Record, ...]:
        """The games of this table, first to last, each as far as its hands are finished.

        Raises ``Refusal``.
        """
        ...

    async def __aenter__(self) -> Self:
        """Connect."""
        ...

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Disconnect; the place stays."""
        ...


def fresh_entropy() -> bytes:
    """Entropy that nobody can guess."""
    return secrets.token_bytes(ENTROPY_BYTES)


class LocalClient:
    """A place at a table of this program, which need not prove who it is."""

    def __init__(
        self,
        tables: Tables,
        table: str,
        person: int,
        *,
        adds_entropy: bool = True,
        entropy: Callable[[], bytes] = fresh_entropy,
    ) -> None:
        """``adds_entropy``: whether to have a part in the chance of every deal.

        ``entropy``: what that is. With ``NO_ENTROPY`` the deal is the one that nobody adds to, but
        need not wait whether somebody will.
        """
        self._tables = tables
        self.table = table
        self.person = person
        self._adds_entropy = adds_entropy
        self._entropy = entropy
        self._stack = contextlib.AsyncExitStack()

    async def ask(self, command: PersonCommand, *, id: str | None = None) -> int:  # noqa: A002
        """See ``Client``."""
        me = ByPerson(self.person)
        idem = None if id is None else f"person:{self.person}:{id}"
        done = await self._tables.execute(self.table, me, command, idem=idem)
        return done.version

    async def updates(self, *, since: int | None = None) -> AsyncGenerator[Update]:
        """See ``Client``."""
        async for update in self._tables.updates(self.table, self.person, since=since):
            if self._adds_entropy:
                await add_entropy(self, update, entropy=self._entropy)
            yield update

    async def games(self) -> tuple[Record, ...]:
        """See ``Client``."""
        return tuple(games(await self._tables.log(self.table)))

    async def __aenter__(self) -> Self:
        """Connect."""
        session = self._tables.session(self.table, self.person)
        await self._stack.enter_async_context(session)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Disconnect."""
        await self._stack.aclose()


async def add_entropy(
    client: Client, update: Update, *, entropy: Callable[[], bytes] = fresh_entropy
) -> None:
    """Have a part in the next deal, once it is promised (docs/fair-deal.md)."""
    mine, seal = update.mine, update.public.seal
    if mine is None or mine.seat is None or mine.entropy is not None:
        return
    if seal is None or seal.dealt:
        return
    with contextlib.suppress(TableRefusal):  # dealt meanwhile, or added from another window
        await client.ask(AddEntropy(seal.number, entropy().hex()))
