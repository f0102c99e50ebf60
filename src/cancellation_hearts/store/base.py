"""What a store is: streams of rows to append to and to read, and what may go wrong.

A version is a row's number in its stream, from 1 and without gaps. Whoever appends says after which
version; if the stream has grown meanwhile, that is a ``Conflict``, and the caller reads what is new
and decides again. So no lock and no lease is needed for two programs to keep one table correctly.

An append may carry an idempotence key. When the answer to an append gets lost, the same append is
sent again with the same key, and the store answers what it wrote back then.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import TracebackType
from typing import Final, Protocol, Self

import msgspec

LARGEST_ROW: Final = 1 << 20
"""Bytes; an event has a few hundred. More is a mistake that would hold up everybody else."""
_LAST_NUMBER: Final = (1 << 63) - 1


class Row(msgspec.Struct, frozen=True):
    """What was appended under one version; ``at`` is in milliseconds since 1970."""

    version: int
    at: int
    data: bytes


class Appended(msgspec.Struct, frozen=True):
    """The versions that an append wrote, ``first`` to ``last``.

    ``again``: it was known by its idempotence key. These are the versions it wrote back then, and
    now nothing was written.
    """

    first: int
    last: int
    again: bool = False


class Latest(msgspec.Struct, frozen=True):
    """A stream, its last version, and when that was appended (milliseconds since 1970)."""

    stream: str
    version: int
    at: int


class StoreError(Exception):
    """The store cannot keep or read anything now; the message names the file and the reason.

    An append that ends so was not acknowledged and shows in no reading. Should the machine fail in
    that very moment, its rows may be found afterwards; appending again with the same idempotence
    key is right in both cases.
    """


class NewerData(StoreError):
    """A newer program wrote this data; ``found`` is its version of the data, ``known`` is ours."""

    def __init__(self, name: str, found: int, known: int) -> None:
        """``name``: the file."""
        super().__init__(name, found, known)
        self.name = name
        self.found = found
        self.known = known

    def __str__(self) -> str:
        """What was found, and what this program knows."""
        return (
            f"{self.name}: a newer program wrote this: "
            f"expected data of version {self.known} or older, found {self.found}"
        )


class Conflict(Exception):
    """The stream's last version is not the one that the caller expected; nothing was appended.

    No ``StoreError``: the store is well, and somebody else was quicker.
    """

    def __init__(self, stream: str, expected: int, version: int) -> None:
        """``version``: the last one that the stream really has."""
        super().__init__(stream, expected, version)
        self.stream = stream
        self.expected = expected
        self.version = version

    def __str__(self) -> str:
        """Both versions."""
        return f"{self.stream}: expected version {self.expected}, found {self.version}"


class Store(Protocol):
    """Keeps streams of rows. Use it as an asynchronous context manager, or ``close`` it."""

    @property
    def log_id(self) -> str:
        """Which log this is: another one after a copy was put back, where versions run anew."""
        ...

    def now(self) -> int:
        """The store's clock, in milliseconds since 1970; it never runs backwards."""
        ...

    async def append(
        self,
        stream: str,
        *,
        expected: int,
        rows: Sequence[bytes],
        at: int,
        idem: str | None = None,
    ) -> Appended:
        """Append all rows or none, as versions ``expected + 1`` and following.

        When this returns, the rows are kept. A key that the stream knows already wins over
        everything else: the answer is the old one, whatever is expected now. Raises ``Conflict``,
        ``StoreError``, and ``ValueError`` for what no store could append. Who stops waiting for the
        answer does not stop the append.
        """
        ...

    async def read(self, stream: str, *, after: int = 0) -> tuple[Row, ...]:
        """The rows behind a version; none if there are none, also if there is no such stream."""
        ...

    async def known(self, stream: str, idem: str) -> Appended | None:
        """What the append with this key wrote; None if the stream knows no such key."""
        ...

    async def latest(self, *, prefix: str = "") -> tuple[Latest, ...]:
        """The streams whose names begin so, the one that was appended to last coming first."""
        ...

    async def ping(self) -> None:
        """Return if appending and reading seem possible now; else raise ``StoreError``."""
        ...

    async def close(self) -> None:
        """Finish what was begun; afterwards appending and reading raise ``StoreError``."""
        ...

    async def __aenter__(self) -> Self:
        """Itself."""
        ...

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close it."""
        ...


def check_append(
    stream: str, *, expected: int, rows: Sequence[bytes], at: int, idem: str | None
) -> None:
    """Raise ``ValueError`` for an append that no store could keep."""
    _check_name("stream", stream)
    if idem is not None:
        _check_name("idem", idem)
    _check_number("expected", expected, most=_LAST_NUMBER - len(rows))
    _check_number("at", at, most=_LAST_NUMBER)
    if not rows:
        raise ValueError("rows: expected one at least, got none")
    for row in rows:
        _check_row(row)


def check_known(stream: str, idem: str) -> None:
    """Raise ``ValueError`` for a key that no append could have had."""
    _check_name("stream", stream)
    _check_name("idem", idem)


def check_read(stream: str, *, after: int) -> None:
    """Raise ``ValueError`` for a reading that means nothing."""
    _check_name("stream", stream)
    _check_number("after", after, most=_LAST_NUMBER)


def check_prefix(prefix: str) -> None:
    """Raise ``ValueError`` for what no stream's name begins with."""
    if prefix:
        _check_name("prefix", prefix)


def _check_name(what: str, name: str) -> None:
    # Databases end a text at NUL, and half a surrogate pair has no UTF-8.
    if not name or "\0" in name or any("\ud800" <= letter <= "\udfff" for letter in name):
        raise ValueError(f"{what}: expected some text without NUL and surrogates, got {name!r}")


def _check_number(what: str, number: int, *, most: int) -> None:
    if not 0 <= number <= most:
        raise ValueError(f"{what}: expected a number from 0 to {most}, got {number}")


def _check_row(row: object) -> None:
    if not isinstance(row, bytes):
        kind = type(row).__name__
        raise ValueError(f"rows: expected bytes, got {kind}")  # noqa: TRY004 - one kind of error
    if len(row) > LARGEST_ROW:
        raise ValueError(f"rows: expected at most {LARGEST_ROW} bytes each, got {len(row)}")
