"""Short codes: six letters that lead to a table while it has a seat to give.

A code is said aloud or typed, a link is shared. The letters have no look-alikes, and no vowels, so
that they spell nothing. Both ways are kept in streams of their own: from a code to the table that
had it last, and from a table to its code. A code that leads nowhere any more is given again.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Final

from cancellation_hearts.service.tables import Tables
from cancellation_hearts.store import Conflict, Store, StoreError
from cancellation_hearts.table import Table, TableCode, TableRefusal

LETTERS: Final = "BCDFGHJKLMNPQRSTVWXZ"
LENGTH: Final = 6
_TRIES: Final = 20


def new_code() -> str:
    """Six letters by chance: one of 64 million."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def clean_code(text: str) -> str | None:
    """The code that somebody typed, with spaces, dashes or small letters; None if it is none."""
    code = text.upper().replace(" ", "").replace("-", "")
    return code if len(code) == LENGTH and set(code) <= set(LETTERS) else None


def has_seat(table: Table) -> bool:
    """Whether somebody who comes now would get a seat."""
    if table.playing and not table.settings.latecomers:
        return False
    return any(seat.person is None for seat in table.seats)


class Lobby:
    """Codes for the tables of a store."""

    def __init__(
        self, store: Store, tables: Tables, *, codes: Callable[[], str] = new_code
    ) -> None:
        """``codes``: where new ones come from."""
        self._store = store
        self._tables = tables
        self._codes = codes

    async def code_of(self, name: str) -> str | None:
        """The code of a table, made when it is first asked for; None while there is no seat."""
        if not has_seat(await self._tables.table(name)):
            return None
        try:
            known = await self._store.read(f"code-of/{name}")
            if known:
                code = known[-1].data.decode()
                if await self._leads_to(code) == name:
                    return code
            return await self._new_code(name, after=len(known))
        except StoreError:
            raise TableRefusal(TableCode.STORE_FAILED) from None

    async def find(self, text: str) -> str | None:
        """The table to which a code leads, if it has a seat."""
        code = clean_code(text)
        if code is None:
            return None
        try:
            name = await self._leads_to(code)
            alive = name is not None and has_seat(await self._tables.table(name))
        except StoreError:
            raise TableRefusal(TableCode.STORE_FAILED) from None
        return name if alive else None

    async def _leads_to(self, code: str) -> str | None:
        rows = await self._store.read(f"code/{code}")
        return rows[-1].data.decode() if rows else None

    async def _new_code(self, name: str, *, after: int) -> str:
        for _ in range(_TRIES):
            code = self._codes()
            rows = await self._store.read(f"code/{code}")
            if rows and has_seat(await self._tables.table(rows[-1].data.decode())):
                continue
            now, data = self._store.now(), name.encode()
            try:
                await self._store.append(f"code/{code}", expected=len(rows), rows=(data,), at=now)
                await self._store.append(
                    f"code-of/{name}", expected=after, rows=(code.encode(),), at=now
                )
            except Conflict:  # somebody else asked at the same moment
                known = await self._store.read(f"code-of/{name}")
                if len(known) > after:
                    return known[-1].data.decode()
                continue
            return code
        raise TableRefusal(TableCode.BUSY)
