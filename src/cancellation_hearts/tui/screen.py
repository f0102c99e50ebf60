"""The screen with the table: widgets, keys and clicks. What they lead to is the app's business.

Letters have two meanings: ``s`` alone is the score sheet, ``s`` and then ``q`` is the queen of
spades. A letter that could begin a card waits a moment for the other half before it is a command.
"""

from __future__ import annotations

from typing import Final

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.message import Message
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Static

from cancellation_hearts.core import Card
from cancellation_hearts.i18n import Words
from cancellation_hearts.tui.bars import Head, Keys, Lines, Tray
from cancellation_hearts.tui.board import Board
from cancellation_hearts.tui.hand import HandRow
from cancellation_hearts.tui.reading import read_card

SMALLEST: Final = (60, 20)
WIDE: Final = 118
ROOMY: Final = 31
WAIT: Final = 0.4
"""Seconds that a letter waits for the other half of a card's name."""
BEGINS: Final = frozenset("shdcakqjt123456789♠♥♦♣")
COMMANDS: Final = {
    "l": "last",
    "s": "score",
    "t": "log",
    "r": "rules",
    "c": "settings",
    "?": "help",
    "q": "quit",
    "p": "pass",
    "w": "talk",
}


KEYS: Final = {
    "left": "left",
    "right": "right",
    "up": "up",
    "down": "down",
    "home": "home",
    "end": "end",
    "enter": "enter",
    "space": "toggle",
    "escape": "back",
    "ctrl+d": "quit",
    "ctrl+l": "refresh",
    "ctrl+z": "suspend",
}
"""Keys with one meaning. They take the same way as letters, so that none overtakes another."""


class TableScreen(Screen[None]):
    """The table, the tray, the hand, the keys."""

    class Did(Message):
        """The person wants something: a name such as ``move-left``, ``enter`` or ``score``."""

        def __init__(self, what: str) -> None:
            super().__init__()
            self.what = what

    class Named(Message):
        """The person typed a card's name."""

        def __init__(self, card: Card) -> None:
            super().__init__()
            self.card = card

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._words = words
        self.head, self.tray, self.keys = Head(), Tray(), Keys()
        self.board, self.hand = Board(words), HandRow(words)
        self.side = Lines()
        self._small = Static(id="small")
        self._typed = ""
        self._timer: Timer | None = None

    def compose(self) -> ComposeResult:
        """From top to bottom."""
        yield self.head
        yield Horizontal(
            self.board, VerticalScroll(self.side, id="side", can_focus=False), id="table"
        )
        yield Vertical(self.tray, self.hand, self.keys, id="below")
        yield self._small

    def on_resize(self, event: events.Resize) -> None:
        """More room, more to see; too little, a word about it."""
        width, height = event.size
        too_small = width < SMALLEST[0] or height < SMALLEST[1]
        self.set_class(too_small, "-too-small")
        self.set_class(width >= WIDE and height >= 24, "-wide")
        self.set_class(height >= ROOMY, "-roomy")
        if too_small:
            told = self._words.gettext(
                "The table needs {width} × {height} signs.\n"
                "This window has {w} × {h}.\n"
                "Make it larger: nothing is lost.\n"
                "Or quit with q and play with --plain."
            )
            self._small.update(
                told.format(width=SMALLEST[0], height=SMALLEST[1], w=width, h=height)
            )
        self.post_message(self.Did("resize"))

    def on_key(self, event: events.Key) -> None:
        """A key with one meaning; or a letter: half a card, or a command."""
        if event.key in KEYS:
            event.stop()
            event.prevent_default()
            self._settle()
            self.post_message(self.Did(KEYS[event.key]))
            return
        if not event.is_printable or not event.character:
            return
        event.stop()
        char = event.character.lower()
        if self._typed:
            typed = self._typed + char
            if typed == "10":  # the first half of 10h
                self._wait_for(typed)
                return
            card = read_card(typed)
            if card is not None:
                self._forget()
                self.post_message(self.Named(card))
                return
            if typed[-2:] == "h1" or typed in ("s1", "h1", "d1", "c1"):  # of h10
                self._wait_for(typed)
                return
            self._settle()
        if char in BEGINS:
            self._wait_for(char)
        elif char in COMMANDS:
            self.post_message(self.Did(COMMANDS[char]))

    @property
    def typed(self) -> str:
        """The half of a card's name that waits for the other."""
        return self._typed

    def _wait_for(self, typed: str) -> None:
        self._forget()
        self._typed = typed
        self._timer = self.set_timer(WAIT, self._settle)

    def _settle(self) -> None:
        """No other half has come: the letter was a command, or nothing."""
        typed = self._typed
        self._forget()
        if typed in COMMANDS:
            self.post_message(self.Did(COMMANDS[typed]))

    def _forget(self) -> None:
        if self._timer is not None:
            self._timer.stop()
        self._typed, self._timer = "", None

    def on_keys_pressed(self, event: Keys.Pressed) -> None:
        """A key's name was clicked."""
        self._forget()
        self.post_message(self.Did(event.key))

    def on_tray_pressed(self) -> None:
        """The button was clicked."""
        self.post_message(self.Did("enter"))

    def on_click(self) -> None:
        """A click anywhere does not wait for a pause to end."""
        self.post_message(self.Did("skip"))
