"""``join``: play in the terminal at a table far away, by its link.

The place at each table is noted in the data folder, readable by its owner only. Who joins by the
same link again has the same seat, without typing anything.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from cancellation_hearts.cli.common import (
    INTERRUPTED,
    CommandError,
    Commands,
    add_command,
    data_folder,
    whole_file,
)
from cancellation_hearts.cli.play import add_look, screen_settings
from cancellation_hearts.i18n import own_words, refusal_text

if TYPE_CHECKING:
    from cancellation_hearts.client import Client
    from cancellation_hearts.remote import Place, RemoteClient
    from cancellation_hearts.table import TableView

PLACES = "places.json"


def add_to(commands: Commands) -> None:
    """Add the subcommand."""
    parser = add_command(
        commands,
        "join",
        summary="play in the terminal at a table far away",
        example="join http://192.168.1.20:8000/t/abcdefghjkmnpq --name Ana",
    )
    parser.add_argument("link", metavar="LINK", help="of the table, as its people shared it")
    parser.add_argument("--name", default="", help="what you are called there")
    parser.add_argument(
        "--data", metavar="DIR", help="where your places are noted (default: your data)"
    )
    add_look(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Sit down, wait for the game, and play until the person has enough."""
    from cancellation_hearts.core.errors import Refusal
    from cancellation_hearts.remote import AddressError, Gone, Unreachable

    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise CommandError("join plays on a full screen: expected a terminal, not a pipe or file")
    try:
        return asyncio.run(_evening(args))
    except (AddressError, Unreachable) as error:
        raise CommandError(str(error)) from None
    except Gone as gone:
        raise CommandError(
            f"{args.link}: your place is not yours any more ({gone.reason})"
        ) from None
    except Refusal as refusal:
        raise CommandError(f"{args.link}: {refusal_text(refusal, own_words())}") from None
    except KeyboardInterrupt:
        return INTERRUPTED


async def _evening(args: argparse.Namespace) -> int:
    from cancellation_hearts.remote import RemoteClient

    place = await _place(args)
    async with RemoteClient(place) as client:
        await _game_begun(client)
        return await _on_screen(args, client)


async def _place(args: argparse.Namespace) -> Place:
    """The place that is noted, or a new one."""
    from cancellation_hearts.remote import Place, address_of, come

    server, table = address_of(args.link)
    file = data_folder(args) / PLACES
    places = _noted(file)
    key = f"{server}/t/{table}"
    known = places.get(key)
    if known is not None:
        return Place(server, table, *known)
    place = await come(args.link, args.name or os.environ.get("USER") or "Guest")
    places[key] = (place.person, place.token)
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with whole_file(str(file)) as written:
        written.write(msgspec.json.encode(places).decode())
    file.chmod(0o600)
    return place


def _noted(file: Path) -> dict[str, tuple[int, str]]:
    try:
        return msgspec.json.decode(file.read_bytes(), type=dict[str, tuple[int, str]])
    except FileNotFoundError:
        return {}
    except (OSError, msgspec.DecodeError) as error:
        raise CommandError(f"{file}: cannot be read: {error}") from None


async def _game_begun(client: Client) -> None:
    """Tell who sits at the table until its host starts a game."""
    told = ""
    with _enter_pressed() as pressed:
        starting = asyncio.create_task(_start_when(pressed, client))
        try:
            async for update in client.updates():
                view = update.view
                if view.seat is None:
                    raise CommandError("every seat of this table is taken")
                if view.match is not None:
                    return
                line = _waiting(view)
                if line != told:
                    print(line, flush=True)
                    told = line
        finally:
            starting.cancel()
            await asyncio.gather(starting, return_exceptions=True)


async def _start_when(pressed: asyncio.Event, client: Client) -> None:
    """Start the game whenever Enter is pressed; only the host can, and others are told so."""
    from cancellation_hearts.core.errors import Refusal
    from cancellation_hearts.table.commands import StartGame

    while True:
        await pressed.wait()
        pressed.clear()
        try:
            await client.ask(StartGame())
        except Refusal as refusal:
            print(refusal_text(refusal, own_words()), flush=True)


@contextlib.contextmanager
def _enter_pressed() -> Iterator[asyncio.Event]:
    """Set by each line that is typed; nothing is read any more once the context is left."""
    pressed, loop = asyncio.Event(), asyncio.get_running_loop()

    def read() -> None:
        if sys.stdin.readline():
            pressed.set()
        else:
            loop.remove_reader(sys.stdin)

    loop.add_reader(sys.stdin, read)
    try:
        yield pressed
    finally:
        loop.remove_reader(sys.stdin)


def _waiting(view: TableView) -> str:
    """Who is there, and who starts."""
    said = own_words()
    people = [view.people[seat.person].name for seat in view.seats if seat.person is not None]
    there = said.gettext("At the table: {names}.").format(names=", ".join(people))
    start = said.gettext("Enter: start; bots take the free seats")
    if view.host != view.me:
        start = said.gettext("{host} starts the game").format(host=view.people[view.host].name)
    return f"{there} {start}"


async def _on_screen(args: argparse.Namespace, client: RemoteClient) -> int:
    from cancellation_hearts.tui.app import TableApp

    async def sit() -> Client:
        return client

    for name in ("COLUMNS", "LINES"):  # where they are exported, textual believes them for ever
        os.environ.pop(name, None)
    app = TableApp(own_words(), screen_settings(args), sit=sit, voice=client)
    ending = await app.run_async()
    with contextlib.suppress(OSError):
        print(own_words().gettext("You leave the table. Until next time!"))
    if app.failure is not None:
        raise app.failure
    codes = {"SIGINT": INTERRUPTED, "SIGTERM": 143, "SIGHUP": 129}
    return codes.get(str(ending), 0)
