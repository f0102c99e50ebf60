"""``play``: the page in the browser (``cli.page``), or a whole game in the terminal against bots.

In the terminal it fills the screen, or goes line by line. Either way the person sits at a table as
everybody does, and whatever is granted there is kept before it is told: so the game can go on
however the program ends (``play --resume``). What the two ways have in common stands in
``tui.evening``.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import shlex
import signal
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from queue import SimpleQueue
from types import FrameType
from typing import TYPE_CHECKING, NoReturn

import msgspec

from cancellation_hearts.bots.simulation import seats_of
from cancellation_hearts.cli.common import (
    INTERRUPTED,
    PIPE_CLOSED,
    CommandError,
    Commands,
    add_command,
    add_table,
    data_folder,
    rules_of,
    seed_number,
    speaks_utf8,
    whole_file,
)
from cancellation_hearts.cli.serve import port_number
from cancellation_hearts.i18n import LANGUAGES, own_words
from cancellation_hearts.record import Record, write
from cancellation_hearts.record.record import unwritable
from cancellation_hearts.tui.settings import COLOURS, SPEEDS, SUITS, Colours, Settings, Suits

if TYPE_CHECKING:
    from cancellation_hearts.client import Client
    from cancellation_hearts.tui.app import Ending, Sit
    from cancellation_hearts.tui.background import Background
    from cancellation_hearts.tui.evening import Evening, Kept, Wanted
    from cancellation_hearts.wire import Update

USUAL_BOT = "steady"
"""Who plays unless another bot is asked for."""
OF_TERMINAL = (
    *("terminal", "players", "rules", "bot", "name", "seed", "record", "resume", "plain"),
    *("speed", "colours", "suits", "forced", "language"),
)
"""The options that only a game in the terminal has."""
LAST = "last.chn"
"""The record of the games of the evening whose last one was finished last, in the data folder."""


def add_to(commands: Commands) -> None:
    """Add the subcommand."""
    parser = add_command(
        commands,
        "play",
        summary="play against bots and with friends, in the browser or in the terminal",
        example="play --lan",
    )
    parser.add_argument(
        "--data", metavar="DIR", help="the folder of tables.sqlite3 (default: your data)"
    )
    page = parser.add_argument_group("in the browser")
    page.add_argument(
        "--lan", action="store_true", help="let in everybody in this network, and show them the way"
    )
    page.add_argument(
        "--port",
        type=port_number,
        metavar="N",
        help="the port to listen on, or the next one that is free (default 8000)",
    )
    page.add_argument(
        "--no-browser", action="store_true", help="only print the address, and open no browser"
    )
    game = parser.add_argument_group("in the terminal, which each of these asks for")
    game.add_argument("--terminal", action="store_true", help="play in this terminal")
    add_table(game, bot=USUAL_BOT)
    game.add_argument("--name", type=_name, default="You", help="what you are called in the record")
    game.add_argument(
        "--seed",
        type=seed_number,
        metavar="S",
        help="deal the games of this number (default: by chance)",
    )
    game.add_argument("--record", metavar="FILE.chn", help="write the game here at the end")
    game.add_argument(
        "--resume",
        nargs="?",
        const="",
        metavar="TABLE",
        help="go on with the game that was played last, or at this table",
    )
    game.add_argument(
        "--plain", action="store_true", help="line by line, for screen readers and pipes"
    )
    add_look(game)
    usual = {name: parser.get_default(name) for name in OF_TERMINAL}
    # None: nobody asked for it. So also who asks for what is usual asks for the terminal.
    parser.set_defaults(run=partial(run, usual=usual), **dict.fromkeys(OF_TERMINAL))


def add_look(parser: argparse._ActionsContainer) -> None:
    """Add what the screen shall look like."""
    parser.add_argument("--speed", choices=SPEEDS, default="normal", help="of the other players")
    parser.add_argument("--colours", choices=COLOURS, help="of the suits (default four)")
    parser.add_argument("--suits", choices=SUITS, help="signs or letters (default: what it can)")
    parser.add_argument(
        "--forced", action="store_true", help="an only legal card plays itself, but for SQ"
    )
    parser.add_argument(
        "--language", choices=LANGUAGES, help="of the game (default: that of the terminal)"
    )


def run(args: argparse.Namespace, *, usual: Mapping[str, object]) -> int:
    """Play where it is asked for; ``usual``: what the terminal takes where nothing is said."""
    asked = [name for name in usual if getattr(args, name) is not None]
    if not asked:
        from cancellation_hearts.cli import page

        return page.run(args)
    if args.lan or args.no_browser or args.port is not None:
        option = "--lan" if args.lan else "--no-browser" if args.no_browser else "--port"
        raise CommandError(
            f"{option} is for the page in the browser, --{asked[0]} for the terminal"
        )
    for name in usual.keys() - asked:
        setattr(args, name, usual[name])
    return _run_in_terminal(args)


def _run_in_terminal(args: argparse.Namespace) -> int:
    """Play until the game is over or the person has enough."""
    from cancellation_hearts.tui.evening import Evening, KeepError

    wanted = _wanted(args)
    played = Played(code=1, records=())
    with contextlib.suppress(NothingPlayed), contextlib.ExitStack() as stack:
        file = None if args.record is None else stack.enter_context(whole_file(args.record))
        play = _play_full if _is_full(args) else _play_plain
        try:
            played = play(args, wanted, Evening.at(data_folder(args)))
        except KeepError as error:
            raise CommandError(str(error)) from None
        if file is not None:
            if not played.records:
                raise NothingPlayed
            file.write(write(played.records))
    return played.code


class NothingPlayed(Exception):
    """There is nothing to record, and the file of that name stays as it was."""


class Played(msgspec.Struct):
    """What came of an evening."""

    code: int
    """What the program exits with."""
    records: tuple[Record, ...]
    """The games of the evening, the last one as far as its hands are finished."""


def _wanted(args: argparse.Namespace) -> Wanted | None:
    """The table that is asked for; None: the one that was left."""
    from cancellation_hearts.tui.evening import Wanted

    if args.resume is None:
        rules = rules_of(args)
        bots = seats_of(args.bot, players=rules.players)
        return Wanted(rules, args.name, bots, args.seed)
    if _table_is_asked_for(args) or (args.bot, args.name) != ((USUAL_BOT,), "You"):
        raise CommandError(
            "--resume goes on at its own table: no --players, --rules, --seed, --bot or --name"
        )
    return None


async def _left(args: argparse.Namespace, evening: Evening) -> Kept:
    """The table that is to be gone on with."""
    if args.resume:
        return await evening.named(args.resume)
    kept = await evening.latest()
    if kept is None:
        raise CommandError(f"{data_folder(args)}: no game is kept here")
    return kept


async def _records(client: Client) -> tuple[Record, ...]:
    """The games of the evening; none if they cannot be read any more, which has been told."""
    from cancellation_hearts.table import TableRefusal

    with contextlib.suppress(TableRefusal):
        return await client.games()
    return ()


def _told_at_the_end(
    args: argparse.Namespace, evening: Evening, records: tuple[Record, ...]
) -> Iterator[str]:
    """Where the game is now, and the command that leads there."""
    said = own_words()
    if evening.name is None:
        return
    if records and records[-1].winners is not None:
        last = data_folder(args) / LAST
        try:
            with whole_file(str(last)) as file:
                file.write(write(records))
        except CommandError as error:  # all of it is in the database nevertheless
            yield str(error)
            return
        told = said.gettext("To see the whole game: {command}")
        yield told.format(command=f"cancellation-hearts show {shlex.quote(str(last))}")
    else:
        told = said.gettext("The game is kept. To go on with it: {command}")
        yield told.format(command=_resume_command(args, evening.name))


def _resume_command(args: argparse.Namespace, name: str) -> str:
    """What to type to go on with a kept game."""
    data = "" if args.data is None else f" --data {shlex.quote(args.data)}"
    return f"cancellation-hearts play --resume {name}{data}"


# --- the full screen ------------------------------------------------------------------------


def _is_full(args: argparse.Namespace) -> bool:
    # textual reads from standard input and draws on standard error.
    terminal = all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))
    return terminal and not args.plain and os.environ.get("TERM", "dumb") not in ("dumb", "")


def _play_full(args: argparse.Namespace, wanted: Wanted | None, evening: Evening) -> Played:
    import asyncio

    for name in ("COLUMNS", "LINES"):  # where they are exported, textual believes them for ever
        os.environ.pop(name, None)
    return asyncio.run(_evening_on_screen(args, wanted, evening))


async def _evening_on_screen(
    args: argparse.Namespace, wanted: Wanted | None, evening: Evening
) -> Played:
    from cancellation_hearts.tui.app import TableApp  # slow to import, and for this only
    from cancellation_hearts.tui.telling import standing_told

    async with evening:
        sit: Sit
        offered = None
        if wanted is None:
            sit = partial(evening.go_on, await _left(args, evening))
        else:
            sit = partial(evening.begin, wanted)
            kept = None if _table_is_asked_for(args) else await evening.latest()
            if kept is not None:
                offered = (standing_told(kept.view, own_words()), partial(evening.go_on, kept))
        app = TableApp(own_words(), screen_settings(args), sit=sit, offered=offered)
        trouble = own_words().gettext("The game cannot be kept: {reason}")
        evening.hear = lambda reason: app.tell(trouble.format(reason=reason))
        ending = await app.run_async()
        records = () if app.client is None else await _records(app.client)
    with contextlib.suppress(OSError):  # after SIGHUP there is nobody left to read it
        print(own_words().gettext("You leave the table. Until next time!"))
        for line in _told_at_the_end(args, evening, records):
            print(line)
        sys.stdout.flush()
    if app.failure is not None:
        raise app.failure
    codes: dict[Ending | None, int] = {"quit": 0, "over": 0, "SIGINT": INTERRUPTED}
    codes |= {"SIGTERM": 143, "SIGHUP": 129}
    return Played(codes.get(ending, 1), records)  # 1: textual has failed, and told so


def _table_is_asked_for(args: argparse.Namespace) -> bool:
    """Whether the command line describes a table, so that a kept game is not what is meant."""
    return (args.players, args.rules, args.seed) != (None, "", None)


def screen_settings(args: argparse.Namespace) -> Settings:
    """How this person wants the table, and what their terminal can show."""
    plain_signs = not speaks_utf8()
    colours: Colours = args.colours or ("none" if os.environ.get("NO_COLOR") else "four")
    suits: Suits = args.suits or ("letters" if plain_signs else "symbols")
    return Settings(
        speed=args.speed,
        colours=colours,
        suits=suits,
        plain_signs=plain_signs,
        forced=args.forced,
    )


# --- line by line ---------------------------------------------------------------------------


class Stopped(BaseException):
    """A signal asks the program to end."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def _play_plain(args: argparse.Namespace, wanted: Wanted | None, evening: Evening) -> Played:
    from cancellation_hearts.tui.background import Background
    from cancellation_hearts.tui.line import Quit

    say, code, client = _console(args), 0, None
    farewell = "\n" + own_words().gettext("You leave the table. Until next time!")
    with Background() as background, contextlib.ExitStack() as stack:
        background.run(evening.__aenter__())
        stack.callback(lambda: background.run(evening.__aexit__(None, None, None)))
        with _signals():
            try:
                kept, client = background.run(_sat_down(args, wanted, evening))
                _play_lines(args, kept, client, evening, background, say)
            except Quit:
                say(farewell)
            except KeyboardInterrupt:
                say(farewell)
                code = INTERRUPTED
            except Stopped as stopped:
                code = 128 + stopped.number
            except BrokenPipeError:  # nobody looks any more; the record is wanted all the same
                code = PIPE_CLOSED
        records = () if client is None else background.run(_records(client))
    with contextlib.suppress(OSError):
        for line in _told_at_the_end(args, evening, records):
            say(line)
    return Played(code, records)


