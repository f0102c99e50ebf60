"""``backup`` and ``restore``: copies of the database that tables are kept in."""

from __future__ import annotations

import argparse
from pathlib import Path

from cancellation_hearts.cli.common import CommandError, Commands, add_command, data_folder


def add_to(commands: Commands) -> None:
    """Add both subcommands."""
    parser = add_command(
        commands,
        "backup",
        summary="copy the database of all tables, also while it is in use",
        example="backup monday.sqlite3",
    )
    _add_files(parser, file="where the copy goes; nothing may be there")
    parser.set_defaults(run=run_backup)
    parser = add_command(
        commands,
        "restore",
        summary="put a copy in the place of the database of all tables",
        example="restore monday.sqlite3",
    )
    _add_files(parser, file="a copy that backup made")
    parser.set_defaults(run=run_restore)


def _add_files(parser: argparse.ArgumentParser, *, file: str) -> None:
    parser.add_argument("file", metavar="FILE", help=file)
    parser.add_argument(
        "--data", metavar="DIR", help="the folder of tables.sqlite3 (default: your data)"
    )


def run_backup(args: argparse.Namespace) -> int:
    """Copy the database."""
    from cancellation_hearts.store import StoreError, backup

    path = database(args)
    try:
        backup(path, Path(args.file))
    except StoreError as error:
        raise CommandError(str(error)) from None
    print(f"{args.file}: holds everything of {path}")
    return 0


def run_restore(args: argparse.Namespace) -> int:
    """Put a copy in the database's place."""
    from cancellation_hearts.store import StoreError, restore

    path = database(args)
    try:
        aside = restore(Path(args.file), path)
    except StoreError as error:
        raise CommandError(str(error)) from None
    print(f"{path}: holds everything of {args.file}")
    if aside is not None:
        print(f"what was there is now {aside}")
    return 0


def database(args: argparse.Namespace) -> Path:
    """The file that tables are kept in."""
    from cancellation_hearts.store import DATABASE

    return data_folder(args) / DATABASE
