"""Who uses a database file: any number of programs together, or one alone.

SQLite itself lets programs share a file safely. But a file that is replaced, or whose tables
change, must be nobody else's meanwhile; so every store holds a lock on ``<file>.lock`` together
with others, and who restores or migrates takes it alone. The system drops the lock when a program
ends, however it ends. On Windows, and on a file system that knows no locks, there is none: whoever
restores there must see to it that nobody plays.

The terminal takes such a lock for itself at the table that it plays (``tui.evening``).
"""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path
from typing import Final

if sys.platform != "win32":
    import fcntl

_LONGEST_NOTE: Final = 1000


class Use:
    """One program's claim to a file."""

    def __init__(self, path: Path) -> None:
        """Make the lock file beside the database; raises ``OSError`` if that cannot be."""
        lock = path.with_name(f"{path.name}.lock")
        self._handle: int | None = os.open(lock, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)

    def share(self) -> bool:
        """Use the file together with others; False if somebody has it alone."""
        return self._claim(alone=False)

    def take_alone(self) -> bool:
        """Have the file alone; False if anybody else uses it."""
        return self._claim(alone=True)

    def let_go(self) -> None:
        """Claim nothing for the moment."""
        if self._handle is not None and sys.platform != "win32":
            with contextlib.suppress(OSError):
                fcntl.flock(self._handle, fcntl.LOCK_UN)

    def note(self, text: str) -> None:
        """Leave word for those who find the file taken."""
        if self._handle is not None:
            os.ftruncate(self._handle, 0)
            os.lseek(self._handle, 0, os.SEEK_SET)
            os.write(self._handle, text.encode())

    def noted(self) -> str:
        """What was noted last, by whoever it was."""
        if self._handle is None:
            return ""
        os.lseek(self._handle, 0, os.SEEK_SET)
        return os.read(self._handle, _LONGEST_NOTE).decode(errors="replace")

    def release(self) -> None:
        """Use it no more."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None

    def _claim(self, *, alone: bool) -> bool:
        assert self._handle is not None
        if sys.platform == "win32":
            return True
        try:
            fcntl.flock(self._handle, (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:  # a file system without locks: better an unlocked store than none
            return True
        return True