async def _sat_down(
    args: argparse.Namespace, wanted: Wanted | None, evening: Evening
) -> tuple[Kept | None, Client]:
    """The person's place, and the kept game: that one, or another that could be gone on with."""
    if wanted is None:
        left = await _left(args, evening)
        return left, await evening.go_on(left)
    return await evening.latest(), await evening.begin(wanted)


def _play_lines(
    args: argparse.Namespace,
    kept: Kept | None,
    client: Client,
    evening: Evening,
    background: Background,
    say: Callable[[str], None],
) -> None:
    from cancellation_hearts.table.names import names_of
    from cancellation_hearts.tui.line import LineGame, Person
    from cancellation_hearts.tui.story import story
    from cancellation_hearts.tui.telling import standing_told

    said = own_words()
    news: SimpleQueue[Update | str | Exception] = SimpleQueue()
    trouble = said.gettext("The game cannot be kept: {reason}")
    evening.hear = lambda reason: news.put(trouble.format(reason=reason))

    async def read() -> None:
        try:
            async for update in client.updates():
                news.put(update)
        except Exception as error:  # noqa: BLE001 - whoever waits for news shall hear of it
            news.put(error)

    background.start(read())
    first = news.get()
    while isinstance(first, str):
        first = news.get()
    if isinstance(first, Exception):
        raise first
    view = first.view
    names = names_of(view)
    say(f"Cancellation Hearts · {view.rules}")
    table = said.gettext("You play with {names} and {last} (bots). ? tells what to write.")
    say(table.format(names=", ".join(names[1:-1]), last=names[-1]))
    if args.resume is not None:
        on = said.gettext("You go on: {where}.")
        say(on.format(where=standing_told(view, said)))
    elif kept is not None:
        found = said.gettext("A game of yours is kept ({where}). To go on with it: {command}")
        where, command = standing_told(kept.view, said), _resume_command(args, kept.name)
        say(found.format(where=where, command=command))
    assert view.seat is not None  # whoever opens a table has one
    person = Person(view.seat, view.rules, names, said, ask=_asker(say), say=say)
    if args.resume is None and view.match is not None:  # the first deal
        for event, after in story(view.match):
            person.tell(event, after)
    LineGame(
        first,
        person,
        said,
        news=news,
        request=lambda command: background.run(client.ask(command)),
        say=say,
    ).play()


