"""An event loop in a thread of its own, for a program that waits at a prompt.

A prompt holds up its thread until somebody has typed a line. The table goes on meanwhile: bots
play, and what is asked is kept. So the table's loop runs beside the prompt, and the thread of the
prompt, which is also the one that hears Ctrl-C, asks it for one thing after the other.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from types import TracebackType
from typing import Any, Self, TypeVar

T = TypeVar("T")


class Background:
    """A loop that runs as long as the context is open.

    >>> with Background() as background:
    ...     background.run(asyncio.sleep(0, "done"))
    'done'
    """

    def __init__(self) -> None:
        """The loop begins with the context."""
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._turn, name="table", daemon=True)

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Wait for what the work comes to. Who is interrupted meanwhile does not stop the work."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Begin with the work, and do not wait."""
        asyncio.run_coroutine_threadsafe(work, self._loop)

    def _turn(self) -> None:
        with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
            runner.get_loop().run_forever()

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
