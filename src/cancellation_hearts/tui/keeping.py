"""Where games are kept: one file a game, in a folder of the player's own.

A file is written whole beside its place and then put there, so a stopped program leaves the last
good one. It holds all hands and is readable by its owner only. While a game is being played its
file is locked, so that it is not played twice at once; the lock goes when the program does, however
it ends. Nothing here deletes a game that is not over.
"""

from __future__ import annotations

import contextlib
import os
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

if sys.platform != "win32":
    import fcntl

LAST: Final = "last.chn"
"""The record of the game that was finished last."""
_NAME: Final = re.compile(r"game-([0-9]{1,9})\.chn", re.ASCII)


class KeepError(Exception):
    """A game that cannot be kept or found; the message names the file and the reason."""


class Kept:
    """A game's file, locked while this object is open."""

    def __init__(self, path: Path, handle: int) -> None:
        """``handle``: the open file that holds the lock."""
        self.path = path
        self._handle: int | None = handle
        if sys.platform == "win32":  # where a file that is open cannot be replaced
            self.close()

    def read(self) -> bytes:
        """What is kept."""
        try:
            return self.path.read_bytes()
        except OSError as error:
            raise KeepError(f"{self.path}: {error.strerror}") from None

    def write(self, text: str) -> None:
        """Keep this instead; what was there stays if that fails (``KeepError``)."""
        made = handle = None
        try:
            handle, made = tempfile.mkstemp(dir=self.path.parent, prefix=f".{self.path.name}.")
            _lock(handle)  # before it has its name: so the name always leads to a locked file
            _write_all(handle, text.encode())
            if sys.platform == "win32":
                os.close(handle)
                handle = None
            Path(made).replace(self.path)
        except OSError as error:
            if handle is not None:
                os.close(handle)
            raise KeepError(f"{self.path}: {error.strerror}") from None
        finally:
            if made is not None:
                Path(made).unlink(missing_ok=True)
        self.close()
        self._handle = handle

    def finish(self, record: str) -> Path:
        """The game is over: its record stands where this says, and nothing is left to resume."""
        self.write(record)
        last = self.path.with_name(LAST)
        try:
            self.path.replace(last)
        except OSError as error:
            raise KeepError(f"{self.path}: {error.strerror}") from None
        self.close()
        return last

    def close(self) -> None:
        """Let go of the file; it stays."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None


class Shelf:
    """The folder with the kept games."""

    def __init__(self, folder: Path) -> None:
        """The folder need not exist yet."""
        self.folder = folder

    def games(self) -> list[Path]:
        """The kept games, the one played last first."""
        found = [path for path in _listed(self.folder) if _NAME.fullmatch(path.name)]
        return sorted(found, key=lambda path: (_modified(path), path.name), reverse=True)

    def begin(self, text: str) -> Kept:
        """Keep a new game under a name that no other has."""
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            taken = [_NAME.fullmatch(path.name) for path in _listed(self.folder)]
            number = max((int(name[1]) for name in taken if name), default=0)
            while True:
                number += 1
                path = self.folder / f"game-{number}.chn"
                with contextlib.suppress(FileExistsError):
                    handle = os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600)
                    break
        except OSError as error:
            raise KeepError(f"{self.folder}: {error.strerror}") from None
        _lock(handle)
        kept = Kept(path, handle)
        kept.write(text)
        return kept

    def resume(self, name: str | None = None) -> Kept:
        """The game of that name (a file of the folder, or a path), or the one played last.

        Raises ``KeepError`` if there is none, or if it is being played elsewhere.
        """
        for path in self.games() if name is None else [self._named(name)]:
            kept = _opened(path)
            if kept is not None:
                return kept
            if name is not None:
                raise KeepError(f"{path}: this game is being played in another window")
        raise KeepError(f"{self.folder}: no game is kept here")

    def _named(self, name: str) -> Path:
        for path in (self.folder / name, self.folder / f"{name}.chn", Path(name)):
            if path.is_file():
                return path
        raise KeepError(f"{name}: no such game is kept in {self.folder}")


def is_free(path: Path) -> bool:
    """Whether nobody is playing this game."""
    try:
        kept = _opened(path)
    except KeepError:
        return False
    if kept is not None:
        kept.close()
    return kept is not None


def _opened(path: Path) -> Kept | None:
    """The file, if nobody else plays it."""
    while True:
        try:
            handle = os.open(path, os.O_RDWR)
        except FileNotFoundError:  # finished a moment ago
            return None
        except OSError as error:
            raise KeepError(f"{path}: {error.strerror}") from None
        if not _lock(handle):
            os.close(handle)
            return None
        with contextlib.suppress(OSError):
            if os.path.samestat(os.fstat(handle), path.stat()):
                return Kept(path, handle)
        os.close(handle)  # replaced between opening and locking: look again


def _lock(handle: int) -> bool:
    """Take the file's lock; False if another program holds it.

    On Windows games are kept too, but nothing stops two programs from playing one.
    """
    if sys.platform == "win32":
        return True
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system without locks: better an unlocked game than none
        return True
    return True


def _write_all(handle: int, data: bytes) -> None:
    while data:
        data = data[os.write(handle, data) :]


def _listed(folder: Path) -> Iterator[Path]:
    try:
        yield from folder.iterdir()
    except OSError:
        return


def _modified(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
