"""``play``: a whole game in the terminal against bots, on a full screen or line by line.

Either way the game is kept after every command, so that however the program ends it can go on:
``play --resume``. What the two ways have in common stands in ``tui.session`` and ``tui.keeping``.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import secrets
import shlex
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, NoReturn

from cancellation_hearts.bots import BOTS, command_of
from cancellation_hearts.bots.simulation import seats_of
from cancellation_hearts.cli.common import (
    INTERRUPTED,
    PIPE_CLOSED,
    CommandError,
    Commands,
    add_command,
    add_table,
    rules_of,
    seed_number,
    whole_file,
)
from cancellation_hearts.i18n import words
from cancellation_hearts.record import Record, without_open_hand, write
from cancellation_hearts.record.record import unwritable
from cancellation_hearts.tui.keeping import KeepError, Kept, Shelf, is_free
from cancellation_hearts.tui.line import Person, Quit
from cancellation_hearts.tui.session import (
    ME,
    SaveError,
    Session,
    Table,
    restore,
    standing_told,
)
from cancellation_hearts.tui.settings import COLOURS, SPEEDS, SUITS, Colours, Settings, Suits

if TYPE_CHECKING:
    from cancellation_hearts.tui.app import Ending


def add_to(commands: Commands) -> None:
    """Add the subcommand."""
    parser = add_command(
        commands,
        "play",
        summary="play a game in the terminal against bots",
        example="play --players 7 --rules 'classic limit=100'",
    )
    add_table(parser, bot=_usual_bot())
    parser.add_argument(
        "--name", type=_name, default="You", help="what you are called in the record"
    )
    parser.add_argument(
        "--seed",
        type=seed_number,
        metavar="S",
        help="deal the games of this number (default: by chance)",
    )
    parser.add_argument("--record", metavar="FILE.chn", help="write the game here at the end")
    parser.add_argument(
        "--resume",
        nargs="?",
        const="",
        metavar="GAME",
        help="go on with the game that was kept last, or with this one",
    )
    parser.add_argument("--data", metavar="DIR", help="where games are kept (default: your data)")
    parser.add_argument(
        "--plain", action="store_true", help="line by line, for screen readers and pipes"
    )
    parser.add_argument("--speed", choices=SPEEDS, default="normal", help="of the other players")
    parser.add_argument("--colours", choices=COLOURS, help="of the suits (default four)")
    parser.add_argument("--suits", choices=SUITS, help="signs or letters (default: what it can)")
    parser.add_argument(
        "--forced", action="store_true", help="an only legal card plays itself, but for SQ"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Play until the game is over or the person has enough."""
    shelf = Shelf(_folder(args))
    with contextlib.ExitStack() as stack:
        file = None if args.record is None else stack.enter_context(whole_file(args.record))
        games = Games(shelf)
        stack.callback(games.close)
        session = _new_session(args) if args.resume is None else _kept_session(args, games)
        play = _play_full if _is_full(args) else _play_plain
        try:
            code = play(args, session, games)
        except BrokenPipeError:  # nobody looks any more; the record is wanted all the same
            code = PIPE_CLOSED
        if file is not None:
            games_played = games.records() or [session.record()]
            file.write(write(without_open_hand(record) for record in games_played))
    return code


def _new_session(args: argparse.Namespace) -> Session:
    rules = rules_of(args)
    bots = seats_of(args.bot, players=rules.players)
    seed = secrets.randbits(63) if args.seed is None else args.seed
    return Session(Table(rules, args.name, bots, seed))


def _kept_session(args: argparse.Namespace, games: Games) -> Session:
    if _table_is_asked_for(args) or (args.bot, args.name) != ((_usual_bot(),), "You"):
        raise CommandError(
            "--resume goes on at its own table: no --players, --rules, --seed, --bot or --name"
        )
    return games.resume(args.resume)


