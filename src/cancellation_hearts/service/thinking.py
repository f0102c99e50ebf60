"""Asking bots, in processes of their own or in this one.

A thread would not do: a bot that thinks in Python takes the server's time. A process that has not
answered in time, or has failed, is killed, and the next question starts a new one.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Sequence
from typing import Final, Protocol

from cancellation_hearts.bots import command_of, new_bot
from cancellation_hearts.bots.worker import Answer, Question
from cancellation_hearts.core import Command, View
from cancellation_hearts.core.codec import decode, encode

PATIENCE: Final = 10.0
"""Seconds."""
_LONGEST_LINE: Final = 1 << 20
WORKER: Final = (sys.executable, "-m", "cancellation_hearts.bots.worker")


class BotFailed(Exception):
    """A bot raised, hung, or answered what nobody can read; the message says which."""


class Thinkers(Protocol):
    """Answers for bots."""

    async def command(self, bot: str, seed: int, view: View) -> Command:
        """What this bot does; ``BotFailed`` if it does not say."""
        ...

    async def close(self) -> None:
        """Ask no more."""
        ...


class Inline:
    """Bots in this process: for one person's game and for tests, as long as bots are quick."""

    async def command(self, bot: str, seed: int, view: View) -> Command:
        """See ``Thinkers``."""
        try:
            return command_of(new_bot(bot, seed=seed), view)
        except Exception as error:
            # Not what it says: that could name cards, and this is going to be logged.
            raise BotFailed(f"{bot}: {type(error).__name__}") from error

    async def close(self) -> None:
        """See ``Thinkers``."""


class Pool:
    """Bots in so many processes, which are started when they are first needed."""

    def __init__(
        self, size: int, *, patience: float = PATIENCE, worker: Sequence[str] = WORKER
    ) -> None:
        """``patience``: seconds that an answer may take, with the wait for a free process.

        ``worker``: the command that answers.
        """
        self._patience = patience
        self._worker = tuple(worker)
        self._free: asyncio.LifoQueue[Process | None] = asyncio.LifoQueue()
        for _ in range(size):
            self._free.put_nowait(None)
        self._all: set[Process] = set()
        self._numbers = itertools.count(1)
        self._closed = False

    async def command(self, bot: str, seed: int, view: View) -> Command:
        """See ``Thinkers``."""
        if self._closed:
            raise BotFailed(f"{bot}: nobody is asked any more")
        question = Question(next(self._numbers), bot, seed, view)
        try:
            async with asyncio.timeout(self._patience):
                return await self._asked(question)
        except TimeoutError:
            raise BotFailed(f"{bot}: no answer in {self._patience} s") from None
        except (ValueError, OSError) as error:
            raise BotFailed(f"{bot}: {type(error).__name__}") from error

    async def close(self) -> None:
        """See ``Thinkers``."""
        self._closed = True
        await asyncio.gather(*map(self._kill, tuple(self._all)))

    async def _asked(self, question: Question) -> Command:
        process = await self._free.get()
        good = False
        try:
            if process is not None and process.returncode is not None:  # it died while it waited
                self._all.discard(process)
                process = None
            if process is None:
                process = await self._start()
            answer: Answer = decode(await _line(process, encode(question)), Answer)
            if answer.number != question.number:
                raise ValueError("an answer to another question")
            good = True
        finally:
            # Whatever has not answered as it should is not asked again.
            if process is not None and not good:
                await asyncio.shield(self._kill(process))
            self._free.put_nowait(process if good else None)
        return answer.command

    async def _start(self) -> Process:
        # In a session of its own: Ctrl-C in a terminal is for the program, which then closes us.
        process = await asyncio.create_subprocess_exec(
            *self._worker,
            stdin=PIPE,
            stdout=PIPE,
            stderr=DEVNULL,
            limit=_LONGEST_LINE,
            start_new_session=True,
        )
        self._all.add(process)
        return process

    async def _kill(self, process: Process) -> None:
        self._all.discard(process)
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()


async def _line(process: Process, question: bytes) -> bytes:
    """The answer to a line."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(question + b"\n")
    await process.stdin.drain()
    answer = await process.stdout.readline()
    if not answer:
        raise OSError("the process has ended")
    return answer
