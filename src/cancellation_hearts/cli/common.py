"""What several commands share: errors, rules from words, files that are written whole."""

from __future__ import annotations

import argparse
import contextlib
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
PIPE_CLOSED = 141


class CommandError(Exception):
    """A command that cannot be carried out: the message names what is wrong."""

    def __init__(self, message: str, *, code: int = 2) -> None:
        """``code``: what the program exits with."""
        super().__init__(message)
        self.code = code


def speaks_utf8() -> bool:
    """Whether every letter that is printed will be seen as that letter."""
    encoding = getattr(sys.stdout, "encoding", None) or "ascii"
    return encoding.lower().replace("-", "") == "utf8"


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


def add_table(parser: argparse._ActionsContainer, *, bot: str = "random") -> None:
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
    try:
        return Rules.read(args.rules, players=args.players, usual=DEFAULT_PLAYERS)
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


def data_folder(args: argparse.Namespace) -> Path:
    """The folder that ``--data`` names, or the platform's place for a person's data."""
    if args.data is not None:
        return Path(args.data)
    from platformdirs import user_data_path

    return user_data_path("cancellation-hearts", appauthor=False)


def read_bytes(name: str) -> bytes:
    """The content of a file, or of standard input for ``-``."""
    try:
        return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as error:
        raise CommandError(f"cannot read {name}: {error.strerror}") from None


@contextmanager
def whole_file(name: str) -> Iterator[Writer]:
    """A text file that appears under its name complete or not at all; ``-`` is standard output.

    It is made beside its place, so a full disk or a stopped program leaves the old file as it was.
    A file that is there keeps its permissions, and a link goes on pointing to it.
    """
    if name == "-":
        yield sys.stdout
        return
    with _blaming(name):
        path = Path(name).resolve()
        if path.is_dir():
            raise CommandError(f"cannot write {name}: it is a directory")
        if path.exists() and not path.is_file():  # a pipe or a device is written to, not replaced
            made = path
            file = path.open("w", encoding="utf-8", newline="\n")
        else:
            handle, made_name = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".chn")
            made = Path(made_name)
            file = open(handle, "w", encoding="utf-8", newline="\n")  # noqa: SIM115, PTH123
    try:
        yield _Blaming(file, name)
        with _blaming(name):
            file.close()
            if made != path:
                made.chmod(_mode(path))
                made.replace(path)
    finally:
        with contextlib.suppress(OSError):  # what was written in vain cannot be closed
            file.close()
        if made != path:
            made.unlink(missing_ok=True)


class _Blaming:
    """A file whose failures name it."""

    def __init__(self, file: TextIO, name: str) -> None:
        self._file = file
        self._name = name

    def write(self, text: str, /) -> object:
        with _blaming(self._name):
            return self._file.write(text)


@contextmanager
def _blaming(name: str) -> Iterator[None]:
    """Say which file it is that cannot be written."""
    try:
        yield
    except OSError as error:
        raise CommandError(f"cannot write {name}: {error.strerror}") from None


def _mode(path: Path) -> int:
    """The permissions that a file has or, if it is new, gets like any other new file."""
    if path.exists():
        return path.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