@contextlib.contextmanager
def _signals() -> Iterator[None]:
    """SIGTERM and SIGHUP end the game as Ctrl-C does: politely."""

    def stop(number: int, _frame: FrameType | None) -> NoReturn:
        raise Stopped(number)

    names = [name for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    try:
        before = {
            getattr(signal, name): signal.signal(getattr(signal, name), stop) for name in names
        }
    except ValueError:  # not the main thread: then nobody sends us signals
        before = {}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _console(args: argparse.Namespace) -> Callable[[str], None]:
    """What prints a line: with coloured suits on a terminal that wants colours."""
    from rich.console import Console  # slow to import, and needed by this command only
    from rich.highlighter import RegexHighlighter
    from rich.theme import Theme

    class Suits(RegexHighlighter):
        base_style = "card."
        highlights = [  # noqa: RUF012 - rich declares it so
            r"(?P<hearts>♥( ?[2-9TJQKA])+)",
            r"(?P<diamonds>♦( ?[2-9TJQKA])+)",
            r"(?P<clubs>♣( ?[2-9TJQKA])+)",
            r"(?P<spades>♠( ?[2-9TJQKA])+)",
            r"(?P<cancelled>×[^ ]+×)",
            r"(?P<line>^── .*)",
        ]

    class Whole(Console):
        def on_broken_pipe(self) -> None:
            """Rich would end the program at once, before the record is written."""
            raise BrokenPipeError

    two = args.colours == "two"
    theme = Theme(
        {
            "card.hearts": "bold red",
            "card.diamonds": "bold red" if two else "bold blue",
            "card.clubs": "bold" if two else "bold green",
            "card.spades": "bold",
            "card.cancelled": "strike",
            "card.line": "bold",
        }
    )
    console = Whole(
        theme=theme,
        highlighter=Suits(),
        soft_wrap=True,
        markup=False,
        emoji=False,
        no_color=True if args.colours == "none" else None,
    )
    from cancellation_hearts.tui.filters import SUIT_LETTERS, plain

    settings = screen_settings(args)
    if settings.plain_signs:
        return lambda line: console.print(plain(line))
    if settings.suits == "letters":
        return lambda line: console.print(line.translate(SUIT_LETTERS))
    return console.print


def _asker(say: Callable[[str], None]) -> Callable[[str], str]:
    """What shows a prompt and reads a line; with line editing where Python has it."""
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401 - importing it is using it

    def ask(prompt: str) -> str:
        if sys.stdin.isatty():
            return input(prompt)
        say(prompt)
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        return line

    return ask


# --- arguments ------------------------------------------------------------------------------


def _name(text: str) -> str:
    from cancellation_hearts.table import TableRefusal
    from cancellation_hearts.table.names import clean_name

    try:
        name = clean_name(text)
    except TableRefusal:
        name = ""
    if not name or unwritable(name):
        raise argparse.ArgumentTypeError(
            "expected a name that does not begin with bot:, of 1 to 20 signs, "
            f"no control characters, not {text!r}"
        )
    return name
