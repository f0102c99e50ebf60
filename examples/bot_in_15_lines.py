"""Sits down at a table far away: python examples/bot_in_15_lines.py http://HOST/t/TABLE ."""

import asyncio
import sys

from cancellation_hearts.bots import command_of, new_bot
from cancellation_hearts.core.errors import Refusal
from cancellation_hearts.remote import RemoteClient, come
from cancellation_hearts.service.drivers import act_of


async def main(link: str) -> None:
    """Play whenever the table waits for us."""
    bot = new_bot("steady", seed=1)
    async with RemoteClient(await come(link, "Robo", program=True)) as client:
        async for update in client.updates():
            match, mine = update.view.match, update.mine
            if match and mine and mine.seat in update.facts.awaited:
                act = act_of(command_of(bot, match), update.facts.ply)
                try:
                    await client.ask(act)
                except Refusal as refusal:
                    print("too late:", refusal)


asyncio.run(main(sys.argv[1]))
