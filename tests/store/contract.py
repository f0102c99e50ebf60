"""What every store and every broker promises; each one's tests inherit these."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

import pytest

from cancellation_hearts.store import Appended, Broker, Conflict, Row, Store, StoreError
from cancellation_hearts.store.base import LARGEST_ROW
from cancellation_hearts.store.clock import machine_time

AT = 1_700_000_000_000
S = TypeVar("S", bound="StoreContract")
B = TypeVar("B", bound="BrokerContract")


def on_a_store(test: Callable[[S, Store], Awaitable[None]]) -> Callable[[S, Path], None]:
    """The test, run with a new store."""

    def run(self: S, tmp_path: Path) -> None:
        async def story() -> None:
            async with self.new(tmp_path) as store:
                await test(self, store)

        asyncio.run(story())

    return run


def on_a_broker(test: Callable[[B, Broker], Awaitable[None]]) -> Callable[[B], None]:
    """The test, run with a new broker."""

    def run(self: B) -> None:
        async def story() -> None:
            await test(self, self.new())

        asyncio.run(story())

    return run


async def put(store: Store, stream: str, *rows: bytes) -> Appended:
    """Append behind whatever is there."""
    return await store.append(
        stream, expected=len(await store.read(stream)), rows=rows, at=store.now()
    )


class StoreContract:
    """Inherited by the tests of each store."""

    def new(self, folder: Path, *, clock: Callable[[], int] = machine_time) -> Store:
        """A store without any rows; the folder is for its files."""
        raise NotImplementedError

    # --- append and read ---------------------------------------------------------------------

    @on_a_store
    async def test_what_was_appended_can_be_read(self, store: Store) -> None:
        wrote = await store.append("t", expected=0, rows=[b"one", b"\0\xff", b""], at=AT)
        assert wrote == Appended(1, 3)
        assert await store.read("t") == (
            Row(1, AT, b"one"),
            Row(2, AT, b"\0\xff"),
            Row(3, AT, b""),
        )

    @on_a_store
    async def test_versions_go_on_where_they_ended(self, store: Store) -> None:
        await store.append("t", expected=0, rows=[b"one", b"two"], at=AT)
        assert await store.append("t", expected=2, rows=[b"three"], at=AT + 1) == Appended(3, 3)
        assert [row.version for row in await store.read("t")] == [1, 2, 3]
        assert [row.at for row in await store.read("t")] == [AT, AT, AT + 1]

    @on_a_store
    async def test_reading_begins_behind_a_version(self, store: Store) -> None:
        await store.append("t", expected=0, rows=[b"one", b"two", b"three"], at=AT)
        assert [row.data for row in await store.read("t", after=1)] == [b"two", b"three"]
        assert await store.read("t", after=3) == ()
        assert await store.read("t", after=99) == ()

    @on_a_store
    async def test_a_stream_that_nobody_wrote_to_has_no_rows(self, store: Store) -> None:
        await put(store, "t", b"one")
        assert await store.read("T") == ()

    @on_a_store
    async def test_streams_have_versions_of_their_own(self, store: Store) -> None:
        await put(store, "t", b"one")
        assert await store.append("u", expected=0, rows=[b"one"], at=AT) == Appended(1, 1)

    @on_a_store
    async def test_a_name_may_be_any_text(self, store: Store) -> None:
        names = ["ໄພ້ 🂡", "it's", "t%_", "a" * 500, " ", "t\n"]
        for name in names:
            await put(store, name, name.encode())
        for name in names:
            assert [row.data for row in await store.read(name)] == [name.encode()]

    @on_a_store
    async def test_a_row_may_be_large(self, store: Store) -> None:
        row = b"\xa5" * LARGEST_ROW
        await put(store, "t", row)
        assert (await store.read("t"))[0].data == row

    # --- conflicts ---------------------------------------------------------------------------

    @pytest.mark.parametrize("expected", [0, 1, 3, 1 << 40])
    def test_another_version_than_the_last_conflicts(self, tmp_path: Path, expected: int) -> None:
        async def story() -> None:
            async with self.new(tmp_path) as store:
                await store.append("t", expected=0, rows=[b"one", b"two"], at=AT)
                with pytest.raises(Conflict, match=f"t: expected version {expected}, found 2"):
                    await store.append("t", expected=expected, rows=[b"x", b"y"], at=AT)
                assert len(await store.read("t")) == 2

        asyncio.run(story())

    @on_a_store
    async def test_a_conflict_tells_stream_and_versions(self, store: Store) -> None:
        with pytest.raises(Conflict) as caught:
            await store.append("t", expected=7, rows=[b"x"], at=AT)
        error = caught.value
        assert (error.stream, error.expected, error.version) == ("t", 7, 0)
        assert not isinstance(error, StoreError)
        assert await store.latest() == ()

    def test_each_log_has_an_id_of_its_own(self, tmp_path: Path) -> None:
        async def ids() -> set[str]:
            found = set()
            for name in "ab":
                async with self.new(tmp_path / name) as store:
                    found.add(store.log_id)
            return found

        assert len(asyncio.run(ids())) == 2

    # --- idempotence -------------------------------------------------------------------------

    @on_a_store
    async def test_a_known_key_gives_the_old_answer(self, store: Store) -> None:
        await put(store, "t", b"zero")
        first = await store.append("t", expected=1, rows=[b"one", b"two"], at=AT, idem="k")
        again = await store.append("t", expected=1, rows=[b"one", b"two"], at=AT, idem="k")
        assert first == Appended(2, 3)
        assert again == Appended(2, 3, again=True)
        assert len(await store.read("t")) == 3

    @on_a_store
    async def test_a_key_can_be_asked_for(self, store: Store) -> None:
        await store.append("table/1", expected=0, rows=(b"a", b"b"), at=AT, idem="k")
        assert await store.known("table/1", "k") == Appended(1, 2, again=True)
        assert await store.known("table/1", "other") is None
        assert await store.known("table/2", "k") is None

    @on_a_store
    async def test_a_known_key_wins_over_a_conflict(self, store: Store) -> None:
        await store.append("t", expected=0, rows=[b"one"], at=AT, idem="k")
        await put(store, "t", b"two")
        for expected in (0, 1, 2, 99):
            again = await store.append("t", expected=expected, rows=[b"x", b"y"], at=AT, idem="k")
            assert again == Appended(1, 1, again=True)
        assert len(await store.read("t")) == 2

    @on_a_store
    async def test_a_key_is_known_in_its_stream_only(self, store: Store) -> None:
        await store.append("t", expected=0, rows=[b"one"], at=AT, idem="k")
        wrote = await store.append("u", expected=0, rows=[b"one"], at=AT, idem="k")
        assert wrote == Appended(1, 1)

    @on_a_store
    async def test_a_key_that_met_a_conflict_is_not_known(self, store: Store) -> None:
        with pytest.raises(Conflict):
            await store.append("t", expected=3, rows=[b"one"], at=AT, idem="k")
        wrote = await store.append("t", expected=0, rows=[b"one"], at=AT, idem="k")
        assert wrote == Appended(1, 1)

    @on_a_store
    async def test_the_same_append_sent_many_times_at_once_is_written_once(
        self, store: Store
    ) -> None:
        wrote = await asyncio.gather(
            *(
                store.append("t", expected=0, rows=[b"one", b"two"], at=AT, idem="k")
                for _ in range(50)
            )
        )
        assert sum(not one.again for one in wrote) == 1
        assert {(one.first, one.last) for one in wrote} == {(1, 2)}
        assert len(await store.read("t")) == 2

    # --- many at once ------------------------------------------------------------------------

    @on_a_store
    async def test_of_many_appends_after_one_version_exactly_one_wins(self, store: Store) -> None:
        for version in range(5):
            answers = await asyncio.gather(
                *(store.append("t", expected=version, rows=[b"%d" % n], at=AT) for n in range(40)),
                return_exceptions=True,
            )
            won = [n for n, one in enumerate(answers) if one == Appended(version + 1, version + 1)]
            lost = [one for one in answers if isinstance(one, Conflict)]
            assert len(won) == 1
            assert {one.version for one in lost} == {version + 1}
            assert len(lost) == 39
            assert (await store.read("t", after=version))[0].data == b"%d" % won[0]

    @on_a_store
    async def test_many_streams_grow_at_once(self, store: Store) -> None:
        async def play(stream: str) -> None:
            for version in range(0, 20, 2):
                rows = [b"%d" % (version + 1), b"%d" % (version + 2)]
                await store.append(stream, expected=version, rows=rows, at=AT)

        names = [f"t/{n}" for n in range(50)]
        await asyncio.gather(*(play(name) for name in names))
        for name in names:
            read = await store.read(name)
            assert [(row.version, row.data) for row in read] == [
                (version, b"%d" % version) for version in range(1, 21)
            ]

    @on_a_store
    async def test_a_conflict_does_not_disturb_its_neighbours(self, store: Store) -> None:
        answers = await asyncio.gather(
            *(
                store.append(f"t/{n}", expected=7 * (n % 2), rows=[b"one", b"two"], at=AT)
                for n in range(20)
            ),
            return_exceptions=True,
        )
        assert [one == Appended(1, 2) for one in answers] == [n % 2 == 0 for n in range(20)]
        assert len(await store.latest()) == 10

    @on_a_store
    async def test_who_reads_and_decides_again_gets_through(self, store: Store) -> None:
        async def play(name: bytes) -> None:
            wrote = 0
            while wrote < 5:
                version = len(await store.read("t"))
                with suppress(Conflict):
                    await store.append("t", expected=version, rows=[name], at=AT)
                    wrote += 1

        await asyncio.gather(*(play(b"%d" % n) for n in range(6)))
        read = await store.read("t")
        assert [row.version for row in read] == list(range(1, 31))
        assert sorted(row.data for row in read) == sorted(
            b"%d" % n for n in range(6) for _ in "12345"
        )

    @on_a_store
    async def test_who_goes_away_does_not_stop_the_store(self, store: Store) -> None:
        waiting = [
            asyncio.ensure_future(store.append(f"t/{n}", expected=0, rows=[b"a", b"b"], at=AT))
            for n in range(20)
        ]
        await asyncio.sleep(0)
        for one in waiting[::2]:
            one.cancel()
        answers = await asyncio.gather(*waiting, return_exceptions=True)
        assert answers[1::2] == [Appended(1, 2)] * 10
        assert await put(store, "u", b"one") == Appended(1, 1)
        for n in range(20):
            assert len(await store.read(f"t/{n}")) in ((0, 2) if n % 2 == 0 else (2,))

    # --- latest ------------------------------------------------------------------------------

    @on_a_store
    async def test_the_stream_written_last_comes_first(self, store: Store) -> None:
        for stream in ("a", "b", "c", "a"):
            await put(store, stream, b"x")
        assert [(one.stream, one.version) for one in await store.latest()] == [
            ("a", 2),
            ("c", 1),
            ("b", 1),
        ]

    @on_a_store
    async def test_latest_tells_when_the_last_row_came(self, store: Store) -> None:
        await store.append("t", expected=0, rows=[b"one"], at=AT)
        await store.append("t", expected=1, rows=[b"two"], at=AT + 5)
        assert [one.at for one in await store.latest()] == [AT + 5]

    @on_a_store
    async def test_writing_counts_and_not_the_time_that_stands_there(self, store: Store) -> None:
        await store.append("a", expected=0, rows=[b"x"], at=AT + 9)
        await store.append("b", expected=0, rows=[b"x"], at=AT)
        assert [one.stream for one in await store.latest()] == ["b", "a"]

    @on_a_store
    async def test_a_known_key_does_not_count_as_writing(self, store: Store) -> None:
        await store.append("a", expected=0, rows=[b"x"], at=AT, idem="k")
        await put(store, "b", b"x")
        await store.append("a", expected=0, rows=[b"x"], at=AT, idem="k")
        assert [one.stream for one in await store.latest()] == ["b", "a"]

    @on_a_store
    async def test_a_prefix_chooses_streams(self, store: Store) -> None:
        for stream in ("table/1", "chat/1", "table", "tablf", "table/2", "Table/3", "ta%/1", "ໄພ້"):
            await put(store, stream, b"x")

        async def chosen(prefix: str) -> list[str]:
            return [one.stream for one in await store.latest(prefix=prefix)]

        assert await chosen("table/") == ["table/2", "table/1"]
        assert await chosen("ta%") == ["ta%/1"]
        assert await chosen("ໄ") == ["ໄພ້"]
        assert await chosen("z") == []
        assert await chosen("table/2/") == []

    # --- mistakes, clock, end ----------------------------------------------------------------

    @pytest.mark.parametrize(
        ("wrong", "complaint"),
        [
            ({"rows": []}, "rows: expected one at least, got none"),
            ({"rows": ["text"]}, "rows: expected bytes, got str"),
            ({"rows": b"bytes"}, "rows: expected bytes, got int"),
            ({"rows": [b"x" * (LARGEST_ROW + 1)]}, "rows: expected at most 1048576 bytes each"),
            ({"expected": -1}, "expected: expected a number from 0 to"),
            ({"expected": 1 << 63}, "expected: expected a number from 0 to"),
            ({"at": -1}, "at: expected a number from 0 to"),
            ({"at": 1 << 63}, "at: expected a number from 0 to"),
            ({"stream": ""}, "stream: expected some text"),
            ({"stream": "a\0b"}, "stream: expected some text without NUL"),
            ({"stream": "\ud800"}, "stream: expected some text without NUL and surrogates"),
            ({"idem": ""}, "idem: expected some text"),
        ],
        ids=str,
    )
    def test_a_callers_mistake_is_named(
        self, tmp_path: Path, wrong: dict[str, object], complaint: str
    ) -> None:
        async def story() -> None:
            async with self.new(tmp_path) as store:
                right = {"stream": "t", "expected": 0, "rows": [b"x"], "at": AT, "idem": "k"}
                with pytest.raises(ValueError, match=complaint):
                    await store.append(**(right | wrong))  # type: ignore[arg-type] # on purpose
                assert await store.latest() == ()

        asyncio.run(story())

    @on_a_store
    async def test_a_mistake_in_reading_is_named(self, store: Store) -> None:
        with pytest.raises(ValueError, match="after: expected a number from 0"):
            await store.read("t", after=-1)
        with pytest.raises(ValueError, match="stream: expected some text"):
            await store.read("")
        with pytest.raises(ValueError, match="prefix: expected some text"):
            await store.latest(prefix="\0")

    def test_the_clock_never_runs_backwards(self, tmp_path: Path) -> None:
        times = iter([5000, 6000, 4000, 5999, 6001])

        async def story() -> None:
            async with self.new(tmp_path, clock=lambda: next(times)) as store:
                assert [store.now() for _ in range(5)] == [5000, 6000, 6000, 6000, 6001]

        asyncio.run(story())

    @on_a_store
    async def test_the_clock_tells_milliseconds_since_1970(self, store: Store) -> None:
        before = machine_time()
        assert before <= store.now() <= machine_time()

    @on_a_store
    async def test_a_closed_store_says_so(self, store: Store) -> None:
        await store.close()
        with pytest.raises(StoreError, match="closed"):
            await store.append("t", expected=0, rows=[b"x"], at=AT)
        with pytest.raises(StoreError, match="closed"):
            await store.read("t")
        with pytest.raises(StoreError, match="closed"):
            await store.latest()
        await store.close()

    @on_a_store
    async def test_closing_finishes_what_waits(self, store: Store) -> None:
        waiting = [
            asyncio.ensure_future(store.append(f"t/{n}", expected=0, rows=[b"x"], at=AT))
            for n in range(2000)
        ]
        await asyncio.sleep(0)
        await store.close()
        assert await asyncio.gather(*waiting) == [Appended(1, 1)] * 2000


class BrokerContract:
    """Inherited by the tests of each broker."""

    def new(self) -> Broker:
        """A broker that nobody listens to."""
        raise NotImplementedError

    @on_a_broker
    async def test_a_hint_wakes_whoever_waits(self, broker: Broker) -> None:
        with broker.subscribe("t") as subscription:
            waiting = asyncio.ensure_future(subscription.wait())
            await asyncio.sleep(0)
            assert not waiting.done()
            broker.publish("t", 1)
            await asyncio.wait_for(waiting, 10)

    @on_a_broker
    async def test_a_hint_between_two_waits_is_not_lost(self, broker: Broker) -> None:
        with broker.subscribe("t") as subscription:
            broker.publish("t", 1)
            await asyncio.wait_for(subscription.wait(), 10)
            broker.publish("t", 2)
            await asyncio.wait_for(subscription.wait(), 10)

    @on_a_broker
    async def test_a_hint_while_the_last_one_is_being_looked_at_is_not_lost(
        self, broker: Broker
    ) -> None:
        told = 0
        with broker.subscribe("t") as subscription:

            async def follow() -> int:
                seen = 0
                while seen < 200:
                    await subscription.wait()
                    seen = told
                    await asyncio.sleep(0)
                return seen

            following = asyncio.ensure_future(follow())
            for version in range(1, 201):
                told = version
                broker.publish("t", version)
                await asyncio.sleep(0)
            assert await asyncio.wait_for(following, 10) == 200

    @on_a_broker
    async def test_many_hints_wake_once(self, broker: Broker) -> None:
        with broker.subscribe("t") as subscription:
            for version in range(1000):
                broker.publish("t", version)
            await asyncio.wait_for(subscription.wait(), 10)
            waiting = asyncio.ensure_future(subscription.wait())
            await asyncio.sleep(0)
            assert not waiting.done()
            waiting.cancel()

    @on_a_broker
    async def test_everybody_who_listens_is_woken(self, broker: Broker) -> None:
        with broker.subscribe("t") as one, broker.subscribe("t") as two:
            broker.publish("t", 1)
            await asyncio.wait_for(asyncio.gather(one.wait(), two.wait()), 10)

    @on_a_broker
    async def test_other_streams_do_not_wake(self, broker: Broker) -> None:
        with broker.subscribe("t") as subscription:
            broker.publish("u", 1)
            waiting = asyncio.ensure_future(subscription.wait())
            await asyncio.sleep(0)
            assert not waiting.done()
            waiting.cancel()

    @on_a_broker
    async def test_who_stops_waiting_loses_nothing(self, broker: Broker) -> None:
        with broker.subscribe("t") as subscription:
            waiting = asyncio.ensure_future(subscription.wait())
            await asyncio.sleep(0)
            broker.publish("t", 1)
            waiting.cancel()
            await asyncio.gather(waiting, return_exceptions=True)
            await asyncio.wait_for(subscription.wait(), 10)

    @on_a_broker
    async def test_nobody_needs_to_listen(self, broker: Broker) -> None:
        broker.publish("t", 1)
        with broker.subscribe("t") as left:
            pass
        broker.publish("t", 2)
        waiting = asyncio.ensure_future(left.wait())
        await asyncio.sleep(0)
        assert not waiting.done()
        waiting.cancel()
