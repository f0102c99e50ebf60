"""Talk over the network: heard by everybody, also by who was away for a moment."""

from __future__ import annotations

import asyncio
from pathlib import Path

from cancellation_hearts.remote import RemoteClient
from cancellation_hearts.table.talk import SayPhrase, ShowEmote
from tests.server.serving import Server
from tests.server.test_games import gather


def test_what_one_says_the_other_hears_once_though_the_server_is_killed(tmp_path: Path) -> None:
    async def main(server: Server) -> None:
        places = await gather(server, "players=6", 2)
        async with RemoteClient(places[0]) as ana, RemoteClient(places[1]) as ben:
            sayings = ben.sayings()
            await ana.say(SayPhrase("hello"))
            heard = list(await anext(sayings))
            server.kill()
            server.start()
            await ana.say(ShowEmote("clap"))
            while len(heard) < 2:
                heard += await anext(sayings)
            assert [(one.version, one.person, one.words) for one in heard] == [
                (1, 0, SayPhrase("hello")),
                (2, 0, ShowEmote("clap")),
            ]
            await sayings.aclose()
        path = f"/api/tables/{places[0].table}/sayings"
        status, answer = server.get(path, token=places[1].token)
        assert (status, [saying["version"] for saying in answer["sayings"]]) == (200, [1, 2])
        assert server.get(path)[0] == 401
        body = {"type": "say", "id": "k", "words": {"type": "phrase", "phrase": "rubbish"}}
        assert server.post(path, body, token=places[1].token)[0] == 400

    with Server(tmp_path / "data") as server:
        asyncio.run(asyncio.wait_for(main(server), 60))
