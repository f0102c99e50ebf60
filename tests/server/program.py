"""A server as ``serve`` runs it, with less patience, other limits, or a disk that fails.

    python -m tests.server.program DATA PORT JSON

JSON: ``rates`` for ``Rates``, ``origins``, ``sockets``, ``constants`` such as
``{"socket.HELLO_TIME": 0.3}``,
``full``: a file; as long as it is there, nothing can be kept; ``pace``, and ``sweep``: seconds
between two looks for rooms that nobody uses.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from functools import partial
from importlib import import_module
from pathlib import Path

from cancellation_hearts.server import run as program
from cancellation_hearts.server.config import Config, Rates
from cancellation_hearts.server.logs import log_to_stderr
from cancellation_hearts.service.house import House
from cancellation_hearts.service.unwanted import our_words
from cancellation_hearts.store import SqliteStore, StoreError
from cancellation_hearts.store.base import Appended


class FullStore(SqliteStore):
    """Fails as on a full disk, while a file says so."""

    full: Path

    async def append(
        self,
        stream: str,
        *,
        expected: int,
        rows: Sequence[bytes],
        at: int,
        idem: str | None = None,
    ) -> Appended:
        self._check()
        return await super().append(stream, expected=expected, rows=rows, at=at, idem=idem)

    async def ping(self) -> None:
        self._check()
        await super().ping()

    def _check(self) -> None:
        if self.full.exists():
            raise StoreError("tables.sqlite3: the disk is full")


def main(data: str, port: str, text: str) -> None:
    wanted = json.loads(text)
    for name, value in wanted.get("constants", {}).items():
        module, _dot, constant = name.rpartition(".")
        module = import_module(f"cancellation_hearts.{module}")
        assert hasattr(module, constant)
        setattr(module, constant, value)
    if "full" in wanted:
        FullStore.full = Path(wanted["full"])
        vars(program)["SqliteStore"] = FullStore
    if "sweep" in wanted:
        vars(program)["House"] = partial(House, sweep=wanted["sweep"])
    config = Config(
        origins=tuple(wanted.get("origins", ())),
        sockets=wanted.get("sockets", 200),
        rates=Rates(**{name: tuple(rate) for name, rate in wanted.get("rates", {}).items()}),
    )
    log_to_stderr()
    listener = program.listening("127.0.0.1", int(port))

    def ready() -> None:
        address = f"http://127.0.0.1:{listener.getsockname()[1]}/"
        print(f"Tables are open at {address}\nCtrl-C ends it.", flush=True)  # noqa: T201 - heard

    program.run(
        lambda: program.serve(
            config,
            data=Path(data),
            listeners=[listener],
            bots=1,
            unwanted=our_words(),
            pace=wanted.get("pace", 0.0),
            ready=ready,
        )
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
