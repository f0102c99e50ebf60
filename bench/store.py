"""The store against its limit, measured in this one run: plain sqlite3 in one thread.

    .venv/bin/python bench/store.py [--appends 20000] [--streams 2000] [--rounds 5] [--folder DIR]

Prints durable appends a second, medians of several rounds, with rows of 200 bytes:

- one appender that waits for each answer, as a ratio to sqlite3 with one row a transaction;
- many appenders, one a stream, as a ratio to sqlite3 with 512 rows a transaction (aim: at least
  0.25: what is left is the price of a future, a queue and two looks before each insert).

Both sides have the same tables and PRAGMAs. DIR should lie on the disk in question: in memory
(tmpfs) nobody waits for anything.
"""

import argparse
import asyncio
import contextlib
import itertools
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from cancellation_hearts.store import SqliteStore
from cancellation_hearts.store.database import connect
from cancellation_hearts.store.sqlite import APPEND, GROUP

ROW = bytes(200)


def raw(path: Path, *, appends: int, streams: int, group: int) -> float:
    """Rows a second of sqlite3 alone, so many a transaction, to the streams in turn."""
    asyncio.run(SqliteStore.open(path).close())  # the tables, WAL
    rows = ((f"t/{n % streams}", 1 + n // streams, 1, 1, str(n), ROW) for n in range(appends))
    with contextlib.closing(connect(path)) as db:
        begin = time.perf_counter()
        while part := list(itertools.islice(rows, group)):
            db.execute("BEGIN IMMEDIATE")
            db.executemany(APPEND, part)
            db.execute("COMMIT")
        return appends / (time.perf_counter() - begin)


def ours(path: Path, *, appends: int, streams: int) -> float:
    """Appends a second of the store, with one appender a stream."""

    async def play(store: SqliteStore, stream: str) -> None:
        for version in range(appends // streams):
            rows = [ROW]
            await store.append(stream, expected=version, rows=rows, at=1, idem=str(version))

    async def run() -> float:
        async with SqliteStore.open(path) as store:
            begin = time.perf_counter()
            await asyncio.gather(*(play(store, f"t/{n}") for n in range(streams)))
            return appends / (time.perf_counter() - begin)

    return asyncio.run(run())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--appends", type=int, default=20_000)
    parser.add_argument("--streams", type=int, default=2_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--folder", default=".")
    args = parser.parse_args()

    def fresh(measure: Callable[[Path], float]) -> float:
        with tempfile.TemporaryDirectory(dir=args.folder, prefix=".bench-") as folder:
            return measure(Path(folder) / "tables.sqlite3")

    few = max(args.appends // 20, 1)
    cases = {
        "one appender": (
            lambda path: ours(path, appends=few, streams=1),
            lambda path: raw(path, appends=few, streams=1, group=1),
        ),
        f"{args.streams} appenders": (
            lambda path: ours(path, appends=args.appends, streams=args.streams),
            lambda path: raw(path, appends=args.appends, streams=args.streams, group=GROUP),
        ),
    }
    for name, (store, limit) in cases.items():
        pairs = [(fresh(store), fresh(limit)) for _ in range(args.rounds)]
        mine, most = (statistics.median(side) for side in zip(*pairs, strict=True))
        ratio = statistics.median(one / other for one, other in pairs)
        print(f"{name:16} {mine:9,.0f} appends/s   sqlite3 {most:9,.0f}   ratio {ratio:.2f}")


if __name__ == "__main__":
    main()
