"""What several commands share: errors, rules from words, files that are written whole."""

from __future__ import annotations

import argparse
import os
import re
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol, TextIO, TypeAlias

from cancellation_hearts.bots import BOTS
from cancellation_hearts.core import PRESETS, Rules, RulesError

# What add_subparsers returns has no public name.
Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"  # noqa: SLF001

DEFAULT_PLAYERS = 6
INTERRUPTED = 130


class CommandError(Exception):
    """A command that cannot be carried out: the message names what is wrong."""

    def __init__(self, message: str, *, code: int = 2) -> None:
        """``code``: what the program exits with."""
        super().__init__(message)
        self.code = code


class Writer(Protocol):
    """Something to write text to."""

    def write(self, text: str, /) -> object:
        """Take a piece of text."""
        ...


def add_command(
    commands: Commands, name: str, *, summary: str, example: str
) -> argparse.ArgumentParser:
    """A subcommand with its help."""
    return commands.add_parser(
        name,
        help=summary,
        description=f"{summary[:1].upper()}{summary[1:]}.",
        epilog=f"example: cancellation-hearts {example}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def add_table(parser: argparse.ArgumentParser, *, bot: str = "random") -> None:
    """The options that say who plays what; ``bot``: who sits there unless it is said."""
    parser.add_argument("--players", type=int, metavar="N", help="how many play (default 6)")
    parser.add_argument(
        "--rules",
        default="",
        metavar="TEXT",
        help=f"house rules: a preset ({', '.join(PRESETS)}) and name=value words, "
        "such as 'classic limit=100'; see the rules command",
    )
    parser.add_argument(
        "--bot",
        type=bot_names,
        default=(bot,),
        metavar="NAME[,NAME...]",
        help=f"who sits at the seats, in turn: {', '.join(BOTS)} (default {bot})",
    )


def rules_of(args: argparse.Namespace) -> Rules:
    """The rules that ``--rules`` and ``--players`` say."""
    text: str = args.rules
    players: int | None = args.players
    try:
        if players is None and not re.search(r"(^| )players=|^ *hearts( |$)", text):
            players = DEFAULT_PLAYERS
        return Rules.read(text, players=players)
    except RulesError as error:
        raise CommandError(f"rules: {error}") from None


def bot_names(text: str) -> tuple[str, ...]:
    """Names of bots, joined by commas."""
    names = tuple(text.split(","))
    for name in names:
        if name not in BOTS:
            known = ", ".join(BOTS)
            raise argparse.ArgumentTypeError(f"no bot is called {name!r}; there are {known}")
    return names


def positive(text: str) -> int:
    """A whole number from 1."""
    if not re.fullmatch("[0-9]{1,9}", text, re.ASCII) or int(text) == 0:
        raise argparse.ArgumentTypeError(f"expected a whole number from 1, not {text!r}")
    return int(text)


def seed_number(text: str) -> int:
    """A whole number, however large or small."""
    if not re.fullmatch("-?[0-9]{1,300}", text, re.ASCII):
        raise argparse.ArgumentTypeError(f"expected a whole number, not {text[:40]!r}")
    return int(text)


def read_bytes(name: str) -> bytes:
    """The content of a file, or of standard input for ``-``."""
    try:
        return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as error:
        raise CommandError(f"cannot read {name}: {error.strerror}") from None


@contextmanager
def whole_file(name: str) -> Iterator[TextIO]:
    """A text file that appears under its name complete or not at all; ``-`` is standard output.

    It is made beside its place, so a full disk or a stopped program leaves the old file as it was.
    """
    if name == "-":
        yield sys.stdout
        return
    path = Path(name)
    if path.is_dir():
        raise CommandError(f"cannot write {name}: it is a directory")
    if path.exists() and not path.is_file():  # a pipe or a device is written to, not replaced
        with path.open("w", encoding="utf-8", newline="\n") as device:
            yield device
        return
    try:
        handle, made = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", text=True)
    except OSError as error:
        raise CommandError(f"cannot write {name}: {error.strerror}") from None
    try:
        with open(handle, "w", encoding="utf-8", newline="\n") as file:  # noqa: PTH123 - a handle
            yield file
        mask = os.umask(0)
        os.umask(mask)
        Path(made).chmod(0o666 & ~mask)  # mkstemp makes private files
        Path(made).replace(path)
    except OSError as error:
        raise CommandError(f"cannot write {name}: {error.strerror}") from None
    finally:
        Path(made).unlink(missing_ok=True)
