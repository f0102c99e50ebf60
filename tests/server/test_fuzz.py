"""Whatever comes in from whomever: the server lives, tables stay what their logs say, people play.

Several connections to several tables send random and mutated messages, in text and over HTTP.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any, Final, get_args

import pytest
from hypothesis import HealthCheck, Phase, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from cancellation_hearts import remote
from cancellation_hearts.core import Card
from cancellation_hearts.core.codec import decode
from cancellation_hearts.record import check
from cancellation_hearts.remote import Place, RemoteClient, come
from cancellation_hearts.table import PersonCommand, Table, evolve, observe
from cancellation_hearts.wire import Update
from tests.conftest import scale
from tests.server.lines import PATIENCE, Line
from tests.server.serving import Server
from tests.server.test_games import gather
from tests.service.people import Somebody

WIDE = dict.fromkeys(
    ("socket", "person", "connections", "doors", "tables", "codes", "records"), (10**9, 10**9)
)
"""Rates: here everything may come as fast as it can."""
SMALL: Final = st.one_of(
    st.integers(-2, 12), st.integers(), st.sampled_from([10**6, 2**31, 2**53, 2**63, 10**40])
)
HEX: Final = st.one_of(
    st.binary(min_size=32, max_size=32).map(bytes.hex),
    st.binary(min_size=16, max_size=16).map(bytes.hex),
)
NAMES: Final = st.one_of(st.sampled_from(["Ana", "Ben", "bot:x", "", "a" * 30]), st.text())
VALUES: Final[dict[str, st.SearchStrategy[Any]]] = {
    "cards": st.sampled_from(["...", "AKQ...", "A.K.Q.", "..432.", "KA...", "17"]),
    "card": st.sampled_from([card.name for card in Card] + ["S1"]),
    "choice": st.sampled_from(["add", "subtract", None, "both"]),
    "level": st.sampled_from(["random", "casual", "steady", "genius", ""]),
    "name": NAMES,
    "ready": st.booleans(),
    "muted": st.booleans(),
    "key": HEX,
    "entropy": HEX,
    "settings": st.fixed_dictionaries(
        {
            "rules": st.fixed_dictionaries(
                {"players": st.integers(6, 11)}, optional={"limit": SMALL, "decks": st.just(2)}
            )
        },
        optional={
            "grace": SMALL,
            "rest": st.one_of(SMALL, st.none()),
            "bots": st.booleans(),
            "level": st.sampled_from(["casual", "steady", "x"]),
            "latecomers": st.booleans(),
            "spectators": st.booleans(),
            "clock": st.one_of(st.none(), st.fixed_dictionaries({"card": SMALL})),
        },
    ),
}
"""By the name of a field; what is not here is a number."""
ANYTHING: Final = st.recursive(
    st.none() | st.booleans() | SMALL | st.text() | st.floats(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)


def command_of(kind: Any) -> st.SearchStrategy[dict[str, Any]]:  # noqa: ANN401 - a struct
    fields = {name: VALUES.get(name, SMALL) for name in kind.__struct_fields__}
    return st.fixed_dictionaries({"type": st.just(kind.__name__), **fields})


COMMANDS: Final = st.one_of([command_of(kind) for kind in get_args(PersonCommand)])
ASKS: Final = st.builds(
    lambda id_, command: {"type": "ask", "id": id_, "command": command},
    st.one_of(st.text("abc", min_size=1, max_size=2), st.uuids().map(str)),
    COMMANDS,
)
OTHERS: Final = st.one_of(
    st.just({"type": "ping"}),
    ANYTHING,
    st.fixed_dictionaries({"type": st.sampled_from(["hello", "ask", "update", "done"])}),
    ASKS.flatmap(lambda ask: st.builds(lambda value: ask | {"extra": value}, ANYTHING)),
    ASKS.flatmap(lambda ask: st.builds(lambda value: ask | {"command": value}, ANYTHING)),
)


def as_text(message: object) -> str:
    return json.dumps(message)


DAMAGE: Final = ("", "[" * 1500, '"', "\\u0000", "\\ud800", "}", "-1", "1e9", "null", "{}")


def varied(text: str, rng: Random) -> str:
    """The message, or one like it: another id, other numbers, signs left out or exchanged."""
    way = rng.random()
    if way < 0.6:
        text = re.sub('"id": "[^"]*"', lambda _found: f'"id": "{rng.randrange(10**6)}"', text)
        return re.sub(r"(?<=: )-?\d+", lambda _found: str(rng.randrange(-1, 12)), text)
    if way < 0.9:
        return text
    at, size = rng.randrange(len(text) + 1), rng.randrange(9)
    middle = rng.choice([*DAMAGE, text[at : at + size] * 2])
    return text[:at] + middle + text[at + size :]


class Attacker:
    """Somebody who says anything, and comes again when they are sent away."""

    def __init__(self, server: Server, place: Place, *, token: str | None) -> None:
        self._server = server
        self._place = place
        self._token = token
        self._line: Line | None = None
        self.sent = 0
        self.heard = Counter[str]()
        self.codes = Counter[int]()

    async def send(self, texts: list[str]) -> None:
        """Say these; and see that each is answered, or the connection closed."""
        for text in texts:
            try:
                line = await self._connected()
                await line.send(text)
                await line.say("ping")
                while True:
                    message = await line.hear("pong", "refused", "done", "bye")
                    self.heard[message.get("code", message["type"])] += 1
                    if message["type"] == "pong":
                        break
                del line.heard[:]
            except ConnectionClosed as closed:
                self.codes[0 if closed.rcvd is None else closed.rcvd.code] += 1
                self._line = None
            self.sent += 1
        if self.sent % 100 == 0:  # whoever left the table comes back to it
            await self.close()

    async def close(self) -> None:
        if self._line is not None:
            await self._line.__aexit__(None, None, None)
            self._line = None

    async def _connected(self) -> Line:
        if self._line is None:
            line = await Line(self._server).__aenter__()
            who = {} if self._token is None else {"token": self._token}
            await line.say("hello", table=self._place.table, **who)
            if (await line.hear("update", "refused"))["type"] == "refused":
                await line.__aexit__(None, None, None)
                link = f"{self._server.address}/t/{self._place.table}"
                self._place = await come(link, "Again", sit=True)  # sent away, and another one now
                self._token = self._place.token
                return await self._connected()
            self._line = line
        return self._line


def test_the_server_and_its_tables_outlive_any_messages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(remote, "PAUSE", (0.005, 0.05))
    monkeypatch.setattr(remote, "FIRST_PAUSE", 0.02)
    most, batch = scale(6000, 100_000), 50
    with (
        Server(tmp_path / "data", changed={"rates": WIDE, "pace": 0.2}) as server,
        asyncio.Runner() as runner,
    ):
        honest = runner.run(gather(server, "players=6 limit=500", 2))
        wild = runner.run(gather(server, "players=7", 4))

        async def begin() -> tuple[list[Attacker], asyncio.Future[Any]]:
            attackers = [Attacker(server, place, token=place.token) for place in wild]
            attackers.append(Attacker(server, wild[0], token=None))
            attackers.append(Attacker(server, honest[0], token=None))
            people = [Somebody(RemoteClient(place), place.person) for place in honest]
            return attackers, asyncio.gather(*(one.play() for one in people))

        attackers, playing = runner.run(begin())

        async def attack(asks: list[str], others: list[str], rng: Random) -> None:
            def message() -> str:
                return varied(rng.choice(asks if rng.random() < 0.9 else others), rng)

            batches = [[message() for _ in range(batch)] for _ in attackers]
            async with asyncio.timeout(10 * PATIENCE):
                pairs = zip(attackers, batches, strict=True)
                await asyncio.gather(*(attacker.send(texts) for attacker, texts in pairs))
            if rng.random() < 0.1:
                await asyncio.to_thread(over_http, server, wild, rng.choice(batches), rng)

        @given(
            asks=st.lists(ASKS.map(as_text), min_size=15, max_size=40),
            others=st.lists(OTHERS.map(as_text), min_size=1, max_size=5),
            seed=st.integers(0, 2**32),
        )
        @hypothesis_settings(
            max_examples=most // (len(attackers) * batch) + 1,
            database=None,
            phases=[Phase.generate],  # a table has a memory: nothing fails twice
            suppress_health_check=list(HealthCheck),
        )
        def messages(asks: list[str], others: list[str], seed: int) -> None:
            runner.run(attack(asks, others, Random(seed)))

        messages()
        assert server.is_running()
        runner.run(end(server, attackers, wild, playing, honest))
        assert sum(attacker.sent for attacker in attackers) >= most
        codes = sum((attacker.codes for attacker in attackers), Counter())
        assert set(codes) <= {1007, 1008, 1009, 4000}
        done = sum(attacker.heard["done"] for attacker in attackers)
        assert done > most // 100  # not everything was nonsense
        heard = sum((attacker.heard for attacker in attackers), Counter())
        assert {"done", "BAD_MESSAGE", "pong", "NOT_KNOWN"} <= set(heard)
        assert "BROKEN" not in heard
        log = server.log()
        assert server.stop() == 0
    assert '"level":"error"' not in log
    assert "BROKEN" not in log


def over_http(server: Server, wild: list[Place], texts: list[str], rng: Random) -> None:
    """The same messages in requests."""
    for text in texts:
        place = rng.choice(wild)
        path = f"/api/tables/{place.table}"
        where = f"{path}/{rng.choice(['asks', 'people', 'devices'])}"
        status, _told = server.post(where, text.encode(), token=place.token)
        assert status < 500, (where, text)
        query = f"{path}/updates?since={rng.randrange(500)}"
        status, _headers, _data = server.request("GET", query)
        assert status < 500


async def end(
    server: Server,
    attackers: list[Attacker],
    wild: list[Place],
    playing: asyncio.Future[Any],
    honest: list[Place],
) -> None:
    """Every table is the fold of its log, and the honest ones have played on."""
    for attacker in attackers:
        await attacker.close()
    status, data = await asyncio.to_thread(
        server.get, f"/api/tables/{honest[0].table}/record", token=honest[0].token
    )
    assert status == 200
    assert not playing.done() or playing.exception() is None
    if data:
        assert check(data).games == 1
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)
    path = f"/api/tables/{honest[0].table}/people"
    status, _told = await asyncio.to_thread(server.post, path, {"name": "Late", "sit": False})
    assert status == 201
    for place in (wild[0], honest[0]):
        async with Line(server) as line:
            await line.say("hello", table=place.table, token=place.token)
            said = await line.hear("update", "refused")
            if said["type"] == "refused":
                assert said["code"] in ("REMOVED", "NOT_KNOWN")
                continue
            update = decode(json.dumps(said).encode(), Update)
            table: Table | None = None
            for item in await asyncio.to_thread(server.events, place.table):
                if item.version > update.version:
                    break
                table = evolve(table, item)
            assert table is not None
            assert observe(table, None) == update.public
            assert observe(table, place.person) == update.view
