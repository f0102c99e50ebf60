"""What a bot is: three questions about a ``View``, and a name under which it is found.

A bot is a function of its seed and its view: it keeps nothing between questions, so asking again
gives the same answer, also after a restart. It cannot tell people from programs, for a view knows
seats and no names.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final, Protocol

from cancellation_hearts.bots.casual import CasualBot
from cancellation_hearts.bots.simple import RandomBot
from cancellation_hearts.bots.steady import SteadyBot
from cancellation_hearts.core import (
    Card,
    Cards,
    ChooseMoon,
    Command,
    MoonChoice,
    PassCards,
    Phase,
    PlayCard,
    View,
)


class Bot(Protocol):
    """A player that is asked one question at a time; ``view.seat`` is its own seat.

    A person at a keyboard can be one too.
    """

    def choose_pass(self, view: View) -> Cards:
        """The ``view.rules.pass_count`` cards of its hand to give away."""
        ...

    def choose_card(self, view: View) -> Card:
        """A card out of ``legal_plays(view, view.seat)``, which is not empty."""
        ...

    def choose_moon(self, view: View) -> MoonChoice | None:
        """What its moon shall mean; None leaves it to the default."""
        ...


BOTS: Final[dict[str, Callable[[int], Bot]]] = {
    "random": RandomBot,
    "casual": CasualBot,
    "steady": SteadyBot,
}
"""Every bot by name, weakest first: what makes one from a seed."""


def new_bot(name: str, *, seed: int) -> Bot:
    """A bot by name; ``ValueError`` names the known ones if there is no such bot."""
    maker = BOTS.get(name)
    if maker is None:
        raise ValueError(f"no bot is called {name!r}; there are {', '.join(BOTS)}")
    return maker(seed)


def command_of(bot: Bot, view: View) -> Command:
    """Ask a bot for what the match is waiting for.

    Raises ``ValueError`` if it is not waiting for this bot's seat.
    """
    seat = view.seat
    if seat is not None:
        if view.phase is Phase.PASSING:
            return PassCards(seat, bot.choose_pass(view))
        if view.turn == seat and view.phase is Phase.PLAYING:
            return PlayCard(seat, bot.choose_card(view))
        if view.turn == seat and view.phase is Phase.MOON:
            return ChooseMoon(seat, bot.choose_moon(view))
    raise ValueError(f"the match waits for something else than seat {seat}: {view.phase}")


def seed_of(text: str) -> int:
    """A seed from words that say what it is for; the same words, the same seed, everywhere."""
    return Random(text).getrandbits(64)
