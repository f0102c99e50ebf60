"""Bots in a process of their own: one line of JSON asks, one line answers.

    {"number": 1, "bot": "steady", "seed": 7, "view": {...}}
    ->  {"number": 1, "command": {"type": "PlayCard", "seat": 3, "card": "SQ"}}

The view is all that this process is ever told, so a bot cannot see more than its seat may know. It
is nice, so that people do not wait for bots. It ends when nobody asks any more, also in the middle
of a thought: lines are read by a thread of their own.
"""

from __future__ import annotations

import os
import queue
import sys
import threading
from typing import Final

import msgspec

from cancellation_hearts.bots.base import command_of, new_bot
from cancellation_hearts.core import Command, View
from cancellation_hearts.core.codec import decode, encode

NICENESS: Final = 10


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which bot is asked, and what it sees."""

    number: int
    """Stands in the answer, too."""
    bot: str
    seed: int
    view: View


class Answer(msgspec.Struct, frozen=True):
    """What the bot does."""

    number: int
    command: Command


def answer(line: bytes) -> bytes:
    """The answer to a question, both as lines."""
    question: Question = decode(line, Question)
    bot = new_bot(question.bot, seed=question.seed)
    return encode(Answer(question.number, command_of(bot, question.view))) + b"\n"


def main() -> None:
    """Answer until the input ends."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()

    def read() -> None:
        for line in sys.stdin.buffer:
            lines.put(line)
        os._exit(0)  # whatever the bot is thinking: nobody is there to hear it

    threading.Thread(target=read, daemon=True).start()
    while True:
        sys.stdout.buffer.write(answer(lines.get()))
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
