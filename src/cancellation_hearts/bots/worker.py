"""Bots in a process of their own: one line of JSON asks, one line answers.

    {"bot": "steady", "seed": 7, "view": {...}}   ->   {"type": "PlayCard", "seat": 3, "card": "SQ"}

The view is all that this process is ever told, so a bot cannot see more than its seat may know. It
runs at the lowest priority, so that people do not wait for bots. It ends when nobody asks any more.
"""

from __future__ import annotations

import os
import sys
from typing import Final

import msgspec

from cancellation_hearts.bots.base import command_of, new_bot
from cancellation_hearts.core import View
from cancellation_hearts.core.codec import decode, encode

NICENESS: Final = 10


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which bot is asked, and what it sees."""

    bot: str
    seed: int
    view: View


def answer(line: bytes) -> bytes:
    """What the bot does, as a line."""
    question: Question = decode(line, Question)
    bot = new_bot(question.bot, seed=question.seed)
    return encode(command_of(bot, question.view)) + b"\n"


def main() -> None:
    """Answer until the input ends."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    for line in sys.stdin.buffer:
        sys.stdout.buffer.write(answer(line))
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
