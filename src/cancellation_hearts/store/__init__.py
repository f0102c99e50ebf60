"""Where the events of tables are kept, and how others are told that there are new ones.

A stream is one table's list of rows, numbered by version from 1; a row is bytes that this package
does not read. It knows no cards. Two promises are all that the layers above build on: what an
``append`` has answered is kept, and two who append after the same version never both succeed.
"""

from cancellation_hearts.store.backup import backup, restore
from cancellation_hearts.store.base import (
    Appended,
    Conflict,
    Latest,
    NewerData,
    Row,
    Store,
    StoreError,
)
from cancellation_hearts.store.broker import Broker, MemoryBroker, Subscription
from cancellation_hearts.store.database import FILE as DATABASE
from cancellation_hearts.store.memory import MemoryStore
from cancellation_hearts.store.sqlite import SqliteStore

__all__ = [
    "DATABASE",
    "Appended",
    "Broker",
    "Conflict",
    "Latest",
    "MemoryBroker",
    "MemoryStore",
    "NewerData",
    "Row",
    "SqliteStore",
    "Store",
    "StoreError",
    "Subscription",
    "backup",
    "restore",
]
