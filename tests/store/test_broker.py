"""The broker in memory keeps the promises of all brokers."""

from cancellation_hearts.store import MemoryBroker
from tests.store.contract import BrokerContract


class TestMemoryBroker(BrokerContract):
    def new(self) -> MemoryBroker:
        return MemoryBroker()
