"""The rows above and below the table: where the game stands, what is asked for, the keys."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from textual import events
from textual.message import Message

from cancellation_hearts.tui.canvas import Canvas, Drawn, Line, width_of
from cancellation_hearts.tui.cells import fitting


class Head(Drawn):
    """One row: parts from the left and one at the right; what does not fit is left out."""

    def __init__(self) -> None:
        super().__init__(id="head")
        self._parts: tuple[Line, ...] = ()
        self._right: Line = ()

    def show(self, parts: Sequence[Line], right: Line) -> None:
        """Show this."""
        if (tuple(parts), right) != (self._parts, self._right):
            self._parts, self._right = tuple(parts), right
            self.redraw()

    def draw(self, width: int, height: int) -> Canvas:
        """The row."""
        canvas = Canvas(width, height, "head")
        room = width - 2
        whole = sum(width_of(part) + 3 for part in self._parts)
        if whole + width_of(self._right) <= room:
            canvas.right(width - 1, 0, self._right)
        x = 1
        for index, part in enumerate(self._parts):
            gap: Line = [(" · ", "head ink-2")] if index else []
            if x - 1 + width_of(gap) + width_of(part) > room:
                break
            x = canvas.line(x, 0, [*gap, *part])
        return canvas


class Tray(Drawn):
    """One row above the hand: what is asked for or what happens, and what Enter does."""

    class Pressed(Message):
        """What stands at the right was clicked."""

    def __init__(self) -> None:
        super().__init__(id="tray")
        self._told = self._action = ""
        self._look = "tray"

    def show(self, told: str, action: str, look: str) -> None:
        """Show this; ``look``: ``tray``, ``tray-on`` (the person's move) or ``tray-warn``."""
        if (told, action, look) != (self._told, self._action, self._look):
            self._told, self._action, self._look = told, action, look
            self.redraw()

    def draw(self, width: int, height: int) -> Canvas:
        """The row."""
        look = self._look
        canvas = Canvas(width, height, look)
        room = width - 2
        if self._action:
            button = f" {self._action} "
            canvas.right(width - 1, 0, [(button, "tray key" if look == "tray" else "tray bold")])
            room -= cell_len(button) + 1
        sign = {"tray": "  ", "tray-on": "▶ ", "tray-warn": "✕ "}[look]
        canvas.text(1, 0, sign, f"{look} bold")
        canvas.text(3, 0, fitting(self._told, room - 2), f"{look} bold")
        return canvas

    def on_click(self, event: events.Click) -> None:
        """A click on the button."""
        if self._action and event.x >= self.size.width - cell_len(self._action) - 3:
            self.post_message(self.Pressed())


class Keys(Drawn):
    """One row of keys, each of which can be clicked."""

    class Pressed(Message):
        """A key's name was clicked."""

        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    def __init__(self, *, id: str = "keys") -> None:  # noqa: A002 - textual's name for it
        super().__init__(id=id)
        self._keys: tuple[tuple[str, str, str], ...] = ()
        self._at: list[tuple[int, int, str]] = []

    def show(self, keys: Sequence[tuple[str, str, str]]) -> None:
        """Show keys: what is shown, what it does, and the name under which it is reported."""
        if tuple(keys) != self._keys:
            self._keys = tuple(keys)
            self.redraw()

    def draw(self, width: int, height: int) -> Canvas:
        """All keys; where there is no room for all meanings, the last ones are left out."""
        canvas = Canvas(width, height, "head")
        told = [f" {meaning}" if meaning else "" for _shown, meaning, _key in self._keys]
        labels = [f" {shown} " for shown, _meaning, _key in self._keys]
        for index in reversed(range(len(told))):
            if sum(map(cell_len, (*told, *labels))) + len(told) <= width:
                break
            told[index] = ""
        free = width - 1 - sum(map(cell_len, (*told, *labels)))
        gap = max(1, min(3, free // max(1, len(told))))
        x, self._at = 1, []
        for (_shown, _meaning, key), label, meaning in zip(self._keys, labels, told, strict=True):
            start = x
            x = canvas.text(x, 0, label, "head key")
            x = canvas.text(x, 0, meaning, "head ink-2")
            self._at.append((start, x, key))
            x += gap
        return canvas

    def on_click(self, event: events.Click) -> None:
        """Find the key."""
        for start, end, key in self._at:
            if start <= event.x < end:
                self.post_message(self.Pressed(key))


class Lines(Drawn):
    """Lines of text."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - textual's name for it
        super().__init__(id=id)
        self._lines: tuple[Line, ...] = ()

    def show(self, lines: Sequence[Line]) -> None:
        """Show these."""
        self._lines = tuple(lines)
        self.styles.height = max(1, len(self._lines))
        self.redraw()

    def draw(self, width: int, height: int) -> Canvas:
        """One below the other."""
        canvas = Canvas(width, height)
        for y, line in enumerate(self._lines[:height]):
            canvas.line(0, y, line)
        return canvas