class Games:
    """The games of one evening: the one that is played, its file, and those before it."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf
        self._kept: Kept | None = None
        self._session: Session | None = None
        self._finished: list[Record] = []
        self._broken = False
        self.last: Path | None = None
        """Where the record of a finished game lies."""

    @property
    def path(self) -> Path | None:
        """The file that holds the game, while it can go on."""
        return None if self._kept is None else self._kept.path

    def resume(self, name: str | None) -> Session:
        """Take a kept game from the shelf."""
        try:
            kept = self._shelf.resume(name or None)
        except KeepError as error:
            raise CommandError(str(error)) from None
        try:
            session = restore(kept.read())
        except KeepError as error:
            kept.close()
            raise CommandError(str(error)) from None
        except SaveError as error:
            kept.close()
            others = [path.name for path in self._shelf.games() if path.name != kept.path.name]
            told = f"; also kept: {', '.join(others)}" if others else ""
            raise CommandError(
                f"cannot go on with {kept.path}: {error}; the file is left as it is{told}"
            ) from None
        self._kept, self._session = kept, session
        return session

    def latest(self) -> tuple[Path, Session] | None:
        """The game that was kept last and can go on, if there is one that nobody is playing."""
        for path in filter(is_free, self._shelf.games()):
            with contextlib.suppress(OSError, SaveError):
                return path, restore(path.read_bytes())
        return None

    def keep(self, session: Session) -> str | None:
        """Keep a game as it stands now; says so once if that is not possible."""
        before = self._session
        if before is not None and before is not session and before.over:
            self._finished.append(before.record())
        self._session = session
        try:
            if session.over:
                if self._kept is not None:
                    self.last = self._kept.finish(write([session.record()]))
                    self._kept = None
            elif self._kept is None:
                self._kept = self._shelf.begin(session.kept())
            else:
                self._kept.write(session.kept())
        except KeepError as error:
            told, self._broken = not self._broken, True
            sentence = words().gettext("The game cannot be kept: {reason}")
            return sentence.format(reason=error) if told else None
        return None

    def records(self) -> list[Record]:
        """Every game of the evening, the last one as far as it went."""
        now = [] if self._session is None else [self._session.record()]
        return [*self._finished, *now]

    def close(self) -> None:
        """Let go of the file; it stays."""
        if self._kept is not None:
            self._kept.close()


def _told_at_the_end(args: argparse.Namespace, games: Games) -> str:
    """Where the game is now, and the command that leads there."""
    said = words()
    if games.path is not None:
        told = said.gettext("The game is kept. To go on with it: {command}")
        return told.format(command=_resume_command(args, games.path))
    if games.last is not None:
        told = said.gettext("To see the whole game: {command}")
        return told.format(command=f"cancellation-hearts show {shlex.quote(str(games.last))}")
    return said.gettext("The game could not be kept.")


def _resume_command(args: argparse.Namespace, path: Path) -> str:
    """What to type to go on with a kept game."""
    data = "" if args.data is None else f" --data {shlex.quote(args.data)}"
    return f"cancellation-hearts play --resume {path.name}{data}"


# --- the full screen ------------------------------------------------------------------------


def _is_full(args: argparse.Namespace) -> bool:
    # textual reads from standard input and draws on standard error.
    terminal = all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))
    return terminal and not args.plain and os.environ.get("TERM", "dumb") not in ("dumb", "")


def _play_full(args: argparse.Namespace, session: Session, games: Games) -> int:
    from cancellation_hearts.tui.app import TableApp  # slow to import, and for this only

    for name in ("COLUMNS", "LINES"):  # where they are exported, textual believes them for ever
        os.environ.pop(name, None)
    offered = None
    if args.resume is None and not _table_is_asked_for(args):
        latest = games.latest()
        if latest is not None:
            path, kept = latest
            offered = (standing_told(kept.view, words()), lambda: games.resume(str(path)))
    app = TableApp(session, words(), _settings(args), keep=games.keep, offered=offered)
    ending = app.run()
    _say_good_bye(args, games)
    if app.failure is not None:
        raise app.failure
    codes: dict[Ending | None, int] = {"quit": 0, "over": 0, "SIGINT": INTERRUPTED}
    codes |= {"SIGTERM": 143, "SIGHUP": 129}
    return codes.get(ending, 1)  # 1: textual has failed, and told so


def _say_good_bye(args: argparse.Namespace, games: Games) -> None:
    with contextlib.suppress(OSError):  # after SIGHUP there is nobody left to read it
        print(words().gettext("You leave the table. Until next time!"))
        print(_told_at_the_end(args, games))
        sys.stdout.flush()


def _table_is_asked_for(args: argparse.Namespace) -> bool:
    """Whether the command line describes a table, so that a kept game is not what is meant."""
    return (args.players, args.rules, args.seed) != (None, "", None)


def _settings(args: argparse.Namespace) -> Settings:
    encoding = (getattr(sys.stdout, "encoding", None) or "ascii").lower().replace("-", "")
    plain_signs = encoding != "utf8"
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


def _play_plain(args: argparse.Namespace, session: Session, games: Games) -> int:
    say, said = _console(args), words()
    others = session.names[1:]
    say(f"Cancellation Hearts · {session.rules}")
    table = said.gettext("You play with {names} and {last} (bots). ? tells what to write.")
    say(table.format(names=", ".join(others[:-1]), last=others[-1]))
    if args.resume is not None:
        on = said.gettext("You go on: {where}.")
        say(on.format(where=standing_told(session.view, said)))
    elif (latest := games.latest()) is not None:
        path, kept = latest
        found = said.gettext("A game of yours is kept ({where}). To go on with it: {command}")
        command = _resume_command(args, path)
        say(found.format(where=standing_told(kept.view, said), command=command))
    code = 0
    with _signals():
        try:
            _play_lines(session, games, say)
        except Quit:
            say("\n" + said.gettext("You leave the table. Until next time!"))
        except KeyboardInterrupt:
            say("\n" + said.gettext("You leave the table. Until next time!"))
            code = INTERRUPTED
        except Stopped as stopped:
            code = 128 + stopped.number
    with contextlib.suppress(OSError):
        say(_told_at_the_end(args, games))
    return code


def _play_lines(session: Session, games: Games, say: Callable[[str], None]) -> None:
    person = Person(ME, session.rules, session.names, words(), ask=_asker(say), say=say)
    trouble = games.keep(session)
    while not session.over:
        if trouble is not None:
            say(trouble)
        waits = session.waits
        command = command_of(person, session.view) if waits else session.next_command()
        told = session.run(command)
        trouble = games.keep(session)
        for item in told:
            person.tell(item.event, item.view)


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

    settings = _settings(args)
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


def _usual_bot() -> str:
    """The bot that plays unless another is asked for."""
    return "steady" if "steady" in BOTS else "random"


def _folder(args: argparse.Namespace) -> Path:
    if args.data is not None:
        return Path(args.data)
    from platformdirs import user_data_path

    return user_data_path("cancellation-hearts", appauthor=False) / "games"


def _name(text: str) -> str:
    name = text.strip()
    if not name or name.startswith("bot:") or unwritable(name):
        raise argparse.ArgumentTypeError(
            f"expected a name that does not begin with bot:, no control characters, not {text!r}"
        )
    return name
