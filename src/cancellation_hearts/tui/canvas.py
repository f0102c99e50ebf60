"""A picture made of cells, each a character with a style by name; and the widget that shows one.

Names of styles are component classes of ``Drawn``: what they look like stands in ``table.tcss`` and
nowhere else. Several names, with spaces between, add up: ``"card on-h bold"``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import ClassVar, Final, TypeAlias

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip
from textual.widget import Widget

from cancellation_hearts.tui.cells import clusters

Span: TypeAlias = tuple[str, str]
"""A text and its style."""
Line: TypeAlias = Sequence[Span]

SUITED: Final = re.compile("([♠♥♦♣][2-9TJQKA]*)")
SUIT_STYLES: Final = {"♠": "s", "♥": "h", "♦": "d", "♣": "c"}


def suited(text: str, style: str = "") -> list[Span]:
    """A text in which cards and suit signs have the colours of their suits.

    >>> suited("Cy wins with ♦K")
    [('Cy wins with ', ''), ('♦K', 'd')]
    """
    return [
        (part, f"{style} {SUIT_STYLES[part[0]]}".strip() if part[0] in SUIT_STYLES else style)
        for part in SUITED.split(text)
        if part
    ]


def sentence(text: str) -> str:
    """The text with a capital at its beginning.

    >>> sentence("nobody takes it")
    'Nobody takes it'
    """
    return text[:1].upper() + text[1:]


def width_of(line: Line) -> int:
    """How many cells a line of spans takes."""
    return sum(cell_len(text) for text, _style in line)


class Canvas:
    """A grid of cells. What is drawn outside is cut off."""

    def __init__(self, width: int, height: int, style: str = "") -> None:
        """Empty cells of one style."""
        self.width = width
        self.height = height
        self._chars = [[" "] * width for _y in range(height)]
        self._styles = [[style] * width for _y in range(height)]

    def text(self, x: int, y: int, text: str, style: str = "") -> int:
        """Write from a cell to the right; returns where the next text would stand.

        An empty style keeps the style of the cells.
        """
        if not 0 <= y < self.height:
            return x + cell_len(text)
        chars, styles = self._chars[y], self._styles[y]
        for cluster, width in clusters(text):
            if x >= 0 and x + width <= self.width:
                chars[x] = cluster
                if style:
                    styles[x] = style
                if width == 2:  # the second cell belongs to the first
                    chars[x + 1] = ""
                    styles[x + 1] = styles[x]
            x += width
        return x

    def line(self, x: int, y: int, line: Line) -> int:
        """Write spans one after the other."""
        for text, style in line:
            x = self.text(x, y, text, style)
        return x

    def right(self, x: int, y: int, line: Line) -> None:
        """Write spans so that they end before a cell."""
        self.line(x - width_of(line), y, line)

    def centred(self, x: int, y: int, width: int, line: Line) -> None:
        """Write spans in the middle of some cells."""
        self.line(x + max(0, width - width_of(line)) // 2, y, line)

    def fill(self, x: int, y: int, width: int, height: int, style: str, char: str = " ") -> None:
        """Cover a rectangle."""
        for row in range(y, y + height):
            self.text(x, row, char * width, style)

    def box(self, x: int, y: int, width: int, height: int, *, lines: str, style: str) -> None:
        """An empty frame; ``lines``: its eight signs, ``╭─╮│╯─╰│``, clockwise from top left."""
        top_left, top, top_right, right, bottom_right, bottom, bottom_left, left = list(lines)
        self.text(x, y, top_left + top * (width - 2) + top_right, style)
        for row in range(y + 1, y + height - 1):
            self.text(x, row, left + " " * (width - 2) + right, style)
        self.text(x, y + height - 1, bottom_left + bottom * (width - 2) + bottom_right, style)

    def row(self, y: int) -> list[Span]:
        """A row as spans of equal style."""
        spans: list[Span] = []
        text, last = "", None
        for char, style in zip(self._chars[y], self._styles[y], strict=True):
            if style != last and last is not None:
                spans.append((text, last))
                text = ""
            last = style
            text += char
        if last is not None:
            spans.append((text, last))
        return spans


class Drawn(Widget):
    """A widget that draws itself on a canvas whenever something has changed."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        *("ink", "ink-2", "hair", "bold", "strike", "underline", "reverse"),
        *("board", "tray", "tray-on", "tray-warn", "key", "mine", "head"),
        *("s", "h", "d", "c", "star", "stamp", "warn"),
        *("line-past", "line-next", "line-rest", "stop", "stop-turn", "stop-rest"),
        *("card", "card-off", "card-void", "card-lift", "on-s", "on-h", "on-d", "on-c"),
        *("edge", "edge-star", "edge-stamp", "edge-cursor", "new"),
    }

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - textual's name for it
        super().__init__(id=id)
        self._drawn: Canvas | None = None
        self._rich: dict[str, Style] = {}

    def draw(self, width: int, height: int) -> Canvas:
        """The picture in this size."""
        raise NotImplementedError

    def redraw(self) -> None:
        """Something has changed."""
        self._drawn = None
        self.refresh()

    def notify_style_update(self) -> None:
        """Colours were switched."""
        self._rich.clear()
        super().notify_style_update()

    def render_line(self, y: int) -> Strip:
        """One row of the picture."""
        width, height = self.size
        if self._drawn is None or (self._drawn.width, self._drawn.height) != (width, height):
            self._drawn = self.draw(width, height)
        if not 0 <= y < height:
            return Strip.blank(width, self.rich_style)
        spans = self._drawn.row(y)
        return Strip([Segment(text, self._style(names)) for text, names in spans], width)

    def _style(self, names: str) -> Style:
        style = self._rich.get(names)
        if style is None:
            style = self.rich_style
            for name in names.split():
                style += self.get_component_rich_style(name, partial=True)
            self._rich[names] = style
        return style
