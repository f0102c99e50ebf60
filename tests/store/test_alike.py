"""The store on disk and the one in memory answer every question alike."""

import asyncio
import tempfile
from collections.abc import Sequence
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from cancellation_hearts.store import Conflict, MemoryStore, SqliteStore, Store
from tests.store.contract import AT

NAMES = st.sampled_from(["a", "b", "a/b", "ä", "a\uffff", "a\U0001f0a1"])
APPENDS = st.tuples(
    NAMES,
    st.integers(0, 6),
    st.lists(st.binary(max_size=3), min_size=1, max_size=3),
    st.integers(AT, AT + 3),
    st.none() | st.sampled_from("xyz"),
)


async def answers(
    store: Store, appends: Sequence[tuple[str, int, list[bytes], int, str | None]]
) -> list[object]:
    """What the store says to appends, and after each of them to questions."""
    told: list[object] = []
    for stream, expected, rows, at, idem in appends:
        try:
            told.append(await store.append(stream, expected=expected, rows=rows, at=at, idem=idem))
        except Conflict as conflict:
            told.append(str(conflict))
        told.append(await store.read(stream, after=expected))
        told.append(await store.latest(prefix=stream))
    told.append(await store.latest())
    return told


@given(st.lists(APPENDS, max_size=12))
def test_both_stores_answer_alike(
    appends: list[tuple[str, int, list[bytes], int, str | None]],
) -> None:
    async def both() -> None:
        with tempfile.TemporaryDirectory() as folder:
            async with MemoryStore() as one, SqliteStore.open(Path(folder) / "a.sqlite3") as two:
                assert await answers(one, appends) == await answers(two, appends)

    asyncio.run(both())
