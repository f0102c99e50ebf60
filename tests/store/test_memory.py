"""The store that forgets keeps the promises of all stores as long as it lives."""

from collections.abc import Callable
from pathlib import Path

from cancellation_hearts.store import MemoryStore
from cancellation_hearts.store.clock import machine_time
from tests.store.contract import StoreContract


class TestMemoryStore(StoreContract):
    def new(self, folder: Path, *, clock: Callable[[], int] = machine_time) -> MemoryStore:  # noqa: ARG002
        return MemoryStore(clock)
